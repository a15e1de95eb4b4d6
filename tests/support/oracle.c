/* oracle.c -- see oracle.h: reductions. Built with -ffp-contract=off. */
#include "oracle.h"
#include "bits.h"
#include "oracle_order.h"
#include <math.h>
#include <stdlib.h>

/* The accumulator: f32 kept in a double, or f64. */
struct fold {
    bool product;
    bool single;
    double identity;
};

bool oracle_supported(wrow_operation operation, wrow_type in, wrow_type out)
{
    const struct type_row *i = type_row_of(in), *o = type_row_of(out);
    switch (operation) {
    case WROW_SUM:
    case WROW_PRODUCT:
        if (i->kind == 'F')
            return o->kind == 'F' && (in == out || o->bytes > i->bytes);
        if (i->kind == o->kind)
            return o->bytes >= i->bytes;
        return i->kind == 'U' && o->kind == 'S' && o->bytes > i->bytes;
    case WROW_MIN:
    case WROW_MAX:
        return in == out;
    case WROW_BIT_AND:
    case WROW_BIT_OR:
    case WROW_BIT_XOR:
        return in == out && i->kind != 'F';
    case WROW_ANY:
    case WROW_ALL:
        return o->kind != 'F';
    case WROW_COUNT_NONZERO:
        return out == WROW_I64 || out == WROW_U64;
    default:
        return false;
    }
}

struct cut cut_of(uint64_t count, uint64_t element_bytes)
{
    struct cut cut = {.strip = 16 / element_bytes, .fan = 1};
    cut.row = LANES * cut.strip;
    cut.rows = (count + cut.row - 1) / cut.row;
    cut.run_rows =
        CHUNK_ROWS * ((cut.rows + CHUNK_ROWS * MOST_RUNS - 1) / (CHUNK_ROWS * MOST_RUNS));
    cut.runs = cut.rows ? (cut.rows + cut.run_rows - 1) / cut.run_rows : 0;
    while ((cut.runs + cut.fan - 1) / cut.fan > PARTIALS)
        cut.fan *= 2;
    return cut;
}

static double combine(const struct fold *fold, double a, double b)
{
    if (fold->single)
        return fold->product ? (double)((float)a * (float)b)
                             : (double)((float)a + (float)b);
    return fold->product ? a * b : a + b;
}

static double halve(const struct fold *fold, double *values, uint64_t count)
{
    for (uint64_t h = count / 2; h >= 1; h /= 2)
        for (uint64_t j = 0; j < h; ++j)
            values[j] = combine(fold, values[j], values[j + h]);
    return values[0];
}

static double fold_run(const struct fold *fold, const unsigned char *in, wrow_type type,
                       uint64_t count, const struct cut *cut, uint64_t run)
{
    const uint64_t bytes = type_row_of(type)->bytes;
    double accumulators[LANES][STRIP_MAX], lanes[LANES];
    for (uint64_t lane = 0; lane < LANES; ++lane)
        for (uint64_t position = 0; position < cut->strip; ++position)
            accumulators[lane][position] = fold->identity;
    for (uint64_t row = run * cut->run_rows; row < (run + 1) * cut->run_rows; ++row)
        for (uint64_t lane = 0; lane < LANES; ++lane)
            for (uint64_t position = 0; position < cut->strip; ++position) {
                const uint64_t i = row * cut->row + lane * cut->strip + position;
                double *accumulator = &accumulators[lane][position];
                if (i < count)
                    *accumulator =
                        combine(fold, *accumulator, load_f64(type, in + i * bytes));
            }
    for (uint64_t lane = 0; lane < LANES; ++lane)
        lanes[lane] = halve(fold, accumulators[lane], cut->strip);
    return halve(fold, lanes, LANES);
}

static void reduce_floats(bool product, const unsigned char *in, wrow_type in_type,
                          uint64_t count, void *out, wrow_type out_type)
{
    const struct cut cut = cut_of(count, type_row_of(in_type)->bytes);
    const struct fold fold = {product, type_row_of(in_type)->bytes == 2,
                              product ? 1.0 : -0.0};
    double partials[PARTIALS], runs[MOST_RUNS / PARTIALS];
    for (uint64_t p = 0; p < PARTIALS; ++p) {
        for (uint64_t r = 0; r < cut.fan; ++r)
            runs[r] = p * cut.fan + r < cut.runs
                          ? fold_run(&fold, in, in_type, count, &cut, p * cut.fan + r)
                          : fold.identity;
        partials[p] = halve(&fold, runs, cut.fan);
    }
    const double result = halve(&fold, partials, PARTIALS);
    store_f64(out_type, count || product ? result : 0.0, out);
}

static void reduce_integers(wrow_operation operation, const unsigned char *in,
                            wrow_type type, uint64_t count, void *out, wrow_type out_type)
{
    const uint64_t bytes = type_row_of(type)->bytes;
    uint64_t result = operation == WROW_PRODUCT   ? 1
                      : operation == WROW_BIT_AND ? ~(uint64_t)0
                                                  : 0;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t x = load_integer(type, in + i * bytes);
        if (operation == WROW_SUM)
            result += x;
        if (operation == WROW_PRODUCT)
            result *= x;
        if (operation == WROW_BIT_AND)
            result &= x;
        if (operation == WROW_BIT_OR)
            result |= x;
        if (operation == WROW_BIT_XOR)
            result ^= x;
    }
    store_integer(out_type, result, out);
}

static void integer_extreme(bool max, const unsigned char *in, wrow_type type,
                            uint64_t count, void *out)
{
    const struct type_row *row = type_row_of(type);
    const uint64_t all = ~(uint64_t)0 >> (64 - 8 * row->bytes);
    uint64_t best = max ? 0 : all;
    if (row->kind == 'S')
        best = max ? ~(all >> 1) : all >> 1;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t x = load_integer(type, in + i * row->bytes);
        const bool less = row->kind == 'S' ? (int64_t)x < (int64_t)best : x < best;
        if (max ? !less : less)
            best = x;
    }
    store_integer(type, best, out);
}

static bool float_less(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static void float_extreme(bool max, const unsigned char *in, wrow_type type,
                          uint64_t count, void *out)
{
    double best = max ? -(double)INFINITY : (double)INFINITY;
    for (uint64_t i = 0; i < count; ++i) {
        const double x = load_f64(type, in + i * type_row_of(type)->bytes);
        if (isnan(x)) {
            best = x;
            break;
        }
        if (max ? float_less(best, x) : float_less(x, best))
            best = x;
    }
    store_f64(type, best, out);
}

static void count_truths(wrow_operation operation, const unsigned char *in,
                         wrow_type type, uint64_t count, void *out, wrow_type out_type)
{
    uint64_t nonzero = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const unsigned char *element = in + i * type_row_of(type)->bytes;
        nonzero += is_float(type) ? !(load_f64(type, element) == 0)
                                  : load_integer(type, element) != 0;
    }
    if (operation == WROW_ANY)
        nonzero = nonzero > 0;
    if (operation == WROW_ALL)
        nonzero = nonzero == count;
    store_integer(out_type, nonzero, out);
}

void oracle_reduce(wrow_operation operation, const void *in, wrow_type in_type,
                   size_t count, void *out, wrow_type out_type)
{
    const bool max = operation == WROW_MAX;
    if (operation == WROW_ANY || operation == WROW_ALL || operation == WROW_COUNT_NONZERO)
        count_truths(operation, in, in_type, count, out, out_type);
    else if (operation == WROW_MIN || max)
        (is_float(in_type) ? float_extreme : integer_extreme)(max, in, in_type, count,
                                                              out);
    else if (is_float(in_type))
        reduce_floats(operation == WROW_PRODUCT, in, in_type, count, out, out_type);
    else
        reduce_integers(operation, in, in_type, count, out, out_type);
}

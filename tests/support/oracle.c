/* oracle.c -- see oracle.h: reductions. Built with -ffp-contract=off. */
#include "oracle.h"
#include "bits.h"
#include "oracle_order.h"
#include <math.h>

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
    case WROW_MEAN:
        if (i->kind != 'F')
            return out == WROW_F64;
        return o->kind == 'F' && (in == out || o->bytes > i->bytes);
    default:
        return false;
    }
}

struct array {
    const unsigned char *in;
    wrow_type type;
    uint64_t bytes;
};

static double element(const void *source, uint64_t i)
{
    const struct array *const array = source;
    return load_f64(array->type, array->in + i * array->bytes);
}

static void reduce_floats(bool product, const unsigned char *in, wrow_type in_type,
                          uint64_t count, void *out, wrow_type out_type)
{
    const uint64_t bytes = type_row_of(in_type)->bytes;
    const struct array array = {in, in_type, bytes};
    const struct fold fold = {product, bytes == 2, product ? 1.0 : -0.0, element, &array};
    const double result = fold_floats(&fold, count, bytes);
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
    if (operation == WROW_MEAN)
        oracle_transform_reduce(operation, NULL, in, in_type, count, out, out_type);
    else if (operation == WROW_ANY || operation == WROW_ALL ||
             operation == WROW_COUNT_NONZERO)
        count_truths(operation, in, in_type, count, out, out_type);
    else if (operation == WROW_MIN || max)
        (is_float(in_type) ? float_extreme : integer_extreme)(max, in, in_type, count,
                                                              out);
    else if (is_float(in_type))
        reduce_floats(operation == WROW_PRODUCT, in, in_type, count, out, out_type);
    else
        reduce_integers(operation, in, in_type, count, out, out_type);
}

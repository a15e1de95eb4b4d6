/* oracle_transform.c -- see oracle.h: transforms, means and counts of comparisons. Built
 * with -ffp-contract=off. */
#include "bits.h"
#include "oracle.h"
#include "oracle_order.h"
#include <math.h>

struct source {
    const unsigned char *in;
    wrow_type type;
    uint64_t bytes;
    wrow_reduce_options options;
    bool single; /* numbers are f32 */
};

static bool is_signed(wrow_type type)
{
    return type_row_of(type)->kind == 'S';
}

static bool is_unsigned_of(wrow_type type, wrow_type in)
{
    return type_row_of(type)->kind == 'U' &&
           type_row_of(type)->bytes == type_row_of(in)->bytes;
}

bool oracle_transform_supported(wrow_transform transform, wrow_operation operation,
                                wrow_type in, wrow_type out)
{
    const bool sum = operation == WROW_SUM, mean = operation == WROW_MEAN;
    const bool wide = out == WROW_I64 || out == WROW_U64;
    switch (transform) {
    case WROW_IDENTITY:
        return oracle_supported(operation, in, out);
    case WROW_ABSOLUTE:
        if (!sum && !mean && operation != WROW_MIN && operation != WROW_MAX)
            return false;
        for (size_t t = 0; is_signed(in) && t < TYPE_COUNT; ++t)
            if (is_unsigned_of(type_rows[t].type, in))
                return oracle_supported(operation, type_rows[t].type, out);
        return oracle_supported(operation, in, out);
    case WROW_SQUARE:
        if (is_float(in) || mean)
            return (sum || mean) && oracle_supported(operation, in, out);
        return sum && wide;
    case WROW_NONZERO:
    case WROW_IS_NAN:
        return sum && wide;
    case WROW_SCALE_SHIFT:
        if (is_float(in))
            return (sum || mean) && oracle_supported(operation, in, out);
        return (sum || mean) && out == WROW_F64;
    default:
        return false;
    }
}

static const unsigned char *at(const struct source *source, uint64_t i)
{
    return source->in + i * source->bytes;
}

static bool is_left_out(const struct source *source, uint64_t i)
{
    return source->options.skip_nan && is_nan(source->type, at(source, i));
}

static double multiply(bool single, double a, double b)
{
    return single ? (double)((float)a * (float)b) : a * b;
}

static double add(bool single, double a, double b)
{
    return single ? (double)((float)a + (float)b) : a + b;
}

/* A number of a sum or a mean. */
static double number(const void *argument, uint64_t i)
{
    const struct source *const source = argument;
    const double x = load_f64(source->type, at(source, i));
    const bool single = source->single;
    if (is_left_out(source, i))
        return -0.0;
    if (source->options.transform == WROW_ABSOLUTE)
        return fabs(x);
    if (source->options.transform == WROW_SQUARE)
        return multiply(single, x, x);
    if (source->options.transform == WROW_SCALE_SHIFT)
        return add(single, multiply(single, x, source->options.scale),
                   source->options.shift);
    return x;
}

/* An integer modulo 2^64. */
static uint64_t integer(const struct source *source, uint64_t i)
{
    const unsigned char *const element = at(source, i);
    const bool nan = is_nan(source->type, element);
    if (source->options.transform == WROW_IS_NAN)
        return nan;
    if (source->options.transform == WROW_NONZERO)
        return is_float(source->type) ? !(load_f64(source->type, element) == 0)
                                      : load_integer(source->type, element) != 0;
    const uint64_t x = load_integer(source->type, element);
    const bool negative = is_signed(source->type) && x >> 63;
    if (source->options.transform == WROW_ABSOLUTE)
        return negative ? ~x + 1 : x;
    return source->options.transform == WROW_SQUARE ? x * x : x;
}

static void reduce_numbers(bool mean, const struct source *source, uint64_t count,
                           void *out, wrow_type out_type)
{
    const struct fold fold = {false, source->single, -0.0, number, source};
    const double sum = fold_floats(&fold, count, source->bytes);
    uint64_t taken = 0;
    for (uint64_t i = 0; i < count; ++i)
        taken += is_left_out(source, i) ? 0 : 1;
    if (!mean)
        store_f64(out_type, taken ? sum : 0.0, out);
    else if (taken == 0)
        store_f64(out_type, (double)NAN, out);
    else if (source->single)
        store_f64(out_type, (double)((float)sum / (float)taken), out);
    else
        store_f64(out_type, sum / (double)taken, out);
}

/* out has the type of the magnitudes, or of the elements. */
static void extreme_integer(bool max, const struct source *source, uint64_t count,
                            void *out, wrow_type out_type)
{
    const uint64_t top = (uint64_t)1 << 63; /* flipped, signed numbers order as others */
    const uint64_t flip = is_signed(out_type) ? top : 0;
    const unsigned width = 8 * (unsigned)source->bytes;
    const uint64_t largest =
        is_signed(out_type) ? top + (((uint64_t)1 << (width - 1)) - 1) : ~(uint64_t)0;
    uint64_t best = max ? (flip ? ~largest : 0) : largest;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t x = integer(source, i) ^ flip;
        if (max ? x > best : x < best)
            best = x;
    }
    store_integer(out_type, best ^ flip, out);
}

static bool is_below(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static void extreme_number(bool max, const struct source *source, uint64_t count,
                           void *out, wrow_type out_type)
{
    double best = max ? -(double)INFINITY : (double)INFINITY;
    for (uint64_t i = 0; i < count; ++i) {
        const double x = number(source, i);
        if (is_left_out(source, i))
            continue;
        if (isnan(x)) {
            best = x;
            break;
        }
        if (max ? is_below(best, x) : is_below(x, best))
            best = x;
    }
    store_f64(out_type, best, out);
}

static void add_integers(const struct source *source, uint64_t count, void *out,
                         wrow_type out_type)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; ++i)
        sum += is_left_out(source, i) ? 0 : integer(source, i);
    store_integer(out_type, sum, out);
}

void oracle_transform_reduce(wrow_operation operation, const wrow_reduce_options *options,
                             const void *in, wrow_type in_type, size_t count, void *out,
                             wrow_type out_type)
{
    struct source source = {in, in_type, type_row_of(in_type)->bytes, {0}, false};
    const bool mean = operation == WROW_MEAN;
    if (options)
        source.options = *options;
    source.single = is_float(in_type) && source.bytes == 2;
    if (operation == WROW_MIN || operation == WROW_MAX)
        (is_float(in_type) ? extreme_number : extreme_integer)(
            operation == WROW_MAX, &source, count, out, out_type);
    else if (mean || (operation == WROW_SUM && is_float(out_type)))
        reduce_numbers(mean, &source, count, out, out_type);
    else if (operation == WROW_SUM)
        add_integers(&source, count, out, out_type);
    else
        oracle_reduce(operation, in, in_type, count, out, out_type);
}

/* ------------------------------------------------------------------- counts */

/* -1, 0, 1; 2: an element that is NaN. */
static int compare(wrow_type type, const void *element, const wrow_value *value)
{
    if (is_float(type)) {
        const double x = load_f64(type, element);
        return isnan(x) ? 2 : (x > value->f) - (x < value->f);
    }
    const uint64_t x = load_integer(type, element);
    if (is_signed(type))
        return ((int64_t)x > value->i) - ((int64_t)x < value->i);
    return (x > value->u) - (x < value->u);
}

uint64_t oracle_count_if(wrow_comparison comparison, const wrow_value *value,
                         const void *in, wrow_type type, size_t count)
{
    uint64_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *const element = in;
        const int order = compare(type, element + i * type_row_of(type)->bytes, value);
        found += (comparison == WROW_LESS && order == -1) ||
                 (comparison == WROW_LESS_EQUAL && (order == -1 || order == 0)) ||
                 (comparison == WROW_EQUAL && order == 0) ||
                 (comparison == WROW_NOT_EQUAL && order != 0) ||
                 (comparison == WROW_GREATER_EQUAL && (order == 0 || order == 1)) ||
                 (comparison == WROW_GREATER && order == 1);
    }
    return found;
}

uint64_t oracle_count_in_range(const wrow_value *lower, const wrow_value *upper,
                               const void *in, wrow_type type, size_t count)
{
    uint64_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *const element =
            (const unsigned char *)in + i * type_row_of(type)->bytes;
        const int above = compare(type, element, lower);
        const int below = compare(type, element, upper);
        found += (above == 0 || above == 1) && (below == -1 || below == 0);
    }
    return found;
}

/* reduce_check.c -- see reduce_check.h. */
#include "reduce_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Half a unit in the last place of 1, and the largest value; 0 for integers. */
static const double roundoffs[] = {
    [WROW_F16] = 0x1p-11,
    [WROW_BF16] = 0x1p-8,
    [WROW_F32] = 0x1p-24,
    [WROW_F64] = 0x1p-53,
};
static const double largest[] = {
    [WROW_F16] = 65504.0,
    [WROW_BF16] = 0x1.fep127,
    [WROW_F32] = 0x1.fffffep127,
    [WROW_F64] = 0x1.fffffffffffffp1023,
};

static int is_float(wrow_type type)
{
    return roundoffs[type] > 0;
}

wrow_type reduce_accumulator(wrow_type in_type)
{
    if (in_type == WROW_F16 || in_type == WROW_BF16)
        return WROW_F32;
    return is_float(in_type) ? WROW_F64 : in_type;
}

static double f16_value(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double sign = bits >> 15 ? -1 : 1;
    if (exponent == 31)
        return fraction ? (double)NAN : sign * (double)INFINITY;
    return sign *
           (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

/* An element of a float type as a double. */
static double float_value(wrow_type type, const void *element)
{
    uint16_t half;
    uint32_t word;
    float single;
    double value;

    memcpy(&value, element, wrow_type_size(type) == 8 ? sizeof value : 0);
    if (type == WROW_F64)
        return value;
    if (type == WROW_F32) {
        memcpy(&single, element, sizeof single);
        return (double)single;
    }
    memcpy(&half, element, sizeof half);
    if (type == WROW_F16)
        return f16_value(half);
    word = (uint32_t)half << 16;
    memcpy(&single, &word, sizeof single);
    return (double)single;
}

/* The low bits of the 64-bit answer, as they lie in memory on this little-endian host. */
static int integer_differs(wrow_type type, const void *out, uint64_t expected, char *text,
                           size_t text_bytes)
{
    uint64_t got = 0;
    const size_t bytes = wrow_type_size(type);
    const uint64_t mask = bytes < 8 ? ((uint64_t)1 << 8 * bytes) - 1 : ~(uint64_t)0;

    memcpy(&got, out, bytes);
    if (got == (expected & mask))
        return 0;
    snprintf(text, text_bytes, "bits %#llx instead of %#llx", (unsigned long long)got,
             (unsigned long long)(expected & mask));
    return -1;
}

static int float_differs(wrow_type type, double got, double expected, double allowed,
                         char *text, size_t text_bytes)
{
    if (got == expected || fabs(got - expected) <= allowed)
        return 0;
    /* Beyond the largest value the type has infinity. */
    if (isinf(got) && fabs(expected) + allowed >= largest[type] &&
        (got > 0) == (expected > 0))
        return 0;
    snprintf(text, text_bytes, "%.17g instead of %.17g, more than %.3g apart", got,
             expected, allowed);
    return -1;
}

static uint64_t integer_answer(wrow_operation operation, const data_answers *expected)
{
    const uint64_t answers[] = {
        [WROW_SUM] = expected->sum,
        [WROW_PRODUCT] = expected->product,
        [WROW_MIN] = expected->min.u,
        [WROW_MAX] = expected->max.u,
        [WROW_BIT_AND] = expected->bits_and,
        [WROW_BIT_OR] = expected->bits_or,
        [WROW_BIT_XOR] = expected->bits_xor,
        [WROW_ANY] = expected->nonzero != 0,
        [WROW_ALL] = expected->nonzero == expected->count,
        [WROW_COUNT_NONZERO] = expected->nonzero,
    };
    return answers[operation];
}

int reduce_check(wrow_operation operation, wrow_type in_type, wrow_type out_type,
                 wrow_type accumulator, const void *out, const data_answers *expected,
                 char *text, size_t text_bytes)
{
    const double roundoff = roundoffs[accumulator];
    double got, answer, allowed;

    if (!is_float(in_type) || !is_float(out_type))
        return integer_differs(out_type, out, integer_answer(operation, expected), text,
                               text_bytes);
    got = float_value(out_type, out);
    if (operation == WROW_MIN || operation == WROW_MAX) {
        answer = operation == WROW_MIN ? expected->min.f : expected->max.f;
        return float_differs(out_type, got, answer, 0, text, text_bytes);
    }
    /* A tree over n values errs by log2(n) roundoffs at most; 64 covers a row of
     * sequential steps as well, and the reference's own f64 error. */
    answer = operation == WROW_SUM ? expected->f_sum : expected->f_product;
    allowed = operation == WROW_SUM ? expected->magnitudes : fabs(answer);
    allowed =
        64 * (roundoff + 0x1p-53) * allowed + 2 * roundoffs[out_type] * fabs(answer);
    return float_differs(out_type, got, answer, allowed, text, text_bytes);
}

int arg_check(int wanted, wrow_type type, int is_element, const wrow_extreme *out,
              const data_answers *expected, char *text, size_t text_bytes)
{
    const wrow_value values[] = {expected->min, expected->max};
    const uint64_t indices[] = {expected->min_index, expected->max_index};
    static const wrow_operation operations[] = {WROW_MIN, WROW_MAX};

    for (int k = 0; k < 2; ++k) {
        if (!(wanted >> k & 1))
            continue;
        if (is_element && reduce_check(operations[k], type, type, type, &out[k].value,
                                       expected, text, text_bytes))
            return -1;
        if (out[k].index == indices[k] && (is_element || out[k].value.u == values[k].u))
            continue;
        snprintf(text, text_bytes, "%s at %llu, bits %#llx instead of %llu, %#llx",
                 wrow_operation_name(operations[k]), (unsigned long long)out[k].index,
                 (unsigned long long)out[k].value.u, (unsigned long long)indices[k],
                 (unsigned long long)values[k].u);
        return -1;
    }
    return 0;
}

int describe_check(const wrow_summary *got, const data_answers *expected, char *text,
                   size_t text_bytes)
{
    const double count = (double)expected->count;
    const double mean = expected->f_sum / count;
    const double deviations = expected->squares - expected->f_sum * mean;
    const double sum_allowed = 0x1p-46 * expected->magnitudes;
    const double squares_allowed = 0x1p-44 * expected->squares;

    if (got->count != expected->count || got->nan_count != 0 ||
        got->min.u != expected->min.u || got->max.u != expected->max.u ||
        got->min_index != expected->min_index || got->max_index != expected->max_index) {
        snprintf(text, text_bytes,
                 "count %llu, NaNs %llu, min at %llu, max at %llu instead of %llu, 0, "
                 "%llu, %llu; or their values",
                 (unsigned long long)got->count, (unsigned long long)got->nan_count,
                 (unsigned long long)got->min_index, (unsigned long long)got->max_index,
                 (unsigned long long)expected->count,
                 (unsigned long long)expected->min_index,
                 (unsigned long long)expected->max_index);
        return -1;
    }
    if (float_differs(WROW_F64, got->sum, expected->f_sum, sum_allowed, text,
                      text_bytes) ||
        float_differs(WROW_F64, got->mean, mean, sum_allowed / count, text, text_bytes) ||
        float_differs(WROW_F64, got->squared_deviations, deviations, squares_allowed,
                      text, text_bytes) ||
        float_differs(WROW_F64, got->variance, deviations / count,
                      squares_allowed / count, text, text_bytes))
        return -1;
    return 0;
}

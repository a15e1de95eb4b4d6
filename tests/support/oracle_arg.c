/* oracle_arg.c -- see oracle.h: extremes with the first indices that hold them. */
#include "bits.h"
#include "oracle.h"
#include <math.h>

static const void *element_at(const void *in, wrow_type type, uint64_t index)
{
    return (const unsigned char *)in + index * type_row_of(type)->bytes;
}

/* Neither is NaN. */
static bool less(wrow_type type, const void *a, const void *b)
{
    if (is_float(type)) {
        const double x = load_f64(type, a), y = load_f64(type, b);
        return x < y || (x == y && signbit(x) && !signbit(y));
    }
    const uint64_t x = load_integer(type, a), y = load_integer(type, b);
    return type_row_of(type)->kind == 'S' ? (int64_t)x < (int64_t)y : x < y;
}

static wrow_extreme extreme_at(const void *in, wrow_type type, uint64_t index)
{
    const void *element = element_at(in, type, index);
    wrow_extreme extreme = {.index = index};
    if (is_float(type))
        store_f64(WROW_F64, load_f64(type, element), &extreme.value);
    else
        extreme.value.u = load_integer(type, element);
    return extreme;
}

wrow_value oracle_identity(bool max, wrow_type type)
{
    const unsigned width = 8 * (unsigned)type_row_of(type)->bytes;
    const uint64_t all = ~(uint64_t)0 >> (64 - width);
    wrow_value value = {.u = max ? 0 : all};
    if (is_float(type))
        value.f = max ? -(double)INFINITY : (double)INFINITY;
    else if (type_row_of(type)->kind == 'S')
        value.u = max ? ~(all >> 1) : all >> 1;
    return value;
}

static wrow_extreme extreme_of_nothing(bool max, wrow_type type)
{
    return (wrow_extreme){oracle_identity(max, type), UINT64_MAX};
}

void oracle_arg_reduce(const void *in, wrow_type type, size_t count, wrow_extreme *min,
                       wrow_extreme *max)
{
    uint64_t least = 0, most = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const void *x = element_at(in, type, i);
        if (is_nan(type, x)) {
            least = most = i;
            break;
        }
        if (less(type, x, element_at(in, type, least)))
            least = i;
        if (less(type, element_at(in, type, most), x))
            most = i;
    }
    if (min)
        *min = count ? extreme_at(in, type, least) : extreme_of_nothing(false, type);
    if (max)
        *max = count ? extreme_at(in, type, most) : extreme_of_nothing(true, type);
}

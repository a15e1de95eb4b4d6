/* oracle_dot.c -- see oracle.h: dot products. Built with -ffp-contract=off. */
#include "bits.h"
#include "oracle.h"
#include "oracle_order.h"

struct pairs {
    const unsigned char *a, *b;
    wrow_type a_type, b_type;
    bool single; /* numbers are f32 */
};

static bool is_type(wrow_type type)
{
    for (int t = 0; t < TYPE_COUNT; ++t)
        if (type_rows[t].type == type)
            return true;
    return false;
}

bool oracle_dot_supported(wrow_type a, wrow_type b, wrow_type out)
{
    if (!is_type(a) || !is_type(b) || !is_type(out))
        return false;
    if (!is_float(b))
        return a == b && (out == WROW_I64 || out == WROW_U64);
    if (b == WROW_F16 || b == WROW_BF16)
        return a == b && (out == a || out == WROW_F32 || out == WROW_F64);
    if (out == WROW_F32)
        return is_float(a) && a != WROW_F64 && b == WROW_F32;
    return out == WROW_F64;
}

static const unsigned char *element_at(const unsigned char *in, wrow_type type,
                                       uint64_t i)
{
    return in + i * type_row_of(type)->bytes;
}

static double product(const void *source, uint64_t i)
{
    const struct pairs *const pairs = source;
    const double a = load_f64(pairs->a_type, element_at(pairs->a, pairs->a_type, i));
    const double b = load_f64(pairs->b_type, element_at(pairs->b, pairs->b_type, i));
    return pairs->single ? (double)((float)a * (float)b) : a * b;
}

void oracle_dot(const void *a, wrow_type a_type, const void *b, wrow_type b_type,
                size_t count, void *out, wrow_type out_type)
{
    const bool single = b_type == WROW_F16 || b_type == WROW_BF16;
    const struct pairs pairs = {a, b, a_type, b_type, single};
    if (is_float(b_type)) {
        const struct fold fold = {false, single, -0.0, product, &pairs};
        const double sum = fold_floats(&fold, count, type_row_of(a_type)->bytes);
        store_f64(out_type, count ? sum : 0.0, out);
        return;
    }
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; ++i)
        sum += load_integer(a_type, element_at(a, a_type, i)) *
               load_integer(b_type, element_at(b, b_type, i));
    store_integer(out_type, sum, out);
}

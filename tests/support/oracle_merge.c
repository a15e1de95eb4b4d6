/* oracle_merge.c -- see oracle.h: summaries joined. Built with -ffp-contract=off. */
#include "bits.h"
#include "oracle.h"
#include "oracle_order.h"
#include <math.h>
#include <string.h>

/* docs/order.md: (n, S, M) */
struct moments {
    uint64_t n;
    double s, m;
};

static struct moments merge(struct moments a, struct moments b)
{
    if (a.n == 0)
        return b;
    if (b.n == 0)
        return a;
    const double na = (double)a.n, nb = (double)b.n, n = (double)(a.n + b.n);
    const double d = b.s / nb - a.s / na;
    return (struct moments){a.n + b.n, a.s + b.s,
                            (a.m + b.m) + (d * d) * (na * (nb / n))};
}

static struct moments merge_all(const wrow_summary *parts, size_t count)
{
    struct moments lanes[MERGE_PARTS];
    for (size_t lane = 0; lane < MERGE_PARTS; ++lane) {
        lanes[lane] = (struct moments){0, -0.0, 0.0};
        for (size_t p = lane; p < count; p += MERGE_PARTS)
            lanes[lane] = merge(
                lanes[lane], (struct moments){parts[p].count - parts[p].nan_count,
                                              parts[p].sum, parts[p].squared_deviations});
    }
    for (size_t half = MERGE_PARTS / 2; half >= 1; half /= 2)
        for (size_t lane = 0; lane < half; ++lane)
            lanes[lane] = merge(lanes[lane], lanes[lane + half]);
    return lanes[0];
}

static bool less(wrow_type type, wrow_value a, wrow_value b)
{
    if (is_float(type))
        return a.f < b.f || (a.f == b.f && signbit(a.f) && !signbit(b.f));
    return type_row_of(type)->kind == 'S' ? a.i < b.i : a.u < b.u;
}

/* Counts, extremes and the first NaN, part after part. */
static uint64_t walk(const wrow_summary *parts, wrow_type type, size_t count,
                     wrow_summary *out)
{
    uint64_t first_nan = UINT64_MAX;
    bool found = false;
    out->min = oracle_identity(false, type);
    out->max = oracle_identity(true, type);
    out->min_index = out->max_index = UINT64_MAX;
    for (size_t p = 0; p < count; ++p) {
        const wrow_summary *const part = &parts[p];
        if (part->nan_count && first_nan == UINT64_MAX)
            first_nan = out->count + part->min_index;
        if (part->count != part->nan_count) {
            if (!found || less(type, part->min, out->min)) {
                out->min = part->min;
                out->min_index = out->count + part->min_index;
            }
            if (!found || less(type, out->max, part->max)) {
                out->max = part->max;
                out->max_index = out->count + part->max_index;
            }
            found = true;
        }
        out->count += part->count;
        out->nan_count += part->nan_count;
    }
    return first_nan;
}

void oracle_describe_merge(const wrow_summary *parts, wrow_type type, size_t count,
                           bool skip_nan, wrow_summary *out)
{
    double *const floats[] = {&out->sum, &out->mean, &out->squared_deviations,
                              &out->variance, &out->sample_variance};
    memset(out, 0, sizeof *out);
    const uint64_t first_nan = walk(parts, type, count, out);
    const struct moments all = merge_all(parts, count);
    out->sum = all.n ? all.s : 0.0;
    out->mean = all.s / (double)all.n;
    out->squared_deviations = all.m;
    out->variance = all.m / (double)all.n;
    out->sample_variance = all.n > 1 ? all.m / ((double)all.n - 1) : (double)NAN;
    if (out->nan_count && !skip_nan) {
        out->min_index = out->max_index = first_nan;
        out->min.f = out->max.f = (double)NAN;
        for (size_t f = 0; f < sizeof floats / sizeof floats[0]; ++f)
            *floats[f] = (double)NAN;
    }
    for (size_t f = 0; f < sizeof floats / sizeof floats[0]; ++f)
        store_f64(WROW_F64, *floats[f], floats[f]);
    if (is_float(type)) {
        store_f64(WROW_F64, out->min.f, &out->min.f);
        store_f64(WROW_F64, out->max.f, &out->max.f);
    }
}

/* oracle_describe.c -- see oracle.h: describe. Built with -ffp-contract=off. */
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

struct input {
    const unsigned char *elements;
    wrow_type type;
    uint64_t bytes;
    uint64_t count;
    struct cut cut;
};

static const struct moments nothing = {0, -0.0, 0.0};

static double add_halves(double *values, uint64_t count)
{
    for (uint64_t h = count / 2; h >= 1; h /= 2)
        for (uint64_t j = 0; j < h; ++j)
            values[j] = values[j] + values[j + h];
    return values[0];
}

/* One pass over a chunk: the sum of x from -0, or of (x - mean)^2 from +0. */
static double fold_chunk(const struct input *in, uint64_t chunk, bool deviations,
                         double mean)
{
    const uint64_t strip = in->cut.strip, row = in->cut.row;
    const uint64_t first = chunk * CHUNK_ROWS * row;
    const double start = deviations ? 0.0 : -0.0;
    double accumulators[LANES * 16], lanes[LANES];
    for (uint64_t k = 0; k < row; ++k)
        accumulators[k] = start;
    for (uint64_t r = 0; r < CHUNK_ROWS; ++r)
        for (uint64_t k = 0; k < row; ++k) {
            const uint64_t i = first + r * row + k;
            double term = start;
            if (i < in->count) {
                const double x = load_f64(in->type, in->elements + i * in->bytes);
                if (!isnan(x))
                    term = deviations ? (x - mean) * (x - mean) : x;
            }
            accumulators[k] = accumulators[k] + term;
        }
    for (uint64_t lane = 0; lane < LANES; ++lane)
        lanes[lane] = add_halves(accumulators + lane * strip, strip);
    return add_halves(lanes, LANES);
}

static struct moments chunk_moments(const struct input *in, uint64_t chunk)
{
    const uint64_t length = CHUNK_ROWS * in->cut.row;
    struct moments state = nothing;
    for (uint64_t i = chunk * length; i < (chunk + 1) * length && i < in->count; ++i)
        state.n += is_nan(in->type, in->elements + i * in->bytes) ? 0 : 1;
    if (state.n == 0)
        return state;
    state.s = fold_chunk(in, chunk, false, 0);
    state.m = fold_chunk(in, chunk, true, state.s / (double)state.n);
    return state;
}

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

static struct moments merge_halves(struct moments *values, uint64_t count)
{
    for (uint64_t h = count / 2; h >= 1; h /= 2)
        for (uint64_t j = 0; j < h; ++j)
            values[j] = merge(values[j], values[j + h]);
    return values[0];
}

static struct moments run_moments(const struct input *in, uint64_t run)
{
    const uint64_t chunks = in->cut.run_rows / CHUNK_ROWS;
    struct moments state = nothing;
    for (uint64_t chunk = run * chunks; chunk < (run + 1) * chunks; ++chunk)
        state = merge(state, chunk_moments(in, chunk));
    return state;
}

static struct moments all_moments(const struct input *in)
{
    struct moments partials[PARTIALS], runs[MOST_RUNS / PARTIALS];
    for (uint64_t p = 0; p < PARTIALS; ++p) {
        for (uint64_t r = 0; r < in->cut.fan; ++r) {
            const uint64_t run = p * in->cut.fan + r;
            runs[r] = run < in->cut.runs ? run_moments(in, run) : nothing;
        }
        partials[p] = merge_halves(runs, in->cut.fan);
    }
    return merge_halves(partials, PARTIALS);
}

/* -1, 0, 1; NaNs never get here. */
static int compare(wrow_type type, const void *a, const void *b)
{
    if (is_float(type)) {
        const double x = load_f64(type, a), y = load_f64(type, b);
        if (x == y)
            return (int)!signbit(x) - (int)!signbit(y);
        return x < y ? -1 : 1;
    }
    const uint64_t x = load_integer(type, a), y = load_integer(type, b);
    if (x == y)
        return 0;
    return (type_row_of(type)->kind == 'S' ? (int64_t)x < (int64_t)y : x < y) ? -1 : 1;
}

static void extremes(const struct input *in, wrow_summary *out)
{
    const unsigned char *min = NULL, *max = NULL;
    for (uint64_t i = 0; i < in->count; ++i) {
        const unsigned char *x = in->elements + i * in->bytes;
        if (is_nan(in->type, x))
            continue;
        if (!min || compare(in->type, x, min) < 0) {
            min = x;
            out->min_index = i;
        }
        if (!max || compare(in->type, x, max) > 0) {
            max = x;
            out->max_index = i;
        }
    }
    if (!min) {
        out->min_index = out->max_index = UINT64_MAX;
        out->min = oracle_identity(false, in->type);
        out->max = oracle_identity(true, in->type);
    } else if (is_float(in->type)) {
        out->min.f = load_f64(in->type, min);
        out->max.f = load_f64(in->type, max);
    } else {
        out->min.u = load_integer(in->type, min);
        out->max.u = load_integer(in->type, max);
    }
}

void oracle_describe(const void *elements, wrow_type type, size_t count, bool skip_nan,
                     wrow_summary *out)
{
    const uint64_t bytes = type_row_of(type)->bytes;
    const struct input in = {elements, type, bytes, count, cut_of(count, bytes)};
    const struct moments all = all_moments(&in);
    double *const floats[] = {&out->sum, &out->mean, &out->squared_deviations,
                              &out->variance, &out->sample_variance};
    memset(out, 0, sizeof *out);
    out->count = count;
    extremes(&in, out);
    out->sum = all.n ? all.s : 0.0;
    out->mean = all.s / (double)all.n;
    out->squared_deviations = all.m;
    out->variance = all.m / (double)all.n;
    out->sample_variance = all.m / ((double)all.n - 1);
    if (all.n <= 1)
        out->sample_variance = (double)NAN;
    for (uint64_t i = count; i-- > 0;)
        if (is_nan(type, in.elements + i * bytes)) {
            ++out->nan_count;
            if (!skip_nan)
                out->min_index = out->max_index = i;
        }
    if (out->nan_count && !skip_nan) {
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

/* reduce_cpu_case.c -- see reduce_cpu_case.h. */
#include "reduce_cpu_case.h"

#include <math.h>
#include <string.h>

const char *const cpu_call_names[CPU_CALLS] = {
#define X(name, text) [CPU_##name] = text,
    CPU_CALL_MAP(X)
#undef X
};

static uint64_t hash(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u; /* SplitMix64 (Steele, Lea, Flood 2014) */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* ------------------------------------------------------------------------ data */

static void fill(const struct cpu_data *data, void *to, int with_nans)
{
    float *const f32 = to;
    double *const f64 = to;
    int32_t *const i32 = to;
    for (size_t i = 0; i < data->count; ++i) {
        const int64_t random = (int64_t)hash(i);
        const float x =
            with_nans && random % 64 == 0 ? nanf("") : (float)(random >> 40) * 0x1p-23f;
        if (data->type == WROW_F32)
            f32[i] = x;
        else if (data->type == WROW_F64)
            f64[i] = (double)x;
        else
            i32[i] = (int32_t)(random >> 32);
    }
}

/* Ends of segments of 1 to 63 elements; the last may be shorter. */
static size_t cut(uint64_t *offsets, size_t count)
{
    size_t segments = 0;
    for (uint64_t at = 0; at < count; at = offsets[segments]) {
        const uint64_t length = 1 + hash(~(uint64_t)segments) % 63;
        offsets[segments] = at;
        offsets[++segments] = count - at < length ? count : at + length;
    }
    return segments;
}

int cpu_data_make(struct cpu_data *data, wrow_context *context, wrow_type type,
                  size_t count)
{
    const size_t bytes = count * wrow_type_size(type);
    void *offsets = NULL;
    *data =
        (struct cpu_data){.context = context, .type = type, .count = count, .rows = 1};
    while (data->rows * data->rows * 4 <= count)
        data->rows *= 2;
    data->columns = count / data->rows;
    if (wrow_alloc(context, bytes, &data->in) != WROW_OK ||
        wrow_alloc(context, (count + 1) * sizeof(uint64_t), &offsets) != WROW_OK ||
        wrow_alloc(context, (count + 1) * sizeof(uint64_t), &data->out) != WROW_OK ||
        (type != WROW_I32 && wrow_alloc(context, bytes, &data->in_with_nans) != WROW_OK))
        return -1;
    data->offsets = offsets;
    data->segments = cut(data->offsets, count);
    fill(data, data->in, 0);
    if (data->in_with_nans)
        fill(data, data->in_with_nans, 1);
    return 0;
}

int cpu_data_free(struct cpu_data *data)
{
    void *const all[] = {data->in, data->in_with_nans, data->offsets, data->out};
    int failed = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        failed |= all[i] && wrow_free(data->context, all[i]) != WROW_OK;
    return failed;
}

/* ----------------------------------------------------------------------- calls */

int cpu_call_takes(enum cpu_call call, wrow_type type)
{
    return call != CPU_NANSUM || type != WROW_I32;
}

wrow_status cpu_call_run(wrow_context *context, enum cpu_call call,
                         const struct cpu_data *data)
{
    static const wrow_reduce_options skip = {.skip_nan = 1};
    static const wrow_value zero;
    const void *const in = data->in;
    void *const out = data->out;
    const wrow_type type = data->type, sum = type == WROW_I32 ? WROW_I64 : type;
    const size_t count = data->count;
    switch (call) {
    case CPU_MIN:
        return wrow_reduce(context, WROW_MIN, in, type, count, out, type);
    case CPU_MAX:
        return wrow_reduce(context, WROW_MAX, in, type, count, out, type);
    case CPU_ARGMAX:
        return wrow_arg_reduce(context, in, type, count, NULL, out);
    case CPU_DESCRIBE:
        return wrow_describe(context, NULL, in, type, count, out);
    case CPU_NANSUM:
        return wrow_transform_reduce(context, WROW_SUM, &skip, data->in_with_nans, type,
                                     count, out, sum);
    case CPU_COUNT:
        return wrow_count_if(context, WROW_GREATER, &zero, in, type, count, out);
    case CPU_ROWS:
    case CPU_COLUMNS:
        return wrow_reduce_rows(context, WROW_SUM, NULL,
                                call == CPU_ROWS ? WROW_ALONG_ROWS : WROW_ALONG_COLUMNS,
                                in, type, data->rows, data->columns, data->columns, out,
                                sum);
    case CPU_SEGMENTS:
        return wrow_reduce_segments(context, WROW_SUM, NULL, in, type, count,
                                    data->offsets, data->segments, out, sum);
    default:
        return wrow_reduce(context, WROW_SUM, in, type, count, out, sum);
    }
}

/* --------------------------------------------------------------------- answers */

static double element(const struct cpu_data *data, const void *in, size_t i)
{
    const float *const f32 = in;
    const double *const f64 = in;
    const int32_t *const i32 = in;
    return data->type == WROW_F32   ? (double)f32[i]
           : data->type == WROW_F64 ? f64[i]
                                    : (double)i32[i];
}

struct answer {
    double sum, magnitudes, least, most;
    size_t at_most, above;
};

static struct answer answer_of(const struct cpu_data *data, const void *in, size_t first,
                               size_t step, size_t count)
{
    struct answer all = {.least = INFINITY, .most = -INFINITY};
    for (size_t i = 0; i < count; ++i) {
        const double x = element(data, in, first + i * step);
        if (x != x)
            continue;
        all.sum += x;
        all.magnitudes += fabs(x);
        all.least = x < all.least ? x : all.least;
        all.above += x > 0;
        if (x > all.most) {
            all.most = x;
            all.at_most = i;
        }
    }
    return all;
}

/* Sums of integers below 2^53 are exact. */
static int is_wrong_sum(const struct cpu_data *data, size_t i, const struct answer *all)
{
    const float *const f32 = data->out;
    const double *const f64 = data->out;
    const int64_t *const i64 = data->out;
    if (data->type == WROW_I32)
        return i64[i] != (int64_t)all->sum;
    if (data->type == WROW_F64)
        return fabs(f64[i] - all->sum) > 1e-12 * all->magnitudes;
    return fabs((double)f32[i] - all->sum) >
           1e-12 * all->magnitudes + 0x1p-23 * fabs(all->sum);
}

static int is_wrong_many(enum cpu_call call, const struct cpu_data *data)
{
    const size_t many = call == CPU_ROWS      ? data->rows
                        : call == CPU_COLUMNS ? data->columns
                                              : data->segments;
    for (size_t i = 0; i < many; ++i) {
        const uint64_t *const at = data->offsets + i;
        const struct answer all =
            call == CPU_ROWS
                ? answer_of(data, data->in, i * data->columns, 1, data->columns)
            : call == CPU_COLUMNS
                ? answer_of(data, data->in, i, data->columns, data->rows)
                : answer_of(data, data->in, at[0], 1, at[1] - at[0]);
        if (is_wrong_sum(data, i, &all))
            return 1;
    }
    return 0;
}

int cpu_call_is_wrong(enum cpu_call call, const struct cpu_data *data)
{
    const void *const in = call == CPU_NANSUM ? data->in_with_nans : data->in;
    const wrow_extreme *const extreme = data->out;
    const wrow_summary *const summary = data->out;
    const uint64_t *const number = data->out;
    if (call >= CPU_ROWS)
        return is_wrong_many(call, data);
    const struct answer all = answer_of(data, in, 0, 1, data->count);
    switch (call) {
    case CPU_MIN:
        return element(data, data->out, 0) != all.least;
    case CPU_MAX:
        return element(data, data->out, 0) != all.most;
    case CPU_ARGMAX:
        return extreme->index != all.at_most;
    case CPU_DESCRIBE:
        return fabs(summary->sum - all.sum) > 1e-12 * all.magnitudes ||
               summary->max_index != all.at_most;
    case CPU_COUNT:
        return *number != all.above;
    default:
        return is_wrong_sum(data, 0, &all);
    }
}

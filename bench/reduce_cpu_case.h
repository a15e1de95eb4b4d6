/* reduce_cpu_case.h -- the calls that bench_reduce_cpu times, their data, and plain loops
 * that know the answers. */
#ifndef BENCH_REDUCE_CPU_CASE_H
#define BENCH_REDUCE_CPU_CASE_H

#include <windrow/windrow.h>

/* X(enumerator, name): sums of integers go to i64, all else to the type itself. */
#define CPU_CALL_MAP(X)                                                                  \
    X(SUM, "sum")                                                                        \
    X(MIN, "min")                                                                        \
    X(MAX, "max")                                                                        \
    X(ARGMAX, "argmax")                                                                  \
    X(DESCRIBE, "describe")                                                              \
    X(NANSUM, "nansum")     /* of floats, one in 64 a NaN */                             \
    X(COUNT, "count")       /* of elements above 0 */                                    \
    X(ROWS, "rows")         /* sums of all rows of a square */                           \
    X(COLUMNS, "columns")   /* of all columns */                                         \
    X(SEGMENTS, "segments") /* sums of segments of 1 to 63 elements */

enum cpu_call {
#define X(name, text) CPU_##name,
    CPU_CALL_MAP(X)
#undef X
        CPU_CALLS
};

extern const char *const cpu_call_names[CPU_CALLS];

/* Elements of one type, and room for every answer; from the library's own allocator:
 * large arrays get huge pages, as NumPy's do. */
struct cpu_data {
    wrow_context *context; /* that owns all */
    wrow_type type;
    size_t count, rows, columns, segments;
    void *in, *in_with_nans; /* the latter of floats */
    uint64_t *offsets;
    void *out;
};

/* 0, or -1 if there is no memory. A failed one is freed as well. */
int cpu_data_make(struct cpu_data *data, wrow_context *context, wrow_type type,
                  size_t count);
int cpu_data_free(struct cpu_data *data);

/* Whether the call takes the type. */
int cpu_call_takes(enum cpu_call call, wrow_type type);

wrow_status cpu_call_run(wrow_context *context, enum cpu_call call,
                         const struct cpu_data *data);

/* 1 if data->out is not what the call should have left there: floats may differ by
 * their last rounding. */
int cpu_call_is_wrong(enum cpu_call call, const struct cpu_data *data);

#endif

/*
 * bench_reduce_cpu.c -- wrow_reduce and wrow_describe on the CPU backend, with one
 * thread and with all, in turns.
 *
 * Timed: whole calls on data that outgrows the caches. Not timed: making the data,
 * checking the answers, starting the threads. cpu_board.py sets the numbers beside
 * NumPy's and std::reduce's.
 */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <windrow/windrow.h>

#if !defined(BENCH_COMMIT)
#define BENCH_COMMIT "unknown"
#endif

enum { CASES = 4, WIDTHS = 2 };

typedef struct cpu_case {
    const char *name;
    wrow_operation operation; /* 0: describe */
    wrow_type in_type, out_type;
} cpu_case;

static const cpu_case cases[CASES] = {
    {"sum", WROW_SUM, WROW_F32, WROW_F32},
    {"max", WROW_MAX, WROW_F32, WROW_F32},
    {"sum", WROW_SUM, WROW_I32, WROW_I64},
    {"describe", (wrow_operation)0, WROW_F32, WROW_F64},
};

typedef struct cpu_call {
    wrow_context *context;
    const cpu_case *of;
    const void *in;
    size_t count;
    wrow_summary out; /* large enough for every answer */
} cpu_call;

static uint64_t hash(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u; /* SplitMix64 (Steele, Lea, Flood 2014) */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static double sample(bench_contender *self)
{
    cpu_call *call = self->argument;
    const cpu_case *of = call->of;
    const double start = bench_seconds();
    const wrow_status status =
        of->operation ? wrow_reduce(call->context, of->operation, call->in, of->in_type,
                                    call->count, &call->out, of->out_type)
                      : wrow_describe(call->context, NULL, call->in, of->in_type,
                                      call->count, &call->out);
    const double us = 1e6 * (bench_seconds() - start);
    if (status == WROW_OK)
        return us;
    fprintf(stderr, "bench_reduce_cpu: %s\n", wrow_last_error(call->context));
    return -1;
}

/* The answer by a plain loop; floats may differ by their last rounding. */
static int is_wrong(const cpu_call *call)
{
    const float *f = call->in;
    const int32_t *integers = call->in;
    double sum = 0, magnitudes = 0;
    float most = f[0], single;
    int64_t total = 0, got;

    for (size_t i = 0; i < call->count; ++i) {
        if (call->of->in_type == WROW_I32) {
            total += integers[i];
            continue;
        }
        sum += (double)f[i];
        magnitudes += fabs((double)f[i]);
        most = f[i] > most ? f[i] : most;
    }
    memcpy(&single, &call->out, sizeof single);
    memcpy(&got, &call->out, sizeof got);
    if (!call->of->operation)
        return fabs(call->out.sum - sum) > 1e-12 * magnitudes ||
               call->out.max.f != (double)most;
    if (call->of->in_type == WROW_I32)
        return got != total;
    if (call->of->operation == WROW_MAX)
        return single != most;
    return fabs((double)single - sum) > 1e-12 * magnitudes + 0x1p-23 * fabs(sum);
}

static int run_case(bench_table *table, wrow_context **contexts, const cpu_case *of,
                    const void *in, size_t count, int samples, int raw)
{
    static bench_contender contenders[WIDTHS];
    static const char *const names[WIDTHS] = {"windrow_1", "windrow_all"};
    cpu_call calls[WIDTHS];

    for (int i = 0; i < WIDTHS; ++i) {
        calls[i].context = contexts[i];
        calls[i].of = of;
        calls[i].in = in;
        calls[i].count = count;
        contenders[i].name = names[i];
        contenders[i].sample = sample;
        contenders[i].argument = &calls[i];
        memset(&calls[i].out, 0xa5, sizeof calls[i].out);
        if (sample(&contenders[i]) < 0)
            return -1;
        if (is_wrong(&calls[i])) {
            fprintf(stderr, "bench_reduce_cpu: %s of %s is wrong\n", of->name,
                    wrow_type_name(of->in_type));
            return -1;
        }
    }
    if (bench_interleave(contenders, WIDTHS, 1, samples))
        return -1;
    for (int i = 0; i < WIDTHS; ++i) {
        const double bytes = (double)(count * wrow_type_size(of->in_type));
        bench_row row = {.bench = "reduce_cpu", .variant = "aligned"};
        for (int s = 0; raw && s < samples; ++s)
            printf("sample,%s,%s_%s,%.2f\n", names[i], wrow_type_name(of->in_type),
                   of->name, contenders[i].samples[s]);
        row.type = wrow_type_name(of->in_type);
        row.operation = of->name;
        row.contender = names[i];
        row.count = count;
        row.bytes = (uint64_t)bytes;
        row.median_us = contenders[i].median_us;
        row.p10_us = contenders[i].p10_us;
        row.p90_us = contenders[i].p90_us;
        row.gb_per_s = 1e-3 * bytes / row.median_us;
        row.host_us_per_call = -1;
        bench_table_add(table, &row);
    }
    return 0;
}

/* From the library's own allocator: large arrays get huge pages, as NumPy's do. */
static void *make_data(wrow_context *context, wrow_type type, size_t count)
{
    void *memory = NULL;
    if (wrow_alloc(context, count * 4, &memory) != WROW_OK)
        return NULL;
    float *const f = memory;
    int32_t *const integer = memory;
    for (size_t i = 0; i < count; ++i) {
        const int64_t random = (int64_t)hash(i);
        if (type == WROW_F32)
            f[i] = (float)(random >> 40) * 0x1p-23f;
        else
            integer[i] = (int32_t)(random >> 32);
    }
    return memory;
}

static int run_cases(bench_table *table, wrow_context **contexts, size_t count,
                     int samples, int raw)
{
    void *const floats = make_data(contexts[0], WROW_F32, count);
    void *const integers = make_data(contexts[0], WROW_I32, count);
    int failed = !floats || !integers;
    if (failed)
        fprintf(stderr, "bench_reduce_cpu: %s\n", wrow_last_error(contexts[0]));
    for (int i = 0; i < CASES && !failed; ++i)
        failed = run_case(table, contexts, &cases[i],
                          cases[i].in_type == WROW_I32 ? integers : floats, count,
                          samples, raw);
    return wrow_free(contexts[0], floats) || wrow_free(contexts[0], integers) || failed;
}

static int run(bench_table *table, uint32_t threads, size_t count, int samples, int raw)
{
    wrow_context *contexts[WIDTHS] = {NULL, NULL};
    int failed = 0;

    for (int i = 0; i < WIDTHS && !failed; ++i) {
        wrow_context_options options = {.size = sizeof options, .backend = WROW_CPU};
        options.cpu_threads = i == 0 ? 1 : threads;
        failed = wrow_context_create(&contexts[i], &options) != WROW_OK;
        if (failed)
            fprintf(stderr, "bench_reduce_cpu: %s\n", wrow_last_error(NULL));
    }
    if (!failed && !raw)
        printf("%s, commit %s\n", wrow_context_device_name(contexts[1]), BENCH_COMMIT);
    if (!failed)
        failed = run_cases(table, contexts, count, samples, raw);
    for (int i = 0; i < WIDTHS; ++i)
        wrow_context_destroy(contexts[i]);
    return failed;
}

int main(int argc, char **argv)
{
    bench_table table = {.ours = "windrow_1", .against = "-"};
    long threads = 0, power = 26, samples = BENCH_SAMPLES_MIN + 1;
    int raw = 0, failed;

    for (int i = 1; i < argc; ++i) {
        long *number = strcmp(argv[i], "--threads") == 0   ? &threads
                       : strcmp(argv[i], "--power") == 0   ? &power
                       : strcmp(argv[i], "--samples") == 0 ? &samples
                                                           : NULL;
        if (strcmp(argv[i], "--raw") == 0) {
            raw = 1;
        } else if (number && i + 1 < argc) {
            *number = strtol(argv[++i], NULL, 10);
        } else {
            fputs("bench_reduce_cpu [--threads N] [--power 26] [--samples N] [--raw]\n",
                  stderr);
            return 2;
        }
    }
    if (threads < 0 || power < 0 || power > 34 || samples < 1 ||
        samples > BENCH_SAMPLES_MAX) {
        fputs("bench_reduce_cpu: a number is out of range\n", stderr);
        return 2;
    }
    failed = run(&table, (uint32_t)threads, (size_t)1 << power, (int)samples, raw);
    if (!failed && !raw) {
        bench_print_worst(&table, stdout, CASES);
        table.ours = "windrow_all";
        puts("all threads:");
        bench_print_worst(&table, stdout, CASES);
    }
    bench_table_free(&table);
    return failed;
}

/*
 * bench_reduce_cpu.c -- the reductions on the CPU backend, with one thread and with all,
 * in turns.
 *
 * Timed: whole calls on data that outgrows the caches. Not timed: making the data,
 * checking the answers, starting the threads. cpu_board.py sets the numbers beside
 * NumPy's and std::reduce's.
 */
#include "harness.h"
#include "reduce_cpu_case.h"

#include <stdlib.h>
#include <string.h>

#if !defined(BENCH_COMMIT)
#define BENCH_COMMIT "unknown"
#endif

enum { WIDTHS = 2 };

static const wrow_type types[] = {WROW_F32, WROW_I32, WROW_F64};
enum { TYPES = sizeof types / sizeof types[0] };

struct settings {
    long threads, power, samples, raw;
    const char *only; /* "f32_sum"; NULL: all */
};

struct timed_call {
    wrow_context *context;
    enum cpu_call call;
    const struct cpu_data *data;
};

static double sample(bench_contender *self)
{
    const struct timed_call *const timed = self->argument;
    const double start = bench_seconds();
    const wrow_status status = cpu_call_run(timed->context, timed->call, timed->data);
    const double us = 1e6 * (bench_seconds() - start);
    if (status == WROW_OK)
        return us;
    fprintf(stderr, "bench_reduce_cpu: %s\n", wrow_last_error(timed->context));
    return -1;
}

static void report(bench_table *table, const struct settings *settings,
                   const bench_contender *contender, const struct timed_call *timed)
{
    const char *const type = wrow_type_name(timed->data->type);
    const char *const call = cpu_call_names[timed->call];
    const size_t bytes = timed->data->count * wrow_type_size(timed->data->type);
    const bench_row row = {.bench = "reduce_cpu",
                           .variant = "aligned",
                           .type = type,
                           .operation = call,
                           .contender = contender->name,
                           .count = timed->data->count,
                           .bytes = bytes,
                           .median_us = contender->median_us,
                           .p10_us = contender->p10_us,
                           .p90_us = contender->p90_us,
                           .gb_per_s = 1e-3 * (double)bytes / contender->median_us,
                           .host_us_per_call = -1};
    for (int s = 0; settings->raw && s < contender->taken; ++s)
        printf("sample,%s,%s_%s,%.2f\n", contender->name, type, call,
               contender->samples[s]);
    bench_table_add(table, &row);
}

static int run_call(bench_table *table, wrow_context **contexts, enum cpu_call call,
                    const struct cpu_data *data, const struct settings *settings)
{
    static bench_contender contenders[WIDTHS];
    static const char *const names[WIDTHS] = {"windrow_1", "windrow_all"};
    struct timed_call timed[WIDTHS];

    for (int i = 0; i < WIDTHS; ++i) {
        timed[i] = (struct timed_call){contexts[i], call, data};
        contenders[i] =
            (bench_contender){.name = names[i], .sample = sample, .argument = &timed[i]};
        memset(data->out, 0xa5, data->count * sizeof(uint64_t));
        if (sample(&contenders[i]) < 0)
            return -1;
        if (cpu_call_is_wrong(call, data)) {
            fprintf(stderr, "bench_reduce_cpu: %s of %s is wrong\n", cpu_call_names[call],
                    wrow_type_name(data->type));
            return -1;
        }
    }
    if (bench_interleave(contenders, WIDTHS, 1, (int)settings->samples))
        return -1;
    for (int i = 0; i < WIDTHS; ++i)
        report(table, settings, &contenders[i], &timed[i]);
    return 0;
}

static int is_wanted(const struct settings *settings, enum cpu_call call, wrow_type type)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", wrow_type_name(type), cpu_call_names[call]);
    return cpu_call_takes(call, type) &&
           (!settings->only || strstr(name, settings->only));
}

static int run_type(bench_table *table, wrow_context **contexts, wrow_type type,
                    const struct settings *settings)
{
    struct cpu_data data;
    int failed = cpu_data_make(&data, contexts[0], type, (size_t)1 << settings->power);
    if (failed)
        fprintf(stderr, "bench_reduce_cpu: %s\n", wrow_last_error(contexts[0]));
    for (int call = 0; call < CPU_CALLS && !failed; ++call)
        if (is_wanted(settings, (enum cpu_call)call, type))
            failed = run_call(table, contexts, (enum cpu_call)call, &data, settings);
    return cpu_data_free(&data) || failed;
}

static int run(bench_table *table, const struct settings *settings)
{
    wrow_context *contexts[WIDTHS] = {NULL, NULL};
    int failed = 0;

    for (int i = 0; i < WIDTHS && !failed; ++i) {
        wrow_context_options options = {.size = sizeof options, .backend = WROW_CPU};
        options.cpu_threads = i == 0 ? 1 : (uint32_t)settings->threads;
        failed = wrow_context_create(&contexts[i], &options) != WROW_OK;
        if (failed)
            fprintf(stderr, "bench_reduce_cpu: %s\n", wrow_last_error(NULL));
    }
    if (!failed && !settings->raw)
        printf("%s, commit %s\n", wrow_context_device_name(contexts[1]), BENCH_COMMIT);
    for (int t = 0; t < TYPES && !failed; ++t)
        failed = run_type(table, contexts, types[t], settings);
    for (int i = 0; i < WIDTHS; ++i)
        wrow_context_destroy(contexts[i]);
    return failed;
}

static int read_settings(struct settings *settings, int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        long *number = strcmp(argv[i], "--threads") == 0   ? &settings->threads
                       : strcmp(argv[i], "--power") == 0   ? &settings->power
                       : strcmp(argv[i], "--samples") == 0 ? &settings->samples
                                                           : NULL;
        if (strcmp(argv[i], "--raw") == 0) {
            settings->raw = 1;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            settings->only = argv[++i];
        } else if (number && i + 1 < argc) {
            *number = strtol(argv[++i], NULL, 10);
        } else {
            fputs("bench_reduce_cpu [--threads N] [--power 26] [--samples N] "
                  "[--only f32_sum] [--raw]\n",
                  stderr);
            return -1;
        }
    }
    if (settings->threads < 0 || settings->power < 0 || settings->power > 34 ||
        settings->samples < 1 || settings->samples > BENCH_SAMPLES_MAX) {
        fputs("bench_reduce_cpu: a number is out of range\n", stderr);
        return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    bench_table table = {.ours = "windrow_1", .against = "-"};
    struct settings settings = {.power = 26, .samples = BENCH_SAMPLES_MIN + 1};

    if (read_settings(&settings, argc, argv))
        return 2;
    const int failed = run(&table, &settings);
    if (!failed && !settings.raw) {
        bench_print_worst(&table, stdout, TYPES * CPU_CALLS);
        table.ours = "windrow_all";
        puts("all threads:");
        bench_print_worst(&table, stdout, TYPES * CPU_CALLS);
    }
    bench_table_free(&table);
    return failed;
}

/* reduce_options.c -- see reduce_options.h. */
#include "reduce_options.h"
#include "harness.h"
#include "option_text.h"

#include <stdlib.h>
#include <string.h>

#if !defined(BENCH_COMMIT)
#define BENCH_COMMIT "unknown"
#endif

static const char help[] =
    "bench_reduce: wrow_reduce, wrow_arg_reduce and wrow_describe beside CUB and the "
    "roof\n"
    "  --types f32,i8     element types (all twelve)\n"
    "  --ops sum,max      operations, sum_wide (to a wider type), argmin, argmax,\n"
    "                     argboth, describe\n"
    "                     (sum,min,max,product,bit_xor,count_nonzero,sum_wide)\n"
    "  --describe --arg   wrow_describe, the three forms of wrow_arg_reduce as well\n"
    "  --counts 20,24,28  below 64: powers of two; else elements\n"
    "  --from A --to B --step C   powers of two A, A+C, ... B (0, 32, 1)\n"
    "  --aligned --misaligned     only data on, or one element off, an aligned base\n"
    "  --quick            f32,i32,f64,i8 sum,max of 2^10 2^16 2^20 2^24 2^28, aligned\n"
    "  --samples N        of each contender (31)\n"
    "  --seconds S        start no case after S seconds, and say what was left out\n"
    "  --csv FILE         every row of every contender\n"
    "  --rows N           rows of the table at the end (40)\n"
    "  --commit HASH      for the column of that name\n"
    "  --device N         CUDA ordinal (0)\n";

static const option_name operation_names[] = {
#define X(name, value, rule, text) {text, 1u << (value)},
    WROW_OPERATION_MAP(X)
#undef X
        {"sum_wide", RUN_SUM_WIDE},
    {"describe", RUN_DESCRIBE},
    {"argmin", RUN_ARGMIN},
    {"argmax", RUN_ARGMAX},
    {"argboth", RUN_ARGBOTH},
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static int read_types(const char *text, unsigned *bits)
{
    return option_bits(option_types, OPTION_TYPES, "type", text, bits);
}

static int read_operations(const char *text, unsigned *bits)
{
    return option_bits(operation_names, COUNT_OF(operation_names), "operation", text,
                       bits);
}

static int read_counts(reduce_options *options, const char *text)
{
    options->count_count =
        option_counts("--counts", text, options->counts, (int)COUNT_OF(options->counts));
    return options->count_count < 0 ? -1 : 0;
}

struct powers {
    uint64_t from, to, step;
    int given;
};

/* Options without a value. 1 if it was one. */
static int read_flag(reduce_options *options, const char *name)
{
    if (strcmp(name, "--describe") == 0) {
        options->extras |= RUN_DESCRIBE;
    } else if (strcmp(name, "--arg") == 0) {
        options->extras |= RUN_ARG;
    } else if (strcmp(name, "--aligned") == 0) {
        options->misaligned = 0;
    } else if (strcmp(name, "--misaligned") == 0) {
        options->aligned = 0;
    } else if (strcmp(name, "--quick") == 0) {
        read_types("f32,i32,f64,i8", &options->types);
        read_operations("sum,max", &options->operations);
        read_counts(options, "10,16,20,24,28");
        options->misaligned = 0;
    } else {
        return 0;
    }
    return 1;
}

static int read_value(reduce_options *options, struct powers *powers, const char *name,
                      const char *value)
{
    const struct {
        const char *name;
        uint64_t *number;
        int *integer;
        const char **text;
        uint64_t most;
    } plain[] = {
        {"--from", &powers->from, NULL, NULL, 40},
        {"--to", &powers->to, NULL, NULL, 40},
        {"--step", &powers->step, NULL, NULL, 40},
        {"--samples", NULL, &options->samples, NULL, BENCH_SAMPLES_MAX},
        {"--rows", NULL, &options->rows, NULL, 100000},
        {"--device", NULL, &options->device, NULL, 1000},
        {"--csv", NULL, NULL, &options->csv, 0},
        {"--commit", NULL, NULL, &options->commit, 0},
    };

    if (strcmp(name, "--types") == 0)
        return read_types(value, &options->types);
    if (strcmp(name, "--ops") == 0)
        return read_operations(value, &options->operations);
    if (strcmp(name, "--counts") == 0)
        return read_counts(options, value);
    if (strcmp(name, "--seconds") == 0) {
        char *end;
        options->seconds = strtod(value, &end);
        return *end || !(options->seconds > 0) ? -2 : 0;
    }
    for (size_t i = 0; i < COUNT_OF(plain); ++i) {
        uint64_t number;
        const char *rest;
        if (strcmp(name, plain[i].name) != 0)
            continue;
        if (plain[i].text) {
            *plain[i].text = value;
            return 0;
        }
        if (option_number(value, &rest, plain[i].most, &number) || *rest)
            return -2;
        if (plain[i].integer)
            *plain[i].integer = (int)number;
        else
            *plain[i].number = number;
        powers->given |= plain[i].number != NULL;
        return 0;
    }
    return -2;
}

int reduce_options_read(reduce_options *options, int argc, char **argv)
{
    struct powers powers = {0, 32, 1, 0};

    memset(options, 0, sizeof *options);
    read_types("i8,u8,i16,u16,i32,u32,i64,u64,f16,bf16,f32,f64", &options->types);
    read_operations("sum,min,max,product,bit_xor,count_nonzero,sum_wide",
                    &options->operations);
    options->aligned = options->misaligned = 1;
    options->samples = BENCH_SAMPLES_MIN + 1;
    options->rows = 40;
    options->commit = BENCH_COMMIT;
    for (int i = 1; i < argc; ++i) {
        int result;
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return 1;
        }
        if (read_flag(options, argv[i]))
            continue;
        result = i + 1 < argc ? read_value(options, &powers, argv[i], argv[i + 1]) : -2;
        if (result == -2)
            fprintf(stderr, "bench_reduce: %s %s? See --help\n", argv[i],
                    i + 1 < argc ? argv[i + 1] : "");
        if (result)
            return -1;
        ++i;
    }
    options->operations |= options->extras;
    if (options->samples < BENCH_SAMPLES_MIN)
        fprintf(stderr, "bench_reduce: %d samples are too few to compare by\n",
                options->samples);
    if (options->samples < 1 || powers.step == 0)
        return -1;
    if (!options->count_count || powers.given)
        for (options->count_count = 0; powers.from <= powers.to;
             powers.from += powers.step)
            options->counts[options->count_count++] = (uint64_t)1 << powers.from;
    if (!options->count_count) {
        fprintf(stderr, "bench_reduce: --from is above --to\n");
        return -1;
    }
    if (!options->aligned && !options->misaligned)
        options->aligned = options->misaligned = 1;
    return 0;
}

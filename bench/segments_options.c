/* segments_options.c -- the command line, see segments_options.h. */
#include "segments_options.h"
#include "option_text.h"

#include <stdlib.h>
#include <string.h>

#if !defined(BENCH_COMMIT)
#define BENCH_COMMIT "unknown"
#endif

static const char help[] =
    "bench_segments: reductions of segments, rows and columns, and of transformed\n"
    "elements, beside CUB and the roof\n"
    "  --rows TEXT,TEXT   only cases whose name has one of these in it\n"
    "  --list             print the names, measure nothing\n"
    "  --types f32,i8     in place of each family's own (f32; of rows and columns also\n"
    "                     f64 and i8)\n"
    "  --ops sum,min      of segments, rows and columns; also max, sum_wide (sum)\n"
    "  --count N          elements; below 64 a power of two (28)\n"
    "  --segments 1,1000  of cases with offsets (1,1000,1000000,10000000,100000000)\n"
    "  --no-cub --no-windrow   leave that contender out\n"
    "  --quick            9 samples, at most 0.1 s of them: for tuning\n"
    "  --samples N        of each contender (31)\n"
    "  --cap S            a contender that would sample a case for longer takes fewer\n"
    "                     samples, at least 3 (0.5)\n"
    "  --seconds S        start no case after S seconds, and say what was left out\n"
    "  --patience S       give up when one case takes S seconds (120; 0: never)\n"
    "  --csv FILE         every row of every contender\n"
    "  --commit HASH      for the column of that name\n"
    "  --device N         CUDA ordinal (0)\n";

static const option_name operation_names[] = {
    {"sum", SEGMENTS_SUM},
    {"min", SEGMENTS_MIN},
    {"max", SEGMENTS_MAX},
    {"sum_wide", SEGMENTS_SUM_WIDE},
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static int read_segments(segments_options *options, const char *text)
{
    options->segments_count = 0;
    for (;;) {
        uint64_t number;
        if (options->segments_count == (int)COUNT_OF(options->segments) ||
            option_number(text, &text, 1000000000, &number) || number == 0 ||
            (*text && *text != ',')) {
            fprintf(stderr, "bench: --segments wants at most %zu numbers up to 10^9\n",
                    COUNT_OF(options->segments));
            return -1;
        }
        options->segments[options->segments_count++] = number;
        if (!*text++)
            return 0;
    }
}

/* Options without a value. 1 if it was one. */
static int read_flag(segments_options *options, const char *name)
{
    if (strcmp(name, "--list") == 0) {
        options->list = 1;
    } else if (strcmp(name, "--no-cub") == 0) {
        options->cub = 0;
    } else if (strcmp(name, "--no-windrow") == 0) {
        options->ours = 0;
    } else if (strcmp(name, "--quick") == 0) {
        options->samples = 9;
        options->cap = 0.1;
    } else {
        return 0;
    }
    return 1;
}

static int read_value(segments_options *options, const char *name, const char *value)
{
    const struct {
        const char *name;
        int *integer;
        double *real;
        const char **text;
        uint64_t least, most;
    } plain[] = {
        {"--samples", &options->samples, NULL, NULL, 1, BENCH_SAMPLES_MAX},
        {"--patience", &options->patience, NULL, NULL, 0, 100000},
        {"--device", &options->device, NULL, NULL, 0, 1000},
        {"--cap", NULL, &options->cap, NULL, 0, 0},
        {"--seconds", NULL, &options->seconds, NULL, 0, 0},
        {"--rows", NULL, NULL, &options->rows, 0, 0},
        {"--csv", NULL, NULL, &options->csv, 0, 0},
        {"--commit", NULL, NULL, &options->commit, 0, 0},
    };

    if (strcmp(name, "--types") == 0)
        return option_bits(option_types, OPTION_TYPES, "type", value, &options->types);
    if (strcmp(name, "--ops") == 0)
        return option_bits(operation_names, COUNT_OF(operation_names), "operation", value,
                           &options->operations);
    if (strcmp(name, "--count") == 0)
        return option_counts("--count", value, &options->count, 1) < 0 ? -1 : 0;
    if (strcmp(name, "--segments") == 0)
        return read_segments(options, value);
    for (size_t i = 0; i < COUNT_OF(plain); ++i) {
        uint64_t number;
        const char *rest;
        char *end;
        if (strcmp(name, plain[i].name) != 0)
            continue;
        if (plain[i].text) {
            *plain[i].text = value;
            return 0;
        }
        if (plain[i].real) {
            *plain[i].real = strtod(value, &end);
            return *end || !(*plain[i].real > 0) ? -2 : 0;
        }
        if (option_number(value, &rest, plain[i].most, &number) || *rest ||
            number < plain[i].least)
            return -2;
        *plain[i].integer = (int)number;
        return 0;
    }
    return -2;
}

int segments_options_read(segments_options *options, int argc, char **argv)
{
    *options = (segments_options){.operations = SEGMENTS_SUM,
                                  .count = (uint64_t)1 << 28,
                                  .ours = 1,
                                  .cub = 1,
                                  .samples = BENCH_SAMPLES_MIN + 1,
                                  .patience = 120,
                                  .cap = 0.5,
                                  .commit = BENCH_COMMIT};
    read_segments(options, "1,1000,1000000,10000000,100000000");
    for (int i = 1; i < argc; ++i) {
        int result;
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return 1;
        }
        if (read_flag(options, argv[i]))
            continue;
        result = i + 1 < argc ? read_value(options, argv[i], argv[i + 1]) : -2;
        if (result == -2)
            fprintf(stderr, "bench_segments: %s %s? See --help\n", argv[i],
                    i + 1 < argc ? argv[i + 1] : "");
        if (result)
            return -1;
        ++i;
    }
    if (options->samples < BENCH_SAMPLES_MIN)
        fprintf(stderr, "bench_segments: %d samples are too few to compare by\n",
                options->samples);
    return 0;
}

/*
 * grades_options.c -- each option has a row here and a setter; what excludes what is
 * settled once all have been seen, so that their order does not matter.
 */
#include "grades_options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include <windrow/base.h>

#include "grades_mark.h"
#include "grades_text.h"

static const char help[] =
    "usage: windrow-grades MARKS.csv [options]\n"
    "       windrow-grades --generate N [--seed K] [--output FILE]\n"
    "\n"
    "Statistics of the marks in a CSV or TSV file, the same to the last digit on a GPU\n"
    "and on the CPU.\n"
    "\n"
    "  --column NAME|N    the column with the marks, by title or by number from 1\n"
    "  --scale LIST       grades and their lowest marks, highest first; as a rule\n"
    "                     S=90,A=80,B=70,C=60,D=50,E=40,U=0 (per cent of the maximum)\n"
    "  --max MARK         the highest mark there can be (100)\n"
    "  --skip-invalid     count what is not a mark and go on, instead of refusing\n"
    "  --json             print JSON\n"
    "  --svg FILE         also draw the charts\n"
    "  --backend cpu|cuda where to compute; as a rule on a CUDA device if there is one\n"
    "  --generate N       write a file of N invented students\n"
    "  --seed K           other students for another K (1)\n"
    "  --output FILE      where --generate writes (standard output)\n"
    "  -h, --help         print this\n"
    "  --version          print the version\n"
    "\n"
    "Exit code: 0; 1 if a file cannot be read, used or written; 2 for a wrong option.\n";

enum {
    COLUMN = 256,
    SCALE,
    MAXIMUM,
    SKIP,
    JSON,
    SVG,
    BACKEND,
    GENERATE,
    SEED,
    OUTPUT,
    VERSION,
    OPTIONS_END
};

static const struct option long_options[] = {
    {"column", required_argument, NULL, COLUMN},
    {"scale", required_argument, NULL, SCALE},
    {"max", required_argument, NULL, MAXIMUM},
    {"skip-invalid", no_argument, NULL, SKIP},
    {"json", no_argument, NULL, JSON},
    {"svg", required_argument, NULL, SVG},
    {"backend", required_argument, NULL, BACKEND},
    {"generate", required_argument, NULL, GENERATE},
    {"seed", required_argument, NULL, SEED},
    {"output", required_argument, NULL, OUTPUT},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, VERSION},
    {NULL, 0, NULL, 0}};

static const char *name_of(int option)
{
    for (const struct option *row = long_options; row->name != NULL; row++) {
        if (row->val == option) {
            return row->name;
        }
    }
    return "?";
}

static int read_count(const char *name, const char *text, uint64_t least, uint64_t most,
                      uint64_t *number)
{
    uint64_t value = 0;
    int fits = text[0] != 0;
    for (const char *at = text; *at != 0 && fits; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        fits = *at >= '0' && *at <= '9' && value <= (most - digit) / 10;
        value = value * 10 + digit;
    }
    if (!fits || value < least || value > most) {
        complain("--%s: \"%s\" is not a whole number from %llu to %llu", name, text,
                 (unsigned long long)least, (unsigned long long)most);
        return -1;
    }
    *number = value;
    return 0;
}

static int read_maximum(const char *text, double *maximum)
{
    const slice number = {text, strlen(text)};
    if (!read_number(number, maximum) || !(*maximum >= 0.01 && *maximum <= 1e9)) {
        complain("--max: \"%s\" is not a number from 0.01 to 1000000000", text);
        return -1;
    }
    return 0;
}

static int read_backend(const char *text, wrow_backend *backend)
{
    for (int i = WROW_CPU; i <= WROW_CUDA; i++) {
        if (strcmp(text, wrow_backend_name((wrow_backend)i)) == 0) {
            *backend = (wrow_backend)i;
            return 0;
        }
    }
    complain("--backend: \"%s\" is neither cpu nor cuda", text);
    return -1;
}

static int read_column(const char *text)
{
    size_t zeros = strspn(text, "0");
    if (text[0] == 0 || (zeros > 0 && text[zeros] == 0)) {
        complain("--column: \"%s\" is no title, and columns are numbered from 1", text);
        return -1;
    }
    return 0;
}

/* 0, or -1 after a complaint. */
static int set_option(int option, const char *text, grades_options *read,
                      const char **scale_text)
{
    switch (option) {
    case COLUMN:
        read->column = text;
        return read_column(text);
    case SCALE:
        *scale_text = text;
        return 0;
    case MAXIMUM:
        return read_maximum(text, &read->maximum);
    case SKIP:
        read->skip_invalid = 1;
        return 0;
    case JSON:
        read->json = 1;
        return 0;
    case SVG:
        read->svg = text;
        return 0;
    case BACKEND:
        return read_backend(text, &read->backend);
    case GENERATE:
        return read_count("generate", text, 1, 1000000000000u, &read->generate);
    case SEED:
        return read_count("seed", text, 0, UINT64_MAX, &read->seed);
    default:
        read->output = text;
        return 0;
    }
}

static void refuse_option(int answer, const char *argument)
{
    if (answer == ':') {
        complain("--%s needs a value", name_of(optopt));
    } else if (optopt >= COLUMN) {
        complain("--%s takes no value", name_of(optopt));
    } else if (optopt != 0 && optopt != 'h') {
        complain("-%c is not an option of this program (--help lists them)", optopt);
    } else {
        complain("%s is not an option of this program (--help lists them)", argument);
    }
}

static int refuse_conflicts(const unsigned char *seen, int files, char **file)
{
    const int generates = seen[GENERATE - COLUMN];
    for (int option = COLUMN; option < OPTIONS_END; option++) {
        const int for_generate = option == GENERATE || option == SEED || option == OUTPUT;
        if (seen[option - COLUMN] && for_generate != generates) {
            complain(generates ? "--%s cannot be used with --generate"
                               : "--%s needs --generate",
                     name_of(option));
            return -1;
        }
    }
    if (generates && files > 0) {
        complain("--generate reads no file, but \"%s\" is given", file[0]);
        return -1;
    }
    if (!generates && files != 1) {
        complain(files == 0 ? "no marks file is given (--help tells more)"
                            : "more than one file is given: \"%s\" and \"%s\"",
                 file[0], files > 1 ? file[1] : "");
        return -1;
    }
    return 0;
}

options_outcome read_options_line(int count, char **arguments, grades_options *read)
{
    unsigned char seen[OPTIONS_END - COLUMN] = {0};
    const char *scale_text = NULL;
    int option;
    *read = (grades_options){.maximum = 100, .seed = 1};
    opterr = 0;
    while ((option = getopt_long(count, arguments, ":h", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return OPTIONS_DONE;
        }
        if (option == VERSION) {
            printf("windrow-grades %d.%d.%d\n", WROW_VERSION_MAJOR, WROW_VERSION_MINOR,
                   WROW_VERSION_PATCH);
            return OPTIONS_DONE;
        }
        if (option == '?' || option == ':') {
            refuse_option(option, arguments[optind - 1]);
            return OPTIONS_WRONG;
        }
        if (seen[option - COLUMN]++) {
            complain("--%s is given twice", name_of(option));
            return OPTIONS_WRONG;
        }
        if (set_option(option, optarg, read, &scale_text) != 0) {
            return OPTIONS_WRONG;
        }
    }
    if (refuse_conflicts(seen, count - optind, arguments + optind) != 0) {
        return OPTIONS_WRONG;
    }
    read->path = arguments[optind];
    use_default_scale(read->maximum, &read->grades);
    if (scale_text != NULL && read_scale(scale_text, read->maximum, &read->grades) != 0) {
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

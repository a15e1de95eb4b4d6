/*
 * grades.c -- windrow-grades: the statistics of a file of marks.
 *
 * Nothing is printed before everything is known, so that an error never leaves half
 * a result behind.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grades_generate.h"
#include "grades_options.h"
#include "grades_print.h"
#include "grades_read.h"
#include "grades_svg.h"

enum { EXIT_FILE = 1, EXIT_USAGE = 2 };

/* A full disk or a reader that went away shows at the latest when closing. */
static int close_output(void)
{
    errno = 0;
    const int failed = fflush(stdout) != 0 || ferror(stdout);
    const int reason = errno;
    if (fclose(stdout) != 0 || failed) {
        complain("standard output: %s", strerror(failed ? reason : errno));
        return EXIT_FILE;
    }
    return 0;
}

static int is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino && S_ISREG(a.st_mode);
}

static int write_report(const grades_options *options, const report *all)
{
    if (options->svg != NULL && write_svg(options->svg, all) != 0) {
        return EXIT_FILE;
    }
    (options->json ? print_json : print_text)(stdout, all);
    return close_output();
}

static int report_on(wrow_context *context, const grades_options *options)
{
    const read_options reading = {options->path, options->column, options->maximum,
                                  options->skip_invalid};
    layout where;
    tally marks;
    statistics found;
    if (read_marks(&reading, &where, &marks) != 0) {
        return EXIT_FILE;
    }
    report all = {
        .where = &where, .marks = &marks, .grades = &options->grades, .found = &found};
    clean_text(all.file, sizeof all.file, (slice){options->path, strlen(options->path)});
    int result = EXIT_FILE;
    if (find_statistics(context, marks.values, marks.count, &options->grades,
                        options->maximum, &found) == 0) {
        result = write_report(options, &all);
    }
    free(marks.values);
    return result;
}

static int read_and_report(const grades_options *options)
{
    const wrow_context_options wanted = {.size = sizeof wanted,
                                         .backend = (uint32_t)options->backend};
    wrow_context *context = NULL;
    if (options->svg != NULL && is_same_file(options->svg, options->path)) {
        complain("--svg: %s is the marks file itself", options->svg);
        return EXIT_FILE;
    }
    /* Before the file: a missing device shows at once, not after 10^8 lines. */
    if (has_failed(NULL, wrow_context_create(&context, &wanted))) {
        return EXIT_FILE;
    }
    const int result = report_on(context, options);
    wrow_context_destroy(context);
    return result;
}

int main(int count, char **arguments)
{
    grades_options options;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error with a message */
    switch (read_options_line(count, arguments, &options)) {
    case OPTIONS_DONE:
        return close_output();
    case OPTIONS_WRONG:
        return EXIT_USAGE;
    case OPTIONS_RUN:
        break;
    }
    if (options.generate > 0) {
        return generate_marks(options.output, options.generate, options.seed) == 0
                   ? 0
                   : EXIT_FILE;
    }
    return read_and_report(&options);
}

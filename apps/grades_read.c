/*
 * grades_read.c -- a file is read by threads until a quote turns up, and by libcsv
 * then; one judge counts the rows of both.
 */
#include "grades_read.h"

#include <stdlib.h>

#include "grades_csv.h"
#include "grades_file.h"
#include "grades_lines.h"
#include "grades_progress.h"

#define ROWS_BETWEEN_PROGRESS (1u << 16)

typedef struct quoted_reading {
    const layout *where;
    int skip_invalid;
    tally *marks;
    size_t rows, total;
} quoted_reading;

static row_answer count_quoted_row(const csv_row *row, void *user)
{
    quoted_reading *state = user;
    const layout *where = state->where;
    const int is_short = row->count <= where->column;
    const csv_cell *cell = &row->cells[is_short ? row->count - 1 : where->column];
    row_facts facts = {.fields = row->count, .line = cell->line};
    int filled = 0;
    if (!is_short) {
        facts.mark = cell->text;
    }
    if (trimmed(facts.mark).length > 0) {
        filled = 1;
    }
    const size_t beyond = filled ? where->columns : 0;
    for (size_t i = beyond; i < row->count; i++) {
        if (trimmed(row->cells[i].text).length > 0) {
            filled = 1;
            facts.crowded |= i >= where->columns;
        }
    }
    if (++state->rows % ROWS_BETWEEN_PROGRESS == 0) {
        show_progress(row->end, state->total);
    }
    if (!filled) {
        return ROW_MORE;
    }
    if (count_row(state->marks, where, &facts) != 0) {
        return ROW_NO_MEMORY;
    }
    return state->marks->invalid > 0 && !state->skip_invalid ? ROW_STOP : ROW_MORE;
}

static int read_quoted(const read_options *options, slice text, const layout *where,
                       tally *marks)
{
    quoted_reading state = {.where = where,
                            .skip_invalid = options->skip_invalid,
                            .marks = marks,
                            .total = text.length};
    const int failed = read_rows(options->path, text, where->delimiter, where->data_line,
                                 count_quoted_row, &state);
    end_progress();
    return failed;
}

static int read_rest(const read_options *options, slice text, const layout *where,
                     tally *marks)
{
    switch (read_lines(text, where, options->skip_invalid, marks)) {
    case LINES_QUOTED:
        return read_quoted(options, text, where, marks);
    case LINES_ZERO_BYTE:
        complain("%s:%llu: the line holds a zero byte; this is not a text file",
                 options->path, (unsigned long long)marks->faults[0].line);
        return -1;
    case LINES_NO_MEMORY:
        complain("%s: no memory for the marks", options->path);
        return -1;
    case LINES_READ:
        break;
    }
    return 0;
}

int read_marks(const read_options *options, layout *where, tally *marks)
{
    text_file file;
    *marks = (tally){.count = 0};
    if (open_text(options->path, &file) != 0) {
        return -1;
    }
    int failed =
        find_layout(options->path, file.bytes, options->column, options->maximum, where);
    if (!failed) {
        const slice rest = {file.bytes.text + where->data_offset,
                            file.bytes.length - where->data_offset};
        failed = read_rest(options, rest, where, marks);
    }
    close_text(&file);
    if (!failed && marks->invalid > 0 && !options->skip_invalid) {
        complain_of(options->path, where, &marks->faults[0]);
        failed = -1;
    }
    if (!failed && marks->count + marks->absent + marks->invalid == 0) {
        complain("%s:%llu: a header, but no rows of marks", options->path,
                 (unsigned long long)where->header_line);
        failed = -1;
    }
    if (failed) {
        free(marks->values);
        *marks = (tally){.count = 0};
    }
    return failed;
}

/*
 * grades_sample.c -- the first rows, always through libcsv, whatever reads the rest.
 */
#include "grades_sample.h"

#include <stdlib.h>
#include <string.h>

#include "grades_csv.h"

static void add_cell(column_facts *facts, slice cell, double maximum)
{
    double mark = 0;
    switch (read_mark(cell, maximum, &mark)) {
    case MARK_EMPTY:
        facts->empty++;
        return;
    case MARK_ABSENT:
        facts->codes++;
        return;
    case MARK_NEGATIVE:
    case MARK_ABOVE:
        facts->outside++;
        break;
    case MARK_VALID:
        break;
    case MARK_TEXT:
    case MARK_DECIMAL_COMMA:
        facts->words++;
        for (size_t i = 0; i < cell.length; i++) {
            if (cell.text[i] >= '0' && cell.text[i] <= '9') {
                facts->with_digits++;
                break;
            }
        }
        return;
    }
    facts->steps += facts->numbers > 0 && mark == facts->last + 1;
    facts->top = facts->numbers == 0 ? mark : facts->top;
    facts->numbers++;
    facts->last = mark;
}

/* Cells point into libcsv's row, which goes; the first row is kept as a copy. */
static row_answer keep_first_row(sample *taken, const csv_row *row)
{
    size_t bytes = row->count * sizeof(slice);
    for (size_t i = 0; i < row->count; i++) {
        bytes += row->cells[i].text.length;
    }
    taken->first = malloc(bytes);
    taken->facts = calloc(row->count, sizeof *taken->facts);
    if (taken->first == NULL || taken->facts == NULL) {
        return ROW_NO_MEMORY;
    }
    char *copy = (char *)(taken->first + row->count);
    for (size_t i = 0; i < row->count; i++) {
        const slice cell = row->cells[i].text;
        memcpy(copy, cell.text, cell.length);
        taken->first[i] = trimmed((slice){copy, cell.length});
        copy += cell.length;
    }
    taken->columns = row->count;
    taken->first_line = row->cells[0].line;
    taken->second_offset = row->end;
    taken->second_line = row->next_line;
    return ROW_MORE;
}

static row_answer sample_row(const csv_row *row, void *user)
{
    sample *taken = user;
    size_t filled = 0;
    for (size_t i = 0; i < row->count; i++) {
        filled += trimmed(row->cells[i].text).length > 0;
    }
    if (filled == 0) {
        return ROW_MORE;
    }
    taken->rows++;
    if (taken->rows == 1) {
        return keep_first_row(taken, row);
    }
    for (size_t i = 0; i < row->count && i < taken->columns; i++) {
        add_cell(&taken->facts[i], trimmed(row->cells[i].text), taken->maximum);
    }
    return taken->rows < SAMPLE_ROWS ? ROW_MORE : ROW_STOP;
}

int take_sample(const char *path, slice text, char delimiter, double maximum,
                sample *taken)
{
    *taken = (sample){.maximum = maximum};
    if (read_rows(path, text, delimiter, 1, sample_row, taken) != 0) {
        free_sample(taken);
        return -1;
    }
    if (taken->rows == 0) {
        complain("%s: the file holds nothing but blank lines", path);
        free_sample(taken);
        return -1;
    }
    return 0;
}

void free_sample(sample *taken)
{
    free(taken->first);
    free(taken->facts);
    *taken = (sample){.first = NULL};
}

void add_first_row(sample *taken)
{
    for (size_t i = 0; i < taken->columns; i++) {
        column_facts alone = {.numbers = 0};
        add_cell(&alone, taken->first[i], taken->maximum);
        taken->facts[i].steps += alone.numbers > 0 && taken->facts[i].numbers > 0 &&
                                 taken->facts[i].top == alone.top + 1;
        taken->facts[i].numbers += alone.numbers;
        taken->facts[i].codes += alone.codes;
        taken->facts[i].empty += alone.empty;
        taken->facts[i].words += alone.words;
        taken->facts[i].outside += alone.outside;
        taken->facts[i].with_digits += alone.with_digits;
    }
}

/*
 * grades_layout.c -- separator and header, by the rules of README.md.
 */
#include "grades_layout.h"

#include <string.h>

#include "grades_column.h"

/* 1 if another cell of the first row looks like the rows below it: a number above
 * numbers, or a word with digits (S001) above such words. */
static int looks_like_data(const sample *taken, size_t column)
{
    for (size_t i = 0; i < taken->columns; i++) {
        const column_facts *facts = &taken->facts[i];
        const slice cell = taken->first[i];
        double number;
        size_t digits = 0;
        for (size_t at = 0; at < cell.length; at++) {
            digits += cell.text[at] >= '0' && cell.text[at] <= '9';
        }
        const int above_words = facts->numbers == 0 && facts->words > 0 &&
                                facts->with_digits == facts->words && digits > 0;
        if (i != column &&
            ((is_numeric(facts) && read_number(cell, &number)) || above_words)) {
            return 1;
        }
    }
    return 0;
}

/* A header is text above the marks; but 10x, NaN or a word in a row that is like
 * those below is a bad mark, and must not vanish as a header. */
static size_t letters_in(slice cell)
{
    size_t letters = 0;
    for (size_t i = 0; i < cell.length; i++) {
        const char c = cell.text[i];
        letters += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    return letters;
}

static int is_header(const sample *taken, size_t column)
{
    const slice cell = taken->first[column];
    double number;
    const mark_kind kind = read_mark(cell, taken->maximum, &number);
    if (kind != MARK_TEXT && kind != MARK_EMPTY) {
        return 0;
    }
    if (names_marks(cell)) {
        return 1;
    }
    size_t titles = 0;
    for (size_t i = 0; i < taken->columns; i++) {
        titles += i != column && names_other(taken->first[i]);
    }
    if (kind == MARK_EMPTY) {
        return titles > 0;
    }
    const int mistyped =
        strchr("0123456789+-.", cell.text[0]) != NULL && letters_in(cell) < 3;
    return !mistyped && !same_word(cell, "nan") && !same_word(cell, "inf") &&
           (titles > 0 || !looks_like_data(taken, column));
}

/* The tab wins when text stands on both of its sides in the first line; then the
 * comma; then the semicolon. */
static char find_delimiter(const char *path, slice text)
{
    const size_t length = strlen(path);
    const slice ending = {path + length - (length < 4 ? length : 4),
                          length < 4 ? length : 4};
    if (same_word(ending, ".tsv") || same_word(ending, ".tab")) {
        return '\t';
    }
    size_t begin = 0, commas = 0, semicolons = 0;
    int quoted = 0;
    char before = 0;
    while (begin < text.length && strchr("\n\r ", text.text[begin]) != NULL) {
        begin++;
    }
    for (size_t i = begin; i < text.length; i++) {
        const char c = text.text[i];
        quoted ^= c == '"';
        if (!quoted && (c == '\n' || c == '\r')) {
            break;
        }
        commas += !quoted && c == ',';
        semicolons += !quoted && c == ';';
        if (!quoted && c == '\t' && before != 0 && before != ',' && before != ';') {
            size_t after = i;
            while (after < text.length &&
                   (text.text[after] == '\t' || text.text[after] == ' ')) {
                after++;
            }
            if (after < text.length && strchr("\n\r,;", text.text[after]) == NULL) {
                return '\t';
            }
        }
        before = c == ' ' ? before : c;
    }
    return semicolons > 0 && commas == 0 ? ';' : ',';
}

int find_layout(const char *path, slice text, const char *column, double maximum,
                layout *found)
{
    sample taken;
    int named = 0;
    *found = (layout){.delimiter = find_delimiter(path, text), .maximum = maximum};
    if (take_sample(path, text, found->delimiter, maximum, &taken) != 0) {
        return -1;
    }
    int numbers = 0;
    for (size_t i = 0; i < taken.columns; i++) {
        double ignored;
        numbers += read_number(taken.first[i], &ignored);
    }
    if (numbers > 0) {
        add_first_row(&taken);
    }
    const int failed = column != NULL
                           ? find_column(path, &taken, column, &found->column, &named)
                           : guess_column(path, &taken, &found->column);
    found->columns = taken.columns;
    found->data_line = 1;
    found->header_line = taken.first_line;
    if (!failed && (named || is_header(&taken, found->column))) {
        clean_text(found->name, sizeof found->name, taken.first[found->column]);
        found->data_offset = taken.second_offset;
        found->data_line = taken.second_line;
    }
    free_sample(&taken);
    return failed;
}

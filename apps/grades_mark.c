/*
 * grades_mark.c -- numbers are read without the locale: strtod is reached only by
 * text that consists of decimal digits, and setlocale is never called.
 */
#include "grades_mark.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NUMBER 1000

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* digits [. digits] [e [sign] digits] with at least one digit before the exponent. */
static int is_decimal(slice text)
{
    size_t at = 0, digits = 0;
    while (at < text.length && is_digit(text.text[at])) {
        at++, digits++;
    }
    if (at < text.length && text.text[at] == '.') {
        at++;
    }
    while (at < text.length && is_digit(text.text[at])) {
        at++, digits++;
    }
    if (digits == 0) {
        return 0;
    }
    if (at < text.length && (text.text[at] == 'e' || text.text[at] == 'E')) {
        at++;
        if (at < text.length && (text.text[at] == '+' || text.text[at] == '-')) {
            at++;
        }
        if (at == text.length) {
            return 0;
        }
        while (at < text.length && is_digit(text.text[at])) {
            at++;
        }
    }
    return at == text.length;
}

static int read_any_decimal(slice text, double *number)
{
    char copy[LONGEST_NUMBER + 1];
    if (text.length > LONGEST_NUMBER || !is_decimal(text)) {
        return 0;
    }
    memcpy(copy, text.text, text.length);
    copy[text.length] = 0;
    *number = strtod(copy, NULL);
    return 1;
}

/*
 * Up to 15 digits are an integer below 2^53 and 10^15 is an f64 too, so that one
 * division rounds once: the same bits as strtod, at a tenth of its time.
 */
static int read_short_decimal(slice text, double *number)
{
    static const double power[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    uint64_t digits = 0;
    size_t point = text.length;
    if (text.length == 0 || text.length > 16) {
        return 0;
    }
    for (size_t i = 0; i < text.length; i++) {
        if (is_digit(text.text[i])) {
            digits = digits * 10 + (uint64_t)(text.text[i] - '0');
        } else if (text.text[i] == '.' && point == text.length) {
            point = i;
        } else {
            return 0;
        }
    }
    const size_t has_point = point < text.length;
    if (text.length - has_point == 0 || text.length - has_point > 15) {
        return 0;
    }
    *number = (double)digits / power[has_point ? text.length - point - 1 : 0];
    return 1;
}

int read_number(slice text, double *number)
{
    double sign = 1;
    if (text.length > 0 && (text.text[0] == '+' || text.text[0] == '-')) {
        sign = text.text[0] == '-' ? -1 : 1;
        text = (slice){text.text + 1, text.length - 1};
    }
    if (!read_short_decimal(text, number) && !read_any_decimal(text, number)) {
        return 0;
    }
    *number *= sign;
    return 1;
}

static int has_decimal_comma(slice cell)
{
    char copy[32];
    double ignored;
    const char *comma = memchr(cell.text, ',', cell.length);
    if (comma == NULL || cell.length >= sizeof copy) {
        return 0;
    }
    memcpy(copy, cell.text, cell.length);
    copy[comma - cell.text] = '.';
    return read_number((slice){copy, cell.length}, &ignored);
}

mark_kind read_mark(slice cell, double maximum, double *mark)
{
    cell = trimmed(cell);
    if (cell.length == 0) {
        return MARK_EMPTY;
    }
    if (read_number(cell, mark)) {
        *mark = *mark == 0 ? 0 : *mark; /* -0 would print as one */
        return *mark < 0 ? MARK_NEGATIVE : *mark > maximum ? MARK_ABOVE : MARK_VALID;
    }
    if (same_word(cell, "ab") || same_word(cell, "-")) {
        return MARK_ABSENT;
    }
    return has_decimal_comma(cell) ? MARK_DECIMAL_COMMA : MARK_TEXT;
}

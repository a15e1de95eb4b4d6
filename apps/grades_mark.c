/*
 * grades_mark.c -- numbers are read without the locale: strtod is reached only by
 * decimal digits and an exponent, and setlocale is never called.
 */
#include "grades_mark.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An f64, and a point halfway between two of them, has at most 767 significant digits:
 * behind these only whether another one is not zero can change the rounding. */
#define DIGITS_KEPT 800
/* No text that fits in memory brings a larger exponent back into the range of f64. */
#define EXPONENT_MAX ((int64_t)1 << 56)

typedef struct decimal {
    char digits[DIGITS_KEPT + 32]; /* with room for the exponent */
    size_t count;                  /* of digits, leading zeros left out */
    int64_t exponent;              /* of ten, behind the last digit */
    int has_more;                  /* some digit that was not kept is not zero */
} decimal;

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void add_digit(decimal *sum, char digit, int is_fraction)
{
    sum->exponent -= is_fraction;
    if (sum->count == 0 && digit == '0') {
        return;
    }
    if (sum->count < DIGITS_KEPT) {
        sum->digits[sum->count++] = digit;
        return;
    }
    sum->has_more |= digit != '0';
    sum->exponent++;
}

/* Digits at text.text[at] and behind it; returns where they end. */
static size_t add_digits(decimal *sum, slice text, size_t at, int is_fraction)
{
    while (at < text.length && is_digit(text.text[at])) {
        add_digit(sum, text.text[at++], is_fraction);
    }
    return at;
}

/* [sign] digits up to the end of the text; 0 if it is something else. */
static int read_exponent(slice text, int64_t *exponent)
{
    const int has_sign = text.length > 0 && (text.text[0] == '+' || text.text[0] == '-');
    size_t at = has_sign ? 1 : 0;
    *exponent = 0;
    if (at == text.length) {
        return 0;
    }
    while (at < text.length && is_digit(text.text[at])) {
        *exponent = *exponent * 10 + (text.text[at++] - '0');
        *exponent = *exponent > EXPONENT_MAX ? EXPONENT_MAX : *exponent;
    }
    *exponent = has_sign && text.text[0] == '-' ? -*exponent : *exponent;
    return at == text.length;
}

/* digits [. digits] [e [sign] digits] with at least one digit before the exponent, of
 * any length. */
static int read_any_decimal(slice text, double *number)
{
    decimal sum = {.count = 0};
    int64_t exponent = 0;
    size_t at = add_digits(&sum, text, 0, 0), digits = at;
    if (at < text.length && text.text[at] == '.') {
        const size_t point = at++;
        at = add_digits(&sum, text, at, 1);
        digits += at - point - 1;
    }
    if (digits == 0) {
        return 0;
    }
    if (at < text.length && (text.text[at] == 'e' || text.text[at] == 'E')) {
        at++;
        if (!read_exponent((slice){text.text + at, text.length - at}, &exponent)) {
            return 0;
        }
        at = text.length;
    }
    if (at < text.length) {
        return 0;
    }
    if (sum.has_more) { /* above what was kept, however little */
        sum.digits[sum.count++] = '1';
        sum.exponent--;
    }
    snprintf(sum.digits + sum.count, sizeof sum.digits - sum.count, "%se%lld",
             sum.count == 0 ? "0" : "", (long long)(sum.exponent + exponent));
    *number = strtod(sum.digits, NULL);
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

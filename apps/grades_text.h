/*
 * grades_text.h -- messages, and text from a file made fit to be shown.
 */
#ifndef GRADES_TEXT_H
#define GRADES_TEXT_H

#include <stddef.h>
#include <stdio.h>

#if defined(__GNUC__)
#define GRADES_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define GRADES_FORMAT(text, first)
#endif

/* A piece of a file; not terminated. */
typedef struct slice {
    const char *text;
    size_t length;
} slice;

#define CLEAN_BYTES 200

/* One line on standard error, "windrow-grades: " before it. */
void complain(const char *format, ...) GRADES_FORMAT(1, 2);

/*
 * The slice as valid UTF-8 on one line: control characters and stray bytes become
 * \n, \t or \x9f; what does not fit ends in "...". Returns out, terminated;
 * capacity is at least 8.
 */
char *clean_text(char *out, size_t capacity, slice dirty);

/* 1 if the text is UTF-8 without control characters. */
int is_clean(const char *text);

/* Columns that valid UTF-8 takes on a terminal. */
size_t text_columns(const char *text);

/* Without spaces, tabs and no-break spaces at both ends. */
slice trimmed(slice text);

/* As strcasecmp, ASCII only and in no locale; 1 if equal. */
int same_word(slice text, const char *word);

#endif

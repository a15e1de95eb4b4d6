/*
 * grades_text.c -- UTF-8 by hand, since the locale must not change any output.
 */
#include "grades_text.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/* Bytes of the printable character at text, its code in *code; 0 if there is none
 * (control character, overlong form, surrogate, non-character or a stray byte). */
static size_t read_character(slice text, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text.text;
    static const uint32_t smallest[] = {0, 0x20, 0xa0, 0x800, 0x10000};
    const size_t bytes = byte[0] < 0x80                       ? 1
                         : byte[0] >= 0xc2 && byte[0] < 0xe0  ? 2
                         : byte[0] >= 0xe0 && byte[0] < 0xf0  ? 3
                         : byte[0] >= 0xf0 && byte[0] <= 0xf4 ? 4
                                                              : 0;
    if (bytes == 0 || bytes > text.length) {
        return 0;
    }
    uint32_t value = bytes == 1 ? byte[0] : byte[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (byte[i] & 0x3f);
    }
    if (value < smallest[bytes] || value == 0x7f || value > 0x10ffff ||
        (value >= 0xd800 && value < 0xe000) || (value & 0xfffe) == 0xfffe) {
        return 0;
    }
    *code = value;
    return bytes;
}

char *clean_text(char *out, size_t capacity, slice dirty)
{
    static const char named[] = "\n\r\t", letters[] = "nrt";
    size_t used = 0;
    while (dirty.length > 0) {
        char piece[5];
        uint32_t code;
        size_t taken = read_character(dirty, &code), bytes = taken;
        if (taken > 0) {
            memcpy(piece, dirty.text, taken);
        } else {
            const unsigned char byte = (unsigned char)dirty.text[0];
            const char *found = byte ? strchr(named, byte) : NULL;
            const int length =
                found ? snprintf(piece, sizeof piece, "\\%c", letters[found - named])
                      : snprintf(piece, sizeof piece, "\\x%02x", byte);
            bytes = (size_t)length;
            taken = 1;
        }
        /* Room is kept for the dots, so that the end is never half a character. */
        if (used + bytes + 4 > capacity) {
            memcpy(out + used, "...", 3);
            used += 3;
            break;
        }
        memcpy(out + used, piece, bytes);
        used += bytes;
        dirty = (slice){dirty.text + taken, dirty.length - taken};
    }
    out[used] = 0;
    return out;
}

void complain(const char *format, ...)
{
    char line[2000], clean[2000];
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (bytes > 0) {
        /* A file name may hold anything; the message stays one line. */
        clean_text(clean, sizeof clean, (slice){line, strlen(line)});
        fprintf(stderr, "windrow-grades: %s\n", clean);
    }
}

int is_clean(const char *text)
{
    slice rest = {text, strlen(text)};
    while (rest.length > 0) {
        uint32_t code;
        const size_t bytes = read_character(rest, &code);
        if (bytes == 0) {
            return 0;
        }
        rest = (slice){rest.text + bytes, rest.length - bytes};
    }
    return 1;
}

size_t text_columns(const char *text)
{
    /* Blocks whose characters take no column, or two. */
    static const struct {
        uint32_t first, last;
        size_t columns;
    } blocks[] = {
        {0x300, 0x36f, 0},     {0x200b, 0x200f, 0},   {0xfe00, 0xfe0f, 0},
        {0x1100, 0x115f, 2},   {0x2e80, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},
        {0xf900, 0xfaff, 2},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},
        {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    size_t columns = 0;
    slice rest = {text, strlen(text)};
    while (rest.length > 0) {
        uint32_t code = 0;
        size_t bytes = read_character(rest, &code), width = 1;
        for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
            if (code >= blocks[i].first && code <= blocks[i].last) {
                width = blocks[i].columns;
            }
        }
        columns += width;
        bytes = bytes > 0 ? bytes : 1;
        rest = (slice){rest.text + bytes, rest.length - bytes};
    }
    return columns;
}

/* Bytes of the blank that begins (from = 0) or ends (from = 1) the text. */
static size_t blank_bytes(slice text, int from_end)
{
    if (text.length == 0) {
        return 0;
    }
    const char byte = text.text[from_end ? text.length - 1 : 0];
    if (byte == ' ' || byte == '\t') {
        return 1;
    }
    const char *pair = text.text + (from_end && text.length > 1 ? text.length - 2 : 0);
    return text.length > 1 && memcmp(pair, "\xc2\xa0", 2) == 0 ? 2 : 0;
}

slice trimmed(slice text)
{
    size_t bytes;
    while ((bytes = blank_bytes(text, 0)) > 0) {
        text = (slice){text.text + bytes, text.length - bytes};
    }
    while ((bytes = blank_bytes(text, 1)) > 0) {
        text.length -= bytes;
    }
    return text;
}

int same_word(slice text, const char *word)
{
    for (size_t i = 0; i < text.length; i++) {
        const char a = text.text[i], b = word[i];
        const char lower_a = (char)(a >= 'A' && a <= 'Z' ? a + 32 : a);
        const char lower_b = (char)(b >= 'A' && b <= 'Z' ? b + 32 : b);
        if (b == 0 || lower_a != lower_b) {
            return 0;
        }
    }
    return word[text.length] == 0;
}

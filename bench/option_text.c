/* option_text.c -- see option_text.h. */
#include "option_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windrow/base.h>

const option_name option_types[OPTION_TYPES] = {
#define X(name, value, bits, class_, text) {text, 1u << (value)},
    WROW_TYPE_MAP(X)
#undef X
};

/* The bit of the `length` characters at `text`; 0 if no name is that. */
static unsigned bit_of(const option_name *names, size_t count, const char *text,
                       size_t length)
{
    for (size_t i = 0; i < count; ++i)
        if (strlen(names[i].name) == length && memcmp(names[i].name, text, length) == 0)
            return names[i].bit;
    return 0;
}

int option_bits(const option_name *names, size_t count, const char *what,
                const char *text, unsigned *bits)
{
    *bits = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        const unsigned bit = bit_of(names, count, text, length);
        if (!bit) {
            fprintf(stderr, "bench: no %s is called \"%.*s\"\n", what, (int)length, text);
            return -1;
        }
        *bits |= bit;
        if (!text[length])
            return 0;
        text += length + 1;
    }
}

int option_number(const char *text, const char **rest, uint64_t most, uint64_t *number)
{
    char *end;
    if (*text < '0' || *text > '9')
        return -1;
    *number = strtoull(text, &end, 10);
    *rest = end;
    return *number <= most ? 0 : -1;
}

int option_counts(const char *option, const char *text, uint64_t *counts, int room)
{
    for (int count = 0;;) {
        uint64_t number;
        if (count == room || option_number(text, &text, (uint64_t)1 << 40, &number) ||
            (number < 64 && number > 40)) {
            fprintf(stderr,
                    "bench: %s wants at most %d numbers, powers up to 40 or elements "
                    "up to 2^40\n",
                    option, room);
            return -1;
        }
        counts[count++] = number < 64 ? (uint64_t)1 << number : number;
        if (!*text)
            return count;
        if (*text++ != ',')
            text = "?";
    }
}

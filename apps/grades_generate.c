/*
 * grades_generate.c -- integers only, so that every machine writes the same file.
 */
#include "grades_generate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "grades_text.h"

#define BUFFER_BYTES ((size_t)1 << 20)
#define LONGEST_ROW  128

static const char *const first_names[] = {
    "Aarav",  "Amara",   "Beatriz", "Chen",   "Dalia", "Emeka", "Fatima", "Goran",
    "Hana",   "Ibrahim", "Jonas",   "Kavya",  "Liam",  "Mei",   "Nadia",  "Oskar",
    "Priya",  "Qasim",   "Rosa",    "Sanjay", "Tomas", "Uma",   "Vera",   "Wen",
    "Ximena", "Yusuf",   "Zofia",   "Anil",   "Bruno", "Clara", "Dmitri", "Elif"};
static const char *const last_names[] = {
    "Abe",   "Banerjee", "Costa", "Dlamini", "Eriksen", "Fernandez", "Gupta",  "Haddad",
    "Iyer",  "Jansen",   "Khan",  "Lopez",   "Mehta",   "Novak",     "Okafor", "Park",
    "Quinn", "Rao",      "Silva", "Tanaka",  "Ueda",    "Varga",     "Wang",   "Yilmaz"};

/* splitmix64's finaliser (Steele, Lea, Flood 2014): row i needs no row before it. */
static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static char *put_text(char *at, const char *text)
{
    const size_t length = strlen(text);
    memcpy(at, text, length);
    return at + length;
}

static char *put_number(char *at, uint64_t number, int digits)
{
    char reversed[20];
    int length = 0;
    for (; number > 0 || length < digits; number /= 10) {
        reversed[length++] = (char)('0' + number % 10);
    }
    while (length > 0) {
        *at++ = reversed[--length];
    }
    return at;
}

/* Quarter marks around 66: the sum of six dice is near enough to a bell. */
static char *put_mark(char *at, uint64_t random)
{
    static const char *const fractions[] = {"", ".25", ".5", ".75"};
    if (random % 64 == 0) {
        static const char *const absent[] = {"AB", "-", ""};
        return put_text(at, absent[random / 64 % 3]);
    }
    int64_t quarters = 0;
    for (int dice = 0; dice < 6; dice++) {
        quarters += (int64_t)(random >> (8 + 9 * dice) & 511);
    }
    quarters = (quarters - 6 * 255) / 5 + 4 * 66;
    quarters = quarters < 0 ? 0 : quarters > 400 ? 400 : quarters;
    const int has_fraction = random >> 62 == 0;
    at = put_number(at, (uint64_t)quarters / 4, 1);
    return has_fraction ? put_text(at, fractions[quarters % 4]) : at;
}

static char *put_row(char *at, uint64_t id, uint64_t seed)
{
    const uint64_t random = scramble(scramble(seed) ^ id);
    const uint64_t names = scramble(random);
    *at++ = 'S';
    at = put_number(at, id + 1, 8);
    *at++ = ',';
    at = put_text(at, first_names[names % (sizeof first_names / sizeof *first_names)]);
    *at++ = ' ';
    at = put_text(at,
                  last_names[(names >> 32) % (sizeof last_names / sizeof *last_names)]);
    *at++ = ',';
    *at++ = (char)('A' + (names >> 60) % 4);
    *at++ = ',';
    at = put_mark(at, random);
    *at++ = '\n';
    return at;
}

static int write_rows(FILE *out, uint64_t count, uint64_t seed)
{
    static char buffer[BUFFER_BYTES];
    char *at = put_text(buffer, "id,name,section,mark\n");
    for (uint64_t id = 0; id < count; id++) {
        at = put_row(at, id, seed);
        if ((size_t)(at - buffer) > BUFFER_BYTES - LONGEST_ROW || id + 1 == count) {
            if (fwrite(buffer, 1, (size_t)(at - buffer), out) != (size_t)(at - buffer)) {
                return -1;
            }
            at = buffer;
        }
    }
    return 0;
}

int generate_marks(const char *path, uint64_t count, uint64_t seed)
{
    FILE *out = path != NULL ? fopen(path, "w") : stdout;
    const char *name = path != NULL ? path : "standard output";
    if (out == NULL) {
        complain("%s: %s", name, strerror(errno));
        return -1;
    }
    setvbuf(out, NULL, _IONBF, 0); /* rows come by the megabyte */
    errno = 0;
    const int failed = write_rows(out, count, seed);
    const int reason = errno;
    if (fclose(out) != 0 || failed) {
        complain("%s: %s", name, strerror(failed ? reason : errno));
        return -1;
    }
    return 0;
}

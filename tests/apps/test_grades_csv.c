/* test_grades_csv.c -- would catch a reader that copies a long field once for every few
 * bytes of it, and one that loses a byte where it cuts a line into pieces. */
#include "grades_csv.h"
#include "support/unit.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Sanitizers replace realloc themselves. */
#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) &&                              \
    !defined(__SANITIZE_THREAD__) && !HAS_FEATURE(address_sanitizer) &&                  \
    !HAS_FEATURE(thread_sanitizer) && !HAS_FEATURE(memory_sanitizer)
enum { COUNTED = 1 };

static size_t bytes_moved; /* if no realloc could stay where it was */

extern void *__libc_realloc(void *memory, size_t bytes);

void *realloc(void *memory, size_t bytes)
{
    bytes_moved += bytes;
    return __libc_realloc(memory, bytes);
}
#else
enum { COUNTED = 0 };
static size_t bytes_moved;
#endif

struct seen {
    const char *expected;
    size_t length, rows;
    bool right;
};

static row_answer compare(const csv_row *row, void *user)
{
    struct seen *seen = user;
    const csv_cell *cell = &row->cells[0];
    seen->rows++;
    seen->right = seen->right && row->count == 2 && cell->text.length == seen->length &&
                  memcmp(cell->text.text, seen->expected, seen->length) == 0;
    return ROW_MORE;
}

/* Two rows of a field of `length` bytes, quoted or not, and a short one. */
static void read_long_field(size_t length, bool quoted)
{
    char *const text = malloc(2 * (length + 8)), *const field = malloc(length + 1);
    struct seen seen = {.expected = field, .length = length, .right = true};
    size_t used = 0;
    assert_non_null(text);
    assert_non_null(field);
    for (size_t i = 0; i < length; i++)
        field[i] = (char)('a' + i % 23);
    for (int row = 0; row < 2; row++) {
        if (quoted)
            text[used++] = '"';
        memcpy(text + used, field, length);
        used += length;
        if (quoted)
            text[used++] = '"';
        memcpy(text + used, ",7\n", 3);
        used += 3;
    }
    assert_int_equal(read_rows("test", (slice){text, used}, ',', 1, compare, &seen), 0);
    assert_true(seen.right);
    assert_int_equal(seen.rows, 2);
    free(field);
    free(text);
}

static void fields_of_every_length_are_whole(void **state)
{
    (void)state;
    for (size_t step = 1 << 16; step <= 1 << 18; step *= 2)
        for (size_t length = step - 4; length < step + 5; length++) {
            read_long_field(length, false);
            read_long_field(length, true);
        }
}

static void a_long_field_is_copied_a_few_times(void **state)
{
    const size_t length = (size_t)16 << 20;
    (void)state;
    if (!COUNTED)
        skip();
    bytes_moved = 0;
    read_long_field(length, false);
    assert_true(bytes_moved >= length); /* it was counted at all */
    assert_true(bytes_moved < 10 * length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_every_length_are_whole),
        cmocka_unit_test(a_long_field_is_copied_a_few_times),
    };
    return cmocka_run_group_tests_name("apps/test_grades_csv", tests, NULL, NULL);
}

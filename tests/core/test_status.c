/* test_status.c -- would catch a renumbered enumerator, a missing name, and a
 * triple that wrow_supported and its comment disagree about. */
#include "support/bits.h"
#include "support/oracle.h"
#include "support/unit.h"
#include <string.h>

static void numbers_are_pinned(void **state)
{
    (void)state;
    assert_int_equal(WROW_OK, 0);
    assert_int_equal(WROW_E_ARGUMENT, 1);
    assert_int_equal(WROW_E_TYPE, 2);
    assert_int_equal(WROW_E_POINTER, 3);
    assert_int_equal(WROW_E_WORKSPACE, 4);
    assert_int_equal(WROW_E_MEMORY, 5);
    assert_int_equal(WROW_E_DEVICE, 6);
    assert_int_equal(WROW_E_CAPTURE, 7);
    assert_int_equal(WROW_E_BUSY, 8);
    assert_int_equal(WROW_E_EMPTY, 9);
    assert_int_equal(WROW_E_OVERFLOW, 10);
    assert_int_equal(WROW_E_ORDER, 11);
    for (int i = 0; i < TYPE_COUNT; ++i)
        assert_int_equal(type_rows[i].type, i + 1);
    for (int i = 0; i < OPERATION_COUNT; ++i)
        assert_int_equal(operations[i], i + 1);
    assert_int_equal(WROW_AUTO, 0);
    assert_int_equal(WROW_CPU, 1);
    assert_int_equal(WROW_CUDA, 2);
    assert_int_equal(sizeof(wrow_status), 4);
    assert_int_equal(sizeof(wrow_summary), 88);
}

static void the_version_is_the_headers(void **state)
{
    (void)state;
    assert_int_equal(wrow_version(), WROW_VERSION);
}

static void every_status_has_a_name_and_a_text(void **state)
{
    (void)state;
#define X(name, value, text)                                                             \
    assert_string_equal(wrow_status_name(WROW_##name), "WROW_" #name);                   \
    assert_string_equal(wrow_status_text(WROW_##name), text);
    WROW_STATUS_MAP(X)
#undef X
    const int strangers[] = {-1, 12, 1000, 0x7fffffff, -0x7fffffff - 1};
    for (size_t i = 0; i < COUNT_OF(strangers); ++i) {
        assert_string_equal(wrow_status_name((wrow_status)strangers[i]), "WROW_UNKNOWN");
        assert_true(strlen(wrow_status_text((wrow_status)strangers[i])) > 0);
    }
}

static void types_and_operations_have_names_and_sizes(void **state)
{
    static const char *const names[OPERATION_COUNT] = {
        "sum",     "product", "min", "max",           "bit_and", "bit_or",
        "bit_xor", "any",     "all", "count_nonzero", "mean"};
    (void)state;
    for (size_t i = 0; i < TYPE_COUNT; ++i) {
        assert_string_equal(wrow_type_name(type_rows[i].type), type_rows[i].name);
        assert_int_equal(wrow_type_size(type_rows[i].type), type_rows[i].bytes);
    }
    for (size_t i = 0; i < OPERATION_COUNT; ++i)
        assert_string_equal(wrow_operation_name(operations[i]), names[i]);
    const int strangers[] = {0, -1, 13, 99, 0x7fffffff, -0x7fffffff - 1};
    for (size_t i = 0; i < COUNT_OF(strangers); ++i) {
        assert_string_equal(wrow_type_name((wrow_type)strangers[i]), "unknown");
        assert_int_equal(wrow_type_size((wrow_type)strangers[i]), 0);
        assert_string_equal(wrow_operation_name((wrow_operation)strangers[i]), "unknown");
    }
    assert_string_equal(wrow_operation_name((wrow_operation)12), "unknown");
}

static void supported_triples_are_those_of_the_comment(void **state)
{
    size_t supported = 0;
    (void)state;
    for (size_t op = 0; op < OPERATION_COUNT; ++op)
        for (size_t i = 0; i < TYPE_COUNT; ++i)
            for (size_t o = 0; o < TYPE_COUNT; ++o) {
                const wrow_type in = type_rows[i].type, out = type_rows[o].type;
                const int answer = wrow_supported(operations[op], in, out);
                if (answer != (int)oracle_supported(operations[op], in, out))
                    fail_msg("wrow_supported(%s, %s, %s) is %d",
                             wrow_operation_name(operations[op]), wrow_type_name(in),
                             wrow_type_name(out), answer);
                supported += answer == 1;
            }
    /* 2 (10 + 10 + 6 + 9) + 2 * 12 + 3 * 8 + 2 * 12 * 8 + 12 * 2 + 8 + 9 */
    assert_int_equal(supported, 351);
}

static void strangers_are_not_supported(void **state)
{
    const int strangers[] = {0, -1, 13, 4096, 0x7fffffff, -0x7fffffff - 1};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(strangers); ++i) {
        const wrow_type type = (wrow_type)strangers[i];
        assert_int_equal(wrow_supported((wrow_operation)strangers[i], WROW_I32, WROW_I32),
                         0);
        for (size_t op = 0; op < OPERATION_COUNT; ++op) {
            assert_int_equal(wrow_supported(operations[op], type, WROW_I64), 0);
            assert_int_equal(wrow_supported(operations[op], WROW_I64, type), 0);
            assert_int_equal(wrow_supported(operations[op], type, type), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_pinned),
        cmocka_unit_test(the_version_is_the_headers),
        cmocka_unit_test(every_status_has_a_name_and_a_text),
        cmocka_unit_test(types_and_operations_have_names_and_sizes),
        cmocka_unit_test(supported_triples_are_those_of_the_comment),
        cmocka_unit_test(strangers_are_not_supported),
    };
    return cmocka_run_group_tests_name("core/test_status", tests, NULL, NULL);
}

/* test_memory.c -- would catch memory that is misaligned or not what was asked for,
 * a free of something else, a copy into the wrong place, a fill that stops early
 * or runs on, and sizes whose product wraps. */
#include "support/case.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void alloc_gives_separate_aligned_memory(wrow_context *context)
{
    static const size_t sizes[] = {1, 7, 255, 256, 257, 4096, 1000003};
    void *memory[COUNT_OF(sizes)], *nothing = &memory;
    unsigned char *host = malloc(1000003);
    assert_non_null(host);
    for (size_t i = 0; i < COUNT_OF(sizes); ++i) {
        const unsigned char value = (unsigned char)(i + 1);
        memory[i] = NULL;
        MUST(context, wrow_alloc(context, sizes[i], &memory[i]));
        assert_non_null(memory[i]);
        assert_int_equal((uintptr_t)memory[i] % 256, 0);
        MUST(context, wrow_fill(context, memory[i], &value, WROW_U8, sizes[i]));
    }
    for (size_t i = 0; i < COUNT_OF(sizes); ++i) {
        MUST(context, wrow_copy(context, host, memory[i], sizes[i]));
        assert_all_bytes("alloc", host, sizes[i], (unsigned char)(i + 1));
    }
    /* neither first in, first out nor the reverse */
    for (size_t i = 0; i < COUNT_OF(sizes); ++i)
        MUST(context, wrow_free(context, memory[(i * 3 + 2) % COUNT_OF(sizes)]));
    MUST(context, wrow_alloc(context, 0, &nothing));
    assert_null(nothing);
    MUST(context, wrow_free(context, NULL));
    free(host);
}
ON_BOTH(alloc_gives_separate_aligned_memory)

static void impossible_sizes_leave_the_pointer(wrow_context *context)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 255, SIZE_MAX / 2 + 1,
                                   SIZE_MAX / 2 - 4096};
    for (size_t i = 0; i < COUNT_OF(sizes); ++i) {
        void *memory = context;
        char word[64];
        (void)snprintf(word, sizeof word, "bytes is %zu", sizes[i]);
        MUST_REFUSE(context, WROW_E_MEMORY, word, wrow_alloc(context, sizes[i], &memory));
        assert_true(memory == context);
    }
    MUST_REFUSE(context, WROW_E_ARGUMENT, "memory", wrow_alloc(context, 8, NULL));
}
ON_BOTH(impossible_sizes_leave_the_pointer)

static void only_its_own_memory_is_freed(wrow_context *context)
{
    const wrow_context_options options = {.backend = wrow_context_backend(context)};
    wrow_context *another = NULL;
    unsigned char local[16];
    void *memory = NULL;
    MUST(NULL, wrow_context_create(&another, &options));
    MUST(context, wrow_alloc(context, 512, &memory));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "memory", wrow_free(context, local));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "memory",
                wrow_free(context, (unsigned char *)memory + 256));
    MUST_REFUSE(another, WROW_E_ARGUMENT, "memory", wrow_free(another, memory));
    MUST(context, wrow_free(context, memory));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "memory", wrow_free(context, memory));
    wrow_context_destroy(another);
}
ON_BOTH(only_its_own_memory_is_freed)

static void copies_go_every_way(wrow_context *context)
{
    static const size_t sizes[] = {0, 1, 3, 16, 1021, 300001};
    unsigned char *from = malloc(300001), *to = malloc(300001 + 1);
    assert_non_null(from);
    assert_non_null(to);
    gen_elements(GEN_BITS, WROW_U8, 3, 300001, from);
    for (size_t i = 0; i < COUNT_OF(sizes); ++i) {
        struct buffer a = buffer_make(context, sizes[i], 3, CANARY_READ);
        struct buffer b = buffer_make(context, sizes[i], 5, CANARY_WRITE);
        memset(to, UNTOUCHED, sizes[i] + 1);
        MUST(context, wrow_copy(context, a.data, from, sizes[i]));
        MUST(context, wrow_copy(context, b.data, a.data, sizes[i]));
        MUST(context, wrow_copy(context, to, b.data, sizes[i]));
        assert_memory_equal(to, from, sizes[i]);
        assert_int_equal(to[sizes[i]], UNTOUCHED);
        MUST(context, wrow_copy(context, to + 1, from, sizes[i])); /* host to host */
        assert_memory_equal(to + 1, from, sizes[i]);
        buffer_free(&a);
        buffer_free(&b);
    }
    MUST(context, wrow_copy(context, NULL, NULL, 0));
    free(from);
    free(to);
}
ON_BOTH(copies_go_every_way)

static void wrong_copies_change_nothing(wrow_context *context)
{
    struct buffer buffer = buffer_make(context, 64, 0, CANARY_WRITE);
    unsigned char *data = buffer.data, host[64];
    buffer_set(&buffer, UNTOUCHED);
    memset(host, UNTOUCHED, sizeof host);
    MUST_REFUSE(context, WROW_E_ARGUMENT, "target", wrow_copy(context, NULL, data, 4));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "source", wrow_copy(context, data, NULL, 4));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlap", wrow_copy(context, data, data, 4));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlap",
                wrow_copy(context, data, data + 31, 32));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlap",
                wrow_copy(context, data + 31, data, 32));
    MUST(context, wrow_copy(context, data + 32, data, 32));
    assert_all_bytes("host", host, sizeof host, UNTOUCHED);
    buffer_untouched("a refused copy", &buffer);
    buffer_free(&buffer);
}
ON_BOTH(wrong_copies_change_nothing)

/* The ends of both ranges wrap around the address space, whichever comes first. */
static void copies_beyond_the_address_space_are_refused(wrow_context *context)
{
    unsigned char host[2];
    memset(host, UNTOUCHED, sizeof host);
    MUST_REFUSE(context, WROW_E_ARGUMENT, "18446744073709551615",
                wrow_copy(context, host, host + 1, SIZE_MAX));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "18446744073709551615",
                wrow_copy(context, host + 1, host, SIZE_MAX));
    assert_all_bytes("host", host, sizeof host, UNTOUCHED);
}
ON_BOTH(copies_beyond_the_address_space_are_refused)

static void fills_write_count_elements(wrow_context *context)
{
    static const size_t counts[] = {0, 1, 2, 3, 15, 16, 17, 255, 4097, 100003};
    unsigned char *host = malloc(100003 * ELEMENT_BYTES_MAX), value[ELEMENT_BYTES_MAX];
    assert_non_null(host);
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t c = 0; c < COUNT_OF(counts); ++c) {
            const size_t bytes = type_rows[t].bytes, count = counts[c];
            struct buffer buffer =
                buffer_make(context, count * bytes, (c % 3) * bytes, CANARY_WRITE);
            gen_elements(GEN_BITS, type_rows[t].type, c, 1, value);
            MUST(context,
                 wrow_fill(context, buffer.data, value, type_rows[t].type, count));
            buffer_get(&buffer, host);
            for (size_t i = 0; i < count; ++i)
                assert_memory_equal(host + i * bytes, value, bytes);
            buffer_free(&buffer);
        }
    free(host);
}
ON_BOTH(fills_write_count_elements)

static void wrong_fills_change_nothing(wrow_context *context)
{
    struct buffer buffer = buffer_make(context, 64, 0, CANARY_WRITE);
    unsigned char *data = buffer.data;
    const double value = 3;
    buffer_set(&buffer, UNTOUCHED);
    MUST_REFUSE(context, WROW_E_TYPE, "type is 0",
                wrow_fill(context, data, &value, (wrow_type)0, 2));
    MUST_REFUSE(context, WROW_E_TYPE, "type is 13",
                wrow_fill(context, data, &value, (wrow_type)13, 2));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "value",
                wrow_fill(context, data, NULL, WROW_F64, 2));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "target",
                wrow_fill(context, NULL, &value, WROW_F64, 2));
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        if (type_rows[t].bytes > 1) {
            MUST_REFUSE(context, WROW_E_ARGUMENT, "target",
                        wrow_fill(context, data + 1, &value, type_rows[t].type, 2));
            MUST_REFUSE(context, WROW_E_ARGUMENT, "target",
                        wrow_fill(context, data, &value, type_rows[t].type,
                                  SIZE_MAX / type_rows[t].bytes + 1));
        }
    MUST_REFUSE(context, WROW_E_ARGUMENT, "target",
                wrow_fill(context, data, &value, WROW_F64, SIZE_MAX / 8));
    MUST(context, wrow_fill(context, NULL, &value, WROW_F64, 0));
    buffer_untouched("a refused fill", &buffer);
    buffer_free(&buffer);
}
ON_BOTH(wrong_fills_change_nothing)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(alloc_gives_separate_aligned_memory),
        BOTH(impossible_sizes_leave_the_pointer),
        BOTH(only_its_own_memory_is_freed),
        BOTH(copies_go_every_way),
        BOTH(wrong_copies_change_nothing),
        BOTH(copies_beyond_the_address_space_are_refused),
        BOTH(fills_write_count_elements),
        BOTH(wrong_fills_change_nothing),
    };
    return cmocka_run_group_tests_name("core/test_memory", tests, NULL, NULL);
}

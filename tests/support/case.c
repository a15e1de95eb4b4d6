/* case.c -- see case.h. */
#include "case.h"
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define CASE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CASE_ASAN 1
#endif
#endif
#if defined(CASE_ASAN)
#include <sanitizer/asan_interface.h>

/* Allocations that cannot succeed are part of the tests. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
#endif

enum { CANARY_BYTES = 256 };

void case_on_cpu(case_body *body)
{
    static const uint32_t threads[] = {1, 2, 7};
    for (size_t i = 0; i < COUNT_OF(threads); ++i) {
        wrow_context *context = case_cpu(threads[i]);
        body(context);
        MUST(context, wrow_context_synchronize(context));
        wrow_context_destroy(context);
    }
}

void case_on_cuda(case_body *body)
{
    wrow_context *context = case_cuda();
    body(context);
    MUST(context, wrow_context_synchronize(context));
    wrow_context_destroy(context);
}

wrow_context *case_cpu(uint32_t threads)
{
    const wrow_context_options options = {.backend = WROW_CPU, .cpu_threads = threads};
    wrow_context *context = NULL;
    MUST(NULL, wrow_context_create(&context, &options));
    return context;
}

wrow_context *case_cuda(void)
{
    const wrow_context_options options = {.backend = WROW_CUDA};
    const char *required = getenv("WINDROW_REQUIRE_CUDA");
    wrow_context *context = NULL;
    if (wrow_context_create(&context, &options) != WROW_OK) {
        if (required && required[0] == '1')
            fail_msg("WINDROW_REQUIRE_CUDA is set: %s", wrow_last_error(NULL));
        skip();
    }
    return context;
}

void case_check_refusal(const wrow_context *context, wrow_status expected,
                        const char *word, const char *call, wrow_status actual)
{
    const char *sentence = wrow_last_error(context);
    if (actual != expected)
        fail_msg("%s: expected %s, got %s: %s", call, wrow_status_name(expected),
                 wrow_status_name(actual), sentence);
    if (strstr(sentence, word) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", call, sentence, word);
}

/* What the host can read; memory of the fake device is such too (tests/simt). */
static bool poisonable(const struct buffer *buffer)
{
#if defined(WINDROW_FAKE_CUDA)
    (void)buffer;
    return true;
#else
    return wrow_context_backend(buffer->context) == WROW_CPU;
#endif
}

static void poison(const struct buffer *buffer, bool on)
{
    const unsigned char *data = buffer->data;
    if (!poisonable(buffer))
        return;
#if defined(CASE_ASAN)
    if (on) {
        ASAN_POISON_MEMORY_REGION(buffer->memory, CANARY_BYTES + buffer->skew);
        ASAN_POISON_MEMORY_REGION(data + buffer->bytes, CANARY_BYTES);
    } else {
        ASAN_UNPOISON_MEMORY_REGION(buffer->memory,
                                    2 * CANARY_BYTES + buffer->skew + buffer->bytes);
    }
#else
    (void)data;
    (void)on;
#endif
}

struct buffer buffer_make(wrow_context *context, size_t bytes, size_t skew,
                          unsigned char canary)
{
    const size_t all = 2 * CANARY_BYTES + skew + bytes;
    struct buffer buffer = {context, NULL, NULL, skew, bytes, canary};
    void *memory = NULL;
    MUST(context, wrow_alloc(context, all, &memory));
    buffer.memory = memory;
    buffer.data = buffer.memory + CANARY_BYTES + skew;
#if defined(WINDROW_FAKE_CUDA)
    memset(memory, canary, all); /* a fill would come late, behind the poison */
#else
    MUST(context, wrow_fill(context, memory, &canary, WROW_U8, all));
#endif
    poison(&buffer, true);
    return buffer;
}

void buffer_put(const struct buffer *buffer, const void *host)
{
    if (buffer->bytes)
        MUST(buffer->context,
             wrow_copy(buffer->context, buffer->data, host, buffer->bytes));
}

void buffer_get(const struct buffer *buffer, void *host)
{
    if (buffer->bytes)
        MUST(buffer->context,
             wrow_copy(buffer->context, host, buffer->data, buffer->bytes));
}

void buffer_set(const struct buffer *buffer, unsigned char pattern)
{
    MUST(buffer->context,
         wrow_fill(buffer->context, buffer->data, &pattern, WROW_U8, buffer->bytes));
}

void buffer_untouched(const char *what, const struct buffer *buffer)
{
    unsigned char *host = malloc(buffer->bytes + 1);
    assert_non_null(host);
    buffer_get(buffer, host);
    assert_all_bytes(what, host, buffer->bytes, UNTOUCHED);
    free(host);
}

void buffer_free(struct buffer *buffer)
{
    const size_t before = CANARY_BYTES + buffer->skew;
    unsigned char host[2 * CANARY_BYTES + 256];
    poison(buffer, false);
    assert_true(before <= sizeof host);
    MUST(buffer->context, wrow_copy(buffer->context, host, buffer->memory, before));
    assert_all_bytes("canary before", host, before, buffer->canary);
    MUST(buffer->context,
         wrow_copy(buffer->context, host, (unsigned char *)buffer->data + buffer->bytes,
                   CANARY_BYTES));
    assert_all_bytes("canary after", host, CANARY_BYTES, buffer->canary);
    MUST(buffer->context, wrow_free(buffer->context, buffer->memory));
    buffer->memory = NULL;
}

struct input input_of(wrow_context *context, wrow_type type, const void *elements,
                      size_t count, size_t skew)
{
    const size_t bytes = count * type_row_of(type)->bytes;
    struct input input = {type, count, malloc(bytes + 1),
                          buffer_make(context, bytes, skew, CANARY_READ)};
    assert_non_null(input.host);
    if (bytes)
        memcpy(input.host, elements, bytes);
    buffer_put(&input.buffer, input.host);
    return input;
}

struct input input_make(wrow_context *context, enum gen_kind kind, wrow_type type,
                        uint64_t seed, size_t count, size_t skew)
{
    const size_t bytes = count * type_row_of(type)->bytes;
    struct input input = {type, count, malloc(bytes + 1),
                          buffer_make(context, bytes, skew, CANARY_READ)};
    assert_non_null(input.host);
    gen_elements(kind, type, seed, count, input.host);
    buffer_put(&input.buffer, input.host);
    return input;
}

void input_free(struct input *input)
{
    buffer_free(&input->buffer);
    free(input->host);
    input->host = NULL;
}

void case_reduce(wrow_operation operation, const struct input *input, wrow_type out_type,
                 void *result)
{
    wrow_context *context = input->buffer.context;
    const size_t bytes = type_row_of(out_type)->bytes;
    struct buffer out = buffer_make(context, bytes, bytes, CANARY_WRITE);
    MUST(context, wrow_reduce(context, operation, input->buffer.data, input->type,
                              input->count, out.data, out_type));
    buffer_get(&out, result);
    buffer_free(&out);
}

void case_check_reduce(wrow_operation operation, const struct input *input,
                       wrow_type out_type, const char *what)
{
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    char text[128];
    snprintf(text, sizeof text, "%s of %s to %s, %s, count %zu, skew %zu, %s",
             wrow_operation_name(operation), wrow_type_name(input->type),
             wrow_type_name(out_type), what, input->count, input->buffer.skew,
             wrow_context_device_name(input->buffer.context));
    oracle_reduce(operation, input->host, input->type, input->count, expected, out_type);
    case_reduce(operation, input, out_type, actual);
    assert_same_bits(text, out_type, expected, actual, 1);
}

/* The type that holds a wrow_value of an element of this type. */
static wrow_type value_type(wrow_type type)
{
    return is_float(type)                   ? WROW_F64
           : type_row_of(type)->kind == 'S' ? WROW_I64
                                            : WROW_U64;
}

void assert_same_extreme(const char *what, wrow_type type, const wrow_extreme *expected,
                         const wrow_extreme *actual)
{
    char text[192];
    snprintf(text, sizeof text, "%s: value", what);
    assert_same_bits(text, value_type(type), &expected->value, &actual->value, 1);
    snprintf(text, sizeof text, "%s: index", what);
    assert_same_bits(text, WROW_U64, &expected->index, &actual->index, 1);
}

void case_arg_reduce(const struct input *input, wrow_extreme *min, wrow_extreme *max)
{
    wrow_context *context = input->buffer.context;
    wrow_extreme *const wanted[] = {min, max};
    wrow_extreme results[2];
    struct buffer out = buffer_make(context, sizeof results, 8, CANARY_WRITE);
    wrow_extreme *const at = out.data;
    MUST(context, wrow_arg_reduce(context, input->buffer.data, input->type, input->count,
                                  min ? at : NULL, max ? at + 1 : NULL));
    buffer_get(&out, results);
    for (int k = 0; k < 2; ++k)
        if (wanted[k])
            *wanted[k] = results[k];
        else
            assert_all_bytes("an extreme that is not wanted", &results[k],
                             sizeof results[k], CANARY_WRITE);
    buffer_free(&out);
}

void case_check_arg_reduce(const struct input *input, const char *what)
{
    static const char *const names[] = {"", "min of min", "max of max", "min of both",
                                        "max of both"};
    wrow_extreme expected[2], actual[2];
    char text[160];
    oracle_arg_reduce(input->host, input->type, input->count, &expected[0], &expected[1]);
    for (int wanted = 1; wanted <= 3; ++wanted) { /* one bit each */
        case_arg_reduce(input, wanted & 1 ? &actual[0] : NULL,
                        wanted & 2 ? &actual[1] : NULL);
        for (int k = 0; k < 2; ++k) {
            snprintf(text, sizeof text, "%s, %s, %s, count %zu, skew %zu, %s",
                     names[wanted == 3 ? 3 + k : wanted], wrow_type_name(input->type),
                     what, input->count, input->buffer.skew,
                     wrow_context_device_name(input->buffer.context));
            if (wanted >> k & 1)
                assert_same_extreme(text, input->type, &expected[k], &actual[k]);
        }
    }
}

void case_describe(const struct input *input, bool skip_nan, wrow_summary *result)
{
    wrow_context *context = input->buffer.context;
    const wrow_describe_options options = {sizeof options, skip_nan};
    struct buffer out = buffer_make(context, sizeof *result, 8, CANARY_WRITE);
    MUST(context, wrow_describe(context, &options, input->buffer.data, input->type,
                                input->count, out.data));
    buffer_get(&out, result);
    buffer_free(&out);
}

void assert_same_summary(const char *what, wrow_type type, const wrow_summary *expected,
                         const wrow_summary *actual)
{
    const wrow_type extreme = value_type(type);
    const struct {
        const char *name;
        size_t offset;
        wrow_type type;
    } members[] = {
        {"count", offsetof(wrow_summary, count), WROW_U64},
        {"nan_count", offsetof(wrow_summary, nan_count), WROW_U64},
        {"min_index", offsetof(wrow_summary, min_index), WROW_U64},
        {"max_index", offsetof(wrow_summary, max_index), WROW_U64},
        {"min", offsetof(wrow_summary, min), extreme},
        {"max", offsetof(wrow_summary, max), extreme},
        {"sum", offsetof(wrow_summary, sum), WROW_F64},
        {"mean", offsetof(wrow_summary, mean), WROW_F64},
        {"squared_deviations", offsetof(wrow_summary, squared_deviations), WROW_F64},
        {"variance", offsetof(wrow_summary, variance), WROW_F64},
        {"sample_variance", offsetof(wrow_summary, sample_variance), WROW_F64},
    };
    char text[192];
    for (size_t i = 0; i < COUNT_OF(members); ++i) {
        snprintf(text, sizeof text, "%s: %s", what, members[i].name);
        assert_same_bits(text, members[i].type,
                         (const unsigned char *)expected + members[i].offset,
                         (const unsigned char *)actual + members[i].offset, 1);
    }
}

void case_check_describe(const struct input *input, bool skip_nan, const char *what)
{
    wrow_summary expected, actual;
    char text[128];
    snprintf(text, sizeof text, "describe %s, %s, skip_nan %d, count %zu, skew %zu, %s",
             wrow_type_name(input->type), what, skip_nan, input->count,
             input->buffer.skew, wrow_context_device_name(input->buffer.context));
    oracle_describe(input->host, input->type, input->count, skip_nan, &expected);
    case_describe(input, skip_nan, &actual);
    assert_same_summary(text, input->type, &expected, &actual);
}

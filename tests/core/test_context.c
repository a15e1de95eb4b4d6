/* test_context.c -- would catch options that are read wrong, a refusal that leaves
 * a context behind, an error text that is lost or shared, a call that trusts its
 * context, and a machine without a driver on which nothing works. */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include "support/case.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static wrow_context *const garbage = (wrow_context *)(uintptr_t)0x5a5a5a50u;

static void refuse_options(const void *options, wrow_status expected, const char *word)
{
    wrow_context *context = garbage;
    MUST_REFUSE(NULL, expected, word, wrow_context_create(&context, options));
    assert_null(context);
}

static void accept_options(const void *options)
{
    wrow_context *context = NULL;
    MUST(NULL, wrow_context_create(&context, options));
    assert_non_null(context);
    wrow_context_destroy(context);
}

static void defaults_make_a_context(void **state)
{
    const wrow_context_options zero = {0};
    wrow_context *context = NULL;
    (void)state;
    MUST(NULL, wrow_context_create(&context, NULL));
    const wrow_backend backend = wrow_context_backend(context);
    assert_true(backend == WROW_CPU || backend == WROW_CUDA);
    assert_true(strlen(wrow_context_device_name(context)) > 0);
    assert_string_equal(wrow_last_error(context), "");
    MUST(context, wrow_context_check(context));
    MUST(context, wrow_context_synchronize(context));
    wrow_context_destroy(context);
    accept_options(&zero);
    wrow_context_destroy(NULL);
}

static void options_of_any_honest_size_are_read(void **state)
{
    struct {
        wrow_context_options known;
        unsigned char later[64];
    } newer;
    (void)state;
    memset(&newer, 0, sizeof newer);
    newer.known.backend = WROW_CPU;
    accept_options(&newer);
    newer.known.size = sizeof newer.known;
    accept_options(&newer);
    newer.known.size = sizeof newer;
    accept_options(&newer);
    newer.later[0] = 1;
    refuse_options(&newer, WROW_E_ARGUMENT, "size");
    newer.later[0] = 0;
    newer.later[sizeof newer.later - 1] = 0x80;
    refuse_options(&newer, WROW_E_ARGUMENT, "size");
    newer.known.size = sizeof newer - 1; /* the byte is outside now */
    accept_options(&newer);
    newer.known.size = sizeof newer.known - 1;
    refuse_options(&newer, WROW_E_ARGUMENT, "size");
    newer.known.size = 1;
    refuse_options(&newer, WROW_E_ARGUMENT, "size");
    newer.known.size = 4097; /* nothing behind the structure is read */
    refuse_options(&newer, WROW_E_ARGUMENT, "4096");
    newer.known.size = UINT32_MAX;
    refuse_options(&newer, WROW_E_ARGUMENT, "4096");
}

static void *some_memory(size_t bytes, void *user)
{
    (void)user;
    return aligned_alloc(256, (bytes + 255) / 256 * 256);
}

static void give_back(void *memory, size_t bytes, void *user)
{
    (void)bytes, (void)user;
    free(memory);
}

static void wrong_options_are_refused_by_name(void **state)
{
    const struct {
        wrow_context_options options;
        const char *word;
    } cases[] = {
        {{.backend = 3}, "backend is 3"},
        {{.backend = 0xffffffffu}, "backend"},
        {{.device = -1}, "device is -1"},
        {{.backend = WROW_CPU, .cpu_threads = 1025}, "cpu_threads is 1025"},
        {{.backend = WROW_CPU, .cpu_threads = 0xffffffffu}, "1024"},
        {{.backend = WROW_CPU, .validate = 2}, "validate"},
        {{.backend = WROW_CPU, .reserved = 7}, "reserved"},
        {{.backend = WROW_CPU, .allocate = some_memory}, "release"},
        {{.backend = WROW_CPU, .release = give_back}, "allocate"},
    };
    const wrow_context_options good = {
        .backend = WROW_CPU, .allocate = some_memory, .release = give_back};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); ++i)
        refuse_options(&cases[i].options, WROW_E_ARGUMENT, cases[i].word);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "context is NULL",
                wrow_context_create(NULL, &good));
    accept_options(&good);
}

static void without_a_device_cuda_says_why(void **state)
{
    const wrow_context_options asked = {.backend = WROW_CUDA};
    wrow_context *context = garbage;
    (void)state;
    if (wrow_context_create(&context, &asked) == WROW_OK) {
        wrow_context_destroy(context);
        skip(); /* there is one */
    }
    refuse_options(&asked, WROW_E_DEVICE, "");
    assert_true(strlen(wrow_last_error(NULL)) > 10);
    MUST(NULL, wrow_context_create(&context, NULL));
    assert_int_equal(wrow_context_backend(context), WROW_CPU);
    assert_string_equal(wrow_last_error(context), "");
    wrow_context_destroy(context);
}

static void a_device_that_is_not_there_is_refused(void **state)
{
    const wrow_context_options asked = {.backend = WROW_CUDA, .device = 4096};
    const wrow_context_options any = {.backend = WROW_AUTO, .device = 4096};
    wrow_context *context = NULL;
    (void)state;
    refuse_options(&asked, WROW_E_DEVICE, "");
    assert_true(strlen(wrow_last_error(NULL)) > 10);
    MUST(NULL, wrow_context_create(&context, &any));
    assert_int_equal(wrow_context_backend(context), WROW_CPU);
    wrow_context_destroy(context);
}

static void names_are_as_promised(void **state)
{
    wrow_context *context;
    (void)state;
    assert_string_equal(wrow_backend_name(WROW_AUTO), "auto");
    assert_string_equal(wrow_backend_name(WROW_CPU), "cpu");
    assert_string_equal(wrow_backend_name(WROW_CUDA), "cuda");
    assert_string_equal(wrow_backend_name((wrow_backend)3), "unknown");
    assert_string_equal(wrow_backend_name((wrow_backend)-1), "unknown");
    assert_int_equal(wrow_context_backend(NULL), WROW_AUTO);
    assert_non_null(wrow_context_device_name(NULL));
    context = case_cpu(8);
    assert_int_equal(wrow_context_backend(context), WROW_CPU);
    assert_string_equal(wrow_context_device_name(context), "CPU, 8 threads");
    wrow_context_destroy(context);
    wrow_context_destroy(case_cpu(1024));
}

static void every_call_refuses_no_context(void **state)
{
    float in[4] = {1, 2, 3, 4}, out = 0x5a;
    double edges[2] = {0, 10};
    uint32_t counts = 0x5a;
    wrow_summary summary;
    void *memory = in;
    (void)state;
    memset(&summary, UNTOUCHED, sizeof summary);
#define REFUSED(call) MUST_REFUSE(NULL, WROW_E_ARGUMENT, "context", call)
    REFUSED(wrow_context_set_stream(NULL, NULL));
    REFUSED(wrow_context_set_workspace(NULL, NULL, 0));
    REFUSED(wrow_context_reserve(NULL, 0));
    REFUSED(wrow_context_check(NULL));
    REFUSED(wrow_context_synchronize(NULL));
    REFUSED(wrow_alloc(NULL, 16, &memory));
    REFUSED(wrow_free(NULL, in));
    REFUSED(wrow_copy(NULL, &out, in, sizeof out));
    REFUSED(wrow_fill(NULL, &out, in, WROW_F32, 1));
    REFUSED(wrow_reduce(NULL, WROW_SUM, in, WROW_F32, 4, &out, WROW_F32));
    REFUSED(wrow_describe(NULL, NULL, in, WROW_F32, 4, &summary));
    REFUSED(
        wrow_histogram_edges(NULL, NULL, in, WROW_F32, 4, edges, 2, &counts, WROW_U32));
#undef REFUSED
    assert_true(memory == in);
    assert_true(out == 0x5a && counts == 0x5a);
    assert_all_bytes("summary", &summary, sizeof summary, UNTOUCHED);
}

static void *fail_in_this_thread(void *argument)
{
    const wrow_context_options wrong = {.cpu_threads = 5000};
    wrow_context *context = NULL;
    const wrow_status status = wrow_context_create(&context, &wrong);
    *(wrow_status *)argument = status;
    return NULL;
}

static void errors_belong_to_a_context_or_a_thread(void **state)
{
    wrow_context *first = case_cpu(1), *second = case_cpu(2);
    wrow_status status = WROW_OK;
    pthread_t thread;
    (void)state;
    refuse_options(&(wrow_context_options){.backend = 77}, WROW_E_ARGUMENT, "77");
    assert_int_equal(pthread_create(&thread, NULL, fail_in_this_thread, &status), 0);
    pthread_join(thread, NULL);
    assert_int_equal(status, WROW_E_ARGUMENT);
    assert_non_null(strstr(wrow_last_error(NULL), "77"));
    MUST_REFUSE(first, WROW_E_ARGUMENT, "out",
                wrow_reduce(first, WROW_SUM, NULL, WROW_F32, 0, NULL, WROW_F32));
    assert_string_equal(wrow_last_error(second), "");
    assert_non_null(strstr(wrow_last_error(NULL), "77"));
    MUST(first, wrow_context_check(first)); /* an argument error is not kept */
    wrow_context_destroy(first);
    wrow_context_destroy(second);
}

static void validation_of_good_pointers_changes_nothing(void **state)
{
    wrow_context *context = NULL;
    float in[3] = {1, 2, 4}, out = 0;
    (void)state;
    for (int by_option = 0; by_option < 2; ++by_option) {
        const wrow_context_options options = {.backend = WROW_CPU,
                                              .validate = (uint32_t)by_option};
        setenv("WINDROW_VALIDATE", by_option ? "0" : "1", 1);
        MUST(NULL, wrow_context_create(&context, &options));
        MUST(context, wrow_reduce(context, WROW_SUM, in, WROW_F32, 3, &out, WROW_F32));
        assert_true(out == 7);
        wrow_context_destroy(context);
    }
    unsetenv("WINDROW_VALIDATE");
}

static void a_cpu_context_ignores_streams(void **state)
{
    wrow_context *context = case_cpu(2);
    float in[3] = {1, 2, 4}, out = 0;
    (void)state;
    MUST(context, wrow_context_set_stream(context, &out));
    MUST(context, wrow_reduce(context, WROW_SUM, in, WROW_F32, 3, &out, WROW_F32));
    MUST(context, wrow_context_set_stream(context, NULL));
    assert_true(out == 7);
    wrow_context_destroy(context);
}

static void contexts_come_and_go(wrow_context *context)
{
    const wrow_context_options options = {.backend = wrow_context_backend(context),
                                          .cpu_threads = 4};
    for (int i = 0; i < 100; ++i) {
        wrow_context *another = NULL;
        unsigned char result[8];
        MUST(NULL, wrow_context_create(&another, &options));
        struct input input = input_make(another, GEN_MIXED, WROW_F64, 1, 3000, 8);
        case_reduce(WROW_SUM, &input, WROW_F64, result);
        input_free(&input);
        wrow_context_destroy(another);
    }
}
ON_BOTH(contexts_come_and_go)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_make_a_context),
        cmocka_unit_test(options_of_any_honest_size_are_read),
        cmocka_unit_test(wrong_options_are_refused_by_name),
        cmocka_unit_test(without_a_device_cuda_says_why),
        cmocka_unit_test(a_device_that_is_not_there_is_refused),
        cmocka_unit_test(names_are_as_promised),
        cmocka_unit_test(every_call_refuses_no_context),
        cmocka_unit_test(errors_belong_to_a_context_or_a_thread),
        cmocka_unit_test(validation_of_good_pointers_changes_nothing),
        cmocka_unit_test(a_cpu_context_ignores_streams),
        BOTH(contexts_come_and_go),
    };
    return cmocka_run_group_tests_name("core/test_context", tests, NULL, NULL);
}

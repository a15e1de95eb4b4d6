/* case.c -- see case.h: contexts and refusals. */
#include "case.h"
#include "sanitizer.h"
#include <string.h>

#if defined(CASE_ASAN)
/* Allocations that cannot succeed are part of the tests. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
#endif

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

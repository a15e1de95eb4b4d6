/* test_segments_errors.c -- offsets that descend or lie beyond the array. Would catch an
 * element read outside, an error that nobody is told of or that is told twice, a good
 * segment that suffers for a bad one, and more work than there are elements. */
#include "support/oracle.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENTS = 9, COUNT = 20000 };

/* Good offsets, as the tests spoil them. */
static const uint64_t good[SEGMENTS + 1] = {0,    10,   10,    700,   5000,
                                            5001, 9000, 12000, 19000, COUNT};

struct results {
    double sums[SEGMENTS];
    wrow_extreme extremes[SEGMENTS];
    wrow_summary summaries[SEGMENTS];
};

/* A segment that ends before it begins, or beyond the array, is taken as empty. */
static const unsigned char *segment_of(const struct input *input, const uint64_t *offsets,
                                       size_t s, size_t *count)
{
    const bool bad = offsets[s] > offsets[s + 1] || offsets[s + 1] > input->count;
    *count = bad ? 0 : offsets[s + 1] - offsets[s];
    return input->host + (bad ? 0 : 8 * offsets[s]);
}

/* The calls, each with an error that is told once and says `word`. */
static void call_all(const struct input *input, const struct buffer *at, const char *word,
                     const struct buffer *out)
{
    wrow_context *const context = input->buffer.context;
    const void *const in = input->buffer.data;
    struct results *const results = out->data;
    MUST(context,
         wrow_reduce_segments(context, WROW_SUM, NULL, in, WROW_F64, input->count,
                              at->data, SEGMENTS, results->sums, WROW_F64));
    MUST_REFUSE(context, WROW_E_ORDER, word, wrow_context_synchronize(context));
    MUST(context, wrow_context_synchronize(context));
    MUST(context, wrow_arg_reduce_segments(context, in, WROW_F64, input->count, at->data,
                                           SEGMENTS, NULL, results->extremes));
    MUST_REFUSE(context, WROW_E_ORDER, word, wrow_context_synchronize(context));
    MUST(context, wrow_context_check(context));
    MUST(context, wrow_describe_segments(context, NULL, in, WROW_F64, input->count,
                                         at->data, SEGMENTS, results->summaries));
    MUST_REFUSE(context, WROW_E_ORDER, word, wrow_context_synchronize(context));
    MUST(context, wrow_context_synchronize(context));
}

static void check(const struct input *input, const uint64_t *offsets, const char *word)
{
    wrow_context *const context = input->buffer.context;
    struct buffer at = buffer_make(context, sizeof good, 8, CANARY_READ);
    struct buffer out = buffer_make(context, sizeof(struct results), 8, CANARY_WRITE);
    struct results actual;
    buffer_put(&at, offsets);
    call_all(input, &at, word, &out);
    buffer_get(&out, &actual);
    for (size_t s = 0; s < SEGMENTS; ++s) {
        size_t count;
        const unsigned char *const elements = segment_of(input, offsets, s, &count);
        wrow_summary summary;
        wrow_extreme max;
        double sum;
        char text[64];
        snprintf(text, sizeof text, "%s segment %zu", word, s);
        oracle_reduce(WROW_SUM, elements, WROW_F64, count, &sum, WROW_F64);
        assert_same_bits(text, WROW_F64, &sum, &actual.sums[s], 1);
        oracle_arg_reduce(elements, WROW_F64, count, NULL, &max);
        assert_same_extreme(text, WROW_F64, &max, &actual.extremes[s]);
        oracle_describe(elements, WROW_F64, count, false, &summary);
        assert_same_summary(text, WROW_F64, &summary, &actual.summaries[s]);
    }
    buffer_free(&out);
    buffer_free(&at);
}

static void an_offset_beyond_the_array(wrow_context *context)
{
    static const uint64_t beyond[] = {COUNT + 1, COUNT + 4096, (uint64_t)1 << 61,
                                      UINT64_MAX};
    struct input input = input_make(context, GEN_CANCEL, WROW_F64, 3, COUNT, 8);
    for (size_t i = 0; i <= SEGMENTS; ++i)
        for (size_t b = 0; b < COUNT_OF(beyond); ++b) {
            uint64_t offsets[SEGMENTS + 1];
            char word[64];
            memcpy(offsets, good, sizeof good);
            offsets[i] = beyond[b];
            /* a GPU may tell of the one behind it, which is below it */
            snprintf(word, sizeof word, "offsets[");
            if (i == SEGMENTS || wrow_context_backend(context) == WROW_CPU)
                snprintf(word, sizeof word, "offsets[%zu] is %llu,", i,
                         (unsigned long long)beyond[b]);
            check(&input, offsets, word);
        }
    input_free(&input);
}
ON_BOTH(an_offset_beyond_the_array)

static void an_offset_below_the_one_before(wrow_context *context)
{
    struct input input = input_make(context, GEN_CANCEL, WROW_F64, 3, COUNT, 8);
    for (size_t i = 2; i <= SEGMENTS; ++i)
        for (uint64_t less = 1; less <= good[i - 1]; less *= 9) {
            uint64_t offsets[SEGMENTS + 1];
            char word[64];
            memcpy(offsets, good, sizeof good);
            offsets[i] = good[i - 1] - less;
            snprintf(word, sizeof word, "offsets[%zu] is %llu,", i,
                     (unsigned long long)offsets[i]);
            check(&input, offsets, word);
        }
    input_free(&input);
}
ON_BOTH(an_offset_below_the_one_before)

/* Of such offsets only this is asked: nothing outside is read or written, the error is
 * told, the time is bounded, and the context works on. */
static void survive(const struct input *input, const uint64_t *offsets, size_t segments)
{
    wrow_context *const context = input->buffer.context;
    struct buffer at = buffer_make(context, (segments + 1) * 8, 8, CANARY_READ);
    struct buffer out =
        buffer_make(context, segments * sizeof(wrow_summary), 8, CANARY_WRITE);
    wrow_extreme *const extremes = out.data;
    buffer_put(&at, offsets);
    MUST(context,
         wrow_reduce_segments(context, WROW_MEAN, NULL, input->buffer.data, WROW_F64,
                              input->count, at.data, segments, out.data, WROW_F64));
    MUST_REFUSE(context, WROW_E_ORDER, "offsets[", wrow_context_synchronize(context));
    MUST(context,
         wrow_arg_reduce_segments(context, input->buffer.data, WROW_F64, input->count,
                                  at.data, segments, extremes, extremes + segments));
    MUST_REFUSE(context, WROW_E_ORDER, "offsets[", wrow_context_synchronize(context));
    MUST(context, wrow_describe_segments(context, NULL, input->buffer.data, WROW_F64,
                                         input->count, at.data, segments, out.data));
    MUST_REFUSE(context, WROW_E_ORDER, "offsets[", wrow_context_synchronize(context));
    MUST(context, wrow_context_synchronize(context));
    buffer_free(&out);
    buffer_free(&at);
}

static void garbage_is_survived(wrow_context *context)
{
    enum { MOST = 300 };
    const struct layout layout = layout_of_length(7, 1000);
    struct input input = input_make(context, GEN_CANCEL, WROW_F64, 3, 7000, 8);
    uint64_t offsets[MOST + 1], seed = 3;
    for (size_t round = 0; round < unless_sanitized(20, 3); ++round) {
        const size_t segments = unless_sanitized(MOST, 40) - round;
        for (size_t s = 0; s <= segments; ++s) {
            const uint64_t any = gen_next(&seed);
            offsets[s] = round % 4 == 0   ? any
                         : round % 4 == 1 ? any % (input.count + 2)
                         : round % 4 == 2 ? any >> any % 64
                                          : s % 2 * input.count; /* all, backwards, ... */
        }
        survive(&input, offsets, segments);
    }
    case_check_segments(WROW_SUM, NULL, &input, &layout, WROW_F64, "after garbage");
    input_free(&input);
}
ON_BOTH(garbage_is_survived)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(an_offset_beyond_the_array),
        BOTH(an_offset_below_the_one_before),
        BOTH(garbage_is_survived),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_errors", tests, NULL, NULL);
}

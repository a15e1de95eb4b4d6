/*
 * tests/support/case.h -- one body, every backend. A body is written against the
 * public interface; ON_BOTH makes it a test on CPU contexts of 1, 2 and 7 threads
 * and a second test on CUDA, which is skipped (and counted so) where there is no
 * device. WINDROW_REQUIRE_CUDA=1 turns the skip into a failure.
 */
#ifndef WINDROW_TESTS_CASE_H
#define WINDROW_TESTS_CASE_H

#include "bits.h"
#include "gen.h"
#include "unit.h"
#include <windrow/windrow.h>

typedef void case_body(wrow_context *context);

void case_on_cpu(case_body *body);
void case_on_cuda(case_body *body);

#define ON_BOTH(body)                                                                    \
    static void body##_cpu(void **state)                                                 \
    {                                                                                    \
        (void)state;                                                                     \
        case_on_cpu(body);                                                               \
    }                                                                                    \
    static void body##_cuda(void **state)                                                \
    {                                                                                    \
        (void)state;                                                                     \
        case_on_cuda(body);                                                              \
    }
#define BOTH(body) cmocka_unit_test(body##_cpu), cmocka_unit_test(body##_cuda)

/* A context of a number of CPU threads; fails the test if there is none. */
wrow_context *case_cpu(uint32_t threads);

/* A CUDA context; skips the running test where there is no device. */
wrow_context *case_cuda(void);

/* The call must return WROW_OK; otherwise its sentence is printed. */
#define MUST(context, call)                                                              \
    do {                                                                                 \
        const wrow_status status_ = (call);                                              \
        if (status_ != WROW_OK)                                                          \
            fail_msg("%s: %s: %s", #call, wrow_status_name(status_),                     \
                     wrow_last_error(context));                                          \
    } while (0)

/* The call must return `expected` and a sentence that holds `word`. */
#define MUST_REFUSE(context, expected, word, call)                                       \
    case_check_refusal(context, expected, word, #call, call)
void case_check_refusal(const wrow_context *context, wrow_status expected,
                        const char *word, const char *call, wrow_status actual);

/*
 * Memory of a context with canaries on both sides, `skew` bytes off an alignment
 * of 256. Read canaries are NaNs and -1, so that reading one changes a result;
 * with AddressSanitizer reading one stops the test.
 */
struct buffer {
    wrow_context *context;
    unsigned char *memory;
    void *data;
    size_t skew, bytes;
    unsigned char canary;
};

enum { CANARY_READ = 0xff, CANARY_WRITE = 0xa5, UNTOUCHED = 0x5a };

struct buffer buffer_make(wrow_context *context, size_t bytes, size_t skew,
                          unsigned char canary);
void buffer_put(const struct buffer *buffer, const void *host);
void buffer_get(const struct buffer *buffer, void *host);
void buffer_set(const struct buffer *buffer, unsigned char pattern);
void buffer_untouched(const char *what, const struct buffer *buffer);
/* Checks the canaries as well. */
void buffer_free(struct buffer *buffer);

/* An input of `count` generated elements, and the same on the host. */
struct input {
    wrow_type type;
    size_t count;
    unsigned char *host;
    struct buffer buffer;
};

struct input input_make(wrow_context *context, enum gen_kind kind, wrow_type type,
                        uint64_t seed, size_t count, size_t skew);
/* As above, from elements that the caller has. */
struct input input_of(wrow_context *context, wrow_type type, const void *elements,
                      size_t count, size_t skew);
void input_free(struct input *input);

/* One reduction of the input and of the oracle must agree in every bit. */
void case_check_reduce(wrow_operation operation, const struct input *input,
                       wrow_type out_type, const char *what);
/* The result alone: element bytes of out_type. */
void case_reduce(wrow_operation operation, const struct input *input, wrow_type out_type,
                 void *result);

/* Min alone, max alone and both at once, likewise. */
void case_check_arg_reduce(const struct input *input, const char *what);
/* NULL: not wanted; then its place stays as it was. */
void case_arg_reduce(const struct input *input, wrow_extreme *min, wrow_extreme *max);
void assert_same_extreme(const char *what, wrow_type type, const wrow_extreme *expected,
                         const wrow_extreme *actual);

/* One description, likewise. */
void case_check_describe(const struct input *input, bool skip_nan, const char *what);
void case_describe(const struct input *input, bool skip_nan, wrow_summary *result);
void assert_same_summary(const char *what, wrow_type type, const wrow_summary *expected,
                         const wrow_summary *actual);

/* A dot product of two inputs of one count, likewise; both in one context. */
void case_check_dot(const struct input *a, const struct input *b, wrow_type out_type,
                    const char *what);
void case_dot(const struct input *a, const struct input *b, wrow_type out_type,
              void *result);

/* Summaries of chunks, joined, likewise. */
void case_check_describe_merge(wrow_context *context, const wrow_summary *parts,
                               wrow_type type, size_t count, bool skip_nan,
                               const char *what);
void case_describe_merge(wrow_context *context, const wrow_summary *parts, wrow_type type,
                         size_t count, bool skip_nan, wrow_summary *result);

#endif

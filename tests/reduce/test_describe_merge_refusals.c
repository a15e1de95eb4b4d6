/* test_describe_merge_refusals.c -- every wrong argument of wrow_describe_merge: a
 * status, a sentence that names it, and a summary that nobody wrote to. */
#include "support/case.h"
#include "support/oracle.h"
#include <string.h>

enum { PARTS = 10 };

struct arrays {
    wrow_context *context;
    wrow_summary host[PARTS];
    struct buffer in, out;
    wrow_summary *parts, *summary;
};

static struct arrays make_arrays(wrow_context *context)
{
    struct arrays s = {
        .context = context,
        .in = buffer_make(context, sizeof s.host, 0, CANARY_READ),
        .out = buffer_make(context, sizeof(wrow_summary) + 8, 0, CANARY_WRITE)};
    double x[PARTS * 3];
    gen_elements(GEN_MIXED, WROW_F64, 1, COUNT_OF(x), x);
    for (size_t p = 0; p < PARTS; ++p)
        oracle_describe(x + 3 * p, WROW_F64, 3, false, &s.host[p]);
    buffer_put(&s.in, s.host);
    s.parts = s.in.data;
    s.summary = s.out.data;
    buffer_set(&s.out, UNTOUCHED);
    return s;
}

static void free_arrays(struct arrays *s)
{
    wrow_summary now[PARTS];
    buffer_untouched("out", &s->out);
    buffer_get(&s->in, now);
    assert_memory_equal(s->host, now, sizeof now);
    case_check_describe_merge(s->context, s->host, WROW_F64, PARTS, false,
                              "after refusals");
    buffer_free(&s->out);
    buffer_free(&s->in);
}

static void wrong_types_and_counts_are_refused(wrow_context *context)
{
    static const int strangers[] = {0, -1, 13, 0x7fffffff};
    struct arrays s = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(strangers); ++i)
        MUST_REFUSE(context, WROW_E_TYPE, "type",
                    wrow_describe_merge(context, NULL, s.parts, (wrow_type)strangers[i],
                                        PARTS, s.summary));
    MUST_REFUSE(context, WROW_E_EMPTY, "part_count is 0",
                wrow_describe_merge(context, NULL, s.parts, WROW_F64, 0, s.summary));
    MUST_REFUSE(context, WROW_E_EMPTY, "part_count is 0",
                wrow_describe_merge(context, NULL, NULL, WROW_F64, 0, s.summary));
    for (size_t over = 0; over < 3; ++over)
        MUST_REFUSE(context, WROW_E_ARGUMENT, "parts",
                    wrow_describe_merge(context, NULL, s.parts, WROW_F64,
                                        SIZE_MAX / sizeof *s.parts + over, s.summary));
    free_arrays(&s);
}
ON_BOTH(wrong_types_and_counts_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    struct arrays s = make_arrays(context);
    unsigned char *const in = s.in.data, *const out = s.out.data;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "parts is NULL",
                wrow_describe_merge(context, NULL, NULL, WROW_I8, 3, s.summary));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out is NULL",
                wrow_describe_merge(context, NULL, s.parts, WROW_I8, 3, NULL));
    for (size_t skew = 1; skew < 8; ++skew) {
        MUST_REFUSE(context, WROW_E_ARGUMENT, "parts is",
                    wrow_describe_merge(context, NULL, (void *)(in + skew), WROW_I8, 3,
                                        s.summary));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "out is",
                    wrow_describe_merge(context, NULL, s.parts, WROW_I8, 3,
                                        (void *)(out + skew)));
    }
    for (size_t at = 0; at < sizeof s.host; at += 8)
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_describe_merge(context, NULL, s.parts, WROW_I8, PARTS,
                                        (void *)(in + at)));
    /* the summary's last bytes lie on the first part */
    MUST_REFUSE(
        context, WROW_E_ARGUMENT, "overlaps",
        wrow_describe_merge(context, NULL, (void *)(in + 80), WROW_I8, 3, (void *)in));
    free_arrays(&s);
}
ON_BOTH(wrong_pointers_are_refused)

static void options_are_read_by_their_size(wrow_context *context)
{
    struct {
        wrow_describe_options known;
        unsigned char later[24];
    } newer;
    struct arrays s = make_arrays(context);
    memset(&newer, 0, sizeof newer);
#define MERGE()                                                                          \
    wrow_describe_merge(context, &newer.known, s.parts, WROW_F64, 3, s.summary)
    newer.known.skip_nan = 2;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "options->skip_nan", MERGE());
    newer.known.skip_nan = 1;
    newer.known.size = 4;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size", MERGE());
    newer.known.size = sizeof newer;
    newer.later[23] = 1;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size", MERGE());
    free_arrays(&s);

    s = make_arrays(context);
    newer.later[23] = 0;
    MUST(context, MERGE());
    newer.known.size = 0;
    MUST(context, MERGE());
#undef MERGE
    buffer_set(&s.out, UNTOUCHED);
    free_arrays(&s);
}
ON_BOTH(options_are_read_by_their_size)

/* What the call needs is its state area; what lies in the workspace is refused. */
static void a_fixed_workspace_is_kept_apart(wrow_context *context)
{
    struct arrays s = make_arrays(context);
    size_t least;
    MUST(NULL, wrow_describe_workspace(WROW_F64, 1, &least));
    const size_t bytes = least + PARTS * sizeof(wrow_summary);
    struct buffer workspace = buffer_make(context, bytes, 0, CANARY_WRITE);
    wrow_summary *const within = workspace.data;
    MUST(context, wrow_context_set_workspace(context, workspace.data, bytes));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "parts",
                wrow_describe_merge(context, NULL, within, WROW_F64, 2, s.summary));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out",
                wrow_describe_merge(context, NULL, s.parts, WROW_F64, 2, within));
    case_check_describe_merge(context, s.host, WROW_F64, PARTS, false, "fixed workspace");
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    free_arrays(&s);
}
ON_BOTH(a_fixed_workspace_is_kept_apart)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(wrong_types_and_counts_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(options_are_read_by_their_size),
        BOTH(a_fixed_workspace_is_kept_apart),
    };
    return cmocka_run_group_tests_name("reduce/test_describe_merge_refusals", tests, NULL,
                                       NULL);
}

/* dot_cpu.c -- wrow_dot on the CPU: threads fold whole partials, the caller folds those,
 * in the order of docs/order.md; as reduce_cpu.c. */
#include "reduce/dot_fold_cpu.h"
#include "reduce/dot_impl.h"
#include "reduce/partials_cpu.h"
#include "reduce/reduce_finish.h"
#include "reduce/reduce_fold_cpu.h"
#include <fenv.h>

typedef uint64_t add_words(uint64_t x, uint64_t y);

struct dot_job {
    const struct dot_call *call;
    struct dot_fold fold;
    add_words *add;
    uint64_t a_bytes, b_bytes; /* of an element */
    uint64_t run, partial;     /* elements of each */
    uint64_t identity;
    uint64_t *words; /* one for each partial */
};

static uint64_t add_integers(uint64_t x, uint64_t y)
{
    return x + y;
}

static uint64_t add_f32(uint64_t x, uint64_t y)
{
    return f32_bits(f32_from_bits((uint32_t)x) + f32_from_bits((uint32_t)y));
}

static uint64_t add_f64(uint64_t x, uint64_t y)
{
    return f64_bits(f64_from_bits(x) + f64_from_bits(y));
}

static add_words *adder_of(wrow_type sum_type)
{
    if (sum_type < WROW_F16)
        return add_integers;
    return sum_type <= WROW_BF16 ? add_f32 : add_f64;
}

static struct dot_fold fold_of(const struct dot_call *call)
{
    const struct dot_table *table = &wrow_dots_base;
#if defined(__x86_64__)
    const struct fold_table *const best = wrow_folds(); /* it knows the processor */
    if (best == &wrow_folds_v3)
        table = &wrow_dots_v3;
    if (best == &wrow_folds_v4)
        table = &wrow_dots_v4;
#endif
    if (call->b_type == WROW_F32)
        return table->by_f32[call->a_type];
    return call->b_type == WROW_F64 ? table->by_f64[call->a_type]
                                    : table->same[call->a_type];
}

/* Halving tree over words[0 .. count-1] into words[0]. A missing right side is the
 * identity: the left one stays as it is. */
static void fold_tree(uint64_t *words, uint32_t count, add_words *add)
{
    for (uint32_t half = REDUCE_PARTIALS_MAX / 2; half != 0; half /= 2) {
        for (uint32_t i = 0; i + half < count; ++i)
            words[i] = add(words[i], words[i + half]);
        count = count < half ? count : half;
    }
}

/* Every accumulator of a run, or the only one, starts at the identity. */
static void begin(const struct dot_job *job, union dot_state *state)
{
    const uint64_t width = REDUCE_ROW_BYTES / job->a_bytes;
    if (job->fold.close == NULL)
        state->word = job->identity;
    for (uint64_t i = 0; i < width && job->add == add_f32; ++i)
        state->f32[i] = f32_from_bits((uint32_t)job->identity);
    for (uint64_t i = 0; i < width && job->add == add_f64; ++i)
        state->f64[i] = f64_from_bits(job->identity);
}

static uint64_t fold_piece(const struct dot_job *job, uint64_t first, uint64_t count)
{
    union dot_state state;
    begin(job, &state);
    job->fold.elements(&state, (const char *)job->call->a + first * job->a_bytes,
                       (const char *)job->call->b + first * job->b_bytes, count);
    return job->fold.close ? job->fold.close(&state) : state.word;
}

static uint64_t fold_partial(const struct dot_job *job, uint64_t partial)
{
    const uint64_t first = partial * job->partial;
    const uint64_t left = job->call->shape.count - first;
    const uint64_t end = first + (left < job->partial ? left : job->partial);
    uint64_t words[REDUCE_FAN_MAX];
    uint32_t runs = 0;
    for (uint64_t i = first; i < end; i += job->run)
        words[runs++] = fold_piece(job, i, end - i < job->run ? end - i : job->run);
    fold_tree(words, runs, job->add);
    return words[0];
}

static void fold_range(const void *argument, uint64_t first, uint64_t end)
{
    const struct dot_job *const job = argument;
    for (uint64_t partial = first; partial < end; ++partial)
        job->words[partial] = fold_partial(job, partial);
}

static void finish(const struct dot_job *job)
{
    const struct dot_call *const call = job->call;
    const struct reduce_finish rule =
        reduce_finish_of(WROW_SUM, call->sum_type, call->out_type, call->shape.count);
    uint64_t word = job->identity;
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    if (call->shape.partials != 0) {
        fold_tree(job->words, call->shape.partials, job->add);
        word = job->words[0];
    }
    reduce_store(call->out, &rule, word);
    fesetenv(&callers);
}

wrow_status wrow_dot_cpu(wrow_context *context, const struct dot_call *call)
{
    const reduce_shape *const shape = &call->shape;
    const uint64_t a_bytes = wrow_type_size(call->a_type);
    const uint64_t run = shape->run_rows * (REDUCE_ROW_BYTES / a_bytes);
    struct dot_job job = {
        .call = call,
        .fold = fold_of(call),
        .add = adder_of(call->sum_type),
        .a_bytes = a_bytes,
        .b_bytes = wrow_type_size(call->b_type),
        .run = run,
        .partial = shape->fan * run,
        .identity = reduce_identity_word(WROW_SUM, call->sum_type),
    };
    void *scratch;
    WROW_TRY(wrow_scratch(context, wrow_dot_scratch(shape), &scratch));
    job.words = scratch;
    wrow_fold_partials(context->pool, shape, fold_range, &job);
    finish(&job);
    return WROW_OK;
}

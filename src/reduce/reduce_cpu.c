/*
 * reduce_cpu.c -- wrow_reduce and the choice of loops on the CPU: threads fold
 * whole partials, the caller folds those. Which thread took which, and how many
 * there were, is forgotten by then, so the bits are those of docs/order.md.
 *
 * A task runs in the default floating-point environment, whatever the caller
 * has set: rounding modes and flushed subnormals would change results.
 */
#include "reduce/partials_cpu.h"
#include "reduce/reduce_fold_cpu.h"
#include "reduce/reduce_impl.h"
#include <fenv.h>

/* Halving tree over words[0 .. count-1] into words[0]. A missing right side is
 * the identity: the left one stays as it is. */
typedef void fold_tree(uint64_t *words, uint32_t count);

struct reduce_job {
    const struct reduce_call *call;
    struct fold fold;
    fold_tree *tree;
    uint64_t identity;
    uint64_t run;     /* elements of a run */
    uint64_t partial; /* elements of a partial */
    uint64_t *words;  /* one for each partial */
};

#define TREE(name, JOIN)                                                                 \
    static void name(uint64_t *words, uint32_t count)                                    \
    {                                                                                    \
        for (uint32_t half = REDUCE_PARTIALS_MAX / 2; half != 0; half /= 2) {            \
            for (uint32_t i = 0; i + half < count; ++i)                                  \
                words[i] = JOIN(words[i], words[i + half]);                              \
            count = count < half ? count : half;                                         \
        }                                                                                \
    }

#define ADD_F32(a, b) f32_bits(f32_from_bits((uint32_t)a) + f32_from_bits((uint32_t)b))
#define MULTIPLY_F32(a, b)                                                               \
    f32_bits(f32_from_bits((uint32_t)a) * f32_from_bits((uint32_t)b))
#define ADD_F64(a, b)      f64_bits(f64_from_bits(a) + f64_from_bits(b))
#define MULTIPLY_F64(a, b) f64_bits(f64_from_bits(a) * f64_from_bits(b))
#define ADD(a, b)          ((a) + (b))
#define MULTIPLY(a, b)     ((a) * (b))
#define LOWER(a, b)        ((b) < (a) ? (b) : (a))
#define AND(a, b)          ((a) & (b))
#define OR(a, b)           ((a) | (b))
#define XOR(a, b)          ((a) ^ (b))

TREE(add_f32, ADD_F32)
TREE(multiply_f32, MULTIPLY_F32)
TREE(add_f64, ADD_F64)
TREE(multiply_f64, MULTIPLY_F64)
TREE(add_words, ADD)
TREE(multiply_words, MULTIPLY)
TREE(lower_words, LOWER)
TREE(and_words, AND)
TREE(or_words, OR)
TREE(xor_words, XOR)

/* By operation, and whether words are integers, f32 or f64. */
enum { INTEGER_WORDS, F32_WORDS, F64_WORDS };
static fold_tree *const trees[][3] = {
    [WROW_SUM] = {add_words, add_f32, add_f64},
    [WROW_PRODUCT] = {multiply_words, multiply_f32, multiply_f64},
    [WROW_MIN] = {lower_words, lower_words, lower_words},
    [WROW_MAX] = {lower_words, lower_words, lower_words},
    [WROW_BIT_AND] = {and_words, NULL, NULL},
    [WROW_BIT_OR] = {or_words, NULL, NULL},
    [WROW_BIT_XOR] = {xor_words, NULL, NULL},
    [WROW_ANY] = {add_words, add_words, add_words},
    [WROW_ALL] = {add_words, add_words, add_words},
    [WROW_COUNT_NONZERO] = {add_words, add_words, add_words},
};

static uint32_t kind_of_words(wrow_type in_type)
{
    if (in_type < WROW_F16)
        return INTEGER_WORDS;
    return in_type <= WROW_BF16 ? F32_WORDS : F64_WORDS;
}

const struct fold_table *wrow_folds(void)
{
#if defined(__x86_64__)
    /* Every processor with these has the rest of its level. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl"))
            return &wrow_folds_v4;
        return &wrow_folds_v3;
    }
#endif
    return &wrow_folds_base;
}

/* Every accumulator of a run, or the only one, starts at the identity. */
static void begin(const struct reduce_job *job, union fold_state *state)
{
    const uint32_t kind = kind_of_words(job->call->in_type);
    if (job->fold.close == NULL) {
        state->word = job->identity;
    } else if (kind == F32_WORDS) {
        for (size_t i = 0; i < sizeof state->f32 / sizeof state->f32[0]; ++i)
            state->f32[i] = f32_from_bits((uint32_t)job->identity);
    } else {
        for (size_t i = 0; i < sizeof state->f64 / sizeof state->f64[0]; ++i)
            state->f64[i] = f64_from_bits(job->identity);
    }
}

static uint64_t fold_piece(const struct reduce_job *job, uint64_t first, uint64_t count)
{
    const size_t bytes = reduce_format_of(job->call->in_type).width / 8;
    union fold_state state;
    begin(job, &state);
    job->fold.elements(&state, (const char *)job->call->in + first * bytes, count);
    return job->fold.close ? job->fold.close(&state) : state.word;
}

static uint64_t fold_partial(const struct reduce_job *job, uint64_t partial)
{
    const uint64_t all = job->call->shape.count;
    const uint64_t first = partial * job->partial;
    const uint64_t end = all - first < job->partial ? all : first + job->partial;
    uint64_t words[REDUCE_FAN_MAX];
    uint32_t runs = 0;
    if (job->fold.close == NULL)
        return fold_piece(job, first, end - first);
    for (uint64_t i = first; i < end; i += job->run)
        words[runs++] = fold_piece(job, i, end - i < job->run ? end - i : job->run);
    job->tree(words, runs);
    return words[0];
}

static void fold_range(const void *argument, uint64_t first, uint64_t end)
{
    const struct reduce_job *const job = argument;
    for (uint64_t partial = first; partial < end; ++partial)
        job->words[partial] = fold_partial(job, partial);
}

static void finish(const struct reduce_job *job)
{
    const struct reduce_call *call = job->call;
    const struct reduce_finish rule = reduce_finish_of(call->operation, call->in_type,
                                                       call->out_type, call->shape.count);
    uint64_t word = job->identity;
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    if (call->shape.partials != 0) {
        job->tree(job->words, call->shape.partials);
        word = job->words[0];
    }
    reduce_store(call->out, &rule, word);
    fesetenv(&callers);
}

wrow_status wrow_reduce_cpu(wrow_context *context, const struct reduce_call *call)
{
    const reduce_shape *shape = &call->shape;
    const uint64_t row = 8 * REDUCE_ROW_BYTES / reduce_format_of(call->in_type).width;
    struct reduce_job job = {
        .call = call,
        .fold = wrow_folds()->reduce[call->operation][call->in_type],
        .tree = trees[call->operation][kind_of_words(call->in_type)],
        .identity = reduce_identity_word(call->operation, call->in_type),
        .run = shape->run_rows * row,
        .partial = shape->fan * shape->run_rows * row,
    };
    void *scratch;
    WROW_TRY(wrow_scratch(context, wrow_reduce_scratch(shape), &scratch));
    job.words = scratch;
    wrow_fold_partials(context->pool, shape, fold_range, &job);
    finish(&job);
    return WROW_OK;
}

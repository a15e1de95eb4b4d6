/* rule_cpu.c -- see rule_cpu.h. */
#include "reduce/rule_cpu.h"

enum {
    WIDTH = 64,      /* accumulators of integers: enough to keep every unit busy */
    LOADED = 512,    /* words made at once, at least a row: 4 KB stay in the L1 cache */
    IN_PLACE = 65536 /* words folded at once where nothing is made; whole rows */
};

/* ------------------------------------------------------------------- trees */

#define TREE(name, JOIN)                                                                 \
    static void name(uint64_t *words, uint32_t count)                                    \
    {                                                                                    \
        uint32_t half = REDUCE_PARTIALS_MAX / 2;                                         \
        while (half >= count && half != 0)                                               \
            half /= 2;                                                                   \
        for (; half != 0; half /= 2) {                                                   \
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

TREE(add, RULE_ADD)
TREE(multiply, RULE_MULTIPLY)
TREE(least, rule_least)
TREE(and, RULE_AND)
TREE(or, RULE_OR)
TREE(xor, RULE_XOR)
TREE(add_f32, ADD_F32)
TREE(multiply_f32, MULTIPLY_F32)
TREE(add_f64, ADD_F64)
TREE(multiply_f64, MULTIPLY_F64)

fold_tree *wrow_fold_tree(enum rule_word word, enum rule_join join)
{
    static fold_tree *const trees[RULE_WORDS][RULE_JOINS] = {
        [RULE_INTEGER] = {[JOIN_ADD] = add,
                          [JOIN_MULTIPLY] = multiply,
                          [JOIN_LEAST] = least,
                          [JOIN_AND] = and,
                          [JOIN_OR] = or
                          , [JOIN_XOR] = xor},
        [RULE_F32] = {[JOIN_ADD] = add_f32, [JOIN_MULTIPLY] = multiply_f32},
        [RULE_F64] = {[JOIN_ADD] = add_f64, [JOIN_MULTIPLY] = multiply_f64},
    };
    return trees[word][join];
}

/* ------------------------------------------------------------------- plans */

/* The loop of a plain operation that folds these elements to these words, or NULL. */
static fold_elements *plain_loop(const struct reduce_rule *rule, wrow_type type)
{
    static const wrow_operation operations[RULE_FOLDS] = {
        [FOLD_SUM] = WROW_SUM,       [FOLD_PRODUCT] = WROW_PRODUCT,
        [FOLD_KEY] = WROW_MAX,       [FOLD_KEY_FLOAT] = WROW_MAX,
        [FOLD_AND] = WROW_BIT_AND,   [FOLD_OR] = WROW_BIT_OR,
        [FOLD_XOR] = WROW_BIT_XOR,   [FOLD_RANGE] = WROW_COUNT_NONZERO,
        [FOLD_FLOAT_SUM] = WROW_SUM, [FOLD_FLOAT_PRODUCT] = WROW_PRODUCT,
    };
    const int is_float = rule->infinity != 0;
    const uint64_t all = reduce_mask(rule->width);
    wrow_operation operation = operations[rule->fold];
    if (!operation || rule->skip_nan)
        return NULL;
    if (rule->word != RULE_INTEGER && !is_float) /* a mean of integers */
        return NULL;
    if (rule->fold == FOLD_KEY_FLOAT && rule->keep != all)
        return NULL;
    if (rule->fold == FOLD_RANGE && (rule->keep != all >> is_float || rule->flip != 0 ||
                                     rule->low != 1 || rule->span != rule->keep - 1))
        return NULL;
    if (operation == WROW_MAX && rule->flip == reduce_flip(WROW_MIN, type))
        operation = WROW_MIN;
    return wrow_folds()->reduce[operation][type].elements;
}

struct rule_plan wrow_rule_plan(const struct reduce_rule *rule, wrow_type type)
{
    const struct rule_folds *const folds = wrow_folds()->rule;
    const uint32_t bytes = rule->width / 8;
    fold_elements *const plain = plain_loop(rule, type);
    const int is_sum = plain && (rule->fold == FOLD_SUM || rule->fold == FOLD_FLOAT_SUM);
    const int is_range =
        !plain && (rule->fold == FOLD_RANGE || rule->fold == FOLD_RANGE_FLOAT);
    return (struct rule_plan){
        .rule = *rule,
        .plain = plain,
        .range = is_range ? folds->range[rule->fold == FOLD_RANGE_FLOAT][bytes] : NULL,
        .few = is_sum ? folds->few[type] : NULL,
        .columns = is_sum ? folds->columns[type] : NULL,
        .load = folds->load[rule->word][type],
        .fold = folds->fold[rule->word][rule->fold],
        .join = folds->join[rule->word][rule->join],
        .close = folds->close[rule->word][rule->join][bytes],
        .tree = wrow_fold_tree((enum rule_word)rule->word, (enum rule_join)rule->join),
        .bytes = bytes,
        .row = REDUCE_ROW_BYTES / bytes,
        .positions = REDUCE_STRIP_BYTES / bytes,
        .word_bytes = rule->word == RULE_F32 ? sizeof(float) : sizeof(uint64_t),
    };
}

struct rule_plan wrow_nan_plan(const struct reduce_rule *rule, wrow_type type)
{
    const uint64_t magnitude = reduce_mask(rule->width) >> 1;
    const struct reduce_rule nans = {.fold = FOLD_RANGE,
                                     .join = JOIN_ADD,
                                     .word = RULE_INTEGER,
                                     .width = rule->width,
                                     .keep = magnitude,
                                     .low = rule->infinity + 1,
                                     .span = magnitude - rule->infinity - 1};
    return wrow_rule_plan(&nans, type);
}

/* -------------------------------------------------------------------- runs */

void wrow_rule_fill(const struct rule_plan *plan, void *accumulators, uint32_t width)
{
    const uint64_t identity = plan->rule.identity;
    const float narrow = f32_from_bits((uint32_t)identity);
    uint64_t *const words = accumulators;
    float *const floats = accumulators;
    if (plan->rule.word == RULE_F32)
        for (uint32_t i = 0; i < width; ++i)
            floats[i] = narrow;
    else
        for (uint32_t i = 0; i < width; ++i)
            words[i] = identity;
}

uint32_t wrow_rule_begin(const struct rule_plan *plan, union rule_state *state,
                         uint64_t count)
{
    uint32_t width = 1;
    if (plan->close && count < plan->row) /* the lanes without elements are left out */
        width = reduce_lanes_of(count, plan->positions) * plan->positions;
    else if (plan->close)
        width = plan->row;
    else if (!plan->plain && !plan->range)
        width = count < WIDTH ? (uint32_t)count + (count == 0) : WIDTH;
    wrow_rule_fill(plan, state, width);
    return width;
}

void wrow_rule_step(const struct rule_plan *plan, union rule_state *state, uint32_t width,
                    const void *in, uint64_t count)
{
    union {
        uint64_t words[LOADED];
        float f32[LOADED];
        double f64[LOADED];
    } loaded;
    const char *x = in;
    if (plan->plain) {
        plan->plain(&state->plain, in, count);
        return;
    }
    if (plan->range) {
        plan->range(&plan->rule, state->words, in, count);
        return;
    }
    for (uint32_t w; count != 0; x += (size_t)w * plan->bytes, count -= w) {
        const uint32_t most = plan->load ? LOADED : IN_PLACE;
        w = count < most ? (uint32_t)count : most;
        if (plan->load)
            plan->load(&loaded, x, w);
        plan->fold(&plan->rule, state, width, plan->load ? (const void *)&loaded : x, w);
    }
}

uint64_t wrow_rule_end(const struct rule_plan *plan, union rule_state *state,
                       uint32_t width)
{
    if (plan->close)
        return plan->close(state, width / plan->positions);
    if (width > 1)
        plan->tree(state->words, width);
    return state->words[0];
}

static uint64_t fold_run(const struct rule_plan *plan, const void *in, uint64_t count)
{
    union rule_state state;
    if (plan->few && count <= plan->row)
        return plan->few(in, (uint32_t)count);
    const uint32_t width = wrow_rule_begin(plan, &state, count);
    wrow_rule_step(plan, &state, width, in, count);
    return wrow_rule_end(plan, &state, width);
}

uint64_t wrow_rule_partial(const struct rule_plan *plan, const void *in,
                           const reduce_shape *shape, uint64_t partial)
{
    const uint64_t run = shape->run_rows * plan->row, each = shape->fan * run;
    const uint64_t first = partial * each, left = shape->count - first;
    const uint64_t count = left < each ? left : each;
    const char *x = (const char *)in + first * plan->bytes;
    uint64_t words[REDUCE_FAN_MAX];
    uint32_t runs = 0;
    if (!plan->close || count <= run)
        return fold_run(plan, x, count);
    for (uint64_t i = 0; i < count; i += run)
        words[runs++] =
            fold_run(plan, x + i * plan->bytes, count - i < run ? count - i : run);
    plan->tree(words, runs);
    return words[0];
}

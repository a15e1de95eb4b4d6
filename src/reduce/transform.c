/* transform.c -- the calls of windrow/transform.h for one input: validate, make the rule,
 * dispatch by backend. */
#include "core/backend.h"
#include "core/check.h"
#include "reduce/reduce_check.h"
#include "reduce/reduce_impl.h"
#include "reduce/rule_of.h"
#include <fenv.h>

static const char *const names[] = {
#define X(name, value, text) [value] = text,
    WROW_TRANSFORM_MAP(X)
#undef X
};

const char *wrow_transform_name(wrow_transform transform)
{
    const unsigned index = (unsigned)transform;
    return index < sizeof names / sizeof names[0] ? names[index] : "unknown";
}

static bool is_integer(wrow_type type)
{
    return type >= WROW_I8 && type <= WROW_U64;
}

static bool is_sum_or_mean(wrow_operation operation)
{
    return operation == WROW_SUM || operation == WROW_MEAN;
}

/* What |x| of an element is: of signed integers the unsigned type of their width. */
static wrow_type magnitude_of(wrow_type type)
{
    static const wrow_type magnitudes[] = {[WROW_I8] = WROW_U8,
                                           [WROW_I16] = WROW_U16,
                                           [WROW_I32] = WROW_U32,
                                           [WROW_I64] = WROW_U64};
    const unsigned index = (unsigned)type;
    return index < sizeof magnitudes / sizeof magnitudes[0] && magnitudes[index]
               ? magnitudes[index]
               : type;
}

static int takes_magnitude(wrow_operation operation, wrow_type in, wrow_type out)
{
    const bool extreme = operation == WROW_MIN || operation == WROW_MAX;
    return (is_sum_or_mean(operation) || extreme) &&
           wrow_supported(operation, magnitude_of(in), out);
}

static int takes_square(wrow_operation operation, wrow_type in, wrow_type out)
{
    if (operation == WROW_SUM && is_integer(in))
        return out == WROW_I64 || out == WROW_U64;
    return is_sum_or_mean(operation) && wrow_supported(operation, in, out);
}

static int takes_truth(wrow_operation operation, wrow_type in, wrow_type out)
{
    return operation == WROW_SUM && wrow_supported(WROW_COUNT_NONZERO, in, out);
}

/* Integers are numbers here, as for a mean. */
static int takes_scale(wrow_operation operation, wrow_type in, wrow_type out)
{
    return is_sum_or_mean(operation) && wrow_supported(WROW_MEAN, in, out);
}

int wrow_transform_supported(wrow_transform transform, wrow_operation operation,
                             wrow_type in, wrow_type out)
{
    static int (*const rules[])(wrow_operation, wrow_type, wrow_type) = {
        [WROW_IDENTITY] = wrow_supported, [WROW_ABSOLUTE] = takes_magnitude,
        [WROW_SQUARE] = takes_square,     [WROW_NONZERO] = takes_truth,
        [WROW_IS_NAN] = takes_truth,      [WROW_SCALE_SHIFT] = takes_scale,
    };
    const unsigned index = (unsigned)transform;
    return index < sizeof rules / sizeof rules[0] && rules[index](operation, in, out);
}

static bool is_plain(const wrow_reduce_options *options)
{
    return options->transform == WROW_IDENTITY && !options->skip_nan &&
           !options->count_device;
}

wrow_status wrow_transform_reduce(wrow_context *context, wrow_operation operation,
                                  const wrow_reduce_options *options, const void *in,
                                  wrow_type in_type, size_t count, void *out,
                                  wrow_type out_type)
{
    const size_t in_size = wrow_type_size(in_type), out_size = wrow_type_size(out_type);
    wrow_reduce_options known;
    size_t in_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_read_reduction(context, operation, options, in_type, out_type, &known));
    if (is_plain(&known))
        return wrow_reduce(context, operation, in, in_type, count, out, out_type);
    if (operation == WROW_MEAN && count == 0 && !known.count_device)
        return wrow_fail(context, WROW_E_EMPTY,
                         "count is 0, but a mean needs at least 1 element");
    WROW_TRY(wrow_check_array(context, "in", in, count, in_size, in_size, &in_bytes));
    WROW_TRY(wrow_check_array(context, "out", out, 1, out_size, out_size, NULL));
    WROW_TRY(wrow_check_apart(context, "out", out, out_size, "in", in, in_bytes));

    struct segments_call call = {.name = "wrow_transform_reduce",
                                 .segments = wrow_one_segment(in, in_type, count),
                                 .rule =
                                     wrow_rule_of(operation, &known, in_type, out_type),
                                 .out = out,
                                 .out_type = out_type};
    if (known.count_device) {
        const size_t bytes = sizeof *known.count_device;
        WROW_TRY(wrow_check_array(context, "options->count_device", known.count_device, 1,
                                  bytes, bytes, NULL));
        WROW_TRY(wrow_check_apart(context, "out", out, out_size, "options->count_device",
                                  known.count_device, bytes));
        call.segments.count_device = known.count_device;
    }
    return wrow_segments_run(context, &call);
}

wrow_status wrow_transform_reduce_workspace(wrow_type in_type, size_t count,
                                            size_t *bytes)
{
    const uint32_t size = (uint32_t)wrow_type_size(in_type);
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(wrow_check_type(NULL, "in_type", in_type));
    WROW_TRY(wrow_check_count(NULL, "count", count, size));
    const reduce_shape shape = reduce_shape_of(count, size);
    const size_t plain = wrow_reduce_scratch(&shape);
    const size_t ruled = wrow_segments_scratch(count, size);
    *bytes = wrow_workspace_bytes(plain > ruled ? plain : ruled);
    return WROW_OK;
}

/* -------------------------------------------------------------- comparisons */

static wrow_status check_bound(wrow_context *context, const char *name,
                               const wrow_value *bound, wrow_type type)
{
    if (!bound)
        return wrow_fail(context, WROW_E_ARGUMENT, "%s is NULL", name);
    if (!is_integer(type) && bound->f != bound->f)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s->f is NaN, which no element compares with", name);
    return WROW_OK;
}

/* In the default environment, like all that reads a bound: a caller may have told the
 * processor to take subnormal numbers for zero. */
static wrow_status check_range_order(wrow_context *context, const wrow_value *lower,
                                     const wrow_value *upper, wrow_type type)
{
    const char class_ = reduce_format_of(type).class_;
    if (class_ == 'S' && lower->i > upper->i)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "lower->i is %lld, but must be at most upper->i, %lld",
                         (long long)lower->i, (long long)upper->i);
    if (class_ == 'U' && lower->u > upper->u)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "lower->u is %llu, but must be at most upper->u, %llu",
                         (unsigned long long)lower->u, (unsigned long long)upper->u);
    if (class_ == 'F' && lower->f > upper->f)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "lower->f is %.17g, but must be at most upper->f, %.17g",
                         lower->f, upper->f);
    return WROW_OK;
}

static wrow_status count_by(wrow_context *context, const char *name,
                            const struct reduce_rule *rule, const void *in,
                            wrow_type type, size_t count, uint64_t *out)
{
    const size_t size = wrow_type_size(type);
    size_t in_bytes;
    WROW_TRY(wrow_check_array(context, "in", in, count, size, size, &in_bytes));
    WROW_TRY(
        wrow_check_array(context, "out", out, 1, sizeof *out, sizeof(uint64_t), NULL));
    WROW_TRY(wrow_check_apart(context, "out", out, sizeof *out, "in", in, in_bytes));
    const struct segments_call call = {.name = name,
                                       .segments = wrow_one_segment(in, type, count),
                                       .rule = *rule,
                                       .out = out,
                                       .out_type = WROW_U64};
    return wrow_segments_run(context, &call);
}

wrow_status wrow_count_if(wrow_context *context, wrow_comparison comparison,
                          const wrow_value *value, const void *in, wrow_type type,
                          size_t count, uint64_t *out)
{
    fenv_t callers;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    if (comparison < WROW_LESS || comparison > WROW_GREATER)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "comparison is %d, which is no wrow_comparison",
                         (int)comparison);
    WROW_TRY(check_bound(context, "value", value, type));
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    const struct reduce_rule rule = wrow_rule_of_comparison(comparison, value, type);
    fesetenv(&callers);
    return count_by(context, "wrow_count_if", &rule, in, type, count, out);
}

wrow_status wrow_count_in_range(wrow_context *context, const wrow_value *lower,
                                const wrow_value *upper, const void *in, wrow_type type,
                                size_t count, uint64_t *out)
{
    struct reduce_rule rule;
    fenv_t callers;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    WROW_TRY(check_bound(context, "lower", lower, type));
    WROW_TRY(check_bound(context, "upper", upper, type));
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    const wrow_status status = check_range_order(context, lower, upper, type);
    if (status == WROW_OK)
        rule = wrow_rule_of_range(lower, upper, type);
    fesetenv(&callers);
    WROW_TRY(status);
    return count_by(context, "wrow_count_in_range", &rule, in, type, count, out);
}

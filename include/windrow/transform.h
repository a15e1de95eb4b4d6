/*
 * windrow/transform.h -- reductions of what is made of the elements on the way: a
 * transform before the fold, NaNs left out, comparisons counted, two inputs multiplied.
 */
#ifndef WROW_TRANSFORM_H
#define WROW_TRANSFORM_H

#include <windrow/context.h>

/* X(enumerator, value, name): what is folded in place of an element x. */
#define WROW_TRANSFORM_MAP(X)                                                            \
    X(IDENTITY, 0, "identity")       /* x */                                             \
    X(ABSOLUTE, 1, "absolute")       /* |x|: of signed integers an unsigned number */    \
    X(SQUARE, 2, "square")           /* x * x: of integers modulo 2^64 */                \
    X(NONZERO, 3, "nonzero")         /* 1 if x is not zero, else 0 */                    \
    X(IS_NAN, 4, "is_nan")           /* 1 if x is NaN, else 0 */                         \
    X(SCALE_SHIFT, 5, "scale_shift") /* x * scale + shift, each rounded */

typedef enum wrow_transform {
#define X(name, value, text) WROW_##name = value,
    WROW_TRANSFORM_MAP(X)
#undef X
        WROW_TRANSFORM_MAX_ = 0x7fffffff
} wrow_transform;

/* All zero is the default: a plain reduction. */
typedef struct wrow_reduce_options {
    uint32_t size;      /* sizeof(wrow_reduce_options), or 0: the layout of 0.1 */
    uint32_t transform; /* a wrow_transform */
    uint32_t skip_nan;  /* 1: elements that are NaN are left out (sum, min, max, mean) */
    uint32_t reserved;  /* 0 */
    double scale;       /* for SCALE_SHIFT, finite; else 0 */
    double shift;
    const uint64_t *count_device; /* NULL, or where the context works, aligned to 8: the
                                   * count; the argument `count` is then what it is at
                                   * most */
} wrow_reduce_options;

/* "identity"; "unknown" for a value that is not in the table; never NULL. */
WROW_API const char *wrow_transform_name(wrow_transform transform);

/*
 * wrow_transform_supported -- 1 if wrow_transform_reduce takes these, else 0.
 *
 *   identity      as wrow_supported
 *   absolute      sum, mean, min, max. Signed integers count as the unsigned type of
 *                 their width: |i8| sums to u8 u16 u32 u64 i16 i32 i64, and its max is
 *                 u8; a mean is f64. Floats as without a transform.
 *   square        sum, mean. Integers sum to i64 or u64, a mean is f64; floats as
 *                 without a transform.
 *   nonzero       sum: out is i64 or u64
 *   is_nan        sum: out is i64 or u64
 *   scale_shift   sum, mean. Integers: out is f64; floats as without a transform.
 */
WROW_API int wrow_transform_supported(wrow_transform transform, wrow_operation operation,
                                      wrow_type in, wrow_type out);

/*
 * wrow_transform_reduce -- *out = t(in[0]) op t(in[1]) op ... op t(in[count-1]).
 *
 *   operation, in, in_type, count, out, out_type   as for wrow_reduce
 *   options     NULL (that is wrow_reduce) or a wrow_reduce_options
 *
 * t(x) of a float is computed in the type that wrow_reduce accumulates it in (scale and
 * shift are rounded to that first), and so is a mean: sum / number. For a mean, and for
 * scale_shift, integers are converted to f64 first (rounded to nearest beyond 2^53).
 *
 * With skip_nan, and nothing but NaNs: sum +0, min and max their identity, mean NaN.
 * With count_device a larger value than count is a data error, WROW_E_ORDER: *out is
 * then the result of no elements. A mean of no elements is NaN where the count is
 * read on the device.
 *
 * WROW_OK; or, with *out untouched, WROW_E_EMPTY (mean of count 0), WROW_E_ARGUMENT
 * (also skip_nan or a transform with an operation that takes none, scale or shift not
 * finite), WROW_E_TYPE, WROW_E_POINTER, WROW_E_WORKSPACE, WROW_E_MEMORY; or
 * WROW_E_DEVICE with *out unspecified. Data errors: WROW_E_ORDER, WROW_E_BUSY.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_transform_reduce(
    wrow_context *context, wrow_operation operation, const wrow_reduce_options *options,
    const void *in, wrow_type in_type, size_t count, void *out, wrow_type out_type);

/* *bytes = the workspace that wrow_transform_reduce needs in fixed mode, whatever its
 * options. WROW_OK; WROW_E_ARGUMENT or WROW_E_TYPE with *bytes untouched. */
WROW_API WROW_MUST_CHECK wrow_status wrow_transform_reduce_workspace(wrow_type in_type,
                                                                     size_t count,
                                                                     size_t *bytes);

/* X(enumerator, value, name): what an element is compared for. */
#define WROW_COMPARISON_MAP(X)                                                           \
    X(LESS, 1, "<")                                                                      \
    X(LESS_EQUAL, 2, "<=")                                                               \
    X(EQUAL, 3, "==")                                                                    \
    X(NOT_EQUAL, 4, "!=")                                                                \
    X(GREATER_EQUAL, 5, ">=")                                                            \
    X(GREATER, 6, ">")

typedef enum wrow_comparison {
#define X(name, value, text) WROW_##name = value,
    WROW_COMPARISON_MAP(X)
#undef X
        WROW_COMPARISON_MAX_ = 0x7fffffff
} wrow_comparison;

/*
 * wrow_count_if -- *out = how many elements x compare with *value.
 * wrow_count_in_range -- *out = how many elements have *lower <= x and x <= *upper.
 *
 *   in           count elements of type, aligned to the element
 *   value, lower, upper   on the host, read before the call returns: .i, .u or .f by the
 *                class of the type; not NaN; lower at most upper. Compared as numbers,
 *                exactly, whether or not the type can hold them; -0 equals +0.
 *   out          one uint64_t where the context works, aligned to 8, outside in and the
 *                workspace
 *
 * A NaN is in no range and compares as in C: only != holds.
 *
 * WROW_OK; or, with *out untouched, WROW_E_ARGUMENT, WROW_E_TYPE, WROW_E_POINTER,
 * WROW_E_WORKSPACE, WROW_E_MEMORY; or WROW_E_DEVICE with *out unspecified. Data error:
 * WROW_E_BUSY. The workspace is that of wrow_transform_reduce.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_count_if(wrow_context *context,
                                                   wrow_comparison comparison,
                                                   const wrow_value *value,
                                                   const void *in, wrow_type type,
                                                   size_t count, uint64_t *out);
WROW_API WROW_MUST_CHECK wrow_status wrow_count_in_range(wrow_context *context,
                                                         const wrow_value *lower,
                                                         const wrow_value *upper,
                                                         const void *in, wrow_type type,
                                                         size_t count, uint64_t *out);

/*
 * wrow_dot -- *out = a[0] * b[0] + a[1] * b[1] + ... : a dot product, or the sum of a
 * weighted by b.
 *
 *   a, b         count elements each, aligned to the element; they may be the same
 *   a_type, b_type, out_type
 *                the same integer type: products and sum modulo 2^64, out i64 or u64
 *                f16 or bf16 twice: in f32; out is that type, f32 or f64
 *                a any type, b f32 or f64: a weighted sum, in f64; out is f64, or f32
 *                if neither is an integer or f64
 *   out          one element of out_type, aligned to it, outside a, b and the workspace
 *
 * Each product is rounded, then added in the order of docs/order.md.
 *
 * Statuses and data errors: as for wrow_reduce.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_dot(wrow_context *context, const void *a,
                                              wrow_type a_type, const void *b,
                                              wrow_type b_type, size_t count, void *out,
                                              wrow_type out_type);

/* 1 if wrow_dot takes these types, else 0. */
WROW_API int wrow_dot_supported(wrow_type a, wrow_type b, wrow_type out);

/* As wrow_transform_reduce_workspace, for wrow_dot. */
WROW_API WROW_MUST_CHECK wrow_status wrow_dot_workspace(wrow_type a_type,
                                                        wrow_type b_type, size_t count,
                                                        size_t *bytes);

#endif

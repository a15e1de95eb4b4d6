/*
 * windrow/base.h -- versions, statuses, element types and operations.
 *
 * Every list below is one X-macro table; the enum, the names and all tables
 * inside the library expand it. The numbers are part of the ABI: new rows are
 * appended, no row is ever renumbered. Zero is never a type or an operation,
 * so that a forgotten argument is refused.
 */
#ifndef WROW_BASE_H
#define WROW_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define WROW_EXTERN_C extern "C"
#else
#define WROW_EXTERN_C extern
#endif

#if defined(__GNUC__)
#define WROW_API        WROW_EXTERN_C __attribute__((visibility("default")))
#define WROW_MUST_CHECK __attribute__((warn_unused_result))
#else
#define WROW_API WROW_EXTERN_C
#define WROW_MUST_CHECK
#endif

#define WROW_VERSION_MAJOR 0
#define WROW_VERSION_MINOR 1
#define WROW_VERSION_PATCH 0
#define WROW_VERSION                                                                     \
    (WROW_VERSION_MAJOR * 10000 + WROW_VERSION_MINOR * 100 + WROW_VERSION_PATCH)

/* X(enumerator, value, meaning) */
#define WROW_STATUS_MAP(X)                                                               \
    X(OK, 0, "success")                                                                  \
    X(E_ARGUMENT, 1, "an argument is out of its range")                                  \
    X(E_TYPE, 2, "the operation does not exist for these types")                         \
    X(E_POINTER, 3, "a pointer does not belong to the context's memory")                 \
    X(E_WORKSPACE, 4, "the workspace is too small")                                      \
    X(E_MEMORY, 5, "memory could not be allocated")                                      \
    X(E_DEVICE, 6, "the CUDA device or its driver failed")                               \
    X(E_CAPTURE, 7, "the call is not allowed while its stream is being captured")        \
    X(E_BUSY, 8, "two executions overlapped on one context")                             \
    X(E_EMPTY, 9, "the result of no elements is undefined")                              \
    X(E_OVERFLOW, 10, "a counter does not fit its output type")                          \
    X(E_ORDER, 11, "values that must ascend do not")

typedef enum wrow_status {
#define X(name, value, text) WROW_##name = value,
    WROW_STATUS_MAP(X)
#undef X
        WROW_STATUS_MAX_ = 0x7fffffff
} wrow_status;

/* X(enumerator, value, C type that holds the bits, class, name)
 * class: S signed integer, U unsigned integer, F floating point.
 * f16 is IEEE 754 binary16, bf16 the upper half of a binary32. */
#define WROW_TYPE_MAP(X)                                                                 \
    X(I8, 1, int8_t, S, "i8")                                                            \
    X(U8, 2, uint8_t, U, "u8")                                                           \
    X(I16, 3, int16_t, S, "i16")                                                         \
    X(U16, 4, uint16_t, U, "u16")                                                        \
    X(I32, 5, int32_t, S, "i32")                                                         \
    X(U32, 6, uint32_t, U, "u32")                                                        \
    X(I64, 7, int64_t, S, "i64")                                                         \
    X(U64, 8, uint64_t, U, "u64")                                                        \
    X(F16, 9, uint16_t, F, "f16")                                                        \
    X(BF16, 10, uint16_t, F, "bf16")                                                     \
    X(F32, 11, float, F, "f32")                                                          \
    X(F64, 12, double, F, "f64")

typedef enum wrow_type {
#define X(name, value, bits, class_, text) WROW_##name = value,
    WROW_TYPE_MAP(X)
#undef X
        WROW_TYPE_MAX_ = 0x7fffffff
} wrow_type;

/* X(enumerator, value, rule, name)
 * rule: how the output type follows from the input type, see wrow_supported. */
#define WROW_OPERATION_MAP(X)                                                            \
    X(SUM, 1, ARITHMETIC, "sum")                                                         \
    X(PRODUCT, 2, ARITHMETIC, "product")                                                 \
    X(MIN, 3, SAME, "min")                                                               \
    X(MAX, 4, SAME, "max")                                                               \
    X(BIT_AND, 5, BITWISE, "bit_and")                                                    \
    X(BIT_OR, 6, BITWISE, "bit_or")                                                      \
    X(BIT_XOR, 7, BITWISE, "bit_xor")                                                    \
    X(ANY, 8, TRUTH, "any")                                                              \
    X(ALL, 9, TRUTH, "all")                                                              \
    X(COUNT_NONZERO, 10, COUNT, "count_nonzero")                                         \
    X(MEAN, 11, MEAN, "mean")

typedef enum wrow_operation {
#define X(name, value, rule, text) WROW_##name = value,
    WROW_OPERATION_MAP(X)
#undef X
        WROW_OPERATION_MAX_ = 0x7fffffff
} wrow_operation;

/* One value of any type: i for signed, u for unsigned, f for floating point. */
typedef union wrow_value {
    int64_t i;
    uint64_t u;
    double f;
} wrow_value;

/* WROW_VERSION of the library that is loaded. */
WROW_API uint32_t wrow_version(void);

/* The enumerator as text ("WROW_E_TYPE"), or "WROW_UNKNOWN"; never NULL. */
WROW_API const char *wrow_status_name(wrow_status status);

/* What the status means, in a few words; never NULL. */
WROW_API const char *wrow_status_text(wrow_status status);

/* "f32", "sum"; "unknown" for a value that is not in the table; never NULL. */
WROW_API const char *wrow_type_name(wrow_type type);
WROW_API const char *wrow_operation_name(wrow_operation operation);

/* Bytes of one element; 0 for a value that is not in the table. */
WROW_API size_t wrow_type_size(wrow_type type);

/*
 * wrow_supported -- 1 if wrow_reduce takes this triple, else 0.
 *
 *   sum, product    integers: out is an integer type that holds every value of
 *                   the input type (i8 -> i8 i16 i32 i64; u8 -> u8 u16 u32 u64
 *                   i16 i32 i64); the sum is taken modulo 2^64 and its low bits
 *                   are stored. f16, bf16: out is the same type, f32 or f64.
 *                   f32: out is f32 or f64. f64: out is f64.
 *   min, max        out is the input type
 *   bit_*           integers; out is the input type
 *   any, all        every input; out is any integer type, 0 or 1
 *   count_nonzero   every input; out is i64 or u64
 *   mean            integers: out is f64; floats: as for sum
 */
WROW_API int wrow_supported(wrow_operation operation, wrow_type in, wrow_type out);

#endif

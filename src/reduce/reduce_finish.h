/*
 * reduce_finish.h -- what an accumulator of a reduction is, and how it becomes
 * the output element. Both backends and all their layers of folding hand on one
 * 64-bit accumulator word:
 *
 *   sum, product    integers: the value modulo 2^64, elements sign- or zero-extended;
 *                   f16, bf16: the bits of an f32; f32, f64: the bits of an f64
 *   min, max        an unsigned key of the element's width, smallest for the winner;
 *                   0 for a NaN, which wins both (reduce_key)
 *   bit_*           the element's bits, zero-extended
 *   any, all, count the number of elements that are not zero
 *
 * Missing elements are the identity element, so that folding nothing gives the
 * documented result without a special case; the one exception is FINISH_ZERO.
 */
#ifndef WROW_REDUCE_FINISH_H
#define WROW_REDUCE_FINISH_H

#include "core/element.h"
#include "core/inline.h"
#include <windrow/base.h>

enum reduce_finish_kind {
    FINISH_BITS, /* the low bits of word ^ flip */
    FINISH_KEY,  /* a float behind its key */
    FINISH_ANY,
    FINISH_ALL,
    FINISH_F32, /* rounded from f32 bits */
    FINISH_F64, /* rounded from f64 bits */
    FINISH_ZERO /* float sum of nothing: +0, though the identity of sum is -0 */
};

struct reduce_finish {
    uint32_t kind;     /* a reduce_finish_kind */
    uint32_t out_type; /* a wrow_type */
    uint32_t width;    /* bits of an output element */
    uint32_t reserved;
    uint64_t flip;  /* what reduce_key flipped last */
    uint64_t nan;   /* canonical NaN of a float output */
    uint64_t count; /* elements, for all */
};

/* One row a type, in the order of their values; the float columns are 0 for
 * integers. */
struct reduce_format {
    uint32_t width;
    char class_;
    uint64_t one;
    uint64_t infinity;
    uint64_t nan;
};

static inline struct reduce_format reduce_format_of(wrow_type type)
{
    static const uint8_t bytes[] = {
        0,
#define X(name, value, bits, class_, text) (uint8_t)sizeof(bits),
        WROW_TYPE_MAP(X)
#undef X
    };
    static const char classes[] = "?"
#define X(name, value, bits, class_, text) #class_
        WROW_TYPE_MAP(X)
#undef X
        ;
    static const uint64_t floats[][3] = {
        {0x3c00u, 0x7c00u, 0x7e00u},
        {0x3f80u, 0x7f80u, 0x7fc0u},
        {0x3f800000u, 0x7f800000u, 0x7fc00000u},
        {0x3ff0000000000000u, 0x7ff0000000000000u, 0x7ff8000000000000u},
    };
    struct reduce_format format = {0, 0, 0, 0, 0};
    format.width = 8u * bytes[type];
    format.class_ = classes[type];
    if (format.class_ == 'F') {
        const uint64_t *row = floats[type - WROW_F16];
        format.one = row[0];
        format.infinity = row[1];
        format.nan = row[2];
    }
    return format;
}

static inline uint64_t reduce_mask(uint32_t width)
{
    return ~(uint64_t)0 >> (64u - width);
}

/* What makes an ascending unsigned key of an integer's bits, and complements it
 * for max. A float's sign is float_key's work. */
static inline uint64_t reduce_flip(wrow_operation operation, wrow_type in_type)
{
    const struct reduce_format in = reduce_format_of(in_type);
    const uint64_t sign = in.class_ == 'S' ? (uint64_t)1 << (in.width - 1) : 0;
    if (operation == WROW_MIN)
        return sign;
    return operation == WROW_MAX ? sign ^ reduce_mask(in.width) : 0;
}

/* Bits of the element that changes no result of the operation: what a missing
 * element is taken for. */
static inline uint64_t reduce_identity_element(wrow_operation operation,
                                               wrow_type in_type)
{
    const struct reduce_format in = reduce_format_of(in_type);
    const uint64_t sign = (uint64_t)1 << (in.width - 1);
    const uint64_t all = reduce_mask(in.width);
    const int is_float = in.class_ == 'F';
    if (operation == WROW_SUM)
        return is_float ? sign : 0;
    if (operation == WROW_PRODUCT)
        return is_float ? in.one : 1;
    if (operation == WROW_BIT_AND)
        return all;
    if (operation == WROW_MIN)
        return is_float ? in.infinity : all ^ (in.class_ == 'S' ? sign : 0);
    if (operation == WROW_MAX)
        return is_float ? in.infinity | sign : (in.class_ == 'S' ? sign : 0);
    return 0;
}

/* The accumulator word of that element. */
static inline uint64_t reduce_identity_word(wrow_operation operation, wrow_type in_type)
{
    const struct reduce_format in = reduce_format_of(in_type);
    const uint64_t element = reduce_identity_element(operation, in_type);
    if (operation == WROW_MIN || operation == WROW_MAX) {
        const uint64_t bits = in.class_ == 'F' ? float_key(element, in.width) : element;
        return bits ^ reduce_flip(operation, in_type);
    }
    if (in.class_ == 'F' && operation == WROW_SUM)
        return in_type <= WROW_BF16 ? 0x80000000u : 0x8000000000000000u;
    if (in.class_ == 'F' && operation == WROW_PRODUCT)
        return in_type <= WROW_BF16 ? 0x3f800000u : 0x3ff0000000000000u;
    return element;
}

static inline struct reduce_finish reduce_finish_of(wrow_operation operation,
                                                    wrow_type in_type, wrow_type out_type,
                                                    uint64_t count)
{
    const int is_float = reduce_format_of(in_type).class_ == 'F';
    const struct reduce_format out = reduce_format_of(out_type);
    struct reduce_finish finish = {FINISH_BITS, 0, 0, 0, 0, 0, 0};
    finish.out_type = (uint32_t)out_type;
    finish.width = out.width;
    finish.flip = reduce_flip(operation, in_type);
    finish.nan = out.nan;
    finish.count = count;
    if (operation == WROW_ANY)
        finish.kind = FINISH_ANY;
    else if (operation == WROW_ALL)
        finish.kind = FINISH_ALL;
    else if (is_float && (operation == WROW_MIN || operation == WROW_MAX))
        finish.kind = FINISH_KEY;
    else if (is_float && operation == WROW_SUM && count == 0)
        finish.kind = FINISH_ZERO;
    else if (is_float && (operation == WROW_SUM || operation == WROW_PRODUCT))
        finish.kind = in_type <= WROW_BF16 ? FINISH_F32 : FINISH_F64;
    return finish;
}

/* Key of a float's bits for min (flip 0) and max (flip all ones): one more place
 * where a NaN must not depend on its sign or payload. */
WROW_INLINE uint64_t reduce_float_key(uint64_t bits, unsigned width, uint64_t infinity,
                                      uint64_t flip)
{
    const uint64_t sign = (uint64_t)1 << (width - 1);
    return (bits & (sign - 1)) > infinity ? 0 : float_key(bits, width) ^ flip;
}

/* Rounds to the output type; from f32 or f64, whichever the accumulator was. An
 * f64 never goes to a 16-bit type: that would round twice. */
WROW_INLINE uint64_t reduce_round(const struct reduce_finish *finish, uint64_t word)
{
    const float narrow = f32_from_bits((uint32_t)word);
    const int is_f32 = finish->kind == FINISH_F32;
    if (finish->out_type == WROW_F16)
        return f16_from_f32(narrow);
    if (finish->out_type == WROW_BF16)
        return bf16_from_f32(narrow);
    if (finish->out_type == WROW_F32)
        return f32_bits(f32_canonical(is_f32 ? narrow : (float)f64_from_bits(word)));
    return f64_bits(f64_canonical(is_f32 ? (double)narrow : f64_from_bits(word)));
}

/* Bits of the output element, in the low `width` bits. */
WROW_INLINE uint64_t reduce_finish_bits(const struct reduce_finish *finish, uint64_t word)
{
    if (finish->kind == FINISH_BITS)
        return word ^ finish->flip;
    if (finish->kind == FINISH_KEY)
        return word == 0 ? finish->nan : float_unkey(word ^ finish->flip, finish->width);
    if (finish->kind == FINISH_ANY)
        return word != 0;
    if (finish->kind == FINISH_ALL)
        return word == finish->count;
    if (finish->kind == FINISH_ZERO)
        return 0;
    return reduce_round(finish, word);
}

/* out is one element of `width` bits, aligned to it. */
WROW_INLINE void reduce_store_bits(void *out, uint32_t width, uint64_t bits)
{
    const uint8_t bits8 = (uint8_t)bits;
    const uint16_t bits16 = (uint16_t)bits;
    const uint32_t bits32 = (uint32_t)bits;
    if (width == 64)
        memcpy(__builtin_assume_aligned(out, 8), &bits, 8);
    else if (width == 32)
        memcpy(__builtin_assume_aligned(out, 4), &bits32, 4);
    else if (width == 16)
        memcpy(__builtin_assume_aligned(out, 2), &bits16, 2);
    else
        memcpy(out, &bits8, 1);
}

WROW_INLINE void reduce_store(void *out, const struct reduce_finish *finish,
                              uint64_t word)
{
    reduce_store_bits(out, finish->width, reduce_finish_bits(finish, word));
}

#endif

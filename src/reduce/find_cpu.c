/* find_cpu.c -- see find_cpu.h. But for NaNs a key stands for one pattern of bits, so
 * that elements are compared as they are; blocks that lack it are left behind quickly. */
#include "reduce/find_cpu.h"
#include "core/alias.h"

enum { BLOCK = 64 };

/* Elements x with low <= (x & keep) <= low + span. */
struct wanted {
    uint64_t keep, low, span;
};

#define FIND(name, element)                                                              \
    static uint64_t name(const void *in, uint64_t i, uint64_t count,                     \
                         const struct wanted *wanted)                                    \
    {                                                                                    \
        const element *const x = in;                                                     \
        const element keep = (element)wanted->keep, low = (element)wanted->low,          \
                      span = (element)wanted->span;                                      \
        for (element found; count - i >= BLOCK; i += BLOCK) {                            \
            found = 0;                                                                   \
            for (uint32_t j = 0; j < BLOCK; ++j)                                         \
                found |= (element)((x[i + j] & keep) - low) <= span;                     \
            if (found)                                                                   \
                break;                                                                   \
        }                                                                                \
        for (; i < count; ++i)                                                           \
            if ((element)((x[i] & keep) - low) <= span)                                  \
                return i;                                                                \
        return DESCRIBE_NO_INDEX;                                                        \
    }

FIND(find_8, any_bits8)
FIND(find_16, any_bits16)
FIND(find_32, any_bits32)
FIND(find_64, any_bits64)

uint64_t wrow_find_key(const struct arg_rule *rule, const void *in, uint64_t first,
                       uint64_t count, uint64_t key)
{
    const uint32_t width = rule->rule.width;
    const uint64_t mask = reduce_mask(width);
    struct wanted wanted = {.keep = mask, .low = key ^ rule->flip, .span = 0};
    if (first >= count)
        return DESCRIBE_NO_INDEX;
    if (rule->rule.is_float && key == 0)
        wanted = (struct wanted){.keep = mask >> 1,
                                 .low = rule->infinity + 1,
                                 .span = (mask >> 1) - rule->infinity - 1};
    else if (rule->rule.is_float)
        wanted.low = float_unkey(wanted.low, width);
    if (width == 64)
        return find_64(in, first, count, &wanted);
    if (width == 32)
        return find_32(in, first, count, &wanted);
    if (width == 16)
        return find_16(in, first, count, &wanted);
    return find_8(in, first, count, &wanted);
}

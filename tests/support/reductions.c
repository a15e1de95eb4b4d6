/* reductions.c -- see reductions.h. */
#include "reductions.h"
#include "bits.h"
#include "oracle.h"

const struct reduction *every_reduction(size_t *count)
{
    enum { MOST = 1000 };
    static struct reduction all[MOST];
    static size_t known; /* the list is made once */
    size_t many = 0;
    for (int transform = 0; known == 0 && transform < TRANSFORM_COUNT; ++transform)
        for (size_t op = 0; op < OPERATION_COUNT; ++op)
            for (size_t i = 0; i < TYPE_COUNT; ++i)
                for (size_t o = 0; o < TYPE_COUNT; ++o) {
                    const struct reduction one = {(wrow_transform)transform,
                                                  operations[op], type_rows[i].type,
                                                  type_rows[o].type};
                    if (many < MOST && oracle_transform_supported(
                                           one.transform, one.operation, one.in, one.out))
                        all[many++] = one;
                }
    if (known == 0)
        known = many;
    *count = known;
    return all;
}

bool can_skip_nan(wrow_operation operation)
{
    return operation == WROW_SUM || operation == WROW_MEAN || operation == WROW_MIN ||
           operation == WROW_MAX;
}

wrow_reduce_options options_of(const struct reduction *reduction, bool skip_nan)
{
    wrow_reduce_options options = {.size = sizeof options,
                                   .transform = (uint32_t)reduction->transform,
                                   .skip_nan = skip_nan};
    if (reduction->transform == WROW_SCALE_SHIFT) {
        options.scale = 1.1;
        options.shift = -0.3;
    }
    return options;
}

/* trial_choices.c -- see trial.h: counts, alignments and data of a round. */
#include "reduce/reduce_order.h"
#include "trial.h"

size_t trial_count(struct trial *trial, size_t element_bytes)
{
    const size_t strip = REDUCE_STRIP_BYTES / element_bytes;
    const size_t row = REDUCE_ROW_BYTES / element_bytes, chunk = row * REDUCE_CHUNK_ROWS;
    const size_t block = chunk * REDUCE_FAN_MAX;
    const size_t counts[] = {
        0,
        1,
        strip - 1,
        strip + 1,
        row - 1,
        row + 1,
        chunk - 1,
        chunk,
        chunk + 1,
        block - 1,
        block,
        block + 1,
        2 * block,
        2 * block + row + 3,
        3 * block - 1,
        4 * block + 1,
        5 * block + chunk - 1,
        0, /* any */
    };
    /* Few rounds are long: more runs than partials, and runs of several chunks. */
    const size_t partials = chunk * REDUCE_PARTIALS_MAX;
    if (gen_below(&trial->random, 100) == 0)
        return partials + gen_below(&trial->random, partials);
    if (gen_below(&trial->random, 400) == 0)
        return partials * REDUCE_FAN_MAX + gen_below(&trial->random, block);
    const size_t k = gen_below(&trial->random, COUNT_OF(counts));
    return k + 1 < COUNT_OF(counts) ? counts[k] : gen_below(&trial->random, 6 * block);
}

size_t trial_skew(struct trial *trial, size_t element_bytes)
{
    const size_t skew = gen_below(&trial->random, 3) * gen_below(&trial->random, 17);
    return skew % 17 * element_bytes;
}

enum gen_kind trial_kind(struct trial *trial)
{
    return (enum gen_kind)gen_below(&trial->random, GEN_KINDS);
}

/* thread_tree.cuh -- halving trees by one thread, with a stack of a word for each level
 * instead of all leaves at once. */
#ifndef WROW_REDUCE_THREAD_TREE_CUH
#define WROW_REDUCE_THREAD_TREE_CUH

#include <windrow/device/words.cuh>

/*
 * The halving tree over leaf(0) .. leaf(count - 1); count is a power of two, at most
 * BATCH * 2^DEPTH, and leaves from `count` on are asked for if it is below BATCH: they
 * must then be the identity.
 *
 * Its last step joins even leaves with odd ones, so its first joins those that differ in
 * the top bit of their number: taken in the order of their reversed bits, leaves that
 * meet are neighbours, and two subtrees of one size meet as in a binary counter. BATCH
 * neighbours are asked for at a time, so that loads do not wait for each other.
 */
template <int DEPTH, int BATCH, typename F, typename LEAF>
WROW_DEVICE typename F::word thread_tree(const F &fold, uint32_t count, const LEAF &leaf)
{
    typename F::word stack[DEPTH], leaves[BATCH];
    const uint32_t top = count < BATCH ? BATCH / 2 : count / 2;
    uint32_t j = 0; /* the number of leaves so far, its bits reversed */
    for (uint32_t i = 0;; ++i) {
        WROW_UNROLL
        for (int k = 0; k < BATCH; ++k) {
            leaves[k] = leaf(j);
            uint32_t carry = top;
            while (j & carry) {
                j ^= carry;
                carry /= 2;
            }
            j |= carry;
        }
        WROW_UNROLL
        for (int size = 1; size < BATCH; size *= 2)
            WROW_UNROLL
        for (int k = 0; k < BATCH; k += 2 * size)
            leaves[k] = fold.combine(leaves[k], leaves[k + size]);
        WROW_UNROLL
        for (int level = 0; level < DEPTH; ++level) {
            if ((i >> level & 1) == 0) {
                stack[level] = leaves[0];
                break;
            }
            leaves[0] = fold.combine(stack[level], leaves[0]);
        }
        if ((i + 1) * BATCH >= count)
            return leaves[0];
    }
}

/* The least power of two that is at least n. */
WROW_DEVICE uint32_t power_above(uint32_t n)
{
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

#endif

/*
 * windrow/device/warp.cuh -- one value out of those of a warp's lanes, in a fixed
 * shape: the halving tree v[j] = v[j] op v[j + h] for h = width/2, ..., 2, 1.
 *
 * Fold::combine(x, y) is the operation; x comes from the lower lane, so it need not
 * commute. All 32 lanes call.
 */
#ifndef WROW_DEVICE_WARP_CUH
#define WROW_DEVICE_WARP_CUH

#include <windrow/device/words.cuh>

/* Of each group of `width` (a power of two up to 32) neighbour lanes; right in the
 * group's first lane, anything in the others. The fold may be an object, so that it can
 * carry what an operation is told at run time; T may be a structure that has its own
 * wrow_shuffle_down. */
template <typename Fold, typename T>
WROW_DEVICE T wrow_warp_fold(const Fold &fold, T value, uint32_t width)
{
    for (uint32_t h = width / 2; h > 0; h /= 2)
        value = fold.combine(value, wrow_shuffle_down(WROW_ALL_LANES, value, h));
    return value;
}
template <typename Fold, typename T> WROW_DEVICE T wrow_warp_fold(T value, uint32_t width)
{
    return wrow_warp_fold(Fold(), value, width);
}

/* Of all lanes, right in every lane, for operations that commute: then a butterfly
 * gives each lane the very bits that the tree gives lane 0. */
template <typename Fold, typename T> WROW_DEVICE T wrow_warp_fold_all(T value)
{
    WROW_UNROLL
    for (uint32_t h = WROW_WARP / 2; h > 0; h /= 2)
        value = Fold::combine(value, wrow_shuffle_xor(WROW_ALL_LANES, value, h));
    return value;
}

#endif

/* core/shrink.h -- numbers that the tests make small, so that a few threads and a few
 * thousand elements reach every path of a kernel. A library built so folds floats in
 * another order; nothing but a test may define WROW_SHRUNK. */
#ifndef WROW_CORE_SHRINK_H
#define WROW_CORE_SHRINK_H

#if defined(WROW_SHRUNK)
#define WROW_SHRINK(full, small) (small)
#else
#define WROW_SHRINK(full, small) (full)
#endif

#endif

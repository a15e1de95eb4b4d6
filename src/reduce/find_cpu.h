/* find_cpu.h -- where a key is, once it is known which key wins. */
#ifndef WROW_REDUCE_FIND_CPU_H
#define WROW_REDUCE_FIND_CPU_H

#include "reduce/arg_rule.h"

/* The first index from `first` on, below count, whose element has the key (0: is a NaN);
 * 2^64-1 if there is none. */
uint64_t wrow_find_key(const struct arg_rule *rule, const void *in, uint64_t first,
                       uint64_t count, uint64_t key);

#endif

/* rule_of.h -- the rule of a reduction, from what the caller asked for. */
#ifndef WROW_REDUCE_RULE_OF_H
#define WROW_REDUCE_RULE_OF_H

#include "reduce/rule.h"

/* wrow_transform_supported says yes; options NULL: no transform. */
struct reduce_rule wrow_rule_of(wrow_operation operation,
                                const wrow_reduce_options *options, wrow_type in_type,
                                wrow_type out_type);

/* Counts the elements that compare with *value, or lie in [*lower, *upper]. */
struct reduce_rule wrow_rule_of_comparison(wrow_comparison comparison,
                                           const wrow_value *value, wrow_type type);
struct reduce_rule wrow_rule_of_range(const wrow_value *lower, const wrow_value *upper,
                                      wrow_type type);

#endif

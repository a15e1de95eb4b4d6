/* columns_cpu.h -- the columns of a matrix that is stored row by row, folded by a rule.
 */
#ifndef WROW_REDUCE_COLUMNS_CPU_H
#define WROW_REDUCE_COLUMNS_CPU_H

#include "reduce/jobs_cpu.h"

/* scratch: as for wrow_fold_cuts. */
void wrow_fold_columns(wrow_context *context, const struct segments *segments,
                       const struct rule_job *job, void *scratch);

#endif

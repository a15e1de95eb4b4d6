/* test_executor.h -- what the tests of the executor share: memory for a probe, a run of
 * it, and groups of cases that one program runs. */
#ifndef WINDROW_TESTS_TEST_EXECUTOR_H
#define WINDROW_TESTS_TEST_EXECUTOR_H

#include "probe.h"
#include "support/unit.h"
#include <stdalign.h>

/* What probes write; zeroed by probe_clean, which is every case's setup. */
extern struct probe_memory {
    alignas(16) uint64_t words[PROBE_WORDS];
    uint32_t out[PROBE_WORDS], log[PROBE_LOG];
    uint32_t logged;
} probe_memory;
int probe_clean(void **state);

/* simt_run with the memory above. */
bool probe_run(enum probe probe, unsigned blocks, unsigned threads, size_t shared_bytes,
               uint32_t rounds);
/* Under this schedule from now on; no failure yet. */
void probe_schedule(enum simt_policy policy, enum simt_block_order order,
                    uint32_t residency, uint64_t seed);

#define EXECUTOR_CASE(body) cmocka_unit_test_setup(body, probe_clean)

/* Cases that failed. */
int run_schedule_cases(void);
int run_policy_cases(void);
int run_conduct_cases(void);
int run_copy_cases(void);
int run_model_cases(void);

#endif

/* probe.h -- kernels that show what the executor does: one that is wrong in each way
 * that it must tell, and some whose steps a test can follow. */
#ifndef WINDROW_TESTS_PROBE_H
#define WINDROW_TESTS_PROBE_H

#include "executor/executor.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum { PROBE_WORDS = 4096, PROBE_LOG = 8192, PROBE_SPIN = 400, PROBE_STEPS = 20000 };

/* What every probe is given. */
struct probe_job {
    uint32_t *out;   /* [PROBE_WORDS] */
    uint64_t *words; /* [PROBE_WORDS], aligned to 16 */
    uint32_t *log;   /* [PROBE_LOG] */
    uint32_t *logged;
    uint32_t rounds;
};

/* X(kernel, blocks, threads, dynamic bytes, thread that is named or ANY, what is told,
 *   what may be told instead, when another thread is first).
 * Names, thread and text are those under round robin; under any schedule it fails. */
#define PROBE_MISUSE_MAP(X)                                                              \
    X(barrier_in_two_places, 1, 8, 0, 3, "divergent barrier: thread 1 waits at ",        \
      "divergent barrier: thread ")                                                      \
    X(barrier_after_exit, 1, 2, 0, 1,                                                    \
      "the barrier waits for 1 threads that have exited",                                \
      "a thread exits while 1 wait at the block's barrier")                              \
    X(exit_while_others_wait, 1, 2, 0, 0,                                                \
      "a thread exits while 1 wait at the block's barrier",                              \
      "the barrier waits for 1 threads that have exited")                                \
    X(mask_without_caller, 1, 32, 0, 7,                                                  \
      "mask 0xffffff7f does not name the lane that calls", NULL)                         \
    X(mask_of_absent_lanes, 1, 16, 0, 0,                                                 \
      "mask 0x00018001 names lanes that the block does not have", NULL)                  \
    X(mask_of_an_exited_lane, 1, 32, 0, 0,                                               \
      "mask 0x00000009 names lane 3, which has exited",                                  \
      "a thread exits while lane 0 waits for it at ")                                    \
    X(exit_while_a_lane_waits, 1, 32, 0, 3,                                              \
      "a thread exits while lane 0 waits for it at ",                                    \
      "mask 0x00000009 names lane 3, which has exited")                                  \
    X(another_word_with_the_mask, 1, 32, 0, 1,                                           \
      "lane 0 calls another word with the same mask at ",                                \
      "lane 1 calls another word with the same mask at ")                                \
    X(masks_that_never_meet, 1, 3, 0, 0,                                                 \
      "nobody can go on: thread 0 of block 0 waits for its warp at ", NULL)              \
    X(barrier_against_warp, 1, 2, 0, 0,                                                  \
      "nobody can go on: thread 0 of block 0 waits for the block's barrier at ", NULL)   \
    X(unwritten_scalar, 1, 1, 0, 0,                                                      \
      "reads 4 bytes at byte 0 of scalar, which no thread has written", NULL)            \
    X(unwritten_element, 1, 1, 0, 0,                                                     \
      "reads 4 bytes at byte 16 of array, which no thread has written", NULL)            \
    X(unwritten_structure, 1, 1, 0, 0,                                                   \
      "reads 16 bytes at byte 0 of both, which no thread has written", NULL)             \
    X(unwritten_counter, 1, 1, 0, 0,                                                     \
      "reads 8 bytes at byte 0 of counter, which no thread has written", NULL)           \
    X(unwritten_vector, 1, 1, 0, 0,                                                      \
      "reads 16 bytes at byte 0 of vector, which no thread has written", NULL)           \
    X(unwritten_dynamic, 1, 1, 64, 0,                                                    \
      "reads 4 bytes at byte 8 of dynamic shared memory, which no thread", NULL)         \
    X(written_by_another_block, 2, 1, 0, 0,                                              \
      "reads 4 bytes at byte 0 of left, which no thread has written", NULL)              \
    X(no_dynamic_memory, 1, 1, 0, 0, "the launch gave no dynamic shared memory", NULL)   \
    X(misaligned_word, 1, 1, 0, 0, "is not aligned to the 4 bytes of the access", NULL)  \
    X(misaligned_vector, 1, 1, 0, 0, "is not aligned to 16 bytes", NULL)                 \
    X(too_much_shared_memory, 1, 1, 0, 0,                                                \
      "big of 240000 bytes does not fit the block's shared memory", NULL)                \
    X(too_much_with_dynamic, 1, 1, 200000, 0,                                            \
      "more of 40000 bytes does not fit the block's shared memory", NULL)                \
    X(endless, 1, 2, 0, ANY, "the kernel has not ended after 20000 steps", NULL)         \
    X(mbarrier_unaligned, 1, 1, 0, 0,                                                    \
      "an mbarrier must be 8 aligned bytes of shared memory", NULL)                      \
    X(mbarrier_in_global_memory, 1, 1, 0, 0,                                             \
      "an mbarrier must be 8 aligned bytes of shared memory", NULL)                      \
    X(mbarrier_for_nobody, 1, 1, 0, 0, "an mbarrier cannot wait for 0 arrivals", NULL)   \
    X(mbarrier_for_too_many, 1, 1, 0, 0, "an mbarrier cannot wait for 32768 arrivals",   \
      NULL)                                                                              \
    X(arrival_before_init, 1, 1, 0, 0, "reads 8 bytes at byte 0 of full", NULL)          \
    X(poll_before_init, 1, 1, 0, 0, "reads 8 bytes at byte 0 of full", NULL)             \
    X(load_before_init, 1, 1, 0, 0, "reads 8 bytes at byte 0 of full", NULL)             \
    X(arrivals_too_many, 1, 1, 0, 0, "more arrivals at an mbarrier than its 1", NULL)    \
    X(copy_of_nothing, 1, 1, 0, 0, "a bulk copy of 0 bytes from or to ", NULL)           \
    X(copy_of_half_a_vector, 1, 1, 0, 0, "a bulk copy of 8 bytes from or to ", NULL)     \
    X(copy_to_unaligned, 1, 1, 0, 0, "all three must be multiples of 16", NULL)          \
    X(copy_from_unaligned, 1, 1, 0, 0, "all three must be multiples of 16", NULL)        \
    X(copy_past_its_object, 1, 1, 0, 0,                                                  \
      "a bulk copy of 80 bytes leaves its shared memory", NULL)                          \
    X(copy_to_global, 1, 1, 0, 0, "a bulk copy of 16 bytes leaves its shared memory",    \
      NULL)                                                                              \
    X(store_past_its_object, 1, 1, 0, 0,                                                 \
      "a bulk copy of 80 bytes leaves its shared memory", NULL)                          \
    X(store_of_unwritten, 1, 1, 0, 0, "reads 32 bytes at byte 0 of stage", NULL)         \
    X(read_before_the_phase, 1, 1, 0, 0, "reads 16 bytes at byte 0 of stage", NULL)      \
    X(load_left_behind, 1, 1, 0, 0,                                                      \
      "the block ends while a bulk copy of 64 bytes still", NULL)                        \
    X(store_left_behind, 1, 1, 0, 0,                                                     \
      "the block ends while a bulk copy of 64 bytes still", NULL)

/* X(kernel, nothing): these are right, and a test says what each shows. */
#define PROBE_CONDUCT_MAP(X)                                                             \
    X(trace, )                                                                           \
    X(block_log, )                                                                       \
    X(clock_log, )                                                                       \
    X(lanes_apart, )                                                                     \
    X(shuffle_outside, )                                                                 \
    X(overrun, )                                                                         \
    X(one_load, )                                                                        \
    X(two_loads, )                                                                       \
    X(hasty_source, )                                                                    \
    X(patient_source, )                                                                  \
    X(store_read_only, )                                                                 \
    X(each_order, )

enum probe {
#define X(name, ...) PROBE_##name,
    PROBE_MISUSE_MAP(X) PROBE_CONDUCT_MAP(X)
#undef X
        PROBES
};

/* What simt_run or cudaLaunchKernel is given. */
const void *probe_kernel(enum probe probe);

#if defined(__cplusplus)
}
#endif

#endif

/*
 * words.h -- what the executor offers the words of the device layer
 * (device_words.cuh, device_memory.cuh, device_async.cuh). Every function that says
 * "step" lets the schedule choose who goes next.
 */
#ifndef WINDROW_TESTS_EXECUTOR_WORDS_H
#define WINDROW_TESTS_EXECUTOR_WORDS_H

#include "executor.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Where in a kernel a word stands. */
struct simt_place {
    const char *file;
    int line;
};

/* The thread that is running. */
struct simt_thread {
    uint32_t thread, threads, block, blocks;
};
extern const struct simt_thread *simt_now;

void simt_add_kernel(struct simt_kernel *kernel);

/* A step that has no other effect. */
void simt_step(struct simt_place place);
/* The running kernel is wrong: ends the launch, does not return. */
void simt_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Step: waits for all threads of the block. */
void simt_block_barrier(struct simt_place place);

enum simt_collective { SIMT_WARP_BARRIER, SIMT_BALLOT, SIMT_SHUFFLE };
enum { SIMT_VALUE_BYTES = 16 };
/* Step: waits for the lanes of mask. A shuffle gives each lane the value of its
 * `source`, a ballot the word of votes. */
void simt_warp(enum simt_collective what, uint32_t mask, uint32_t source,
               const void *value, void *result, size_t bytes, struct simt_place place);

/* Shared memory: `bytes` for an object, the same for all threads of the block. */
void *simt_shared_object(const void *site, const char *name, size_t bytes, size_t align);
/* The launch's dynamic shared memory. */
void *simt_shared_dynamic(void);
/* To be called at each access; an access elsewhere is ignored. A read of bytes that no
 * thread of the block has written fails. */
void simt_shared_read(const void *at, size_t bytes);
void simt_shared_written(void *at, size_t bytes);

/* An access by a word that names its order and scope. */
enum simt_operation {
    SIMT_LOAD,
    SIMT_STORE,
    SIMT_ADD,
    SIMT_MIN,
    SIMT_MAX,
    SIMT_AND,
    SIMT_OR,
    SIMT_EXCHANGE,
    SIMT_COMPARE_EXCHANGE,
    SIMT_FENCE
};
enum simt_order { SIMT_relaxed, SIMT_acquire, SIMT_release, SIMT_acq_rel, SIMT_seq_cst };
enum simt_scope { SIMT_block, SIMT_device, SIMT_system };
struct simt_value {
    uint64_t low, high; /* high: of 16 bytes only */
};
struct simt_access {
    enum simt_operation operation;
    enum simt_order order;
    enum simt_scope scope;
    void *address;
    uint32_t bytes; /* 4, 8, 16 */
    struct simt_value value, expected;
    struct simt_place place;
};
/* Step; returns the word as it was before. */
struct simt_value simt_memory(const struct simt_access *access);

/* Virtual time: it passes with steps and sleeps only, so every run sees the same. */
uint64_t simt_time_ns(void);
void simt_sleep(uint32_t ns, struct simt_place place);

/* mbarriers and bulk copies (device/async.cuh). */
void simt_mbarrier_init(uint64_t *barrier, uint32_t arrivals, struct simt_place place);
void simt_mbarrier_arrive(uint64_t *barrier, uint32_t expected_bytes,
                          struct simt_place place);
bool simt_mbarrier_passed(const uint64_t *barrier, uint32_t parity,
                          struct simt_place place);
void simt_bulk_load(void *shared, const void *global, uint32_t bytes, uint64_t *barrier,
                    struct simt_place place);
void simt_bulk_store(void *global, const void *shared, uint32_t bytes,
                     struct simt_place place);
void simt_bulk_commit(struct simt_place place);
/* Until at most `groups` of the thread's groups are still to be read (to be done). */
void simt_bulk_wait(uint32_t groups, bool read_only, struct simt_place place);

#if defined(__cplusplus)
}
#endif

#endif

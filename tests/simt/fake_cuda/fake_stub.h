/* fake_stub.h -- what the tests of the fake runtime share: kernels that need no
 * executor, and groups of cases that one program runs. */
#ifndef FAKE_STUB_H
#define FAKE_STUB_H

#include "cuda_runtime.h"
#include "fake_cuda.h"
#include "support/unit.h"
#include <stdbool.h>

#define MUST_CUDA(call)          assert_int_equal((call), cudaSuccess)
#define MUST_FAIL(call, problem) assert_int_equal((call), (problem))

/* The address of one stands for a kernel; another address is none. */
struct stub {
    size_t argument_bytes;
    bool (*run)(const void *argument);
};

/* to[at] = value, without a sanitizer's eyes: the canaries shall see it. */
struct store_job {
    unsigned char *to;
    ptrdiff_t at;
    unsigned char value;
};
extern const struct stub store_kernel;

struct letter_job { /* appends to stub_log */
    char letter;
};
extern const struct stub letter_kernel;
extern const struct stub failing_kernel;

enum { STUB_LOG = 256 };
extern char stub_log[STUB_LOG];
extern struct stub_shape {
    unsigned grid, block;
    size_t shared_bytes;
} stub_shape; /* of the last kernel that ran */

cudaError_t launch_store(void *to, ptrdiff_t at, unsigned char value,
                         cudaStream_t stream);
cudaError_t launch_letter(char letter, cudaStream_t stream);

int stub_reset(void **state); /* before each case */

cudaStream_t stream_with(unsigned flags);
enum cudaStreamCaptureStatus status_of(cudaStream_t stream);

int run_memory_cases(void);
int run_stream_cases(void);
int run_capture_cases(void);

#endif

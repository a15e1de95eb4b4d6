/* fake_stub.c -- the executor that the fake runtime's tests run with. */
#include "fake_stub.h"
#include <string.h>

size_t simt_argument_bytes(const void *kernel);
bool simt_run(const void *kernel, unsigned grid, unsigned block, size_t shared_bytes,
              const void *argument);

char stub_log[STUB_LOG];
struct stub_shape stub_shape;

#if defined(__clang__) || defined(__GNUC__)
__attribute__((no_sanitize("address")))
#endif
static bool
store(const void *argument)
{
    const struct store_job *const job = argument;
    job->to[job->at] = job->value;
    return true;
}

static bool letter(const void *argument)
{
    const size_t length = strlen(stub_log);
    stub_log[length] = ((const struct letter_job *)argument)->letter;
    stub_log[length + 1] = '\0';
    return true;
}

static bool failing(const void *argument)
{
    (void)argument;
    return false;
}

const struct stub store_kernel = {sizeof(struct store_job), store};
const struct stub letter_kernel = {sizeof(struct letter_job), letter};
const struct stub failing_kernel = {1, failing};

size_t simt_argument_bytes(const void *kernel)
{
    const bool known =
        kernel == &store_kernel || kernel == &letter_kernel || kernel == &failing_kernel;
    return known ? ((const struct stub *)kernel)->argument_bytes : 0;
}

bool simt_run(const void *kernel, unsigned grid, unsigned block, size_t shared_bytes,
              const void *argument)
{
    stub_shape = (struct stub_shape){grid, block, shared_bytes};
    return ((const struct stub *)kernel)->run(argument);
}

static cudaError_t launch(const struct stub *kernel, void *argument, cudaStream_t stream)
{
    const dim3 blocks = {3, 1, 1}, threads = {64, 1, 1};
    return cudaLaunchKernel(kernel, blocks, threads, &argument, 128, stream);
}

/* The job is gone when this returns: a launch that did not copy it reads rubbish. */
cudaError_t launch_store(void *to, ptrdiff_t at, unsigned char value, cudaStream_t stream)
{
    struct store_job job = {to, at, value};
    const cudaError_t error = launch(&store_kernel, &job, stream);
    memset(&job, 0, sizeof job);
    return error;
}

cudaError_t launch_letter(char which, cudaStream_t stream)
{
    struct letter_job job = {which};
    const cudaError_t error = launch(&letter_kernel, &job, stream);
    job.letter = '?';
    return error;
}

int stub_reset(void **state)
{
    (void)state;
    fake_cuda_reset();
    memset(stub_log, 0, sizeof stub_log);
    return 0;
}

cudaStream_t stream_with(unsigned flags)
{
    cudaStream_t stream = NULL;
    MUST_CUDA(cudaStreamCreateWithFlags(&stream, flags));
    return stream;
}

enum cudaStreamCaptureStatus status_of(cudaStream_t stream)
{
    enum cudaStreamCaptureStatus status;
    MUST_CUDA(cudaStreamIsCapturing(stream, &status));
    return status;
}

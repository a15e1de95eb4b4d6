/* core/fill_cuda.cu -- wrow_fill on a GPU: one element repeated, in whole 16 bytes
 * where the target is aligned to them, element by element at its ends. */
#include "core/cuda_impl.h"
#include <windrow/device/words.cuh>

enum { FILL_THREADS = 256, FILL_BLOCKS_PER_MULTIPROCESSOR = 8, VECTOR = 16 };

struct fill_job {
    unsigned char *target;
    uint64_t head_bytes; /* before the first multiple of 16 */
    uint64_t vectors;
    uint64_t tail_bytes; /* behind the last */
    uint64_t pattern;    /* the element, repeated through 8 bytes */
};

/* The pattern is a whole number of elements and every part starts at a multiple of
 * an element, so byte k of a part is byte k mod 8 of the pattern. */
WROW_DEVICE void fill_bytes(unsigned char *to, uint64_t bytes, uint64_t pattern)
{
    if (wrow_block() == 0 && wrow_thread() < bytes)
        to[wrow_thread()] = (unsigned char)(pattern >> wrow_thread() % 8 * 8);
}

WROW_KERNEL(FILL_THREADS, 1) fill_elements(WROW_ARGUMENT(fill_job, job))
{
    const uint32_t low = (uint32_t)job.pattern, high = (uint32_t)(job.pattern >> 32);
    const wrow_words4 vector = {{low, high, low, high}};
    unsigned char *const middle = job.target + job.head_bytes;
    const uint64_t stride = (uint64_t)wrow_blocks() * wrow_threads();
    for (uint64_t v = (uint64_t)wrow_block() * wrow_threads() + wrow_thread();
         v < job.vectors; v += stride)
        wrow_store16(middle + v * VECTOR, vector);
    fill_bytes(job.target, job.head_bytes, job.pattern);
    fill_bytes(middle + job.vectors * VECTOR, job.tail_bytes, job.pattern);
}

extern "C" wrow_status wrow_fill_cuda(wrow_context *context, void *target,
                                      uint64_t pattern, size_t element_bytes,
                                      size_t count)
{
    const uint64_t bytes = (uint64_t)element_bytes * count;
    const uint64_t ahead = (VECTOR - (uintptr_t)target % VECTOR) % VECTOR;
    fill_job job = {};
    for (size_t wide = element_bytes; wide < 8; wide *= 2)
        pattern |= pattern << wide * 8;
    job.target = (unsigned char *)target;
    job.pattern = pattern;
    job.head_bytes = ahead < bytes ? ahead : bytes;
    job.vectors = (bytes - job.head_bytes) / VECTOR;
    job.tail_bytes = (bytes - job.head_bytes) % VECTOR;

    const uint64_t needed = job.vectors / FILL_THREADS + 1;
    const uint64_t most =
        (uint64_t)context->multiprocessors * FILL_BLOCKS_PER_MULTIPROCESSOR;
    return wrow_cuda_launch(context, "wrow_fill", WROW_KERNEL_POINTER(fill_elements),
                            (unsigned)(needed < most ? needed : most), FILL_THREADS, 0,
                            &job);
}

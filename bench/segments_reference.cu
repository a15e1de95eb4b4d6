/* segments_reference.cu -- the answers of segments_problem.h. Each thread walks a run of
 * elements and adds what it saw to the segment's answer, so that no distribution of
 * lengths makes it slow; it shares nothing with what it checks. */
#include "data_element.cuh"
#include "segments_problem.h"

enum { THREADS = 256, RUN = 256 };

typedef unsigned long long word;

static __device__ segment_answer answer_nothing()
{
    return {0, 0, 0, 0.0, 0.0, 0.0, ~0ull, 0, ~0ull, ~0ull};
}

static __device__ uint64_t segment_begin(const segments_problem &problem, uint64_t s)
{
    return problem.offsets ? problem.offsets[s] : s * problem.stride;
}

/* The last segment that begins at or before an element: the one that holds it. */
static __device__ uint64_t segment_of(const segments_problem &problem, uint64_t element)
{
    uint64_t low = 0, high = problem.segments;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (segment_begin(problem, middle) <= element)
            low = middle;
        else
            high = middle;
    }
    return low;
}

template <class element>
static __device__ void see(const segments_problem &problem, uint64_t at, uint64_t index,
                           const segment_answer *known, segment_answer *into)
{
    const typename element::type x = ((const typename element::type *)problem.in)[at];
    const uint64_t key = element::key(x);
    uint64_t bits = element::bits(x);
    double value = element::value(x);

    ++into->count;
    if (value != value)
        return;
    if (known) { /* the extremes are: find them */
        if (key == known->min_key && index < into->min_index)
            into->min_index = index;
        if (key == known->max_key && index < into->max_index)
            into->max_index = index;
        return;
    }
    if (problem.form == FORM_ABSOLUTE) {
        bits = value < 0 ? 0 - bits : bits;
        value = fabs(value);
    } else if (problem.form == FORM_SQUARE) {
        bits *= bits;
        value *= value;
    } else if (problem.form == FORM_NEGATIVE) {
        bits = value < 0;
        value = (double)bits;
    } else if (problem.form == FORM_TIMES) {
        const typename element::type y =
            ((const typename element::type *)problem.other)[at];
        bits *= element::bits(y);
        value *= element::value(y);
    }
    ++into->number;
    into->sum += bits;
    into->f_sum += value;
    into->magnitudes += fabs(value);
    into->squares += value * value;
    into->min_key = key < into->min_key ? key : into->min_key;
    into->max_key = key > into->max_key ? key : into->max_key;
}

static __device__ void flush(segment_answer *answers, uint64_t s, int indices,
                             segment_answer *seen)
{
    segment_answer *into = &answers[s];
    if (seen->count && indices) {
        atomicMin((word *)&into->min_index, (word)seen->min_index);
        atomicMin((word *)&into->max_index, (word)seen->max_index);
    } else if (seen->count) {
        atomicAdd((word *)&into->count, (word)seen->count);
        atomicAdd((word *)&into->number, (word)seen->number);
        atomicAdd((word *)&into->sum, (word)seen->sum);
        atomicAdd(&into->f_sum, seen->f_sum);
        atomicAdd(&into->magnitudes, seen->magnitudes);
        atomicAdd(&into->squares, seen->squares);
        atomicMin((word *)&into->min_key, (word)seen->min_key);
        atomicMax((word *)&into->max_key, (word)seen->max_key);
    }
    *seen = answer_nothing();
}

static __global__ void __launch_bounds__(THREADS)
    clear_answers(segment_answer *answers, uint64_t segments)
{
    const uint64_t s = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    if (s < segments)
        answers[s] = answer_nothing();
}

/* Segments one behind the other. */
template <class element>
static __global__ void __launch_bounds__(THREADS)
    walk_segments(segments_problem problem, int indices, segment_answer *answers)
{
    const uint64_t first = ((uint64_t)blockIdx.x * THREADS + threadIdx.x) * RUN;
    const uint64_t last = first + RUN < problem.count ? first + RUN : problem.count;
    segment_answer seen = answer_nothing();
    uint64_t s, begin, end;

    if (first >= last)
        return;
    s = segment_of(problem, first);
    begin = segment_begin(problem, s);
    end = segment_begin(problem, s + 1);
    for (uint64_t at = first; at < last; ++at) {
        while (at >= end) {
            flush(answers, s++, indices, &seen);
            begin = end;
            end = segment_begin(problem, s + 1);
        }
        see<element>(problem, at, at - begin, indices ? &answers[s] : nullptr, &seen);
    }
    flush(answers, s, indices, &seen);
}

/* Segments side by side: neighbouring threads take neighbouring columns. */
template <class element>
static __global__ void __launch_bounds__(THREADS)
    walk_columns(segments_problem problem, int indices, segment_answer *answers)
{
    const uint64_t item = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    const uint64_t s = item % problem.segments;
    const uint64_t first = item / problem.segments * RUN;
    const uint64_t last = first + RUN < problem.length ? first + RUN : problem.length;
    segment_answer seen = answer_nothing();

    for (uint64_t i = first; i < last; ++i)
        see<element>(problem, s * problem.stride + i * problem.step, i,
                     indices ? &answers[s] : nullptr, &seen);
    flush(answers, s, indices, &seen);
}

template <class element>
static void launch_walk(const segments_problem *problem, int indices,
                        segment_answer *answers, cudaStream_t stream)
{
    const bool columns = problem->step > 1;
    const uint64_t runs = columns
                              ? problem->segments * ((problem->length + RUN - 1) / RUN)
                              : (problem->count + RUN - 1) / RUN;
    const unsigned blocks = (unsigned)((runs + THREADS - 1) / THREADS);
    if (blocks == 0)
        return;
    if (columns)
        walk_columns<element><<<blocks, THREADS, 0, stream>>>(*problem, indices, answers);
    else
        walk_segments<element>
            <<<blocks, THREADS, 0, stream>>>(*problem, indices, answers);
}

static void (*const walkers[])(const segments_problem *, int, segment_answer *,
                               cudaStream_t) = {nullptr, /* 0 is no type */
#define X(name, value, bits, class_, text) launch_walk<element_##name>,
                                                WROW_TYPE_MAP(X)
#undef X
};

cudaError_t segments_reference(const segments_problem *problem, int indices,
                               segment_answer *answers, cudaStream_t stream)
{
    const uint64_t blocks = (problem->segments + THREADS - 1) / THREADS;
    if (blocks == 0)
        return cudaSuccess;
    clear_answers<<<(unsigned)blocks, THREADS, 0, stream>>>(answers, problem->segments);
    walkers[problem->type](problem, 0, answers, stream);
    if (indices)
        walkers[problem->type](problem, 1, answers, stream);
    return cudaGetLastError();
}

/* ------------------------------------------------------------------- NaNs */

template <class element>
static __global__ void __launch_bounds__(THREADS)
    plant_nans(typename element::type *in, uint64_t count)
{
    const uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < count && hash(~i) % 64 == 0)
        in[i] = (typename element::type)NAN;
}

template <class element>
static void launch_plant(void *in, uint64_t count, cudaStream_t stream)
{
    const uint64_t blocks = (count + THREADS - 1) / THREADS;
    if (blocks)
        plant_nans<element><<<(unsigned)blocks, THREADS, 0, stream>>>(
            (typename element::type *)in, count);
}

cudaError_t segments_plant_nans(void *in, wrow_type type, uint64_t count,
                                cudaStream_t stream)
{
    switch (type) {
    case WROW_F16:
        launch_plant<element_F16>(in, count, stream);
        break;
    case WROW_BF16:
        launch_plant<element_BF16>(in, count, stream);
        break;
    case WROW_F32:
        launch_plant<element_F32>(in, count, stream);
        break;
    case WROW_F64:
        launch_plant<element_F64>(in, count, stream);
        break;
    default:
        return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}

/* segments_check.cu -- compares outputs with answers where they lie, see
 * segments_problem.h: there may be 10^8 of them. */
#include "data_element.cuh"
#include "segments_problem.h"

enum { THREADS = 256 };

typedef unsigned long long word;

/* What was compared last, for the message. */
struct comparison {
    double got, expected, allowed;
};

static __device__ bool near(double got, double expected, double allowed,
                            comparison *compared)
{
    *compared = {got, expected, allowed};
    return got == expected || fabs(got - expected) <= allowed ||
           (got != got && expected != expected);
}

static __device__ bool same(uint64_t got, uint64_t expected, comparison *compared)
{
    *compared = {(double)got, (double)expected, 0};
    return got == expected;
}

/* The element's value whose key it is, as the bits of a wrow_value. */
template <class element> static __device__ uint64_t value_bits(uint64_t key)
{
    if (element::is_float)
        return key >> 63 ? key ^ 1ull << 63 : ~key;
    return (typename element::type) - 1 < (typename element::type)1 ? key ^ 1ull << 63
                                                                    : key;
}

/* The key of what min (max) of nothing is: the type's largest (smallest) value. */
template <class element> static __device__ uint64_t identity_key(bool of_min)
{
    typedef typename element::type T;
    if constexpr (element::is_float) {
        return element::key((T)(of_min ? INFINITY : -INFINITY));
    } else {
        const uint64_t top = 1ull << (8 * sizeof(T) - 1);
        const bool is_signed = (T)-1 < (T)1;
        const uint64_t largest = is_signed ? top - 1 : top - 1 + top;
        return element::key((T)(of_min ? largest : is_signed ? top : 0));
    }
}

/* Sums err by log2(n) roundoffs of the magnitudes at most, and 64 covers a row of
 * sequential steps as well; 2^-42 is the reference's own. */
static __device__ double allowed_of(const segments_claim &claim,
                                    const segment_answer &answer, double expected)
{
    return (64 * claim.roundoff + 0x1p-42) * answer.magnitudes +
           2 * claim.out_roundoff * fabs(expected);
}

template <class out>
static __device__ bool is_sum(const segments_claim &claim, bool of_floats, uint64_t s,
                              const segment_answer &answer, comparison *compared)
{
    const typename out::type got = ((const typename out::type *)claim.out)[s];
    if (!of_floats || claim.output == OUTPUT_COUNT)
        return same(out::bits(got), out::bits((typename out::type)answer.sum), compared);
    const double value = out::value(got);
    const double allowed = allowed_of(claim, answer, answer.f_sum);
    if (isinf(value) && fabs(answer.f_sum) + allowed >= claim.out_largest &&
        (value > 0) == (answer.f_sum > 0))
        return true;
    return near(value, answer.f_sum, allowed, compared);
}

template <class out>
static __device__ bool is_mean(const segments_claim &claim, uint64_t s,
                               const segment_answer &answer, comparison *compared)
{
    const double number = (double)answer.number, mean = answer.f_sum / number;
    const double allowed =
        allowed_of(claim, answer, answer.f_sum) / number + 0x1p-52 * fabs(mean);
    return near(out::value(((const typename out::type *)claim.out)[s]), mean, allowed,
                compared);
}

template <class element>
static __device__ bool is_extreme(const segments_claim &claim, uint64_t s,
                                  const segment_answer &answer, comparison *compared)
{
    const uint64_t key = element::key(((const typename element::type *)claim.out)[s]);
    if (claim.output == OUTPUT_MIN)
        return same(key, answer.number ? answer.min_key : identity_key<element>(true),
                    compared);
    return same(key, answer.number ? answer.max_key : identity_key<element>(false),
                compared);
}

template <class element>
static __device__ bool is_arg_min(const segments_claim &claim, uint64_t s,
                                  const segment_answer &answer, comparison *compared)
{
    const uint64_t key = answer.number ? answer.min_key : identity_key<element>(true);
    if (claim.output == OUTPUT_ARG_MIN) {
        const wrow_extreme got = ((const wrow_extreme *)claim.out)[s];
        return same(got.value.u, value_bits<element>(key), compared) &&
               same(got.index, answer.min_index, compared);
    }
    struct pair {
        int index;
        typename element::type value;
    };
    const pair got = ((const pair *)claim.out)[s];
    return same(element::key(got.value), key, compared) &&
           same((uint64_t)got.index, answer.min_index, compared);
}

template <class element>
static __device__ bool is_summary(const segments_claim &claim, uint64_t s,
                                  const segment_answer &answer, comparison *compared)
{
    const wrow_summary got = ((const wrow_summary *)claim.out)[s];
    const double number = (double)answer.number, mean = answer.f_sum / number;
    const double sum_allowed = 0x1p-42 * answer.magnitudes;
    const double squares_allowed = 0x1p-41 * answer.squares;
    const bool any = answer.number != 0;
    const double deviations = any ? answer.squares - answer.f_sum * mean : 0;
    const uint64_t min_key = any ? answer.min_key : identity_key<element>(true);
    const uint64_t max_key = any ? answer.max_key : identity_key<element>(false);

    return same(got.count, answer.count, compared) && same(got.nan_count, 0, compared) &&
           same(got.min.u, value_bits<element>(min_key), compared) &&
           same(got.max.u, value_bits<element>(max_key), compared) &&
           same(got.min_index, answer.min_index, compared) &&
           same(got.max_index, answer.max_index, compared) &&
           near(got.sum, answer.f_sum, sum_allowed, compared) &&
           near(got.mean, mean, sum_allowed / number, compared) &&
           near(got.squared_deviations, deviations, squares_allowed, compared) &&
           near(got.variance, any ? deviations / number : NAN, squares_allowed / number,
                compared) &&
           near(got.sample_variance, answer.number > 1 ? deviations / (number - 1) : NAN,
                squares_allowed / (number - 1), compared);
}

template <class element>
static __global__ void __launch_bounds__(THREADS)
    check_segments(segments_claim claim, bool of_floats, uint64_t first, uint64_t last,
                   const segment_answer *answers, segments_verdict *verdict)
{
    const uint64_t s = first + (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    comparison compared = {0, 0, 0};
    bool right;

    if (s >= last || (claim.empty_are_free && answers[s].number == 0))
        return;
    switch (claim.output) {
    case OUTPUT_SUM:
    case OUTPUT_COUNT:
        right = is_sum<element>(claim, of_floats, s, answers[s], &compared);
        break;
    case OUTPUT_MEAN:
        right = is_mean<element>(claim, s, answers[s], &compared);
        break;
    case OUTPUT_MIN:
    case OUTPUT_MAX:
        right = is_extreme<element>(claim, s, answers[s], &compared);
        break;
    case OUTPUT_DESCRIBE:
        right = is_summary<element>(claim, s, answers[s], &compared);
        break;
    default:
        right = is_arg_min<element>(claim, s, answers[s], &compared);
    }
    if (right)
        return;
    atomicAdd((word *)&verdict->wrong, (word)1);
    atomicMin((word *)&verdict->first, (word)s);
    if (last - first == 1) {
        verdict->got = compared.got;
        verdict->expected = compared.expected;
        verdict->allowed = compared.allowed;
    }
}

template <class element>
static void launch_check(const segments_claim *claim, bool of_floats, uint64_t first,
                         uint64_t last, const segment_answer *answers,
                         segments_verdict *verdict, cudaStream_t stream)
{
    const uint64_t blocks = (last - first + THREADS - 1) / THREADS;
    check_segments<element><<<(unsigned)blocks, THREADS, 0, stream>>>(
        *claim, of_floats, first, last, answers, verdict);
}

static const struct {
    void (*check)(const segments_claim *, bool, uint64_t, uint64_t,
                  const segment_answer *, segments_verdict *, cudaStream_t);
    char class_;
} checkers[] = {{nullptr, 0}, /* 0 is no type */
#define X(name, value, bits, class_, text) {launch_check<element_##name>, #class_[0]},
                WROW_TYPE_MAP(X)
#undef X
};

/* Of segments first .. last - 1. */
static cudaError_t verdict_of(const segments_problem *problem,
                              const segments_claim *claim, uint64_t first, uint64_t last,
                              const segment_answer *answers, segments_verdict *verdict,
                              cudaStream_t stream)
{
    static segments_verdict *device;
    cudaError_t error = cudaSuccess;

    *verdict = {0, ~0ull, 0, 0, 0};
    if (!device)
        error = cudaMalloc((void **)&device, sizeof *device);
    if (error == cudaSuccess)
        error =
            cudaMemcpyAsync(device, verdict, sizeof *verdict, cudaMemcpyDefault, stream);
    if (error == cudaSuccess && first < last) {
        checkers[claim->out_type].check(claim, checkers[problem->type].class_ == 'F',
                                        first, last, answers, device, stream);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error =
            cudaMemcpyAsync(verdict, device, sizeof *verdict, cudaMemcpyDefault, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    return error;
}

cudaError_t segments_check(const segments_problem *problem, const segments_claim *claim,
                           const segment_answer *answers, segments_verdict *verdict,
                           cudaStream_t stream)
{
    segments_verdict one;
    cudaError_t error =
        verdict_of(problem, claim, 0, problem->segments, answers, verdict, stream);
    if (error != cudaSuccess || !verdict->wrong)
        return error;
    error = verdict_of(problem, claim, verdict->first, verdict->first + 1, answers, &one,
                       stream);
    verdict->got = one.got;
    verdict->expected = one.expected;
    verdict->allowed = one.allowed;
    return error;
}

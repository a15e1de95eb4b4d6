/*
 * bench_stdreduce.cpp -- std::reduce on the CPU, for cpu_board.py: sequential, and
 * parallel where libstdc++ has TBB to run it on. Prints samples only.
 */
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>
#if defined(BENCH_PARALLEL)
#include <execution>
#endif

template <class call_type>
static void time_call(const char *contender, const char *name, int samples,
                      const call_type &call)
{
    volatile double kept = (double)call(); /* warms up as well */
    for (int i = 0; i < samples; ++i) {
        const auto start = std::chrono::steady_clock::now();
        kept = (double)call();
        const std::chrono::duration<double, std::micro> us =
            std::chrono::steady_clock::now() - start;
        std::printf("sample,%s,%s,%.2f\n", contender, name, us.count());
    }
    (void)kept;
}

/* `how` is nothing, or an execution policy. */
template <class... policy>
static void time_all(const char *contender, int samples, const std::vector<float> &f,
                     const std::vector<int32_t> &integers, const policy &...how)
{
    time_call(contender, "f32_sum", samples,
              [&] { return std::reduce(how..., f.begin(), f.end(), 0.0f); });
    time_call(contender, "f32_max", samples, [&] {
        return std::reduce(how..., f.begin(), f.end(), f[0],
                           [](float a, float b) { return a < b ? b : a; });
    });
    time_call(contender, "i32_sum", samples, [&] {
        return std::reduce(how..., integers.begin(), integers.end(), (int64_t)0,
                           [](int64_t a, int64_t b) { return a + b; });
    });
}

int main(int argc, char **argv)
{
    const int power = argc > 1 ? std::atoi(argv[1]) : 26;
    const int samples = argc > 2 ? std::atoi(argv[2]) : 31;
    std::mt19937_64 random(1);
    std::vector<float> f((size_t)1 << power);
    std::vector<int32_t> integers(f.size());

    for (size_t i = 0; i < f.size(); ++i) {
        const uint64_t bits = random();
        f[i] = (float)((int64_t)bits >> 40) * 0x1p-23f;
        integers[i] = (int32_t)bits;
    }
    time_all("stdreduce_1", samples, f, integers);
#if defined(BENCH_PARALLEL)
    time_all("stdreduce_all", samples, f, integers, std::execution::par_unseq);
#endif
    return 0;
}

/* gpu_compare.c -- contenders in CUDA graphs, and their samples; see gpu.h. */
#include "contenders_roof.h"
#include "gpu.h"

enum {
    WARM_UPS = 3,
    HOST_CALLS = 64, /* far below the depth of the queue, which would block */
    HOST_ROUNDS = 5,
    DELAY_US = 120, /* the host queues a sample in less */
    CAPPED_MIN = 3
};

static int capture(gpu_contender *contender)
{
    const gpu_device *gpu = contender->on;
    cudaGraph_t graph = NULL;
    int failed = 0;

    /* Once outside: loads the kernels and grows what has to grow. */
    if (contender->queue(contender->argument, gpu_window(contender->plan, 0)))
        return -1;
    gpu_check(cudaStreamSynchronize(gpu->stream), contender->name);
    gpu_check(cudaStreamBeginCapture(gpu->stream, cudaStreamCaptureModeThreadLocal),
              "cudaStreamBeginCapture");
    for (int call = 0; call < contender->plan->calls && !failed; ++call)
        failed = contender->queue(contender->argument, gpu_window(contender->plan, call));
    gpu_check(cudaStreamEndCapture(gpu->stream, &graph), contender->name);
    if (!failed) {
        gpu_check(cudaGraphInstantiateWithFlags(&contender->graph, graph, 0),
                  "cudaGraphInstantiateWithFlags");
        gpu_check(cudaGraphUpload(contender->graph, gpu->stream), "cudaGraphUpload");
    }
    gpu_check(cudaGraphDestroy(graph), "cudaGraphDestroy");
    return failed;
}

static double sample(bench_contender *self)
{
    gpu_contender *contender = self->argument;
    const gpu_device *gpu = contender->on;
    const gpu_plan *plan = contender->plan;
    float ms = 0;

    if (plan->swept)
        gpu_sweep(gpu);
    else
        gpu_check(roof_delay(DELAY_US * 1e-3 * gpu->clock_khz, gpu->stream),
                  "roof_delay");
    gpu_check(cudaEventRecord(gpu->start, gpu->stream), "cudaEventRecord");
    for (int replay = 0; replay < plan->replays; ++replay)
        gpu_check(cudaGraphLaunch(contender->graph, gpu->stream), "cudaGraphLaunch");
    gpu_check(cudaEventRecord(gpu->stop, gpu->stream), "cudaEventRecord");
    gpu_check(cudaEventSynchronize(gpu->stop), contender->name);
    gpu_check(cudaEventElapsedTime(&ms, gpu->start, gpu->stop), "cudaEventElapsedTime");
    return 1e3 * (double)ms / (plan->calls * plan->replays);
}

static int time_host(gpu_contender *contender)
{
    const gpu_plan *plan = contender->plan;
    const int calls = plan->swept ? plan->calls : HOST_CALLS;
    const int rounds = contender->most                   ? 1
                       : plan->swept && plan->calls == 1 ? 2
                                                         : HOST_ROUNDS;
    double samples[HOST_ROUNDS], p10, p90;

    for (int round = 0; round < rounds; ++round) {
        const double start = bench_seconds();
        for (int call = 0; call < calls; ++call)
            if (contender->queue(contender->argument, gpu_window(plan, call)))
                return -1;
        samples[round] = 1e6 * (bench_seconds() - start) / calls;
        gpu_check(cudaStreamSynchronize(contender->on->stream), contender->name);
    }
    bench_percentiles(samples, rounds, &contender->host_us, &p10, &p90);
    return 0;
}

/* One more plain call, the kernels being loaded, tells how many samples the cap
 * allows. */
static int cap_samples(gpu_contender *contender, int samples)
{
    const gpu_device *gpu = contender->on;
    const gpu_plan *plan = contender->plan;
    const double start = bench_seconds();
    double allowed;

    contender->most = 0;
    if (!(gpu->cap_seconds > 0))
        return 0;
    if (contender->queue(contender->argument, gpu_window(plan, 0)))
        return -1;
    gpu_check(cudaStreamSynchronize(gpu->stream), contender->name);
    allowed =
        gpu->cap_seconds / ((bench_seconds() - start) * plan->calls * plan->replays);
    if (allowed < samples && plan->swept)
        contender->most = allowed < CAPPED_MIN ? CAPPED_MIN : (int)allowed;
    return 0;
}

int gpu_compare(const gpu_device *gpu, const gpu_plan *plan, gpu_contender *contenders,
                size_t count, int samples, bench_contender *results)
{
    int failed = 0;
    for (size_t i = 0; i < count; ++i) {
        contenders[i].on = gpu;
        contenders[i].plan = plan;
        contenders[i].graph = NULL;
        results[i].name = contenders[i].name;
        results[i].sample = sample;
        results[i].argument = &contenders[i];
    }
    for (size_t i = 0; i < count && !failed; ++i)
        failed = capture(&contenders[i]) || cap_samples(&contenders[i], samples) ||
                 time_host(&contenders[i]);
    for (size_t i = 0; i < count; ++i)
        results[i].most = contenders[i].most;
    if (!failed)
        failed = bench_interleave(results, count, WARM_UPS, samples);
    for (size_t i = 0; i < count; ++i)
        if (contenders[i].graph)
            gpu_check(cudaGraphExecDestroy(contenders[i].graph), "cudaGraphExecDestroy");
    return failed ? -1 : 0;
}

/*
 * segments_cuda.cu -- chooses kernels and grids of many reductions and launches them. The
 * only file that instantiates their kernels, but for those of describe.
 */
#include "reduce/any_arg.cuh"
#include "reduce/columns_kernel.cuh"
#include "reduce/segments_fold.cuh"
#include "reduce/segments_kernel.cuh"
#include "reduce/segments_launch.h"

/* One row a fold. */
#define ROW(...)                                                                         \
    {                                                                                    \
        WROW_KERNEL_POINTER(segments_short<__VA_ARGS__>),                                \
            WROW_KERNEL_POINTER(segments_long<__VA_ARGS__>),                             \
            WROW_KERNEL_POINTER(columns_runs<__VA_ARGS__>),                              \
            WROW_KERNEL_POINTER(columns_finish<__VA_ARGS__>)                             \
    }
#define ARG_ROW(...)                                                                     \
    {                                                                                    \
        WROW_KERNEL_POINTER(segments_short<__VA_ARGS__>),                                \
            WROW_KERNEL_POINTER(segments_long<__VA_ARGS__>), NULL, NULL                  \
    }
#define FLOAT_ROWS(E) ROW(any_float<E, false>), ROW(any_float<E, true>)

/* By bytes of an element, 1 2 4 8; those of extremes once more by what is wanted. */
static const segments_kernels integers[] = {ROW(any_integer<1>), ROW(any_integer<2>),
                                            ROW(any_integer<4>), ROW(any_integer<8>)};
static const segments_kernels numbers[] = {ROW(any_float<number_of_integer<1>, false>),
                                           ROW(any_float<number_of_integer<2>, false>),
                                           ROW(any_float<number_of_integer<4>, false>),
                                           ROW(any_float<number_of_integer<8>, false>)};
static const segments_kernels extremes[][2] = {
    {ARG_ROW(any_arg<1, 1>), ARG_ROW(any_arg<1, 2>)},
    {ARG_ROW(any_arg<2, 1>), ARG_ROW(any_arg<2, 2>)},
    {ARG_ROW(any_arg<4, 1>), ARG_ROW(any_arg<4, 2>)},
    {ARG_ROW(any_arg<8, 1>), ARG_ROW(any_arg<8, 2>)}};

/* From f16 on; columns: all elements, those that are not NaN. */
static const segments_kernels floats[][2] = {{FLOAT_ROWS(number_of<elements_f16>)},
                                             {FLOAT_ROWS(number_of<elements_bf16>)},
                                             {FLOAT_ROWS(number_of<elements_f32>)},
                                             {FLOAT_ROWS(number_of<elements_f64>)}};

static uint32_t width_row(uint32_t bits)
{
    return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
}

static const segments_kernels *kernels_of(const segments_call *call, int sides)
{
    const reduce_rule &rule = call->rule;
    const wrow_type type = call->segments.type;
    if (sides != 0)
        return &extremes[width_row(rule.width)][sides - 1];
    if (rule.word == RULE_INTEGER)
        return &integers[width_row(rule.width)];
    if (type < WROW_F16)
        return &numbers[width_row(rule.width)];
    return &floats[type - WROW_F16][rule.skip_nan];
}

/* Where 16 aligned bytes belong to the array from end to end. */
static void bound_loads(segments_job *job, const segments *segments, uint64_t bytes)
{
    const uintptr_t low = (uintptr_t)segments->in;
    const uintptr_t high = low + segments->count * bytes;
    job->low = (const unsigned char *)((low + 15) / 16 * 16);
    job->high = (const unsigned char *)(high / 16 * 16);
}

static bool is_columns(const segments *segments)
{
    return segments->step != 1;
}

extern "C" wrow_status wrow_segments_prepare(wrow_context *context,
                                             const segments *segments, size_t bytes,
                                             segments_job *job)
{
    const uint32_t element_bytes = (uint32_t)wrow_type_size(segments->type);
    const uint64_t most =
        wrow_long_segments_most(wrow_elements_of(segments), element_bytes);
    const bool cut = segments->offsets || segments->count_device;
    const uint64_t longest = cut ? segments->count : segments->length;
    void *scratch; /* asked for even where it is not needed: one rule for the caller */

    WROW_TRY(wrow_scratch(context, bytes, &scratch));
    job->segments = *segments;
    bound_loads(job, segments, element_bytes);
    job->words = (uint64_t *)scratch;
    if (!is_columns(segments) &&
        longest * element_bytes > REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES) {
        job->list = (long_segment *)scratch;
        job->words = (uint64_t *)(job->list + most);
    }
    job->list_most = most;
    job->units_most = 2 * most;
    job->state = (state_area *)context->workspace.state;
    job->record = context->record_device;
    return WROW_OK;
}

/* Enough blocks for so many threads, but no more than fit. */
static uint32_t blocks_for(const wrow_context *context, uint64_t threads,
                           uint32_t fitting)
{
    const uint64_t most = (uint64_t)context->multiprocessors * fitting;
    const uint64_t blocks = reduce_ceil_div(threads, SEGMENTS_THREADS);
    return (uint32_t)(blocks < most ? blocks : most);
}

static wrow_status launch_columns(wrow_context *context, const char *name,
                                  const segments_kernels *kernels,
                                  const segments_job *job)
{
    const uint64_t columns = job->segments.segments;
    const reduce_shape shape = reduce_shape_of(
        job->segments.length, (uint32_t)wrow_type_size(job->segments.type));
    const uint64_t folders = columns < COLUMNS_TOGETHER ? SEGMENTS_THREADS : 1;
    WROW_TRY(wrow_cuda_launch(
        context, name, kernels->columns,
        blocks_for(context, columns * (shape.runs ? shape.runs : 1), COLUMNS_BLOCKS),
        SEGMENTS_THREADS, 0, job));
    if (shape.runs <= 1)
        return WROW_OK;
    return wrow_cuda_launch(context, name, kernels->finish,
                            blocks_for(context, columns * folders, COLUMNS_BLOCKS),
                            SEGMENTS_THREADS, 0, job);
}

extern "C" wrow_status wrow_segments_launch(wrow_context *context, const char *name,
                                            const segments_kernels *kernels,
                                            const segments_job *job)
{
    if (is_columns(&job->segments))
        return launch_columns(context, name, kernels, job);
    WROW_TRY(wrow_cuda_launch(
        context, name, kernels->brief,
        blocks_for(context, job->segments.segments, SEGMENTS_SHORT_BLOCKS),
        SEGMENTS_THREADS, 0, job));
    if (!job->list)
        return WROW_OK;
    return wrow_cuda_launch(
        context, name, kernels->lengthy,
        blocks_for(context, job->units_most * WROW_WARP, SEGMENTS_LONG_BLOCKS),
        SEGMENTS_THREADS, 0, job);
}

static void add_side(segments_job *job, int side, wrow_operation operation,
                     const segments_call *call)
{
    const bool is_min = operation == WROW_MIN;
    job->arg[side] = arg_rule_of(operation, call->segments.type, 0);
    job->identity[side] = (is_min ? &call->rule : &call->max_rule)->identity;
    job->extremes[side] = is_min ? call->min : call->max;
}

extern "C" wrow_status wrow_segments_cuda(wrow_context *context,
                                          const segments_call *call)
{
    const uint32_t bytes = call->rule.width / 8;
    segments_job job = {};
    int sides = 0;
    WROW_TRY(wrow_segments_prepare(
        context, &call->segments,
        wrow_segments_scratch(wrow_elements_of(&call->segments), bytes), &job));
    job.rule = call->rule;
    job.out = call->out;
    if (call->min)
        add_side(&job, sides++, WROW_MIN, call);
    if (call->max)
        add_side(&job, sides++, WROW_MAX, call);
    return wrow_segments_launch(context, call->name, kernels_of(call, sides), &job);
}

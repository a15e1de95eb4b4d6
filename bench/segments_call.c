/* segments_call.c -- see segments_call.h. */
#include "segments_call.h"
#include "contenders_roof.h"

#include <string.h>

/* ------------------------------------------------------------ Windrow's calls */

static wrow_status reduce_offsets(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    return wrow_reduce_segments(call->board->context, of->operation, NULL, in, of->type,
                                of->count, call->offsets, of->segments, call->out,
                                of->out_type);
}

static wrow_status reduce_fixed(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    return wrow_reduce_fixed_segments(call->board->context, of->operation, NULL, in,
                                      of->type, of->segments, of->length, call->out,
                                      of->out_type);
}

static wrow_status reduce_rows(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    return wrow_reduce_rows(call->board->context, of->operation, NULL, WROW_ALONG_ROWS,
                            in, of->type, of->segments, of->length, of->length, call->out,
                            of->out_type);
}

static wrow_status reduce_columns(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    return wrow_reduce_rows(call->board->context, of->operation, NULL, WROW_ALONG_COLUMNS,
                            in, of->type, of->length, of->segments, of->segments,
                            call->out, of->out_type);
}

static wrow_status arg_reduce(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    return wrow_arg_reduce_segments(call->board->context, in, of->type, of->count,
                                    call->offsets, of->segments, call->out, NULL);
}

static wrow_status describe(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    return wrow_describe_segments(call->board->context, NULL, in, of->type, of->count,
                                  call->offsets, of->segments, call->out);
}

static wrow_status transform(const segments_call *call, const void *in)
{
    static const uint32_t transforms[] = {
        [CUB_ABSOLUTE] = WROW_ABSOLUTE,
        [CUB_SQUARE] = WROW_SQUARE,
        [CUB_DOT] = WROW_IDENTITY,
    };
    const segments_case *of = call->of;
    const wrow_value zero = {0};
    const wrow_reduce_options options = {.size = sizeof options,
                                         .transform = transforms[of->transformed],
                                         .skip_nan = of->transformed == CUB_SKIP_NAN};

    if (of->transformed == CUB_NEGATIVE)
        return wrow_count_if(call->board->context, WROW_LESS, &zero, in, of->type,
                             of->count, call->out);
    if (of->transformed == CUB_DOT)
        return wrow_dot(call->board->context, in, of->type,
                        (const unsigned char *)in + call->bytes / 2, of->type, of->count,
                        call->out, of->out_type);
    return wrow_transform_reduce(call->board->context, of->operation, &options, in,
                                 of->type, of->count, call->out, of->out_type);
}

int segments_queue_ours(void *argument, const void *in)
{
    static wrow_status (*const calls[])(const segments_call *, const void *) = {
        [FAMILY_SEGMENTS] = reduce_offsets, [FAMILY_FIXED] = reduce_fixed,
        [FAMILY_ROWS] = reduce_rows,        [FAMILY_COLUMNS] = reduce_columns,
        [FAMILY_ARG] = arg_reduce,          [FAMILY_DESCRIBE] = describe,
        [FAMILY_TRANSFORM] = transform,
    };
    const segments_call *call = argument;
    const wrow_status status = calls[call->of->family](call, in);

    if (status == WROW_OK)
        return 0;
    printf("FAILED: windrow, %s/%s/%s: %s: %s\n", call->of->name,
           wrow_type_name(call->of->type), call->of->what, wrow_status_name(status),
           wrow_last_error(call->board->context));
    return -1;
}

/* ------------------------------------------------------------ the others' calls */

int segments_queue_cub(void *argument, const void *in)
{
    const segments_call *call = argument;
    const segments_case *of = call->of;
    const cub_segments_work work = {in,
                                    (const unsigned char *)in + call->bytes / 2,
                                    call->offsets,
                                    of->count,
                                    of->segments,
                                    of->length,
                                    call->out};
    size_t temp_bytes = call->board->cub_temp_bytes;
    gpu_check(
        call->cub(call->board->cub_temp, &temp_bytes, &work, call->board->gpu.stream),
        "CUB");
    return 0;
}

int segments_queue_read(void *argument, const void *in)
{
    const segments_call *call = argument;
    const gpu_device *gpu = &call->board->gpu;
    gpu_check(roof_read(call->read_variant, in, call->bytes, gpu->sink,
                        gpu->multiprocessors, gpu->stream),
              "read kernel");
    return 0;
}

cub_segments_function segments_find_cub(const segments_case *of)
{
    if (of->family == FAMILY_SEGMENTS)
        return cub_find_segments(of->operation, of->type, of->out_type);
    if (of->family == FAMILY_FIXED || of->family == FAMILY_ROWS)
        return cub_find_fixed(of->operation, of->type, of->out_type);
    if (of->family == FAMILY_ARG)
        return cub_find_segments_arg_min(of->type);
    if (of->family == FAMILY_TRANSFORM)
        return cub_find_transform(of->transformed, of->type);
    return NULL;
}

/* ----------------------------------------------- segments beside one-array calls */

static wrow_status reduce_one(const segments_call *call, const void *in, uint64_t count,
                              void *out)
{
    const segments_case *of = call->of;
    wrow_context *context = call->board->context;
    if (of->family == FAMILY_ARG)
        return wrow_arg_reduce(context, in, of->type, count, out, NULL);
    if (of->family == FAMILY_DESCRIBE)
        return wrow_describe(context, NULL, in, of->type, count, out);
    return wrow_reduce(context, of->operation, in, of->type, count, out, of->out_type);
}

static void to_host(const segments_call *call, void *host, const void *device,
                    size_t bytes)
{
    const cudaStream_t stream = call->board->gpu.stream;
    gpu_check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDefault, stream),
              "reading an answer");
    gpu_check(cudaStreamSynchronize(stream), "a contender's call");
}

static int slice_differs(const segments_call *call, const void *in, uint64_t s,
                         char *text, size_t text_bytes)
{
    const segments_case *of = call->of;
    const size_t out_bytes = segments_out_bytes(of);
    uint64_t ends[2] = {s * of->length, (s + 1) * of->length};
    unsigned char got[sizeof(wrow_summary)], expected[sizeof(wrow_summary)];

    if (call->offsets)
        to_host(call, ends, &call->offsets[s], sizeof ends);
    if (ends[0] == ends[1] && of->family >= FAMILY_ARG)
        return 0; /* one array of nothing is refused */
    if (reduce_one(call, (const unsigned char *)in + ends[0] * wrow_type_size(of->type),
                   ends[1] - ends[0], call->board->out_cub) != WROW_OK) {
        snprintf(text, text_bytes, "one array: %s",
                 wrow_last_error(call->board->context));
        return -1;
    }
    to_host(call, expected, call->board->out_cub, out_bytes);
    to_host(call, got, (unsigned char *)call->out + s * out_bytes, out_bytes);
    if (memcmp(got, expected, out_bytes) == 0)
        return 0;
    snprintf(text, text_bytes,
             "segment %llu of %llu elements has other bits than the call for one array",
             (unsigned long long)s, (unsigned long long)(ends[1] - ends[0]));
    return -1;
}

int segments_slices_differ(const segments_call *call, const void *in, char *text,
                           size_t text_bytes)
{
    const uint64_t segments = call->of->segments;
    const uint64_t sampled[] = {0,
                                1,
                                segments / 7,
                                segments / 3,
                                segments / 2, /* the giant */
                                segments / 2 + 1,
                                segments / 9 * 8,
                                segments - 2,
                                segments - 1};

    if (call->of->family == FAMILY_COLUMNS || call->of->family == FAMILY_TRANSFORM)
        return 0;
    for (size_t i = 0; i < sizeof sampled / sizeof *sampled; ++i)
        if (sampled[i] < segments &&
            slice_differs(call, in, sampled[i], text, text_bytes))
            return -1;
    return 0;
}

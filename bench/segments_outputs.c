/* segments_outputs.c -- is it right what a contender left? See segments_call.h. */
#include "segments_call.h"

segments_problem segments_problem_of(const segments_call *call, const void *in)
{
    static const element_form forms[] = {
        [CUB_ABSOLUTE] = FORM_ABSOLUTE,
        [CUB_SQUARE] = FORM_SQUARE,
        [CUB_NEGATIVE] = FORM_NEGATIVE,
        [CUB_DOT] = FORM_TIMES,
    };
    const segments_case *of = call->of;
    segments_problem problem = {.type = of->type, .in = in, .count = of->count};

    if (of->family == FAMILY_TRANSFORM)
        problem.form = forms[of->transformed];
    problem.other = (const unsigned char *)in + call->bytes / 2;
    problem.offsets = call->offsets;
    problem.segments = of->segments;
    problem.length = of->length;
    problem.stride = of->family == FAMILY_COLUMNS ? 1 : of->length;
    problem.step = of->family == FAMILY_COLUMNS ? of->segments : 1;
    return problem;
}

/* ------------------------------------------------------------------ checks */

static segments_claim claim_of(const segments_call *call)
{
    static const struct {
        double roundoff, largest;
        wrow_type accumulator; /* Windrow's */
    } types[] = {
        [WROW_F16] = {0x1p-11, 65504.0, WROW_F32},
        [WROW_BF16] = {0x1p-8, 0x1.fep127, WROW_F32},
        [WROW_F32] = {0x1p-24, 0x1.fffffep127, WROW_F64},
        [WROW_F64] = {0x1p-53, 0x1.fffffffffffffp1023, WROW_F64},
    };
    const segments_case *of = call->of;
    segments_claim claim = {.output = of->output, .out_type = of->out_type};

    if (call->cub && claim.output == OUTPUT_ARG_MIN)
        claim.output = OUTPUT_CUB_ARG_MIN;
    claim.roundoff = call->cub ? types[of->out_type].roundoff
                               : types[types[of->type].accumulator].roundoff;
    claim.out_roundoff = types[of->out_type].roundoff;
    claim.out_largest = types[of->out_type].largest;
    claim.empty_are_free = call->cub != NULL; /* its identities are not ours */
    claim.out = call->out;
    return claim;
}

/* The outputs that lie in call->out. 0; or -1 after a message. */
static int outputs_are_wrong(const segments_call *call, const segments_problem *problem,
                             const segment_answer *answers, const char *when)
{
    const segments_claim claim = claim_of(call);
    const cudaStream_t stream = call->board->gpu.stream;
    segments_verdict verdict;

    gpu_check(cudaStreamSynchronize(stream), call->cub ? "CUB" : "windrow");
    gpu_check(segments_check(problem, &claim, answers, &verdict, stream),
              "the check of outputs");
    if (!verdict.wrong)
        return 0;
    printf("%s: %s%s, %s/%s/%s: %llu segments, the first %llu: %.17g instead of %.17g, "
           "more than %.3g apart\n",
           call->cub ? "note" : "WRONG", call->cub ? "cub" : "windrow", when,
           call->of->name, wrow_type_name(call->of->type), call->of->what,
           (unsigned long long)verdict.wrong, (unsigned long long)verdict.first,
           verdict.got, verdict.expected, verdict.allowed);
    return -1;
}

int segments_check_call(const gpu_contender *contender, const segments_problem *problem,
                        const segment_answer *answers)
{
    segments_call *call = contender->argument;
    const segments_case *of = call->of;
    wrow_context *context = call->board->context;
    char text[256] = "";

    gpu_check(cudaMemsetAsync(call->out, 0xa5, of->segments * segments_out_bytes(of),
                              call->board->gpu.stream),
              "cudaMemsetAsync");
    if (contender->queue(call, problem->in))
        return -1;
    if (outputs_are_wrong(call, problem, answers, ""))
        return call->cub ? 0 : -1;
    if (call->cub)
        return 0;
    if (segments_slices_differ(call, problem->in, text, sizeof text) == 0 &&
        wrow_context_synchronize(context) == WROW_OK)
        return 0;
    printf("WRONG: windrow, %s/%s/%s: %s\n", of->name, wrow_type_name(of->type), of->what,
           *text ? text : wrow_last_error(context));
    return -1;
}

int segments_check_replay(const segments_call *call, const segments_problem *problem,
                          const segment_answer *answers)
{
    if (outputs_are_wrong(call, problem, answers, " after graph replays"))
        return -1;
    if (wrow_context_synchronize(call->board->context) == WROW_OK)
        return 0;
    printf("WRONG: windrow after graph replays, %s/%s/%s: %s\n", call->of->name,
           wrow_type_name(call->of->type), call->of->what,
           wrow_last_error(call->board->context));
    return -1;
}

/* consumer.c -- calls one function of each header, so that a library which cannot be
 * linked or loaded by a plain C program fails here. */
#include <stdio.h>
#include <windrow/windrow.h>

int main(void)
{
    const wrow_context_options options = {.backend = WROW_CPU, .cpu_threads = 2};
    const float marks[] = {1.0f, 2.0f, 3.0f, 4.0f};
    const double edges[] = {0.0, 2.5, 5.0};
    wrow_context *context = NULL;
    wrow_summary summary;
    uint64_t counts[2];
    double sum = 0.0;
    wrow_status status = wrow_context_create(&context, &options);

    if (status == WROW_OK)
        status = wrow_reduce(context, WROW_SUM, marks, WROW_F32, 4, &sum, WROW_F64);
    if (status == WROW_OK)
        status = wrow_describe(context, NULL, marks, WROW_F32, 4, &summary);
    if (status == WROW_OK)
        status = wrow_histogram_edges(context, NULL, marks, WROW_F32, 4, edges, 3, counts,
                                      WROW_U64);
    if (status != WROW_OK) {
        fprintf(stderr, "%s: %s\n", wrow_status_name(status), wrow_last_error(context));
        return 1;
    }
    wrow_context_destroy(context);
    printf("sum %g, mean %g, counts %llu %llu\n", sum, summary.mean,
           (unsigned long long)counts[0], (unsigned long long)counts[1]);
    return sum == 10.0 && summary.mean == 2.5 && counts[0] == 2 && counts[1] == 2 ? 0 : 1;
}

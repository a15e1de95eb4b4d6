/* oracle_fold.c -- see oracle_order.h: floats in the order of docs/order.md. Built with
 * -ffp-contract=off. */
#include "bits.h"
#include "oracle_order.h"

struct cut cut_of(uint64_t count, uint64_t element_bytes)
{
    struct cut cut = {.strip = 16 / element_bytes, .fan = 1};
    cut.row = LANES * cut.strip;
    cut.rows = (count + cut.row - 1) / cut.row;
    cut.run_rows =
        CHUNK_ROWS * ((cut.rows + CHUNK_ROWS * MOST_RUNS - 1) / (CHUNK_ROWS * MOST_RUNS));
    cut.runs = cut.rows ? (cut.rows + cut.run_rows - 1) / cut.run_rows : 0;
    while ((cut.runs + cut.fan - 1) / cut.fan > PARTIALS)
        cut.fan *= 2;
    return cut;
}

static double combine(const struct fold *fold, double a, double b)
{
    if (fold->single)
        return fold->product ? (double)((float)a * (float)b)
                             : (double)((float)a + (float)b);
    return fold->product ? a * b : a + b;
}

static double halve(const struct fold *fold, double *values, uint64_t count)
{
    for (uint64_t h = count / 2; h >= 1; h /= 2)
        for (uint64_t j = 0; j < h; ++j)
            values[j] = combine(fold, values[j], values[j + h]);
    return values[0];
}

static double fold_run(const struct fold *fold, uint64_t count, const struct cut *cut,
                       uint64_t run)
{
    double accumulators[LANES][STRIP_MAX], lanes[LANES];
    for (uint64_t lane = 0; lane < LANES; ++lane)
        for (uint64_t position = 0; position < cut->strip; ++position)
            accumulators[lane][position] = fold->identity;
    for (uint64_t row = run * cut->run_rows; row < (run + 1) * cut->run_rows; ++row)
        for (uint64_t lane = 0; lane < LANES; ++lane)
            for (uint64_t position = 0; position < cut->strip; ++position) {
                const uint64_t i = row * cut->row + lane * cut->strip + position;
                double *accumulator = &accumulators[lane][position];
                if (i < count)
                    *accumulator =
                        combine(fold, *accumulator, fold->element(fold->source, i));
            }
    for (uint64_t lane = 0; lane < LANES; ++lane)
        lanes[lane] = halve(fold, accumulators[lane], cut->strip);
    return halve(fold, lanes, LANES);
}

double fold_floats(const struct fold *fold, uint64_t count, uint64_t element_bytes)
{
    const struct cut cut = cut_of(count, element_bytes);
    double partials[PARTIALS], runs[MOST_RUNS / PARTIALS];
    for (uint64_t p = 0; p < PARTIALS; ++p) {
        for (uint64_t r = 0; r < cut.fan; ++r)
            runs[r] = p * cut.fan + r < cut.runs
                          ? fold_run(fold, count, &cut, p * cut.fan + r)
                          : fold->identity;
        partials[p] = halve(fold, runs, cut.fan);
    }
    return halve(fold, partials, PARTIALS);
}

/* trial.c -- see trial.h. */
#define _POSIX_C_SOURCE 200809L
#include "trial.h"
#include "core/context_impl.h"
#include "core/state_area.h"
#include "executor/executor.h"
#include "fake_cuda/fake_cuda.h"
#include <inttypes.h>
#include <sanitizer/common_interface_defs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CASES_MAX = 64, GARBAGE_BYTES = 16 * 1024, STEP_LIMIT = 2 * 1000 * 1000 };

static struct {
    const char *prefix;
    uint64_t rounds, only;
    uint64_t part, parts; /* of each case's rounds */
    bool one, replay;
    struct simt_schedule schedule;
} options = {.prefix = "", .parts = 1};

static struct {
    const struct trial_case *running;
    struct trial trial;
    bool done;
    double seconds[CASES_MAX];
    uint64_t rounds[CASES_MAX];
} progress;

static const struct trial_case *cases;
static size_t case_count;

/* Whatever the last call left must not help this one. */
static void spoil_scratch(struct trial *trial)
{
    const struct workspace *const w = &trial->context->workspace;
    uint64_t *const words = (uint64_t *)(void *)w->scratch;
    for (size_t k = 0; k < GARBAGE_BYTES / sizeof *words; ++k)
        words[k] = gen_next(&trial->random);
}

/* What the next execution relies on. */
static void check_state(const struct trial *trial)
{
    const struct state_area *const state = (const void *)trial->context->workspace.state;
    assert_int_equal(state->grid.tickets, 0);
    assert_int_equal(state->grid.arrivals, 0);
    for (size_t b = 0; b < STATE_BINS; ++b)
        assert_int_equal(state->bins[b], 0);
}

/* No two cases share a schedule or data: several may visit the same kernel. */
static struct simt_schedule schedule_of(const struct trial_case *c, uint64_t round)
{
    const uint64_t first = (uint64_t)(c - cases) * ROUNDS_OF_WAITING;
    return options.replay ? options.schedule
                          : simt_schedule_of(first + round / c->kernels);
}

static void run_round(const struct trial_case *c, uint64_t round)
{
    struct trial *const trial = &progress.trial;
    const struct simt_schedule schedule = schedule_of(c, round);
    trial->round = round;
    trial->random = (round + 1) * 0x9e3779b97f4a7c15u + (uint64_t)(c - cases);
    simt_set_schedule(&schedule);
    fake_cuda_set_seed(schedule.seed);
    spoil_scratch(trial);
    c->run(trial);
    MUST(trial->context, wrow_context_synchronize(trial->context));
    assert_null(simt_failure());
    check_state(trial);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run_case(void **state)
{
    const struct trial_case *const c = *state;
    const double start = seconds_now();
    const uint64_t rounds = options.rounds ? options.rounds : c->rounds;
    const uint64_t first =
        options.one ? options.only : rounds * options.part / options.parts * c->kernels;
    const uint64_t end = options.one
                             ? first + 1
                             : rounds * (options.part + 1) / options.parts * c->kernels;
    simt_clear_failure();
    simt_set_step_limit(STEP_LIMIT);
    fake_cuda_reset();
    progress.running = c;
    progress.done = false;
    progress.trial.context = case_cuda();
    for (uint64_t k = first; k < end; ++k)
        run_round(c, k);
    wrow_context_destroy(progress.trial.context);
    assert_int_equal(fake_cuda_check(), 0);
    progress.seconds[c - cases] = seconds_now() - start;
    progress.rounds[c - cases] = end - first;
    progress.done = true;
}

/* After a failure: how to see it again. */
static void tell_replay(void)
{
    const struct trial_case *const c = progress.running;
    char text[SIMT_SCHEDULE_TEXT];
    if (progress.done || !c)
        return;
    const struct simt_schedule schedule = schedule_of(c, progress.trial.round);
    simt_schedule_text(&schedule, &text);
    if (simt_failure())
        print_error("%s\n", simt_failure());
    print_error("repeat: --case '%s' --round %" PRIu64 " --replay %s\n", c->name,
                progress.trial.round, text);
}

static int end_case(void **state)
{
    (void)state;
    tell_replay();
    progress.running = NULL;
    fake_cuda_reset();
    return 0;
}

static void print_table(void)
{
    double all = 0;
    print_message("%-20s %9s %9s\n", "case", "schedules", "seconds");
    for (size_t k = 0; k < case_count; ++k) {
        if (progress.rounds[k])
            print_message("%-20s %9" PRIu64 " %9.2f\n", cases[k].name, progress.rounds[k],
                          progress.seconds[k]);
        all += progress.seconds[k];
    }
    print_message("%-20s %9s %9.2f\n\n%-56s %9s %12s\n", "all", "", all, "kernel",
                  "launches", "steps");
    for (const struct simt_kernel *k = simt_kernels(); k; k = k->next)
        print_message("%-56s %9" PRIu64 " %12" PRIu64 "\n", k->name, k->launches,
                      k->steps);
}

/* Would catch a kernel that no case reaches. */
static void every_kernel_had_its_rounds(void **state)
{
    const uint64_t least = (options.rounds ? options.rounds : ROUNDS) / options.parts;
    size_t kernels = 0;
    (void)state;
    print_table();
    if (options.prefix[0] || options.one)
        skip();
    for (const struct simt_kernel *k = simt_kernels(); k; k = k->next, ++kernels)
        if (k->launches < least)
            fail_msg("%s had %" PRIu64 " launches, not %" PRIu64, k->name, k->launches,
                     least);
    print_message("%zu kernels, each under %" PRIu64 " schedules or more\n", kernels,
                  least);
    assert_true(kernels > 0);
}

static bool parse(int argc, char **argv)
{
    for (int k = 1; k + 1 < argc; k += 2) {
        const char *const value = argv[k + 1];
        if (strcmp(argv[k], "--case") == 0)
            options.prefix = value;
        else if (strcmp(argv[k], "--rounds") == 0)
            options.rounds = strtoull(value, NULL, 10);
        else if (strcmp(argv[k], "--part") == 0 &&
                 sscanf(value, "%" SCNu64 "/%" SCNu64, &options.part, &options.parts) ==
                     2 &&
                 options.part < options.parts)
            continue;
        else if (strcmp(argv[k], "--round") == 0) {
            options.only = strtoull(value, NULL, 10);
            options.one = true;
        } else if (strcmp(argv[k], "--replay") == 0 &&
                   simt_schedule_parse(value, &options.schedule))
            options.replay = true;
        else
            return false;
    }
    return argc % 2 == 1;
}

int trial_main(int argc, char **argv, const struct trial_case *all, size_t count)
{
    struct CMUnitTest tests[CASES_MAX + 1];
    size_t chosen = 0;
    if (!parse(argc, argv) || count > CASES_MAX) {
        print_error("usage: %s [--case NAME] [--rounds N] [--round N] "
                    "[--replay POLICY:ORDER:RESIDENCY:SEED]\n",
                    argv[0]);
        return 2;
    }
    __sanitizer_set_death_callback(tell_replay);
    cases = all;
    case_count = count;
    for (size_t k = 0; k < count; ++k)
        if (strncmp(all[k].name, options.prefix, strlen(options.prefix)) == 0)
            tests[chosen++] = (struct CMUnitTest){all[k].name, run_case, NULL, end_case,
                                                  (void *)(uintptr_t)&all[k]};
    tests[chosen++] = (struct CMUnitTest)cmocka_unit_test(every_kernel_had_its_rounds);
    return _cmocka_run_group_tests("simt/test_kernels", tests, chosen, NULL, NULL);
}

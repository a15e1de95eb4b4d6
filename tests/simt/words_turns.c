/* words_turns.c -- tests/device/test_words.c on the executor: a turn a policy and block
 * order. Its blocks wait for each other, so all that do are resident. */
#include "executor/executor.h"

bool words_turn(uint32_t turn); /* as tests/device/words_check.h has it */

bool words_turn(uint32_t turn)
{
    struct simt_schedule schedule = simt_schedule_of(turn);
    schedule.residency = 4;
    simt_set_schedule(&schedule);
    simt_clear_failure();
    return turn < SIMT_POLICIES * SIMT_BLOCK_ORDERS;
}

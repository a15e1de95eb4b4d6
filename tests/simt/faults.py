#!/usr/bin/env -S python3 -B
"""faults.py -- mistakes planted in kernels, each of which simt/test_kernels must catch.

  faults.py list                       name, unit to compile, case, one line each
  faults.py plant NAME ROOT OUT        copies unit and faulty file below OUT
  faults.py check NAME PROGRAM SOUND   PROGRAM must fail and say how to repeat it, must
                                       fail in the same way when it is repeated, and
                                       SOUND must pass under the very same schedule

The text that a fault replaces must stand in its file exactly once, so that a fault
which no longer fits is noticed."""
import os
import re
import subprocess
import sys

REDUCE, CHAIN = "src/reduce/reduce_cuda.cu", "tests/simt/chain_cuda.cu"
ARRIVE, GRID = "src/core/arrive.cuh", "include/windrow/device/grid.cuh"
RUNS, STRIP = "src/reduce/reduce_kernel.cuh", "src/reduce/strip.cuh"
SEGMENTS, RING = "src/reduce/describe_segments_cuda.cu", "tests/simt/chain_kernel.cuh"

# name: (unit, case, file, text, faulty text)
FAULTS = {
    "missing_barrier": (
        REDUCE, "reduce_sum", RUNS,
        "        wrow_barrier();\n        if (wrow_warp() == 0) {",
        "        if (wrow_warp() == 0) {"),
    "wrong_mask": (
        REDUCE, "reduce_sum", "include/windrow/device/warp.cuh",
        "wrow_shuffle_down(WROW_ALL_LANES, value, h)",
        "wrow_shuffle_down(WROW_ALL_LANES >> 1, value, h)"),
    "tail_off_by_one": (
        REDUCE, "reduce_sum", STRIP,
        "if (first + p < source.count)", "if (first + p + 1 < source.count)"),
    "read_before_written": (
        REDUCE, "reduce_sum", ARRIVE,
        "return shared == wrow_blocks() - 1;", "return shared + 2 == wrow_blocks();"),
    "arrival_before_write": (
        REDUCE, "reduce_sum", ARRIVE,
        "    wrow_barrier(); /* all stores of the block come before its arrival */\n", ""),
    "epoch_not_advanced": (
        CHAIN, "chain_of_tickets", GRID,
        "    wrow_store_relaxed_device(&grid->epoch, "
        "wrow_load_relaxed_device(&grid->epoch) + 1u);\n", ""),
    "ticket_not_rewound": (
        CHAIN, "chain_of_tickets", GRID,
        "    wrow_store_relaxed_device(&grid->tickets, 0u);\n", ""),
    "read_past_the_end": (
        REDUCE, "reduce_max", STRIP,
        "if (first + p < source.count)", "if (first + p <= source.count)"),
    "shared_reused_too_early": (
        REDUCE, "reduce_sum", RUNS, "turn ^= 1)", "turn ^= 0)"),
    "state_not_zeroed": (
        "src/histogram/histogram_cuda.cu", "histogram_edges",
        "src/histogram/histogram_kernel.cuh",
        "        wrow_store_relaxed_device(&job.state->bins[b], (uint64_t)0);\n", ""),
    "tile_without_ticket": (
        CHAIN, "chain_of_tickets", RING,
        "tile = wrow_grid_ticket(&job.state->grid);",
        "tile = wrow_block() + 0 * wrow_grid_ticket(&job.state->grid);"),
    "exit_before_barrier": (
        REDUCE, "reduce_sum", ARRIVE,
        "    if (wrow_thread() == 0)\n        shared = wrow_grid_arrive",
        "    if (wrow_thread() == 1)\n        return false;\n"
        "    if (wrow_thread() == 0)\n        shared = wrow_grid_arrive"),
    "divergent_barrier": (
        REDUCE, "reduce_sum", ARRIVE,
        "    wrow_barrier(); /* all stores of the block come before its arrival */\n",
        "    if (wrow_thread() < 32)\n        wrow_barrier();\n"
        "    else\n        wrow_barrier();\n"),
    "shared_never_written": (
        "src/reduce/describe_cuda.cu", "describe", "src/reduce/describe_kernel.cuh",
        "    if (lane == 0)\n        extremes[wrow_warp()] = seen;\n",
        "    if (wrow_thread() == 0)\n        extremes[0] = seen;\n"),
    "copy_not_awaited": (
        CHAIN, "ring_of_copies", RING,
        "            while (!wrow_mbarrier_passed(&full[s], (turn - 1) / STAGES % 2))\n"
        "                wrow_sleep(20);\n", ""),
    "stage_refilled_too_early": (
        CHAIN, "ring_of_copies", RING, "            wrow_bulk_wait_read<0>();\n", ""),
    "segment_finished_early": (
        SEGMENTS, "segment_summaries", "src/reduce/segments_kernel.cuh",
        "== entry.units)", "+ 1 >= entry.units)"),
    "segment_off_by_one": (
        SEGMENTS, "segment_summaries", "src/reduce/segment_span.cuh",
        "left < most ? left : most)", "left < most ? left + 1 : most)"),
    "written_past_the_end": (
        "src/core/fill_cuda.cu", "fill", "src/core/fill_cuda.cu",
        "wrow_thread() < bytes)", "wrow_thread() <= bytes)"),
}
ROUNDS = "1000"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Whether anything changed."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path) and read(path) == text:
        return False
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return True


def plant(name, root, out):
    unit, _, path, sound, faulty = FAULTS[name]
    text = read(os.path.join(root, path))
    if text.count(sound) != 1:
        sys.exit(f"{name}: {path} holds {text.count(sound)} times, not once:\n{sound}")
    write(os.path.join(out, unit), read(os.path.join(root, unit)))
    if write(os.path.join(out, path), text.replace(sound, faulty)):
        os.utime(os.path.join(out, unit))  # all that the build looks at


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True,
                          errors="replace", timeout=200, check=False,
                          env=dict(os.environ, WINDROW_REQUIRE_CUDA="1"))
    return done.returncode, done.stdout + done.stderr


def complaint(output):
    """What was wrong, without addresses: those differ from run to run."""
    lines = [line for line in output.split("\n")
             if re.search(r"--replay|ERROR|error:|counts?:|!=", line)]
    return [re.sub(r"0x[0-9a-f]+|==\d+==|\b[0-9a-f]{8,}\b", "", line) for line in lines]


def check(name, program, sound):
    case = FAULTS[name][1]
    status, output = run(program, "--case", case, "--rounds", ROUNDS)
    told = re.search(r"repeat: --case '(\w+)' --round (\d+) --replay (\S+)", output)
    if status == 0:
        sys.exit(f"{name} was not caught in {ROUNDS} schedules of each kernel")
    if not told:
        sys.exit(f"{name} was caught, but nothing says how to repeat it:\n{output}")
    again = ["--case", told[1], "--round", told[2], "--replay", told[3]]
    repeated, output_again = run(program, *again)
    if repeated == 0 or complaint(output) != complaint(output_again):
        sys.exit(f"{name}: {' '.join(again)} does not repeat\n{output}\nbut\n{output_again}")
    status, output = run(sound, *again)
    if status:
        sys.exit(f"{name}: without the fault it fails too:\n{output}")
    sentences = [line for line in complaint(output_again) if not line.startswith("repeat:")]
    ours = [line for line in sentences if "--replay" in line] or sentences or ["wrong state"]
    print(f"{name}: caught at round {told[2]}, repeated: {ours[0]}")


def main():
    if sys.argv[1:2] == ["list"]:
        for name, fault in FAULTS.items():
            print(name, fault[0], sep=";")
    elif sys.argv[1:2] == ["plant"]:
        plant(*sys.argv[2:5])
    elif sys.argv[1:2] == ["check"]:
        check(*sys.argv[2:5])
    else:
        sys.exit(__doc__)


main()

#!/usr/bin/env python3
"""The CPU board: NumPy, std::reduce and Windrow on the same sizes, in turns.

    python3 bench/cpu_board.py BUILD_FOLDER [--power 26] [--rounds 10] [--csv FILE]

BUILD_FOLDER is a build with -DWINDROW_BENCH=ON. NumPy comes from PyPI into a virtual
environment inside it. Every round runs each program once, one after the other, and
each takes a few samples; the medians are over all rounds. Programs make their own
random data, so that nothing but the time passes between them.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

SAMPLES = 4  # of a program in one round
CASES = ["f32_sum", "f32_max", "i32_sum", "f32_describe"]
CONTENDERS = ["numpy", "stdreduce_1", "windrow_1", "stdreduce_all", "windrow_all"]


def numpy_samples(power, samples):
    """What the interpreter in the virtual environment runs."""
    import numpy

    random = numpy.random.default_rng(1)
    f32 = random.random(1 << power, dtype=numpy.float32) * numpy.float32(2) - 1
    i32 = random.integers(-(2**31), 2**31, 1 << power, dtype=numpy.int32)
    calls = {
        "f32_sum": lambda: f32.sum(),
        "f32_max": lambda: f32.max(),
        "i32_sum": lambda: i32.sum(),
        # As precise as wrow_describe; NumPy needs a pass or more for each.
        "f32_describe": lambda: (f32.argmin(), f32.argmax(), f32.sum(dtype=float),
                                 f32.var(dtype=float)),
    }
    for name, call in calls.items():
        call()
        for _ in range(samples):
            start = time.perf_counter()
            call()
            print(f"sample,numpy,{name},{1e6 * (time.perf_counter() - start):.2f}")


def python_with_numpy(build):
    folder = build / "bench-venv"
    python = folder / "bin" / "python3"
    if not python.exists():
        venv.create(folder, with_pip=True)
    have = subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL)
    if have.returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy"], check=True)
    return python


def run(command, samples):
    # Settings for one machine's OpenBLAS must not slow NumPy down on another.
    clean = {k: v for k, v in os.environ.items()
             if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
    done = subprocess.run([str(word) for word in command], env=clean, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"cpu_board: {command[0]} failed with {done.returncode}")
    for line in done.stdout.splitlines():
        kind, contender, case, us = line.split(",")
        if kind == "sample":
            samples.setdefault((case, contender), []).append(float(us))


def print_board(samples, power):
    names = [c for c in CONTENDERS if any(key[1] == c for key in samples)]
    print(f"2^{power} elements, median ms of a call (p10-p90)")
    heads = "".join(f"{name:>24}" for name in names)
    print(f"{'':14}{heads}{'numpy/windrow_1':>17}")
    for case in CASES:
        cells = []
        for name in names:
            values = sorted(samples.get((case, name), []))
            if not values:
                cells.append(f"{'-':>24}")
                continue
            p10, p90 = (values[int(q * (len(values) - 1))] / 1e3 for q in (0.1, 0.9))
            middle = statistics.median(values) / 1e3
            cells.append(f"{middle:10.2f} ({p10:.2f}-{p90:.2f})".rjust(24))
        times = [statistics.median(samples[case, name])
                 for name in ("numpy", "windrow_1") if (case, name) in samples]
        ratio = f"{times[0] / times[1]:17.2f}" if len(times) == 2 else f"{'-':>17}"
        print(f"{case:14}" + "".join(cells) + ratio)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--power", type=int, default=26)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--threads", type=int, default=0,
                        help="of windrow_all; 0: all")
    parser.add_argument("--csv", type=Path, help="every sample")
    parser.add_argument("--numpy-samples", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.numpy_samples:
        numpy_samples(options.power, options.numpy_samples)
        return

    programs = options.build / "bench"
    ours = programs / "bench_reduce_cpu"
    if not ours.exists():
        sys.exit(f"cpu_board: no {ours}; build with -DWINDROW_BENCH=ON")
    python = python_with_numpy(options.build.resolve())
    commands = [
        [python, Path(__file__).resolve(), options.build, "--power", options.power,
         "--numpy-samples", SAMPLES],
        [ours.resolve(), "--power", options.power, "--samples", SAMPLES, "--threads",
         options.threads, "--raw"],
    ]
    if (programs / "bench_stdreduce").exists():
        commands.append([(programs / "bench_stdreduce").resolve(), options.power,
                         SAMPLES])
    samples = {}
    for turn in range(options.rounds):
        for i in range(len(commands)):
            run(commands[(turn + i) % len(commands)], samples)
    print_board(samples, options.power)
    if options.csv:
        with open(options.csv, "w") as file:
            file.write("case,contender,us\n")
            for (case, contender), values in sorted(samples.items()):
                file.writelines(f"{case},{contender},{us}\n" for us in values)


if __name__ == "__main__":
    main()

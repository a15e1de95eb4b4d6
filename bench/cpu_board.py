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
CALLS = ["sum", "min", "max", "argmax", "describe", "nansum", "count", "rows", "columns",
         "segments"]
CASES = [f"{kind}_{call}" for kind in ("f32", "i32", "f64") for call in CALLS
         if (kind, call) != ("i32", "nansum")]
CONTENDERS = ["numpy", "stdreduce_1", "windrow_1", "stdreduce_all", "windrow_all"]


def numpy_calls(numpy, x, random):
    """What comes nearest to the calls of bench_reduce_cpu on the array x."""
    square = x.reshape(1 << (len(x).bit_length() - 1) // 2, -1)
    ends = numpy.cumsum(random.integers(1, 64, len(x) // 16))
    begins = numpy.concatenate(([0], ends[ends < len(x)]))
    calls = {
        "sum": lambda: x.sum(),
        "min": lambda: x.min(),
        "max": lambda: x.max(),
        "argmax": lambda: x.argmax(),
        # As precise as wrow_describe; NumPy needs a pass or more for each.
        "describe": lambda: (x.argmin(), x.argmax(), x.sum(dtype=float),
                             x.var(dtype=float)),
        "count": lambda: numpy.count_nonzero(x > 0),
        "rows": lambda: square.sum(axis=1),
        "columns": lambda: square.sum(axis=0),
        "segments": lambda: numpy.add.reduceat(x, begins),
    }
    if x.dtype.kind == "f":
        with_nans = numpy.where(random.integers(0, 64, len(x), dtype=numpy.uint8) == 0,
                                x.dtype.type("nan"), x)
        calls["nansum"] = lambda: numpy.nansum(with_nans)
    return calls


def numpy_samples(power, samples, only):
    """What the interpreter in the virtual environment runs."""
    import numpy

    random = numpy.random.default_rng(1)
    count = 1 << power
    makers = {
        "f32": lambda: random.random(count, dtype=numpy.float32) * numpy.float32(2) - 1,
        "i32": lambda: random.integers(-(2**31), 2**31, count, dtype=numpy.int32),
        "f64": lambda: random.random(count) * 2 - 1,
    }
    for kind, make in makers.items():
        for name, call in numpy_calls(numpy, make(), random).items():
            if only not in f"{kind}_{name}":
                continue
            call()
            for _ in range(samples):
                start = time.perf_counter()
                call()
                us = 1e6 * (time.perf_counter() - start)
                print(f"sample,numpy,{kind}_{name},{us:.2f}")


def python_with_numpy(build):
    folder = build / "bench-venv"
    python = folder / "bin" / "python3"
    if not python.exists():
        venv.create(folder, with_pip=True)
    have = subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL)
    if have.returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy"], check=True)
    return python


def run(command, samples, only):
    # Settings for one machine's OpenBLAS must not slow NumPy down on another.
    clean = {k: v for k, v in os.environ.items()
             if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
    done = subprocess.run([str(word) for word in command], env=clean, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"cpu_board: {command[0]} failed with {done.returncode}")
    for line in done.stdout.splitlines():
        kind, contender, case, us = line.split(",")
        if kind == "sample" and only in case:
            samples.setdefault((case, contender), []).append(float(us))


def print_board(samples, power):
    names = [c for c in CONTENDERS if any(key[1] == c for key in samples)]
    print(f"2^{power} elements, median ms of a call (p10-p90)")
    heads = "".join(f"{name:>24}" for name in names)
    print(f"{'':14}{heads}{'numpy/windrow_1':>17}")
    for case in CASES:
        if not any(key[0] == case for key in samples):
            continue
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
    parser.add_argument("--only", default="", metavar="f32_sum",
                        help="cases that have this in their name")
    parser.add_argument("--csv", type=Path, help="every sample")
    parser.add_argument("--numpy-samples", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.numpy_samples:
        numpy_samples(options.power, options.numpy_samples, options.only)
        return

    programs = options.build / "bench"
    ours = programs / "bench_reduce_cpu"
    if not ours.exists():
        sys.exit(f"cpu_board: no {ours}; build with -DWINDROW_BENCH=ON")
    python = python_with_numpy(options.build.resolve())
    commands = [
        [python, Path(__file__).resolve(), options.build, "--power", options.power,
         "--numpy-samples", SAMPLES, f"--only={options.only}"],
        [ours.resolve(), "--power", options.power, "--samples", SAMPLES, "--threads",
         options.threads, "--only", options.only, "--raw"],
    ]
    if (programs / "bench_stdreduce").exists():
        commands.append([(programs / "bench_stdreduce").resolve(), options.power,
                         SAMPLES])
    samples = {}
    for turn in range(options.rounds):
        for i in range(len(commands)):
            run(commands[(turn + i) % len(commands)], samples, options.only)
    print_board(samples, options.power)
    if options.csv:
        with open(options.csv, "w") as file:
            file.write("case,contender,us\n")
            for (case, contender), values in sorted(samples.items()):
                file.writelines(f"{case},{contender},{us}\n" for us in values)


if __name__ == "__main__":
    main()

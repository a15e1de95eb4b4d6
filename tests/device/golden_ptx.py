#!/usr/bin/env -S python3 -B
"""golden_ptx.py NVCC -- each word of the device layer compiles to the instructions that
golden_ptx.txt gives it, and to no others, and ptxas takes them. A narrower scope, a
dropped fence, a swapped operand or a word without a row is a failure. Exits with 77 if
this nvcc knows none of the architectures."""
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase

ARCHITECTURES = (75, 80, 90, 100, 120)
HEADERS = ("words", "memory", "grid", "async")
HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "include")

# A result is used without an instruction: the comment is all that is left of it.
PRELUDE = """
struct kept {};
#define KEEP(type, reg) __device__ __forceinline__ void keep(type v) \\
    { asm volatile("// keep %0" ::reg(v)); }
KEEP(uint32_t, "r") KEEP(int32_t, "r") KEEP(uint64_t, "l") KEEP(float, "f") KEEP(double, "d")
__device__ __forceinline__ void keep(bool v) { keep((uint32_t)v); }
__device__ __forceinline__ void keep(wrow_words4 v)
    { keep(v.w[0]); keep(v.w[1]); keep(v.w[2]); keep(v.w[3]); }
template <typename T> __device__ __forceinline__ void operator,(T v, kept) { keep(v); }
"""

# Moves, address and bit arithmetic: free to vary unless a row asks for them.
UNCOMPARED = {"add", "and", "bfi", "cvt", "cvta", "min", "mov", "not", "or", "prmt", "ret",
              "selp", "setp", "shl", "shr", "sub", "xor"}
REGISTER = r"%(?:[a-z]{1,2}\d+|tmp)\b"  # %tid.x and %clock64 are none


class Row:
    """A word of the table: how it is called and what must come out."""

    def __init__(self, word, ptx, first):
        self.word, self.first = word, first
        self.expected = [] if ptx == "-" else [squeeze(part) for part in ptx.split(";")]
        self.name, self.template, types = re.fullmatch(
            r"(\w+)(?:<(\w+)>)?\((.*)\)", word).groups()
        self.types = [part.strip() for part in types.split(",") if part.strip()]
        self.key = key(self.name, self.types)

    def kernel(self, number):
        types = [self.template if of == "T" else of.rstrip("& ") for of in self.types]
        parameters = ", ".join(f"{of} a{k}" for k, of in enumerate(types))
        arguments = ", ".join(f"a{k}" for k in range(len(types)))
        of = f"<{self.template}>" if self.template else ""
        return (f'extern "C" __global__ void word_{number}({parameters})\n'
                f"{{ {self.name}{of}({arguments}), kept{{}}; }}\n")


def key(name, types):
    return f"{name}({','.join(re.sub(r'[ ]', '', of) for of in types)})"


def squeeze(instruction):
    """The operator, one space, the operands without spaces."""
    operator, _, operands = instruction.strip().replace("\t", " ").partition(" ")
    return f"{operator} {operands.replace(' ', '')}".strip()


def read_table(path):
    sets, rows = {}, []
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    for line in lines:
        if line.startswith("let "):
            name, values = line[4:].split(" = ")
            sets[name] = [(value + ":" + value).split(":")[:2] for value in values.split()]
        elif line and not line.startswith("#"):
            word, ptx, *first = re.split(r"\s{2,}", line)
            names = [name for name in sets if "{%s}" % name in word]
            for values in itertools.product(*(sets[name] for name in names)):
                said = {name: value[0] for name, value in zip(names, values)}
                meant = {name: value[1] for name, value in zip(names, values)}
                rows.append(Row(fill(word, said), fill(ptx, meant),
                                int(first[0]) if first else ARCHITECTURES[0]))
    return rows


def fill(text, values):
    for name, value in values.items():
        text = text.replace("{%s}" % name, value)
    return text


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def header_words(preprocessed):
    """The keys of all functions of the layer that the headers define."""
    words = set()
    for name, parameters in re.findall(r"\b(wrow_\w+)\s*\(([^()]*)\)\s*\{", preprocessed):
        types = [re.sub(r"\s*\w+$", "", part.strip()) for part in parameters.split(",")]
        words.add(key(name, [of for of in types if of]))
    return words


def bodies(ptx):
    return dict(re.findall(r"\.entry (word_\d+)\(.*?\)\s*?(?:\.\w[^\n]*\n)*\{\n(.*?)^\}$", ptx,
                           re.S | re.M))


class Body:
    """The instructions of a kernel, each operand traced back to the argument it is."""

    def __init__(self, text):
        self.known, self.instructions = {}, []
        for part in re.sub(r"//[^\n]*", "", text).split(";"):
            part = squeeze(re.sub(r"^[\s{}]+|\s+$", "", part))
            if part and not part.startswith(".reg"):
                self.take(part)

    def take(self, instruction):
        operator, _, operands = instruction.partition(" ")
        loaded = re.fullmatch(r"\{?([^{}]+?)\}?,\[word_\d+_param_(\d+)(?:\+(\d+))?\]", operands)
        if operator.startswith("ld.param.") and loaded:
            width = int(re.search(r"\d+$", operator).group(0)) // 8
            for k, register in enumerate(loaded.group(1).split(",")):
                offset = int(loaded.group(3) or 0) + k * width
                self.known[register] = f"${loaded.group(2)}" + (f".{offset}" if offset else "")
            return
        copied = re.fullmatch(rf"({REGISTER}),([^{{}},]+)(?:,(\d+))?", operands)
        if copied and re.match(r"(mov|cvta|cvt\.u32\.u64|add\.s64)\b", operator):
            value = self.trace(copied.group(2)) + ("+" + copied.group(3) if copied.group(3)
                                                   else "")
            if "%" not in value:
                self.known[copied.group(1)] = value
                return
        self.instructions.append(f"{operator} {self.trace(operands)}".strip())

    def trace(self, operands):
        return re.sub(REGISTER, lambda found: self.known.get(found.group(0), "%"), operands)


def counts(instruction):
    """Is it compared whatever the row expects? (%tid.x stays after tracing, %r1 does not)"""
    kind = re.match(r"\w*", instruction).group(0)
    if kind == "mov":
        return bool(re.search(r"%[a-z]", instruction))
    return kind not in UNCOMPARED


def compared(instructions, expected):
    operators = {part.split(" ")[0] for part in expected if not part.startswith("mov.")}
    return [part for part in instructions
            if counts(part) or part.split(" ")[0] in operators]


def same(part, expected):
    operator, _, operands = part.partition(" ")
    wanted, _, wanted_operands = expected.partition(" ")
    return fnmatchcase(operator, wanted) and operands == wanted_operands


def problem_of(row, instructions):
    found = compared(instructions, row.expected)
    if len(found) == len(row.expected) and all(map(same, found, row.expected)):
        return []
    return [f"{row.word}\n    promises  {'; '.join(row.expected) or '-'}\n"
            f"    becomes   {'; '.join(found) or '-'}"]


def check(nvcc, architecture, rows, include, work):
    """Problems, and what each row became."""
    rows = list({row.word: row for row in rows if row.first <= architecture}.values())
    stem = os.path.join(work, f"words_{architecture}")
    with open(stem + ".cu", "w", encoding="utf-8") as file:
        file.writelines(f"#include <windrow/device/{name}.cuh>\n" for name in HEADERS)
        file.write(PRELUDE)
        file.writelines(row.kernel(number) for number, row in enumerate(rows))
    options = ("-std=c++17", "-I", include, f"-arch=compute_{architecture}")
    words = header_words(run(nvcc, "-E", *options, stem + ".cu"))
    run(nvcc, "-ptx", *options, "-o", stem + ".ptx", stem + ".cu")
    run(nvcc, "-cubin", f"-arch=sm_{architecture}", "-o", stem + ".cubin", stem + ".ptx")
    with open(stem + ".ptx", encoding="utf-8") as file:
        text = bodies(file.read())
    became = [Body(text[f"word_{number}"]).instructions for number in range(len(rows))]
    problems = coverage(rows, words)
    for row, instructions in zip(rows, became):
        problems += problem_of(row, instructions)
    return problems, rows, became, words


def coverage(rows, words):
    keys = {row.key for row in rows}
    return [f"{word} has no row in the table" for word in sorted(words - keys)] + \
        [f"{word} is in the table only" for word in sorted(keys - words)]


MUTATIONS = (
    ("a fence more", lambda parts: parts + ["fence.sc.gpu"]),
    ("one less", lambda parts: parts[:-1] if parts and counts(parts[-1]) else parts),
    ("another scope", lambda parts: [swap(part, (".cta", ".gpu"), (".gpu", ".sys"),
                                          (".sys", ".gpu")) for part in parts]),
    ("another order", lambda parts: [swap(part, (".relaxed", ".acquire"), (".acquire", ""),
                                          (".release", ".relaxed"), (".acq_rel", ".release"),
                                          (".sc", ".acq_rel")) for part in parts]),
    ("another width", lambda parts: [swap(part, ("32", "64"), ("64", "32"), ("128", "64"))
                                     for part in parts]),
    ("another argument", lambda parts: [swap(part, ("$0", "$1"), ("$1", "$0"))
                                        for part in parts]),
)


def swap(text, *pairs):
    return next((text.replace(old, new, 1) for old, new in pairs if old in text), text)


def self_test(rows, became, words):
    """Every expectation, changed in every way that changes it, must be refused."""
    tried, missed = 0, []
    for name, change in MUTATIONS:
        for row, instructions in zip(rows, became):
            changed = Row(row.word, "-", row.first)
            changed.expected = change(row.expected)
            if changed.expected != row.expected:
                tried += 1
                missed += [] if problem_of(changed, instructions) else \
                    [f"self-test: {row.word}: {name} is not noticed"]
    if not coverage(rows[1:], words) or not coverage(rows, words - {rows[0].key}):
        missed.append("self-test: a missing word is not noticed")
    print(f"self-test: {tried} changed expectations, {len(missed)} not noticed")
    return missed


def planted_fault(nvcc, architecture, rows, work):
    """The same with a header whose device scope is too narrow."""
    include = os.path.join(work, "narrow")
    shutil.copytree(INCLUDE, include)
    memory = os.path.join(include, "windrow", "device", "memory.cuh")
    with open(memory, encoding="utf-8") as file:
        text = file.read()
    narrow = text.replace("X(device, gpu)", "X(device, cta)")
    with open(memory, "w", encoding="utf-8") as file:
        file.write(narrow)
    wrong = sum("_device" in line and "promises" in line
                for line in check(nvcc, architecture, rows, include, include)[0])
    print(f"self-test: a header with one scope too narrow: {wrong} words refused")
    return [] if narrow != text and wrong > 60 else ["self-test: a narrow scope is missed"]


def main(nvcc):
    known = run(nvcc, "--list-gpu-arch").split()
    wanted = [number for number in ARCHITECTURES if f"compute_{number}" in known]
    for number in sorted(set(ARCHITECTURES) - set(wanted)):
        print(f"compute_{number}: skipped, this nvcc does not know it")
    if not wanted:
        return 77
    rows = read_table(os.path.join(HERE, "golden_ptx.txt"))
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(check, nvcc, number, rows, INCLUDE, work) for number in wanted]
        narrow = pool.submit(planted_fault, nvcc, wanted[-1], rows, work)
        problems = []
        for number, job in zip(wanted, jobs):
            found, of, became, words = job.result()
            problems += [f"compute_{number}: {text}" for text in found]
            print(f"compute_{number}: {len(of)} rows, {len(words)} words, {len(found)} problems")
        problems = problems or self_test(of, became, words) + narrow.result()
    for text in problems:
        print(text)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "nvcc"))

"""The numbers: against a slow computation of the same rules, and the bundled file."""
import csv
import json
import math
import os
import re
import xml.etree.ElementTree as xml
from fractions import Fraction

from grades_case import check, data, finish, read, run, write

SCALE = [("S", 90), ("A", 80), ("B", 70), ("C", 60), ("D", 50), ("E", 40), ("U", 0)]


def close(got, wanted):
    return got is not None and math.isclose(got, wanted, rel_tol=1e-12, abs_tol=1e-12)


def quartile(ordered, quarter):
    """Position (n - 1) q / 4 among the sorted marks, between two marks linearly."""
    at = Fraction(len(ordered) - 1) * quarter / 4
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (at - low) * (ordered[high] - ordered[low]))


def compare(name, report, marks, scale=SCALE, maximum=100, width=5):
    exact = sorted(map(Fraction, marks))
    count = len(exact)
    mean = sum(exact) / count
    squares = sum(x * x for x in exact) - count * mean * mean
    wanted = {"mean": float(mean), "standard_deviation": math.sqrt(squares / count),
              "minimum": float(exact[0]), "lower_quartile": quartile(exact, 1),
              "median": quartile(exact, 2), "upper_quartile": quartile(exact, 3),
              "maximum_reached": float(exact[-1])}
    if count > 1:
        wanted["sample_standard_deviation"] = math.sqrt(squares / (count - 1))
    for key, value in wanted.items():
        check(f"{name}: {key}", close(report[key], value), f"{report[key]} not {value}")
    by_grade = {label: 0 for label, _ in scale}
    for mark in marks:
        by_grade[next(label for label, low in scale if mark >= low)] += 1
    got = {row["label"]: row["count"] for row in report["grades"]}
    check(f"{name}: grades", got == by_grade, f"{got} not {by_grade}")
    check(f"{name}: shares", all(close(row["share"], row["count"] / count)
                                 for row in report["grades"]), report["grades"])
    bins = [0] * math.ceil(maximum / width)
    for mark in marks:
        bins[min(int(mark // width), len(bins) - 1)] += 1
    got = [row["count"] for row in report["bins"]]
    check(f"{name}: bins", got == bins, f"{got} not {bins}")


def marks_in(path):
    with open(path, newline="", encoding="utf-8") as source:
        cells = [row["mark"].strip() for row in csv.DictReader(source)]
    return [float(cell) for cell in cells if cell.upper() not in ("AB", "-", "")]


# ------------------------------------------------------------------- tiny files
for marks in ([50], [50, 61], [61, 50, 3], [7, 1, 100, 2.5], [0, 0, 0, 0, 0],
              [1, 2, 3, 4, 5, 6], [89.9, 90, 79.999, 80, 39.99, 40, 100, 0]):
    report = read("mark\n" + "".join(f"{mark}\n" for mark in marks))
    compare(str(marks), report, marks)
check("one mark has no sample deviation",
      read("mark\n50\n")["sample_standard_deviation"] is None)
check("four marks, by hand", [read("mark\n4\n1\n3\n2\n")[key] for key in
      ("lower_quartile", "median", "upper_quartile")] == [1.75, 2.5, 3.25])
report = read("mark\nAB\n-\nAB\n")
check("all absent", report["absent"] == 3 and report["marked"] == 0 and
      report["mean"] is None and report["median"] is None and
      all(row["count"] == 0 and row["share"] is None for row in report["grades"]), report)
done = run(write("mark\nAB\n-\n"), "--svg", "a.svg")
check("all absent, as text", done.returncode == 0 and
      b"nan" not in done.stdout.lower() and
      b"Mean                                     -\n" in done.stdout, done)

# ------------------------------------------------------------------- scales, maxima
marks = [0, 0.1, 3.9, 4, 9.99, 10, 12.5, 17, 19.99, 20]
text = "mark\n" + "".join(f"{mark}\n" for mark in marks)
for maximum, width in ((20, 1), (200, 5), (250, 20)):
    compare(f"--max {maximum}", read(text, "--max", str(maximum)), marks,
            [(label, low * maximum / 100) for label, low in SCALE], maximum, width)
compare("--scale", read(text, "--max", "20", "--scale", "Sehr gut=15, 優=10 ,x=y=4,F=0"),
        marks, [("Sehr gut", 15), ("優", 10), ("x=y", 4), ("F", 0)], 20, 1)
compare("--scale without 0", read(text, "--scale", "pass=10"), marks,
        [("pass", 10), ("below", 0)])
compare("--scale at the maximum", read(text, "--max", "20", "--scale", "top=20,rest=0"),
        marks, [("top", 20), ("rest", 0)], 20, 1)
report = read("mark\n0.6\n0.3\n0.7\n", "--max", "4")
check("an edge belongs to the bin above it",
      [row["from"] for row in report["bins"] if row["count"]] == [0.2, 0.6],
      report["bins"])

# ---------------------------------------------------------------- generated files
for count, seed in ((1, 0), (100000, 7)):
    name = f"made{count}.csv"
    done = run("--generate", count, "--seed", seed, "--output", name)
    check(f"{name}: made", done.returncode == 0 and done.stdout == b"", done)
    check(f"{name}: lines", open(name, "rb").read().count(b"\n") == count + 1)
    check(f"{name}: standard output", run("--generate", count, "--seed", seed).stdout ==
          open(name, "rb").read())
marks = marks_in("made100000.csv")
report = json.loads(run("made100000.csv", "--json", "--backend", "cpu").stdout)
check("100000: counts", report["marked"] == len(marks) and report["students"] == 100000)
compare("100000", report, marks)
check("seeds differ", run("--generate", 9, "--seed", 1).stdout !=
      run("--generate", 9, "--seed", 2).stdout)
plain = run("made100000.csv", "--json").stdout
quoted = open("made100000.csv", encoding="ascii").read().replace(",", '","')
write('"' + quoted.strip().replace("\n", '"\n"') + '"\n', "quoted.csv")
check("quoted and plain agree", run("quoted.csv", "--json").stdout ==
      plain.replace(b"made100000.csv", b"quoted.csv"))
check("ten runs agree", {run("made100000.csv", "--json").stdout for _ in range(10)} ==
      {plain})
done = run("made100000.csv", "--json", "--backend", "cuda")
check("the GPU agrees, if there is one", done.returncode == 1 or done.stdout == plain)

# ---------------------------------------------------------------- the bundled file
expected = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected")
chart = os.path.abspath("chart.svg")
os.chdir(data)
for options, name in ((["marks.csv"], "marks.txt"),
                      (["marks.csv", "--json"], "marks.json")):
    with open(os.path.join(expected, name), "rb") as golden:
        done = run(*options, "--backend", "cpu", "--svg", chart)
        check(name, done.stdout == golden.read(), done.stdout.decode())
with open(os.path.join(data, "..", "README.md"), encoding="utf-8") as readme, \
        open(os.path.join(expected, "marks.txt"), encoding="utf-8") as golden:
    check("apps/README.md shows the same", golden.read() in readme.read())
report = json.loads(done.stdout)
compare("marks.csv", report, marks_in("marks.csv"))

# ------------------------------------------------------------------------ the chart
tree = xml.parse(chart)
texts = ["".join(node.itertext()) for node in tree.iter() if node.tag.endswith("text")]
for row in report["grades"]:
    check(f"chart: {row['label']}", row["label"] in texts and any(
        re.match(rf"{row['count']} \(", text) for text in texts), texts)
bars = [float(node.get("height")) for node in tree.iter() if node.get("class") == "bar"]
check("chart: a bar for each grade and each bin that is not empty", len(bars) ==
      len(report["grades"]) + sum(row["count"] > 0 for row in report["bins"]), bars)

finish()

"""grades_case -- runs windrow-grades on small files and counts what holds.

Arguments of each test: the program, the folder of the bundled marks file, and a file
that gets "passed failed skipped".
"""
import json
import os
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
data = os.path.abspath(sys.argv[2])
passed = failed = skipped = 0
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def check(name, holds, detail=""):
    """One case; says so when it does not hold."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}\n       {detail}")


def skip(name, reason):
    global skipped
    skipped += 1
    print(f"skipped {name}: {reason}")


def run(*arguments, **more):
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([program, *map(str, arguments)], stderr=subprocess.PIPE, **more)


def write(text, name="marks.csv"):
    with open(name, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode())
    return name


def read(text, *options, name="marks.csv"):
    """The JSON report of a file with this text, on the CPU; None if it is refused."""
    done = run(write(text, name), "--json", "--backend", "cpu", *options)
    if done.returncode != 0:
        print(f"       {done.stderr.decode().strip()}")
        return None
    return json.loads(done.stdout)


def check_report(name, text, wanted, *options, file="marks.csv"):
    """Every key of wanted has its value in the report."""
    report = read(text, *options, name=file) or {}
    got = {key: report.get(key) for key in wanted}
    check(name, got == wanted, f"{got} instead of {wanted}")


def check_refusal(name, text, sentence, *options, code=1, file="marks.csv"):
    """One line on standard error, nothing on standard output, the exit code."""
    done = run(*([] if text is None else [write(text, file)]), *options)
    wanted = f"windrow-grades: {sentence}\n".encode()
    check(name, (done.returncode, done.stdout, done.stderr) == (code, b"", wanted),
          f"{done.returncode} {done.stdout[:60]} {done.stderr} instead of {wanted}")


def finish():
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    if len(sys.argv) > 3:
        os.makedirs(os.path.dirname(sys.argv[3]), exist_ok=True)
        with open(sys.argv[3], "w", encoding="ascii") as out:
            print(passed, failed, skipped, file=out)
    folder.cleanup()
    sys.exit(failed > 0)

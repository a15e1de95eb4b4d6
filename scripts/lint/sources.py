"""Files of this repository as the lints see them."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CODE = (".c", ".h", ".cu", ".cuh")


def files(*folders, ending=CODE):
    """Paths below the folders, relative to the root, sorted."""
    found = []
    for folder in folders:
        for place, _, names in os.walk(os.path.join(ROOT, folder)):
            found += [os.path.relpath(os.path.join(place, name), ROOT)
                      for name in names if name.endswith(ending)]
    return sorted(found)


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|#\s*include\b[^\n]*|"(?:\\.|[^"\\\n])*"'
                   r"|'(?:\\.|[^'\\\n])+'", re.S)


def blank(match):
    """Spaces for a comment or a string; an include line stays."""
    token = match.group(0)
    return token if token[0] == "#" else re.sub(r"[^\n]", " ", token)


def code_lines(path):
    """(number, line) without comments and strings."""
    return enumerate(TOKEN.sub(blank, text(path)).split("\n"), 1)


def finish(name, problems, checked, what="files"):
    """Prints the verdict and exits with it; nothing checked is a failure too."""
    for problem in problems:
        print(problem)
    print(f"{name}: {checked} {what}, {len(problems)} problems")
    sys.exit(1 if problems or not checked else 0)

"""Every refusal: one line that names file and line, exit code, no half result."""
import os
import subprocess

from grades_case import check, check_refusal, finish, program, read, run, skip, write

HEAD = "id,name,mark\n"


def refuses(name, text, sentence, *options):
    check_refusal(name, text, "marks.csv" + sentence, *options)


# ------------------------------------------------------------------------- bad marks
for mark, fault in [("10x", "is not a number"), ("x", "is not a number"),
                    ("NaN", "is not a number"), ("-nan", "is not a number"),
                    ("inf", "is not a number"), ("0x10", "is not a number"),
                    ("1e", "is not a number"), ("1.2.3", "is not a number"),
                    ("4 5", "is not a number"), (".", "is not a number"),
                    ("--5", "is not a number"), ("85%", "is not a number"),
                    ("absent", "is not a number"), ("-3", "is below 0"),
                    ("-0.001", "is below 0"), ("101", "is above the maximum 100"),
                    ("100.00001", "is above the maximum 100"),
                    ("1e400", "is above the maximum 100")]:
    sentence = f':3: mark "{mark}" {fault}'
    refuses(mark, HEAD + f"1,Rao,5\n2,Li,{mark}\n3,Wu,y\n", sentence)
    refuses(mark + " quoted", HEAD + f'1,"Rao, A",5\n2,Li,"{mark}"\n3,Wu,y\n', sentence)
    report = read(HEAD + f"1,Rao,5\n2,Li,{mark}\n", "--skip-invalid")
    check(mark + " skipped", report and report["invalid_lines"] == [3] and
          report["marked"] == 1 and report["students"] == 2, report)

refuses("above --max", HEAD + "1,Rao,51\n", ':2: mark "51" is above the maximum 50',
        "--max", "50")
refuses("decimal comma", HEAD + '1,Rao,"85,5"\n',
        ':2: mark "85,5" is not a number; write a point, not a comma')
refuses("nearly 100", HEAD + "1,Rao,100." + "0" * 5000 + "1e0x\n",
        ':2: mark "100.' + "0" * 40 + '..." is not a number')
refuses("control characters", HEAD + "1,Rao,8\x1b[31m\n",
        ':2: mark "8\\x1b[31m" is not a number')
refuses("line end in a mark", HEAD + '1,Rao,"8\n5"\n', ':2: mark "8\\n5" is not a number')
refuses("bytes that are not UTF-8", b"name,mark\nRao,\xe9t\xe9\n",
        ':2: mark "\\xe9t\\xe9" is not a number')
refuses("first row, no header", "Rao,10x\nLi,20\n", ':1: mark "10x" is not a number')
refuses("first row, a word", "S1,Rao,ten\nS2,Li,20\n", ':1: mark "ten" is not a number')

# ------------------------------------------------------------------------- bad rows
refuses("short row", HEAD + "1,Rao,5\n2,Li\n",
        ":3: the row has 2 fields, but the marks are in column 3")
refuses("short row, quoted", HEAD + '1,"Rao",5\n2\n',
        ":3: the row has 1 field, but the marks are in column 3")
CROWDED = (":2: the row has 4 fields, the first row has 3; a field that holds the "
           "separator must be quoted")
refuses("comma in a name", HEAD + "1,Rao, A,5\n", CROWDED)
refuses("decimal comma unquoted", HEAD + "1,Rao,85,5\n", CROWDED)
refuses("comma in a name, quotes elsewhere", HEAD + '1,Rao, "A",5\n', CROWDED)
refuses("open quote", HEAD + '1,"Rao,5\n2,Li,6\n',
        ":2: the quoted field that begins here is never closed")
refuses("open quote, later", HEAD + '1,"R\nao",5\n2,"a",6\n3,"b\n4,"c",5\n',
        ":6: text follows the closing quote of a field (a quote inside a quoted field is "
        "written twice)")
refuses("text behind a quote", HEAD + '1,"Rao"A,5\n',
        ":2: text follows the closing quote of a field (a quote inside a quoted field is "
        "written twice)")
ZERO = "the line holds a zero byte; this is not a text file"
refuses("zero byte", HEAD.encode() + b"1,Rao,5\n2,\0,6\n", ":3: " + ZERO)
FAR = "1,a name that fills the line,5\n" * 5000
refuses("zero byte, lines end in CR", b"id,mark\r1,5\r2,\0\r", ":3: " + ZERO)
refuses("zero byte far behind", HEAD + FAR + "2,\0,6\n", ":5002: " + ZERO)
refuses("zero byte far behind, quoted", HEAD + FAR + '1,"a",6\n2,\0,6\n',
        ":5003: " + ZERO)
refuses("zero byte, --skip-invalid", HEAD + FAR + "2,\0,6\n", ":5002: " + ZERO,
        "--skip-invalid")
refuses("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ":3: " + ZERO)
refuses("UTF-16", "\ufeffname,mark\nRao,5\n".encode("utf-16-le"),
        ":1: the file is UTF-16; save it as UTF-8")

# --------------------------------------------------------------- no file, no column
refuses("empty", "", ": the file is empty")
refuses("BOM only", "\ufeff", ": the file is empty")
refuses("blank", "\n\r\n  \n", ": the file holds nothing but blank lines")
for rows, line in [(HEAD, 1), ("mark", 1), ("mark\r\n", 1), ("\n\nmark\n\n\n", 3)]:
    refuses(f"header only {rows!r}", rows, f":{line}: a header, but no rows of marks")
check_refusal("no file", None, "none.csv: No such file or directory", "none.csv")
check_refusal("a folder", None, ".: Is a directory", ".")
check_refusal("a name with a line end", None, "a\\nb: No such file or directory", "a\nb")
write(HEAD + "1,Rao,5\n", "locked.csv")
os.chmod("locked.csv", 0)
if os.access("locked.csv", os.R_OK):
    skip("unreadable", "this user may read everything")
else:
    check_refusal("unreadable", None, "locked.csv: Permission denied", "locked.csv")
TWO = "name,Maths,Maths\nRao,5,6\nLi,6,7\n"
refuses("no such column", TWO, ':1: there is no column "Art"; the first row has 3',
        "--column", "Art")
refuses("no such number", TWO, ':1: there is no column "4"; the first row has 3',
        "--column", "4")
refuses("two such columns", TWO, ':1: 2 columns are named "Maths"; give its number',
        "--column", "Maths")
NONE = ":1: no column of marks was found; name one with --column"
refuses("names only", "name,town\nRao,Pune\n", NONE)
refuses("ids only", "roll no,name\n1,Rao\n2,Li\n", NONE)
refuses("running numbers only", "1,Rao\n2,Li\n3,Wu\n", NONE)

# --------------------------------------------------------------------- command line
write(HEAD + "1,Rao,5\n")
for options, sentence in [
    ([], "no marks file is given (--help tells more)"),
    (["a", "b"], 'more than one file is given: "a" and "b"'),
    (["--what"], "--what is not an option of this program (--help lists them)"),
    (["-xh"], "-x is not an option of this program (--help lists them)"),
    (["--column"], "--column needs a value"),
    (["--json=1", "a"], "--json takes no value"),
    (["a", "--json", "--json"], "--json is given twice"),
    (["a", "--seed", "1"], "--seed needs --generate"),
    (["a", "--output", "b"], "--output needs --generate"),
    (["--generate", "5", "--json"], "--json cannot be used with --generate"),
    (["--generate", "5", "a"], '--generate reads no file, but "a" is given'),
    (["--generate", "0"],
     '--generate: "0" is not a whole number from 1 to 1000000000000'),
    (["--generate", "1", "--seed", "18446744073709551616"],
     '--seed: "18446744073709551616" is not a whole number from 0 to '
     "18446744073709551615"),
    (["a", "--backend", "gpu"], '--backend: "gpu" is neither cpu nor cuda'),
    (["a", "--max", "ten"], '--max: "ten" is not a number from 0.01 to 1000000000'),
    (["a", "--max", "nan"], '--max: "nan" is not a number from 0.01 to 1000000000'),
    (["a", "--max", "0"], '--max: "0" is not a number from 0.01 to 1000000000'),
    (["a", "--column", "0"],
     '--column: "0" is no title, and columns are numbered from 1'),
    (["a", "--scale", ""], '--scale: "" is not of the form LABEL=MARK'),
    (["a", "--scale", "S90"], '--scale: "S90" is not of the form LABEL=MARK'),
    (["a", "--scale", "=90"], '--scale: "=90" is not of the form LABEL=MARK'),
    (["a", "--scale", "S=nan"], '--scale: "S=nan" is not of the form LABEL=MARK'),
    (["a", "--scale", "S=40,A=50"],
     '--scale: "A=50" is not below the threshold before it, 40'),
    (["a", "--scale", "S=50,A=50"],
     '--scale: "A=50" is not below the threshold before it, 50'),
    (["a", "--scale", "S=50,S=40"], '--scale: the label "S" occurs twice'),
    (["a", "--scale", "S=101"], '--scale: "S=101" lies outside 0 to 100'),
    (["a", "--scale", "S=-1"], '--scale: "S=-1" lies outside 0 to 100'),
    (["a", "--scale", "S=90", "--max", "50"], '--scale: "S=90" lies outside 0 to 50'),
]:
    check_refusal(" ".join(options) or "nothing", None, sentence, *options, code=2)

# ------------------------------------------------------------------- output that fails
before = open("marks.csv", "rb").read()
check_refusal("--svg over the marks", None, "--svg: marks.csv is the marks file itself",
              "marks.csv", "--svg", "marks.csv")
check("the marks are untouched", open("marks.csv", "rb").read() == before)
check_refusal("--svg into no folder", None, "none/a.svg: No such file or directory",
              "marks.csv", "--svg", "none/a.svg")
write("id,mark\n1,x\n", "bad.csv")
write("old", "old.svg")
run("bad.csv", "--svg", "old.svg")
check("a refused file leaves the chart alone", open("old.svg", "rb").read() == b"old")
os.chmod("old.svg", 0o640)
os.symlink("old.svg", "link.svg")
done = run("marks.csv", "--svg", "link.svg")
check("a chart keeps the link and the rights of the one before", done.returncode == 0 and
      os.path.islink("link.svg") and os.stat("old.svg").st_mode & 0o777 == 0o640 and
      os.stat("old.svg").st_size > 3000, done)
check("nothing is left lying about", not [n for n in os.listdir(".") if ".svg." in n],
      os.listdir("."))
if os.path.exists("/dev/full"):
    for options in (["marks.csv"], ["marks.csv", "--json"], ["--generate", "9"],
                    ["--help"]):
        with open("/dev/full", "wb") as full:
            done = run(*options, stdout=full)
        check(f"full disk {options}", done.returncode == 1 and done.stderr ==
              b"windrow-grades: standard output: No space left on device\n", done)
    check_refusal("full disk for the chart", None, "/dev/full: No space left on device",
                  "marks.csv", "--svg", "/dev/full")
reader, writer = os.pipe()
os.close(reader)
done = subprocess.run([program, "marks.csv"], stdout=writer, stderr=subprocess.PIPE)
check("closed pipe", done.returncode == 1 and done.stderr ==
      b"windrow-grades: standard output: Broken pipe\n", done)

done = run("marks.csv", "--backend", "cuda")
if done.returncode == 0:
    check("both backends", done.stdout == run("marks.csv", "--backend", "cpu").stdout)
else:
    check("no CUDA device", done.returncode == 1 and done.stdout == b"" and
          done.stderr.count(b"\n") == 1 and
          done.stderr.startswith(b"windrow-grades: "), done)

finish()

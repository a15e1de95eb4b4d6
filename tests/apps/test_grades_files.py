"""Files as people have them: quotes, line ends, separators, headers, columns."""
import os
import random

from grades_case import check, check_report, finish, read, run, write

HEAD = "id,name,mark\n"

# ------------------------------------------------------------------ fields and lines
for name, text in {
    "plain": HEAD + "1,Rao,85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n",
    "no line end": HEAD + "1,Rao,85.5\n2,Li,AB\n3,Wu,\n4,Xi,-",
    "CRLF": HEAD + "1,Rao,85.5\r\n2,Li,AB\r\n3,Wu,\r\n4,Xi,-\r\n",
    "CR": (HEAD + "1,Rao,85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n").replace("\n", "\r"),
    "mixed line ends": HEAD + "1,Rao,85.5\r2,Li,AB\n3,Wu,\r\n4,Xi,-\r",
    "BOM": "\ufeff" + HEAD + "1,Rao,85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n",
    "BOM and quotes": '\ufeff"id","name","mark"\n1,Rao,85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n',
    "spaces": HEAD + "1,Rao,  85.5 \n2,Li, ab\t\n3,Wu,  \n4,Xi, - \n",
    "no-break spaces": HEAD + "1,Rao,\u00a085.5\u00a0\n2,Li,AB\n3,Wu,\u00a0\n4,Xi,-\n",
    "quoted marks": HEAD + '1,Rao,"85.5"\n2,Li,"AB"\n3,Wu,""\n4,Xi,"-"\n',
    "quoted spaces": HEAD + '1,Rao, " 85.5 " \n2,Li,AB\n3,Wu,"  "\n4,Xi,-\n',
    "embedded comma": HEAD + '1,"Rao, A",85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n',
    "embedded line end": HEAD + '1,"Rao\r\n\nA",85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n',
    "doubled quotes": HEAD + '1,"R ""Ro"", A",85.5\n2,Li,AB\n3,Wu,\n4,Xi,-\n',
    "quote in a plain field": HEAD + '1,O"Rao,85.5\n2,5" Li,AB\n3,Wu,\n4,Xi,-\n',
    "blank lines": "\n \n" + HEAD + "\n1,Rao,85.5\n,,\n2,Li,AB\n\t\n3,Wu,\n4,Xi,-\n\n\n",
    "blank lines, quoted": "\n \n" + HEAD + '\n1,"Rao",85.5\n,"",\n2,Li,AB\n\t\n3,Wu,\n'
                           "4,Xi,-\n\n\n",
    "empty fields behind": HEAD + "1,Rao,85.5,,\n2,Li,AB,\n3,Wu,\n4,Xi,-\n",
    "tabs": "id\tname\tmark\n1\tRao, A\t85.5\n2\tLi\tAB\n3\tWu\t\n4\tXi\t-\n",
    "semicolons": "id;name;mark\n1;Rao, A;85.5\n2;Li;AB\n3;Wu;\n4;Xi;-\n",
}.items():
    check_report(name, text, {"students": 4, "marked": 1, "absent": 3, "invalid": 0,
                              "mean": 85.5, "column": 3, "column_name": "mark"})

check_report("TSV by its name", "name\n85\n90\n", {"marked": 2, "column_name": "name"},
             "--column", "1", file="one.tsv")
check_report("a tab behind a comma does not make a TSV", "name,\tmark\nRao,\t85\n",
             {"marked": 1, "column_name": "mark"})

# ----------------------------------------------------------------------- line numbers
for name, text, lines in [
    ("plain", HEAD + "1,a,x\n2,b,5\n3,c,y\n", [2, 4]),
    ("CRLF", HEAD + "1,a,x\r\n2,b,5\r\n3,c,y\r\n", [2, 4]),
    ("CR", "id,name,mark\r1,a,x\r2,b,5\r3,c,y\r", [2, 4]),
    ("blank lines", HEAD + "\n\n1,a,x\n \n2,b,5\n3,c,y", [4, 7]),
    ("quoted line ends", HEAD + '1,"a\n\nb",x\n2,b,5\n3,c,y\n', [4, 6]),
    ("quoted line ends and blank lines", HEAD + '\n1,"a\n\nb",x\n \n\n2,b,5\n3,c,y\n',
     [5, 9]),
    ("no header", "1,a,7\n2,b,x\n3,c,y\n", [2, 3]),
    ("first five", HEAD + "1,a,5\n" + "2,b,x\n" * 7, [3, 4, 5, 6, 7]),
]:
    check_report("lines: " + name, text, {"invalid_lines": lines, "marked": 1},
                 "--skip-invalid", "--column", "3")

# Longer than one chunk of a thread, and what comes at its end is still counted right.
rows = [f"{i},a name that fills the line,{i % 101}" for i in range(300000)]
rows[299990] = "x,y,1x"
check_report("lines: chunks", HEAD + "\n".join(rows),
             {"invalid_lines": [299992], "marked": 299999}, "--skip-invalid")
rows[299995] = 'x,"y",1'
check_report("lines: a late quote", HEAD + "\n".join(rows),
             {"invalid_lines": [299992], "marked": 299999}, "--skip-invalid")

# --------------------------------------------------------------------- which column
for name, text, column, title, marked in [
    ("no header", "1,Rao,85\n2,Li,90\n", 3, None, 2),
    ("one column", "85\n90\n", 1, None, 2),
    ("one column and a header", "Points\n85\n90\n", 1, "Points", 2),
    ("absent first", "Rao,AB\nLi,90\n", 2, None, 1),
    ("the named one, not the last", "name,Mark,age\na,85,17\nb,90,18\n", 2, "Mark", 2),
    ("mark before total", "total,mark\n300,85\n280,90\n", 2, "mark", 2),
    ("a word of the title", "name,Total marks (100),class\na,85,7\nb,9,8\n", 2,
     "Total marks (100)", 2),
    ("the last with numbers", "name,Maths,Physics,remark\na,5,6,ok\nb,7,8,\n", 3,
     "Physics", 2),
    ("ids behind", "name,Maths,Roll No\na,5,1\nb,7,2\n", 2, "Maths", 2),
    ("large ids behind, no header", "a,50,20250001\nb,70,20250002\n", 2, None, 2),
    ("a typing error in few rows", "name,Maths\na,5\nb,7\nc,x\n", 2, "Maths", 2),
    ("letters in a grade column", "name,percent,grade\na,85,A\nb,90,S\n", 2, "percent",
     2),
    ("all absent", "name,Maths\na,AB\nb,-\n", 2, "Maths", 0),
    ("all empty", "name,mark\na,\nb,\n", 2, "mark", 0),
]:
    check_report("column: " + name, text,
                 {"column": column, "column_name": title, "marked": marked},
                 "--skip-invalid")

TWO = "name,Maths,Physics\na,50,60\nb,70,80\n"
check_report("--column by name", TWO, {"column": 2, "mean": 60}, "--column", "Maths")
check_report("--column in another case", TWO, {"column": 2}, "--column", "maths")
check_report("--column by number", TWO, {"column": 2, "mean": 60}, "--column", "2")
check_report("--column, exact case first", "Maths,maths\n1,2\n", {"column": 2},
             "--column", "maths")
check_report("--column: a year is a title", "name,2023,2024\na,50,60\nb,70,80\n",
             {"column": 2, "column_name": "2023", "marked": 2}, "--column", "2023")
check_report("--column in UTF-8", "name,Prüfung\na,50\n", {"column_name": "Prüfung"},
             "--column", "Prüfung")
check_report("--column for quoted titles", 'name,"Test, part 1"\na,50\n',
             {"column_name": "Test, part 1"}, "--column", "Test, part 1")

# ------------------------------------------------------------------------------ numbers
for text, mark in [("0", 0), ("100", 100), ("89.9", 89.9), (".5", .5), ("5.", 5),
                   ("+7", 7),
                   ("-0", 0), ("1e1", 10), ("2.5E+1", 25), ("007", 7), ("0.1", .1),
                   ("33.333333333333", 33.333333333333), ("1e-320", 1e-320),
                   ("66.66666666666666666666666666667", 200 / 3),
                   ("0.30000000000000004", 0.1 + 0.2), ("0" * 900 + "5", 5)]:
    report = read(f"mark\n{text}\n")
    check(f"number {text[:40]}", report and report["mean"] == mark, report)
# Halfway between two f64, and a little beside it behind more digits than strtod is
# given; zeros on either side that only the exponent makes good.
middle = "3.00000000000000022204460492503130808472633361816406250"
LONG = 5000
for text in ["6" * 2 + "." + "6" * LONG, middle, middle + "0" * LONG,
             middle + "0" * LONG + "1", "3." + "0" * LONG + "1",
             "0" * LONG + "." + "0" * LONG + f"25e{LONG + 2}", "9" * LONG + f"e-{LONG - 2}",
             "4" + "0" * LONG + f"e-{LONG}", "4e" + "0" * LONG + "1",
             "5." + "0" * LONG, "." + "0" * LONG + "7e0" + str(LONG), "0." + "0" * LONG,
             "0e" + "9" * LONG, "1e-" + "9" * LONG, "1" * 1001 + "e-1000",
             "8" * 799 + "e-798", "8" * 800 + "e-799", "8" * 801 + "e-800"]:
    for cell in (text, f'"{text}"'):
        report = read(f"mark\n{cell}\n")
        check(f"long number {text[:20]}, {len(text)}", report and
              report["maximum_reached"] == float(text), report)
random.seed(5)
written = [f"{random.random() * 100:.{random.randrange(1, 18)}f}" for _ in range(2000)]
for text in written[:200]:
    report = read(f"mark\n{text}\n")
    check(f"number {text}", report and report["maximum_reached"] == float(text), report)

# The same file gives the same text in any locale, from a pipe, and on each run.
write(HEAD + '1,"Rao, A",85.5\n2,Li,70.25\n')
plain = run("marks.csv").stdout
for locale in ("C", "C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"):
    done = run("marks.csv", env=dict(os.environ, LC_ALL=locale))
    check("locale " + locale, done.stdout == plain, done)
with open("marks.csv", "rb") as source:
    done = run("/dev/stdin", stdin=source)
after_name = plain.split(b"\n")[1:]
check("a file by another name", done.stdout.split(b"\n")[1:] == after_name, done)
done = run("/dev/stdin", input=open("marks.csv", "rb").read())
check("a pipe", done.stdout.split(b"\n")[1:] == after_name, done)

finish()

#!/bin/sh
# counted.sh FILE PROGRAM -- runs a cmocka program and writes "passed failed skipped" to
# FILE. A case that was announced and has no verdict (a crash) counts as failed. Exits
# with 77 if every case was skipped, so that CTest shows the program as skipped.
counts=$1
shift
mkdir -p "${counts%/*}"
rm -f "$counts"
log=$counts.log
# A pipe would hide the program's exit status.
CMOCKA_MESSAGE_OUTPUT=STDOUT "$@" >"$log" 2>&1
status=$?
cat "$log"
[ "$status" -le 128 ] || echo "killed by signal $((status - 128))"
tr -d '\r' <"$log" | awk -v status="$status" -v counts="$counts" '
    /^\[==========\].* Running [0-9]+ test/ {
        line = $0
        sub(/.* Running /, "", line)
        announced += line + 0
    }
    /^\[       OK \]/ { passed++ }
    /^\[  SKIPPED \] / && !/ [0-9]+ test\(s\)/ && !over { skipped++ }
    /^\[==========\].* test\(s\) run/ { over = 1 }
    /^\[==========\].* Running/ { over = 0 }
    END {
        failed = announced - passed - skipped
        if (failed < 0) failed = 0
        if (status != 0 && failed == 0) failed = 1
        print passed + 0, failed, skipped + 0 > counts
        if (status == 0 && failed > 0) status = 1
        if (status == 0 && passed + failed == 0) status = 77
        exit status
    }'

#!/bin/sh
# gpu_test.sh -- the tests where there is a GPU: all cases of the programs that have CUDA
# cases, then the small programs under compute-sanitizer's tools. Needs no CMake and no
# compiler: the programs may come from another machine.
. "$(dirname "$0")/common.sh"

usage() {
    cat <<EOF
usage: sh scripts/gpu_test.sh [OPTION...] BUILD [PROGRAM...]

BUILD is a build directory, or a plain folder of test programs (and libcmocka, there or
in the folder above). PROGRAM, such as reduce_test_reduce: only these. A case that finds
no GPU fails. One line for each program and tool, a table of counts last; exits with 1
if anything failed.

  --sanitize       then run the small programs under compute-sanitizer as well; the one
                   of \$COMPUTE_SANITIZER, of the path or of the CUDA toolkit
  --tools LIST     its tools (memcheck,racecheck,synccheck,initcheck); implies --sanitize
  --large          also 2^31 elements of wide types: minutes, gigabytes
  --limit SECONDS  for one program under one tool (300)
  -j JOBS          programs at a time (1)
  --logs DIR       what they print (BUILD/gpu_logs)
  -h               this text

Away from the repository, keep common.sh and tests/counted.sh beside this script.
EOF
}

# Inherited by the workers, which are this script again.
: "${GPU_TEST_LIMIT:=300}" "${GPU_TEST_LOGS:=}" "${GPU_TEST_FOLDER:=}"

find_sanitizer() {
    for sanitizer in "${COMPUTE_SANITIZER:-}" "$(command -v compute-sanitizer)" \
        "${CUDA_HOME:-/usr/local/cuda}/bin/compute-sanitizer" \
        /usr/local/cuda/bin/compute-sanitizer; do
        if [ -n "$sanitizer" ] && [ -x "$sanitizer" ]; then
            echo "$sanitizer"
            return 0
        fi
    done
    return 1
}

by_ctest() { have ctest && [ -f "$GPU_TEST_FOLDER/CTestTestfile.cmake" ]; }

# paths_of PATTERN -- test programs; objects and libraries have a dot in their names.
paths_of() {
    find "$GPU_TEST_FOLDER" -name CMakeFiles -prune -o \
        -type f -perm -u+x -name "$1" ! -name '*.*' -print
}

# Whoever links the support library's case_cuda has its message, stripped or not.
may_have_cuda_cases() { grep -q 'WINDROW_REQUIRE_CUDA is set' "$1"; }

# is_small PROGRAM -- by its label; without CTest, all that run on the CPU too but the
# large ones. Only where it has run CUDA cases, since a program that never starts CUDA
# is an error to compute-sanitizer.
is_small() {
    log=$GPU_TEST_LOGS/$1.plain.log
    grep -q '^\[       OK \] .*_cuda' "$log" || return 1
    if by_ctest; then
        ctest --test-dir "$GPU_TEST_FOLDER" -N -L '^small$' |
            sed -n 's/^ *Test *#[0-9]*: *//p' | tr / _ | grep -qx "$1"
        return
    fi
    case $1 in
    *_large) return 1 ;;
    *) grep -q '^\[       OK \] .*_cpu' "$log" ;;
    esac
}

run_plain() {
    if ! by_ctest; then
        sh "$counted" "$counts" timeout -k 10 "$GPU_TEST_LIMIT" "$path"
        return
    fi
    # part_test_x is CTest's part/test_x
    timeout -k 10 "$GPU_TEST_LIMIT" ctest --test-dir "$GPU_TEST_FOLDER" \
        --no-tests=error -R "^$(echo "$1" | sed 's,_test_,/test_,')\$"
    status=$?
    for end in '' .log; do
        cp "$GPU_TEST_FOLDER/counts/$1$end" "$counts$end"
    done
    return "$status"
}

# The tests ask for memory that no device has, so failing API calls are no findings.
# Leaks are left to the tests' counting allocator: memcheck sees those of programs that
# end with cudaDeviceReset alone.
run_sanitized() {
    WINDROW_TEST_SANITIZER=1 sh "$counted" "$counts" timeout -k 10 "$GPU_TEST_LIMIT" \
        "$(find_sanitizer)" --tool "$1" --report-api-errors no --error-exitcode 99 "$path"
}

# no_findings LOG -- the tool has reported, and reported nothing.
no_findings() {
    sed -n -e 's/^=* ERROR SUMMARY: //p' -e 's/^=* RACECHECK SUMMARY: //p' "$1" | awk '
        !/^0 (errors|hazards)/ { found = 1 }
        END { exit found || NR == 0 }'
}

# worker TOOL PROGRAM -- one program under one tool; prints and keeps its line.
worker() {
    counts=$GPU_TEST_LOGS/$2.$1
    path=$(paths_of "$2" | head -n 1)
    start=$(date +%s)
    rm -f "$counts" "$counts.log"
    case $1 in
    plain) run_plain "$2" ;;
    *) run_sanitized "$1" ;;
    esac >/dev/null 2>&1
    case $? in
    0) verdict=ok ;;
    124 | 137) verdict=TIMEOUT ;;
    *) verdict=FAILED ;;
    esac
    if [ "$verdict" = ok ] && [ "$1" != plain ]; then
        no_findings "$counts.log" || verdict=FAILED
    fi
    if [ -s "$counts" ]; then
        read -r passed failed skipped <"$counts"
    else
        passed=0 failed=1 skipped=0
        [ "$verdict" = TIMEOUT ] || verdict=FAILED
    fi
    printf '%-10s %-36s %-7s %4d passed %3d failed %3d skipped %5d s\n' "$1" "$2" \
        "$verdict" "$passed" "$failed" "$skipped" $(($(date +%s) - start)) |
        tee -a "$GPU_TEST_LOGS/results"
    if [ "$verdict" != ok ] && [ -f "$counts.log" ]; then
        grep -vE '^\[( RUN  |       OK|  SKIPPED)' "$counts.log" | head -n 20 |
            sed 's/^/    /'
    fi
    return 0 # the table counts
}

# all TOOL -- the programs named on the standard input; by xargs for the sake of -j.
all() { sed "s/^/$1 /" | xargs -n 2 -P "$jobs" sh "$0" --worker; }

# shellcheck disable=SC2154 # root is of common.sh
counted=$root/tests/counted.sh
[ -f "$counted" ] || counted=$(dirname "$0")/counted.sh
[ -f "$counted" ] || die "tests/counted.sh is missing"
if [ "${1:-}" = --worker ]; then
    [ $# -ne 3 ] || worker "$2" "$3" # xargs runs once for nothing
    exit 0
fi

tools=
jobs=1
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        usage
        exit 0
        ;;
    --sanitize) : "${tools:=memcheck,racecheck,synccheck,initcheck}" ;;
    --large) export WINDROW_TEST_LARGE=1 ;;
    --tools | --limit | --logs | -j)
        [ $# -gt 1 ] || die "$1 needs a value"
        case $1 in
        --tools) tools=$2 ;;
        --limit) GPU_TEST_LIMIT=$2 ;;
        --logs) GPU_TEST_LOGS=$2 ;;
        -j) jobs=$2 ;;
        esac
        shift
        ;;
    -*) die "there is no option $1; -h lists them" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || die "name a build directory or a folder of test programs; -h says more"
GPU_TEST_FOLDER=$(cd "$1" && pwd) || exit 1
shift
: "${GPU_TEST_LOGS:=$GPU_TEST_FOLDER/gpu_logs}"
mkdir -p "$GPU_TEST_LOGS" && GPU_TEST_LOGS=$(cd "$GPU_TEST_LOGS" && pwd) || exit 1
: >"$GPU_TEST_LOGS/results" || exit 1
LD_LIBRARY_PATH=$GPU_TEST_FOLDER:${GPU_TEST_FOLDER%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
WINDROW_REQUIRE_CUDA=1
export GPU_TEST_FOLDER GPU_TEST_LIMIT GPU_TEST_LOGS LD_LIBRARY_PATH WINDROW_REQUIRE_CUDA
[ -z "$tools" ] || find_sanitizer >/dev/null || die "there is no compute-sanitizer here"

paths_of '*_test_*' | sort | while IFS= read -r path; do
    name=${path##*/}
    case $name in
    simt_*) continue ;; # the same cases on a runtime that needs no GPU
    esac
    case " $* " in
    "  " | *" $name "*)
        if may_have_cuda_cases "$path"; then
            echo "$name"
        fi
        ;;
    esac
done >"$GPU_TEST_LOGS/programs"
[ -s "$GPU_TEST_LOGS/programs" ] || die "no such test programs in $GPU_TEST_FOLDER"
for name in "$@"; do
    grep -qx -e "$name" "$GPU_TEST_LOGS/programs" || die "no $name with CUDA cases there"
done

all plain <"$GPU_TEST_LOGS/programs"
if [ -n "$tools" ]; then
    while IFS= read -r name; do
        if is_small "$name"; then
            echo "$name"
        fi
    done <"$GPU_TEST_LOGS/programs" >"$GPU_TEST_LOGS/small"
    for tool in $(echo "$tools" | tr , ' '); do
        all "$tool" <"$GPU_TEST_LOGS/small"
    done
fi

# A tool that ran nothing has failed.
awk -v tools="plain $tools" '
    {
        ran[$1]++
        ok[$1] += $3 == "ok"
        late[$1] += $3 == "TIMEOUT"
        passed[$1] += $4
        failed[$1] += $6
        skipped[$1] += $8
    }
    END {
        form = "%-10s %8s %5s %7s %8s %13s %7s %8s\n"
        printf "\n" form, "tool", "programs", "ok", "failed", "timeout", "cases passed",
            "failed", "skipped"
        count = split(tools, names, /[ ,]+/)
        for (i = 1; i <= count; i++) {
            t = names[i]
            if (t == "")
                continue
            printf form, t, ran[t] + 0, ok[t] + 0, ran[t] - ok[t] - late[t], late[t] + 0,
                passed[t] + 0, failed[t] + 0, skipped[t] + 0
            if (ran[t] + 0 == 0 || ran[t] != ok[t])
                bad = 1
        }
        exit bad
    }' "$GPU_TEST_LOGS/results"

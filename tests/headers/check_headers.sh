#!/bin/sh
# check_headers.sh INCLUDE_DIR COMPILER FLAGS... -- each header below INCLUDE_DIR alone
# and twice; *.cuh as well if COMPILER is an nvcc. 77 if there is no such compiler.
include=$1
compiler=$2
shift 2
command -v "$compiler" >/dev/null 2>&1 || {
    echo "skipped: no compiler $compiler"
    exit 77
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

kinds='*.h'
case $compiler in
*nvcc) kinds='*.h *.cuh' ;;
esac
failed=0
checked=0
cd "$include" || exit 1
set -f
for kind in $kinds; do
    find windrow -name "$kind"
done | sort >"$work/headers"
set +f
while read -r header; do
    checked=$((checked + 1))
    printf '#include <%s>\n' "$header" >"$work/once.c"
    printf '#include <%s>\n#include <%s>\n' "$header" "$header" >"$work/twice.c"
    for times in once twice; do
        # A translation unit that declares nothing is not ISO C.
        echo 'extern int nothing;' >>"$work/$times.c"
        "$compiler" "$@" -I"$include" "$work/$times.c" || {
            echo "FAILED: $header $times: $compiler $*"
            failed=1
        }
    done
done <"$work/headers"
echo "$checked headers"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]

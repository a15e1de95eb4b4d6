#!/bin/sh
# test.sh -- from a bare Debian or Ubuntu machine to a tested library.
. "$(dirname "$0")/common.sh"

usage() {
    cat <<EOF
usage: sh scripts/test.sh [--cuda] [--preset NAME] [--large] [CTEST-OPTION...]

Installs what is missing, builds the library, the programs and the tests, and
runs the tests. The last line counts them: N passed, N failed, N skipped. Tests
that need a GPU are skipped where there is none.

  --cuda          fetch NVIDIA's compiler from PyPI into build-cuda/ and use that
  --large         also 2^31 elements of wide types: minutes, gigabytes
  --preset NAME   dev (default), cpu-only or asan
  -h              this text
EOF
}

want_cuda=auto
preset=dev
large=no
build=$root/build
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        usage
        exit 0
        ;;
    --cuda)
        want_cuda=private
        build=$root/build-cuda
        ;;
    --large) large=yes ;;
    --preset)
        [ $# -gt 1 ] || die "--preset needs a name"
        preset=$2
        if [ "$preset" != dev ]; then
            want_cuda=no
            build=$root/build-$preset
        fi
        shift
        ;;
    *) break ;;
    esac
    shift
done

set_up g++ libcmocka-dev python3
build_preset "$preset" -DWINDROW_TESTS=ON
if [ "$large" = yes ]; then
    export WINDROW_TEST_LARGE=1
fi
run_tests "$@"
print_kernel_tables
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

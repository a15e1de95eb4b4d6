#!/bin/sh
# demo.sh -- from a bare Debian or Ubuntu machine to the statistics of a marks file.
. "$(dirname "$0")/common.sh"

usage() {
    cat <<EOF
usage: sh scripts/demo.sh [--cuda] [FILE [OPTION...]]

Installs what is missing, builds the library and runs windrow-grades on FILE
(apps/data/marks.csv). Uses the CUDA compiler of this machine if there is one.

  --cuda   fetch NVIDIA's compiler from PyPI into build-cuda/ and use that
  -h       this text
EOF
}

want_cuda=auto
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
    -*)
        usage >&2
        die "no option $1"
        ;;
    *) break ;;
    esac
    shift
done
if [ $# -eq 0 ]; then
    cd "$root" || exit 1
    set -- apps/data/marks.csv
fi

set_up
# A compiler newer than ours may warn; that must not keep anybody from the demo.
build_preset dev -DWINDROW_TESTS=OFF --compile-no-warning-as-error
say "windrow-grades $*"
exec "$build/apps/windrow-grades" "$@"

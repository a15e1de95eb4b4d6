# common.sh -- set-up, build and test as functions; demo.sh, test.sh and .ci/run source
# it. POSIX sh. Nothing here asks a question.

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
cuda_release=13.0 # of NVIDIA's packages on PyPI that --cuda installs

say() { printf '== %s\n' "$*"; }
die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }
cores() { nproc 2>/dev/null || echo 2; }

is_installed() {
    dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

# install_packages NAME... -- Debian or Ubuntu packages, if they are missing.
install_packages() {
    if ! have apt-get; then
        say "no apt-get here; these Debian packages or their like are needed: $*"
        return 0
    fi
    missing=
    for package in "$@"; do
        is_installed "$package" || missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        say "nothing to install"
        return 0
    fi
    say "installing:$missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        as_root="sudo -n"
        $as_root true 2>/dev/null ||
            die "not root, and sudo wants a password; run: sudo apt-get install$missing"
    fi
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q ||
        say "apt-get update failed; trying with the package lists that are there"
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
        --no-install-recommends $missing || die "could not install:$missing"
}

# in_venv PACKAGE... -- from PyPI into a private environment in the build folder.
in_venv() {
    install_packages python3 python3-venv
    [ -x "$build/venv/bin/python" ] || python3 -m venv "$build/venv" ||
        die "could not make $build/venv"
    say "installing from PyPI into $build/venv: $*"
    "$build/venv/bin/python" -m pip install -q --no-input --disable-pip-version-check \
        "$@" || die "could not install from PyPI: $*"
}

find_nvcc() {
    for nvcc in "${CUDACXX:-}" "$(command -v nvcc)" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" \
        /usr/local/cuda/bin/nvcc; do
        if [ -n "$nvcc" ] && [ -x "$nvcc" ]; then
            echo "$nvcc"
            return 0
        fi
    done
    return 1
}

# private_cuda -- NVIDIA's own packages, laid out as CMake and nvcc expect a toolkit.
private_cuda() {
    toolkit=$build/cuda
    if [ ! -x "$toolkit/bin/nvcc" ]; then
        in_venv "cuda-toolkit[nvcc,cudart,cccl]==$cuda_release.*"
        for found in "$build"/venv/lib/python3*/site-packages/nvidia/cu*; do
            [ -x "$found/bin/nvcc" ] || die "no nvcc in $found"
            # The wheels have no lib64, where nvcc looks, and no unversioned library.
            [ -e "$found/lib64" ] || ln -s lib "$found/lib64"
            for library in "$found"/lib/lib*.so.*; do
                [ -e "${library%.so.*}.so" ] || ln -s "${library##*/}" "${library%.so.*}.so"
            done
            ln -sfn "$found" "$toolkit"
        done
    fi
    CUDACXX=$toolkit/bin/nvcc
    export CUDACXX
}

# set_up PACKAGE... -- whatever a build needs, and the packages named.
set_up() {
    install_packages gcc libc6-dev cmake ninja-build pkg-config libcsv-dev "$@"
    for tool in cc cmake ninja; do
        have "$tool" || die "$tool is needed"
    done
    version=$(cmake --version | sed -n '1s/[^0-9]*//p')
    case $version in
    [0-2].* | 3.[0-9].* | 3.1[0-9].* | 3.2[0-4].*)
        say "cmake $version is older than 3.25"
        [ -x "$build/venv/bin/cmake" ] || in_venv "cmake>=3.25"
        PATH=$build/venv/bin:$PATH
        export PATH
        ;;
    esac
    if [ "$want_cuda" = private ]; then
        private_cuda
    fi
    if [ "$want_cuda" = no ]; then
        say "without CUDA, as asked: the CPU backend only"
    elif nvcc=$(find_nvcc); then
        install_packages g++ # nvcc calls it
        say "CUDA compiler: $nvcc"
    else
        say "no CUDA compiler: the CPU backend only (--cuda fetches NVIDIA's)"
    fi
}

# build_preset PRESET [CMAKE-OPTION...] -- in $build
build_preset() {
    preset=$1
    shift
    (cd "$root" && cmake --preset "$preset" -B "$build" "$@") || die "configuring failed"
    cmake --build "$build" -j "$(cores)" || die "the build failed"
}

# run_tests [CTEST-OPTION...] -- sets passed, failed, skipped: cases of cmocka programs
# as tests/counted.sh saw them, every other test as one.
run_tests() {
    rm -rf "$build/counts" "$build/ctest.xml"
    ctest --test-dir "$build" -j "$(cores)" --output-on-failure --no-tests=error \
        --output-junit "$build/ctest.xml" "$@"
    status=$?
    sums=$(awk -v counts="$build/counts/" '
        /<testcase / {
            name = status = $0
            sub(/.*<testcase name="/, "", name)
            sub(/".*/, "", name)
            sub(/.* status="/, "", status)
            sub(/".*/, "", status)
            gsub("/", "_", name)
            if ((getline line < (counts name)) > 0) {
                split(line, n, " ")
                passed += n[1]; failed += n[2]; skipped += n[3]
            } else if (status == "run") passed++
            else if (status == "fail") failed++
            else waiting = 1
        }
        waiting && /<skipped / {
            if (/SKIP_RETURN_CODE|SKIP_REGULAR/) skipped++; else failed++
            waiting = 0
        }
        END { print passed + 0, failed + 0, skipped + 0 }' "$build/ctest.xml") ||
        die "ctest wrote no $build/ctest.xml"
    passed=${sums%% *}
    skipped=${sums##* }
    failed=${sums#* }
    failed=${failed% *}
    [ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
}

# print_kernel_tables -- what run_tests ran of kernels on the CPU: schedules and seconds.
print_kernel_tables() {
    for log in "$build"/counts/simt_test_kernels_*.log; do
        [ -f "$log" ] && sed -n '/^case /,/^[0-9]* kernels/p' "$log"
    done
    return 0
}

#!/bin/sh
# package.sh STEP -- one step of a user's way to the library; CMakeLists.txt sets the
# variables. Exits with 77 where a tool is missing.
set -eu
step=$1
prefix=$WORK/usr
here=$SOURCE/tests/package

need() {
    command -v "$1" >/dev/null 2>&1 || {
        echo "skipped: no $1"
        exit 77
    }
}

# build_and_run NAME SOURCE OPTIONS... -- a project that finds or contains the library
build_and_run() {
    name=$1
    project=$2
    shift 2
    rm -rf "$WORK/$name"
    "$CMAKE" -G "$GENERATOR" -S "$project" -B "$WORK/$name" -DCMAKE_C_COMPILER="$CC" "$@"
    "$CMAKE" --build "$WORK/$name"
    (cd "$WORK/$name" && ./consumer)
}

case $step in
install)
    rm -rf "$WORK"
    "$CMAKE" --install "$BUILD" --prefix "$prefix"
    ;;
find_package_static)
    build_and_run "$step" "$here/consumer" -DCMAKE_PREFIX_PATH="$prefix" \
        -DBUILD_SHARED_LIBS=OFF -DEXPECTED_KIND=STATIC_LIBRARY \
        ${CUDA_ROOT:+"-DCUDAToolkit_ROOT=$CUDA_ROOT"}
    ;;
find_package_shared)
    # No toolkit is named here: the shared library brings its own CUDA runtime.
    build_and_run "$step" "$here/consumer" -DCMAKE_PREFIX_PATH="$prefix" \
        -DBUILD_SHARED_LIBS=ON -DEXPECTED_KIND=SHARED_LIBRARY
    ;;
pkg_config_static | pkg_config_shared)
    need pkg-config
    case $(pkg-config --version) in
    0.*)
        echo "skipped: pkg-config 0.x does not escape the space in this path (pkgconf does)"
        exit 77
        ;;
    esac
    PKG_CONFIG_PATH=$prefix/$LIBDIR/pkgconfig
    export PKG_CONFIG_PATH
    out=$WORK/$step
    if [ "$step" = pkg_config_static ]; then
        flags=$(pkg-config --cflags --libs --static windrow)
        # With both kinds installed the linker would prefer the shared one.
        flags=$(printf "%s\n" "$flags" | sed 's/-lwindrow/-l:libwindrow.a/')
    else
        flags=$(pkg-config --cflags --libs windrow)
    fi
    printf "flags: %s\n" "$flags"
    # pkg-config escapes the spaces of a path for the shell.
    eval "\"\$CC\" -std=c11 \"\$here/consumer/consumer.c\" -o \"\$out\" $flags"
    LD_LIBRARY_PATH=$prefix/$LIBDIR "$out"
    ;;
subproject)
    rm -rf "$WORK/source tree"
    mkdir -p "$WORK/source tree"
    for part in CMakeLists.txt cmake include src tests/package; do
        mkdir -p "$WORK/source tree/$(dirname "$part")"
        cp -R "$SOURCE/$part" "$WORK/source tree/$part"
    done
    build_and_run "$step" "$WORK/source tree/tests/package/subproject" \
        -DWINDROW_SOURCE="$WORK/source tree" -DWINDROW_CUDA=OFF
    ;;
symbols)
    library=$prefix/$LIBDIR/libwindrow.so
    "$READELF" -d "$library" >"$WORK/dynamic"
    grep -E 'NEEDED|SONAME' "$WORK/dynamic"
    grep -q 'SONAME.*\[libwindrow\.so\.0\]' "$WORK/dynamic"
    if grep -E 'NEEDED.*(stdc\+\+|c\+\+|gomp|omp|cudart)' "$WORK/dynamic"; then
        echo "the library needs a runtime that a C program does not have"
        exit 1
    fi
    "$NM" -D --defined-only "$library" | awk '{ print $3 }' | sort >"$WORK/exported"
    if grep -v '^wrow_' "$WORK/exported"; then
        echo "these symbols are exported and are not wrow_"
        exit 1
    fi
    cat "$SOURCE"/include/windrow/*.h | tr '\n' ' ' | sed 's,/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/,,g' |
        grep -oE 'wrow_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$WORK/declared"
    if ! diff "$WORK/declared" "$WORK/exported"; then
        echo "declared (<) and exported (>) functions differ"
        exit 1
    fi
    ;;
*)
    echo "no step $step"
    exit 2
    ;;
esac

#!/bin/sh
# build.sh DIR [VERSION...] makes librtdyld.so, of the C library; librtdyld-orc.so, for LD_PRELOAD in programs that use LLVM's ORC, with
# librtdyld-orc-N.so for each version N of LLVM, 14 if none is named; and the same for MCJIT, librtdyld-mcjit.so. It needs Go, gcc, g++
# and llvm-N-dev. RTDYLD_ONLY=orc or mcjit makes one of them.
set -eu
dir=$1
shift
[ $# -gt 0 ] || set -- 14
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# As doc.go has it, without executors, which ORC has no use for and a server's processes would map. A library that is there already is kept with RTDYLD_KEEP.
if [ -z "${RTDYLD_KEEP-}" ] || [ ! -e "$dir/librtdyld.so" ]; then
	(cd "$here/.." && CGO_ENABLED=1 go build "-pgo=${RTDYLD_PGO:-rtdyld.pgo}" -tags "rtdyld_noexecutor ${RTDYLD_TAGS-}" -buildmode=c-shared -o "$dir/librtdyld.so" \
		-ldflags "-X runtime.godebugDefault=asyncpreemptoff=1 -extldflags '-Wl,-soname,librtdyld.so.1,--version-script=$here/../rtdyld.map'" .)
	ln -sf librtdyld.so "$dir/librtdyld.so.1"
fi

# build makes NAME, what is preloaded, of a folder; its library for each version of a source there, and SYMBOLS are what it defines in LLVM's place.
build() {
	from=$here/../$1 source=$2 symbols=$3 versions='' nodes=''
	shift 3
	name=librtdyld-$(basename "$from")
	for n; do
		# As LLVM calls the version of its symbols.
		node=LLVM_$n
		[ "$n" -lt 18 ] || node=LLVM_$n.1
		kind=X
		[ "$n" -lt 16 ] || [ "$name" != librtdyld-orc ] || kind=Y
		versions="$versions $kind($n, $node)" nodes="$nodes $node { global: $symbols local: *; };"
		# shellcheck disable=SC2046,SC2086
		${CXX:-g++} ${CXXFLAGS:--O2} -fPIC -shared -fvisibility=hidden -I"$here/.." -I"$here" $("llvm-config-$n" --cxxflags) "$from/$source" \
			-o "$dir/$name-$n.so" -L"$dir" -lrtdyld -Wl,-rpath,'$ORIGIN' $("llvm-config-$n" --ldflags --libs)
	done
	echo "$nodes" >"$dir/$name.map"
	gcc -O2 -Wall -Wextra -fPIC -shared -I"$here" "-DVERSIONS=$versions" "$from/preload.c" -o "$dir/$name.so" -Wl,--version-script="$dir/$name.map" -ldl -pthread
	rm "$dir/$name.map"
}

[ "${RTDYLD_ONLY-orc}" != orc ] || build orc layer.cc 'LLVMOrc*;' "$@"
[ "${RTDYLD_ONLY-mcjit}" != mcjit ] || build mcjit engine.cc 'LLVMCreate*; _ZN4llvm13EngineBuilder*;' "$@"

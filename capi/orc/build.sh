#!/bin/sh
# build.sh DIR [VERSION...] makes librtdyld.so, of the C library, and librtdyld-orc.so, for LD_PRELOAD in programs that use
# LLVM's ORC, with librtdyld-orc-N.so for each version N of LLVM, 14 if none is named. It needs Go, gcc, g++ and llvm-N-dev.
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

versions= nodes=
for n; do
	# As LLVM calls the version of its symbols.
	name=LLVM_$n
	[ "$n" -lt 18 ] || name=LLVM_$n.1
	kind=X
	[ "$n" -lt 16 ] || kind=Y
	versions="$versions $kind($n, $name)" nodes="$nodes $name { global: LLVMOrc*; local: *; };"
	# shellcheck disable=SC2046,SC2086
	${CXX:-g++} ${CXXFLAGS:--O2} -fPIC -shared -fvisibility=hidden -I"$here/.." -I"$here" $("llvm-config-$n" --cxxflags) "$here/layer.cc" \
		-o "$dir/librtdyld-orc-$n.so" -L"$dir" -lrtdyld -Wl,-rpath,'$ORIGIN' $("llvm-config-$n" --ldflags --libs)
done
echo "$nodes" >"$dir/librtdyld-orc.map"
gcc -O2 -Wall -Wextra -fPIC -shared "-DVERSIONS=$versions" "$here/preload.c" -o "$dir/librtdyld-orc.so" -Wl,--version-script="$dir/librtdyld-orc.map" -ldl -pthread
rm "$dir/librtdyld-orc.map"

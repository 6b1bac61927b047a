#!/bin/sh
# profile.sh makes ../rtdyld.pgo, the profile by which librtdyld.so is compiled: LLVM 14's ORC emits modules of a database's size for half a minute, one by
# one, as a server does. It needs what build.sh needs, and clang. The machine should have nothing else to do.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT

RTDYLD_PGO=off RTDYLD_TAGS=rtdyld_profile "$here/build.sh" "$dir"
# shellcheck disable=SC2046
g++ -O2 -I"$here/.." -I"$here" $(llvm-config-14 --cxxflags) "$here/testdata/emit.cc" -o "$dir/emit" -L"$dir" -lrtdyld -Wl,-rpath,"$dir" $(llvm-config-14 --ldflags --libs)
for calls in 0 1 8 32 128; do
	for level in 0 2; do
		clang "-O$level" -fno-pic -mcmodel=large -c "-DCALLS=$calls" "$here/testdata/module.c" -o "$dir/$level.$calls.o"
	done
done
objects=
for i in $(seq 2000); do objects="$objects $dir/*.o"; done
# The library ends the program before its end. shellcheck disable=SC2086
EMIT_ONLY=1 RTDYLD_PROFILE="$dir/profile" "$dir/emit" 200 $objects >/dev/null
mv "$dir/profile" "$here/../rtdyld.pgo"

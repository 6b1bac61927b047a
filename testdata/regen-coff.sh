#!/bin/sh
# Builds the COFF objects of the parser's tests again from their sources, with llvm-mc
# 14, whose output is the same wherever it runs. CI runs it and compares.
set -e
cd "$(dirname "$0")"
mc=${LLVM_MC:-llvm-mc-14}
make() { # arch folder environment names...
	arch=$1 dir=$2 env=$3
	shift 3
	for s in "$@"; do
		"$mc" -triple="$arch-pc-windows-$env" -filetype=obj -o "$dir/$s.o" "$dir/$s.s"
	done
}
make x86_64 coff-amd64 msvc comdat_kinds cxx_msvc sections
make x86_64 coff-amd64 gnu cxx_gnu symbols
make i686 coff-i386 msvc cxx_msvc relocs
make thumbv7 coff-armnt msvc cxx_msvc relocs
make aarch64 coff-arm64 msvc cxx_msvc relocs

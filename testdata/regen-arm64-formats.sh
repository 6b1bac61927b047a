#!/bin/sh
# Builds the committed relocation cases of testdata/coff-arm64, macho-arm64 and
# macho-arm64_32 again from their sources, as regen.sh does those of other targets.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/retype" github.com/go-rtdyld/rtdyld/internal/objgen/retype
mc=${LLVM_MC:-llvm-mc-14}
cd "$(dirname "$0")"
make() { # triple sources...
	triple=$1
	shift
	for s in "$@"; do
		"$mc" -triple="$triple" -filetype=obj -o "${s%.s}.o" "$s"
		"$tmp/retype" "$s" "${s%.s}.o"
	done
}
make aarch64-pc-windows-msvc $(grep -l '^# RUN: rtdyld-check ' coff-arm64/*.s)
make arm64-apple-macosx11.0 macho-arm64/*.s
make arm64_32-apple-watchos6.0 macho-arm64_32/*.s

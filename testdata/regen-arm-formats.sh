#!/bin/sh
# Builds the committed relocation cases of testdata/coff-armnt and macho-arm again from
# their sources, as regen.sh does those of other targets.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/retype" github.com/go-rtdyld/rtdyld/internal/objgen/retype
mc=${LLVM_MC:-llvm-mc-14}
cd "$(dirname "$0")"
make() { # triple sources... unless they say another
	triple=$1
	shift
	for s in "$@"; do
		own=$(sed -n 's/^# TRIPLE: //p' "$s")
		"$mc" -triple="${own:-$triple}" -filetype=obj -o "${s%.s}.o" "$s"
		"$tmp/retype" "$s" "${s%.s}.o"
	done
}
refused() { # folder section numbers...
	folder=$1 section=$2
	shift 2
	for n in "$@"; do
		cp "$folder/refused.o" "$folder/refused_$n.o"
		"$tmp/retype" "$folder/refused.s" "$folder/refused_$n.o" "$section=$n"
	done
}
make thumbv7-pc-windows-msvc $(grep -l '^# RUN: rtdyld-check ' coff-armnt/*.s) coff-armnt/rows.s
refused coff-armnt .data 5 6 7 22
make armv7-apple-ios macho-arm/*.s
refused macho-arm __data 68 87

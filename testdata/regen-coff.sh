#!/bin/sh
# Builds the committed COFF objects again from their sources, with llvm-mc 14, whose
# output is the same wherever it runs. CI runs it and compares. A source that is
# named *_gnu.s or symbols.s is for mingw, the others are for Microsoft's tools.
set -e
cd "$(dirname "$0")"
mc=${LLVM_MC:-llvm-mc-14}
for dir in coff-amd64:x86_64 coff-i386:i686 coff-armnt:thumbv7 coff-arm64:aarch64; do
	for s in "${dir%:*}"/*.s; do
		env=msvc
		case $s in
		*_gnu.s | */symbols.s) env=gnu ;;
		esac
		"$mc" -triple="${dir#*:}-pc-windows-$env" -filetype=obj -o "${s%.s}.o" "$s"
	done
done

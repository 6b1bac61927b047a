#!/bin/sh
# Builds the committed objects of i386, and those of COFF and Mach-O for x86-64,
# again from their sources, as regen.sh does.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/retype" github.com/go-rtdyld/rtdyld/internal/objgen/retype
cd "$(dirname "$0")"
mc=${LLVM_MC:-llvm-mc-14}
for s in elf-i386/*.s; do
	case $s in */dynamic.s) continue ;; esac
	"$mc" -triple=i386-linux-gnu -filetype=obj -o "${s%.s}.o" "$s"
	"$tmp/retype" "$s" "${s%.s}.o"
done
for n in 5 6 7 8 14 24 25 26 27 28 29 30 31 35 36 37 41 42; do
	"$mc" -triple=i386-linux-gnu -filetype=obj --defsym TYPE=$n -o elf-i386/dynamic_$n.o elf-i386/dynamic.s
done
for s in $(grep -l '^# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu' coff-amd64/*.s) coff-amd64/rows.s; do
	"$mc" -triple=x86_64-w64-windows-gnu -filetype=obj -o "${s%.s}.o" "$s"
	"$tmp/retype" "$s" "${s%.s}.o"
done
for s in $(grep -l '^# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu' coff-i386/*.s) coff-i386/rows.s; do
	"$mc" -triple=i686-w64-windows-gnu -filetype=obj -o "${s%.s}.o" "$s"
	"$tmp/retype" "$s" "${s%.s}.o"
done
for n in 13 14 15 16; do
	cp coff-amd64/refused.o coff-amd64/refused_$n.o
	"$tmp/retype" coff-amd64/refused.s coff-amd64/refused_$n.o .data=$n
done
for n in 9 12; do
	cp coff-i386/refused.o coff-i386/refused_$n.o
	"$tmp/retype" coff-i386/refused.s coff-i386/refused_$n.o .data=$n
done
for s in macho-amd64/*.s; do
	"$mc" -triple=x86_64-apple-macosx10.15 -filetype=obj -o "${s%.s}.o" "$s"
done
for s in macho-i386/*.s; do
	"$mc" -triple=i386-apple-macosx10.6 -filetype=obj -o "${s%.s}.o" "$s"
done

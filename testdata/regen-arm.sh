#!/bin/sh
# Builds the committed objects of testdata/elf-arm again from their sources, as
# regen.sh does.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/retype" github.com/go-rtdyld/rtdyld/internal/objgen/retype
cd "$(dirname "$0")/elf-arm"
mc="${LLVM_MC:-llvm-mc-14} -triple=armv7-linux-gnueabihf -filetype=obj"
for s in *.s; do
	case $s in dynamic.s) continue ;; esac
	$mc -o "${s%.s}.o" "$s"
	"$tmp/retype" "$s" "${s%.s}.o"
done
for n in 9 12 13 17 18 19 20 21 22 23 32 35 39 70 75 78 81 84 87 90 91 92 93 129 130 136 160; do
	$mc --defsym TYPE=$n -o dynamic_$n.o dynamic.s
done
$mc --defsym TWO=1 -o exidx_group_two.o exidx_group.s

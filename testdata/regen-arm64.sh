#!/bin/sh
# Builds the committed objects of testdata/elf-arm64 and testdata/elf-arm64be again
# from their sources, as regen.sh does those of other targets.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/retype" github.com/go-rtdyld/rtdyld/internal/objgen/retype
mc=${LLVM_MC:-llvm-mc-14}
cd "$(dirname "$0")/elf-arm64"
for s in *.s; do
	"$mc" -triple=aarch64-linux-gnu -filetype=obj -o "${s%.s}.o" "$s"
	"$tmp/retype" "$s" "${s%.s}.o"
done
# dynamic.s once more for each type of its kind.
for n in 1 2 3 4 5 6 7 8; do
	"$mc" -triple=aarch64-linux-gnu -filetype=obj --defsym TYPE=$n -o dynamic_$n.o dynamic.s
done
cd ../elf-arm64be
for s in *.s; do
	"$mc" -triple=aarch64_be-linux-gnu -filetype=obj -o "${s%.s}.o" "$s"
done

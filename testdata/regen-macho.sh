#!/bin/sh
# Builds every committed object of testdata/macho-parser again from its source, with
# llvm-mc 14 and llvm-lipo 14, whose output is the same wherever they run.
set -e
cd "$(dirname "$0")/macho-parser"
mc=${LLVM_MC:-llvm-mc-14}
lipo=${LLVM_LIPO:-llvm-lipo-14}
for s in *.s; do
	"$mc" -triple="$(sed -n 's/^# triple: //p' "$s")" -filetype=obj -o "${s%.s}.o" "$s"
done
"$lipo" -create x86_64_reloc.o arm64_reloc.o arm_reloc.o arm_v7k.o -output universal.o

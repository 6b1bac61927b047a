#!/bin/sh
# Builds every committed object of testdata/elf-amd64 again from its source, with
# llvm-mc 14, whose output is the same wherever it runs. CI runs it and compares.
set -e
cd "$(dirname "$0")/elf-amd64"
mc=${LLVM_MC:-llvm-mc-14}
for s in *.s; do
	"$mc" -triple=x86_64-linux-gnu -filetype=obj -o "${s%.s}.o" "$s"
done
# The one source that is assembled more than once.
"$mc" -triple=x86_64-linux-gnu -filetype=obj --defsym USE=1 -o comdat_two_use.o comdat_two.s
"$mc" -triple=x86_64-linux-gnu -filetype=obj --defsym NOTE=1 -o comdat_two_note.o comdat_two.s

#!/bin/sh
# Builds every committed object again from its source, with llvm-mc 14, whose output
# is the same wherever it runs: those of elf-amd64 here, the others by the scripts
# beside this one. CI runs it and compares. It is called from somewhere inside the
# project.
set -e
here=$(cd "$(dirname "$0")" && pwd)
project=$PWD
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/retype" github.com/go-rtdyld/rtdyld/internal/objgen/retype
cd "$(dirname "$0")/elf-amd64"
mc=${LLVM_MC:-llvm-mc-14}
for s in *.s; do
	"$mc" -triple=x86_64-linux-gnu -filetype=obj -o "${s%.s}.o" "$s"
	"$tmp/retype" "$s" "${s%.s}.o"
done
# dynamic.s once more for each type of its kind.
for n in 5 6 7 36 37 38; do
	cp dynamic.o dynamic_$n.o
	"$tmp/retype" dynamic.s dynamic_$n.o R_X86_64_RELATIVE=$n
done
# The sources that are assembled more than once.
"$mc" -triple=x86_64-linux-gnu -filetype=obj --defsym USE=1 -o comdat_two_use.o comdat_two.s
"$mc" -triple=x86_64-linux-gnu -filetype=obj --defsym NOTE=1 -o comdat_two_note.o comdat_two.s
for other in "$here"/regen-*.sh; do
	(cd "$project" && "$other")
done

#!/bin/sh
# Builds testdata/coff-link again.
set -e
cd "$(dirname "$0")/coff-link"
mc="${LLVM_MC:-llvm-mc-14} -triple=x86_64-pc-windows-msvc -filetype=obj"
for s in weak weakuse strong import impdef directive missing crt; do
	$mc -o $s.o $s.s
done
for k in discard one_only same_size same_contents largest; do
	for n in 4:1:a 4:1:b 4:2:c 8:1:d; do
		size=${n%%:*} name=${n##*:} fill=${n#*:} fill=${fill%%:*}
		sed "s/KIND/$k/; s/SIZE/$size/; s/FILL/$fill/; s/NAME/use_$name/" select.s | $mc -o ${k}_$name.o -
	done
done

#!/bin/sh
# Builds testdata/macho-link again.
set -e
cd "$(dirname "$0")/macho-link"
for s in *.s; do
	"${LLVM_MC:-llvm-mc-14}" -triple=armv7-apple-ios -filetype=obj -o "${s%.s}.o" "$s"
done

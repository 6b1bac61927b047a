#!/bin/sh
# Builds the objects of run/, which tests execute, again from their sources with
# clang 14, and run/exec.txt, what they give when gcc makes a native program of them.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$(dirname "$0")/run"
gcc -std=gnu11 -O1 -fcommon -ffp-contract=off -Wall -o "$tmp/native" main.c exec.c other.c far.c
"$tmp/native" >exec.txt
clang=${CLANG:-clang-14}
# build FOLDER TRIPLE FLAGS...
build() {
	folder=$1 triple=$2
	shift 2
	mkdir -p "$folder"
	for c in exec other far; do
		"$clang" --target="$triple" "$@" -std=gnu11 -ffreestanding -fno-builtin -fcommon -ffp-contract=off -fno-ident -fno-stack-protector \
			-fno-asynchronous-unwind-tables -fno-unwind-tables -c -o "$folder/$c-$name.o" $c.c
	done
}
for name in O2-pic O1-pic O0-pic O2-nopic O0-nopic; do
	level=-${name%-*}
	case $name in
	*-pic) pic=-fPIC ;;
	*) pic=-fno-pic ;;
	esac
	case $name in
	O1-pic) # the formats of other systems, whose code is always position-independent
		build macho-amd64 x86_64-apple-macos11 $level
		build macho-arm64 arm64-apple-macos11 $level
		build macho-arm armv7s-apple-ios7 -marm $level
		build macho-thumb armv7s-apple-ios7 -mthumb $level
		build coff-arm64 aarch64-windows-msvc $level -mno-incremental-linker-compatible # no time in the header
		;;
	*)
		build elf-amd64 x86_64-linux-gnu $level $pic
		build elf-i386 i686-linux-gnu -march=pentium4 -msse2 -mfpmath=sse $level $pic
		build elf-arm64 aarch64-linux-gnu $level $pic
		build elf-arm armv7-linux-gnueabihf -marm $level $pic
		build elf-thumb armv7-linux-gnueabihf -mthumb $level $pic
		;;
	esac
done

#!/bin/sh
# Makes funcs.bin (machine code, runs at any address) and funcs.txt (a line each:
# name, offset, type) with gcc, for x86-64.
set -eu
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp hand.c "$tmp/all.c"
go run gen.go "$tmp/types" >> "$tmp/all.c"
gcc -m64 -O2 -fPIC -ffreestanding -fno-builtin -fno-optimize-sibling-calls -fno-stack-protector \
	-fcf-protection=none -fno-asynchronous-unwind-tables -fvisibility=hidden -mcmodel=small \
	-fno-ident -fno-tree-vectorize -c -o "$tmp/all.o" "$tmp/all.c"
# One section of code and constants; anything else would not be in funcs.bin.
echo 'SECTIONS { .text 0 : { *(.text*) *(.rodata*) } }' > "$tmp/script"
ld -m elf_x86_64 -T "$tmp/script" -e 0 -z noexecstack -o "$tmp/all" "$tmp/all.o"
if objdump -h "$tmp/all" | grep -E '\.(data|bss|got)'; then
	echo 'regen.sh: the functions use data' >&2
	exit 1
fi
objcopy -O binary -j .text "$tmp/all" funcs.bin
nm "$tmp/all" | grep " T \| t " | awk 'NR==FNR { at[$3]=$1; next }
	{ name=$1; $1=""; print name " " at[name] $0; seen[name]=1 }
	END { for (n in at) if (!(n in seen)) print n " " at[n] }' - "$tmp/types" | LC_ALL=C sort > funcs.txt

#!/bin/sh
# Makes, for each machine and convention, NAME.bin (machine code, runs at any
# address that is a multiple of a page) and NAME.txt (a line each: name, offset, type).
# Needs gcc, clang, lld, llvm and Debian's libgcc-12-dev-armel-cross and
# libgcc-12-dev-armhf-cross, from which 32-bit ARM takes conversions of numbers.
set -eu
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat types.h hand.c >"$tmp/hand.c"
cp types.h "$tmp/gen.c"
go run gen.go "$tmp/types" >>"$tmp/gen.c"
cat types.h hand.c >"$tmp/all.c"
sed 1,/MIX/d "$tmp/gen.c" | sed '/^static inline/d' >>"$tmp/all.c"
common="-O2 -fPIC -ffreestanding -fno-builtin -fno-optimize-sibling-calls -fno-stack-protector
	-fno-asynchronous-unwind-tables -fvisibility=hidden -fno-ident"

# One section of code and constants; anything else would not be in NAME.bin.
cat >"$tmp/script" <<'END'
SECTIONS {
	.text 0 : { *(.text*) *(.rodata*) }
	/DISCARD/ : { *(.ARM.exidx*) *(.ARM.extab*) *(.ARM.attributes) *(.comment) *(.eh_frame*) *(.note*) *(.debug*) }
}
END

# link NAME LINKER OBJECT...: of a function that is Thumb the offset is odd.
link() {
	name=$1 linker=$2
	shift 2
	$linker -T "$tmp/script" -e 0 -z noexecstack -o "$tmp/out" "$@"
	if objdump -h "$tmp/out" | grep -E ' \.(data|bss|got) ' | grep -v ' 00000000  0'; then
		echo "regen.sh: the functions of $name use data" >&2
		exit 1
	fi
	llvm-objcopy -O binary -j .text "$tmp/out" "$name.bin"
	chmod 644 "$name.bin"
	readelf -sW "$tmp/out" | awk '$4 == "FUNC" && $7 == 1 { sub(/^0+/, "", $2); print ($2 == "" ? 0 : $2), $8 }' |
		awk 'NR==FNR { at[$2]=$1; next }
			{ name=$1; $1=""; print name " " at[name] $0; seen[name]=1 }
			END { for (n in at) if (!(n in seen) && n !~ /^_/) print n " " at[n] }' - "$tmp/types" | LC_ALL=C sort >"$name.txt"
}

gcc -m64 $common -fcf-protection=none -mcmodel=small -fno-tree-vectorize -c -o "$tmp/all.o" "$tmp/all.c"
link amd64 'ld -m elf_x86_64' "$tmp/all.o"

gcc -m64 -mabi=ms -DWIN64 $common -fcf-protection=none -mcmodel=small -fno-tree-vectorize -c -o "$tmp/all.o" "$tmp/all.c"
link win64 'ld -m elf_x86_64' "$tmp/all.o"

clang --target=i686-linux-gnu -march=pentium4 $common -mstackrealign -c -o "$tmp/all.o" "$tmp/all.c"
link 386 'ld.lld -m elf_i386' "$tmp/all.o"

clang --target=aarch64-linux-gnu $common -c -o "$tmp/all.o" "$tmp/all.c"
link arm64 'ld.lld -m aarch64elf' "$tmp/all.o"

# The generated functions are Thumb, the others ARM.
clang --target=armv7-linux-gnueabihf $common -marm -c -o "$tmp/hand.o" "$tmp/hand.c"
clang --target=armv7-linux-gnueabihf $common -mthumb -c -o "$tmp/gen.o" "$tmp/gen.c"
link arm_vfp 'ld.lld -m armelf_linux_eabi' "$tmp/hand.o" "$tmp/gen.o" /usr/lib/gcc-cross/arm-linux-gnueabihf/12/libgcc.a
clang --target=armv7-linux-gnueabi -mfloat-abi=soft $common -marm -c -o "$tmp/hand.o" "$tmp/hand.c"
clang --target=armv7-linux-gnueabi -mfloat-abi=soft $common -mthumb -c -o "$tmp/gen.o" "$tmp/gen.c"
link arm_soft 'ld.lld -m armelf_linux_eabi' "$tmp/hand.o" "$tmp/gen.o" /usr/lib/gcc-cross/arm-linux-gnueabi/12/libgcc.a

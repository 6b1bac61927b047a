#!/usr/bin/env bash
# Lays out sets of real objects in DEST (default: /tmp/rtdyld-sets), from what Debian
# ships: lua, sqlite, crypto, and 100, 1000 and all members of LLVM's archives.
#
#     apt-get install liblua5.4-dev libsqlite3-dev libssl-dev llvm-14-dev llvm-14 lld gcc
#     bench/sets.sh [DEST]
#
# A set is a folder with
#     objs.txt   the objects, a line each
#     main.o     int main(void) { return 0; }
#     dummy.o    a definition of every name that the objects leave open
set -euo pipefail
dest=${1:-/tmp/rtdyld-sets}
lib=/usr/lib/x86_64-linux-gnu
export LC_ALL=C

# members ARCHIVE...: unpacks archives, prints the objects' paths
members() {
	local a d
	for a; do
		d=$dest/x/$(basename "$a" .a)
		if [ ! -d "$d" ]; then
			mkdir -p "$d"
			(cd "$d" && ar x "$a")
		fi
		find "$d" -name '*.o' | sort
	done
}

# every N: that many of the lines of standard input, evenly spread
every() { awk -v n="$1" '{ l[NR] = $0 } END { for (i = 0; i < n; i++) print l[int(i * NR / n) + 1] }'; }

# names of thread-locals that libstdc++ defines; a linker wants them to be such
tls='^(_ZSt11__once_call|_ZSt15__once_callable)$'

# set_of NAME: makes a set of the objects that standard input lists
set_of() {
	local d=$dest/$1
	mkdir -p "$d"
	cat >"$d/objs.txt"
	xargs nm -P <"$d/objs.txt" 2>/dev/null | awk 'NF > 1 && $2 != "U" && $2 != "w" && $2 != "v" { print $1 }' | sort -u >"$d/defined"
	xargs nm -P -u <"$d/objs.txt" 2>/dev/null | awk 'NF > 1 { print $1 }' | sort -u | comm -23 - "$d/defined" |
		grep -v '^_GLOBAL_OFFSET_TABLE_$' >"$d/open" || true
	{
		echo .text
		grep -vE "$tls" "$d/open" | awk '{ printf ".globl \"%s\"\n\"%s\":\n", $1, $1 }'
		echo ret
		{ grep -E "$tls" "$d/open" || true; } | awk '{ printf ".globl \"%s\"\n.section .tbss,\"awT\",@nobits\n.type \"%s\",@object\n\"%s\": .zero 8\n", $1, $1, $1 }'
		echo '.section .note.GNU-stack,"",@progbits'
	} >"$d/dummy.s"
	as -o "$d/dummy.o" "$d/dummy.s"
	printf '.text\n.globl main\nmain:\nxorl %%eax,%%eax\nret\n.section .note.GNU-stack,"",@progbits\n' | as -o "$d/main.o" -
	printf '%-10s %6d objects, %6d open names\n' "$1" "$(wc -l <"$d/objs.txt")" "$(wc -l <"$d/open")"
}

members $lib/liblua5.4.a | set_of lua
members $lib/libsqlite3.a | set_of sqlite
members $lib/libcrypto.a | set_of crypto
members /usr/lib/llvm-14/lib/libLLVM*.a >"$dest/llvm.list"
every 100 <"$dest/llvm.list" | set_of llvm.100
every 1000 <"$dest/llvm.list" | set_of llvm.1000
set_of llvm.all <"$dest/llvm.list"

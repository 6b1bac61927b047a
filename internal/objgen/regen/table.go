package main

import (
	"slices"
	"strconv"
	"strings"
)

// row makes files in a folder by a tool.
type row struct {
	dir     string // from the project's top folder; the tool runs in it
	by      tool
	flags   string   // arguments besides sources and output
	sources string   // names or patterns; those that begin with "-" are left out
	out     string   // "%.o": a file a source, whose name without extension replaces "%"; without "%" one of all sources
	each    string   // words: the row once for each, which replaces "#" in flags, out and types
	types   string   // NAME=NUMBER: another TYPE line, see typePrefix
	replace []string // old and new words in the source
}

// A source's line "# TRIPLE: T" has precedence over the triple of the row.

// table has everything that is made. What llvm-mc makes of "# TYPE:" lines is in retype.go.
var table = slices.Concat([]row{
	mc("testdata/elf-amd64", "x86_64-linux-gnu", "*.s"),
	{dir: "testdata/elf-amd64", by: llvmMC, flags: "-triple=x86_64-linux-gnu", sources: "dynamic.s", out: "dynamic_#.o", each: "5 6 7 36 37 38", types: "R_X86_64_RELATIVE=#"},
	mc("testdata/elf-link", "x86_64-linux-gnu", "*.s"),
	defined("testdata/elf-link", "x86_64-linux-gnu", "comdat_two.s", "USE=1", "comdat_two_use.o", ""),
	defined("testdata/elf-link", "x86_64-linux-gnu", "comdat_two.s", "NOTE=1", "comdat_two_note.o", ""),
	mc("testdata/elf-i386", "i386-linux-gnu", "*.s -dynamic.s"),
	defined("testdata/elf-i386", "i386-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "5 6 7 8 14 24 25 26 27 28 29 30 31 35 36 37 41 42"),
	mc("testdata/elf-arm64", "aarch64-linux-gnu", "*.s"),
	defined("testdata/elf-arm64", "aarch64-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "1 2 3 4 5 6 7 8"),
	mc("testdata/elf-riscv64", "riscv64-linux-gnu", "*.s"),
	defined("testdata/elf-riscv64", "riscv64-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "1 2 3 4 5 6 7"),
	mc("testdata/elf-riscv32", "riscv32-linux-gnu", "*.s"),
	defined("testdata/elf-riscv32", "riscv32-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "1 2 3 4 5 6 7"),
	mc("testdata/elf-bpf", "bpfel", "*.s"), // other byte orders say so themselves
	mc("testdata/elf-sparc64", "sparc64-linux-gnu", "*.s -dynamic.s -limit.s"),
	defined("testdata/elf-sparc64", "sparc64-linux-gnu", "limit.s", "TYPE=#", "limit_#.o", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81"),
	{dir: "testdata/elf-sparc64", by: llvmMC, flags: "-triple=sparc64-linux-gnu", sources: "dynamic.s", out: "dynamic_#.o", each: "19 20 21 22 42 53 74 75 78 79 248 249", types: "R_SPARC_DISP64=#"},
	mc("testdata/elf-s390x", "s390x-linux-gnu -mcpu=z14", "*.s -dynamic.s"),
	defined("testdata/elf-s390x", "s390x-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "9 10 11 12 54 55 56 61"),
	defined("testdata/elf-s390x", "s390x-linux-gnu", "limit.s", "TYPE=#", "limit_#.o", "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"),
	{dir: "testdata/elf-loong64", by: laterMC, flags: "-triple=loongarch64-linux-gnu -mattr=+d", sources: "*.s -dynamic.s -align.s", out: "%.o"},
	{dir: "testdata/elf-loong64", by: laterMC, flags: "-triple=loongarch64-linux-gnu -mattr=+d,+relax", sources: "align.s", out: "%.o"},
	{dir: "testdata/elf-loong64", by: laterMC, flags: "-triple=loongarch64-linux-gnu -mattr=+d --defsym TYPE=#", sources: "dynamic.s", out: "dynamic_#.o", each: "3 4 5 6 7 10 11 12 13 14"},
	{dir: "testdata/elf-loong32", by: laterMC, flags: "-triple=loongarch32-linux-gnu -mattr=+d", sources: "*.s -dynamic.s -align.s -wide.s", out: "%.o"},
	{dir: "testdata/elf-loong32", by: laterMC, flags: "-triple=loongarch32-linux-gnu -mattr=+d,+relax", sources: "align.s", out: "%.o"},
	{dir: "testdata/elf-loong32", by: laterMC, flags: "-triple=loongarch32-linux-gnu -mattr=+d --defsym TYPE=#", sources: "dynamic.s", out: "dynamic_#.o", each: "3 4 5 6 7 10 11 12 13 14"},
	{dir: "testdata/elf-loong32", by: laterMC, flags: "-triple=loongarch32-linux-gnu -mattr=+d --defsym TYPE=#", sources: "wide.s", out: "wide_#.o", each: "69 77 110"},
	mc("testdata/elf-ppc64le", "powerpc64le-linux-gnu", "*.s -got_limit.s -dynamic.s"),
	defined("testdata/elf-ppc64le", "powerpc64le-linux-gnu", "dtprel_away.s", "TWO=1", "dtprel_away_two.o", ""),
	defined("testdata/elf-ppc64le", "powerpc64le-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "19 20 21 22 248"),
	defined("testdata/elf-ppc64le", "powerpc64le-linux-gnu", "got_limit.s", "TYPE=#", "got_limit_#.o", "14 16 17 58 79 81 82 83 85 86 87 89 90 91 93 94 314 343 347"),
	mc("testdata/elf-ppc64", "powerpc64-linux-gnu -mcpu=pwr10", "*.s"),
	mc("testdata/elf-ppc64v1", "powerpc64-linux-gnu -mcpu=pwr10", "*.s"),
	mc("testdata/elf-ppc", "powerpc-linux-gnu", "*.s -dynamic.s -got_limit.s"), // little-endian ones say so themselves
	defined("testdata/elf-ppc", "powerpc-linux-gnu", "got_limit.s", "TYPE=#", "got_limit_#.o", "14 79 83 87 91"),
	defined("testdata/elf-ppc", "powerpc-linux-gnu", "dynamic.s", "TYPE=#", "dynamic_#.o", "19 20 21 22 248"),
	mc("testdata/elf-mips", "mips-linux-gnu", "*.s -dynamic.s"), // n32, n64, other byte orders and revision 6 say so themselves
	mipsDynamic("o32", "mipsel-linux-gnu"), mipsDynamic("n32", "mips64el-linux-gnuabin32"), mipsDynamic("n64", "mips64el-linux-gnuabi64"),
	mc("testdata/elf-arm64be", "aarch64_be-linux-gnu", "*.s"),
	mc("testdata/elf-arm", "armv7-linux-gnueabihf", "*.s -dynamic.s"),
	defined("testdata/elf-arm", "armv7-linux-gnueabihf", "dynamic.s", "TYPE=#", "dynamic_#.o",
		"9 12 13 17 18 19 20 21 22 23 32 35 39 70 75 78 81 84 87 129 130 136 160"),
	defined("testdata/elf-arm", "armv7-linux-gnueabihf", "exidx_group.s", "TWO=1", "exidx_group_two.o", ""),

	mc("testdata/coff-amd64", "x86_64-pc-windows-msvc", "comdat_kinds.s cxx_msvc.s sections.s"),
	mc("testdata/coff-amd64", "x86_64-w64-windows-gnu", "*.s -comdat_kinds.s -cxx_msvc.s -sections.s"),
	refused("testdata/coff-amd64", "x86_64-w64-windows-gnu", ".data", "13 15 16"),
	mc("testdata/coff-i386", "i686-pc-windows-msvc", "cxx_msvc.s relocs.s"),
	mc("testdata/coff-i386", "i686-w64-windows-gnu", "*.s -cxx_msvc.s -relocs.s"),
	refused("testdata/coff-i386", "i686-w64-windows-gnu", ".data", "9 12"),
	mc("testdata/coff-armnt", "thumbv7-pc-windows-msvc", "*.s"),
	refused("testdata/coff-armnt", "thumbv7-pc-windows-msvc", ".data", "5 6 7 22"),
	mc("testdata/coff-arm64", "aarch64-pc-windows-msvc", "*.s"),
	mc("testdata/coff-link", "x86_64-pc-windows-msvc", "*.s -select.s"),
}, selections(), []row{

	mc("testdata/macho-amd64", "x86_64-apple-macosx10.15", "*.s"),
	mc("testdata/macho-i386", "i386-apple-macosx10.6", "*.s"),
	mc("testdata/macho-arm64", "arm64-apple-macosx11.0", "*.s"),
	mc("testdata/macho-arm64_32", "arm64_32-apple-watchos6.0", "*.s"),
	mc("testdata/macho-arm", "armv7-apple-ios", "*.s"),
	refused("testdata/macho-arm", "armv7-apple-ios", "__data", "68 87"),
	mc("testdata/macho-link", "armv7-apple-ios", "*.s"),
	mc("testdata/macho-parser", "", "*.s"), // each says its own
	{dir: "testdata/macho-parser", by: llvmLipo, flags: "-create", sources: "x86_64_reloc.o arm64_reloc.o arm_reloc.o arm_v7k.o", out: "universal.o"},

	// As Debian 12's gcc does by default: position-independent enough for an executable.
	{dir: "testdata/demo", by: gcc, flags: "-O2 -Wall -Wextra -c", sources: "scene.c", out: "%.o"},
	{dir: "internal/house/testdata", by: gcc, flags: "-O2 -Wall -c", sources: "crc.c", out: "%.o"},
	// What stands between musl's libc and package static: no header of any libc, so that any host compiles it for all targets.
	glue("x86_64", "amd64", ""),
	glue("aarch64", "arm64", " -mno-outline-atomics"),
	{dir: "rtdyld/bind/testdata", by: debugged("gcc"), flags: "-gdwarf-#", sources: "shapes.c", out: "gcc-#.o", each: "4 5"},
	{dir: "rtdyld/bind/testdata", by: debugged("clang-14"), flags: "-gdwarf-5", sources: "shapes.c", out: "clang-5.o"},
	{dir: "rtdyld/bind/testdata", by: debugged("gcc"), flags: "-m32 -gdwarf-4", sources: "shapes.c", out: "386.o"},
	{dir: "rtdyld/bind/testdata", by: debugged("arm-linux-gnueabihf-gcc"), sources: "shapes.c", out: "arm.o"},
	{dir: "rtdyld/bind/testdata", by: debugged("aarch64-linux-gnu-gcc"), sources: "shapes.c", out: "arm64.o"},
	{dir: "rtdyld/bind/testdata", by: debugged("x86_64-w64-mingw32-gcc"), sources: "shapes.c", out: "mingw.o"},
	typed("gcc", "-O0 -gdwarf-#", "gcc-#.o", "3 4 5"),
	typed("gcc", "-O2 -gdwarf-# -fdebug-types-section -gz", "gcc-types-#.o", "4 5"),
	typed("clang-14", "-O#", "clang-#.o", "0 2"),
	typed("clang-14", "-O1 -gdwarf-4 --target=x86_64-apple-macosx#", "macho-#.o", "10.15"),
	typed("clang-14", "-O1 --target=arm64-apple-macosx#", "macho-#.o", "11"),
	typed("clang-14", "-O1 -mthumb --target=armv7-linux-gnueabihf", "thumb.o", ""),
	typed("s390x-linux-gnu-gcc", "-O1", "s390x.o", ""),
	typed("x86_64-w64-mingw32-gcc", "-O1", "mingw.o", ""),
	{dir: "rtdyld/internal/cdebug/testdata", by: debugged("g++"), flags: "-O1", sources: "classes.cc", out: "classes-g++.o"},
	{dir: "rtdyld/internal/cdebug/testdata", by: debugged("clang-14"), flags: "-O1 -std=c++17", sources: "classes.cc", out: "classes-clang.o"},
	{dir: "capi/testdata/objects", by: clang, flags: "--target=aarch64-linux-gnu -c", sources: "arm64.s", out: "%.o"},

	stencils("x86_64", "amd64", "-mcmodel=medium"), stencils("aarch64", "arm64", "-mcmodel=large"),

	compat("amd64", "x86_64", ""), compat("arm64", "aarch64", " -mno-outline-atomics"),

	// What the functions of run/ give when a C compiler makes a program of them.
	{dir: "testdata/run", by: program, flags: "-std=gnu11 -O1 -fcommon -ffp-contract=off -Wall", sources: "main.c exec.c other.c far.c", out: "exec.txt"},
}, runs(), abiSets())

// compat makes the objects that stand between glibc's headers and musl, of C that needs no other headers and of assembly.
func compat(goarch, machine, flags string) row {
	return row{dir: "rtdyld/static/internal/compat/c", by: clang, flags: "--target=" + machine + "-linux-gnu -O2 -ffreestanding -nostdlibinc -fPIC -Qn -Wall -Wextra -Wno-unused-parameter -Wno-unused-command-line-argument -Werror -c" + flags,
		sources: "*.c *.S", out: "linux_" + goarch + "/%.o"}
}

// stencils compiles what examples/stencil copies. A literal has as many bits as a register; so have, for arm64, all addresses.
func stencils(machine, goarch, model string) row {
	return row{dir: "examples/stencil/stencils", by: clang19, sources: "stencils.c", out: "linux_" + goarch + "/#.o",
		each:  "enter next iload fload real rem and or iadd isub irsub imul ieq ine ilt ile igt ige fadd fsub frsub fmul fdiv frdiv feq fne flt fle fgt fge",
		flags: "-DSTENCIL_# --target=" + machine + "-linux-gnu -std=c11 -O2 -ffreestanding -fno-stack-protector -ffunction-sections -fasynchronous-unwind-tables -fno-pic -Qn -Wall -Wextra -Werror -Wno-uninitialized -Wno-unused-function -c " + model}
}

// typed compiles functions with debug information.
func typed(compiler, flags, out, each string) row {
	return row{dir: "rtdyld/internal/cdebug/testdata", by: debugged(compiler), flags: "-std=gnu11 -w " + flags, sources: "functions.c", out: out, each: each}
}

// mc assembles sources, each to an object of its own name.
func mc(dir, triple, sources string) row {
	return row{dir: dir, by: llvmMC, flags: "-triple=" + triple, sources: sources, out: "%.o"}
}

// defined assembles a source again with a symbol defined, for each of the words.
func defined(dir, triple, source, symbol, out, each string) row {
	return row{dir: dir, by: llvmMC, flags: "-triple=" + triple + " --defsym " + symbol, sources: source, out: out, each: each}
}

// glue compiles what libc.a is linked with for a processor.
func glue(arch, goarch, flags string) row {
	return row{dir: "rtdyld/static/internal/glue/src", by: clang, sources: "*.c", out: "linux_" + goarch + "/%.o",
		flags: "--target=" + arch + "-linux-gnu -std=c11 -O2 -Wall -Wextra -Wno-unused-parameter -Werror -ffreestanding -fno-stack-protector -fPIE -c" + flags}
}

// mipsDynamic makes dynamic.s of an ABI with each type for dynamic linkers.
func mipsDynamic(abi, triple string) row {
	return row{dir: "testdata/elf-mips", by: llvmMC, flags: "-triple=" + triple, sources: "dynamic.s", out: "dynamic_" + abi + "_#.o",
		each: "3 38 40 41 47 48 51 126 127", types: "R_MIPS_PC32=#"}
}

// refused makes refused.s again with relocations of other types in a section.
func refused(dir, triple, section, types string) row {
	return row{dir: dir, by: llvmMC, flags: "-triple=" + triple, sources: "refused.s", out: "refused_#.o", each: types, types: section + "=#"}
}

// selections are a COMDAT section in each kind of selection, with sizes and contents that
// are the same and others.
func selections() (rows []row) {
	for _, kind := range []string{"discard", "one_only", "same_size", "same_contents", "largest"} {
		for _, v := range []struct{ size, fill, name string }{{"4", "1", "a"}, {"4", "1", "b"}, {"4", "2", "c"}, {"8", "1", "d"}} {
			r := mc("testdata/coff-link", "x86_64-pc-windows-msvc", "select.s")
			r.out = kind + "_" + v.name + ".o"
			r.replace = []string{"KIND", kind, "SIZE", v.size, "FILL", v.fill, "NAME", "use_" + v.name}
			rows = append(rows, r)
		}
	}
	return rows
}

// runs are the sources of run/ for each target whose objects some test executes.
func runs() (rows []row) {
	const common = " -std=gnu11 -ffreestanding -fno-builtin -fcommon -ffp-contract=off -fno-ident -fno-stack-protector" +
		" -fno-asynchronous-unwind-tables -fno-unwind-tables -c"
	for _, t := range []struct{ builds, folder, flags string }{
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-amd64", "--target=x86_64-linux-gnu"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-i386", "--target=i686-linux-gnu -march=pentium4 -msse2 -mfpmath=sse"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-arm64", "--target=aarch64-linux-gnu"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-arm", "--target=armv7-linux-gnueabihf -marm"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-thumb", "--target=armv7-linux-gnueabihf -mthumb"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-riscv64", "--target=riscv64-linux-gnu -march=rv64gc -mabi=lp64d -mno-relax"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-ppc64le", "--target=powerpc64le-linux-gnu"},
		{"O2-pic O0-pic", "elf-s390x", "--target=s390x-linux-gnu"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-mips64el", "--target=mips64el-linux-gnuabi64"},
		{"O2-pic O0-pic", "elf-mips64", "--target=mips64-linux-gnuabi64"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-mipsel", "--target=mipsel-linux-gnu"},
		{"O2-pic O0-pic O2-nopic O0-nopic", "elf-loong64", "--target=loongarch64-linux-gnu -mabi=lp64d -mno-lsx"},
		// The formats of other systems, whose code is always position-independent.
		{"O1-pic", "macho-amd64", "--target=x86_64-apple-macos11"},
		{"O1-pic", "macho-arm64", "--target=arm64-apple-macos11"},
		{"O1-pic", "macho-arm", "--target=armv7s-apple-ios7 -marm"},
		{"O1-pic", "macho-thumb", "--target=armv7s-apple-ios7 -mthumb"},
		{"O1-pic", "coff-arm64", "--target=aarch64-windows-msvc -mno-incremental-linker-compatible"}, // no time in the header
	} {
		for _, build := range strings.Fields(t.builds) {
			level, pic, _ := strings.Cut(build, "-")
			flags := t.flags + " -" + level
			switch {
			case level == "O1":
			case pic == "pic":
				flags += " -fPIC"
			default:
				flags += " -fno-pic"
			}
			by := clang
			if t.folder == "elf-loong64" {
				by = clang19
			}
			rows = append(rows, row{dir: "testdata/run", by: by, flags: flags + common, sources: "exec.c other.c far.c", out: t.folder + "/%-" + build + ".o"})
		}
	}
	return rows
}

// abiSets are the functions of abitest for each machine and convention; see abitest.go.
func abiSets() (rows []row) {
	for i := range conventions {
		rows = append(rows, row{dir: "rtdyld/abi/abitest/testdata", by: functions, flags: strconv.Itoa(i), sources: "types.h hand.c gen.go", out: conventions[i].name + ".bin " + conventions[i].name + ".txt"})
	}
	return rows
}

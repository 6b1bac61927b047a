package unwind_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// scenes are compilations of testdata/scene.c whose tables hold at each instruction.
var scenes = []struct {
	name, cpu, command string
	calls              bool // tables hold at calls alone
	short              bool // in short tests, too
}{
	{"elf-amd64/gcc-O0", "amd64", "x86_64-linux-gnu-gcc -O0", false, false},
	{"elf-amd64/gcc-O2", "amd64", "x86_64-linux-gnu-gcc -O2", false, true},
	{"elf-amd64/gcc-Os", "amd64", "x86_64-linux-gnu-gcc -Os -fno-omit-frame-pointer", false, false},
	{"elf-amd64/clang-O2", "amd64", "clang -O2", false, false},
	{"elf-386/gcc-O2", "386", "x86_64-linux-gnu-gcc -m32 -O2", false, false},
	{"elf-386/clang-O2", "386", "clang -O2 --target=i386-linux-gnu -fasynchronous-unwind-tables", false, false},
	{"elf-arm64/clang-O2", "arm64", "clang -O2 --target=aarch64-linux-gnu", true, false},
	{"elf-arm64/clang-pac", "arm64", "clang -O2 --target=aarch64-linux-gnu -mbranch-protection=pac-ret+leaf", true, false},
	{"coff-amd64/gcc-O0", "amd64", "x86_64-w64-mingw32-gcc -O0 -mno-stack-arg-probe", false, false},
	{"coff-amd64/gcc-O2", "amd64", "x86_64-w64-mingw32-gcc -O2 -mno-stack-arg-probe", false, false},
	{"coff-amd64/clang-O2", "amd64", "clang --target=x86_64-windows-msvc -O2 -mno-stack-arg-probe", false, true},
	{"coff-amd64/chained.s", "amd64", "clang --target=x86_64-windows-msvc", false, true},
	{"coff-386/gcc-O2", "386", "i686-w64-mingw32-gcc -O2 -mno-stack-arg-probe", false, false},
	{"coff-arm64/clang-O0", "arm64", "clang --target=aarch64-windows-msvc -O0 -mno-stack-arg-probe", false, false},
	{"coff-arm64/clang-O2", "arm64", "clang --target=aarch64-windows-msvc -O2 -mno-stack-arg-probe", false, true},
	{"macho-amd64/clang-O2", "amd64", "clang --target=x86_64-apple-macos11 -O2", false, false},
	{"macho-amd64/compact-O2", "amd64", "clang --target=x86_64-apple-macos11 -O2", false, false},
	{"macho-amd64/compact-no-fp", "amd64", "clang --target=x86_64-apple-macos11 -O2 -fomit-frame-pointer", false, false},
	{"macho-386/clang-O0", "386", "clang --target=i386-apple-macos10.13 -O0", false, false},
	{"macho-386/compact-no-fp", "386", "clang --target=i386-apple-macos10.13 -O2 -fomit-frame-pointer", false, false},
	{"macho-386/frames-no-fp", "386", "clang --target=i386-apple-macos10.13 -O2 -fomit-frame-pointer", true, false},
	{"macho-arm64/clang-O0", "arm64", "clang --target=arm64-apple-macos11 -O0", false, false},
	{"macho-arm64/clang-O2", "arm64", "clang --target=arm64-apple-macos11 -O2", false, true},
	{"macho-arm64_32/clang-O2", "arm64", "clang --target=arm64_32-apple-watchos6 -O2", false, false},
	{"elf-arm/clang-O0", "arm", "clang --target=arm-linux-gnueabihf -O0 -marm -funwind-tables", false, false},
	{"elf-arm/clang-O2", "arm", "clang --target=arm-linux-gnueabihf -O2 -marm -funwind-tables", false, false},
	{"elf-arm/clang-O2-thumb", "arm", "clang --target=arm-linux-gnueabihf -O2 -mthumb -funwind-tables", false, true},
	{"elf-riscv64/gcc-O0", "riscv64", "riscv64-linux-gnu-gcc -O0 -fasynchronous-unwind-tables", false, false},
	{"elf-riscv64/gcc-O2", "riscv64", "riscv64-linux-gnu-gcc -O2 -fasynchronous-unwind-tables", false, false},
	{"elf-riscv64/clang-O2", "riscv64", "clang-19 --target=riscv64-linux-gnu -O2 -fasynchronous-unwind-tables", true, true},
	{"elf-riscv32/clang-O2", "riscv32", "clang-19 --target=riscv32-linux-gnu -O2 -fasynchronous-unwind-tables", true, false},
	{"elf-ppc64le/gcc-O0", "ppc64le", "powerpc64le-linux-gnu-gcc -O0", false, false},
	{"elf-ppc64le/gcc-O2", "ppc64le", "powerpc64le-linux-gnu-gcc -O2", false, false},
	{"elf-ppc64le/gcc-Os", "ppc64le", "powerpc64le-linux-gnu-gcc -Os", false, false},
	{"elf-ppc64le/clang-O2", "ppc64le", "clang-19 --target=powerpc64le-linux-gnu -O2 -fasynchronous-unwind-tables", true, true},
	{"elf-ppc64/clang-O2", "ppc64", "clang-19 --target=powerpc64-linux-gnu -mabi=elfv2 -O2 -fasynchronous-unwind-tables", true, false},
	{"elf-s390x/gcc-O0", "s390x", "s390x-linux-gnu-gcc -O0", false, false},
	{"elf-s390x/gcc-O2", "s390x", "s390x-linux-gnu-gcc -O2", false, false},
	{"elf-s390x/gcc-z13", "s390x", "s390x-linux-gnu-gcc -O2 -march=z13", false, false},
	{"elf-s390x/clang-O2", "s390x", "clang-19 --target=s390x-linux-gnu -O2 -fasynchronous-unwind-tables", true, true},
	{"elf-loong64/clang-O0", "loong64", "clang-19 --target=loongarch64-linux-gnu -O0 -fasynchronous-unwind-tables", true, false},
	{"elf-loong64/clang-O2", "loong64", "clang-19 --target=loongarch64-linux-gnu -O2 -fasynchronous-unwind-tables", true, true},
	{"elf-loong32/clang-O0", "loong32", "clang-19 --target=loongarch32-linux-gnu -mdouble-float -O0 -fasynchronous-unwind-tables", true, false},
	{"elf-loong32/clang-O2", "loong32", "clang-19 --target=loongarch32-linux-gnu -mdouble-float -O2 -fasynchronous-unwind-tables", true, true},
	{"elf-mips/gcc-O2", "mips", "mips-linux-gnu-gcc -O2 -fasynchronous-unwind-tables", false, false},
	{"elf-mipsel/gcc-O2", "mipsel", "mipsel-linux-gnu-gcc -O2 -fasynchronous-unwind-tables", false, false},
	{"elf-mipsel/clang-O2", "mipsel", "clang-19 --target=mipsel-linux-gnu -O2 -fPIC -funwind-tables", true, true},
	{"elf-mips64el/gcc-O0", "mips64el", "mips64el-linux-gnuabi64-gcc -O0 -fasynchronous-unwind-tables", false, false},
	{"elf-mips64el/gcc-O2", "mips64el", "mips64el-linux-gnuabi64-gcc -O2 -fasynchronous-unwind-tables", false, false},
	{"elf-sparc64/gcc-O0", "sparc64", "sparc64-linux-gnu-gcc -O0 -fasynchronous-unwind-tables", true, false},
	{"elf-sparc64/gcc-O2", "sparc64", "sparc64-linux-gnu-gcc -O2 -fasynchronous-unwind-tables", true, true},
	{"elf-sparc64/clang-O2", "sparc64", "clang-19 --target=sparc64-linux-gnu -O2 -funwind-tables", true, false},
	{"elf-mipsn32/clang-O2", "mipsn32", "clang-19 --target=mips64-linux-gnuabin32 -O2 -fPIC -funwind-tables", true, false},
}

// TestScenes runs a program an instruction at a time, in an emulator, and unwinds the
// stack at each: by the tables it comes to the first caller with the registers that were
// there.
func TestScenes(t *testing.T) {
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			if citest.Sample() && !sc.short {
				t.Skip("one compilation of each kind is enough for a short test")
			}
			t.Parallel()
			c := cpus[sc.cpu]
			source := "scene.c"
			if strings.HasSuffix(sc.name, ".s") {
				source = filepath.Base(sc.name)
			}
			o := compile(t, filepath.Join("testdata", source), append(strings.Fields(sc.command), "-fno-stack-protector")...)
			if strings.Contains(sc.name, "/compact") {
				hide(t, o, "__eh_frame")
			}
			if strings.Contains(sc.name, "/frames") {
				hide(t, o, "__compact_unwind")
			}
			objs, m := load(t, o)
			var tables unwind.Tables
			tables.Add(read(t, objs[0]))
			names := symbols(objs[0])
			var when func(uint64) bool
			if strings.HasSuffix(sc.name, "compact-no-fp") { // nothing tells of a function without a frame
				when = func(pc uint64) bool { _, _, ok := tables.Find(pc); return ok }
			}
			if sc.calls {
				local := uint64(0) // where its local entry point is
				if c.entry == 12 {
					local = 8
				}
				when = func(pc uint64) bool { return pc&^1 == names["probe"]&^1+local }
			}
			if sc.cpu == "sparc64" {
				flushed := find(t, m, names["probe"], 0x81580000) + 4
				when = func(pc uint64) bool { return pc == flushed }
			}
			saved, arg := c.saved, c.arg
			if strings.HasPrefix(sc.name, "coff-amd64") {
				saved, arg = append([]int{4, 5}, saved...), 2 // rsi, rdi; rcx
			}
			ran, looked := c.walk(t, m, tables.Step, names["scene"], saved, arg, when)
			t.Logf("%d instructions, %d stacks", ran, looked)
			if looked < 10 {
				t.Error("too few stacks to prove anything")
			}
		})
	}
}

// find is the address of the first instruction of a kind (flushw of SPARC) behind another one.
func find(t *testing.T, m *memory, from uint64, insn uint32) uint64 {
	t.Helper()
	for _, b := range m.blocks {
		for off := from - b.Addr; off+4 <= uint64(len(b.Mem)); off += 4 {
			if binary.BigEndian.Uint32(b.Mem[off:]) == insn {
				return b.Addr + off
			}
		}
	}
	t.Fatalf("no instruction %#x", insn)
	return 0
}

// hide gives a section of a Mach-O object another name.
func hide(t *testing.T, file, name string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := []byte(name)
	other[2] = '-'
	if !bytes.Contains(data, []byte(name)) {
		t.Fatalf("no section %s", name)
	}
	if err := os.WriteFile(file, bytes.Replace(data, []byte(name), other, 1), 0o666); err != nil {
		t.Fatal(err)
	}
}

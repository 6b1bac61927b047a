package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// convention is a machine and calling convention of package abitest.
type convention struct {
	name     string
	compiler string // and what names the target
	linker   string
	flags    string   // of all sources
	hand     string   // of the functions written by hand, if the generated ones are compiled apart
	gen      string   // of the generated ones
	libs     []string // what else is linked
	at       uint64   // where the code runs, for processors whose calls and constants are absolute; 0: anywhere
	got      string   // what lies behind the code besides: the GOT that libs refer to, which nobody writes
}

// conventions: 32-bit ARM takes conversions of numbers from Debian's
// libgcc-12-dev-armel-cross and libgcc-12-dev-armhf-cross; there the generated functions
// are Thumb, the others ARM.
var conventions = []convention{
	{name: "amd64", compiler: "gcc -m64", linker: "ld -m elf_x86_64", flags: "-fcf-protection=none -mcmodel=small -fno-tree-vectorize"},
	{name: "win64", compiler: "gcc -m64 -mabi=ms -DWIN64", linker: "ld -m elf_x86_64", flags: "-fcf-protection=none -mcmodel=small -fno-tree-vectorize"},
	{name: "386", compiler: "clang --target=i686-linux-gnu -march=pentium4", linker: "ld.lld -m elf_i386", flags: "-mstackrealign"},
	{name: "arm64", compiler: "clang --target=aarch64-linux-gnu", linker: "ld.lld -m aarch64elf"},
	{name: "riscv64", compiler: "clang --target=riscv64-linux-gnu -march=rv64gc -mabi=lp64d", linker: "ld.lld -m elf64lriscv", flags: "-mno-relax"},
	{name: "riscv64_soft", compiler: "clang --target=riscv64-linux-gnu -march=rv64gc -mabi=lp64", linker: "ld.lld -m elf64lriscv", flags: "-mno-relax"},
	{name: "loong64", compiler: "clang-19 --target=loongarch64-linux-gnu -mabi=lp64d", linker: "ld.lld-19 -m elf64loongarch"},
	{name: "ppc64le", compiler: "clang --target=powerpc64le-linux-gnu", linker: "ld.lld -m elf64lppc"},
	{name: "s390x", compiler: "clang --target=s390x-linux-gnu", linker: "s390x-linux-gnu-ld"},
	{name: "mips64le", compiler: "clang --target=mips64el-linux-gnuabi64 -mno-abicalls -fno-pic -mno-gpopt -G0", linker: "ld.lld -m elf64ltsmip", at: 0x20000000},
	{name: "mips64", compiler: "clang --target=mips64-linux-gnuabi64 -mno-abicalls -fno-pic -mno-gpopt -G0", linker: "ld.lld -m elf64btsmip", at: 0x20000000},
	{name: "mipsle", compiler: "clang --target=mipsel-linux-gnu -mno-abicalls -fno-pic -mno-gpopt -G0", linker: "ld.lld -m elf32ltsmip", at: 0x28000000,
		libs: []string{"/usr/lib/gcc-cross/mipsel-linux-gnu/12/libgcc.a"}, got: ". = ALIGN(16); _gp = . + 0x7ff0; *(.got)"},
	{name: "arm_vfp", compiler: "clang --target=armv7-linux-gnueabihf", linker: "ld.lld -m armelf_linux_eabi", hand: "-marm", gen: "-mthumb",
		libs: []string{"/usr/lib/gcc-cross/arm-linux-gnueabihf/12/libgcc.a"}},
	{name: "arm_soft", compiler: "clang --target=armv7-linux-gnueabi -mfloat-abi=soft", linker: "ld.lld -m armelf_linux_eabi", hand: "-marm", gen: "-mthumb",
		libs: []string{"/usr/lib/gcc-cross/arm-linux-gnueabi/12/libgcc.a"}},
}

const functionFlags = "-O2 -ffreestanding -fno-builtin -fno-optimize-sibling-calls -fno-stack-protector" +
	" -fno-asynchronous-unwind-tables -fvisibility=hidden -fno-ident"

// functionScript leaves one section of code and constants; anything else would not be in
// NAME.bin.
const functionScript = `SECTIONS {
	.text %#x : { *(.text*) *(.rodata*) %s }
	/DISCARD/ : { *(.ARM.exidx*) *(.ARM.extab*) *(.ARM.attributes) *(.riscv.attributes) *(.gnu.attributes) *(.MIPS.abiflags) *(.MIPS.options) *(.reginfo) *(.pdr) *(.comment) *(.eh_frame*) *(.note*) *(.debug*) }
}
`

// functions makes NAME.bin (machine code, which runs at any address that is a multiple of a
// page) and NAME.txt (a line each: name, offset, type) of what is written by hand and what
// gen.go writes, for the convention whose number is the row's flag.
func functions(j *job) error {
	n, err := strconv.Atoi(j.flags[0])
	if err != nil {
		return err
	}
	c := conventions[n]
	tmp, err := os.MkdirTemp("", "regen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	in := func(name string) string { return filepath.Join(tmp, name) }
	gen, err := j.run(nil, "go", "run", "gen.go", in("types"))
	if err != nil {
		return err
	}
	types, err := os.ReadFile(in("types"))
	if err != nil {
		return err
	}
	header, err := os.ReadFile(j.path("types.h"))
	if err != nil {
		return err
	}
	hand, err := os.ReadFile(j.path("hand.c"))
	if err != nil {
		return err
	}
	sources := []struct {
		name, flags string
		text        []byte
	}{
		{"hand", c.hand, slices.Concat(header, hand)},
		{"gen", c.gen, slices.Concat(header, gen)},
	}
	if c.hand == c.gen { // one source
		sources[0].text = slices.Concat(header, hand, gen)
		sources = sources[:1]
	}
	if err := os.WriteFile(in("script"), fmt.Appendf(nil, functionScript, c.at, c.got), 0o666); err != nil {
		return err
	}
	link := append(strings.Fields(c.linker), "-T", in("script"), "-e", "0", "-z", "noexecstack", "-o", in("out"))
	for _, s := range sources {
		if err := os.WriteFile(in(s.name+".c"), s.text, 0o666); err != nil {
			return err
		}
		args := slices.Concat([]string{strings.Fields(c.compiler)[0], "-fPIC"}, strings.Fields(c.compiler)[1:], strings.Fields(functionFlags), strings.Fields(c.flags), strings.Fields(s.flags), []string{"-c", "-o", in(s.name + ".o"), in(s.name + ".c")})
		if _, err := j.run(nil, args[0], args[1:]...); err != nil {
			return err
		}
		link = append(link, in(s.name+".o"))
	}
	link = append(link, c.libs...)
	if _, err := j.run(nil, link[0], link[1:]...); err != nil {
		return err
	}
	code, list, err := functionList(in("out"), string(types))
	if err != nil {
		return err
	}
	if err := os.WriteFile(j.path(j.outs[0]), code, 0o644); err != nil {
		return err
	}
	return os.WriteFile(j.path(j.outs[1]), list, 0o644)
}

// gotHeader has the bytes of a .got that no function uses: the TOC base of Power, and two words
// for dynamic linkers of MIPS.
var gotHeader = map[elf.Machine]uint64{elf.EM_PPC64: 8, elf.EM_MIPS: 16}

// functionList returns the code of a linked file and its functions, those with a type and
// those whose names have no underscore in front, sorted as bytes. The offset of a function
// that is Thumb is odd.
func functionList(file, types string) (code, list []byte, err error) {
	f, err := elf.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	text := -1
	for i, s := range f.Sections {
		switch {
		case s.Name == ".text":
			text = i
			if code, err = s.Data(); err != nil {
				return nil, nil, err
			}
		case (s.Name == ".data" || s.Name == ".bss") && s.Size > 0, s.Name == ".got" && s.Size > gotHeader[f.Machine]:
			return nil, nil, fmt.Errorf("the functions use data: section %s", s.Name)
		}
	}
	symbols, err := f.Symbols()
	if err != nil {
		return nil, nil, err
	}
	at := map[string]string{}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && int(s.Section) == text {
			at[s.Name] = strconv.FormatUint(s.Value-f.Sections[text].Addr, 16)
		}
	}
	var lines []string
	for line := range strings.Lines(types) {
		name, typ, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		lines = append(lines, name+" "+at[name]+" "+typ+"\n")
		delete(at, name)
	}
	for name, offset := range at {
		if !strings.HasPrefix(name, "_") {
			lines = append(lines, name+" "+offset+"\n")
		}
	}
	slices.Sort(lines)
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(l)
	}
	return code, b.Bytes(), nil
}

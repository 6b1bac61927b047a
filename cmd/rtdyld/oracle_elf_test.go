package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

const (
	linuxLib = "/usr/lib/x86_64-linux-gnu/"
	gccLib   = "/usr/lib/gcc/x86_64-linux-gnu/12/"
	crossLib = "/usr/lib/gcc-cross/"
	bareLib  = "/usr/lib/gcc/riscv64-unknown-elf/12.2.0/rv32imafdc/ilp32d/"
)

var elfOracles = []oracle{
	elfOracle("elf-x86_64", "elf_x86_64", elf.EM_X86_64, oracle{
		inputs:   slices.Concat(archives(linuxLib, "libc.a", "libsqlite3.a", "liblua5.4.a"), archives(gccLib, "libstdc++.a")),
		near:     0x3000_0000,
		branches: map[string]form{"R_X86_64_PLT32": x86Jump},
		slots: map[string]form{
			"R_X86_64_GOTPCREL": pcSlot, "R_X86_64_GOTPCRELX": pcSlot, "R_X86_64_REX_GOTPCRELX": pcSlot,
			"R_X86_64_GOTOFF64": fromBase, "R_X86_64_GOTPC32": toBase, "R_X86_64_GOTPC64": toBase,
		},
		exclude: []exclusion{
			{"R_X86_64_TLSGD", 4, 12, "thread-local sequence"}, // rewritten to local exec, with the call behind it
			{"R_X86_64_TLSLD", 3, 9, "thread-local sequence"},
			{"R_X86_64_GOTTPOFF", 3, 4, "thread-local sequence"},
			{"R_X86_64_GOTPC32_TLSDESC", 3, 4, "thread-local sequence"},
			{"R_X86_64_TLSDESC_CALL", 0, 2, "thread-local sequence"},
			{"R_X86_64_TPOFF", 0, 4, "thread-local offset"}, // ours has a block an object
			{"R_X86_64_DTPOFF", 0, 4, "thread-local offset"},
			{"R_X86_64_GOT", 0, 4, "slot"},
			{"R_X86_64_REX_GOT", 0, 4, "slot"},
		},
		sections: 4000, relocs: 30000, slotsSeen: 1500,
	}),
	elfOracle("elf-i386", "elf_i386", elf.EM_386, oracle{
		inputs:   slices.Concat(archives("/usr/lib32/", "libc.a"), archives(gccLib+"32/", "libstdc++.a", "libgcc.a")),
		near:     0x3000_0000,
		branches: map[string]form{"R_386_PLT32": x86Jump},
		slots: map[string]form{
			"R_386_GOT32": x86Slot, "R_386_GOT32X": x86Slot, "R_386_GOTOFF": fromBase, "R_386_GOTPC": toBase,
		},
		exclude: []exclusion{
			{"R_386_TLS_GD", 3, 9, "thread-local sequence"},
			{"R_386_TLS_LDM", 2, 9, "thread-local sequence"},
			{"R_386_TLS", 3, 4, "thread-local sequence"},
			{"R_386_GOT", 0, 4, "slot"},
		},
		sections: 4000, relocs: 12000, slotsSeen: 6000,
	}),
	elfOracle("elf-arm64", "aarch64linux", elf.EM_AARCH64, oracle{
		inputs: slices.Concat(archives("/usr/aarch64-linux-gnu/lib/", "libc.a"), archives(crossLib+"aarch64-linux-gnu/12/", "libstdc++.a", "libgcc.a")),
		near:   0x400_0000, far: 0x3000_0000,
		branches: map[string]form{
			"R_AARCH64_CALL26": a64Jump, "R_AARCH64_JUMP26": a64Jump, "R_AARCH64_CONDBR19": a64Jump, "R_AARCH64_TSTBR14": a64Jump,
		},
		slots: map[string]form{
			"R_AARCH64_ADR_GOT_PAGE": pageSlot, "R_AARCH64_LD64_GOT_LO12_NC": lowSlot, "R_AARCH64_LD64_GOTPAGE_LO15": pageOffset,
		},
		exclude: []exclusion{
			{"R_AARCH64_TLSLE", 0, 4, "thread-local offset"},
			{"R_AARCH64_TLS", 0, 4, "thread-local sequence"},
			{"R_AARCH64_ADR_GOT", 0, 4, "slot"},
			{"R_AARCH64_LD64_GOT", 0, 4, "slot"},
		},
		sections: 4000, relocs: 12000, slotsSeen: 4000,
	}),
	elfArm("elf-armhf", "arm-linux-gnueabihf"),
	elfArm("elf-armel", "arm-linux-gnueabi"),
	elfOracle("elf-riscv64", "elf64lriscv", elf.EM_RISCV, elfRISCV),
	elfGNU(elfOracle("elf-riscv64-gnu", "elf64lriscv", elf.EM_RISCV, elfRISCV)),
	elfLater(elfOracle("elf-riscv32", "elf32lriscv", elf.EM_RISCV, elfRISCV32)),
	elfLater(elfOracle("elf-s390x", "elf64_s390", elf.EM_S390, oracle{
		inputs:   slices.Concat(archives("/usr/s390x-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"s390x-linux-gnu/12/", "libstdc++.a", "libgcc.a")),
		near:     0x3000_0000,
		branches: map[string]form{"R_390_PLT32DBL": halfJump},
		slots:    map[string]form{"R_390_GOTENT": halfSlot, "R_390_GOTPCDBL": toBaseHalf, "R_390_GOTOFF64": fromBase},
		exclude: []exclusion{
			{"R_390_TLS_GDCALL", 0, 6, "thread-local sequence"}, // rewritten to local exec
			{"R_390_TLS_LDCALL", 0, 6, "thread-local sequence"},
			{"R_390_TLS_LOAD", 0, 6, "thread-local sequence"},
			{"R_390_TLS_IEENT", 0, 4, "thread-local slot"},
			{"R_390_TLS", 0, 8, "thread-local offset"},
			{"R_390_GOTOFF64", 0, 8, "slot"},
			{"R_390_GOT", 0, 4, "slot"},
		},
		skip:     splitStack,
		sections: 8000, relocs: 30000, slotsSeen: 3000,
	})),
	elfLater(elfOracle("elf-loong64", "elf64loongarch", elf.EM_LOONGARCH, oracle{
		inputs: []library{
			clangOf("clang-19", "pic", "loongarch64-linux-gnu", "-fPIC"),
			clangOf("clang-19", "medium", "loongarch64-linux-gnu", "-fno-pic", "-ffunction-sections", "-mcmodel=medium"),
			clangOf("clang-19", "extreme", "loongarch64-linux-gnu", "-mcmodel=extreme"),
		},
		near:     0x400_0000,
		branches: map[string]form{"R_LARCH_B26": laJump, "R_LARCH_CALL36": laJump},
		slots:    map[string]form{"R_LARCH_GOT_PC_HI20": laPage, "R_LARCH_GOT_PC_LO12": laLow},
		exclude: []exclusion{
			{"R_LARCH_TLS", 0, 4, "thread-local offset or slot"},
			{"R_LARCH_GOT", 0, 4, "slot"},
		},
		sections: 2000, relocs: 20000, slotsSeen: 3000,
	})),
	elfLater(elfOracle("elf-loong32", "elf32loongarch", elf.EM_LOONGARCH, oracle{
		inputs: []library{
			clangOf("clang-19", "pic", "loongarch32-linux-gnu", "-fPIC"),
			clangOf("clang-19", "absolute", "loongarch32-linux-gnu", "-fno-pic", "-ffunction-sections"),
			clangOf("clang-19", "pie", "loongarch32-linux-gnu", "-fPIE", "-ftls-model=initial-exec", "-g"),
		},
		near:     0x400_0000,
		branches: map[string]form{"R_LARCH_B26": laJump},
		slots:    map[string]form{"R_LARCH_GOT_PC_HI20": laPage, "R_LARCH_GOT_PC_LO12": laLow},
		exclude: []exclusion{
			{"R_LARCH_TLS", 0, 4, "thread-local offset or slot"},
			{"R_LARCH_GOT", 0, 4, "slot"},
		},
		sections: 3000, relocs: 15000, slotsSeen: 2000,
	})),
}

// splitStack says why objects are not linked that ld.lld looks for the prologues of split stacks in.
func splitStack(r *oracleRun, img *objfmt.ObjectImage, _ nameSet) string {
	full, err := img.Full()
	if err != nil {
		r.Fatal(err)
	}
	if full != img {
		defer full.Close()
	}
	for id := range full.Sections {
		if full.SectionName(objfmt.SectionID(id)) == ".note.GNU-split-stack" {
			return "split stacks, which ld.lld does not know there"
		}
	}
	return ""
}

// elfLater is a row with the linker of LLVM 19, where that of LLVM 14 does not know the machine.
func elfLater(o oracle) oracle {
	o.linker[0] = "ld.lld-19"
	return o
}

// elfOpen is an object that defines names, those that are branched to in code.
func elfOpen(f *objgen.ELF, names []undefinedName) []byte {
	const alloc, write, exec, nobits, progbits, object, function, global = 2, 1, 4, 8, 1, 1, 2, 1
	data := f.Add(objgen.ELFSection{Name: ".bss.open", Type: nobits, Flags: alloc | write, Size: uint64(0x40 * len(names)), Align: 64})
	code := f.Add(objgen.ELFSection{Name: ".text.open", Type: progbits, Flags: alloc | exec, Data: make([]byte, 0x40*len(names)), Align: 64})
	for i, n := range names {
		s := objgen.ELFSymbol{Name: n.name, Value: uint64(0x40 * i), Type: object, Bind: global, Section: data}
		if n.code {
			s.Type, s.Section = function, code
		}
		f.AddSymbol(s)
	}
	return f.Bytes()
}

// elfRISCV is compared with ld.lld, but for objects that only GNU's linker takes.
var elfRISCV = oracle{
	inputs:   slices.Concat(archives("/usr/riscv64-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"riscv64-linux-gnu/12/", "libstdc++.a", "libgcc.a")),
	near:     0x3000_0000,
	branches: map[string]form{"R_RISCV_CALL_PLT": riscvJump, "R_RISCV_CALL": riscvJump, "R_RISCV_JAL": riscvJump},
	slots:    map[string]form{"R_RISCV_GOT_HI20": pairSlot},
	exclude: []exclusion{
		{"R_RISCV_TPREL", 0, 4, "thread-local offset"},
		{"R_RISCV_TLS", 0, 4, "thread-local slot"},
		{"R_RISCV_GOT", 0, 4, "slot"},
	},
	skip: func(_ *oracleRun, img *objfmt.ObjectImage, _ nameSet) string {
		if trimmed, err := rtdyld.Relocations(img).Trim(img); err == nil && trimmed != img {
			return "padding for alignments inside sections, which ld.lld 14 does not know"
		}
		return ""
	},
	sections: 13000, relocs: 200000, slotsSeen: 8000,
}

// elfRISCV32 has 32-bit addresses, for which Debian has the compiler's library alone.
var elfRISCV32 = oracle{
	inputs: slices.Concat(archives(bareLib, "libgcc.a"), []library{
		clangOf("clang-19", "pic", "riscv32-linux-gnu", "-fPIC", "-mno-relax"),
		clangOf("clang-19", "medany", "riscv32-linux-gnu", "-fno-pic", "-mcmodel=medany", "-ffunction-sections"),
		clangOf("clang-19", "medlow", "riscv32-linux-gnu", "-fno-pic", "-mcmodel=medlow"),
	}),
	near:     0x3000_0000,
	branches: map[string]form{"R_RISCV_CALL_PLT": riscvJump, "R_RISCV_CALL": riscvJump, "R_RISCV_JAL": riscvJump},
	slots:    map[string]form{"R_RISCV_GOT_HI20": pairSlot},
	exclude:  elfRISCV.exclude,
	sections: 4000, relocs: 40000, slotsSeen: 1000,
}

// elfGNU is a row with GNU's linker, which takes objects with padding for alignments
// inside sections, and leaves .eh_frame as it is if it is told to. Sections whose elements
// it would merge are told from others by their flags, which are taken away.
func elfGNU(o oracle) oracle {
	o.inputs = slices.Concat(archives("/usr/riscv64-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"riscv64-linux-gnu/12/", "libgcc.a"))
	o.sections, o.relocs, o.slotsSeen = 2600, 50000, 1000
	o.absent = maps.Clone(o.absent)
	delete(o.absent, ".eh_frame")
	o.names = maps.Clone(o.names)
	o.names["_end"] = "the end of the output"
	o.given = map[string]uint64{"_end": 0x3000_0000}
	o.loops = false
	o.near = 0x8_0000 // a sample reaches it by JAL
	o.skip = nil
	o.prepare = unmerged
	o.linker = []string{"riscv64-linux-gnu-ld", "--no-relax", "--traditional-format", "--defsym=__dso_handle=0x30000000", "--no-gc-sections", "-static", "-e", "0", "-z", "norelro"}
	o.readMap = readGNUMap
	return o
}

// unmerged takes from the sections of an ELF file the flags that say that their elements may be merged.
func unmerged(data []byte) {
	const class, order, merge = 4, 5, 0x30
	headers, size, flags := uint64(32), uint64(40), uint64(11)
	var o bin.Order
	o.Big = data[order] == 2
	at := uint64(o.U32(data[headers:]))
	if data[class] == 2 {
		headers, size, flags = 40, 64, 15
		at = o.U64(data[headers:])
	}
	if !o.Big {
		flags &^= 7 // the lowest byte
	}
	for ; at < uint64(len(data)); at += size {
		data[at+flags] &^= merge
	}
}

// readGNUMap is oracle.readMap for GNU's linker.
func readGNUMap(_ *oracleRun, data []byte) (list []inputPlace, err error) {
	_, data, _ = bytes.Cut(data, []byte("\nLinker script and memory map\n"))
	for _, m := range gnuMapLine.FindAllSubmatch(data, -1) {
		p := inputPlace{file: filepath.Base(string(m[4])), name: string(m[1])}
		var errs [2]error
		p.addr, errs[0] = strconv.ParseUint(string(m[2]), 16, 64)
		p.size, errs[1] = strconv.ParseUint(string(m[3]), 16, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("map: %s: %w", m[0], err)
		}
		list = append(list, p)
	}
	return list, nil
}

// gnuMapLine is a line of a map of GNU's linker about a section of an input, or two: name,
// address, size, file.
var gnuMapLine = regexp.MustCompile(`(?m)^ ([^\s*]\S*)\s+0x([0-9a-f]+) +0x([0-9a-f]+) (\S.*)$`)

// elfArm is the row of one of Debian's two ports to Arm: armhf is Thumb-2, armel
// ARMv5 code.
func elfArm(target, triple string) oracle {
	jumps := map[string]form{
		"R_ARM_CALL": armJump, "R_ARM_JUMP24": armJump, "R_ARM_PLT32": armJump, "R_ARM_PC24": armJump,
		"R_ARM_THM_CALL": thumbJump, "R_ARM_THM_JUMP24": thumbJump, "R_ARM_THM_JUMP19": thumbJump,
	}
	return elfOracle(target, "armelf_linux_eabi", elf.EM_ARM, oracle{
		inputs: slices.Concat(archives("/usr/"+triple+"/lib/", "libc.a"), archives(crossLib+triple+"/12/", "libstdc++.a", "libgcc.a")),
		near:   0x60_0000, far: 0x3000_0000,
		branches: jumps,
		object:   armOpen,
		slots: map[string]form{
			"R_ARM_GOT_PREL": pcSlot, "R_ARM_TARGET2": pcSlot, "R_ARM_GOT_BREL": baseSlot, "R_ARM_GOTOFF32": fromBase, "R_ARM_BASE_PREL": toBase,
		},
		exclude: []exclusion{
			{"R_ARM_TLS_LE", 0, 4, "thread-local offset"},
			{"R_ARM_TLS_LDO", 0, 4, "thread-local offset"},
			{"R_ARM_TLS", 0, 4, "thread-local slot"},
			{"R_ARM_GOT", 0, 4, "slot"},
			{"R_ARM_BASE_PREL", 0, 4, "slot"},
			{"R_ARM_TARGET2", 0, 4, "slot"},
		},
		absent:   map[string]string{".ARM.exidx*": "index table, which the linker sorts"},
		sections: 5000, relocs: 10000, slotsSeen: 3500,
	})
}

// elfOracle adds to a row what ld.lld is called with for all targets.
func elfOracle(target, emulation string, machine elf.Machine, o oracle) oracle {
	is64 := !strings.HasPrefix(emulation, "elf32") && (machine == elf.EM_X86_64 || machine == elf.EM_AARCH64 || machine == elf.EM_RISCV || machine == elf.EM_S390 || machine == elf.EM_SPARCV9 || machine == elf.EM_LOONGARCH || machine == elf.EM_PPC64)
	o.target, o.slotSize = target, 4
	if is64 {
		o.slotSize = 8
	}
	o.loops = machine == elf.EM_RISCV || machine == elf.EM_PPC
	o.linker = []string{"ld.lld", "-m", emulation, "-O0", "--no-relax", "--no-gc-sections", "-static", "-e", "0", "-z", "norelro"}
	o.outputs = func(out, m string) []string { return []string{"-o", out, "-Map=" + m} }
	o.define = func(name string, addr uint64) string { return fmt.Sprintf("--defsym=%s=%#x", name, addr) }
	o.locals = func(names []string) []byte { return elfLocals(elfModel(machine, is64), names) }
	o.readMap = func(_ *oracleRun, data []byte) ([]inputPlace, error) { return readMapLines(data, elfMapLine, 0) }
	o.readOut = readELFOut
	o.names = map[string]string{
		"_GLOBAL_OFFSET_TABLE_": "slots' address", "__dso_handle": "an address for each object",
	}
	o.edges = []string{"__start_", "__stop_", "__rela_iplt_", "__rel_iplt_", "__preinit_array_", "__init_array_", "__fini_array_"}
	absent := map[string]string{
		".eh_frame": ".eh_frame, which the linker writes anew", ".note.gnu.property": "note, which the linker merges",
	}
	maps.Copy(absent, o.absent)
	o.absent = absent
	return o
}

// elfModel is an object of a machine.
func elfModel(machine elf.Machine, is64 bool) *objgen.ELF {
	f := &objgen.ELF{Is64: is64, Machine: uint16(machine), Big: machine == elf.EM_S390 || machine == elf.EM_SPARCV9}
	switch machine {
	case elf.EM_PPC64:
		f.Flags = 2 // ABI ELFv2
	case elf.EM_RISCV:
		f.Flags = 5 // compressed instructions, floating-point numbers of 64 bits in registers
	case elf.EM_LOONGARCH:
		f.Flags = 0x43 // version 1 of the object ABI, floating-point numbers of 64 bits in registers
	}
	return f
}

// elfLocals is an object that defines thread-locals.
func elfLocals(f *objgen.ELF, names []string) []byte {
	const alloc, write, tls, nobits, object, global = 2, 1, 0x400, 8, 6, 1
	n := f.Add(objgen.ELFSection{Name: ".tbss", Type: nobits, Flags: alloc | write | tls, Size: uint64(8 * len(names)), Align: 8})
	for i, name := range names {
		f.AddSymbol(objgen.ELFSymbol{Name: name, Value: uint64(8 * i), Size: 8, Type: object, Bind: global, Section: n})
	}
	return f.Bytes()
}

// armOpen is an object that defines names at their addresses, functions in Thumb and
// in ARM code in turn.
func armOpen(names []undefinedName) []byte {
	const function, object, global, abs = 2, 1, 1, 0xfff1
	f := &objgen.ELF{Machine: uint16(elf.EM_ARM), Flags: 0x0500_0000}
	for i, n := range names {
		s := objgen.ELFSymbol{Name: n.name, Value: n.addr, Type: object, Bind: global, Reserved: abs}
		if n.code {
			s.Type, s.Value = function, n.addr|uint64(i&1)
		}
		f.AddSymbol(s)
	}
	return f.Bytes()
}

// Lines of lld's maps about a section of an input: address, in ELF load address,
// size, alignment and, eight columns after the place of output sections, FILE:(NAME).
var (
	elfMapLine  = regexp.MustCompile(`^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +[0-9]+ {9}([^ ].*):\((.*)\)$`)
	coffMapLine = regexp.MustCompile(`^ *([0-9a-f]+) +([0-9a-f]+) +[0-9]+ {9}([^ ].*):\((.*)\)$`)
)

// readMapLines reads a map, whose addresses count from base.
func readMapLines(data []byte, line *regexp.Regexp, base uint64) (list []inputPlace, err error) {
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		m := line.FindSubmatch(sc.Bytes())
		if m == nil {
			continue
		}
		p := inputPlace{file: filepath.Base(string(m[3])), name: string(m[4])}
		var errs [2]error
		p.addr, errs[0] = strconv.ParseUint(string(m[1]), 16, 64)
		p.size, errs[1] = strconv.ParseUint(string(m[2]), 16, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("map: %s: %w", sc.Text(), err)
		}
		p.addr += base
		list = append(list, p)
	}
	return list, sc.Err()
}

// elfImage is an executable.
type elfImage struct {
	memory
	got uint64
	toc uint64 // .TOC., 0 if there is none
}

// readELFOut reads an executable.
func readELFOut(path string) (output, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var img elfImage
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Type == elf.SHT_NOBITS {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return nil, err
		}
		img.memory = append(img.memory, part{s.Addr, data})
	}
	img.sort()
	syms, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	for _, s := range syms {
		if s.Name == "_GLOBAL_OFFSET_TABLE_" || s.Name == "_gp" {
			img.got = s.Value
		}
		if s.Name == ".TOC." {
			img.toc = s.Value
		}
	}
	return &img, nil
}

// base implements output.
func (img *elfImage) base() uint64 { return img.got }

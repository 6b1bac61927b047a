package main

import (
	"debug/elf"
	"maps"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

var ppcOracles = []oracle{
	elfPPC(elfOracle("elf-ppc64le", "elf64lppc", elf.EM_PPC64, elfPPC64)),
	elfLater(elfPPC(elfBig(elfOracle("elf-ppc64", "elf64ppc", elf.EM_PPC64, elfPPC64)))),
	elfPPC32("elf-ppc", "elf32ppc", "powerpc-linux-gnu", archives("/usr/powerpc-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"powerpc-linux-gnu/12/", "libstdc++.a", "libgcc.a")),
	elfPPC32("elf-ppcle", "elf32lppc", "", []library{
		clangOf("clang-19", "pic", "powerpcle-linux-musl", "-fPIC", "-ffunction-sections"),
		clangOf("clang-19", "static", "powerpcle-linux-musl", "-fno-pic"),
	}),
	elfDescriptors(elfOracle("elf-ppc64v1", "elf64ppc", elf.EM_PPC64, elfPPC64)),
}

// elfPPC64 has its undefined names in an object, so that they have the table's base of all others.
var elfPPC64 = oracle{
	inputs:   slices.Concat(archives("/usr/powerpc64le-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"powerpc64le-linux-gnu/12/", "libstdc++.a", "libgcc.a")),
	object:   func(names []undefinedName) []byte { return elfOpen(elfModel(elf.EM_PPC64, true), names) },
	given:    map[string]uint64{".TOC.": 0}, // the other linker's
	branches: map[string]form{"R_PPC64_REL24": 0},
	exclude: []exclusion{
		{"R_PPC64_REL24_NOTOC", 0, 4, "branch of code without r2, through each linker's own stub"},
		{"R_PPC64_TPREL", 0, 2, "thread-local offset"}, // ours has a block an object
		{"R_PPC64_DTPREL", 0, 2, "thread-local offset"},
		{"R_PPC64_TLSGD", 0, 8, "thread-local sequence"}, // rewritten to local exec
		{"R_PPC64_TLSLD", 0, 8, "thread-local sequence"},
		{"R_PPC64_TLS", 0, 4, "thread-local sequence"},
		{"R_PPC64_GOT_T", 0, 4, "thread-local sequence"},
		{"R_PPC64_GOT_PCREL34", 0, 8, "slot"},
		{"R_PPC64_GOT", 0, 2, "slot"},
	},
	skip: func(_ *oracleRun, img *objfmt.ObjectImage, _ nameSet) string {
		table := rtdyld.Relocations(img)
		for id := range img.Sections {
			for rel, err := range img.Relocs(objfmt.SectionID(id)) {
				if row := &table.Rows[rel.Type]; err == nil && row.Expr == reloc.Base && row.Need != reloc.NeedNone && table.FieldText(row.Field) == "signed 16" {
					return "refers by 16 bits to GOT entries, which ours has elsewhere"
				}
			}
		}
		return ""
	},
	sections: 12000, relocs: 100000,
}

// elfPPC is a row where the linker leaves loads of addresses from the table of contents.
func elfPPC(o oracle) oracle {
	o.linker = append(slices.Clip(o.linker), "--no-toc-optimize", "--no-pcrel-optimize")
	return o
}

// elfBig is the row of big-endian PowerPC of ABI ELFv2, for which Debian has no libraries.
func elfBig(o oracle) oracle {
	big := func() *objgen.ELF {
		f := elfModel(elf.EM_PPC64, true)
		f.Big = true
		return f
	}
	o.object = func(names []undefinedName) []byte { return elfOpen(big(), names) }
	o.locals = func(names []string) []byte { return elfLocals(big(), names) }
	o.inputs = []library{
		clangOf("clang-19", "pic", "powerpc64-linux-musl", "-mabi=elfv2", "-fPIC", "-ffunction-sections"),
		clangOf("clang-19", "pcrel", "powerpc64-linux-musl", "-mabi=elfv2", "-mcpu=pwr10"),
	}
	o.sections, o.relocs = 2500, 12000
	return o
}

// elfDescriptors is the row of ABI ELFv1, which only GNU's linker knows. It is told to leave sequences and descriptors as they are,
// and to have one table of contents.
func elfDescriptors(o oracle) oracle {
	o.object = func(names []undefinedName) []byte { return elfOpenDescriptors(names) }
	o.locals = func(names []string) []byte {
		return elfLocals(&objgen.ELF{Is64: true, Big: true, Machine: uint16(elf.EM_PPC64)}, names)
	}
	o.inputs = slices.Concat(archives("/usr/powerpc64-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"powerpc64-linux-gnu/12/", "libstdc++.a", "libgcc.a"))
	o.names = maps.Clone(o.names)
	o.names["_end"] = "the end of the output"
	o.given = map[string]uint64{".TOC.": 0, "_end": 0x1000_0000}
	o.prepare, o.readMap, o.readOut = unmerged, readMapWithoutFrames, readDescriptorsOut
	o.linker = []string{"powerpc64-linux-gnu-ld", "-m", "elf64ppc", "--no-toc-optimize", "--no-opd-optimize", "--no-multi-toc", "--no-toc-sort", "--no-tls-optimize",
		"--no-inline-optimize", "--defsym=__dso_handle=0x10000000", "--traditional-format", "--no-gc-sections", "-static", "-e", oracleEntry, "-z", "norelro"}
	o.sections, o.relocs = 12000, 100000
	return o
}

// readMapWithoutFrames is readGNUMap, but for .eh_frame where groups are dropped: GNU's linker takes away what describes their code.
func readMapWithoutFrames(r *oracleRun, data []byte) ([]inputPlace, error) {
	list, err := readGNUMap(r, data)
	for i, img := range r.imgs {
		if len(r.kept[i]) < len(img.Sections) {
			return slices.DeleteFunc(list, func(p inputPlace) bool { return p.name == ".eh_frame" }), err
		}
	}
	return list, err
}

// readDescriptorsOut is readELFOut where no symbol has T, but descriptors do.
func readDescriptorsOut(path string) (output, error) {
	out, err := readELFOut(path)
	if err != nil {
		return nil, err
	}
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	opd, err := f.Section(".opd").Data()
	if err != nil {
		return nil, err
	}
	out.(*elfImage).toc = f.ByteOrder.Uint64(opd[8:])
	return out, nil
}

// elfOpenDescriptors is elfOpen for ABI ELFv1.
func elfOpenDescriptors(names []undefinedName) []byte {
	const alloc, write, exec, nobits, progbits, object, function, global = 2, 1, 4, 8, 1, 1, 2, 1
	const typADDR64, typTOC = 38, 51
	f := &objgen.ELF{Is64: true, Big: true, Machine: uint16(elf.EM_PPC64)}
	data := f.Add(objgen.ELFSection{Name: ".bss.open", Type: nobits, Flags: alloc | write, Size: uint64(0x40 * len(names)), Align: 64})
	code := f.Add(objgen.ELFSection{Name: ".text.open", Type: progbits, Flags: alloc | exec, Data: make([]byte, 0x40*len(names)), Align: 64})
	opd := f.Add(objgen.ELFSection{Name: ".opd", Type: progbits, Flags: alloc | write, Data: make([]byte, 24*len(names)), Align: 8})
	start := f.AddSymbol(objgen.ELFSymbol{Name: "code", Section: code})
	var rs []objgen.ELFReloc
	for i, n := range names {
		s := objgen.ELFSymbol{Name: n.name, Value: uint64(0x40 * i), Type: object, Bind: global, Section: data}
		if n.code {
			s = objgen.ELFSymbol{Name: n.name, Value: uint64(24 * i), Type: function, Bind: global, Section: opd}
		}
		f.AddSymbol(s)
		rs = append(rs, objgen.ELFReloc{Offset: uint64(24 * i), Sym: start, Type: typADDR64, Addend: int64(0x40 * i)}, objgen.ELFReloc{Offset: uint64(24*i + 8), Type: typTOC})
	}
	f.AddRelocs(opd, true, rs)
	return f.Bytes()
}

// elfPPC32 is a row of 32-bit PowerPC.
func elfPPC32(target, emulation, triple string, inputs ...[]library) oracle {
	big := triple != ""
	o := elfLater(elfOracle(target, emulation, elf.EM_PPC, oracle{
		inputs: slices.Concat(inputs...),
		near:   0x1100_0000, far: 0x3000_0000,
		bias:     0x8000,
		branches: map[string]form{"R_PPC_PLTREL24": ppcJump, "R_PPC_REL24": ppcJump, "R_PPC_LOCAL24PC": ppcJump},
		slots:    map[string]form{"R_PPC_GOT16": ppcSlot},
		exclude: []exclusion{
			{"R_PPC_TPREL", 0, 2, "thread-local offset"}, // ours has a block an object
			{"R_PPC_DTPREL", 0, 2, "thread-local offset"},
			{"R_PPC_TLSGD", 0, 8, "thread-local sequence"}, // rewritten to local exec
			{"R_PPC_TLSLD", 0, 8, "thread-local sequence"},
			{"R_PPC_TLS", 0, 4, "thread-local sequence"},
			{"R_PPC_GOT_T", 2, 2, "thread-local sequence"},
			{"R_PPC_GOT", 0, 2, "slot"},
		},
		sections: 12000, relocs: 50000, slotsSeen: 6000,
	}))
	model := objgen.ELF{Machine: uint16(elf.EM_PPC), Big: big}
	o.locals = func(names []string) []byte { f := model; return elfLocals(&f, names) }
	if !big {
		o.sections, o.relocs, o.slotsSeen = 2000, 10000, 150
	}
	return o
}

// ppcEnds follows what a stub of 32-bit PowerPC can do: it makes an address in a register of two halves and goes there.
func ppcEnds(m reader, o bin.Order, start uint64) uint64 {
	var to uint32
	for pc, n := start, 0; n < 6; n, pc = n+1, pc+4 {
		b := m.read(pc, 4)
		if b == nil {
			return start
		}
		w := o.U32(b)
		switch imm := w & 0xffff; w >> 26 {
		case 15: // lis, addis
			to = imm << 16
		case 24: // ori
			to |= imm
		case 14: // addi
			to += uint32(int32(int16(imm)))
		case 31: // mtctr
		case 19: // bctr
			return uint64(to)
		default:
			return start
		}
	}
	return start
}

// ppcJumpAt reads a branch.
func ppcJumpAt(o bin.Order, code []byte, pc uint64) jump {
	w := o.U32(code)
	return jump{pc + uint64(int64(int32(w<<6))>>6)&^3, w &^ 0x3fffffc}
}

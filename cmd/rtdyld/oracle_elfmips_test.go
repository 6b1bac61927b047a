package main

import (
	"debug/elf"
	"maps"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// mipsOracles are Debian's three ports: o32 in both byte orders, and n64.
var mipsOracles = []oracle{
	elfMIPS("elf-mips", "elf32btsmip", "mips-linux-gnu", objgen.ELF{Big: true, Flags: 0x70001007}),
	elfMIPS("elf-mipsel", "elf32ltsmip", "mipsel-linux-gnu", objgen.ELF{Flags: 0x70001007}),
	elfMIPS("elf-mips64el", "elf64ltsmip", "mips64el-linux-gnuabi64", objgen.ELF{Is64: true, Flags: 0x80000007}),
}

// elfMIPS is the row of a port; model says what is special in its objects. T is each
// linker's own, 0x7ff0 behind the start of the GOT.
func elfMIPS(target, emulation, triple string, model objgen.ELF) oracle {
	model.Machine = uint16(elf.EM_MIPS)
	o := elfLater(elfOracle(target, emulation, elf.EM_MIPS, oracle{
		inputs: slices.Concat(archives("/usr/"+triple+"/lib/", "libc.a", "libm.a"), archives(crossLib+triple+"/12/", "libstdc++.a", "libgcc.a"),
			[]library{clangOf("clang-19", "static", triple, "-fno-pic", "-ffunction-sections")}),
		bias: 0x7ff0,
		slots: map[string]form{
			"R_MIPS_GOT16": mipsSlot, "R_MIPS_CALL16": mipsSlot, "R_MIPS_GOT_DISP": mipsSlot, "R_MIPS_GOT_PAGE": mipsSlot,
			"R_MIPS_GPREL32": mipsFrom, "R_MIPS_GPREL16": mipsNegative, "R_MIPS_JALR": asFile,
			"R_MIPS_HI16 _gp_disp": mipsToBase, "R_MIPS_LO16 _gp_disp": mipsToBase,
		},
		exclude: []exclusion{
			{"R_MIPS_TLS_GOTTPREL", 0, 4, "thread-local slot"}, // ours has a block an object
			{"R_MIPS_TLS_DTPREL", 0, 4, "thread-local offset"},
			{"R_MIPS_TLS_TPREL", 0, 4, "thread-local offset"},
			{"R_MIPS_TLS", 0, 4, "thread-local slot"},
			{"R_MIPS_JALR", 0, 4, "hint that the linker takes: a call by $t9 is a direct one"},
			{"R_MIPS_GPREL16", 0, 4, "T less the function"},
			{"R_MIPS_GPREL32", 0, 4, "distance from T"},
			{"R_MIPS_GOT16", 0, 4, "slot"},
			{"R_MIPS_GOT_DISP", 0, 4, "slot"},
			{"R_MIPS_GOT_PAGE", 0, 4, "slot"},
			{"R_MIPS_CALL", 0, 4, "slot"},
		},
		absent: map[string]string{
			".reginfo": "registers, which the linker merges", ".MIPS.options": "registers, which the linker merges", ".MIPS.abiflags": "flags, which the linker merges",
		},
		sections: 15000, relocs: 5000, slotsSeen: 90000,
	}))
	if model.Is64 {
		o.slotSize = 8
		o.exclude = slices.Clone(o.exclude)
		o.exclude[slices.IndexFunc(o.exclude, func(e exclusion) bool { return e.types == "R_MIPS_GPREL32" })].after = 8
	}
	o.names = maps.Clone(o.names)
	o.names["_gp_disp"] = "T less an address"
	o.locals = func(names []string) []byte { f := model; return elfLocals(&f, names) }
	o.object = func(names []undefinedName) []byte { // within reach of JAL, and no position-independent code
		const pic = 2
		f := model
		f.Flags &^= pic
		return elfOpen(&f, names)
	}
	return o
}

// followMIPS is follow for forms of MIPS. The other half of what two instructions make is
// known without them.
func (r *oracleRun) followMIPS(f form, x *field, mine, theirs uint64) bool {
	k := x.rel.Offset
	if mine == 0 && f != mipsSlot && f != asFile {
		r.seen.except("relocations: T of an object without slots", 1)
		return false
	}
	switch g, w := x.order.U32(x.got[k:]), x.order.U32(x.want[k:]); f {
	case mipsSlot:
		return r.sameSlot(x, mine+uint64(int64(int16(g))), theirs+uint64(int64(int16(w))))
	case mipsFrom:
		wide := *x
		wide.wide = r.imgs[x.file].Is64
		if a, b := wide.read(x.got)+mine, wide.read(x.want)+theirs; a != b {
			r.Errorf("%s: %s+%#x refers to %#x, in the output of %s to %#x", r.files[x.file], x.name, k, a, r.linker[0], b)
			return false
		}
		return true
	case mipsToBase, mipsNegative:
		from := x.addr
		if s := &r.imgs[x.file].Symbols[x.rel.Sym]; f == mipsNegative {
			from = r.places[x.file][s.Section] + s.Value + uint64(x.rel.Addend)
		}
		a, b := mine-from, theirs-from
		if f == mipsToBase && x.typ == "R_MIPS_LO16" {
			a, b = a+4, b+4
		}
		if isLUI := g>>26 == 15; !isLUI {
			a, b = a&0xffff, b&0xffff
		} else {
			a, b = (a+0x8000)>>16&0xffff, (b+0x8000)>>16&0xffff
		}
		if uint64(g&0xffff) != a || uint64(w&0xffff) != b {
			r.Errorf("%s: %s+%#x holds %#x for T of %#x, in the output of %s %#x for %#x", r.files[x.file], x.name, k, g, mine, r.linker[0], w, theirs)
			return false
		}
		return true
	}
	was := x.was[k : k+4]
	if string(was) != string(x.got[k:k+4]) {
		r.Errorf("%s: %s+%#x was % x, is % x", r.files[x.file], x.name, k, was, x.got[k:k+4])
		return false
	}
	return true
}

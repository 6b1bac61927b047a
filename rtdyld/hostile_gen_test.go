package rtdyld_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
	"github.com/go-rtdyld/rtdyld/reloc/bpf"
	"github.com/go-rtdyld/rtdyld/reloc/loong64"
	"github.com/go-rtdyld/rtdyld/reloc/mips"
	"github.com/go-rtdyld/rtdyld/reloc/ppc"
	"github.com/go-rtdyld/rtdyld/reloc/riscv"
	"github.com/go-rtdyld/rtdyld/reloc/s390x"
	"github.com/go-rtdyld/rtdyld/reloc/sparc64"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

// dice decide what an object is like. Two with the same first seed decide alike but for
// one throw in thirty, so that their objects have groups and names in common.
type dice struct {
	same, odd *rand.Rand
	theme     theme
}

// theme is what an object has more of than others: of everything at once it would be
// refused at the first look.
type theme int

const (
	badRelocs theme = iota
	badOffsets
	emptyRelocs // relocations of zero-filled sections
	strangeFlags
	largeSizes
	largeAligns
	manyGroups
	noTheme
	numThemes
)

func newDice(same, odd uint64) dice {
	d := dice{rand.New(rand.NewPCG(same, 1)), rand.New(rand.NewPCG(odd, 2)), 0}
	d.theme = theme(d.same.IntN(int(numThemes)))
	return d
}

func (d dice) n(n int) int {
	v := d.same.IntN(n)
	if d.odd.IntN(30) == 0 {
		v = d.odd.IntN(n)
	}
	return v
}

// rarely is true once in n.
func (d dice) rarely(n int) bool { return d.n(n) == 0 }

// very is true once in n, more often in an object of that theme.
func (d dice) very(t theme, n int) bool {
	if d.theme == t {
		n = 6
	}
	return d.rarely(n)
}

func pick[T any](d dice, from ...T) T { return from[d.n(len(from))] }

// size is one that sums overflow with, as a rule a small one.
func (d dice) size() uint64 {
	if d.very(largeSizes, 60) {
		return pick[uint64](d, 1<<16, 1<<31-1, 1<<31, 1<<32-1, 1<<32, 1<<47, 1<<62, 1<<63-1, 1<<63, 1<<64-4, 1<<64-1)
	}
	return pick[uint64](d, 0, 1, 2, 4, 8, 15, 16, 64, 100)
}

// contents are bytes; of call frame information with records that are sound at times.
func (d dice) contents(n int, big bool) []byte {
	var o binary.ByteOrder = binary.LittleEndian
	if big {
		o = binary.BigEndian
	}
	b := make([]byte, n)
	if d.rarely(3) {
		for i := range b {
			b[i] = byte(d.n(256))
		}
		return b
	}
	for at, step := 0, 16; at+step <= n; at, step = at+step, 32 { // a CIE, then FDEs
		o.PutUint32(b[at:], uint32(step-4))
		if at > 0 {
			o.PutUint32(b[at+4:], uint32(at+4))
			o.PutUint32(b[at+8:], 4)
		} else {
			copy(b[8:], "\x01\x00\x01\x78\x10")
		}
	}
	return b
}

// relocType is a type of a table that means something, or nearly any number.
func (d dice) relocType(table *reloc.Table) uint32 {
	if d.very(badRelocs, 300) {
		return pick[uint32](d, 255, uint32(len(table.Rows)), 1<<16-1, 1<<31)
	}
	for {
		t := d.n(len(table.Rows))
		if e := table.Rows[t].Expr; e == reloc.Unknown || e == reloc.Dynamic || table.Rows[t].Need >= reloc.NeedTLSGD && !d.rarely(8) {
			continue
		}
		return uint32(t)
	}
}

// offset is one in size bytes, often the last that has room for n, at times the next.
func (d dice) offset(size, n int) uint64 {
	last := max(size-n, 0)
	switch {
	case d.very(badOffsets, 300):
		return uint64(last + 1)
	case d.very(badOffsets, 300):
		return pick[uint64](d, 1<<32-1, 1<<63, 1<<64-1, d.size())
	case d.rarely(3):
		return uint64(last)
	}
	return uint64(d.n(last/4+1) * 4)
}

// place makes the offset of a relocation of a type.
func (d dice) place(table *reloc.Table, typ uint32, size int) (off uint64, ok bool) {
	n := 4
	if uint64(typ) < uint64(len(table.Rows)) {
		n = table.Width(table.Rows[typ].Field)
	}
	return d.offset(size, n), n <= size || d.rarely(100)
}

// name is that of a symbol; strong definitions have one each, as a rule.
func (d dice) name(strong bool, k int) string {
	if strong && !d.rarely(40) {
		return fmt.Sprintf("s%d_%d", k, d.odd.Uint32())
	}
	return pick(d, hostileNames...)
}

var hostileNames = []string{"", "f", "g", "x", "y", "tls", "f", "_GLOBAL_OFFSET_TABLE_", "__dso_handle", "__imp_f", "__imp_q", "_tls_index", "__tls_array", "__ImageBase", "q", "z", ".f", ".x"}

func hostileELF(d dice, machine uint16, big bool, table *reloc.Table) []byte {
	f := &objgen.ELF{Machine: machine, Is64: table.Arch.PtrSize == 8, Big: big}
	if table == ppc.V2 {
		f.Flags = 2
	}
	names := []string{".text", ".text.f", ".text.g", ".data", ".eh_frame", ".init_array.5", ".ctors", ".note.x", ".gnu.linkonce.t.f", ".debug_info", ".tdata", ".ARM.exidx", ".bss"}
	if table.Arch.Descriptors {
		names = append(names, ".opd", ".opd", ".opd", ".toc")
	}
	nsec := 3 + d.n(7)
	sizes, empty := []int{16, 16}, []bool{false, false}
	f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16)})
	f.Add(objgen.ELFSection{Name: ".text.h", Flags: 6 | 0x200, Data: make([]byte, 16)}) // of group h
	for range nsec - 2 {
		s := objgen.ELFSection{Name: pick(d, names...), Align: pick[uint64](d, 0, 1, 4, 8, 16, 4096)}
		s.Type = pick[uint32](d, 1, 1, 1, 1, 8, 7, 14, 0x70000001)
		s.Flags = pick[uint64](d, 2, 3, 6, 6, 2|0x400, 3|0x400, 7, 0, 2|0x80, 0x80000000|2, 2|0x10)
		if d.very(strangeFlags, 200) {
			s.Flags ^= 1 << d.n(32)
		}
		if d.very(largeAligns, 200) {
			s.Align = 1 << d.n(64)
		}
		if d.very(strangeFlags, 200) {
			s.Flags |= pick[uint64](d, 0x800, 0x400, 4, 0x404)
		}
		if s.Flags&0x80 != 0 {
			s.Link = uint32(d.n(nsec + 1))
		}
		s.Size = d.size()
		if s.Type != 8 {
			s.Data = d.contents(pick(d, 0, 1, 8, 16, 48, 64, 100), big)
		}
		if s.Type == 8 {
			sizes = append(sizes, int(min(s.Size, 100)))
		} else {
			sizes = append(sizes, len(s.Data))
		}
		empty = append(empty, s.Type == 8)
		f.Add(s)
	}
	syms := []objgen.ELFSymbol{{Type: 3, Section: 2}, {Name: "h", Type: 2, Bind: 2, Section: 2}}
	for k := range d.n(14) {
		s := objgen.ELFSymbol{Bind: byte(pick(d, 0, 0, 1, 1, 2, 10)), Type: byte(pick(d, 0, 1, 2, 2, 3, 6, 6, 10, 13, 4)), Section: uint32(d.n(nsec + 1))}
		s.Value, s.Size = uint64(d.n(70)), d.size()
		if s.Type != 10 && machine == 3 && d.rarely(2) {
			s.Type = 0
		}
		if d.rarely(6) {
			s.Reserved, s.Value = pick[uint16](d, 0xfff1, 0xfff2), 1<<d.n(20)
		}
		if d.rarely(20) {
			s.Value = d.size()
		}
		if d.rarely(8) {
			s.Other = byte(d.n(4))
		}
		if s.Name = d.name(s.Bind == 1 && (s.Section != 0 || s.Reserved == 0xfff1), k); s.Bind == 0 && s.Type == 3 {
			s.Name = ""
		}
		syms = append(syms, s)
	}
	slices.SortStableFunc(syms, func(a, b objgen.ELFSymbol) int { return min(int(a.Bind), 1) - min(int(b.Bind), 1) })
	for _, s := range syms {
		f.AddSymbol(s)
	}
	for i, size := range sizes {
		if d.rarely(3) || empty[i] && !d.very(emptyRelocs, 200) {
			continue
		}
		var relocs []objgen.ELFReloc
		for range 1 + d.n(6) {
			typ := d.relocType(table)
			off, ok := d.place(table, typ, size)
			if !ok {
				continue
			}
			r := objgen.ELFReloc{Offset: off, Sym: uint32(d.n(len(syms) + 1)), Type: typ, Addend: pick[int64](d, 0, -4, 0, 1, 4, -8, 1<<31)}
			if d.rarely(4) {
				r.Sym = 1
			}
			if d.very(badRelocs, 300) {
				r.Sym = pick[uint32](d, uint32(len(syms)+1), 1<<24-1)
			}
			if table.Arch.Packed && d.rarely(3) { // a type is a byte there
				r.Type = typ&0xff | d.relocType(table)&0xff<<8 | pick(d, 0, d.relocType(table)&0xff<<16)
			}
			if table.Arch.Packed && d.very(badRelocs, 100) {
				r.Type |= uint32(d.n(4)) << 24
			}
			relocs = append(relocs, r)
		}
		f.AddRelocs(uint32(i+1), f.Is64 || d.rarely(3), relocs)
	}
	f.AddGroup(uint32(1+slices.IndexFunc(syms, func(s objgen.ELFSymbol) bool { return s.Name == "h" })), 1, 2)
	if d.theme == manyGroups || d.rarely(3) {
		free := d.same.Perm(nsec - 2)
		for range 1 + d.n(3) {
			var members []uint32
			for len(free) > 0 && len(members) < 1+d.n(3) {
				members, free = append(members, uint32(free[0]+3)), free[1:]
			}
			f.AddGroup(uint32(1+d.n(len(syms))), uint32(min(d.n(4), 1)), members...)
		}
	}
	return f.Bytes()
}

func hostileCOFF(d dice, machine uint16, table *reloc.Table) []byte {
	f := &objgen.COFF{Machine: machine, Big: d.rarely(3)}
	names := []string{".text", ".text$f", ".text$g", ".data", ".rdata", ".eh_frame", ".pdata$f", ".xdata$f", ".tls$", ".CRT$XCU", ".CRT$XTZ", ".drectve", ".debug_info", ".bss", ".gnu.linkonce.t.f", ".idata$5"}
	nsec := 3 + d.n(7)
	f.Add(objgen.COFFSection{Name: ".text", Flags: 0x60500020, Data: make([]byte, 16)})
	f.Add(objgen.COFFSection{Name: ".text$h", Flags: 0x60501020, Data: make([]byte, 16)})
	for range nsec - 2 {
		s := objgen.COFFSection{Name: pick(d, names...), Flags: pick[uint32](d, 0x60000020, 0x60000020, 0xc0000040, 0x40000040, 0xc0000080, 0x42000040, 0xa00)}
		if d.n(3) == 0 || d.theme == manyGroups && d.n(3) > 0 {
			s.Flags |= 0x1000
		}
		if d.very(strangeFlags, 200) {
			s.Flags ^= 1 << d.n(32)
		}
		s.Flags |= uint32(d.n(15)) << 20
		if s.Flags&0x80 == 0 {
			s.Data = d.contents(pick(d, 0, 1, 8, 16, 48, 64, 100), false)
		} else {
			s.Size = uint32(d.size())
		}
		if s.Name == ".drectve" {
			s.Data = []byte(pick(d, "/alternatename:f=g ", "-aligncomm:\"x\",4 /include:q", "/alternatename:q=q /alternatename:g=f", " \"", "/export:f,data"))
		}
		if d.rarely(40) {
			s.Address = uint32(d.size())
		}
		f.Add(s)
	}
	syms := []uint32{f.AddSectionSymbol(2, 2, 0)}
	f.AddSymbol(objgen.COFFSymbol{Name: "h", Section: 2, Class: 2, Type: 0x20})
	syms = append(syms, f.AddSymbol(objgen.COFFSymbol{Name: "L", Section: 2, Value: 4, Class: 3}))
	for i := range nsec - 2 {
		if d.n(3) > 0 {
			syms = append(syms, f.AddSectionSymbol(int32(i+3), byte(d.n(7)), int32(1+d.n(nsec))))
		}
	}
	for k := range d.n(14) {
		s := objgen.COFFSymbol{Section: int32(d.n(nsec + 1)), Class: pick[uint8](d, 2, 2, 2, 3, 3, 6, 103, 104), Type: pick[uint16](d, 0, 0x20), Value: uint32(d.n(70))}
		switch d.n(10) {
		case 0:
			s.Section = pick[int32](d, -1, -2, -1)
		case 1:
			s.Section, s.Class, s.Value = 0, 2, uint32(d.size())
		case 2, 3:
			s.Section, s.Value = 0, 0
		case 4:
			syms = append(syms, f.AddWeak(pick(d, hostileNames[1:]...), pick(d, syms...), uint32(1+d.n(4))))
			continue
		}
		s.Name = d.name(s.Class == 2 && s.Section > 0, k)
		if s.Section == 0 && s.Class == 2 && !d.rarely(6) {
			s.Value = 0
		}
		syms = append(syms, f.AddSymbol(s))
	}
	for i := range nsec {
		s := f.Section(int32(i + 1))
		if s.Data == nil && !d.very(emptyRelocs, 200) || d.rarely(3) {
			continue
		}
		for range 1 + d.n(6) {
			typ := d.relocType(table)
			off, ok := d.place(table, typ, len(s.Data))
			if !ok {
				continue
			}
			sym := pick(d, syms...)
			if d.rarely(4) {
				sym = syms[0]
			}
			if d.very(badRelocs, 300) {
				sym += uint32(d.n(30))
			}
			s.Relocs = append(s.Relocs, objgen.COFFReloc{Address: uint32(off) + s.Address, Sym: sym, Type: uint16(typ)})
		}
	}
	return f.Bytes()
}

func hostileMachO(d dice, cpu uint32, table *reloc.Table) []byte {
	f := &objgen.MachO{CPU: cpu, Is64: cpu == 0x1000007 || cpu == 0x100000c, Split: d.rarely(2)}
	nsec, nsyms := 1+d.n(6), d.n(12)
	pointer := 4
	if f.Is64 {
		pointer = 8
	}
	for range nsec {
		s := objgen.MachOSection{
			Name: pick(d, "__text", "__data", "__eh_frame", "__compact_unwind", "__thread_vars", "__const"), Segment: pick(d, "__TEXT", "__DATA", "__DWARF", "__LD"),
			Flags: pick[uint32](d, 0, 0x80000400, 0x80000400, 1, 6, 7, 9, 0x11, 0x12, 0x13, 0x14, 8, 0x80000401), Align: uint32(pick(d, 0, 2, 3, 4, 12)),
			Reserved1: uint32(d.n(3)), Reserved2: uint32(pick(d, 0, 5)),
		}
		if d.very(largeAligns, 200) {
			s.Align = uint32(d.n(33))
		}
		if d.very(strangeFlags, 200) {
			s.Flags ^= pick[uint32](d, 0x80000400, 1, 2, 4, 0x10)
		}
		if t := s.Flags & 0xff; t == 1 || t == 0x12 {
			s.Size = d.size()
		} else {
			s.Data = d.contents(pick(d, 0, pointer, 2*pointer, 48, 64, 5, 20), false)
		}
		for n := d.n(5); n > 0 && (s.Data != nil || d.very(emptyRelocs, 200)); n-- {
			typ := d.relocType(table)
			off, ok := d.place(table, typ, len(s.Data))
			if !ok || typ >= 0x80 {
				continue
			}
			r := objgen.MachOReloc{
				Address: uint32(off), Type: uint8(typ & 15), PCRel: typ&16 != 0, Length: uint8(typ >> 5 & 3), Extern: !d.rarely(3),
				Symbol: uint32(d.n(max(nsyms, 1))), Value: uint32(d.n(16)),
			}
			if !r.Extern {
				r.Symbol = uint32(1 + d.n(nsec))
			}
			pair := r
			switch narrow := cpu == 7 || cpu == 12; {
			case table.Rows[typ].Expr == reloc.Diff && narrow: // two addresses
				r.Scattered, r.Extern = true, false
				pair = r
				pair.Type, pair.Value = 1, uint32(d.n(16))
				s.Relocs = append(s.Relocs, r, pair)
			case cpu == 12 && r.Type >= 8:
				pair.Type, pair.Address, pair.Extern, pair.Symbol = 1, uint32(d.n(1<<16)), false, 0xffffff
				s.Relocs = append(s.Relocs, r, pair)
			case table.Rows[typ].Expr == reloc.Diff:
				pair.Type, pair.Symbol = 0, uint32(d.n(max(nsyms, 1)))
				s.Relocs = append(s.Relocs, r, pair)
			case narrow && d.rarely(3):
				r.Scattered, r.Extern = true, false
				s.Relocs = append(s.Relocs, r)
			case r.Type == 10:
			case cpu == 0x100000c && d.rarely(4) && (r.Type == 2 || r.Type == 3 || r.Type == 4):
				pair.Type, pair.Symbol, pair.Extern, pair.PCRel = 10, uint32(d.n(1<<24)), false, false
				s.Relocs = append(s.Relocs, pair, r)
			default:
				s.Relocs = append(s.Relocs, r)
			}
			if d.very(badRelocs, 300) { // what often goes with it
				r.Type, r.Extern = pick[uint8](d, 0, 1, 10, r.Type), r.Extern && d.rarely(2)
				s.Relocs = append(s.Relocs, r)
			}
		}
		f.Add(s)
	}
	for k := range nsyms {
		s := objgen.MachOSymbol{Type: pick[uint8](d, 0xe, 0xf, 0xf, 1, 1, 0x1f, 0x11, 3, 0xb, 0x24), Section: uint8(1 + d.n(nsec)), Desc: pick[uint16](d, 0, 0, 8, 0x40, 0x80, 0xc0, 0x100, 0x200)}
		s.Value = uint64(d.n(200))
		switch {
		case s.Type == 0xb:
			s.Target = "_" + pick(d, hostileNames[1:]...)
			s.Value = 0
		case s.Type&0xe == 0 && !d.rarely(4):
			s.Value = 0
		}
		if d.rarely(20) {
			s.Value = d.size()
		}
		if s.Type&0xe != 0xe {
			s.Section = 0
		}
		s.Name = "_" + d.name(s.Type == 0xf || s.Type == 0x1f || s.Type == 3 || s.Type == 0xb, k)
		f.AddSymbol(s)
	}
	for range d.n(8) {
		f.Indirect = append(f.Indirect, pick(d, uint32(d.n(max(nsyms, 1))), uint32(d.n(max(nsyms, 1))), 1<<31, 1<<30))
	}
	return f.Bytes()
}

var hostileTargets = []struct {
	name string
	make func(d dice) []byte
}{
	{"elf-amd64", func(d dice) []byte { return hostileELF(d, 62, false, amd64.ELF) }},
	{"elf-i386", func(d dice) []byte { return hostileELF(d, 3, false, x86.ELF) }},
	{"elf-aarch64", func(d dice) []byte { return hostileELF(d, 183, false, arm64.ELF) }},
	{"elf-aarch64be", func(d dice) []byte { return hostileELF(d, 183, true, arm64.ELF) }},
	{"elf-arm", func(d dice) []byte { return hostileELF(d, 40, false, arm.ELF) }},
	{"elf-riscv64", func(d dice) []byte { return hostileELF(d, 243, false, riscv.ELF) }},
	{"elf-loong64", func(d dice) []byte { return hostileELF(d, 258, false, loong64.ELF) }},
	{"elf-loong32", func(d dice) []byte { return hostileELF(d, 258, false, loong64.ELF32) }},
	{"elf-mips-o32", func(d dice) []byte { return hostileELF(d, 8, true, mips.O32) }},
	{"elf-mips64el-n64", func(d dice) []byte { return hostileELF(d, 8, false, mips.N64) }},
	{"elf-ppc", func(d dice) []byte { return hostileELF(d, 20, true, ppc.ELF32) }},
	{"elf-ppc64", func(d dice) []byte { return hostileELF(d, 21, true, ppc.V2) }},
	{"elf-ppc64v1", func(d dice) []byte { return hostileELF(d, 21, true, ppc.V1) }},
	{"elf-ppc64le", func(d dice) []byte { return hostileELF(d, 21, false, ppc.V2) }},
	{"elf-riscv32", func(d dice) []byte { return hostileELF(d, 243, false, riscv.ELF32) }},
	{"elf-sparc64", func(d dice) []byte { return hostileELF(d, 43, true, sparc64.ELF) }},
	{"elf-bpfel", func(d dice) []byte { return hostileELF(d, 247, false, bpf.ELF) }},
	{"elf-bpfeb", func(d dice) []byte { return hostileELF(d, 247, true, bpf.ELF) }},
	{"elf-s390x", func(d dice) []byte { return hostileELF(d, 22, true, s390x.ELF) }},
	{"coff-amd64", func(d dice) []byte { return hostileCOFF(d, 0x8664, amd64.COFF) }},
	{"coff-i386", func(d dice) []byte { return hostileCOFF(d, 0x14c, x86.COFF) }},
	{"coff-armnt", func(d dice) []byte { return hostileCOFF(d, 0x1c4, arm.COFF) }},
	{"coff-arm64", func(d dice) []byte { return hostileCOFF(d, 0xaa64, arm64.COFF) }},
	{"macho-amd64", func(d dice) []byte { return hostileMachO(d, 0x1000007, amd64.MachO) }},
	{"macho-i386", func(d dice) []byte { return hostileMachO(d, 7, x86.MachO) }},
	{"macho-arm64", func(d dice) []byte { return hostileMachO(d, 0x100000c, arm64.MachO) }},
	{"macho-arm64_32", func(d dice) []byte { return hostileMachO(d, 0x200000c, arm64.MachO32) }},
	{"macho-arm", func(d dice) []byte { return hostileMachO(d, 12, arm.MachO) }},
}

// TestHostileObjects: objects that are well formed and contradict themselves: sections
// that are code, thread-local, zero-filled and relocated at once, sizes that no sum holds,
// groups and names of three objects that are nearly alike. Each is linked in some way, in
// which now and then a callback fails.
func TestHostileObjects(t *testing.T) {
	rounds := uint64(800)
	if citest.Sample() {
		rounds = 150
	}
	for _, target := range hostileTargets {
		t.Run(target.name, func(t *testing.T) {
			parsed, linked := 0, 0
			for seed := range rounds {
				p, l := hostileRound(t, target.make, seed)
				parsed, linked = parsed+p, linked+l
			}
			// The objects are to get to where the linker decides.
			if parsed < int(rounds) || linked < int(rounds)/30 {
				t.Errorf("%d objects of %d are parsed, %d batches linked", parsed, 3*rounds, linked)
			}
			t.Logf("%d objects of %d are parsed, %d batches linked", parsed, 3*rounds, linked)
		})
	}
}

func hostileRound(t *testing.T, object func(dice) []byte, seed uint64) (parsed, linked int) {
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("seed %d: %v\n%s", seed, r, debug.Stack())
		}
	}()
	how := newDice(seed, seed+1000)
	var imgs []*objfmt.ObjectImage
	for k := range 3 {
		if img, err := objfile.Parse(fmt.Sprintf("%d.o", k), object(newDice(seed, uint64(k)))); err == nil {
			imgs = append(imgs, img)
		}
	}
	defer func() {
		for _, img := range imgs {
			img.Close()
		}
	}()
	batches := [][]*objfmt.ObjectImage{imgs}
	if n := len(imgs); n > 1 && how.rarely(2) {
		batches = [][]*objfmt.ObjectImage{imgs[:n-1], imgs[n-1:]}
	}
	way := way(how.n(256))
	if how.rarely(4) {
		way |= within
	}
	if how.rarely(6) {
		way |= pick(how, failMemory, failProtect, failTLS, failResolver, failUnwinder)
	}
	errs := whole(t, way, batches)
	if t.Failed() {
		t.Fatalf("seed %d, linked as %#x", seed, way)
	}
	return len(imgs), len(batches) - len(errs)
}

package mapped

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// tags are the entries of the dynamic section that are looked at. Those of one number are kept last.
type tags struct {
	symtab, strtab, strsz, syment, hash, relr, relrsz, relrent, rela, relasz, relaent, jmprel, jmprelsz uint64
	init, initsz, fini, finisz                                                                          uint64
	soname                                                                                              uint64
	needed                                                                                              []uint64
}

// mostNeeded is how many libraries an image may name.
const mostNeeded = 1 << 12

// read reads the dynamic section. It returns the tag of an entry that is not supported, or 0.
func (t *tags) read(d []byte, o bin.Order) (bad uint64) {
	to := map[uint64]*uint64{
		dtSymtab: &t.symtab, dtStrtab: &t.strtab, dtStrsz: &t.strsz, dtSyment: &t.syment, dtGNUHash: &t.hash,
		dtRelr: &t.relr, dtRelrsz: &t.relrsz, dtRelrent: &t.relrent, dtRela: &t.rela, dtRelasz: &t.relasz, dtRelaent: &t.relaent,
		dtJmprel: &t.jmprel, dtPltrelsz: &t.jmprelsz, dtInitArray: &t.init, dtInitSize: &t.initsz, dtFiniArray: &t.fini, dtFiniSize: &t.finisz, dtSoname: &t.soname,
	}
	for ; len(d) >= 16; d = d[16:] {
		tag, v := o.U64(d), o.U64(d[8:])
		switch p := to[tag]; {
		case tag == dtNull:
			return 0
		case p != nil:
			*p = v
		case tag == dtNeeded && len(t.needed) < mostNeeded:
			t.needed = append(t.needed, v)
		case tag == dtPltrel && v == dtRela:
		case tag == dtRel, tag == dtInit, tag == dtFini, tag == dtTextrel, tag == dtPreinitArray, tag == dtPltrel:
			return tag
		}
	}
	return 0
}

// tables finds what the dynamic section leads to.
func (p *parser) tables() error {
	d, ok := p.in(p.dynamic.Addr, p.dynamic.Size)
	if !ok || len(d) == 0 {
		return p.bad(32, "program headers", "no dynamic section in the file")
	}
	var t tags
	if bad := t.read(d, p.Order); bad != 0 {
		return p.unsupported("entry %#x of the dynamic section", bad)
	}
	if t.syment != symbolSize || t.relasz > 0 && t.relaent != symbolSize || t.relrsz > 0 && t.relrent != 8 {
		return p.damaged("entries of %d, %d and %d bytes", t.syment, t.relaent, t.relrent)
	}
	for _, x := range [...]struct {
		name       string
		to         *[]byte
		addr, size uint64 // size 0: to the end of the segment, or with unit none
		unit       uint64 // of what there may be none of
	}{
		{"the strings", &p.strings, t.strtab, t.strsz, 0},
		{"the symbols", &p.symbols, t.symtab, 0, 0},
		{"the hash table", &p.hash, t.hash, 0, 0},
		{"the packed words", &p.Relr, t.relr, t.relrsz, 8},
		{"the relocation records", &p.Rela[0], t.rela, t.relasz, symbolSize},
		{"the relocation records of calls", &p.Rela[1], t.jmprel, t.jmprelsz, symbolSize},
	} {
		if x.unit > 0 && x.size == 0 {
			continue
		}
		b, ok := p.from(x.addr)
		if ok && x.size > 0 {
			b, ok = bin.Slice(b, 0, x.size)
		}
		if !ok || x.unit > 0 && x.size%x.unit != 0 {
			return p.damaged("%s, %#x bytes at %#x, do not lie in the file", x.name, x.size, x.addr)
		}
		*x.to = b
	}
	if name, ok := bin.CString(p.strings, t.soname); ok && t.soname != 0 {
		p.SOName = bin.String(name)
	}
	for _, n := range t.needed {
		b, ok := bin.CString(p.strings, n)
		if !ok {
			return p.damaged("the name of a library at %#x", n)
		}
		p.Needed = append(p.Needed, bin.String(b))
	}
	p.Init, p.Fini = Span{t.init, t.initsz}, Span{t.fini, t.finisz}
	for _, a := range [...]Span{p.Init, p.Fini} {
		if _, ok := p.in(a.Addr, a.Size); !ok || a.Size%8 != 0 {
			return p.damaged("addresses of functions, %#x bytes at %#x, do not lie in the file", a.Size, a.Addr)
		}
	}
	return p.cutHash()
}

func (img *Image) damaged(format string, args ...any) error {
	return img.bad(0, "dynamic section", format, args...)
}

func (img *Image) unsupported(format string, args ...any) error {
	e := img.bad(0, "dynamic section", format, args...).(*objfmt.FormatError)
	e.Err = objfmt.ErrUnsupported
	return e
}

// cutHash cuts the hash table in its parts, and checks that the imports lie in the symbol table.
func (p *parser) cutHash() error {
	o := p.Order
	h := p.hash
	if len(h) < 16 {
		return p.damaged("a hash table of %d bytes", len(h))
	}
	n, words := uint64(o.U32(h)), uint64(o.U32(h[8:]))
	p.first, p.shift = o.U32(h[4:]), o.U32(h[12:])
	bloom, ok := bin.Table(h, 16, words, 8)
	var buckets []byte
	if ok {
		buckets, ok = bin.Table(h, 16+uint64(len(bloom)), n, 4)
	}
	if !ok || n == 0 || words == 0 || words&(words-1) != 0 || p.shift > 63 {
		return p.damaged("a hash table with %d buckets, %d words of a filter, shifted by %d", n, words, p.shift)
	}
	p.bloom, p.buckets = bloom, buckets
	p.chains = h[16+len(bloom)+len(buckets):]
	if _, ok := bin.Table(p.symbols, 0, uint64(max(p.first, 1)), symbolSize); !ok {
		return p.damaged("%d symbols before those of the hash table", p.first)
	}
	return p.nameImports()
}

// nameImports measures the names of imports. Names that overlap may be longer together than any memory.
func (p *parser) nameImports() error {
	for i := uint32(1); i <= p.Imports(); i++ {
		s, ok := p.Symbol(i)
		if !ok || len(s.Name) == 0 {
			return p.damaged("import %d has no name", i)
		}
		if p.ImportNames += len(s.Name); p.ImportNames > len(p.Data) {
			return p.damaged("import %d: names overlap: they are longer together than the file has room for", i)
		}
	}
	return nil
}

// unwind finds the call frame information by its sorted table (LSB Core, "The .eh_frame_hdr section"), whose second field is its address.
func (p *parser) unwind() error {
	if p.frame.Size == 0 {
		return nil
	}
	const pcrel4 = 0x1b // DW_EH_PE_pcrel | DW_EH_PE_sdata4
	h, ok := p.in(p.frame.Addr, p.frame.Size)
	if !ok || len(h) < 8 || h[0] != 1 || h[1] != pcrel4 {
		return p.bad(0, "unwind table", "no table of version 1 with a relative address")
	}
	at := p.frame.Addr + 4 + uint64(int64(int32(p.Order.U32(h[4:]))))
	b, ok := p.from(at)
	if !ok {
		return p.bad(0, "unwind table", "no call frame information at %#x", at)
	}
	p.EHFrame = Span{at, uint64(len(b))}
	const udata4, datarel4, head = 0x03, 0x3b, 12 // DW_EH_PE_udata4, DW_EH_PE_datarel | DW_EH_PE_sdata4
	if len(h) >= head && h[2] == udata4 && h[3] == datarel4 && uint64(p.Order.U32(h[8:])) <= uint64(len(h)-head)/8 {
		p.FrameTable = p.frame.Addr
	}
	return nil
}

// Symbol is an entry of the dynamic symbol table.
type Symbol struct {
	Name        []byte // a view
	Value, Size uint64 // Value is an address at the recorded base, an offset in the thread-locals, or an absolute value
	Type        uint8  // STT_
	Weak        bool
	Defined     bool
	Abs         bool
}

// Types of symbols.
const (
	Object = 1
	Func   = 2
	TLS    = 6
	IFunc  = 10
)

// Symbol reads an entry of the dynamic symbol table; false if there is none, or its name does not lie in the file.
func (img *Image) Symbol(i uint32) (s Symbol, ok bool) {
	if s, ok = img.Entry(i); !ok {
		return s, false
	}
	s.Name, ok = bin.CString(img.strings, uint64(img.Order.U32(img.symbols[uint64(i)*symbolSize:])))
	return s, ok
}

// Entry is Symbol without the name, which is not looked at: it takes the same time however long that is.
func (img *Image) Entry(i uint32) (s Symbol, ok bool) {
	b, ok := bin.Slice(img.symbols, uint64(i)*symbolSize, symbolSize)
	if !ok {
		return s, false
	}
	o := img.Order
	section := o.U16(b[6:])
	s.Type, s.Weak, s.Defined, s.Abs = b[4]&15, b[4]>>4 == 2, section != 0, section == 0xfff1
	s.Value, s.Size = o.U64(b[8:]), o.U64(b[16:])
	return s, ok
}

// Imports is how many symbols from number 1 on are names that the image leaves undefined.
func (img *Image) Imports() uint32 { return max(img.first, 1) - 1 }

// mostChain is how many symbols of one bucket are looked at: a table that is not damaged has a few.
const mostChain = 1 << 16

// Lookup finds a definition by the file's hash table. Nothing is allocated.
func (img *Image) Lookup(name string) (s Symbol, ok bool) {
	o, h := img.Order, elf.GNUHash(name)
	w := o.U64(img.bloom[uint64(h/64)&(uint64(len(img.bloom)/8)-1)*8:])
	if w>>(h&63)&(w>>(h>>img.shift&63))&1 == 0 {
		return s, false
	}
	i := o.U32(img.buckets[h%uint32(len(img.buckets)/4)*4:])
	if i < img.first || i == 0 {
		return s, false
	}
	for range mostChain {
		c, ok := bin.Slice(img.chains, uint64(i-img.first)*4, 4)
		if !ok {
			return s, false
		}
		v := o.U32(c)
		if v|1 == h|1 {
			if s, ok := img.Symbol(i); ok && s.Defined && string(s.Name) == name {
				return s, true
			}
		}
		if v&1 != 0 {
			break
		}
		i++
	}
	return s, false
}

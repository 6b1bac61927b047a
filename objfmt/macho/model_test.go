package macho_test

import (
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// raw is a relocation record as somebody else has read it.
type raw struct {
	addr      uint32
	value     uint32 // symbol or section number; address, if scattered
	typ, len  uint8
	pcrel     bool
	extern    bool
	scattered bool
}

// model says a second time, from what the records are for and not from how the
// parser reads them, what neutral relocations must be: if every section is where
// the object has it, S+A-P with what the field holds gives what the field holds.
type model struct {
	testing.TB
	cpu   uint32
	nsyms uint32
	addrs []uint64 // of sections
	sizes []uint64
	at    uint64                     // of the section with the records
	thumb map[uint32]objfmt.SymbolID // Thumb functions of ARM, by address
}

// addThumb notes a symbol that may be a Thumb function, given in the table's order.
func (m *model) addThumb(id int, typ byte, desc uint16, value uint64) {
	const stab, kind, sect, ext, thumbDef, weakDef = 0xe0, 0x0e, 0x0e, 1, 8, 0x80
	if m.cpu != 12 || typ&stab != 0 || typ&kind != sect || desc&thumbDef == 0 || typ&ext != 0 && desc&weakDef != 0 {
		return
	}
	if m.thumb == nil {
		m.thumb = map[uint32]objfmt.SymbolID{}
	}
	if _, ok := m.thumb[uint32(value)]; !ok {
		m.thumb[uint32(value)] = objfmt.SymbolID(id)
	}
}

// place returns a symbol and its address in the object; what is outside counts as
// at 0 on i386 and ARM, and not at all elsewhere.
func (m *model) place(r raw) (objfmt.SymbolID, uint64) {
	if r.scattered {
		end := -1
		for i := range m.addrs {
			switch off := uint64(r.value) - m.addrs[i]; {
			case off < m.sizes[i]:
				return objfmt.SymbolID(m.nsyms) + objfmt.SymbolID(i), m.addrs[i]
			case off == m.sizes[i]:
				end = i
			}
		}
		if end < 0 {
			m.Errorf("no section at %#x", r.value)
			end = 0
		}
		return objfmt.SymbolID(m.nsyms) + objfmt.SymbolID(end), m.addrs[end]
	}
	if r.extern {
		return objfmt.SymbolID(r.value), 0
	}
	if r.value == 0 {
		return objfmt.SymbolID(m.nsyms) + objfmt.SymbolID(len(m.addrs)), 0
	}
	return objfmt.SymbolID(m.nsyms+r.value) - 1, m.addrs[r.value-1]
}

func (m *model) fold(records []raw) (all []objfmt.Reloc) {
	m.Helper()
	const x8664, i386, arm = 0x01000007, 7, 12
	narrow := m.cpu == i386 || m.cpu == arm
	for i := 0; i < len(records); i++ {
		r := records[i]
		out := objfmt.Reloc{Sub: objfmt.NoSymbol}
		pair := func() raw {
			i++
			if i == len(records) {
				m.Error("a pair is missing")
				return raw{}
			}
			return records[i]
		}
		var less uint64
		switch {
		case m.cpu == x8664 && r.typ == own.X8664Subtractor, !narrow && m.cpu != x8664 && r.typ == own.ARM64Subtractor:
			out.Sub, less = m.place(r)
			p := pair()
			p.typ = r.typ
			r = p
		case !narrow && m.cpu != x8664 && r.typ == own.ARM64Addend:
			out.HasAddend, out.Addend = true, int64(int32(r.value<<8)>>8)
			r = pair()
		case m.cpu == i386 && (r.typ == own.I386SectDiff || r.typ == own.I386LocalSectDiff),
			m.cpu == arm && (r.typ == own.ARMSectDiff || r.typ == own.ARMLocalSectDiff):
			out.Sub, less = m.place(pair())
		case m.cpu == arm && r.typ >= own.ARMHalf:
			p := pair()
			if r.typ == own.ARMHalfSectDiff {
				out.Sub, less = m.place(p)
			}
			if out.Addend = int64(p.addr & 0xffff); r.len&1 == 0 {
				out.Addend <<= 16 // the field has the low half
			}
		}
		sym, base := m.place(r)
		if id, ok := m.thumb[r.value]; ok && r.scattered {
			sym, base = id, uint64(r.value)
		}
		out.Offset, out.Sym = uint64(r.addr), sym
		if !out.HasAddend {
			out.Addend += int64(less - base)
			switch {
			case !r.pcrel:
			case m.cpu == x8664 && r.extern, m.cpu == i386 && r.typ == own.I386TLV:
				out.Addend -= 1 << r.len // displacements count from the end of their field
			case !r.extern || narrow:
				out.Addend += int64(m.at) + int64(r.addr)
			}
		}
		out.Type = own.RelocType(r.typ, r.pcrel, r.len)
		all = append(all, out)
	}
	return all
}

// indirect is what entries of the indirect symbol table become.
func indirect(typ uint32, stride uint64, addend int64, entries []uint32) (all []objfmt.Reloc) {
	for i, v := range entries {
		if v&0xc0000000 == 0 {
			all = append(all, objfmt.Reloc{Offset: uint64(i) * stride, Type: typ, Sym: objfmt.SymbolID(v), Sub: objfmt.NoSymbol, HasAddend: true, Addend: addend})
		}
	}
	return all
}

// checkFrames checks records made for __eh_frame: differences of a section and
// __eh_frame that leave the field as it is while nothing moves.
func (m *model) checkFrames(name string, self objfmt.SymbolID, rs []objfmt.Reloc) {
	m.Helper()
	for _, r := range rs {
		i := int(r.Sym) - int(m.nsyms)
		if i < 0 || i >= len(m.addrs) || r.HasAddend || r.Sub != self && r.Sub != objfmt.NoSymbol {
			m.Errorf("%s: frame record %+v", name, r)
			continue
		}
		want := -int64(m.addrs[i])
		if r.Sub == self {
			want += int64(m.at)
		}
		if r.Addend != want {
			m.Errorf("%s: frame record %+v, addend should be %d", name, r, want)
		}
	}
}

func (r raw) String() string {
	return fmt.Sprintf("{at %#x value %#x type %d length %d pcrel %v extern %v scattered %v}", r.addr, r.value, r.typ, r.len, r.pcrel, r.extern, r.scattered)
}

package rtdyld

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// DebugSection is debug information of an object, as it reads where the object lies.
type DebugSection struct {
	Name string // as in the file: ".debug_info", ".zdebug_info", "__debug_info"
	Data []byte // decompressed and relocated; the caller's own
}

// DebugSections returns copies of the sections of an object that hold debug
// information, in file order: decompressed, and relocated to where the object's code
// and data are at present. They are made from the file, so that an object costs nothing
// before somebody asks, and are the caller's.
//
// References from one of them to another count from at(name), where the caller puts the
// first byte of the section in one that it joins from several objects'; nil: each
// stands alone, at 0. It is called once for each section, in file order: several may have
// one name. Mach-O compilers write most such references without a relocation,
// so that sections of Mach-O objects can only stand alone.
//
// Fields that refer to dropped code are 0; in .debug_ranges and .debug_loc, whose lists
// end at a 0, they are 1.
//
// It returns ErrUnloaded once the object is unloaded, an error if the object was not
// relocated yet, and that of the record that is wrong. It may be called concurrently,
// and by listeners.
func (o *Object) DebugSections(at func(name string) uint64) ([]DebugSection, error) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	switch {
	case o.state == Unloaded:
		return nil, fmt.Errorf("%s: %w", o.name, ErrUnloaded)
	case o.img.Import != nil:
		return nil, nil
	case o.state != unloading && !o.resolved:
		return nil, fmt.Errorf("%s: debug information of an object that is not relocated", o.name)
	}
	full, err := o.img.Full()
	if err != nil {
		return nil, err
	}
	defer full.Close()
	d := &describer{o: o, full: full}
	var ids []objfmt.SectionID
	for i := range full.Sections {
		if describes(&full.Sections[i]) {
			ids = append(ids, objfmt.SectionID(i))
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	d.addresses(at)
	out := make([]DebugSection, 0, len(ids))
	for _, id := range ids {
		b, err := d.section(id)
		if err != nil {
			return nil, err
		}
		out = append(out, DebugSection{Name: strings.Clone(full.SectionName(id)), Data: b})
	}
	return out, nil
}

// describes reports whether a section has debug information and nothing else.
func describes(s *objfmt.Section) bool {
	return s.Role == objfmt.RoleDebug && s.Flags&(objfmt.SecLoad|objfmt.SecExclude|objfmt.SecZeroFill) == 0
}

// describer relocates sections that are not in memory.
type describer struct {
	o    *Object
	full *objfmt.ObjectImage
	addr []uint64 // S of each symbol of full
	dead []bool   // by symbol: what it names was dropped
}

// addresses computes S of every symbol: that of the object in memory and, for one in a
// section that is not, its place among the sections that at describes.
func (d *describer) addresses(at func(name string) uint64) {
	o, l, full := d.o, d.o.l, d.full
	d.addr, d.dead = make([]uint64, len(full.Symbols)), make([]bool, len(full.Symbols))
	if o.state != unloading { // else its names are gone: global ones count as this object's own
		l.symbolAddresses(o, d.addr[:len(o.img.Symbols)])
	}
	start := make([]uint64, len(full.Sections))
	own := map[uint32]objfmt.SectionID{} // by number in the file, what the object in memory calls a section
	for i := range o.img.Sections {
		own[o.img.Sections[i].Number] = objfmt.SectionID(i)
	}
	loaded := make([]bool, len(full.Sections))
	for i := range full.Sections {
		s := &full.Sections[i]
		id, ok := own[s.Number]
		switch {
		case s.Flags&objfmt.SecLoad == 0:
			if at != nil && describes(s) {
				start[i] = at(full.SectionName(objfmt.SectionID(i)))
			}
		case ok && o.kept(id):
			start[i], loaded[i] = o.place[id].addr, true
		}
	}
	for i := range full.Symbols {
		s := &full.Symbols[i]
		if s.Section >= objfmt.SecSpecial {
			continue
		}
		in := &full.Sections[s.Section]
		switch {
		case in.Flags&objfmt.SecLoad == 0:
			d.addr[i] = start[s.Section] + s.Value
		case !loaded[s.Section]:
			d.dead[i] = true
		case o.state == unloading:
			d.addr[i] = start[s.Section] + s.Value
		}
	}
}

// section relocates a copy of a section.
func (d *describer) section(id objfmt.SectionID) ([]byte, error) {
	o, full := d.o, d.full
	sec := &full.Sections[id]
	file, err := full.Contents(id)
	if err != nil || len(sec.Raw) == 0 {
		return bytes.Clone(file), err
	}
	mem := bytes.Clone(file)
	place := reloc.Place{Mem: mem, File: file}
	sc := scanners.Get().(*scanScratch)
	defer scanners.Put(sc)
	sc.Begin(len(full.Symbols))
	sc.Inert = true
	var rest []byte
	for raw := sec.Raw; len(raw) > 0; raw = rest {
		var n int
		if n, rest, err = full.Format.Decode(full, sec, sc.chunk[:], raw); err != nil {
			return nil, err
		}
		if k, why := sc.Scan(o.table, uint64(len(mem)), sc.chunk[:n]); why != reloc.OK {
			return nil, d.fault(id, &sc.chunk[k], why, 0)
		}
	}
	var plan reloc.Plan
	sc.End(o.table, full.Symbols, func(objfmt.SymbolID) bool { return false }, make([]uint32, len(full.Symbols)), &plan)
	addr := d.addr
	if len(plan.Entries) > 0 {
		if addr, err = d.entries(&plan); err != nil {
			return nil, err
		}
	}
	env := reloc.Env{
		Table: o.table, Plan: &plan, Order: bin.Order{Big: full.Big}, Addr: addr,
		Base: o.base(), Image: o.l.image, NoRelax: true, About: d,
	}
	tomb := uint64(0)
	if name := full.SectionName(id); name == ".debug_ranges" || name == ".debug_loc" {
		tomb = 1
	}
	for raw := sec.Raw; len(raw) > 0; raw = rest {
		var n int
		if n, rest, err = full.Format.Decode(full, sec, sc.chunk[:], raw); err != nil {
			return nil, err
		}
		rs := slices.DeleteFunc(sc.chunk[:n], func(r objfmt.Reloc) bool {
			if !d.dead[r.Sym] {
				return o.isLeft(r.Sym)
			}
			d.bury(mem, &r, tomb)
			return true
		})
		if k, v, why := env.Apply(place, rs); why != reloc.OK {
			return nil, d.fault(id, &rs[k], why, v)
		}
	}
	return mem, nil
}

// bury writes what stands for the address of dropped code. Scan has checked the field.
func (d *describer) bury(mem []byte, r *objfmt.Reloc, tomb uint64) {
	order := bin.Order{Big: d.full.Big}
	switch d.o.table.Width(d.o.table.Rows[r.Type].Field) {
	case 8:
		order.PutU64(mem[r.Offset:], tomb)
	case 4:
		order.PutU32(mem[r.Offset:], uint32(tomb))
	}
}

// entries gives the values that thread-locals have in debug information, where code
// would have slots.
func (d *describer) entries(plan *reloc.Plan) ([]uint64, error) {
	addr := slices.Clone(d.addr)
	for i := range plan.Entries {
		en := &plan.Entries[i]
		v := uint64(0)
		switch {
		case en.Need != reloc.NeedDTPOff && en.Need != reloc.NeedTPOff:
			return nil, fmt.Errorf("%s: debug information refers to %s by a slot: %w", d.o.name, d.full.DisplayName(en.Sym), ErrUnsupported)
		case d.o.state == unloading || uint64(en.Sym) >= uint64(len(d.o.img.Symbols)):
		default:
			t, err := d.o.l.tlsOf(d.o, en.Sym, en.Need)
			if err != nil {
				return nil, err
			}
			if v = t.dtpoff; en.Need == reloc.NeedTPOff {
				v = t.tpoff
			}
		}
		addr = append(addr, v)
	}
	return addr, nil
}

// fault is [Object.fault] for a section that the object in memory need not have.
func (d *describer) fault(id objfmt.SectionID, r *objfmt.Reloc, why reloc.Fault, value uint64) error {
	e := &RelocError{
		Object: d.o.name, Section: strings.Clone(d.full.SectionName(id)), Offset: r.Offset,
		Type: d.o.table.Name(r.Type), Symbol: d.full.DisplayName(r.Sym),
		Msg: "cannot be applied to debug information", Err: ErrUnsupported,
	}
	if e.Type == "" {
		e.Type = fmt.Sprintf("relocation type %d", r.Type)
	}
	switch why {
	case reloc.BadSymbol, reloc.BadOffset:
		e.Err = objfmt.ErrFormat
	case reloc.OutOfRange, reloc.Misaligned:
		e.Msg = fmt.Sprintf("value %#x does not fit", value)
	}
	return e
}

// SizeOf implements [reloc.Symbols].
func (d *describer) SizeOf(sym objfmt.SymbolID) uint64 { return d.full.Symbols[sym].Size }

// SectionOf implements [reloc.Symbols]: sections of debug information count from 0.
func (d *describer) SectionOf(sym objfmt.SymbolID) (addr, number uint64) {
	id := d.full.Symbols[sym].Section
	if id >= objfmt.SecSpecial {
		return 0, 0
	}
	s := &d.full.Sections[id]
	if s.Flags&objfmt.SecLoad == 0 {
		return 0, uint64(s.Number)
	}
	return d.addr[sym] - d.full.Symbols[sym].Value, uint64(s.Number)
}

// IsFunc implements [reloc.Symbols].
func (d *describer) IsFunc(sym objfmt.SymbolID) bool {
	t := d.full.Symbols[sym].Type
	return t == objfmt.SymFunc || t == objfmt.SymIFunc
}

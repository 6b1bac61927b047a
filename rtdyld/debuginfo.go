package rtdyld

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/texts"
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
// What has more bytes than the image's ContentsLimit, decompressed, is an error before any of it is
// decompressed.
//
// It returns ErrUnloaded once the object is unloaded, an error if the object was not
// relocated yet, and that of the record that is wrong. It may be called concurrently,
// and from inside callbacks; at may use the linker.
func (o *Object) DebugSections(at func(name string) uint64) ([]DebugSection, error) {
	if err := o.holdDescribed(); err != nil {
		return nil, err
	}
	defer o.img.Buffer.Close()
	if o.img.Import != nil {
		return nil, nil
	}
	full, err := o.img.Full()
	if err != nil {
		return nil, err
	}
	defer full.Close()
	if err := full.CheckContents(func(id objfmt.SectionID) bool { return describes(&full.Sections[id]) }); err != nil {
		return nil, err
	}
	d := &describer{o: o, full: full, start: make([]uint64, len(full.Sections))}
	var ids []objfmt.SectionID
	for i := range full.Sections {
		if id := objfmt.SectionID(i); describes(&full.Sections[i]) {
			if ids = append(ids, id); at != nil {
				d.start[i] = at(full.SectionName(id))
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if err := o.isDescribed(); err != nil { // it may have gone meanwhile
		return nil, err
	}
	d.addresses()
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

// holdDescribed keeps the buffer of an object that has debug information, until that is closed.
func (o *Object) holdDescribed() error {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if err := o.isDescribed(); err != nil {
		return err
	}
	o.img.Buffer.Retain() // it is the linker's, too
	return nil
}

// isDescribed says why there is no debug information of an object.
func (o *Object) isDescribed() error {
	switch {
	case o.stage == unloaded:
		return fmt.Errorf("%s: %w", texts.Name(o.name), ErrUnloaded)
	case o.stage != unloading && o.fields != current && o.img.Import == nil:
		return fmt.Errorf("%s: debug information of an object that is not relocated", texts.Name(o.name))
	}
	return nil
}

// describes reports whether a section has debug information and nothing else.
func describes(s *objfmt.Section) bool {
	return s.Role == objfmt.RoleDebug && s.Flags&(objfmt.SecLoad|objfmt.SecExclude|objfmt.SecZeroFill) == 0
}

// describer relocates sections that are not in memory.
type describer struct {
	o     *Object
	full  *objfmt.ObjectImage
	addr  []uint64 // S of each symbol of full
	dead  []bool   // by symbol: what it names was dropped
	start []uint64 // of each section of full: where those with debug information are put, then all
}

// addresses computes S of every symbol: that of the object in memory and, for one in a
// section that is not, its place in that.
func (d *describer) addresses() {
	start := d.start
	o, l, full := d.o, d.o.l, d.full
	d.addr, d.dead = make([]uint64, len(full.Symbols)), make([]bool, len(full.Symbols))
	if o.stage != unloading { // else its names are gone: global ones count as this object's own
		l.symbolAddresses(context.Background(), o, d.addr[:len(o.img.Symbols)])
	}
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
		case ok && o.kept(id):
			start[i], loaded[i] = o.addr(id), true
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
		case o.stage == unloading:
			d.addr[i] = start[s.Section] + s.Value
		}
	}
}

// section relocates a copy of a section.
func (d *describer) section(id objfmt.SectionID) ([]byte, error) {
	o, full := d.o, d.full
	file, err := full.Contents(id)
	if err != nil || len(full.Sections[id].Raw) == 0 {
		return bytes.Clone(file), err
	}
	mem := bytes.Clone(file)
	contents := reloc.Contents{Mem: mem, File: file}
	sc := scanners.Get().(*scanScratch)
	defer scanners.Put(sc)
	cur := &sc.cursor
	defer cur.End()
	cur.Begin(full) // all of them: fields of what is dropped are written, too
	cur.Packed, cur.Runs = o.table.Arch.Packed, o.table.Arch.Runs
	var plan stubs.Plan
	if err := d.scan(id, file, sc, &plan); err != nil {
		return nil, err
	}
	addr := d.addr
	if len(plan.List) > 0 {
		if addr, err = d.entries(&plan); err != nil {
			return nil, err
		}
	}
	env := reloc.Env{
		Table: o.table, Made: &plan.Entries, Order: bin.Order{Big: full.Big}, Addr: addr,
		Base: o.base(), ImageBase: o.l.imageBase, NoRelax: true, About: d, Joints: &sc.joints,
	}
	sc.joints.Begin()
	tomb := uint64(0)
	if name := full.SectionName(id); name == ".debug_ranges" || name == ".debug_loc" {
		tomb = 1
	}
	for cur.Start(id, file, 0); cur.Next(); {
		rs := records.Delete(cur.Chunk, func(r *objfmt.Reloc) bool {
			if !d.dead[r.Sym] {
				return o.isLeft(r.Sym)
			}
			d.bury(mem, r, tomb)
			return true
		})
		if k, v, why := env.Apply(contents, rs); why != reloc.OK {
			return nil, d.fault(id, &rs[k], why, v)
		}
	}
	if err := cur.Err(); err != nil {
		return nil, err
	}
	if _, r, v, why := env.Finish(); why != reloc.OK {
		return nil, d.fault(id, &r, why, v)
	}
	return mem, nil
}

// scan checks the records of a section and plans what thread-locals need.
func (d *describer) scan(id objfmt.SectionID, file []byte, sc *scanScratch, plan *stubs.Plan) error {
	full, cur := d.full, &sc.cursor
	sc.Begin(plan, &stubs.Object{Table: d.o.table, Symbols: full.Symbols, Sections: full.Sections, Order: bin.Order{Big: full.Big}}, stubs.Away(func(objfmt.SymbolID) bool { return false }))
	cur.Start(id, file, 0)
	sc.Start(&cur.Section, true)
	for cur.Next() {
		if k, why := sc.Scan(uint64(len(file)), cur.Chunk); why != reloc.OK {
			return d.fault(id, &cur.Chunk[k], why, 0)
		}
	}
	if err := cur.Err(); err != nil {
		return err
	}
	sc.End(make([]uint32, len(full.Symbols)))
	return nil
}

// bury writes what replaces the address of dropped code. Scan has checked the field.
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
// would have GOT entries.
func (d *describer) entries(plan *stubs.Plan) ([]uint64, error) {
	addr := slices.Clone(d.addr)
	for i := range plan.List {
		en := &plan.List[i]
		v := uint64(0)
		switch {
		case en.Need != reloc.NeedDTPOff && en.Need != reloc.NeedTPOff:
			return nil, fmt.Errorf("%s: debug information refers to %s by a GOT entry: %w", d.o.name, short(d.full.DisplayName(en.Sym)), ErrUnsupported)
		case d.o.stage == unloading || uint64(en.Sym) >= uint64(len(d.o.img.Symbols)):
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
	case reloc.BadSymbol, reloc.BadOffset, reloc.NoPartner:
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

// Other implements [reloc.Symbols]: no debug information has branches.
func (d *describer) Other(objfmt.SymbolID) (other uint8, here bool) { return 0, false }

// IsFunc implements [reloc.Symbols].
func (d *describer) IsFunc(sym objfmt.SymbolID) bool {
	t := d.full.Symbols[sym].Type
	return t == objfmt.SymFunc || t == objfmt.SymIFunc
}

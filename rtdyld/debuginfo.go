package rtdyld

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
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

// DebugSections is [Object.DebugSectionsContext] without a limit.
func (o *Object) DebugSections(at func(name string) uint64) ([]DebugSection, error) {
	return o.DebugSectionsContext(context.Background(), at)
}

// DebugSectionsContext returns copies of the sections of an object that hold debug
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
// relocated yet, that of the record that is wrong, and that of a ctx that ends, which names the object and matches
// ctx's. It may be called concurrently, and from inside callbacks; at may use the linker.
func (o *Object) DebugSectionsContext(ctx context.Context, at func(name string) uint64) ([]DebugSection, error) {
	return o.debugSections(ctx, at, nil)
}

// SomeDebugSections is [Object.DebugSectionsContext] for sections whose names pass, each at 0: what is not needed costs nothing.
func (o *Object) SomeDebugSections(ctx context.Context, pass func(name string) bool) ([]DebugSection, error) {
	return o.debugSections(ctx, nil, pass)
}

// debugSections gives the sections that pass; nil: all do.
func (o *Object) debugSections(ctx context.Context, at func(name string) uint64, pass func(name string) bool) ([]DebugSection, error) {
	if err := o.holdDescribed(ctx); err != nil {
		return nil, err
	}
	img := o.img()
	defer o.letGo(img)
	if img.Import != nil {
		return nil, nil
	}
	full, err := img.FullContext(ctx)
	if err != nil {
		return nil, err
	}
	defer full.Close()
	if err := full.CheckContents(func(id objfmt.SectionID) bool { return describes(&full.Sections[id]) }); err != nil {
		return nil, err
	}
	d := &describer{o: o, full: full, start: make([]uint64, len(full.Sections))}
	var ids []objfmt.SectionID
	var done heed.Count
	for i := range full.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return nil, o.ended("debug information", err)
		}
		if id := objfmt.SectionID(i); describes(&full.Sections[i]) && (pass == nil || pass(full.SectionName(id))) {
			if ids = append(ids, id); at != nil {
				d.start[i] = at(full.SectionName(id))
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	if err := d.plans(ctx, ids); err != nil {
		return nil, err
	}
	if err := d.look(ctx); err != nil {
		return nil, err
	}
	out := make([]DebugSection, 0, len(ids))
	for i, id := range ids {
		b, err := d.section(ctx, id, d.files[i])
		if err != nil {
			return nil, err
		}
		out = append(out, DebugSection{Name: strings.Clone(full.SectionName(id)), Data: b})
		d.files[i] = nil
	}
	return out, nil
}

// holdDescribed keeps the buffer of an object that has debug information, until that is closed.
func (o *Object) holdDescribed(ctx context.Context) error {
	if err := o.l.lock(ctx); err != nil {
		return o.ended("debug information", err)
	}
	defer o.l.mu.Unlock()
	if err := o.isDescribed(); err != nil {
		return err
	}
	o.buf.Retain() // it is the linker's, too
	return nil
}

// isDescribed says why there is no debug information of an object.
func (o *Object) isDescribed() error {
	switch {
	case o.stage == unloaded:
		return fmt.Errorf("%s: %w", texts.Name(o.name), ErrUnloaded)
	case o.stage != unloading && o.fields != current && !o.isImport():
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
	files [][]byte // contents of those with debug information, in file order
	plan  stubs.Plan
	left  []objfmt.SymbolID // relocations to them are left alone

	base, imageBase uint64
}

// addresses computes S of every symbol: that of the object in memory and, for one in a
// section that is not, its place in that.
func (d *describer) addresses(ctx context.Context) error {
	start := d.start
	o, l, full := d.o, d.o.l, d.full
	d.addr, d.dead = make([]uint64, len(full.Symbols)), make([]bool, len(full.Symbols))
	if o.stage != unloading { // else its names are gone: global ones count as this object's own
		if err := l.symbolAddresses(ctx, o, d.addr[:len(o.img().Symbols)]); err != nil {
			return err
		}
	}
	var done heed.Count
	own := map[uint32]objfmt.SectionID{} // by number in the file, what the object in memory calls a section
	for i := range o.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		own[o.img().Sections[i].Number] = objfmt.SectionID(i)
	}
	loaded := make([]bool, len(full.Sections))
	for i := range full.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		s := &full.Sections[i]
		id, ok := own[s.Number]
		switch {
		case s.Flags&objfmt.SecLoad == 0:
		case ok && o.kept(id):
			start[i], loaded[i] = o.addr(id), true
		}
	}
	for i := range full.Symbols {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
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
	return nil
}

// plans reads the contents of sections, checks their records and plans what thread-locals need.
func (d *describer) plans(ctx context.Context, ids []objfmt.SectionID) (err error) {
	full := d.full
	d.files = make([][]byte, len(ids))
	sc := scratches.Get().(*scratch)
	defer sc.put()
	sc.Begin(&d.plan, &stubs.Object{Table: d.o.table, Image: full}, stubs.Away(func(objfmt.SymbolID) bool { return false }))
	sc.cursor.Begin(full) // all of them: fields of what is dropped are written, too
	sc.cursor.Context = ctx
	sc.cursor.Packed, sc.cursor.Runs = d.o.table.Arch.Packed, d.o.table.Arch.Runs
	for i, id := range ids {
		if d.files[i], err = full.ContentsContext(ctx, id); err != nil {
			return err
		}
		if err := d.scan(id, d.files[i], sc); err != nil {
			return err
		}
	}
	return d.o.endedOr("debug information", sc.End(ctx, make(reloc.Firsts, reloc.FirstsLen(len(full.Symbols)))))
}

// scan checks the records of a section.
func (d *describer) scan(id objfmt.SectionID, file []byte, sc *scratch) error {
	cur := &sc.cursor
	cur.Start(id, file, 0)
	sc.Start(&cur.Section, true)
	for cur.Next() {
		if k, why := sc.Scan(uint64(len(file)), cur.Chunk); why != reloc.OK {
			return d.fault(id, &cur.Chunk[k], why, 0)
		}
	}
	return cur.Err()
}

// look notes what only the linker's lock shows.
func (d *describer) look(ctx context.Context) (err error) {
	o := d.o
	if err := o.l.lock(ctx); err != nil {
		return o.ended("debug information", err)
	}
	defer o.l.mu.Unlock()
	if err := o.isDescribed(); err != nil { // it may have gone meanwhile
		return err
	}
	if err := d.addresses(ctx); err != nil {
		return o.ended("debug information", err)
	}
	d.base, d.imageBase, d.left = o.base(), o.l.imageBase, slices.Clone(o.left)
	return d.entries(ctx)
}

// section relocates a copy of a section, whose bytes in the file, decompressed, are file.
func (d *describer) section(ctx context.Context, id objfmt.SectionID, file []byte) ([]byte, error) {
	o, full := d.o, d.full
	mem := make([]byte, len(file))
	if err := heed.Copy(ctx, mem, file); err != nil {
		return nil, o.ended("debug information", err)
	}
	if len(full.Sections[id].Raw) == 0 {
		return mem, nil
	}
	contents := reloc.Contents{Mem: mem, File: file}
	sc := scratches.Get().(*scratch)
	defer sc.put()
	cur := &sc.cursor
	cur.Begin(full)
	cur.Context = ctx
	cur.Packed, cur.Runs = o.table.Arch.Packed, o.table.Arch.Runs
	env := reloc.Env{
		Table: o.table, Made: &d.plan.Entries, Order: bin.Order{Big: full.Big}, Addr: d.addr,
		Base: d.base, ImageBase: d.imageBase, NoRelax: true, About: d, Joints: &sc.joints,
	}
	sc.joints.Begin()
	tomb := uint64(0)
	if name := full.SectionName(id); name == ".debug_ranges" || name == ".debug_loc" {
		tomb = 1
	}
	for cur.Start(id, file, 0); cur.Next(); {
		rs := records.Delete(cur.Chunk, func(r *objfmt.Reloc) bool {
			if !d.dead[r.Sym] {
				_, left := slices.BinarySearch(d.left, r.Sym)
				return left
			}
			d.bury(mem, r, tomb)
			return true
		})
		if k, v, why := env.Apply(&contents, rs); why != reloc.OK {
			return nil, d.fault(id, &rs[k], why, v)
		}
	}
	if err := cur.Err(); err != nil {
		return nil, err
	}
	if _, r, v, why, err := env.Finish(ctx); err != nil {
		return nil, d.o.ended("debug information", err)
	} else if why != reloc.OK {
		return nil, d.fault(id, &r, why, v)
	}
	return mem, nil
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
// would have GOT entries: they follow the addresses of the symbols.
func (d *describer) entries(ctx context.Context) error {
	var done heed.Count
	for i := range d.plan.List {
		if err := done.Items(ctx, 1); err != nil {
			return d.o.ended("debug information", err)
		}
		en := &d.plan.List[i]
		v := uint64(0)
		switch {
		case en.Need != reloc.NeedDTPOff && en.Need != reloc.NeedTPOff:
			return fmt.Errorf("%s: debug information refers to %s by a GOT entry: %w", d.o.name, short(d.full.DisplayName(en.Sym)), ErrUnsupported)
		case d.o.stage == unloading || uint64(en.Sym) >= uint64(len(d.o.img().Symbols)):
		default:
			t, err := d.o.l.tlsOf(d.o, en.Sym, en.Need)
			if err != nil {
				return err
			}
			if v = t.dtpoff; en.Need == reloc.NeedTPOff {
				v = t.tpoff
			}
		}
		d.addr = append(d.addr, v)
	}
	return nil
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

// Code implements [reloc.Symbols].
func (d *describer) Code(objfmt.SymbolID, int64) (addr uint64, here bool) { return 0, false }

// Nowhere implements [reloc.Symbols].
func (d *describer) Nowhere(objfmt.SymbolID) bool { return false }

// IsFunc implements [reloc.Symbols].
func (d *describer) IsFunc(sym objfmt.SymbolID) bool {
	t := d.full.Symbols[sym].Type
	return t == objfmt.SymFunc || t == objfmt.SymIFunc
}

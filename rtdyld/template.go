package rtdyld

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// TemplateConfig says what a [Template] is made of. Memory is required, but for templates that are for [Stencils] alone.
type TemplateConfig struct {
	// Memory gives the memory that instances live in, in pieces for many of them. nil: there are none.
	Memory MemoryManager
	// Open says that a Block.Mem of Memory may be written after Finalize, too, as that of a mem.DualMapped with KeepWritable may:
	// then instances are made in memory that is finalized already, without a system call, and what Release frees is used again. Without
	// it each call of Instantiate or InstantiateAll has memory of its own, which goes with the last of its instances.
	Open bool
	// Publish makes code that was written to Open memory visible to instruction fetch at the target address addr, see mem.Publish. It may be called
	// concurrently. nil: not called, as on x86, which needs nothing.
	Publish func(addr, size uint64) error
	// Holes are undefined names of the object, as its symbol table has them, for which each instance has values of its own. A branch to one has no stub: a
	// value out of its reach is a *reloc.RangeError.
	Holes []string
	// Continuations are undefined names, too: where code goes on. A [Sequence] links them by their index here to others of its parts, and drops a jump to one at the very end of
	// the code if what it leads to follows. Instantiate takes their values behind those of Holes.
	Continuations []string
	// Resolver finds all other undefined names, once, for all instances. nil: there are none. What code refers to directly must be within its
	// reach; branches and GOT entries get everywhere.
	Resolver Resolver
	// NoRelax keeps all instructions as the compiler wrote them.
	NoRelax bool
}

// Template is an object that was parsed, checked and laid out once, to be copied and patched many times: what
// copy-and-patch compilers call a stencil. Each instance has code, and writable data, of its own; constants, stubs and GOT entries that do not depend
// on holes or on where the instance is are shared by some thousand bytes of instances. Unwind information is left out: package debug/instances
// shows it with the instances. All methods may be called concurrently.
type Template struct {
	cfg     TemplateConfig
	obj     *Object // in a linker of its own, whose memory holds what instances start from
	parts   [objfmt.NumKinds]part
	runs    []run // what there is no patch for
	patches [objfmt.NumKinds]patches
	shown   []def // in order of their names

	// What instances have in the table of addresses: symbols and entries with an address in it, and holes. All else does not change in a strip.
	located []placed
	moving  []placed // those that an instance has, and that its fields depend on
	holes   []hole   // in the order of the symbol table
	words   []word
	addr    []uint64 // the rest of it

	// What a strip has.
	stubs  []int  // entries of the plan, all for functions that are the same everywhere
	shared []word // in constants that a strip has

	tail tail
	odd  uint64     // bit 0 of the address by which code is entered, where that tells instruction sets apart
	refs []*heldRef // by continuation: the first relocation to it; nil: none

	mu     sync.Mutex
	strips []*strip // with a free cell
	live   int      // instances
	idle   int      // free cells
	demand demand   // of cells
	closed bool
	joints reloc.Joints
	joint  bool // some run is
	simple bool // instances have code alone, and patches in it that depend on holes and on where it is
}

// part is what all instances have of one kind of memory.
type part struct {
	master []byte // contents, with the fields that are the same in all instances
	align  uint64 // bytes
	stride uint64 // bytes from one instance to the next
	trial  uint64 // address for which master was made
	own    bool   // each instance has one; else a strip has
}

// run are relocations of one section that an instance, or a strip, is to have applied.
type run struct {
	kind    objfmt.Kind
	off     uint64 // of the section in its part
	sec     objfmt.SectionID
	size    uint64
	file    []byte
	signed  bool
	joint   bool           // values of several records make one
	strip   []objfmt.Reloc // for those of a strip that has the part
	records []objfmt.Reloc // for those of each instance; if it has the tail, that is the last one
	tail    bool
}

// placed is a symbol, or an entry, at an offset of a part.
type placed struct {
	at   uint32 // in the table of addresses
	kind objfmt.Kind
	off  uint64
}

// hole is a symbol whose value an instance gives.
type hole struct {
	at, value uint32
}

// word is a GOT entry.
type word struct {
	off uint64 // in the part with constants
	sym uint32
}

// def is a global symbol that the object defines.
type def struct {
	name string
	kind objfmt.Kind
	off  uint64
}

// ErrHole says that a hole of a [TemplateConfig] is no undefined name of the object.
var ErrHole = errors.New("no undefined name of the object")

// NewTemplate makes a template of an object, and asks for no memory yet. The image may be closed afterwards. Errors are those of [Linker.Load], an
// *UndefinedError, what the Resolver returned, and match [ErrHole] for a name and ErrUnsupported for an object with thread-locals,
// indirect functions, a GOT or descriptors that it shares with other objects, names such as __dso_handle, or relocations for which there is more than an address to know.
func NewTemplate(ctx context.Context, img *objfmt.ObjectImage, cfg TemplateConfig) (*Template, error) {
	t := &Template{cfg: cfg}
	t.cfg.Holes, t.cfg.Continuations = slices.Clone(cfg.Holes), slices.Clone(cfg.Continuations)
	stencil, err := t.openHoles(img)
	if err != nil {
		return nil, err
	}
	if img.HasTLS {
		return nil, refused(img.Name, "thread-locals")
	}
	l, err := New(Config{Memory: &templateMemory{}, NoRelax: cfg.NoRelax, Workers: 1})
	if err != nil {
		return nil, err
	}
	objs, err := l.Load(ctx, stencil)
	if err != nil {
		return nil, err
	}
	t.obj = objs[0]
	addr, err := t.addresses(ctx)
	if err == nil {
		err = t.build(ctx, addr)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return t, nil
}

// openHoles is a copy of an image in which holes are constants, and which has no unwind information.
func (t *Template) openHoles(img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	own := *img
	own.Symbols, own.Sections = slices.Clone(img.Symbols), slices.Clone(img.Sections)
	for i := range own.Sections {
		if s := &own.Sections[i]; describing[s.Role].unwind {
			s.Flags &^= objfmt.SecLoad
		}
	}
	number := make(map[string]int, t.values())
	lacking := make(map[string]bool, t.values())
	for k := range t.values() {
		name := t.open(k)
		if lacking[name] {
			return nil, fmt.Errorf("%s: hole %s twice: %w", texts.Name(img.Name), texts.Name(name), ErrHole)
		}
		number[name], lacking[name] = k, true
	}
	for i := int(img.FirstGlobal); i < len(own.Symbols); i++ {
		s := &own.Symbols[i]
		if s.Section != objfmt.SecUndef {
			continue
		}
		name := img.SymbolName(objfmt.SymbolID(i))
		if k, ok := number[name]; ok {
			t.holes = append(t.holes, hole{uint32(i), uint32(k)})
			s.Section, s.Bind = objfmt.SecAbs, objfmt.BindGlobal
			delete(lacking, name)
		}
	}
	for k := range t.values() {
		if name := t.open(k); lacking[name] {
			return nil, fmt.Errorf("%s: hole %s: %w", texts.Name(img.Name), texts.Name(name), ErrHole)
		}
	}
	return &own, nil
}

// values is how many values an instance has: of holes, then of continuations.
func (t *Template) values() int { return len(t.cfg.Holes) + len(t.cfg.Continuations) }

// open is the name that value k is for.
func (t *Template) open(k int) string {
	if k < len(t.cfg.Holes) {
		return t.cfg.Holes[k]
	}
	return t.cfg.Continuations[k-len(t.cfg.Holes)]
}

// isHole reports whether each instance gives a symbol's value, and which it is.
func (t *Template) isHole(sym objfmt.SymbolID) (value int, ok bool) {
	i, ok := slices.BinarySearchFunc(t.holes, uint32(sym), func(h hole, at uint32) int { return cmp.Compare(h.at, at) })
	if !ok {
		return 0, false
	}
	return int(t.holes[i].value), true
}

// addresses is the table of addresses for what is in a template, with what is undefined.
func (t *Template) addresses(ctx context.Context) ([]uint64, error) {
	o := t.obj
	addr := make([]uint64, len(o.img().Symbols)+len(o.plan.List)+1) // the last one is T
	if err := o.l.symbolAddresses(ctx, o, addr[:len(o.img().Symbols)]); err != nil {
		return nil, err
	}
	if err := o.l.markCode(ctx, o, addr[:len(o.img().Symbols)]); err != nil {
		return nil, err
	}
	var refs []Ref
	var syms []objfmt.SymbolID
	for k, id := range o.ids {
		sym := o.img().FirstGlobal + objfmt.SymbolID(k)
		if s := &o.img().Symbols[sym]; s.Section == objfmt.SecUndef && id < symtab.Special {
			refs = append(refs, Ref{Name: o.l.entryName(id), Weak: s.Bind == objfmt.BindWeak, Unused: o.isUnused(sym)})
			syms = append(syms, sym)
		}
	}
	out := make([]Symbol, len(refs))
	if t.cfg.Resolver != nil && len(refs) > 0 {
		if err := t.cfg.Resolver.Resolve(ctx, refs, out); err != nil {
			return nil, fmt.Errorf("%s: %w", texts.Name(o.name), err)
		}
	}
	var missing UndefinedError
	for i, sym := range syms {
		switch {
		case out[i].Found:
			addr[sym] = out[i].Addr
		case !refs[i].Weak && !refs[i].Unused:
			missing.Symbols = append(missing.Symbols, UndefinedSymbol{Name: refs[i].Name, Refs: []Reference{{Object: o.name}}})
		}
	}
	if len(missing.Symbols) > 0 {
		return nil, &missing
	}
	return addr, nil
}

// unsupported is the error of an object that a template cannot be made of.
func (t *Template) unsupported(what string) error { return refused(t.obj.name, what) }

func refused(name, what string) error {
	return fmt.Errorf("%s: template with %s: %w", texts.Name(name), what, ErrUnsupported)
}

// templateMemory is memory of a template's own linker: slices at addresses that are low and near each other.
type templateMemory struct{ blocks []Block }

const trialAddr = 0x100_0000 // page-aligned, and so are all blocks

// Allocate implements [MemoryManager].
func (m *templateMemory) Allocate(_ context.Context, reqs []Request) (Allocation, error) {
	at := uint64(trialAddr)
	for _, r := range reqs {
		if r.Size > 1<<30 {
			return nil, &TooLargeError{Object: r.Object, ID: objfmt.SecUndef, Size: r.Size}
		}
		step := max(r.Align, 1<<16)
		at = (at + step - 1) &^ (step - 1)
		m.blocks = append(m.blocks, Block{Mem: make([]byte, r.Size), Addr: at})
		at += r.Size
	}
	return m, nil
}

// Blocks implements [Allocation].
func (m *templateMemory) Blocks() []Block { return m.blocks }

// Finalize implements [Allocation].
func (m *templateMemory) Finalize(context.Context) error { return nil }

// Release implements [Allocation].
func (m *templateMemory) Release(context.Context) error { return nil }

// depends says what a value changes with.
type depends uint8

const (
	never    depends = iota
	byStrip          // where what a strip shares lies
	byMember         // the instance
)

// build finds out what each relocation depends on, and applies those that are the same everywhere.
func (t *Template) build(ctx context.Context, addr []uint64) error {
	o := t.obj
	switch a := o.table.Arch; {
	case o.img().HasIFunc || len(o.ifuncs) > 0:
		return t.unsupported("indirect functions")
	case o.plan.UsesLocal:
		return t.unsupported("thread-locals")
	case a.SharedTable || a.Descriptors || o.plan.UsesHead || o.plan.UsesBase && (a.TableBehind || o.l.got.ok):
		return t.unsupported("references to the base of a GOT that it shares")
	case len(o.plan.Details) > 0 || len(o.plan.Supplied) > 0 || o.plan.TLSDesc != 0 || len(o.mentions) > 0 || o.own.module != 0:
		return t.unsupported("entries that are not for a symbol alone")
	case o.batch.outputs != nil:
		return t.unsupported("sections that lie together for their start and end")
	case len(o.fragments) > 0 || o.index.size > 0:
		return t.unsupported("pieces of .init, or an index table")
	}
	for k := range t.parts {
		if p := &o.lay.Pieces[k]; p.Req != 0 {
			b := &o.batch.blocks[p.Req-1]
			t.parts[k] = part{master: b.Mem, align: max(p.Align, 1), trial: b.Addr, own: k != int(objfmt.KindReadOnly)}
		}
	}
	all, err := t.decode(ctx)
	if err != nil {
		return err
	}
	t.share(all)
	return t.prepare(ctx, all, addr)
}

// decode reads the relocations of all sections that are in memory. Their symbols are what is meant.
func (t *Template) decode(ctx context.Context) (all []run, err error) {
	o := t.obj
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	for i := range o.img().Sections {
		id, s := objfmt.SectionID(i), &o.img().Sections[i]
		if len(s.Raw) == 0 || !o.kept(id) {
			continue
		}
		o.begin(ctx, c)
		file, err := o.fileBytes(ctx, id)
		if err != nil {
			return nil, err
		}
		r := run{kind: s.Kind, off: o.lay.Sections[i].Off(), sec: id, size: s.Size, file: slices.Clone(file), signed: describing[s.Role].signed}
		for c.Start(id, file, o.addr(id)); c.Next(); {
			for k := range c.Chunk {
				row := &o.table.Rows[c.Chunk[k].Type]
				switch row.Expr {
				case reloc.SecRel, reloc.SecNumber, reloc.RVA:
					return nil, t.unsupported(o.table.Name(c.Chunk[k].Type))
				}
				if sym := c.Chunk[k].Sym; row.Need != reloc.NeedBase && t.isMade(sym) {
					return nil, t.unsupported("references to " + texts.Name(o.symbolName(sym)))
				}
				r.joint = r.joint || row.Expr >= reloc.LocalEntry || c.Chunk[k].More
			}
			r.records = append(r.records, c.Chunk...)
		}
		if err := c.Err(); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// share finds out whether constants are the same for all instances of a strip.
func (t *Template) share(all []run) {
	ro := &t.parts[objfmt.KindReadOnly]
	for i := range t.obj.plan.List {
		if e := &t.obj.plan.List[i]; e.Need == reloc.NeedGOT && t.symbol(e.Sym) == byMember {
			ro.own = true
		}
	}
	for i := range all {
		if r := &all[i]; r.kind == objfmt.KindReadOnly && !ro.own {
			ro.own = slices.ContainsFunc(r.records, func(rec objfmt.Reloc) bool { return t.record(r, &rec) == byMember })
		}
	}
}

// place is what an address in a kind of memory depends on.
func (t *Template) place(kind objfmt.Kind) depends {
	if t.parts[kind].own {
		return byMember
	}
	return byStrip
}

// symbol is what S of a symbol depends on.
func (t *Template) symbol(sym objfmt.SymbolID) depends {
	o := t.obj
	s := &o.img().Symbols[sym]
	switch {
	case s.Section < objfmt.SecSpecial:
		return t.place(o.img().Sections[s.Section].Kind)
	case s.Section == objfmt.SecCommon:
		return byMember
	case t.isTable(sym):
		return t.place(objfmt.KindReadOnly)
	}
	if _, ok := t.isHole(sym); ok {
		return byMember
	}
	return never
}

// record is what the field of a relocation depends on.
func (t *Template) record(r *run, rec *objfmt.Reloc) depends {
	o := t.obj
	row := &o.table.Rows[rec.Type]
	if r.joint {
		return byMember
	}
	s := t.symbol(rec.Sym)
	if rec.Sub != objfmt.NoSymbol {
		s = max(s, t.symbol(rec.Sub))
	}
	if row.Need == reloc.NeedBase {
		return max(t.place(objfmt.KindReadOnly), t.place(r.kind))
	}
	entry := row.Need == reloc.NeedGOT || row.Need == reloc.NeedStub && o.plan.Find(reloc.NeedStub, rec.Sym) >= 0
	if entry {
		s = max(s, byStrip)
	}
	switch row.Expr {
	case reloc.None:
		return never
	case reloc.Abs, reloc.AbsEven, reloc.Negative, reloc.Minus, reloc.Size, reloc.Diff:
		return s
	case reloc.PC, reloc.PCWord, reloc.PCDouble, reloc.PCEven, reloc.PCWordEven:
		if def := o.img().Symbols[rec.Sym].Section; !entry && def < objfmt.SecSpecial && o.img().Sections[def].Kind == r.kind {
			return never
		}
	}
	return max(s, t.place(r.kind))
}

// prepare makes what instances start from, and the lists of what each of them, and each strip, changes.
func (t *Template) prepare(ctx context.Context, all []run, addr []uint64) error {
	o := t.obj
	for _, h := range t.holes {
		addr[h.at] = 0
	}
	t.findTail(all)
	t.locate()
	if err := t.splitEntries(addr); err != nil {
		return err
	}
	env := t.env(addr)
	env.Base = o.base()
	t.joints.Begin()
	for i := range all {
		r := &all[i]
		own := t.parts[r.kind].own
		same := t.split(r, own)
		at := r.contents(t.parts[r.kind].master, t.parts[r.kind].trial)
		if k, v, why := env.Apply(&at, same); why != reloc.OK {
			return o.fault(r.sec, &same[k], why, v)
		}
		t.noteRefs(r)
	}
	t.compile(all)
	for i := range all {
		if r := &all[i]; len(r.records)+len(r.strip) > 0 {
			t.runs = append(t.runs, *r)
			t.joint = t.joint || r.joint
		}
	}
	code := &t.parts[objfmt.KindCode]
	code.master = code.master[:t.codeSize()] // stubs are behind all code of the object
	t.findShown()
	t.addr = addr
	t.findMoving()
	for k := range t.parts {
		p := &t.parts[k]
		unit := max(p.align, uint64(instanceUnit))
		p.stride = (uint64(len(p.master)) + unit - 1) &^ (unit - 1)
	}
	return ctx.Err()
}

// splitEntries finds out which entries an instance has, and which a strip.
func (t *Template) splitEntries(addr []uint64) error {
	o := t.obj
	for i := range o.plan.List {
		e := &o.plan.List[i]
		on := t.symbol(e.Sym)
		switch {
		case e.Need == reloc.NeedStub && on == never:
			t.stubs = append(t.stubs, i)
		case e.Need == reloc.NeedStub:
			return t.unsupported("stubs of functions that each instance has")
		case e.Need != reloc.NeedGOT:
			return t.unsupported("thread-locals")
		case on == byMember:
			t.words = append(t.words, word{o.gotOffset(i), uint32(e.Sym)})
		case on == byStrip:
			t.shared = append(t.shared, word{o.gotOffset(i), uint32(e.Sym)})
		default:
			t.putWord(t.parts[objfmt.KindReadOnly].master, word{o.gotOffset(i), uint32(e.Sym)}, addr)
		}
	}
	return nil
}

// split keeps the relocations of a run that an instance has applied, if each has the part, and those that a strip has. It returns
// all others.
func (t *Template) split(r *run, own bool) (same []objfmt.Reloc) {
	var each []objfmt.Reloc
	for _, rec := range r.records {
		switch t.record(r, &rec) {
		case never:
			same = append(same, rec)
		case byStrip:
			if !own {
				r.strip = append(r.strip, rec)
				continue
			}
			fallthrough
		default:
			each = append(each, rec)
		}
	}
	r.records = each
	return same
}

// gotOffset is where GOT entry i is in the part with constants.
func (o *Object) gotOffset(i int) uint64 {
	return o.lay.Sections[o.pseudo(place.GOT)].Off() + uint64(o.plan.List[i].Off)
}

// putWord writes a GOT entry.
func (t *Template) putWord(mem []byte, w word, addr []uint64) {
	order := bin.Order{Big: t.obj.img().Big}
	if t.obj.table.Arch.PtrSize == 4 {
		order.PutU32(mem[w.off:w.off+4], uint32(addr[w.sym]))
	} else {
		order.PutU64(mem[w.off:w.off+8], addr[w.sym])
	}
}

// contents is the memory of a section in a part, for [reloc.Env].
func (r *run) contents(mem []byte, addr uint64) reloc.Contents {
	return reloc.Contents{Mem: mem[r.off:min(r.off+r.size, uint64(len(mem)))], File: r.file, Addr: addr + r.off, Section: r.sec, Signed: r.signed}
}

// env is for tables of addresses of the template.
func (t *Template) env(addr []uint64) reloc.Env {
	o := t.obj
	return reloc.Env{Table: o.table, Made: &o.plan.Entries, Order: bin.Order{Big: o.img().Big}, Addr: addr, NoRelax: t.cfg.NoRelax, About: (*answers)(o), Joints: &t.joints}
}

// locate lists symbols that have addresses in the parts. It is told which by the relocations.
func (t *Template) locate() {
	o := t.obj
	for i := range o.img().Symbols {
		s := &o.img().Symbols[i]
		if s.Section < objfmt.SecSpecial && o.kept(s.Section) {
			t.located = append(t.located, placed{uint32(i), o.lay.Home(s.Section), o.lay.Sections[s.Section].Off() + s.Value})
		} else if s.Section == objfmt.SecCommon {
			at := o.pseudo(place.Commons)
			t.located = append(t.located, placed{uint32(i), objfmt.KindWritable, o.l.symbolAddr(o, objfmt.SymbolID(i), o.ids[objfmt.SymbolID(i)-o.img().FirstGlobal]) - o.addr(at) + o.lay.Sections[at].Off()})
		}
	}
	t.locateTable()
	for i := range o.plan.List {
		if o.plan.List[i].Need == reloc.NeedGOT {
			t.located = append(t.located, placed{uint32(o.plan.Symbols + i), objfmt.KindReadOnly, o.gotOffset(i)})
		}
	}
}

// findShown lists what Lookup finds.
func (t *Template) findShown() {
	o := t.obj
	for _, p := range t.located {
		if uint64(p.at) < uint64(len(o.img().Symbols)) && objfmt.SymbolID(p.at) >= o.img().FirstGlobal && o.img().Symbols[p.at].Bind != objfmt.BindLocal {
			t.shown = append(t.shown, def{strings.Clone(o.img().SymbolName(objfmt.SymbolID(p.at))), p.kind, p.off})
		}
	}
	slices.SortFunc(t.shown, func(a, b def) int { return strings.Compare(a.name, b.name) })
}

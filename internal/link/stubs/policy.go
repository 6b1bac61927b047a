package stubs

import (
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// What the policies differ in, for entries that not all relocations of a symbol share:
// which relocations have one, what those that share it have in common, and how it is
// written.

// keyOf is what relocations that share an entry of Details have in common, and what the
// entry is for; false if it is none of those.
func (p *Plan) keyOf(at *records.Section, r *objfmt.Reloc) (key, Detail, bool) {
	row := &p.obj.Table.Rows[r.Type]
	switch {
	case p.obj.Import != nil && p.obj.Import(r.Sym):
		return key{need: reloc.NeedGOT, in: at.ID, sym: r.Sym}, Detail{In: at.ID, pointer: true}, true
	case row.PerPage && row.Need == reloc.NeedGOT && p.obj.Policy == RuntimeDyld && p.rules().Direct:
		a := p.addend(at, r)
		return key{need: reloc.NeedGOT, page: true, in: objfmt.SecUndef, sym: r.Sym, addend: a}, Detail{In: objfmt.SecUndef, Addend: a + (pageBits+1)/2, Page: true, sum: true}, true
	case row.PerPage && row.Need == reloc.NeedGOT:
		k, d := p.pageKey(r, p.addend(at, r))
		return k, d, true
	case p.obj.Policy == RuntimeDyld && !row.PerAddend:
		return p.runtimeDyldKey(at, r)
	case row.PerAddend:
		a := p.addend(at, r)
		if class := p.obj.Table.Arch.EntryAddend; class != nil {
			a = class(row, a)
		}
		k := key{need: row.Need, in: objfmt.SecUndef, sym: r.Sym, addend: a}
		return k, Detail{In: objfmt.SecUndef, Addend: a, sum: true}, true
	case p.islanded(r.Type):
		return p.islandKey(at, r)
	}
	return key{}, Detail{}, false
}

// pageKey is keyOf for a GOT entry with a page. Local symbols of a section share those of 64 KiB
// of it. Where that is, is not known; in up to two pages, since what is rounded down.
func (p *Plan) pageKey(r *objfmt.Reloc, a int64) (key, Detail) {
	k := key{need: reloc.NeedGOT, page: true, in: objfmt.SecUndef, sym: r.Sym}
	d := Detail{In: objfmt.SecUndef, Page: true}
	at := uint64(a) + (pageBits+1)/2
	if s := &p.obj.Image.Symbols[r.Sym]; s.Bind == objfmt.BindLocal && s.Section < objfmt.SecSpecial {
		k.sym, k.section, k.off = objfmt.NoSymbol, s.Section, (at+s.Value)&^pageBits
		d.Addend = int64(k.off - s.Value)
	} else {
		k.addend = int64(at &^ pageBits)
		d.Addend = k.addend
	}
	return k, d
}

// behind is how much of a relocation's addend its entry takes over.
func (p *Plan) behind(k *key, r *objfmt.Reloc, d *Detail) int64 {
	switch stub := k.need == reloc.NeedStub; {
	case d.sum:
		return d.Addend
	case p.obj.Policy != RuntimeDyld && !stub:
		return d.Addend
	case p.obj.Policy == RuntimeDyld && stub && p.rules().Word != nil:
		return -int64(p.rules().Word(r.Type))
	case p.obj.Policy == RuntimeDyld && (!stub || p.rules().ThroughGOT):
		return 0
	case p.obj.Table.Arch.BranchTarget != nil:
		return d.Addend
	}
	return r.Addend
}

// islanded reports whether branches of a type have stubs behind their sections.
func (p *Plan) islanded(typ uint32) bool {
	t := p.obj.Table
	return p.obj.Policy == Islands && t.Rows[typ].Need == reloc.NeedStub && (t.Arch.ShortReach == 0 || t.Short(typ))
}

// callable reports whether a branch to a symbol may go through a stub that changes registers, see [reloc.Arch].ShortReach.
func (p *Plan) callable(sym objfmt.SymbolID) bool {
	return callable(p.obj.Table, &p.obj.Image.Symbols[sym])
}

func callable(t *reloc.Table, s *objfmt.Symbol) bool {
	return t.Arch.ShortReach == 0 || s.Bind != objfmt.BindLocal || s.Type == objfmt.SymFunc || s.Type == objfmt.SymIFunc
}

// Near reports whether a relocation of a section, which may be bad, is of a branch that needs a stub near it where its
// target is out of its reach.
func Near(t *reloc.Table, img *objfmt.ObjectImage, in objfmt.SectionID, r *objfmt.Reloc) bool {
	if uint64(r.Type) >= uint64(len(t.Rows)) || uint64(r.Sym) >= uint64(len(img.Symbols)) || !t.Short(r.Type) {
		return false
	}
	s := &img.Symbols[r.Sym]
	return s.Section != in && callable(t, s)
}

// wantsStub reports whether a branch in a section to a symbol gets a stub.
func (s *Scanner) wantsStub(in objfmt.SectionID, sym objfmt.SymbolID) bool {
	o := &s.plan.obj
	if o.Policy == Islands {
		return !s.Inert && s.plan.callable(sym) && (o.Image.Symbols[sym].Section != in || s.about.Away(sym) || s.entered(&o.Image.Symbols[sym]))
	}
	rules, y := s.plan.rules(), &o.Image.Symbols[sym]
	return rules.Always || s.about.External(sym) || rules.Elsewhere && y.Section != in || rules.Untyped && y.Type == objfmt.SymNone
}

// islandKey is keyOf for a branch of code that is larger than its branches reach. One
// that goes to a place behind its symbol has no stub, since stubs lead to symbols, unless
// the record says how far behind.
func (p *Plan) islandKey(at *records.Section, r *objfmt.Reloc) (key, Detail, bool) {
	a := p.obj.Table.Arch
	d := Detail{In: at.ID, Addend: r.Addend}
	if len(a.EntryPoint) > 0 {
		d.State = a.EntryPoint[p.obj.Table.Rows[r.Type].Branch]
	}
	if a.BranchTarget != nil {
		if d.Addend, d.Set = p.obj.Table.Target(p.order(), at.File, r); d.Addend != 0 {
			return key{}, d, false
		}
	} else if !r.HasAddend && p.addend(at, r) != r.Addend {
		return key{}, d, false
	}
	return key{need: reloc.NeedStub, state: d.State, in: at.ID, sym: r.Sym, addend: d.Addend}, d, true
}

// reaches reports whether a branch gets by itself to addend behind s, or to the code that the descriptor there leads to.
func (p *Plan) reaches(at *records.Section, r *objfmt.Reloc, s uint64, addend int64, code func(objfmt.SymbolID, int64) (uint64, bool)) bool {
	if s == 0 {
		return false
	}
	s += uint64(addend)
	if code != nil {
		var here bool
		if s, here = code(r.Sym, addend); !here {
			return false
		}
	}
	a := p.obj.Table.Arch
	row := &p.obj.Table.Rows[r.Type]
	if len(a.Interworking) > 0 {
		if x := a.Interworking[row.Branch]; x == reloc.StaysEven && s&1 != 0 || x == reloc.StaysOdd && s&1 == 0 {
			return false
		}
	}
	reach := a.BranchReach
	if row.Field >= reloc.FieldArch {
		reach = uint64(a.Fields[row.Field-reloc.FieldArch].Max)
	}
	from := at.Addr + r.Offset
	return s != 0 && Within(s, from, from, reach-64)
}

// Within reports whether s is less than dist from all of lo to hi.
func Within(s, lo, hi, dist uint64) bool {
	near := func(a uint64) bool { return s-a < dist || a-s < dist }
	return near(lo) && near(hi)
}

// addend is A of a relocation.
func (p *Plan) addend(at *records.Section, r *objfmt.Reloc) int64 {
	return p.obj.Table.Addend(p.order(), at.File, r)
}

// rules are those of the policy RuntimeDyld.
func (p *Plan) rules() *reloc.RuntimeDyld { return &p.obj.Table.RuntimeDyld }

// runtimeDyldNeed is what RuntimeDyld makes for a relocation: a stub, a GOT entry, or
// nothing.
func (p *Plan) runtimeDyldNeed(typ uint32) reloc.Need {
	need, rules := p.obj.Table.Rows[typ].Need, p.rules()
	stub := need == reloc.NeedStub && rules.Size > 0
	if rules.Stub != nil {
		stub = rules.Stub(typ)
	}
	switch {
	case stub:
		return reloc.NeedStub
	case need == reloc.NeedGOT:
		return need
	}
	return reloc.NeedNone
}

// runtimeDyldKey is keyOf for RuntimeDyld: stubs are shared within a section by symbol
// and addend, GOT entries hardly at all.
func (p *Plan) runtimeDyldKey(at *records.Section, r *objfmt.Reloc) (key, Detail, bool) {
	need, rules := p.runtimeDyldNeed(r.Type), p.rules()
	if need == reloc.NeedNone {
		return key{}, Detail{}, false
	}
	d := Detail{In: at.ID, Addend: r.Addend}
	if need == reloc.NeedGOT && !rules.InSection {
		d.In = objfmt.SecUndef
	}
	if need == reloc.NeedStub {
		if rules.EntryPoint != nil {
			d.State = rules.EntryPoint(r.Type)
		}
		if p.obj.Table.Arch.BranchTarget != nil {
			d.Addend, d.Set = p.obj.Table.Target(p.order(), at.File, r)
		}
	}
	k := key{need: need, state: d.State, in: d.In, sym: r.Sym, addend: d.Addend}
	if need == reloc.NeedStub && rules.Word != nil {
		d.Addend = 0
	}
	switch {
	case need == reloc.NeedStub && (rules.Always || rules.Elsewhere || rules.Untyped) && !rules.PerSite:
		p.keyOfOffset(&k, &d)
	case need == reloc.NeedStub && rules.PerSite, need == reloc.NeedGOT && !rules.InSection && !rules.ShareGOT:
		k.in, k.off = at.ID, r.Offset+1
	}
	return k, d, true
}

// UsesGOT reports whether a relocation, as RuntimeDyld reads it, has to do with the
// object's GOT: by itself or through its stub.
func (p *Plan) UsesGOT(at *records.Section, r *objfmt.Reloc) bool {
	switch p.runtimeDyldNeed(r.Type) {
	case reloc.NeedStub:
		return p.rules().ThroughGOT && p.Redirected(at, r) >= 0
	case reloc.NeedGOT:
		return !p.rules().InSection
	}
	return p.obj.Table.Rows[r.Type].Need == reloc.NeedBase
}

// keyOfOffset lets branches to one place of the object itself share a stub, whatever
// names it.
func (p *Plan) keyOfOffset(k *key, d *Detail) {
	s := &p.obj.Image.Symbols[k.sym]
	if s.Section >= objfmt.SecSpecial || s.Bind != objfmt.BindLocal && s.Bind != objfmt.BindGlobal {
		return
	}
	k.sym, k.section, k.off = objfmt.NoSymbol, s.Section, p.OffsetOf(s)
	if s.Type != objfmt.SymFunc {
		k.set = d.Set
	}
	if p.rules().AddendInPlace {
		k.off += uint64(k.addend)
		k.addend = 0
	}
}

// OffsetOf is the offset in its section of what a symbol names: its value without the
// bit that tells instruction sets apart.
func (p *Plan) OffsetOf(s *objfmt.Symbol) uint64 {
	if p.obj.Table.Arch.BranchTarget != nil && s.Type == objfmt.SymFunc {
		return s.Value &^ 1
	}
	return s.Value
}

// throughGOT reports whether a stub of Details jumps through a GOT entry.
func (p *Plan) throughGOT() bool {
	if p.obj.Policy == RuntimeDyld {
		return p.rules().ThroughGOT
	}
	return !p.obj.Table.Arch.Direct
}

// stubSize is the size and alignment in bytes of a stub of Details.
func (p *Plan) stubSize() (size, align uint64) {
	if p.obj.Policy == RuntimeDyld {
		return p.rules().Size, p.rules().Align
	}
	return p.obj.Table.Arch.StubSize, p.obj.Table.Arch.StubAlign
}

// reserves is the number of stubs that a relocation makes room for; link says that it is the second or third of a record.
func (p *Plan) reserves(r *objfmt.Reloc, link bool) uint64 {
	switch rules := p.rules(); {
	case p.obj.Policy == Islands:
		return 0 // as many as there are, see Finish
	case !rules.Reserves(r.Type), link:
		return 0
	case rules.Pairs && (r.Sub != objfmt.NoSymbol || r.HasAddend):
		return 2
	}
	return 1
}

// writeStub writes a stub of Details at addr and reports whether its target is within
// reach.
func (p *Plan) writeStub(dst []byte, d *Detail, addr, target uint64) bool {
	switch rules := p.rules(); {
	case p.obj.Policy == RuntimeDyld && rules.WriteFor != nil:
		return rules.WriteFor(dst, p.order(), p.obj.Image.Flags, target)
	case p.obj.Policy == RuntimeDyld:
		return rules.Write(dst, d.State, addr, target)
	}
	return p.obj.Table.Arch.WriteStub(dst, p.order(), addr, target)
}

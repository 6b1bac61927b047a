package rtdyld

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// directImport is an import that code refers to directly: the image has a canonical stub or, of data, a copy, whose address is the import's for all of the
// image (R_*_COPY).
type directImport struct {
	i    int // of saver.imports
	fn   bool
	size uint64
}

// canonicalGroups are where canonical stubs, their GOT entries and copies lie.
var canonicalGroups = [stubs.NumCanonical]image.Group{stubs.CanonicalCode: image.Text, stubs.CanonicalGOT: image.Foreign, stubs.CanonicalData: image.Zero}

// findDirect lists the imports that are referred to directly, in the order in which objects mention them.
func (s *saver) findDirect() error {
	l := s.l
	seen := map[uint32]bool{}
	for _, o := range s.set {
		for _, d := range o.plan.Direct {
			id := o.ids[d.Sym-o.img().FirstGlobal]
			i, is := s.index[id]
			if !is || seen[id] {
				continue
			}
			seen[id] = true
			told := l.names.Told(id)
			x := directImport{i: int(i), size: told.Size}
			x.fn = l.names.At(id).Func() || s.imports[i].fn
			why := ""
			switch {
			case !s.imports[i].strong:
				why = "code refers to it directly, and it may be nowhere"
			case !x.fn && x.size == 0:
				why = "code refers to it directly, and nothing says that it is a function, or how large it is if it is data: compile with -fPIC, or add the shared library that has it"
			}
			if why != "" {
				return &NotSavableError{Object: o.name, Symbol: o.symbolName(d.Sym), Why: why}
			}
			s.direct = append(s.direct, x)
		}
	}
	return nil
}

// canonical lays out the stubs and copies of a pass.
func (s *saver) canonical(to standIns) (*stubs.Canonical, error) {
	c := &stubs.Canonical{Arch: s.set[0].table.Arch, Order: bin.Order{Big: s.set[0].img().Big}}
	for _, d := range s.direct {
		if err := c.Add(stubs.Target{Func: d.fn, Addr: to.at(image.Address, d.i), Size: d.size}); err != nil {
			return nil, &NotSavableError{Symbol: s.l.entryName(s.imports[d.i].id), Why: "copies are too large together", Err: err}
		}
	}
	return c, nil
}

// placeDirect makes room for them behind all parts.
func (s *saver) placeDirect() error {
	c, err := s.canonical(importPasses[0])
	if err != nil {
		return err
	}
	z := &s.sizes
	for k, g := range canonicalGroups {
		p := &c.Pieces[k]
		if p.Size == 0 {
			continue
		}
		s.directAt[k] = (z.Size[g] + p.Align - 1) &^ (p.Align - 1)
		z.Size[g], z.Align[g] = s.directAt[k]+p.Size, max(z.Align[g], p.Align)
	}
	return nil
}

// moveDirect gives the names their addresses in a pass, and returns what writes the stubs.
func (s *saver) moveDirect(at *image.Layout, to standIns) (*stubs.Canonical, error) {
	c, err := s.canonical(to)
	if err != nil {
		return nil, err
	}
	for k, g := range canonicalGroups {
		c.Pieces[k].Addr = at.Addr[g] + s.directAt[k]
	}
	for k, d := range s.direct {
		s.l.names.Move(s.imports[d.i].id, c.Addr(k))
	}
	return c, nil
}

// writeDirect writes the stubs to memory that at has for each piece of them.
func (s *saver) writeDirect(c *stubs.Canonical, at func(k int, size uint64) []byte) error {
	var mem [stubs.NumCanonical][]byte
	for k := range mem {
		if k != stubs.CanonicalData && c.Pieces[k].Size > 0 {
			mem[k] = at(k, c.Pieces[k].Size)
		}
	}
	for i, d := range s.direct {
		if err := c.WriteStub(i, mem[stubs.CanonicalCode], mem[stubs.CanonicalGOT]); err != nil {
			return &NotSavableError{Symbol: s.l.entryName(s.imports[d.i].id), Why: "its stub does not reach everywhere", Err: err}
		}
	}
	return nil
}

// compareDirect is compare for the stubs: the words of their GOT entries.
func (s *saver) compareDirect(c *stubs.Canonical) ([]image.Word, error) {
	var mem [stubs.NumCanonical][]byte
	err := s.writeDirect(c, func(k int, size uint64) []byte {
		mem[k] = make([]byte, size)
		return mem[k]
	})
	if err != nil {
		return nil, err
	}
	if b := mem[stubs.CanonicalCode]; firstDifference(s.old(c.Pieces[stubs.CanonicalCode].Addr, b), b) < len(b) {
		return nil, &NotSavableError{Section: canonicalName, Why: "an absolute address in code"}
	}
	var w partWords
	if err := s.compareBytes(c.Pieces[stubs.CanonicalGOT].Addr, mem[stubs.CanonicalGOT], &w, nil); err != nil {
		return nil, err
	}
	for i := range w.words {
		w.words[i].GOT = true
	}
	return w.words, nil
}

// copies are those that loaders make.
func (s *saver) copies() (list []image.Copy) {
	c, err := s.canonical(importPasses[1])
	if err != nil {
		return nil // as in placeDirect
	}
	c.Pieces[stubs.CanonicalData].Addr = s.layout.Addr[image.Zero] + s.directAt[stubs.CanonicalData]
	for k, d := range s.direct {
		if !d.fn {
			list = append(list, image.Copy{Addr: c.Addr(k), Import: int32(d.i)})
		}
	}
	return list
}

// callsIt reports whether an object's symbol says of what it leaves undefined that it is a function.
func callsIt(o *Object, sym objfmt.SymbolID) bool {
	t := o.img().Symbols[sym].Type
	return t == objfmt.SymFunc || t == objfmt.SymIFunc
}

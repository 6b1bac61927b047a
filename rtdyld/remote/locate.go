package remote

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Location is a place in the executor's memory by its names.
type Location struct {
	Object  string // name of the loaded object; "" outside of all
	Section string // name of its section, in angle brackets if the linker made it
	Symbol  string // the nearest symbol of the section that is not above; "" for none
	Offset  uint64 // bytes from the symbol, or from the section without one
}

// String gives "f+0x10 (a.o)", or "unknown code".
func (l Location) String() string {
	name := l.Symbol
	if name == "" {
		name = l.Section
	}
	if name == "" {
		return "unknown code"
	}
	if l.Object == "" {
		return fmt.Sprintf("%s+%#x", name, l.Offset)
	}
	return fmt.Sprintf("%s+%#x (%s)", name, l.Offset, l.Object)
}

// locator knows what lies where in an executor. It needs no lock of a linker, so that an
// executor's end can be explained while linkers wait for it. Its methods may be called
// concurrently.
type locator struct {
	mu       sync.Mutex
	objects  map[*rtdyld.Object]*placed
	external map[uint64]external // by address
	sorted   []placedSection     // nil: out of date
}

// placed is an object that is finalized.
type placed struct {
	name     string
	img      *objfmt.ObjectImage
	tables   rtdyld.ImageTables // of a linked image, whose symbols are not listed
	sections []placedSection
}

type placedSection struct {
	addr, size uint64
	in         *placed
	id         objfmt.SectionID
	name       string // of a section that the linker made
}

// external is an external name that was looked up.
type external struct {
	name string
	size uint64
}

// maxExternal bounds what is remembered of lookups.
const maxExternal = 1 << 16

// Finalized implements rtdyld.Listener.
func (p *locator) Finalized(objs []*rtdyld.Object) {
	for _, o := range objs {
		e := &placed{name: o.Name(), img: o.Image()}
		e.tables, _ = o.ImageTables()
		secs := o.Sections()
		if len(secs) == 0 {
			continue
		}
		e.sections = make([]placedSection, 0, len(secs))
		for i := range secs {
			s := &secs[i]
			if s.Kind == objfmt.KindNone || len(s.Mem) == 0 {
				continue
			}
			ps := placedSection{addr: s.Addr, size: uint64(len(s.Mem)), in: e, id: s.ID}
			if uint64(s.ID) >= uint64(len(e.img.Sections)) {
				ps.name = s.Name
			}
			e.sections = append(e.sections, ps)
		}
		p.mu.Lock()
		if p.objects == nil {
			p.objects = map[*rtdyld.Object]*placed{}
		}
		p.objects[o], p.sorted = e, nil
		p.mu.Unlock()
	}
}

// Unloading implements rtdyld.Listener. An image's names are valid until then, and are
// looked at under the lock alone.
func (p *locator) Unloading(objs []*rtdyld.Object) {
	for _, o := range objs {
		p.mu.Lock()
		delete(p.objects, o)
		p.sorted = nil
		p.mu.Unlock()
	}
}

// found remembers external names that were looked up.
func (p *locator) found(refs []rtdyld.Ref, out []rtdyld.Symbol) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.external == nil {
		p.external = map[uint64]external{}
	}
	for i := range refs {
		if s := &out[i]; s.Found && s.Size > 0 && s.Kind == rtdyld.Func && len(p.external) < maxExternal {
			p.external[s.Addr] = external{refs[i].Name, s.Size}
		}
	}
}

// locate finds the names of an address.
func (p *locator) locate(addr uint64) (Location, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sorted == nil {
		for _, e := range p.objects {
			p.sorted = append(p.sorted, e.sections...)
		}
		slices.SortFunc(p.sorted, func(a, b placedSection) int { return cmp.Compare(a.addr, b.addr) })
	}
	i, found := slices.BinarySearchFunc(p.sorted, addr, func(s placedSection, a uint64) int { return cmp.Compare(s.addr, a) })
	if !found {
		i--
	}
	if i >= 0 && addr-p.sorted[i].addr < p.sorted[i].size {
		return p.sorted[i].locate(addr), true
	}
	for at, o := range p.external {
		if addr-at < o.size {
			return Location{Symbol: o.name, Offset: addr - at}, true
		}
	}
	return Location{}, false
}

// locate names an address in the section.
func (s *placedSection) locate(addr uint64) Location {
	off := addr - s.addr
	l := Location{Object: s.in.name, Section: s.name, Offset: off}
	if s.name != "" {
		return l
	}
	img := s.in.img
	l.Section = strings.Clone(img.SectionName(s.id))
	if s.in.tables.Symbols != nil {
		s.in.locateLinked(&l, s, addr)
		return l
	}
	best := -1
	bit := img.Triple.Arch.CodeBit()
	for i := range img.Symbols {
		y := &img.Symbols[i]
		if y.Section != s.id || y.Value&^bit > off || y.Type == objfmt.SymFile || y.Type == objfmt.SymSection || y.Type == objfmt.SymTLS {
			continue
		}
		if best >= 0 && !better(y, &img.Symbols[best]) {
			continue
		}
		if name := img.SymbolName(objfmt.SymbolID(i)); name != "" && !mark(name) {
			best = i
		}
	}
	if best >= 0 {
		l.Symbol, l.Offset = strings.Clone(img.SymbolName(objfmt.SymbolID(best))), off-img.Symbols[best].Value&^bit
	}
	return l
}

// locateLinked names an address in a section of a linked image, by its .symtab (gABI, Elf64_Sym).
func (e *placed) locateLinked(l *Location, s *placedSection, addr uint64) {
	const size = 24
	var order binary.ByteOrder = binary.LittleEndian
	if e.img.Big {
		order = binary.BigEndian
	}
	number, addr := uint16(e.img.Sections[s.id].Number), addr-e.tables.Bias
	var best objfmt.Symbol
	for t := e.tables.Symbols; len(t) >= size; t = t[size:] {
		y := objfmt.Symbol{Value: order.Uint64(t[8:]), Bind: objfmt.BindLocal}
		typ := elf.ST_TYPE(t[4])
		if order.Uint16(t[6:]) != number || y.Value > addr || typ == elf.STT_FILE || typ == elf.STT_SECTION || typ == elf.STT_TLS {
			continue
		}
		if typ == elf.STT_FUNC {
			y.Type = objfmt.SymFunc
		}
		if elf.ST_BIND(t[4]) != elf.STB_LOCAL {
			y.Bind = objfmt.BindGlobal
		}
		if l.Symbol != "" && !better(&y, &best) {
			continue
		}
		if name := nameAt(e.img.Strings, order.Uint32(t)); name != "" && !mark(name) {
			l.Symbol, l.Offset, best = name, addr-y.Value, y
		}
	}
}

// nameAt copies a name of a string table, empty if none ends there.
func nameAt(strings []byte, at uint32) string {
	if uint64(at) >= uint64(len(strings)) {
		return ""
	}
	name, _, _ := bytes.Cut(strings[at:], []byte{0})
	return string(name)
}

// better reports whether y says more than x of what follows both.
func better(y, x *objfmt.Symbol) bool {
	if y.Value != x.Value {
		return y.Value > x.Value
	}
	if f := y.Type == objfmt.SymFunc; f != (x.Type == objfmt.SymFunc) {
		return f
	}
	return x.Bind == objfmt.BindLocal && y.Bind != objfmt.BindLocal
}

// mark reports a name that only marks code or data (AAELF32, RISC-V and LoongArch psABIs, "Mapping symbols"), or a label of an
// assembler's, which stays in the file where code may shrink.
func mark(name string) bool {
	if strings.HasPrefix(name, ".L") {
		return true
	}
	return len(name) >= 2 && name[0] == '$' && strings.IndexByte("adtx", name[1]) >= 0 && (len(name) == 2 || name[2] == '.' || strings.HasPrefix(name, "$xrv"))
}

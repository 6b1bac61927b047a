package unwind

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Read makes the table of an object, which must be relocated; it may be called by a
// [rtdyld.Listener]. Records that make no sense are left out: then Read returns the table
// of all others and a *RecordError beside it. It returns no table for an object that is
// unloaded, with rtdyld.ErrUnloaded, and for one of a processor without rules, with a
// *TargetError.
func Read(o *rtdyld.Object) (*Table, error) {
	secs := o.Sections()
	if secs == nil && o.State() == rtdyld.Unloaded {
		return nil, fmt.Errorf("%s: %w", o.Name(), rtdyld.ErrUnloaded)
	}
	img := o.Image()
	r, err := newReader(o.Name(), img.Triple, img.Is64, img.Big)
	if err != nil {
		return nil, err
	}
	r.parts = make([]part, 0, len(secs))
	for i := range secs {
		s := &secs[i]
		p := part{name: s.Name, addr: s.Addr, mem: s.Mem, code: s.Kind == objfmt.KindCode}
		if len(s.Mem) == 0 {
			continue
		}
		if int(s.ID) < len(img.Sections) {
			is := &img.Sections[s.ID]
			if is.Flags&(objfmt.SecTLS|objfmt.SecZeroFill) != 0 || s.Kind == objfmt.KindNone {
				continue
			}
			p.role = is.Role
			p.code = p.code && (is.Role == objfmt.RolePlain || is.Role == objfmt.RoleInitCode || is.Role == objfmt.RoleFiniCode)
			p.mem = p.mem[:min(uint64(len(p.mem)), is.Size)]
			if r.format == triple.COFF && sectionIs(s.Name, ".xdata") {
				p.role = roleXData
			}
		} else {
			p.made = true
		}
		if p.code || p.made || p.role != objfmt.RolePlain || r.format == triple.COFF || r.t.m.pc == armPC {
			r.parts = append(r.parts, p)
		}
	}
	r.image = o.ImageBase()
	r.ownBlocks(o.Blocks())
	return r.table()
}

// roleXData is the role of .xdata sections here: none that a linker knows.
const roleXData = objfmt.Role(0xff)

// sectionIs reports whether a COFF section is of a name, with a $ suffix or without.
func sectionIs(name, want string) bool {
	return len(name) >= len(want) && name[:len(want)] == want && (len(name) == len(want) || name[len(want)] == '$')
}

// part is a section in memory.
type part struct {
	name string
	addr uint64
	mem  []byte
	role objfmt.Role
	code bool // functions
	made bool // by the linker
}

// reader makes a table.
type reader struct {
	object string
	format triple.Format
	image  uint64 // what image-relative fields count from
	parts  []part // by address, once sorted

	t      *Table
	err    *RecordError
	budget int // bytes of programs that may still be made of records that share their description
	scan   int // bytes of code that may still be looked at

	ownCommon int    // what own returns plus one
	prog      []byte // room for a program
	ops       []x64Op
}

func newReader(object string, target triple.Triple, is64, big bool) (*reader, error) {
	m := machineOf(target.Arch)
	if m == nil {
		return nil, fmt.Errorf("%s: %w", object, &TargetError{Have: target.Arch})
	}
	t := &Table{arch: target.Arch, m: m, addr: 4, big: big, keep: m.keep}
	if target.Format() == triple.COFF && target.Arch == triple.X86_64 {
		t.keep |= 1<<4 | 1<<5 // rsi, rdi
	}
	if is64 || target.Format() == triple.COFF && m.slot == 8 {
		t.addr = 8
	}
	return &reader{object: object, format: target.Format(), t: t}, nil
}

// bad notes a record that is left out.
func (r *reader) bad(p *part, off uint64, msg string) {
	if r.err != nil {
		r.err.More++
		return
	}
	r.err = &RecordError{Object: r.object, Section: string([]byte(p.name)), Offset: off, Msg: msg}
}

// ownBlocks notes the ranges that are the object's own: its blocks and what lies
// elsewhere.
func (r *reader) ownBlocks(blocks []rtdyld.Block) {
	var xs []extent
	for i := range r.parts {
		p := &r.parts[i]
		if !p.code || len(p.mem) == 0 {
			continue
		}
		x := extent{p.addr, p.addr + uint64(len(p.mem))}
		for _, b := range blocks {
			if end := b.Addr + uint64(len(b.Mem)); x.lo >= b.Addr && x.hi <= end {
				x = extent{b.Addr, end}
				break
			}
		}
		xs = append(xs, x)
	}
	slices.SortFunc(xs, func(a, b extent) int { return cmp.Compare(a.lo, b.lo) })
	for _, x := range xs {
		if n := len(r.t.extents); n > 0 && x.lo <= r.t.extents[n-1].hi {
			r.t.extents[n-1].hi = max(r.t.extents[n-1].hi, x.hi)
			continue
		}
		r.t.extents = append(r.t.extents, x)
	}
}

// table reads all there is.
func (r *reader) table() (*Table, error) {
	slices.SortStableFunc(r.parts, func(a, b part) int { return cmp.Compare(a.addr, b.addr) })
	total := 0
	for i := range r.parts {
		total += len(r.parts[i].mem)
	}
	r.budget, r.scan = 1<<16+16*total, 1<<16+2*total
	for i := range r.parts {
		p := &r.parts[i]
		switch {
		case p.role == objfmt.RoleEHFrame:
			r.frames(p)
		case p.made && p.code && len(p.mem) > 0:
			start, end := p.addr, p.addr+uint64(len(p.mem))
			if r.t.m.ra == ppcLR {
				start = r.restores(p)
			}
			if start < end {
				r.leaf(start, end)
			}
		}
	}
	if r.format == triple.COFF {
		r.functions()
		if r.t.m.slot == 8 {
			r.leaves()
		}
	}
	r.compactSections()
	if r.t.m.pc == armPC {
		r.indexTables()
	}
	r.t.settle()
	if r.err != nil {
		return r.t, r.err
	}
	return r.t, nil
}

// at returns n bytes of the object's memory, nil if it has not all of them.
func (r *reader) at(addr, n uint64) []byte {
	if n == 0 {
		return []byte{}
	}
	p := r.partAt(addr)
	if p == nil || n > uint64(len(p.mem))-(addr-p.addr) {
		return nil
	}
	return p.mem[addr-p.addr:][:n]
}

// partAt is the section that an address is in, nil if there is none.
func (r *reader) partAt(addr uint64) *part {
	i, found := slices.BinarySearchFunc(r.parts, addr, func(p part, a uint64) int { return cmp.Compare(p.addr, a) })
	if !found {
		i--
	}
	if i < 0 || addr-r.parts[i].addr >= uint64(len(r.parts[i].mem)) {
		return nil
	}
	return &r.parts[i]
}

// codeAt is the section of code that an address is in, nil if there is none.
func (r *reader) codeAt(addr uint64) *part {
	if p := r.partAt(addr); p != nil && p.code {
		return p
	}
	return nil
}

// add adds an entry with a copy of its instructions. It reports false if the table is
// full.
func (r *reader) add(start, end uint64, common int, prog []byte, rank uint8) bool {
	at, ok := r.copy(prog)
	if ok = ok && common >= 0; ok {
		r.t.entries = append(r.t.entries, entry{start, end, at, uint32(len(prog)), uint32(common), rank})
	}
	return ok
}

// copy puts a program in the table.
func (r *reader) copy(prog []byte) (at uint32, ok bool) {
	n := uint64(len(r.t.prog))
	if n+uint64(len(prog)) > math.MaxUint32 {
		return 0, false
	}
	r.t.prog = append(r.t.prog, prog...)
	return uint32(n), true
}

// own is the common part of the programs that this package makes: at the first
// instruction of a function.
func (r *reader) own() int {
	if r.ownCommon > 0 {
		return r.ownCommon - 1
	}
	m := r.t.m
	p := program{data: m.data}
	if m.ra == m.pc { // the call has pushed the return address
		p.defCFA(m.sp, int64(m.slot))
		p.offset(uint16(m.ra), -int64(m.slot))
	} else {
		p.defCFA(m.sp, m.bias)
	}
	for _, reg := range m.spared {
		p.same(uint16(reg))
	}
	n := r.commonOf(common{code: 1, data: m.data, ra: m.ra}, p.b)
	r.ownCommon = n + 1
	return n
}

// commonOf is the number of a common part with a program, which is added unless it is
// one of the last few; -1 if the table is full.
func (r *reader) commonOf(c common, prog []byte) int {
	t := r.t
	for i := len(t.commons) - 1; i >= max(0, len(t.commons)-8); i-- {
		old := t.commons[i]
		same := string(t.program(old.prog, old.n)) == string(prog)
		if old.prog, old.n = 0, 0; same && old == c {
			return i
		}
	}
	at, ok := r.copy(prog)
	if !ok {
		return -1
	}
	c.prog, c.n = at, uint32(len(prog))
	t.commons = append(t.commons, c)
	return len(t.commons) - 1
}

// leaf adds an entry for code that leaves the stack alone.
func (r *reader) leaf(start, end uint64) { r.add(start, end, r.own(), nil, rankLeaf) }

// program is a piece of the table's programs.
func (t *Table) program(at, n uint32) []byte { return t.prog[at : uint64(at)+uint64(n)] }

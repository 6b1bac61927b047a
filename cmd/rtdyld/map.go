package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// linkMap is what link prints of objects that are linked. What there is much of (sections, symbols, stubs and GOT entries)
// is asked of the objects while it is printed, an object at a time, so that the map of a large link takes no memory beside the link's.
type linkMap struct {
	linker *rtdyld.Linker
	objs   []*rtdyld.Object

	base     linkmap.Address    // lowest address of a section
	files    []linkmap.File     // by size
	external []linkmap.External // names that the objects have from elsewhere, by origin
	copies   []linkmap.Copy
	counts   linkmap.Counts
	bins     []string // files with the bytes of sections, in the order of eachSection; nil for none

	end      uint64 // behind the highest section
	absolute bool   // addresses are printed as they are: somebody chose them
	locals   bool   // local symbols are printed

	sections []rtdyld.LoadedSection // of the object that is asked
	symbols  []rtdyld.LoadedSymbol
	made     []rtdyld.Made
}

// makeMap describes objects that are linked; external names are those that the recorder was asked for. The error is the
// context's.
func makeMap(ctx context.Context, l *rtdyld.Linker, objs []*rtdyld.Object, reasons []rtdyld.Reason, external *recorder) (*linkMap, error) {
	m := &linkMap{linker: l, objs: objs, external: external.names(), copies: []linkmap.Copy{}}
	for _, c := range l.Copies() {
		m.copies = append(m.copies, linkmap.Copy{Symbol: c.Name, Addr: linkmap.Address(c.Addr), From: linkmap.Address(c.From), Size: c.Size})
	}
	return m, m.totals(ctx, reasons)
}

// totals adds up what each object takes, and finds the range that all do. The error is the context's.
func (m *linkMap) totals(ctx context.Context, reasons []rtdyld.Reason) error {
	base := uint64(math.MaxUint64)
	m.files = make([]linkmap.File, 0, len(m.objs))
	err := m.eachSection(ctx, func(o *rtdyld.Object, s *rtdyld.LoadedSection) {
		if s == nil { // an object begins
			m.files = append(m.files, linkmap.File{File: o.Name()})
			m.counts.Add(o.Counts())
			return
		}
		n := uint64(len(s.Mem))
		if s.Kind != objfmt.KindNone && s.Addr != 0 {
			base, m.end = min(base, s.Addr), max(m.end, s.Addr+n)
		}
		m.files[len(m.files)-1].Add(s.Kind, n)
	})
	if err != nil {
		return err
	}
	m.counts.Copies = len(m.copies)
	m.needed(reasons)
	slices.SortStableFunc(m.files, func(a, b linkmap.File) int { return cmp.Compare(b.Size, a.Size) })
	if m.end > 0 {
		m.base = linkmap.Address(base)
	}
	return nil
}

// needed says of members of archives why they are here. Of several with one name each has a reason of its own.
func (m *linkMap) needed(reasons []rtdyld.Reason) {
	of := make(map[string][]int, len(reasons))
	for i := range reasons {
		of[reasons[i].Member] = append(of[reasons[i].Member], i)
	}
	for i := range m.files {
		f := &m.files[i]
		if left := of[f.File]; len(left) > 0 {
			f.Needed = &linkmap.Reason{For: reasons[left[0]].Name, By: reasons[left[0]].By}
			of[f.File] = left[1:]
		}
	}
}

// eachSection calls f for each object with nil, then with the sections that it has in memory and with its islands of
// stubs, which have no number. The error is the context's.
func (m *linkMap) eachSection(ctx context.Context, f func(*rtdyld.Object, *rtdyld.LoadedSection)) error {
	for _, o := range m.objs {
		if err := ctx.Err(); err != nil {
			return err
		}
		f(o, nil)
		m.sections = o.AppendSections(m.sections[:0])
		for i := range m.sections {
			f(o, &m.sections[i])
		}
		for _, d := range o.Islands() {
			f(o, &rtdyld.LoadedSection{ID: objfmt.SecUndef, Name: d.Name, Block: d.Block, Align: d.Align, Kind: objfmt.KindCode})
		}
	}
	return nil
}

// eachSymbol calls f for each object with nil, then with its symbols. The error is the context's.
func (m *linkMap) eachSymbol(ctx context.Context, f func(*rtdyld.Object, *rtdyld.LoadedSymbol)) error {
	for _, o := range m.objs {
		if err := ctx.Err(); err != nil {
			return err
		}
		f(o, nil)
		m.symbols = o.AppendSymbols(m.symbols[:0])
		for i := range m.symbols {
			f(o, &m.symbols[i])
		}
	}
	return nil
}

// eachMade calls f for each object with nil, then with its stubs, or with its GOT entries. The error is the context's.
func (m *linkMap) eachMade(ctx context.Context, stubs bool, f func(*rtdyld.Object, *rtdyld.Made)) (err error) {
	for _, o := range m.objs {
		f(o, nil)
		if m.made, err = o.AppendMade(ctx, m.made[:0]); err != nil {
			return err
		}
		for i := range m.made {
			if e := &m.made[i]; (e.What == "stub") == stubs {
				f(o, e)
			}
		}
	}
	return nil
}

// number is the number of a section in its file's table, 0 for one that the linker made.
func number(o *rtdyld.Object, id objfmt.SectionID) uint32 {
	if sections := o.Image().Sections; uint64(id) < uint64(len(sections)) { // there are ids above any int of 32 bits
		return sections[id].Number
	}
	return 0
}

// show is an address as the map has it: from the image's start, so that two maps can be compared.
func (m *linkMap) show(a linkmap.Address) linkmap.Address {
	if m.absolute || a < m.base || uint64(a) > m.end {
		return a
	}
	return a - m.base
}

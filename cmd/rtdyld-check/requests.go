package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// request is what RuntimeDyld asks its memory manager for.
type request struct {
	name        string
	code        bool
	size, align uint64
}

// requests are all that RuntimeDyld would ask for to load the objects. With all it
// loads every section, else those that it meets, see meets.
func (t *tool) requests(objs []*rtdyld.Object, all bool) ([]request, error) {
	var out []request
	for _, o := range objs {
		img := o.Image()
		met, err := meets(img)
		if err != nil {
			return nil, err
		}
		null := all && t.layout == rtdyld.RuntimeDyld && img.Triple.Format() == triple.ELF
		sections := o.Sections()
		if !all && img.Triple.Format() != triple.ELF {
			slices.SortStableFunc(sections, func(a, b rtdyld.LoadedSection) int { return cmp.Compare(met.rank(&a), met.rank(&b)) })
		}
		for _, s := range sections {
			if int(s.ID) < len(img.Sections) {
				switch {
				case img.Sections[s.ID].Flags&objfmt.SecTLS != 0 && img.Triple.Format() == triple.ELF:
					continue // the tool's own threads have room for it
				case !all && (s.Kind == objfmt.KindNone || met.at[s.ID] == 0):
					continue
				case null && met.at[s.ID] == 0: // the first of those that are left, in the file's order
					out, null = append(out, nullSection(img)), false
				}
			}
			out = append(out, request{s.Name, s.Kind == objfmt.KindCode, uint64(len(s.Mem)), s.Align})
		}
	}
	return out, nil
}

// nullSection is what RuntimeDyld asks for as the first section of an ELF object, which has no contents and no
// alignment: bytes to align stubs by, in case there were any.
func nullSection(img *objfmt.ObjectImage) request {
	rules := &rtdyld.Relocations(img).RuntimeDyld
	if rules.Size == 0 {
		return request{size: 1, align: 1}
	}
	return request{size: 2*rules.Align - 1, align: rules.Align}
}

// meeting says when RuntimeDyld first has to do with the sections of an object.
type meeting struct {
	at      []int // by section, from 1 on; 0: never
	n       int   // how many there are
	symbols int   // of those, the ones that have symbols: before all others
}

func (m *meeting) meet(id objfmt.SectionID) {
	if m.at[id] == 0 {
		m.n++
		m.at[id] = m.n
	}
}

// meetNamed meets the section that a symbol names, if it names one.
func (m *meeting) meetNamed(img *objfmt.ObjectImage, sym objfmt.SymbolID) {
	if s := &img.Symbols[sym]; s.Type == objfmt.SymSection && s.Section < objfmt.SecSpecial {
		m.meet(s.Section)
	}
}

// rank orders sections by that. What is made for commons comes behind all that have
// symbols, what else is made is last.
func (m *meeting) rank(s *rtdyld.LoadedSection) int {
	switch {
	case int(s.ID) < len(m.at):
		return 2 * m.at[s.ID]
	case s.Name == "<common symbols>":
		return 2*m.symbols + 1
	}
	return 2*m.n + 1
}

// meets finds the sections that RuntimeDyld has to do with before it comes to the
// rest: those that have symbols, have relocations, or are referred to, and what it
// registers of Mach-O.
func meets(img *objfmt.ObjectImage) (*meeting, error) {
	met := &meeting{at: make([]int, len(img.Sections))}
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if s.Section < objfmt.SecSpecial && s.Type != objfmt.SymSection && s.Type != objfmt.SymFile {
			met.meet(s.Section)
		}
	}
	met.symbols = met.n
	for i := range img.Sections {
		if len(img.Sections[i].Raw) > 0 {
			met.meet(objfmt.SectionID(i))
		}
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				return nil, err
			}
			met.meetNamed(img, r.Sym)
			if r.Sub != objfmt.NoSymbol {
				met.meetNamed(img, r.Sub)
			}
		}
	}
	for id := range img.Sections {
		if name := img.SectionName(objfmt.SectionID(id)); img.Triple.Format() == triple.MachO && (name == "__text" || name == "__eh_frame" || name == "__gcc_except_tab") {
			met.meet(objfmt.SectionID(id))
		}
	}
	return met, nil
}

// checkPreallocate refuses a size that is no address.
func (t *tool) checkPreallocate() error {
	if int64(t.preallocate) < 0 {
		return fatalf("Pre-allocated bytes of memory must be a positive integer.")
	}
	return nil
}

// showRequests prints what is asked for, and refuses what -preallocate has no room for.
func (t *tool) showRequests(objs []*rtdyld.Object, all bool) error {
	if !t.printAllocs && t.preallocate == 0 {
		return nil
	}
	reqs, err := t.requests(objs, all)
	if err != nil {
		return err
	}
	used := uint64(0)
	for _, r := range reqs {
		what := "Data"
		if r.code {
			what = "Code"
		}
		if t.printAllocs {
			fmt.Fprintf(t.stdout, "allocate%sSection(Size = %d, Alignment = %d, SectionName = %s)\n", what, r.size, r.align, r.name)
		}
		if used += alignUp(r.size, r.align); t.preallocate != 0 && used > t.preallocate {
			return fatalf("Can't allocate enough memory. Tune --preallocate")
		}
	}
	return nil
}

// Package linked shows the objects of a linker to the rules of package check.
//
// Law: it only describes; it knows no format, no instruction and no operating
// system.
package linked

import (
	"encoding/binary"
	"path"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Base is how rules name an input: the last part of its path.
func Base(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

// Memory describes relocated objects, in the order in which they were loaded:
// their sections, all their symbols, local ones too, and what the linker made for
// them. A symbol that several objects have, which may be a local one, is that of
// the last. A thread-local's address is its offset from the thread pointer, that of a
// Thumb function has bit 0 set in Mach-O alone.
//
// Stubs are found in the containers FILE/SECTION, for a section that uses the
// stub, and FILE; GOT entries likewise, by got_addr. In
// Layout RuntimeDyld got_addr(FILE/SECTION, …) is the stub, as in llvm-rtdyld.
//
// The objects' memory is read when rules are evaluated and must not go before
// that. Symbols outside are added by the caller.
func Memory(objs []*rtdyld.Object) *check.Table {
	var order binary.ByteOrder = binary.LittleEndian
	if len(objs) > 0 && objs[0].Image().Big {
		order = binary.BigEndian
	}
	t := check.NewTable(order)
	for _, o := range objs {
		add(t, o)
	}
	return t
}

// region is a section in the table and where it runs.
type region struct {
	ref  check.SectionRef
	addr uint64
	size uint64
	id   objfmt.SectionID
	name string
}

func add(t *check.Table, o *rtdyld.Object) {
	img := o.Image()
	file := Base(o.Name())
	t.AddFile(file)
	var regions []region
	byID := map[objfmt.SectionID]int{}
	for _, s := range o.Sections() {
		name := s.Name
		byID[s.ID] = len(regions)
		if int(s.ID) < len(img.Sections) && img.Sections[s.ID].Flags&objfmt.SecTLS != 0 {
			s.Addr = uint64(s.TPOffset)
		}
		if name == "<got>" {
			t.AddSection(file, ".got", s.Addr, s.Mem, uint64(len(s.Mem))) // its name in the other layout
		}
		regions = append(regions, region{t.AddSection(file, name, s.Addr, s.Mem, uint64(len(s.Mem))), s.Addr, uint64(len(s.Mem)), s.ID, name})
	}
	arm := img.Triple.Arch == triple.ARM || img.Triple.Arch == triple.Thumb || img.Triple.Arch == triple.ARMEB || img.Triple.Arch == triple.ThumbEB
	tp := o.ThreadOffset()
	for _, s := range o.Symbols() {
		name := s.Name
		i, ok := byID[s.Section]
		thumb := arm && s.Type == objfmt.SymFunc && s.Addr&1 != 0
		if thumb {
			s.Addr--
		}
		if s.Type == objfmt.SymTLS {
			s.Addr += uint64(tp)
		}
		switch {
		case s.Type == objfmt.SymTLS && (!ok || s.Addr-regions[i].addr > regions[i].size):
			t.AddAbsolute(name, s.Addr) // zero-filled
		case ok && thumb && img.Triple.Format() == triple.MachO:
			t.AddThumb(name, regions[i].ref, s.Addr-regions[i].addr)
		case ok && s.Addr-regions[i].addr <= regions[i].size:
			t.AddSymbol(name, regions[i].ref, s.Addr-regions[i].addr, thumb)
		default:
			addAt(t, regions, name, s.Addr)
		}
	}
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ { // sections by names that the whole program knows
		s := &img.Symbols[i]
		if at, ok := byID[s.Section]; ok && s.Type == objfmt.SymSection && s.Value <= regions[at].size {
			t.AddSymbol(img.SymbolName(objfmt.SymbolID(i)), regions[at].ref, s.Value, false)
		}
	}
	addMade(t, o, file, regions, byID)
}

// addAt adds a symbol by address: a common one, or an absolute one.
func addAt(t *check.Table, regions []region, name string, addr uint64) {
	for _, r := range regions {
		if addr-r.addr < r.size && strings.HasPrefix(r.name, "<") {
			t.AddSymbol(name, r.ref, addr-r.addr, false)
			return
		}
	}
	t.AddAbsolute(name, addr)
}

// addMade adds stubs and GOT entries to the containers that rules may name.
func addMade(t *check.Table, o *rtdyld.Object, file string, regions []region, byID map[objfmt.SectionID]int) {
	users := []string{file}
	for _, r := range regions {
		if int(r.id) < len(o.Image().Sections) && len(o.Image().Sections[r.id].Raw) > 0 {
			users = append(users, file+"/"+r.name)
		}
	}
	for _, m := range o.Made() {
		i, ok := byID[m.In]
		if !ok {
			continue
		}
		r := &regions[i]
		off := m.Addr - r.addr
		switch {
		case m.For != objfmt.SecUndef: // made for one section
			for _, c := range []string{file, file + "/" + strings.Clone(o.Image().SectionName(m.For))} {
				t.AddStub(c, m.Symbol, m.What, r.ref, off)
				if c != file {
					t.AddGOT(c, m.Symbol, m.What, r.ref, off)
				}
			}
		case m.What == "stub":
			for _, c := range users {
				t.AddStub(c, m.Symbol, m.What, r.ref, off)
			}
		case r.name == ".got": // of Layout RuntimeDyld
			t.AddGOT(file, m.Symbol, m.What, r.ref, off)
		default:
			for _, c := range users {
				t.AddGOT(c, m.Symbol, m.What, r.ref, off)
			}
		}
	}
}

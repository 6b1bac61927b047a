package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check/linked"
	"github.com/go-rtdyld/rtdyld/triple"
)

// placer gives sections made-up addresses, as llvm-rtdyld -verify does: code in
// the order of allocation over all files, then data, each at the first address where it
// fits between what is placed already. A section takes whole pages.
type placer struct {
	start, end uint64 // first and last address
	separation uint64
	exact      bool // sections take their bytes alone: they lie in one slab
	ours       bool // laid out as our linker does

	sections []placed
	taken    []extent // by address
	run      int      // of taken: so many at its start leave no room between each other, and each ends behind the one before it
}

// placed is a section of an object.
type placed struct {
	obj  *rtdyld.Object
	file string // base name
	rtdyld.LoadedSection
	mapped bool // -map-section has given it an address
}

// threadLocal reports whether a section is the template of thread-locals of ELF. Nothing
// refers to it, and llvm-rtdyld has none; those of other formats are like any data there.
func (s *placed) threadLocal() bool {
	img := s.obj.Image()
	return img.Triple.Format() == triple.ELF && int(s.ID) < len(img.Sections) && img.Sections[s.ID].Flags&objfmt.SecTLS != 0
}

// empty reports whether a section of COFF has neither contents nor size. llvm-rtdyld
// leaves those at address 0.
func (s *placed) empty() bool {
	img := s.obj.Image()
	return int(s.ID) < len(img.Sections) && img.Sections[s.ID].Size == 0 && img.Triple.Format() == triple.COFF
}

// rank orders what is placed: code, data, templates, and what is empty.
func (s *placed) rank() int {
	switch {
	case s.empty():
		return 3
	case s.threadLocal():
		return 2
	case s.Kind == objfmt.KindCode:
		return 0
	}
	return 1
}

// extent is a piece of the address space.
type extent struct{ addr, size uint64 }

// firstAddress is where the made-up address space begins, if nothing else is said.
const firstAddress = 4096

// newPlacer makes a placer for the sections of objects.
func newPlacer(objs []*rtdyld.Object, start, end uint64) *placer {
	p := &placer{start: start, end: end}
	for _, o := range objs {
		for _, s := range o.Sections() {
			p.sections = append(p.sections, placed{obj: o, file: linked.Base(o.Name()), LoadedSection: s})
		}
	}
	return p
}

// mapSection gives a section the address that a -map-section says, FILE,SECTION=ADDR.
func (p *placer) mapSection(spec string) error {
	names, value, ok := strings.Cut(spec, "=")
	if !ok {
		value = spec
	}
	if !strings.Contains(spec, ",") {
		return fatalf("Invalid section specification '%s'. Should be '<file name>,<section name>=<addr>'", spec)
	}
	file, section, ok := strings.Cut(names, ",")
	if !ok {
		return fatalf("Invalid section specification '%s'. Should be '<file name>,<section name>=<addr>'", spec)
	}
	s, err := p.find(file, section)
	if err != nil {
		return err
	}
	addr, ok := number(value)
	if !ok {
		return fatalf("Invalid section address in mapping '%s'.", spec)
	}
	s.mapped, s.Addr = true, addr
	return s.obj.MapSectionAddress(s.ID, addr)
}

// find returns the last section of that name.
func (p *placer) find(file, section string) (*placed, error) {
	if file == "-" {
		file = stdinName
	}
	known := false
	for i := range slices.Backward(p.sections) {
		s := &p.sections[i]
		if s.file != file {
			continue
		}
		if known = true; s.Name == section || section == ".got" && s.Name == "<got>" {
			return s, nil
		}
	}
	if !known {
		return nil, &failure{shape: shapeBare, msg: "No file named " + file}
	}
	return nil, &failure{shape: shapeBare, msg: `No section named "` + section + `" in file ` + file}
}

// size is what a section takes.
func (p *placer) size(s *placed) uint64 {
	if p.exact {
		return alignUp(uint64(len(s.Mem)), s.Align)
	}
	return alignUp(uint64(len(s.Mem)), pageSize)
}

// place gives all sections an address that have none yet.
func (p *placer) place() error {
	for i := range p.sections {
		if s := &p.sections[i]; s.mapped && s.Addr != 0 {
			p.take(extent{s.Addr, p.size(s)})
		}
	}
	for rank := range 4 {
		for i := range p.sections {
			s := &p.sections[i]
			if s.mapped || s.Kind == objfmt.KindNone || s.rank() != rank {
				continue
			}
			size := p.size(s)
			addr, ok := p.beside(s, size)
			if !ok {
				addr, ok = p.room(size, s.Align)
			}
			if !ok {
				return fmt.Errorf("%s: section %s: %#x bytes do not fit between %#x and %#x", s.file, s.Name, size, p.start, p.end)
			}
			if err := s.obj.MapSectionAddress(s.ID, addr); err != nil {
				return err
			}
			s.Addr = addr
			p.take(extent{addr, size})
		}
	}
	return nil
}

// beside finds a place for what our layout makes for an object (stubs, GOT entries), which
// its code must reach: behind the first code that -map-section has placed. It is false
// for all other sections.
func (p *placer) beside(s *placed, size uint64) (uint64, bool) {
	if !p.ours || int(s.ID) < len(s.obj.Image().Sections) {
		return 0, false
	}
	i := slices.IndexFunc(p.sections, func(c placed) bool {
		return c.obj == s.obj && c.mapped && c.Kind == objfmt.KindCode
	})
	if i < 0 {
		return 0, false
	}
	align := max(s.Align, 1)
	addr, ok := sum(p.sections[i].Addr, align-1)
	addr &^= align - 1
	for _, x := range p.taken {
		if x.addr+x.size > addr && (x.addr <= addr || x.addr-addr < size) {
			next, fits := sum(x.addr, x.size, align-1)
			addr, ok = next&^(align-1), ok && fits
		}
	}
	end, inside := sum(addr, max(size, 1)-1)
	return addr, ok && inside && end <= p.end
}

// room finds the first address for a number of bytes.
func (p *placer) room(size, align uint64) (uint64, bool) {
	align = max(align, 1)
	addr, ok := sum(p.start, align-1)
	if !ok {
		return 0, false
	}
	addr &^= align - 1
	taken := p.taken
	if end, ok := sum(addr, size, p.separation); size > 0 && p.run > 0 && !(ok && end <= taken[0].addr) {
		taken = taken[p.run-1:] // nothing fits between those before, and the last of them says where to go on
		addr = taken[0].addr
	}
	for _, x := range taken {
		if end, ok := sum(addr, size, p.separation); ok && end <= x.addr {
			break
		}
		next, ok := sum(x.addr, x.size, p.separation, align-1) // llvm-rtdyld goes back, too
		if !ok {
			return 0, false
		}
		addr = next &^ (align - 1)
	}
	end, ok := sum(addr, max(size, 1)-1)
	return addr, ok && end <= p.end
}

// sum adds, false if that is more than 64 bits.
func sum(vs ...uint64) (total uint64, ok bool) {
	for _, v := range vs {
		if total += v; total < v {
			return 0, false
		}
	}
	return total, true
}

// take notes that a piece is used; of two at one address the later counts.
func (p *placer) take(x extent) {
	i, ok := slices.BinarySearchFunc(p.taken, x, func(a, b extent) int {
		switch {
		case a.addr < b.addr:
			return -1
		case a.addr > b.addr:
			return 1
		}
		return 0
	})
	p.run = min(p.run, i)
	if ok {
		p.taken[i] = x
	} else {
		p.taken = slices.Insert(p.taken, i, x)
	}
	for ; p.run < len(p.taken); p.run++ {
		if p.run == 0 {
			continue
		}
		last, next := p.taken[p.run-1], p.taken[p.run]
		end, ok := sum(last.addr, last.size)
		if stop, fits := sum(end, p.separation); !ok || !fits || next.addr > stop || next.addr+next.size < end {
			break
		}
	}
}

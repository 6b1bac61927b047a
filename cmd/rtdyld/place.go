package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// placed is a section that gets an address.
type placed struct {
	obj    *rtdyld.Object
	id     objfmt.SectionID
	file   string // base name of its input
	number uint32 // in the file's section table, 0 for one that the linker made
	name   string
	addr   uint64
	size   uint64 // bytes
	align  uint64 // bytes
	behind uint64 // bytes that are kept free behind it where we choose the address
	given  int    // index of its entry in the layout, -1 for none
}

// String gives "a.o: section 3 (.text) of 0x20 bytes at 0x401000".
func (p *placed) String() string {
	return fmt.Sprintf("%s: section %d (%s) of %#x bytes at %#x", p.file, p.number, p.name, p.size, p.addr)
}

// overlapError says that a layout gives two sections the same addresses.
type overlapError struct{ First, Second string }

func (e *overlapError) Error() string { return e.Second + " overlaps the addresses of " + e.First }

// alignError says that a layout gives a section an address that breaks its alignment.
type alignError struct {
	Section string
	Align   uint64 // bytes
}

func (e *alignError) Error() string {
	return fmt.Sprintf("%s: the address is not aligned to %d bytes", e.Section, e.Align)
}

// manyErrors is how many of a layout's errors are told.
const manyErrors = 20

// placeErrors are what is wrong with a layout, and how much more.
type placeErrors struct {
	layout *layoutFile
	errs   []error
	more   int
}

func (e *placeErrors) add(offset int64, err error) {
	if len(e.errs) == manyErrors {
		e.more++
		return
	}
	e.errs = append(e.errs, e.layout.errorAt(offset, err))
}

func (e *placeErrors) join() error {
	if e.more > 0 {
		e.errs = append(e.errs, fmt.Errorf("%s: %d more errors", e.layout.name, e.more))
	}
	return errors.Join(e.errs...)
}

// apply gives every section of the objects its address: those in the layout what
// it says, all others one behind the highest of them, in order. files are the
// objects' base names. What is allocated afterwards lies behind all of them, stubs in gaps near
// the code that needs them.
func (f *layoutFile) apply(objs []*rtdyld.Object, files []string, memory *sliceMemory) error {
	all := listSections(objs, files)
	errs := placeErrors{layout: f}
	f.give(all, objs, files, &errs)
	last := lastAddress(objs)
	if len(errs.errs) == 0 {
		f.check(all, last, &errs)
	}
	if len(errs.errs) > 0 {
		return errs.join()
	}
	next, err := placeRest(all, last)
	if err != nil {
		return err
	}
	memory.next, memory.gaps = next, f.gaps(all, objs, files, last)
	for i := range all {
		if err := all[i].obj.MapSectionAddress(all[i].id, all[i].addr); err != nil {
			return err
		}
	}
	return nil
}

// listSections lists what the objects have in memory.
func listSections(objs []*rtdyld.Object, files []string) []placed {
	var all []placed
	for i, o := range objs {
		img := o.Image()
		for _, s := range o.Sections() {
			p := placed{obj: o, id: s.ID, file: files[i], name: s.Name, size: uint64(len(s.Mem)), align: s.Align, given: -1}
			if int(s.ID) < len(img.Sections) {
				p.number = img.Sections[s.ID].Number
				if img.Sections[s.ID].Role == objfmt.RoleEHFrame {
					p.behind = 4 // the zero word that ends the records
				}
			}
			all = append(all, p)
		}
	}
	return all
}

// lastAddress is the last address of the objects' target.
func lastAddress(objs []*rtdyld.Object) uint64 {
	for _, o := range objs {
		if !o.Image().Is64 {
			return math.MaxUint32
		}
	}
	return math.MaxUint64
}

// give finds the sections that the layout names and gives them their addresses.
func (f *layoutFile) give(all []placed, objs []*rtdyld.Object, files []string, errs *placeErrors) {
	type key struct {
		file   string
		number uint32
		name   string // of one that the linker made
	}
	index := make(map[key]int, len(all))
	for i := range all {
		if p := &all[i]; p.number != 0 {
			index[key{file: p.file, number: p.number}] = i
		} else {
			index[key{file: p.file, name: p.name}] = i
		}
	}
	var inputs map[string]*rtdyld.Object // made for the first entry that is not in memory
	for n := range f.sections {
		e := &f.sections[n]
		i, ok := index[key{e.file, e.number, e.name}]
		if !ok {
			if inputs == nil {
				inputs = map[string]*rtdyld.Object{}
				for k, o := range objs {
					inputs[files[k]] = o
				}
			}
			if e.name == madeStubs && inputs[e.file] != nil {
				continue // they are made when they are needed
			}
			if err := e.absent(inputs[e.file]); err != nil {
				errs.add(e.offset, err)
			}
			continue
		}
		p := &all[i]
		if p.given >= 0 {
			errs.add(e.offset, fmt.Errorf("%v has an address already", p))
			continue
		}
		p.addr, p.given = e.addr, n
	}
}

// absent says why an entry's section is not in memory of the input of that name,
// nil if it need not be.
func (e *layoutSection) absent(o *rtdyld.Object) error {
	if o == nil {
		return fmt.Errorf("no input is named %s", e.file)
	}
	if e.name != "" {
		return fmt.Errorf("%s: the linker makes no %s for it", e.file, texts.Name(e.name))
	}
	img := o.Image()
	for i := range img.Sections {
		s := &img.Sections[i]
		switch {
		case s.Number != e.number:
		case s.Flags&(objfmt.SecTLS|objfmt.SecZeroFill) == objfmt.SecTLS|objfmt.SecZeroFill:
			return nil // in the threads' blocks alone: any address is as good as another
		default:
			return fmt.Errorf("%s: section %d (%s) is not in memory: another input's copy of it counts", e.file, e.number, img.SectionName(objfmt.SectionID(i)))
		}
	}
	return fmt.Errorf("%s: it has no section %d that is loaded", e.file, e.number)
}

// check looks at alignment and overlaps of the sections that the layout places.
func (f *layoutFile) check(all []placed, last uint64, errs *placeErrors) {
	var full []*placed // that are not empty: the empty share addresses with others
	for i := range all {
		p := &all[i]
		if p.given < 0 {
			continue
		}
		at := f.sections[p.given].offset
		switch {
		case p.addr&(p.align-1) != 0:
			errs.add(at, &alignError{p.String(), p.align})
		case p.addr > last || p.size > 0 && p.size-1 > last-p.addr:
			errs.add(at, &addressError{p.String(), p.size, p.addr})
		case p.size > 0:
			full = append(full, p)
		}
	}
	slices.SortFunc(full, func(a, b *placed) int {
		switch {
		case a.addr < b.addr:
			return -1
		case a.addr > b.addr:
			return 1
		}
		return a.given - b.given
	})
	// Each is held against the one that reaches farthest of those before it.
	for i := 1; i < len(full); i++ {
		before, p := full[i-1], full[i]
		if p.addr-before.addr < before.size {
			errs.add(f.sections[p.given].offset, &overlapError{before.String(), p.String()})
			if before.addr+(before.size-1) > p.addr+(p.size-1) {
				full[i] = before
			}
		}
	}
}

// placeRest gives addresses to the sections that have none, behind all that have,
// and returns the first free address.
func placeRest(all []placed, last uint64) (next uint64, err error) {
	next = firstAddr
	some, full := false, false
	for i := range all {
		p := &all[i]
		if p.given < 0 {
			continue
		}
		if !some {
			next, some = 0, true
		}
		end := p.addr + p.size // 0 behind the last address of all
		full = full || p.size > 0 && end-1 == last
		next = max(next, end)
	}
	if full {
		next = last
	}
	for i := range all {
		p := &all[i]
		if p.given >= 0 {
			continue
		}
		at, ok := uint64(0), false
		if !full {
			at, ok = advance(&next, p.size+p.behind, p.align, last)
		}
		if !ok {
			if p.size > 0 {
				return 0, &addressError{fmt.Sprintf("%s: %s, behind all sections that have an address", p.file, p.name), p.size, next}
			}
			at = last &^ (p.align - 1) // it is empty
		}
		p.addr = at
	}
	return next, nil
}

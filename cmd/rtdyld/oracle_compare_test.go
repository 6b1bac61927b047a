package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// compare compares all sections.
func (r *oracleRun) compare() {
	wrong := 0
	for i, img := range r.imgs {
		for _, id := range r.kept[i] {
			s, name := &img.Sections[id], img.SectionName(id)
			addr, ok := r.places[i][id]
			switch {
			case !ok:
				r.seen.except("sections: "+r.absent[name], 1)
				continue
			case s.Flags&objfmt.SecZeroFill != 0:
				r.seen.except("sections: without contents", 1)
				continue
			}
			got := r.bytesOf(fmt.Sprintf("%s.%d.bin", r.files[i], s.Number))
			want := bytes.Clone(r.theirs.read(addr, s.Size))
			if uint64(len(got)) != s.Size || want == nil && s.Size > 0 {
				r.Fatalf("%s: %s of %#x bytes: we have %#x, %s has %#x", r.files[i], name, s.Size, len(got), r.linker[0], len(want))
			}
			r.mask(i, id, addr, got, want)
			if k := firstDifference(got, want); k >= 0 {
				if wrong++; wrong <= 10 {
					r.Errorf("%s: %s+%#x at %#x%s:\n got % x\nwant % x", r.files[i], name, k, addr+uint64(k), r.relocAt(img, id, k), around(got, k), around(want, k))
				}
				continue
			}
			r.seen.sections++
			r.seen.bytes += len(got)
		}
	}
	if wrong > 10 {
		r.Errorf("%d sections differ", wrong)
	}
}

// mask clears what is not compared in both, and compares the slots behind fields.
func (r *oracleRun) mask(i int, id objfmt.SectionID, addr uint64, got, want []byte) {
	img := r.imgs[i]
	table := rtdyld.Relocations(img)
	why := make([]string, len(got))
	var all []objfmt.Reloc
	for rel, err := range img.Relocs(id) {
		if err != nil {
			r.Fatal(err)
		}
		all = append(all, rel)
		typ := table.Name(rel.Type)
		if x := r.excluded(img, typ, rel.Sym); x != nil {
			if f := r.slots[typ]; f != 0 && r.follow(i, id, f, rel, addr, strings.HasSuffix(typ, "64"), got, want) {
				r.seen.slots++
				count(&r.seen.types, typ, 1)
			}
			for k := max(int(rel.Offset)-x.before, 0); k < min(int(rel.Offset)+x.after, len(why)); k++ {
				why[k] = x.why
			}
		}
	}
	for _, rel := range all {
		if k := int(rel.Offset); k < len(why) && why[k] != "" {
			r.seen.except("relocations: "+why[k], 1)
		} else {
			r.seen.relocs++
			count(&r.seen.types, table.Name(rel.Type), 1)
		}
	}
	for k := range why {
		if why[k] != "" {
			got[k], want[k] = 0, 0
		}
	}
}

// excluded says what is not compared around a field, nil if all is.
func (r *oracleRun) excluded(img *objfmt.ObjectImage, typ string, sym objfmt.SymbolID) *exclusion {
	for k := range r.exclude {
		if strings.HasPrefix(typ, r.exclude[k].types) {
			return &r.exclude[k]
		}
	}
	s, name := &img.Symbols[sym], img.SymbolName(sym)
	x := exclusion{after: 4}
	if strings.HasSuffix(typ, "64") {
		x.after = 8
	}
	switch local := s.Bind == objfmt.BindLocal; {
	case local && s.Type == objfmt.SymIFunc, !local && r.ifuncs[name]:
		x.why = "indirect function, reached by a stub"
	case !local && r.commons[name]:
		x.why = "common symbol"
	case s.Bind == objfmt.BindWeak && !r.defined[name] && r.open[name] == 0 && slices.Contains(r.branches, typ):
		x.why = "weak name without a definition, reached by a stub"
	case !local && r.oracle.names[name] != "":
		x.why = r.oracle.names[name]
	default:
		return nil
	}
	return &x
}

// form is how a field that depends on where the slots are is compared: by what it
// leads to. T is the slots' base, where _GLOBAL_OFFSET_TABLE_ is.
type form uint8

const (
	pcSlot   form = iota + 1 // G + A - P: the slots' contents
	baseSlot                 // G + A - T: the slots' contents
	x86Slot                  // the same, or G + A where the instruction has no base register (i386 psABI, R_386_GOT32X)
	fromBase                 // S + A - T: the field plus T
	toBase                   // T + A - P: the field less T
)

// follow reports whether a field leads to the same in both outputs. It is no error
// if that is each linker's own.
func (r *oracleRun) follow(i int, id objfmt.SectionID, f form, rel objfmt.Reloc, addr uint64, wide bool, got, want []byte) bool {
	img := r.imgs[i]
	name := img.SymbolName(rel.Sym)
	if s := &img.Symbols[rel.Sym]; f != toBase && (s.Type == objfmt.SymIFunc || s.Bind != objfmt.BindLocal && (r.ifuncs[name] || r.commons[name] || r.oracle.names[name] != "")) {
		return false
	}
	mine, theirs := r.slotsOf[r.files[i]], r.theirs.base()
	read := func(b []byte) uint64 {
		if wide {
			return binary.LittleEndian.Uint64(b[rel.Offset:])
		}
		return uint64(int64(int32(binary.LittleEndian.Uint32(b[rel.Offset:]))))
	}
	g, w := read(got), read(want)
	a := uint64(rel.Addend)
	file := img.Sections[id].Data
	if img.Sections[id].Flags&objfmt.SecRelaAddend == 0 {
		a = read(file)
	}
	switch f {
	case fromBase:
		g, w = g+mine.addr, w+theirs
	case toBase:
		g, w = g-mine.addr, w-theirs
	case pcSlot:
		p := addr + rel.Offset
		return r.sameSlot(i, name, rel.Offset, g-a+p, w-a+p)
	case x86Slot:
		if rel.Offset > 0 && file[rel.Offset-1]&0xc7 == 5 {
			return r.sameSlot(i, name, rel.Offset, uint64(uint32(g-a)), uint64(uint32(w-a)))
		}
		fallthrough
	case baseSlot:
		return r.sameSlot(i, name, rel.Offset, mine.addr+g-a, theirs+w-a)
	}
	if g != w && (wide || uint32(g) != uint32(w)) {
		r.Errorf("%s: %s+%#x refers to %#x, in the output of %s to %#x", r.files[i], name, rel.Offset, g, r.linker[0], w)
		return false
	}
	return true
}

// sameSlot reports whether our slot at one address has the contents of theirs at the other.
func (r *oracleRun) sameSlot(i int, name string, offset, mine, theirs uint64) bool {
	s := r.slotsOf[r.files[i]]
	off, size := mine-s.addr, uint64(r.slotSize)
	if uint64(len(s.data)) < size || off > uint64(len(s.data))-size {
		r.Errorf("%s: %s+%#x refers to a slot at %#x, where there is none", r.files[i], name, offset, mine)
		return false
	}
	if got, want := s.data[off:off+size], r.theirs.read(theirs, size); !bytes.Equal(got, want) {
		r.Errorf("%s: the slot of %s holds % x, in the output of %s % x", r.files[i], name, got, r.linker[0], want)
		return false
	}
	return true
}

// relocAt names the relocation whose field a byte is in.
func (r *oracleRun) relocAt(img *objfmt.ObjectImage, id objfmt.SectionID, k int) string {
	for rel, err := range img.Relocs(id) {
		if err == nil && int(rel.Offset) <= k && k < int(rel.Offset)+8 {
			return fmt.Sprintf(" (%s to %s%+d at +%#x)", rtdyld.Relocations(img).Name(rel.Type), img.DisplayName(rel.Sym), rel.Addend, rel.Offset)
		}
	}
	return ""
}

// notices moves one section and expects to see that: a comparison that cannot fail
// proves nothing.
func (r *oracleRun) notices() {
	if r.Failed() {
		return
	}
	for i, img := range r.imgs {
		for _, id := range r.kept[i] {
			s := &img.Sections[id]
			if len(s.Raw) == 0 || r.places[i][id] == 0 || s.Kind != objfmt.KindCode {
				continue
			}
			for rel, err := range img.Relocs(id) {
				if err != nil || r.excluded(img, rtdyld.Relocations(img).Name(rel.Type), rel.Sym) != nil {
					continue
				}
				got := r.bytesOf(fmt.Sprintf("%s.%d.bin", r.files[i], s.Number))
				got[rel.Offset]++
				want := bytes.Clone(r.theirs.read(r.places[i][id], s.Size))
				var before tally
				before, r.seen = r.seen, tally{}
				r.mask(i, id, r.places[i][id], got, want)
				r.seen = before
				if firstDifference(got, want) < 0 {
					r.Errorf("%s: %s+%#x may be anything", r.files[i], img.SectionName(id), rel.Offset)
				}
				return
			}
		}
	}
	r.Error("no relocation of code is compared")
}

// firstDifference is the index of the first byte that differs, -1 for none.
func firstDifference(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

func around(b []byte, k int) []byte { return b[max(k-8, 0):min(k+8, len(b))] }

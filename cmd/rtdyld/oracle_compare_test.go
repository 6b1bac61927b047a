package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
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
			case !ok && s.Size == 0:
				r.seen.except("sections: empty, in no output", 1)
				continue
			case !ok || r.gone(name) != "":
				r.seen.except("sections: "+r.gone(name), 1)
				continue
			case s.Flags&objfmt.SecZeroFill != 0:
				r.seen.except("sections: without contents", 1)
				continue
			}
			got := bytes.Clone(r.ours.read(addr, s.Size))
			if s.Role == objfmt.RolePData && len(got) > 0 {
				r.compareTable(i, id, got)
				continue
			}
			want := bytes.Clone(r.theirs.read(addr, s.Size))
			if s.Size > 0 && (got == nil || want == nil) {
				r.Fatalf("%s: %s of %#x bytes at %#x: we have %#x, %s has %#x", r.files[i], name, s.Size, addr, len(got), r.linker[0], len(want))
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
	for _, h := range r.halves {
		if !h.hasPage || !h.hasLow {
			r.seen.except("slots: one half of what leads there alone is used", 1)
		}
	}
	if wrong > 10 {
		r.Errorf("%d sections differ", wrong)
	}
}

// compareTable compares a function table, which linkers sort: theirs must have each
// of our entries somewhere.
func (r *oracleRun) compareTable(i int, id objfmt.SectionID, got []byte) {
	img := r.imgs[i]
	n := 8
	if strings.HasPrefix(rtdyld.Relocations(img).Name(1), "IMAGE_REL_AMD64") {
		n = 12
	}
	table := r.theirs.(interface {
		functions(entry int) map[uint32][]byte
	}).functions(n)
	for k := 0; k+n <= len(got); k += n {
		if want := table[binary.LittleEndian.Uint32(got[k:])]; !bytes.Equal(got[k:k+n], want) {
			r.Errorf("%s: entry % x of %s, in the output of %s % x", r.files[i], got[k:k+n], img.SectionName(id), r.linker[0], want)
		}
		r.seen.slots++
	}
	for rel, err := range recordsOf(img, id) {
		if err != nil {
			r.Fatal(err)
		}
		r.seen.relocs++
		count(&r.seen.types, rtdyld.Relocations(img).Name(rel.Type)+" of function tables", 1)
	}
	r.seen.except("sections: function table, which the linker sorts, compared by entries", 1)
}

// mask clears what is not compared in both, and compares what lies behind fields.
func (r *oracleRun) mask(i int, id objfmt.SectionID, addr uint64, got, want []byte) {
	img := r.imgs[i]
	table := rtdyld.Relocations(img)
	why := make([]string, len(got))
	var all []objfmt.Reloc
	leads := map[uint64]objfmt.Reloc{} // by offset, records of whose value others have a part
	for rel, err := range recordsOf(img, id) {
		if err != nil {
			r.Fatal(err)
		}
		all = append(all, rel)
		if table.Rows[rel.Type].Expr == reloc.PCLead {
			leads[rel.Offset] = rel
		}
	}
	for _, rel := range all {
		of, part := rel, false
		if part = table.Rows[rel.Type].Expr == reloc.OfPartner; part {
			of = leads[img.Symbols[rel.Sym].Value]
		}
		x := r.field(i, id, table, of, addr)
		x.got, x.want = got, want
		e, f := r.excluded(img, table, of)
		if e == nil {
			continue
		}
		if x.low = rel.Offset; f == pairSlot && !part {
			f = 0 // with the other half
		}
		if f != 0 && r.follow(f, x) {
			r.seen.slots++
			count(&r.seen.types, x.typ, 1)
		}
		for k := max(int(rel.Offset)-e.before, 0); k < min(int(rel.Offset)+e.after, len(why)); k++ {
			why[k] = e.why
		}
	}
	for _, rel := range all {
		k := int(rel.Offset)
		if k < len(why) && why[k] != "" {
			r.seen.except("relocations: "+why[k], 1)
			continue
		}
		x := r.field(i, id, table, rel, addr)
		x.got, x.want = got, want
		as := ""
		if f := r.branches[x.typ]; f != 0 && !bytes.Equal(got[k:k+4], want[k:k+4]) {
			as = r.asGood(f, x)
		}
		if as == "" {
			r.seen.relocs++
		} else {
			r.seen.except("relocations: "+as, 1)
			r.seen.slots++
			why[k], why[k+1], why[k+2], why[k+3] = as, as, as, as
		}
		count(&r.seen.types, x.typ, 1)
	}
	for k := range why {
		if why[k] != "" {
			got[k], want[k] = 0, 0
		}
	}
}

// recordsOf are a section's relocations. Of those that have three types each (n64 MIPS) the
// first one stands for all, whose value is compared.
func recordsOf(img *objfmt.ObjectImage, id objfmt.SectionID) iter.Seq2[objfmt.Reloc, error] {
	packed, split := rtdyld.Relocations(img).Arch.Packed, rtdyld.Relocations(img).Arch.SplitType
	return func(yield func(objfmt.Reloc, error) bool) {
		for rel, err := range img.Relocs(id) {
			if packed {
				rel.Type &= 0xff
			}
			if split != nil {
				rel.Type, _ = split(rel.Type)
			}
			if !yield(rel, err) {
				return
			}
		}
	}
}

func (r *oracleRun) field(i int, id objfmt.SectionID, table *reloc.Table, rel objfmt.Reloc, addr uint64) *field {
	row := &table.Rows[rel.Type]
	return &field{
		file: i, rel: rel, name: r.imgs[i].SymbolName(rel.Sym), typ: row.Name, addr: addr + rel.Offset,
		adjust: uint64(int64(row.Adjust)), wide: table.Width(row.Field) == 8, order: bin.Order{Big: r.imgs[i].Big}, was: r.imgs[i].Sections[id].Data,
	}
}

// excluded says what is not compared around a field, nil if all is, and how it is
// compared instead, 0 if it is not.
func (r *oracleRun) excluded(img *objfmt.ObjectImage, table *reloc.Table, rel objfmt.Reloc) (*exclusion, form) {
	typ := table.Name(rel.Type)
	for k := range r.exclude {
		if strings.HasPrefix(typ, r.exclude[k].types) {
			return &r.exclude[k], r.slots[typ]
		}
	}
	s, name := &img.Symbols[rel.Sym], img.SymbolName(rel.Sym)
	x := exclusion{after: table.Width(table.Rows[rel.Type].Field)}
	var f form
	switch local := s.Bind == objfmt.BindLocal; {
	case local && s.Type == objfmt.SymIFunc, !local && r.ifuncs[name]:
		x.why = "indirect function, reached by a stub"
	case !local && r.commons[name]:
		x.why = "common symbol"
	case r.loops && s.Bind == objfmt.BindWeak && !r.defined[name] && r.open[name] == 0 && r.branches[typ] != 0:
		x.why = "branch to a weak name without a definition, which leads to itself"
	case !local && r.names[name] != "":
		x.why, f = r.names[name], r.slots[typ+" "+name]
	case !local && !s.Defined() && r.imported(name):
		x.why, f = "pointer to an import", r.imports[typ]
	default:
		return nil, 0
	}
	return &x, f
}

// relocAt names the relocation whose field a byte is in.
func (r *oracleRun) relocAt(img *objfmt.ObjectImage, id objfmt.SectionID, k int) string {
	for rel, err := range recordsOf(img, id) {
		if err == nil && int(rel.Offset) <= k && k < int(rel.Offset)+8 {
			return fmt.Sprintf(" (%s to %s%+d at +%#x)", rtdyld.Relocations(img).Name(rel.Type), img.DisplayName(rel.Sym), rel.Addend, rel.Offset)
		}
	}
	return ""
}

// notices changes one byte of one field and expects to see that: a comparison that
// cannot fail proves nothing. It reports whether there is such a field.
func (r *oracleRun) notices() bool {
	if r.Failed() {
		return false
	}
	for i, img := range r.imgs {
		for _, id := range r.kept[i] {
			s := &img.Sections[id]
			if len(s.Raw) == 0 || r.places[i][id] == 0 || s.Kind != objfmt.KindCode {
				continue
			}
			for rel, err := range recordsOf(img, id) {
				if err == nil && r.comparedAsIs(i, id, rel) {
					r.change(i, id, rel)
					return true
				}
			}
		}
	}
	return false
}

// comparedAsIs reports whether a field's bytes must be the same in both outputs.
func (r *oracleRun) comparedAsIs(i int, id objfmt.SectionID, rel objfmt.Reloc) bool {
	table, at := rtdyld.Relocations(r.imgs[i]), r.places[i][id]+rel.Offset
	n := table.Width(table.Rows[rel.Type].Field)
	if e, _ := r.excluded(r.imgs[i], table, rel); e != nil || n == 0 {
		return false
	}
	return bytes.Equal(r.ours.read(at, uint64(n)), r.theirs.read(at, uint64(n))) // else a branch through a stub
}

// change expects that a field that is changed is noticed.
func (r *oracleRun) change(i int, id objfmt.SectionID, rel objfmt.Reloc) {
	at, size := r.places[i][id], r.imgs[i].Sections[id].Size
	got, want := bytes.Clone(r.ours.read(at, size)), bytes.Clone(r.theirs.read(at, size))
	got[rel.Offset]++
	before := r.seen
	r.seen = tally{}
	r.mask(i, id, at, got, want)
	r.seen = before
	if firstDifference(got, want) < 0 {
		r.Errorf("%s: %s+%#x may be anything", r.files[i], r.imgs[i].SectionName(id), rel.Offset)
	}
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

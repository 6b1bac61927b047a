package fuzz

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/coff"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// walk checks what holds of the images of every format, and returns the number of
// relocations.
func (f *Format) walk(t testing.TB, img *objfmt.ObjectImage) int {
	t.Helper()
	inflated, relocs := 0, 0
	for i := range img.Sections {
		id, sec := objfmt.SectionID(i), &img.Sections[i]
		if len(img.SectionName(id)) > len(img.SecStrings) || sec.Alignment() == 0 {
			t.Errorf("section %d: bad name or alignment", sec.Number)
		}
		if sec.Link != objfmt.SecUndef && uint64(sec.Link) >= uint64(len(img.Sections)) {
			t.Errorf("section %d links to %d of %d", sec.Number, sec.Link, len(img.Sections))
		}
		if sec.Flags&objfmt.SecZeroFill == 0 && uint64(len(sec.Data)) != sec.Size {
			t.Errorf("section %d: %d bytes of %d", sec.Number, len(sec.Data), sec.Size)
		}
		if uint64(sec.Group) > uint64(len(img.Groups)) {
			t.Errorf("section %d is in group %d of %d", sec.Number, sec.Group, len(img.Groups))
		}
		relocs += f.relocs(t, img, id)
		if inflated > 1<<22 {
			continue
		}
		b, err := img.Contents(id)
		switch {
		case sec.Flags&objfmt.SecCompressed != 0:
			if err != nil {
				f.typed(t, err)
			}
			inflated += len(b)
		case err != nil || len(b) != len(sec.Data):
			t.Errorf("section %d: contents of %d bytes, %v", sec.Number, len(b), err)
		}
	}
	walkSymbols(t, img)
	walkGroups(t, img)
	return relocs
}

// relocs decodes a section's records as callers do, and in pieces of other sizes, which
// must come to the same. It returns their number.
func (f *Format) relocs(t testing.TB, img *objfmt.ObjectImage, id objfmt.SectionID) int {
	t.Helper()
	var all []objfmt.Reloc
	var fault error
	for r, err := range img.Relocs(id) {
		if err != nil {
			f.typed(t, err)
			fault = err
			break
		}
		if all = append(all, r); len(all) < 1000 {
			img.DisplayName(r.Sym)
		}
	}
	if len(all) >= 1000 {
		return len(all)
	}
	f.rows(t, img, id, all)
	var room [3]objfmt.Reloc
	sec, left := &img.Sections[id], all
	for raw := img.Sections[id].Raw; len(raw) > 0; {
		size := 1 + len(raw)%len(room)
		n, rest, err := img.Format.Decode(img, sec, room[:size], raw)
		for i := range n {
			if len(left) == 0 || room[i] != left[0] {
				t.Fatalf("section %d: record %d is %+v in small pieces", sec.Number, len(all)-len(left), room[i])
			}
			left = left[1:]
		}
		if err != nil {
			if fault == nil {
				t.Fatalf("section %d: %v in small pieces", sec.Number, err)
			}
			return len(all)
		}
		if n == 0 || len(rest) >= len(raw) {
			t.Fatalf("section %d: %d records of %d bytes, %d left", sec.Number, n, len(raw), len(rest))
		}
		raw = rest
	}
	if fault != nil || len(left) != 0 {
		t.Fatalf("section %d: %d records fewer in small pieces, %v at once", sec.Number, len(left), fault)
	}
	return len(all)
}

// rows reads a section's records as they lie in the file, up to the first that Decode alone knows: they must be those
// that were decoded, all.
func (f *Format) rows(t testing.TB, img *objfmt.ObjectImage, id objfmt.SectionID, all []objfmt.Reloc) {
	t.Helper()
	sec := &img.Sections[id]
	l, from := img.Format.Layout(img, sec)
	if l == nil {
		return
	}
	for raw := sec.Raw; len(raw) >= l.Size; raw, all = raw[l.Size:], all[1:] {
		off, typ, sym, addend, ok := l.Row(raw, from)
		if !ok {
			return
		}
		got := objfmt.Reloc{Offset: off, Type: typ, Sym: sym, Sub: objfmt.NoSymbol, Addend: int64(addend), HasAddend: l.Addend > 0}
		if len(all) == 0 || got != all[0] {
			t.Fatalf("section %d: record %+v as it lies in the file is not that which is decoded", sec.Number, got)
		}
	}
}

func walkSymbols(t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	if uint64(img.FirstGlobal)+uint64(len(img.Hashes)) != uint64(len(img.Symbols)) {
		t.Fatalf("%d symbols, %d hashes from %d on", len(img.Symbols), len(img.Hashes), img.FirstGlobal)
	}
	hidden := false
	for i := range img.Symbols {
		id, s := objfmt.SymbolID(i), &img.Symbols[i]
		name := img.SymbolName(id)
		if s.Section < objfmt.SecSpecial && uint64(s.Section) >= uint64(len(img.Sections)) {
			t.Errorf("symbol %d is in section %d of %d", i, s.Section, len(img.Sections))
		}
		if s.Section == objfmt.SecCommon && (s.Value == 0 || s.Value&(s.Value-1) != 0) {
			t.Errorf("symbol %d: common alignment %d", i, s.Value)
		}
		for n, a := 0, s; a.Section == objfmt.SecAlias; n++ {
			if a.Value >= uint64(len(img.Symbols)) || n > 100 {
				t.Fatalf("symbol %d stands for none", i)
			}
			a = &img.Symbols[a.Value]
		}
		if s.NameLen != objfmt.NameToNUL && uint64(s.NameLen) != uint64(len(name)) {
			t.Errorf("symbol %d %q: %d bytes of name", i, name, s.NameLen)
		}
		if s.Bind == objfmt.BindLocal {
			continue
		}
		hidden = hidden || s.Vis >= objfmt.VisHidden
		want := uint32(0)
		if name != "" {
			want = objfmt.HashName(name)
		}
		if id >= img.FirstGlobal && img.Hash(id) != want {
			t.Errorf("symbol %d %q: hash %#x, want %#x", i, name, img.Hash(id), want)
		}
		if id >= img.FirstGlobal && name != "" && img.Key(id) != objfmt.KeyOf(name) {
			t.Errorf("symbol %d %q: key %#x, want %#x", i, name, img.Key(id), objfmt.KeyOf(name))
		}
	}
	if hidden && !img.HasHidden {
		t.Error("HasHidden is not set")
	}
}

func walkGroups(t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	for i := range img.Groups {
		g := &img.Groups[i]
		if !g.BySection && uint64(g.Signature) >= uint64(len(img.Symbols)) || len(img.GroupName(g)) != int(g.NameLen) {
			t.Errorf("group %d: signature %d, name of %d bytes", i, g.Signature, g.NameLen)
		}
		for _, id := range img.GroupMembers(g) {
			if img.Sections[id].Group != uint32(i)+1 {
				t.Errorf("group %d: member %d is of group %d", i, id, img.Sections[id].Group)
			}
		}
	}
}

// elfImage checks what holds of ELF alone.
func elfImage(_ *Format, t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	if len(img.Symbols) == 0 {
		t.Fatal("no symbol 0")
	}
	for id := img.FirstGlobal; uint64(id) < uint64(len(img.Symbols)); id++ {
		if s := &img.Symbols[id]; s.Bind != objfmt.BindLocal && s.NameLen == objfmt.NameToNUL {
			t.Errorf("symbol %d: the length of its name is not known", id)
		}
	}
}

// coffImage checks what holds of COFF alone.
func coffImage(_ *Format, t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	if img.FirstGlobal != 0 {
		t.Errorf("globals begin at %d", img.FirstGlobal)
	}
	for i := range img.Symbols {
		if id := objfmt.SymbolID(i); img.Symbols[i].Bind == objfmt.BindLocal && img.Hash(id) != 0 {
			t.Errorf("symbol %d is local and has a hash", i)
		}
	}
	grouped := 0
	for i := range img.Sections {
		if img.Sections[i].Group != 0 {
			grouped++
		}
		if img.Sections[i].Alignment() > 8192 {
			t.Errorf("section %d: alignment %d", img.Sections[i].Number, img.Sections[i].Alignment())
		}
	}
	if grouped != len(img.Members) {
		t.Errorf("%d sections in groups, %d members", grouped, len(img.Members))
	}
	for i := range img.Groups {
		g := &img.Groups[i]
		if g.N == 0 {
			t.Errorf("group %d has no section", i)
		}
		for k, id := range img.GroupMembers(g) {
			if k > 0 && img.Sections[id].Number == g.Number {
				t.Errorf("group %d: the leader is member %d", i, k)
			}
		}
	}
}

// coffLibraries checks that a name leads to a library or to another name, not to both.
func coffLibraries(t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	for i := range min(len(img.Symbols), 50) {
		if name, next := coff.LibraryName(img, img.SymbolName(objfmt.SymbolID(i))); name != "" && next != "" {
			t.Errorf("symbol %d leads to library %q and to %q", i, name, next)
		}
	}
}

// machoImage checks what holds of Mach-O alone.
func machoImage(f *Format, t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	if len(img.Symbols) == 0 {
		t.Fatal("no symbol")
	}
	for i := range img.Sections {
		id, sec := objfmt.SectionID(i), &img.Sections[i]
		if len(img.SectionName(id)) > 16 || len(img.SegmentName(id)) > 16 {
			t.Errorf("section %d: name longer than 16 bytes", sec.Number)
		}
		if sec.Flags&objfmt.SecZeroFill != 0 && sec.Data != nil {
			t.Errorf("section %d: zero-filled with bytes", sec.Number)
		}
		if (sec.Kind == objfmt.KindNone) != (sec.Flags&objfmt.SecLoad == 0) {
			t.Errorf("section %d: kind %v, flags %v", sec.Number, sec.Kind, sec.Flags.Names())
		}
		for r, err := range img.Relocs(id) {
			if err == nil && (r.Type >= macho.NumTypes || uint64(r.Sym) >= uint64(len(img.Symbols)) || r.Sub != objfmt.NoSymbol && uint64(r.Sub) >= uint64(len(img.Symbols))) {
				t.Fatalf("section %d: %+v of %d symbols", sec.Number, r, len(img.Symbols))
			}
		}
	}
	for i := range img.Symbols {
		id, s := objfmt.SymbolID(i), &img.Symbols[i]
		if s.Section == objfmt.SecAlias && s.Value == uint64(i) {
			t.Errorf("symbol %d: alias of itself", i)
		}
		switch local := s.Bind == objfmt.BindLocal; {
		case id < img.FirstGlobal && !local:
			t.Errorf("symbol %d: %v below the first global", i, s.Bind)
		case id >= img.FirstGlobal && local && img.Hash(id) != 0:
			t.Errorf("symbol %d is local and has a hash", i)
		case id >= img.FirstGlobal && !local && s.NameLen == objfmt.NameToNUL:
			t.Errorf("symbol %d: the length of its name is not known", i)
		}
	}
}

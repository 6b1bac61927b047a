package place_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestPieceAdd: offsets are aligned, sizes grow, and what does not fit below Limit
// changes nothing.
func TestPieceAdd(t *testing.T) {
	type step struct {
		size, align uint64
		off         uint64
		fails       bool
	}
	for _, tt := range []struct {
		name  string
		steps []step
		want  place.Piece
	}{
		{"empty", nil, place.Piece{}},
		{"nothing, aligned", []step{{0, 64, 0, false}}, place.Piece{Align: 64}},
		{"padding", []step{{3, 1, 0, false}, {4, 4, 4, false}, {1, 16, 16, false}}, place.Piece{Size: 17, Align: 16}},
		{"the largest", []step{{place.Limit - 1, 1, 0, false}, {0, 1, place.Limit - 1, false}}, place.Piece{Size: place.Limit - 1, Align: 1}},
		{"at the limit", []step{{place.Limit, 1, 0, true}, {5, 2, 0, false}}, place.Piece{Size: 5, Align: 2}},
		{"padding over the limit", []step{{place.Limit - 1, 1, 0, false}, {0, 2, 0, true}}, place.Piece{Size: place.Limit - 1, Align: 1}},
		{"sum wraps", []step{{16, 16, 0, false}, {math.MaxUint64, 1, 0, true}, {math.MaxUint64 - 15, 16, 0, true}}, place.Piece{Size: 16, Align: 16}},
		{"largest alignment", []step{{1, 1, 0, false}, {1, 1 << 62, 1 << 62, false}, {1, 1 << 63, 0, true}}, place.Piece{Size: 1<<62 + 1, Align: 1 << 62}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p place.Piece
			for _, s := range tt.steps {
				was := p
				off, err := p.Add(s.size, s.align)
				switch {
				case s.fails && !errors.Is(err, place.ErrTooLarge):
					t.Errorf("Add(%#x, %#x): error %v, want ErrTooLarge", s.size, s.align, err)
				case s.fails && p != was:
					t.Errorf("Add(%#x, %#x): failed and left %+v of %+v", s.size, s.align, p, was)
				case !s.fails && (err != nil || off != s.off):
					t.Errorf("Add(%#x, %#x) = %#x, %v, want %#x", s.size, s.align, off, err, s.off)
				}
			}
			if p != tt.want {
				t.Errorf("piece %+v, want %+v", p, tt.want)
			}
		})
	}
}

// section makes one of a file.
func section(kind objfmt.Kind, size, align uint64, flags objfmt.SectionFlags) objfmt.Section {
	s := objfmt.Section{Kind: kind, Size: size, Flags: flags | objfmt.SecLoad}
	for ; align > 1; align /= 2 {
		s.Align++
	}
	return s
}

const (
	code, ro, rw = objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable
	tls, zero    = objfmt.SecTLS, objfmt.SecZeroFill
)

// lay places all sections as the linker does, GOT entries of 16 bytes among them, and
// gives the blocks addresses from 0x10000 on, 0x10000 apart.
func lay(t *testing.T, file []objfmt.Section, apart bool, drop ...objfmt.SectionID) (l place.Layout, threads place.Threads) {
	t.Helper()
	l.Init(file, make([]place.Section, len(file)+place.NumMade), apart, ro)
	for _, id := range drop {
		l.Sections[id].Drop()
	}
	if err := l.PlaceThreads(t.Context(), &threads); err != nil {
		t.Fatal(err)
	}
	for i := range file {
		if id := objfmt.SectionID(i); l.Kept(id) && file[i].Flags&tls == 0 {
			if err := l.Add(id, file[i].Size, file[i].Alignment()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, m := range []struct {
		k    int
		size uint64
	}{{place.GOT, 16}, {place.Commons, 4}} {
		if err := l.Add(l.Made(m.k), m.size, 8); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for i := range l.Pieces {
		if l.Needed(i) {
			n++
			l.Pieces[i].Req, l.Pieces[i].Addr = uint32(n), uint64(n)<<16
		}
	}
	if err := l.SetAddresses(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l, threads
}

// TestLayout: where sections come to lie, in stripes and apart.
func TestLayout(t *testing.T) {
	file := []objfmt.Section{
		section(code, 5, 16, 0),
		section(ro, 8, 4, 0),
		section(rw, 0, 1, 0),
		section(code, 3, 4, 0),
		section(ro, 12, 4, tls),
		section(ro, 100, 32, tls|zero),
		section(ro, 4, 4, 0), // dropped
	}
	const dropped = 6
	got, index := objfmt.SectionID(len(file)+place.GOT), objfmt.SectionID(len(file)+place.Index)
	for _, tt := range []struct {
		name  string
		apart bool
		addr  map[objfmt.SectionID]uint64
		sizes []uint64 // of the blocks, in order of their requests
	}{
		{"stripes", false, map[objfmt.SectionID]uint64{
			0: 0x10000, 3: 0x10008,
			4: 0x20000, 5: 0x2000c, 1: 0x2000c, got: 0x20018, index: 0,
			2: 0x30000, dropped: 0,
		}, []uint64{11, 0x28, 4}},
		{"apart", true, map[objfmt.SectionID]uint64{
			0: 0x10000, 1: 0x20000, 2: 0x30000, 3: 0x40000, got: 0x50000, 4: 0x70000, 5: 0x7000c,
			index: 0, dropped: 0,
		}, []uint64{5, 8, 1, 3, 16, 4, 12}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, threads := lay(t, file, tt.apart, dropped)
			for id, want := range tt.addr {
				if addr := l.Sections[id].Addr; addr != want {
					t.Errorf("section %d at %#x, want %#x", id, addr, want)
				}
			}
			var sizes []uint64
			for i := range l.Pieces {
				if l.Pieces[i].Req != 0 {
					sizes = append(sizes, l.Pieces[i].Size)
				}
			}
			if len(sizes) != len(tt.sizes) {
				t.Fatalf("blocks of %v bytes, want %v", sizes, tt.sizes)
			}
			for i := range sizes {
				if sizes[i] != tt.sizes[i] {
					t.Errorf("blocks of %v bytes, want %v", sizes, tt.sizes)
					break
				}
			}
			if threads.Size != 132 || threads.Align != 32 || threads.Init != 12 {
				t.Errorf("block of thread-locals: %+v, want 132 bytes, alignment 32, 12 initialized", threads)
			}
			for id, want := range map[objfmt.SectionID]uint64{4: 0, 5: 32} {
				if off, ok := threads.Offset(id); !ok || off != want {
					t.Errorf("thread-local section %d at %d, %v, want %d", id, off, ok, want)
				}
			}
			for _, id := range []objfmt.SectionID{0, dropped, objfmt.SecUndef} {
				if off, ok := threads.Offset(id); ok {
					t.Errorf("section %d is a thread-local one at %d", id, off)
				}
			}
		})
	}
}

// TestEmptyThreads: thread-locals without contents ask for no memory.
func TestEmptyThreads(t *testing.T) {
	for _, apart := range []bool{false, true} {
		l, threads := lay(t, []objfmt.Section{section(ro, 24, 8, tls|zero)}, apart)
		n := 0
		for i := range l.Pieces {
			if l.Pieces[i].Req != 0 {
				n++
			}
		}
		if n != 2 { // those of the GOT entries and of common symbols
			t.Errorf("apart %v: %d blocks, want two", apart, n)
		}
		if threads.Size != 24 || threads.Init != 0 {
			t.Errorf("apart %v: %+v", apart, threads)
		}
	}
}

// TestMove: what the linker made goes along with the first of the moved sections of
// code, unless it has been moved itself; common symbols stay.
func TestMove(t *testing.T) {
	file := []objfmt.Section{section(rw, 8, 8, 0), section(code, 16, 16, 0), section(code, 16, 16, 0)}
	align := [place.NumMade]uint64{8, 8, 8, 8, 8, 8}
	made := func(k int) objfmt.SectionID { return objfmt.SectionID(len(file) + k) }
	type move struct {
		id   objfmt.SectionID
		addr uint64
	}
	for _, tt := range []struct {
		name    string
		moves   []move
		got     uint64 // of the GOT entries; code is at 0x10000, they at 0x20000
		commons uint64 // at 0x30008
	}{
		{"data", []move{{0, 0x900000}}, 0x20000, 0x30008},
		{"code", []move{{1, 0x500000}}, 0x510000, 0x30008},
		{"second code", []move{{2, 0x500010}}, 0x510000, 0x30008},
		{"both, the first counts", []move{{2, 0x700010}, {1, 0x500000}}, 0x510000, 0x30008},
		{"both, the first counts in any order", []move{{1, 0x500000}, {2, 0x700010}}, 0x510000, 0x30008},
		{"table itself", []move{{made(place.GOT), 0x600000}, {1, 0x500000}}, 0x600000, 0x30008},
		{"commons", []move{{made(place.Commons), 0x800000}}, 0x20000, 0x800000},
		{"below", []move{{1, 0}}, 0x10000, 0x30008},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, _ := lay(t, file, false)
			if l.Remapped() || l.Moved() {
				t.Error("remapped before anything moved")
			}
			for _, m := range tt.moves {
				l.Move(m.id, m.addr, &align)
				if a := l.Sections[m.id].Addr; a != m.addr {
					t.Errorf("section %d at %#x, moved to %#x", m.id, a, m.addr)
				}
			}
			if a := l.Sections[made(place.GOT)].Addr; a != tt.got {
				t.Errorf("GOT entries at %#x, want %#x", a, tt.got)
			}
			if a := l.Sections[made(place.Commons)].Addr; a != tt.commons {
				t.Errorf("common symbols at %#x, want %#x", a, tt.commons)
			}
			if !l.Remapped() || !l.Moved() {
				t.Error("not moved")
			}
			if l.Settle(); !l.Remapped() || l.Moved() {
				t.Error("moved after all know it")
			}
		})
	}
}

// TestTooLarge: an object larger than an address space is an error wherever the sum
// first does not fit.
func TestTooLarge(t *testing.T) {
	half := section(rw, 1<<62, 1, 0)
	for _, apart := range []bool{false, true} {
		file := []objfmt.Section{half, half, section(ro, 1<<62, 1, tls), section(ro, 1<<62, 1, tls|zero)}
		var l place.Layout
		l.Init(file, make([]place.Section, len(file)+place.NumMade), apart, ro)
		err := l.Add(0, half.Size, 1)
		if err == nil {
			err = l.Add(1, half.Size, 1)
		}
		if got := errors.Is(err, place.ErrTooLarge); got == apart {
			t.Errorf("apart %v: two sections of half an address space: %v", apart, err)
		}
		var threads place.Threads
		if err := l.PlaceThreads(t.Context(), &threads); !errors.Is(err, place.ErrTooLarge) {
			t.Errorf("apart %v: thread-locals of an address space: %v", apart, err)
		}
	}
}

// TestThreadCommons: common symbols lie behind the sections of the block, or alone in it, and have a place if there is room.
func TestThreadCommons(t *testing.T) {
	for _, tt := range []struct {
		file            []objfmt.Section
		at, size, align uint64
	}{
		{nil, 0, 72, 32},
		{[]objfmt.Section{section(ro, 5, 1, tls), section(rw, 3, 64, tls|zero)}, 96, 168, 64},
	} {
		var l place.Layout
		l.Init(tt.file, make([]place.Section, len(tt.file)+place.NumMade), false, ro)
		var threads place.Threads
		for _, size := range []uint64{1, 40} {
			if _, err := threads.Commons.Add(size, 32); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.PlaceThreads(t.Context(), &threads); err != nil {
			t.Fatal(err)
		}
		if threads.CommonsAt != tt.at || threads.Size != tt.size || threads.Align != tt.align {
			t.Errorf("%+v, want them at %d of %d bytes aligned to %d", threads, tt.at, tt.size, tt.align)
		}
	}
	var l place.Layout
	file := []objfmt.Section{section(rw, 1<<62, 1, tls|zero)}
	l.Init(file, make([]place.Section, 1+place.NumMade), false, ro)
	threads := place.Threads{Commons: place.Piece{Size: 3 << 62, Align: 1}}
	if err := l.PlaceThreads(t.Context(), &threads); !errors.Is(err, place.ErrTooLarge) || threads.Bad != objfmt.SecCommon {
		t.Errorf("an address space of them: %v, %d", err, threads.Bad)
	}
}

// TestManySections: 70,000 sections, more than the numbers of ELF's 16 bits, lie one
// behind the other in stripes and each in a block of its own apart.
func TestManySections(t *testing.T) {
	const n = 70000
	file := make([]objfmt.Section, n)
	for i := range file {
		file[i] = section([...]objfmt.Kind{code, ro, rw}[i%3], uint64(i%7), 1<<(i%5), 0)
	}
	for i := range 1000 {
		file[i*70+1] = section(ro, 4, 4, tls)
	}
	for _, apart := range []bool{false, true} {
		l, threads := lay(t, file, apart)
		type extent struct{ lo, hi uint64 }
		last := make([]extent, len(l.Pieces))
		for i := range file {
			id := objfmt.SectionID(i)
			p, b := l.Piece(id), l.Block(id)
			s := extent{l.Sections[i].Addr, l.Sections[i].Addr + file[i].Size}
			if s.lo%file[i].Alignment() != 0 || s.lo < p.Addr || s.hi > p.Addr+p.Size {
				t.Fatalf("apart %v: section %d is at %#x to %#x in a block at %#x of %#x bytes, alignment %d", apart, i, s.lo, s.hi, p.Addr, p.Size, file[i].Alignment())
			}
			if file[i].Flags&tls == 0 {
				if s.lo < last[b].hi {
					t.Fatalf("apart %v: section %d at %#x lies in what ends at %#x", apart, i, s.lo, last[b].hi)
				}
				last[b] = s
			}
		}
		if threads.Size != 4000 || threads.Init != 4000 {
			t.Errorf("apart %v: thread-locals %+v", apart, threads)
		}
		if off, ok := threads.Offset(objfmt.SectionID(999*70 + 1)); !ok || off != 3996 {
			t.Errorf("apart %v: last thread-local at %d, %v", apart, off, ok)
		}
	}
}

// TestWritable: GOT entries lie among writable data where that is asked for.
func TestWritable(t *testing.T) {
	for _, want := range []objfmt.Kind{ro, rw} {
		var l place.Layout
		l.Init(nil, make([]place.Section, place.NumMade), false, want)
		if got := l.Kind(l.Made(place.GOT)); got != want || l.Block(l.Made(place.GOT)) != int(want) {
			t.Errorf("want %v: GOT entries are %v in block %d", want, got, l.Block(l.Made(place.GOT)))
		}
	}
}

// TestLodge: sections of data that are empty lie where the object has contents, with the alignment that they ask for; where sections are
// apart, where others are in their stripe, or where nothing has contents, they have a place of their own.
func TestLodge(t *testing.T) {
	none := section(code, 0, 16, 0)
	for _, tt := range []struct {
		name   string
		file   []objfmt.Section
		apart  bool
		homes  []objfmt.Kind // of the sections
		blocks []objfmt.Kind
	}{
		{"beside tables", []objfmt.Section{section(code, 8, 16, 0), section(rw, 0, 64, 0), section(rw, 0, 1, zero), section(ro, 4, 8, 0)}, false,
			[]objfmt.Kind{code, ro, ro, ro}, []objfmt.Kind{code, ro}},
		{"in code", []objfmt.Section{section(code, 8, 16, 0), section(ro, 0, 1, 0), section(rw, 0, 4096, 0)}, false,
			[]objfmt.Kind{code, code, code}, []objfmt.Kind{code}},
		{"in data", []objfmt.Section{none, section(ro, 0, 32, 0), section(rw, 4, 4, 0)}, false,
			[]objfmt.Kind{code, rw, rw}, []objfmt.Kind{code, rw}},
		{"not alone", []objfmt.Section{section(code, 8, 16, 0), section(rw, 0, 64, 0), section(rw, 1, 1, zero)}, false,
			[]objfmt.Kind{code, rw, rw}, []objfmt.Kind{code, rw}},
		{"nothing", []objfmt.Section{none, section(ro, 0, 1, 0), section(rw, 0, 1, 0)}, false,
			[]objfmt.Kind{code, ro, rw}, []objfmt.Kind{code, ro, rw}},
		{"apart", []objfmt.Section{section(code, 8, 16, 0), section(rw, 0, 64, 0)}, true,
			[]objfmt.Kind{code, rw}, []objfmt.Kind{code, rw}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l place.Layout
			l.Init(tt.file, make([]place.Section, len(tt.file)+place.NumMade), tt.apart, ro)
			for i := range tt.file {
				if err := l.Add(objfmt.SectionID(i), tt.file[i].Size, tt.file[i].Alignment()); err != nil {
					t.Fatal(err)
				}
			}
			l.Lodge()
			var blocks []objfmt.Kind
			at := uint64(0x10000)
			for i := range l.Pieces {
				if p := &l.Pieces[i]; l.Needed(i) {
					_, kind := l.PieceSection(i)
					blocks = append(blocks, kind)
					at = (at + p.Align) &^ (p.Align - 1)
					p.Req, p.Addr = uint32(len(blocks)), at
					at += p.Size
				}
			}
			if err := l.SetAddresses(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(blocks, tt.blocks) {
				t.Errorf("blocks of %v, want %v", blocks, tt.blocks)
			}
			for i := range tt.file {
				id, f := objfmt.SectionID(i), &tt.file[i]
				addr := l.Sections[i].Addr
				if home := l.Home(id); home != tt.homes[i] || addr == 0 || addr&(f.Alignment()-1) != 0 {
					t.Errorf("section %d of %v is in %v at %#x, want %v", i, f.Kind, home, addr, tt.homes[i])
				} else if host := l.Pieces[home]; home != f.Kind && addr != host.Addr {
					t.Errorf("section %d is at %#x, want the beginning of %v, %#x", i, addr, home, host.Addr)
				}
			}
		})
	}
}

// TestGather: the GOT and the sections that belong to it have a stripe of their own, unless sections are apart.
func TestGather(t *testing.T) {
	file := []objfmt.Section{{Size: 8, Kind: rw, Flags: objfmt.SecLoad}, {Size: 8, Kind: rw, Flags: objfmt.SecLoad, Role: objfmt.RoleTOC}, {Size: 8, Kind: ro, Flags: objfmt.SecLoad, Role: objfmt.RoleTOC}}
	for _, apart := range []bool{false, true} {
		var l place.Layout
		l.Init(file, make([]place.Section, len(file)+place.NumMade), apart, ro)
		l.Gather()
		if l.Gathered() == apart {
			t.Errorf("apart %v: gathered %v", apart, l.Gathered())
		}
		for id := range objfmt.SectionID(3) {
			if err := l.Add(id, 8, 8); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Add(l.Made(place.GOT), 16, 8); err != nil {
			t.Fatal(err)
		}
		if apart {
			continue
		}
		if got := l.Pieces[place.TableStripe].Size; got != 24 || l.Pieces[rw].Size != 8 || l.Pieces[ro].Size != 8 {
			t.Errorf("%d bytes in the stripe, %d and %d in others", got, l.Pieces[rw].Size, l.Pieces[ro].Size)
		}
		if id, kind := l.PieceSection(place.TableStripe); id != objfmt.SecUndef || kind != rw || l.Kind(l.Made(place.GOT)) != rw {
			t.Errorf("section %d of %v", id, kind)
		}
	}
}

package rtdyld

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// The objects are linked twice, at two bases and with two addresses for each import. A word that is further by the distance of the bases in the second link is an
// address of the image; one that holds an import's first address in the first link, and its second one in the second, is an import's,
// plus an addend. There is no third thing that a loader can do, so all other bytes have to be the same.

// standIns are what imports and thread-locals have in a pass instead of addresses and their like: far from the image, and from each other, in bits that all differ between
// two passes. The one behind the imports is the image, for its own thread-locals.
type standIns struct{ first, step uint64 }

var importPasses = [2]standIns{{1 << 60, 0x3_5a69_3000}, {1 << 61, 0x2_a596_c000}}

// kindDistance is more than all imports take.
const kindDistance = 1 << 57

func (a standIns) at(k image.WordKind, i int) uint64 {
	return a.first + uint64(k)*kindDistance + uint64(i)*a.step
}

// find is what a value, less an addend, stands for; false if it is nothing of n imports and the image.
func (a standIns) find(v uint64, n int) (k image.WordKind, i int, addend int64, ok bool) {
	v += 1<<31 - a.first
	if v >= uint64(image.NumKinds)*kindDistance {
		return 0, 0, 0, false
	}
	k, i = image.WordKind(v/kindDistance), int(v%kindDistance/a.step)
	addend = int64(v%kindDistance) - int64(i)*int64(a.step) - 1<<31
	return k, i, addend, i <= n && addend == int64(int32(addend)) && (i < n || k == image.ThreadOffset || k == image.Module)
}

// otherBase is from the recorded base to that of the first pass: all bits from those of a page on differ somewhere.
const otherBase = 0x0a5c_9a53_7000

// passes links the objects at the other base and at the recorded one. As a rule that is done once, since records tell beforehand what the tables will have; it is done
// again if there is no room for all of them, or if parts turn out to belong to other groups.
func (s *saver) passes(ctx context.Context) (f *image.File, err error) {
	var inputs []image.Input
	if err := s.step("hash", func() (err error) { inputs, err = s.inputs(ctx); return err }); err != nil {
		return nil, err
	}
	base, err := s.base(inputs)
	if err != nil {
		return nil, err
	}
	var meta uint64
	if err := s.step("predict", func() (err error) { meta, err = s.predict(ctx, base, inputs); return err }); err != nil {
		return nil, err
	}
	for {
		l, err := s.place(base, meta)
		if err != nil {
			return nil, s.tooLarge(err)
		}
		if base&(l.Align-1) != 0 {
			base &^= l.Align - 1 // some contents have a larger alignment
			continue
		}
		promoted, err := s.twice(ctx, l)
		if err != nil {
			return nil, err
		}
		size := uint64(0)
		err = s.step("tables", func() (err error) {
			if f, err = s.file(ctx, inputs); err == nil {
				size = f.Tables()
			}
			return err
		})
		if err != nil || size <= l.Sizes.Meta && !promoted {
			return f, err
		}
		meta = metaSize(size, l) // after a promotion they are as large in the end, or nearly
	}
}

// twice links the objects elsewhere and where a layout has them, and compares.
func (s *saver) twice(ctx context.Context, l *image.Layout) (promoted bool, err error) {
	distance := uint64(otherBase) &^ (l.Align - 1)
	if s.cfg.Fixed {
		distance = 0 // imports alone are elsewhere
	}
	other, err := image.Place(s.target, l.Base+distance, l.Sizes)
	if err != nil {
		return false, s.tooLarge(err)
	}
	var direct *stubs.Canonical
	if err := s.step("link", func() (err error) { direct, err = s.pass(ctx, other, importPasses[0]); return err }); err != nil {
		return false, err
	}
	if err := s.step("contents", func() error { return s.collect(ctx, other, direct) }); err != nil {
		return false, err
	}
	if err := s.step("link again", func() (err error) { direct, err = s.pass(ctx, l, importPasses[1]); return err }); err != nil {
		return false, err
	}
	s.layout, s.delta = l, l.Base-other.Base
	err = s.step("compare", func() (err error) { promoted, err = s.compare(ctx, direct); return err })
	return promoted, err
}

// step tells the Logger what a step took.
func (s *saver) step(name string, f func() error) error {
	start := s.l.stepStart()
	err := f()
	if s.l.stepDone(name, start, err); err == nil && s.l.closed.Load() {
		return ErrClosed
	}
	return err
}

// metaSize is what tables take of the pages of a layout's file.
func metaSize(size uint64, l *image.Layout) uint64 { return (size + l.Align - 1) &^ (l.Align - 1) }

// tooLarge is the error of an image that has no place.
func (s *saver) tooLarge(err error) error {
	return &NotSavableError{Object: s.set[0].name, Why: "it is too large with all others", Err: err}
}

// pass links the objects where a layout has them, and returns what writes the stubs of imports that code refers to directly.
func (s *saver) pass(ctx context.Context, at *image.Layout, imports standIns) (direct *stubs.Canonical, err error) {
	l := s.l
	for _, o := range s.set {
		o.unshow()
	}
	s.moveTo(at)
	s.moveImports(imports)
	if direct, err = s.moveDirect(at, imports); err != nil {
		return nil, err
	}
	for _, o := range s.set {
		if err := l.publish(ctx, o); err != nil {
			return nil, err
		}
		o.outdate()
	}
	b := bases{dso: fixed{at.Addr[image.Text], true}} // one for all objects, the first address behind the tables: it is the image that they go with
	if s.set[0].steps.ImageBase != nil {
		b.imageBase = at.Base
	}
	l.setBases(b)
	if _, err := l.prepare(ctx, s.set); err != nil {
		return nil, err
	}
	if err := l.relocate(ctx, s.set); err != nil {
		return nil, err
	}
	for _, o := range s.set {
		if len(o.left) > 0 {
			return nil, &NotSavableError{Object: o.name, Symbol: o.symbolName(o.left[0]), Why: "its relocations are to be left alone"}
		}
	}
	return direct, nil
}

// collect puts what the first pass has written where the file has it.
func (s *saver) collect(ctx context.Context, at *image.Layout, direct *stubs.Canonical) error {
	if err := s.makeContents(at.FileSize); err != nil {
		return err
	}
	err := s.eachPart(ctx, at.FileSize, func(_ context.Context, _ int, p *savedPart) error {
		copy(s.contents[at.Off(at.Addr[p.group]+p.off):][:p.size], p.mem())
		return nil
	})
	if err != nil {
		return err
	}
	s.writeArray(s.contents[at.Off(at.Init):], s.inits())
	s.writeArray(s.contents[at.Off(at.Fini):], s.finis())
	return s.writeDirect(direct, func(k int, size uint64) []byte { return s.contents[at.Off(direct.Pieces[k].Addr):][:size] })
}

// makeContents has memory for the contents: the caller's, or the linker's.
func (s *saver) makeContents(size uint64) (err error) {
	s.contents, s.given = nil, false
	if s.cfg.Contents != nil {
		if err := s.l.call(func() { s.contents, err = s.cfg.Contents(size) }); err != nil {
			return err
		}
		if err != nil {
			return err
		}
		if s.given = s.contents != nil; s.given && uint64(len(s.contents)) != size {
			return &NotSavableError{Why: "SaveConfig.Contents has memory of another size"}
		}
	}
	if s.contents == nil {
		s.contents = arena.Make[byte](int(size), false)
	}
	return nil
}

// eachPart calls f for all parts that the file has, on several goroutines if there are size bytes of work.
func (s *saver) eachPart(ctx context.Context, size uint64, f func(ctx context.Context, i int, p *savedPart) error) error {
	return s.l.compute(ctx, size, s.set, task{do: func(_ *Linker, ctx context.Context, o *Object, _ *scratch) error {
		for i := s.first[o]; i < len(s.parts) && s.parts[i].o == o; i++ {
			if p := &s.parts[i]; p.group != image.Zero {
				if err := f(ctx, i, p); err != nil {
					return err
				}
			}
		}
		return nil
	}})
}

// moveImports gives imports, and the thread-locals of the objects, the addresses of a pass.
func (s *saver) moveImports(to standIns) {
	names := &s.l.names
	for i, m := range s.imports {
		if !m.tls {
			names.Move(m.id, to.at(image.Address, i))
			continue
		}
		names.Retell(m.id, symtab.Answer{Kind: symtab.TLS, Addr: to.at(image.ThreadOffset, i), Size: m.told.Size, Thread: &ThreadLocal{
			Module: to.at(image.Module, i), Offset: to.at(image.ModuleOffset, i), Static: true,
		}})
	}
	n := len(s.imports)
	for _, o := range s.set {
		at := s.threads[o]
		o.putThreads(tlsPlace{module: to.at(image.Module, n), dtpoff: at, tpoff: int64(to.at(image.ThreadOffset, n) + at)})
	}
}

// inits are the addresses of constructors, finis those of destructors, which run from the last to the first.
func (s *saver) inits() []uint64 { return initFuncs(s.set...) }

func (s *saver) finis() []uint64 {
	fini := finiFuncs(s.set...)
	slices.Reverse(fini)
	return fini
}

// writeArray writes words to b.
func (s *saver) writeArray(b []byte, words []uint64) {
	for i, w := range words {
		s.target.Order.PutU64(b[8*i:], w)
	}
}

// compare lists the words that differ between both passes, and gives parts that have some another group, if they have to: promoted
// says so, and that both passes are to be done again. The contents are those of the second pass afterwards.
func (s *saver) compare(ctx context.Context, direct *stubs.Canonical) (promoted bool, err error) {
	err = s.eachPart(ctx, s.layout.FileSize, func(ctx context.Context, i int, p *savedPart) error {
		s.found[i] = partWords{words: s.found[i].words[:0]}
		return s.comparePart(ctx, p, &s.found[i])
	})
	if err != nil {
		return false, err
	}
	if promoted, err = s.promote(ctx); err != nil {
		return false, err
	}
	runs := s.runs()
	if !promoted {
		more, err := s.compareMade(direct)
		if err != nil {
			return false, err
		}
		runs = append(runs, more...)
	}
	s.words = joinWords(runs)
	return promoted, nil
}

// promote gives parts the groups that their words ask for.
func (s *saver) promote(ctx context.Context) (promoted bool, err error) {
	for i := range s.parts {
		p, w := &s.parts[i], &s.found[i]
		to := p.group
		switch {
		case w.foreign && p.group != image.Data && p.group != image.Template:
			to = image.Foreign
		case len(w.words) > 0 && p.group.Clean():
			to = image.Relro
		}
		if to != p.group {
			if p.group == image.Frames {
				return false, s.absoluteFrames(ctx, p, w.words[0].Addr)
			}
			p.group, promoted = to, true
		}
	}
	if promoted {
		s.joinGroups()
	}
	return promoted, nil
}

// runs are the words of all parts.
func (s *saver) runs() [][]image.Word {
	runs := make([][]image.Word, 0, len(s.parts)+4)
	for i := range s.found {
		runs = append(runs, s.found[i].words)
	}
	return runs
}

// compareMade is compare for what is of no object.
func (s *saver) compareMade(direct *stubs.Canonical) (runs [][]image.Word, err error) {
	l := s.layout
	for _, a := range []struct {
		at    uint64
		words []uint64
	}{{l.Init, s.inits()}, {l.Fini, s.finis()}} {
		b := make([]byte, 8*s.arrays)
		s.writeArray(b, a.words)
		w := partWords{}
		if err := s.compareBytes(a.at, b, &w, nil); err != nil {
			return nil, err
		}
		runs = append(runs, w.words)
	}
	words, err := s.compareDirect(direct)
	return append(runs, words), err
}

// joinWords puts runs of words, each of which is in order and does not reach into another, in order.
func joinWords(runs [][]image.Word) []image.Word {
	runs = slices.DeleteFunc(runs, func(r []image.Word) bool { return len(r) == 0 })
	slices.SortFunc(runs, func(a, b []image.Word) int { return cmp.Compare(a[0].Addr, b[0].Addr) })
	n := 0
	for _, r := range runs {
		n += len(r)
	}
	words := arena.Make[image.Word](n, false)[:0]
	for _, r := range runs {
		words = append(words, r...)
	}
	return words
}

// partWords are the words of a part that a loader has to write.
type partWords struct {
	words   []image.Word
	foreign bool // some holds an import's address
}

// comparePart is compare for a part.
func (s *saver) comparePart(ctx context.Context, p *savedPart, out *partWords) error {
	addr, b := s.layout.Addr[p.group]+p.off, p.mem()
	b = b[:min(uint64(len(b)), p.size)]
	if p.group == image.Text {
		if at := firstDifference(s.old(addr, b), b); at < len(b) {
			return s.unsavable(ctx, p, uint64(at))
		}
		return nil
	}
	return s.compareBytes(addr, b, out, &partFields{s: s, ctx: ctx, p: p})
}

// old are the bytes that the first pass has for b at an address of the second.
func (s *saver) old(addr uint64, b []byte) []byte { return s.contents[s.layout.Off(addr):][:len(b)] }

// firstDifference is where two slices of one length differ first, their length if they do not.
func firstDifference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return len(a)
	}
	i := 0
	for ; i+8 <= len(a) && binary.LittleEndian.Uint64(a[i:]) == binary.LittleEndian.Uint64(b[i:]); i += 8 {
	}
	for ; i < len(a) && a[i] == b[i]; i++ {
	}
	return i
}

// compareBytes lists the words that differ in what the second pass has at an address, and puts that in place of what the first one has. fields finds those
// at odd addresses; nil: there are none.
func (s *saver) compareBytes(addr uint64, b []byte, out *partWords, fields *partFields) error {
	a := s.old(addr, b)
	skew := addr % 8
	for from := uint64(0); ; {
		at := from + uint64(firstDifference(a[from:], b[from:]))
		if at == uint64(len(b)) {
			copy(a, b)
			return nil
		}
		word := (at+skew)&^7 - skew // an aligned one; it may begin before the bytes
		w, ok := s.word(a, b, word, from)
		if !ok && fields != nil {
			var err error
			if word, err = fields.find(at); err != nil {
				return err
			}
			w, ok = s.word(a, b, word, from)
		}
		if !ok {
			if fields == nil {
				return &NotSavableError{Section: ".init_array", Offset: at, Why: "it is no address"}
			}
			return s.unsavable(fields.ctx, fields.p, at)
		}
		w.Addr = addr + word
		if fields != nil {
			w.GOT = fields.p.id == fields.p.o.pseudo(place.GOT)
		}
		out.words = append(out.words, w)
		out.foreign = out.foreign || w.Import >= 0 || w.Kind != image.Address
		from = word + 8
	}
}

// word says what the 8 bytes at an offset are, none of which is before from.
func (s *saver) word(a, b []byte, at, from uint64) (w image.Word, ok bool) {
	if at < from || at > uint64(len(a)) || uint64(len(a))-at < 8 {
		return w, false
	}
	x, y := s.target.Order.U64(a[at:]), s.target.Order.U64(b[at:])
	if y-x == s.delta {
		w.Import = -1
		return w, true
	}
	n := len(s.imports)
	k, i, addend, ok := importPasses[0].find(x, n)
	if !ok || y != importPasses[1].at(k, i)+uint64(addend) {
		return w, false
	}
	if w.Kind, w.Import, w.Addend = k, int32(i), addend; i == n {
		w.Import = -1
	}
	return w, true
}

// partFields are the fields of 8 bytes that the relocations of a part name, for those that are not aligned.
type partFields struct {
	s    *saver
	ctx  context.Context
	p    *savedPart
	offs []uint64 // ascending
	read bool
}

// find is the offset of the field that has a byte; past the end if there is none.
func (f *partFields) find(at uint64) (uint64, error) {
	const none = 1 << 63
	o := f.p.o
	if !f.read && int(f.p.id) < len(o.img().Sections) {
		f.read = true
		err := o.eachRecord(f.ctx, f.p.id, func(r *objfmt.Reloc) {
			if o.width(r) == 8 {
				f.offs = append(f.offs, r.Offset)
			}
		})
		if err != nil {
			return none, err
		}
		slices.Sort(f.offs)
	}
	i, ok := slices.BinarySearch(f.offs, at)
	if ok {
		return at, nil
	}
	if i > 0 && at-f.offs[i-1] < 8 {
		return f.offs[i-1], nil
	}
	return none, nil
}

// eachRecord calls f for the records of a section of the file that are applied.
func (o *Object) eachRecord(ctx context.Context, id objfmt.SectionID, f func(*objfmt.Reloc)) error {
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(ctx, c)
	o.start(c, id)
	for r := c.Record(); r != nil; r = c.Record() {
		f(r)
	}
	return c.Err()
}

// width is how many bytes a record's field has.
func (o *Object) width(r *objfmt.Reloc) int {
	if int(r.Type) >= len(o.table.Rows) {
		return 0
	}
	return o.table.Width(o.table.Rows[r.Type].Field)
}

// unsavable is the error of a byte of a part that differs between the passes in a way that no loader can write.
func (s *saver) unsavable(ctx context.Context, p *savedPart, at uint64) error {
	o := p.o
	e := &NotSavableError{Object: o.name, Section: o.blockName(p.id), ID: p.id, Offset: at, Why: "a value that changes with addresses, and is none itself"}
	if p.group == image.Text {
		e.Why = "an absolute address in code"
	}
	if int(p.id) >= len(o.img().Sections) {
		return e
	}
	var found objfmt.Reloc
	best := -1
	err := o.eachRecord(ctx, p.id, func(r *objfmt.Reloc) {
		if w := o.width(r); r.Offset <= at && at-r.Offset < uint64(w) && int(r.Offset) > best {
			best, found = int(r.Offset), *r
		}
	})
	if err != nil {
		return err
	}
	if best < 0 {
		return e
	}
	e.Offset, e.Type, e.Symbol = found.Offset, o.table.Name(found.Type), o.symbolName(found.Sym)
	if s.isImport(o, found.Sym) {
		if p.group == image.Text {
			e.Why = "the address of an import in code"
		} else if row := &o.table.Rows[found.Type]; row.Expr != reloc.Abs {
			e.Why = "a distance from an import"
		}
	}
	return e
}

// absoluteFrames is the error of a word of unwind information that holds an address: its pages are not written.
func (s *saver) absoluteFrames(ctx context.Context, p *savedPart, addr uint64) error {
	err := s.unsavable(ctx, p, addr-s.layout.Addr[p.group]-p.off)
	if e, ok := errors.AsType[*NotSavableError](err); ok {
		e.Why = "unwind information has an absolute address"
	}
	return err
}

// isImport reports whether an object's symbol is an import.
func (s *saver) isImport(o *Object, sym objfmt.SymbolID) bool { return s.importOfSymbol(o, sym) >= 0 }

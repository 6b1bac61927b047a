package macho_test

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/triple"
)

// read parses whatever bytes there are and uses everything that an image offers. It
// fails the test for an untyped error and for a parse that allocates more than a
// small multiple of its input.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	buf := objfmt.NewBuffer("hostile.o", data)
	defer buf.Close()
	walkSlices(t, buf)
	var img *objfmt.ObjectImage
	var err error
	bounded(t, data, func() { img, err = own.Parse(buf.Retain()) })
	if err != nil {
		buf.Close()
		typed(t, err)
		return false
	}
	defer img.Close()
	walk(t, img)
	var all *objfmt.ObjectImage
	bounded(t, data, func() { all, err = img.Full() })
	if err != nil {
		typed(t, err)
		return true
	}
	defer all.Close()
	if len(all.Sections) < len(img.Sections) || len(all.Symbols) != len(img.Symbols) {
		t.Errorf("Full has %d sections and %d symbols of %d and %d", len(all.Sections), len(all.Symbols), len(img.Sections), len(img.Symbols))
	}
	walk(t, all)
	return true
}

// walkSlices reads a universal file and each of its slices.
func walkSlices(t *testing.T, buf *objfmt.ObjectBuffer) {
	t.Helper()
	if !own.IsUniversal(buf.Bytes()) {
		return
	}
	list, err := own.Slices(buf.Name(), buf.Bytes())
	if err != nil {
		typed(t, err)
		return
	}
	for i := range list {
		s := &list[i]
		if s.String() == "" {
			t.Errorf("slice %d has no name", i)
		}
		if s.Triple().Arch == triple.UnknownArch {
			continue
		}
		part, err := own.SliceFor(s.Triple(), buf)
		if err != nil {
			t.Errorf("no slice for %v: %v", s.Triple(), err)
			continue
		}
		if !own.IsUniversal(part.Bytes()) {
			img, err := own.Parse(part.Retain())
			if err != nil {
				part.Close()
				typed(t, err)
			} else {
				walk(t, img)
				img.Close()
			}
		}
		part.Close()
	}
}

// bounded runs f and fails the test if it allocates more than a small multiple of data.
func bounded(t *testing.T, data []byte, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(16<<10+8*len(data)); got > most {
		t.Errorf("%d bytes of input: %d bytes allocated, at most %d expected", len(data), got, most)
	}
}

// typed checks that an error says where and can be told by errors.As and errors.Is.
func typed(t *testing.T, err error) {
	t.Helper()
	var fe *objfmt.FormatError
	if !errors.As(err, &fe) || fe.File == "" || fe.What == "" || fe.Msg == "" {
		t.Errorf("untyped error %#v", err)
		return
	}
	if !errors.Is(err, objfmt.ErrFormat) && !errors.Is(err, objfmt.ErrUnsupported) && !errors.Is(err, objfmt.ErrArchive) {
		t.Errorf("error without a sentinel: %v", err)
	}
}

// walk uses every record of an image once.
func walk(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	relocs := 0
	for i := range img.Sections {
		id, sec := objfmt.SectionID(i), &img.Sections[i]
		if len(img.SectionName(id)) > 16 || len(own.SegmentName(img, id)) > 16 || sec.Alignment() == 0 {
			t.Errorf("section %d: bad name or alignment", sec.Number)
		}
		if sec.Flags&objfmt.SecZeroFill == 0 && uint64(len(sec.Data)) != sec.Size {
			t.Errorf("section %d: %d bytes of %d", sec.Number, len(sec.Data), sec.Size)
		}
		if sec.Flags&objfmt.SecZeroFill != 0 && sec.Data != nil {
			t.Errorf("section %d: zero-filled with bytes", sec.Number)
		}
		if (sec.Kind == objfmt.KindNone) != (sec.Flags&objfmt.SecLoad == 0) {
			t.Errorf("section %d: kind %v, flags %v", sec.Number, sec.Kind, sec.Flags.Names())
		}
		relocs += walkRelocs(t, img, sec)
		if b, err := img.Contents(id); err != nil || len(b) != len(sec.Data) {
			t.Errorf("section %d: contents: %v", sec.Number, err)
		}
	}
	walkSymbols(t, img)
	if len(img.Symbols)+len(img.Sections)+relocs < 300 && len(img.Buffer.Bytes()) < 1<<16 {
		if _, err := img.Dump(nil); err != nil {
			typed(t, err)
		}
	}
}

// walkRelocs decodes a section's records in pieces of different sizes, which must
// come to the same.
func walkRelocs(t *testing.T, img *objfmt.ObjectImage, sec *objfmt.Section) int {
	t.Helper()
	var room [objfmt.DecodeChunk]objfmt.Reloc
	decode := func(size int) (all []objfmt.Reloc, err error) {
		steps := 0
		for raw := sec.Raw; len(raw) > 0; steps++ {
			n, rest, err := img.Format.Decode(img, sec, room[:size], raw)
			all = append(all, room[:n]...)
			if err != nil {
				return all, err
			}
			if n == 0 || len(rest) >= len(raw) || steps > len(sec.Raw) {
				t.Fatalf("section %d: %d records of %d bytes, %d left", sec.Number, n, len(raw), len(rest))
			}
			raw = rest
		}
		return all, nil
	}
	large, err := decode(len(room))
	if err != nil {
		typed(t, err)
	}
	for i := range large {
		r := &large[i]
		if r.Type >= own.NumTypes || uint64(r.Sym) >= uint64(len(img.Symbols)) || r.Sub != objfmt.NoSymbol && uint64(r.Sub) >= uint64(len(img.Symbols)) {
			t.Fatalf("section %d: %+v of %d symbols", sec.Number, *r, len(img.Symbols))
		}
	}
	if len(large) < 1000 {
		small, err2 := decode(1)
		if (err == nil) != (err2 == nil) || len(small) != len(large) {
			t.Fatalf("section %d: %d records one by one (%v), %d at once (%v)", sec.Number, len(small), err2, len(large), err)
		}
		for i := range small {
			if small[i] != large[i] {
				t.Fatalf("section %d: %+v one by one, %+v at once", sec.Number, small[i], large[i])
			}
		}
	}
	return len(large)
}

func walkSymbols(t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	if len(img.Symbols) == 0 || uint64(img.FirstGlobal)+uint64(len(img.Hashes)) != uint64(len(img.Symbols)) {
		t.Fatalf("%d symbols, %d hashes from %d on", len(img.Symbols), len(img.Hashes), img.FirstGlobal)
	}
	hidden := false
	for i := range img.Symbols {
		id, s := objfmt.SymbolID(i), &img.Symbols[i]
		if s.Section < objfmt.SecSpecial && uint64(s.Section) >= uint64(len(img.Sections)) {
			t.Errorf("symbol %d is in section %d of %d", i, s.Section, len(img.Sections))
		}
		if s.Section == objfmt.SecCommon && (s.Value == 0 || s.Value&(s.Value-1) != 0) {
			t.Errorf("symbol %d: common alignment %d", i, s.Value)
		}
		if s.Section == objfmt.SecAlias && (s.Value >= uint64(len(img.Symbols)) || s.Value == uint64(i)) {
			t.Errorf("symbol %d: alias of %d", i, s.Value)
		}
		if s.Bind != objfmt.BindLocal && s.Vis >= objfmt.VisHidden {
			hidden = true
		}
		if id < img.FirstGlobal {
			if s.Bind != objfmt.BindLocal {
				t.Errorf("symbol %d: %v below the first global", i, s.Bind)
			}
			continue
		}
		name, want := img.SymbolName(id), uint32(0)
		if name != "" && s.Bind != objfmt.BindLocal {
			want = objfmt.HashName(name)
		}
		if img.Hash(id) != want || s.Bind != objfmt.BindLocal && uint64(s.NameLen) != uint64(len(name)) {
			t.Errorf("symbol %d %q: hash %#x, want %#x", i, name, img.Hash(id), want)
		}
	}
	if hidden && !img.HasHidden {
		t.Error("HasHidden is not set")
	}
}

// seeds are small objects with everything in them, alone and in universal files.
func seeds(tb testing.TB) (objects [][]byte) {
	var slices []objgen.FatSlice
	for _, m := range machines {
		s := newSample(m)
		objects = append(objects, s.Bytes())
		slices = append(slices, objgen.FatSlice{CPU: m.cpu, Subtype: m.subtype, Data: s.Bytes()})
		s = newSample(m)
		s.Split = true
		objects = append(objects, s.Bytes())
	}
	objects = append(objects, objgen.Fat(false, slices...), objgen.Fat(true, slices...), objgen.Fat(false, slices[0]))
	for _, path := range committed(tb) {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		if len(data) < 4000 {
			objects = append(objects, data)
		}
	}
	return objects
}

// committed lists the project's own objects.
func committed(tb testing.TB) []string {
	tb.Helper()
	paths, err := filepath.Glob("../../testdata/macho-*/*.o")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no objects: %v", err)
	}
	return paths
}

// FuzzParse (go test -fuzz FuzzParse -fuzzminimizetime 20x; longer minimizing takes
// most of the time): no bytes make the parser or what it returns panic, allocate much, or
// contradict itself. Universal files are among the seeds.
func FuzzParse(f *testing.F) {
	for _, o := range seeds(f) {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}

// TestHostileWords puts bad numbers wherever a sample has four bytes of headers or tables.
func TestHostileWords(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		plain := newSample(m).Bytes()
		parsed, step := 0, 4
		if testing.Short() {
			step = 12
		}
		for at := 0; at+4 <= len(plain); at += step {
			was := binary.LittleEndian.Uint32(plain[at:])
			for _, v := range []uint32{0, 1, was + 1, was - 1, was ^ 0x80000000, 0xffff, 0x7fffffff, 0xffffffff, 0xfffffff8, uint32(len(plain)), was << 8, was | 0x0f000000} {
				data := append([]byte(nil), plain...)
				binary.LittleEndian.PutUint32(data[at:], v)
				if read(t, data) {
					parsed++
				}
				if t.Failed() {
					t.Fatalf("word at %#x was %#x, is %#x", at, was, v)
				}
			}
		}
		if parsed < 50 {
			t.Errorf("only %d files parse", parsed)
		}
	})
}

// TestTruncated cuts a sample at every byte: each is refused or whole in itself.
func TestTruncated(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		plain := newSample(m).Bytes()
		for n := range plain {
			if read(t, plain[:n:n]) {
				t.Errorf("the first %d bytes of %d parse", n, len(plain))
			}
		}
		if !read(t, plain) {
			t.Error("the whole does not parse")
		}
	})
}

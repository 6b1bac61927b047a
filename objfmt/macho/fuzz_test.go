package macho_test

import (
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// testdata is the project's.
const testdata = "../../testdata"

// read parses whatever bytes there are and uses everything that an image offers.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	return fuzz.MachO.Check(t, data)
}

// seeds are small objects with everything in them, alone and in universal files. The
// project's own are package fuzz's.
func seeds() (objects [][]byte) {
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
	return objects
}

// FuzzParse is package fuzz's FuzzMachO from objects with everything in them, alone and
// in universal files.
func FuzzParse(f *testing.F) {
	for _, o := range seeds() {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}

// TestHostileWords puts bad numbers wherever a sample has four bytes of headers or tables, or
// at a third of the places.
func TestHostileWords(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		plain := newSample(m).Bytes()
		parsed, step := 0, 1
		if citest.Sample() {
			step = 3
		}
		for word := range citest.OneOf(len(plain)/4, step, *seed) {
			at := 4 * word
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

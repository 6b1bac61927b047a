package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// thumbCall is where the Thumb BL at addr leads.
func (r *rig) thumbCall(addr uint64) uint64 {
	r.t.Helper()
	b := r.bytes(addr, 4)
	hi, lo := uint32(binary.LittleEndian.Uint16(b)), uint32(binary.LittleEndian.Uint16(b[2:]))
	if hi&0xf800 != 0xf000 || lo&0xd000 != 0xd000 {
		r.t.Fatalf("%#x %#x at %#x is no BL", hi, lo, addr)
	}
	s := hi >> 10 & 1
	i1, i2 := ^(lo>>13^s)&1, ^(lo>>11^s)&1
	d := s<<24 | i1<<23 | i2<<22 | hi&0x3ff<<12 | lo&0x7ff<<1
	return addr + 4 + uint64(int64(int32(d<<7)>>7))
}

// thumbHalf is the constant of the Thumb MOVW or MOVT at addr.
func (r *rig) thumbHalf(addr uint64) uint64 {
	r.t.Helper()
	b := r.bytes(addr, 4)
	hi, lo := uint64(binary.LittleEndian.Uint16(b)), uint64(binary.LittleEndian.Uint16(b[2:]))
	return hi&0xf<<12 | hi>>10&1<<11 | lo>>12&7<<8 | lo&0xff
}

// TestMachOThumbPointers: references by section to Thumb functions, and to places
// behind them, lack the bit that says so and have it in memory; those to ARM code do not.
func TestMachOThumbPointers(t *testing.T) {
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000}})
	objs := r.load("thumbptr=../macho-link/thumbptr")
	r.finalize()
	at := map[string]uint64{}
	for _, s := range objs[0].Symbols() {
		at[s.Name] = s.Addr
	}
	f, g := at["_f"], at["_g"]
	if f&1 == 0 || g&1 != 0 {
		t.Fatalf("_f is at %#x, _g at %#x", f, g)
	}
	word := func(i uint64) uint32 { return binary.LittleEndian.Uint32(r.bytes(at["_table"]+4*i, 4)) }
	for i, want := range []uint64{f, g, f + 2, g - at["_here"]} {
		if got := word(uint64(i)); got != uint32(want) {
			t.Errorf("word %d is %#x, want %#x", i, got, uint32(want))
		}
	}
	use := at["_use"] - 1
	if got := r.thumbCall(use); got != f-1 {
		t.Errorf("_use calls %#x, _f is at %#x", got, f)
	}
	if got := r.thumbHalf(use+4) | r.thumbHalf(use+8)<<16; got != f {
		t.Errorf("_use moves %#x, want %#x", got, f)
	}
}

// TestMachOThreadCode: a section cannot be thread-local and executable.
func TestMachOThreadCode(t *testing.T) {
	f := objgen.MachO{CPU: 0x01000007, Subtype: 3, Is64: true}
	f.Add(objgen.MachOSection{Name: "__thread_data", Segment: "__DATA", Flags: 0x80000011, Data: make([]byte, 13)})
	img := parse(t, "threadcode.o", f.Bytes())
	if !img.HasTLS {
		t.Error("the image has no thread-locals")
	}
	for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
		r := newRig(t, rtdyld.Config{TLS: &threads{}, Layout: layout})
		if _, err := r.Load(t.Context(), img); !errors.Is(err, rtdyld.ErrTLS) || !strings.Contains(err.Error(), "thread-local and executable") {
			t.Errorf("%v: error %v", layout, err)
		}
	}
}

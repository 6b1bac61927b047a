package arm64_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// held says which bits of a value a field holds, and which bits of the instruction
// it takes, by the field's place in the architecture's list: branches, literal, ADR,
// three ADRP, ADD, loads and stores, MOVZ and MOVK, MOVZ or MOVN.
var held = []struct {
	value uint64
	insn  uint32
	n     int // fields in a row
}{
	{0x0ffffffc, 0x03ffffff, 1}, // B
	{0x001ffffc, 0x00ffffe0, 1}, // B.cond
	{0x0000fffc, 0x0007ffe0, 1}, // TBZ
	{0x001fffff, 0x60ffffe0, 1}, // ADR
	{0x1_fffff000, 0x60ffffe0, 2},
	{0xfff, 0x003ffc00, 2},
	{0xfff000, 0x003ffc00, 1},
	{0xffe, 0x003ffc00, 1},
	{0xffc, 0x003ffc00, 1},
	{0xff8, 0x003ffc00, 1},
	{0xff0, 0x003ffc00, 1},
	{0xffe, 0x003ffc00, 1},
	{0xffc, 0x003ffc00, 1},
	{0xff8, 0x003ffc00, 1},
	{0xff0, 0x003ffc00, 1},
	{0x7ff8, 0x003ffc00, 1},
	{0xffff, 0x001fffe0, 1},
	{0xffff0000, 0x001fffe0, 1},
	{0xffff00000000, 0x001fffe0, 1},
	{0xffff000000000000, 0x001fffe0, 1},
	{0xffff, 0x001fffe0, 1},
	{0xffff0000, 0x001fffe0, 1},
	{0xffff00000000, 0x001fffe0, 1},
	{0xffff, 0x601fffe0, 1},
	{0xffff0000, 0x601fffe0, 1},
	{0xffff00000000, 0x601fffe0, 1},
	{0xffff000000000000, 0x601fffe0, 1},
	{0xfff, 0x003ffc00, 1}, // of the size that the instruction says
	{0x1_fffff000, 0x60ffffe0, 1},
}

// TestFields is the property of every field of an instruction: what it holds of a
// value is read back, all other bits stay, whatever is around them.
func TestFields(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	fields := arm64.COFF.Arch.Fields
	fields = fields[:len(fields)-2] // POINTER_TO_GOT's are data: TestRows
	k := 0
	for _, h := range held {
		for range h.n {
			if k == len(fields) {
				t.Fatal("more than the fields that there are")
			}
			f := &fields[k]
			for range 5000 {
				word := rnd.Uint32()
				if h.insn == 0x001fffe0 {
					word |= 1 << 30 // MOVZ and MOVK; a MOVN has the complement
				}
				if h.insn == 0x601fffe0 {
					word &^= 1 << 29 // MOVN and MOVZ; a MOVK has no sign: TestRows
				}
				if f.Align == 16 && f.Scale != nil {
					word = word&^0x3b000000 | 0x39000000
				}
				v := rnd.Uint64() >> rnd.IntN(64)
				if rnd.IntN(2) == 0 {
					v = -v
				}
				testField(t, k, f, h.value, h.insn, word, v)
			}
			k++
		}
	}
	if k != len(fields) {
		t.Errorf("%d fields tried, there are %d", k, len(fields))
	}
}

func testField(t *testing.T, k int, f *reloc.Insn, value uint64, insn, word uint32, v uint64) {
	t.Helper()
	align := max(uint64(f.Align), 1)
	mem := append(binary.LittleEndian.AppendUint32(nil, word), 0xa5)
	if f.Scale != nil {
		align = f.Scale(mem)
	}
	if f.Min > -1<<63 { // bring it into the limits
		v = uint64(f.Min) + v%uint64(f.Max-f.Min+1)
	}
	v &^= align - 1
	f.Put(mem, bin.Order{}, v)
	after := binary.LittleEndian.Uint32(mem)
	if word&^insn != after&^insn || mem[4] != 0xa5 {
		t.Fatalf("field %d: %#x with %#x becomes %#x: bits beside %#x change", k, word, v, after, insn)
	}
	got := uint64(f.Get(mem, bin.Order{}))
	if k == len(arm64.COFF.Arch.Fields)-3 {
		return // COFF's ADRP holds bytes before and pages after
	}
	if got&value != v&value {
		t.Fatalf("field %d: %#x with %#x becomes %#x, which holds %#x", k, word, v, after, got)
	}
	// A signed field reads back signed.
	if f.Min < 0 && f.Min > -1<<63 && int64(got) < 0 != (int64(v) < 0) {
		t.Fatalf("field %d: %#x reads back as %#x", k, v, got)
	}
	if f.Min < 0 && f.Min > -1<<63 && value|(align-1) == uint64(f.Max)&value|(align-1) && f.Max < 1<<30 && got != v {
		t.Fatalf("field %d: %#x reads back as %#x", k, v, got)
	}
	again := bytes.Clone(mem)
	f.Put(again, bin.Order{}, v)
	if !bytes.Equal(mem, again) {
		t.Fatalf("field %d: %#x put twice: % x, then % x", k, v, mem, again)
	}
}

// TestCOFFPages: the addend in COFF's ADRP counts bytes, what is put there pages.
func TestCOFFPages(t *testing.T) {
	f := arm64.COFF.Arch.Fields[arm64.COFF.Rows[4].Field-reloc.FieldArch]
	for _, a := range []int64{0, 1, 0xfff, 0x1000, 0xfffff, -1, -0x1000, -0x100000} {
		w := uint32(0x90000000) | uint32(a&3)<<29 | uint32(a>>2&0x7ffff)<<5
		mem := binary.LittleEndian.AppendUint32(nil, w)
		if got := f.Get(mem, bin.Order{}); got != a {
			t.Errorf("%#x is read as %#x", a, got)
		}
	}
}

package bin_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// TestCursor: words, slices and strings in turn, in either byte order.
func TestCursor(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 'a', 'b', 0, 0, 'c'}
	for _, big := range []bool{false, true} {
		c := bin.Cursor{B: b, Big: big}
		order := binary.ByteOrder(binary.LittleEndian)
		three := uint64(0x0a0908)
		if big {
			order, three = binary.BigEndian, 0x08090a
		}
		if got := c.Uint(1); got != 1 {
			t.Errorf("%#x", got)
		}
		if got := c.Uint(2); got != uint64(order.Uint16(b[1:])) {
			t.Errorf("%#x", got)
		}
		if got := c.Uint(4); got != uint64(order.Uint32(b[3:])) {
			t.Errorf("%#x", got)
		}
		if got := c.Uint(3); got != three {
			t.Errorf("%#x", got)
		}
		if got := c.Uint(8); got != order.Uint64(b[10:]) {
			t.Errorf("%#x", got)
		}
		if got := c.CString(); string(got) != "ab" {
			t.Errorf("%q", got)
		}
		if got := c.CString(); got == nil || len(got) != 0 || c.Left() != 1 || c.Bad {
			t.Errorf("%q, %+v", got, c)
		}
		if c.CString() != nil || !c.Bad || c.Left() != 0 || c.U8() != 0 || c.Uint(8) != 0 || c.Take(1) != nil {
			t.Errorf("behind the end: %+v", c)
		}
	}
}

// TestCursorOutside: no offset or length leads outside.
func TestCursorOutside(t *testing.T) {
	b := make([]byte, 10, 20)
	for _, n := range []uint64{11, 1 << 31, 1 << 32, 1 << 63, math.MaxUint64} {
		c := bin.Cursor{B: b}
		if c.Take(n) != nil || !c.Bad || c.Left() != 0 {
			t.Errorf("%#x bytes are taken: %+v", n, c)
		}
		c = bin.Cursor{B: b}
		if c.Seek(n); !c.Bad || c.At != len(b) {
			t.Errorf("to %#x: %+v", n, c)
		}
	}
	c := bin.Cursor{B: b}
	if c.Seek(10); c.Bad || c.Left() != 0 || c.Take(0) == nil || c.Bad {
		t.Errorf("the end: %+v", c)
	}
}

// TestLEB: the examples of DWARF 5, figures C.1 and C.2's numbers, the standard library's
// writer, and what fits no 64 bits.
func TestLEB(t *testing.T) {
	for _, x := range []struct {
		b        []byte
		unsigned uint64
		signed   int64
	}{
		{[]byte{2}, 2, 2}, {[]byte{0xff, 0}, 127, 127}, {[]byte{0x80, 1}, 128, 128}, {[]byte{0x81, 1}, 129, 129}, {[]byte{0xb9, 0x64}, 12857, -3527},
		{[]byte{0x7e}, 126, -2}, {[]byte{0x81, 0x7f}, 16257, -127}, {[]byte{0x80, 0x7f}, 16256, -128}, {[]byte{0xff, 0x7e}, 16255, -129},
		{[]byte{0x82, 0x80, 0x80, 0}, 2, 2}, // padded
	} {
		u, s := bin.Cursor{B: x.b}, bin.Cursor{B: x.b}
		if got := u.ULEB(); got != x.unsigned || u.Bad || u.Left() != 0 {
			t.Errorf("% x is %d, want %d", x.b, got, x.unsigned)
		}
		if got := s.SLEB(); got != x.signed || s.Bad || s.Left() != 0 {
			t.Errorf("% x is %d, want %d", x.b, got, x.signed)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 10000 {
		v := rnd.Uint64() >> rnd.IntN(64)
		if i == 0 {
			v = math.MaxUint64
		}
		c := bin.Cursor{B: binary.AppendUvarint(nil, v)}
		if got := c.ULEB(); got != v || c.Bad {
			t.Fatalf("%#x is read as %#x", v, got)
		}
		s := int64(rnd.Uint64()) >> rnd.IntN(64)
		if i < 2 {
			s = []int64{math.MinInt64, math.MaxInt64}[i]
		}
		var b []byte
		for rest := s; ; rest >>= 7 {
			if rest>>6 == 0 || rest>>6 == -1 {
				b = append(b, byte(rest&0x7f))
				break
			}
			b = append(b, byte(rest&0x7f)|0x80)
		}
		for _, pad := range []int{0, 1, 12 - len(b)} { // padded beyond 64 bits, too
			p := bytes.Clone(b)
			for range pad {
				p[len(p)-1] |= 0x80
				p = append(p, byte(s>>63)&0x7f)
			}
			c = bin.Cursor{B: p}
			if got := c.SLEB(); got != s || c.Bad || c.Left() != 0 {
				t.Fatalf("%d in % x is read as %d", s, p, got)
			}
		}
	}
	for _, b := range [][]byte{
		{}, {0x80}, bytes.Repeat([]byte{0x80}, 5), append(bytes.Repeat([]byte{0xff}, 9), 2), append(bytes.Repeat([]byte{0x80}, 10), 1),
		append(bytes.Repeat([]byte{0x80}, 30), 0),
	} {
		u, s := bin.Cursor{B: b}, bin.Cursor{B: b}
		if got := u.ULEB(); got != 0 || !u.Bad || u.Left() != 0 {
			t.Errorf("% x is %#x", b, got)
		}
		u = bin.Cursor{B: b}
		if u.SkipLEB(); u.Left() != 0 || u.Bad != (len(b) == 0 || len(b) == 1 || len(b) == 5 || len(b) > 20) {
			t.Errorf("% x is gone over: %+v", b, u)
		}
		if got := s.SLEB(); got != 0 || !s.Bad || s.Left() != 0 {
			t.Errorf("% x is %#x", b, got)
		}
	}
}

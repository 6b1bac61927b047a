package bin

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// extents are offsets and lengths around everything that could go wrong with n bytes.
func extents(n uint64) []uint64 {
	var all []uint64
	for _, at := range []uint64{0, n, 1 << 31, 1 << 32, 1 << 63} {
		all = append(all, at-2, at-1, at, at+1, at+2)
	}
	return all
}

// TestSlice: the result is the bytes asked for, in the same memory, exactly if they
// all exist, as computed with numbers that cannot overflow.
func TestSlice(t *testing.T) {
	for _, b := range [][]byte{nil, {}, {1}, []byte("0123456789")} {
		size := uint64(len(b))
		for _, off := range extents(size) {
			for _, n := range extents(size) {
				end := new(big.Int).Add(new(big.Int).SetUint64(off), new(big.Int).SetUint64(n))
				want := end.Cmp(new(big.Int).SetUint64(size)) <= 0
				got, ok := Slice(b, off, n)
				if ok != want {
					t.Errorf("Slice(%d bytes, %d, %d): %v", size, off, n, ok)
					continue
				}
				if !ok && got != nil || ok && uint64(len(got)) != n || cap(got) != len(got) {
					t.Errorf("Slice(%d bytes, %d, %d): %d bytes of %d", size, off, n, len(got), cap(got))
				}
				if ok && n > 0 && &got[0] != &b[off] {
					t.Errorf("Slice(%d bytes, %d, %d) is a copy", size, off, n)
				}
			}
		}
	}
}

func TestTable(t *testing.T) {
	b := make([]byte, 100)
	for _, off := range extents(100) {
		for _, n := range append(extents(100), 4, 5, 33, 1<<60, 1<<62) {
			for _, size := range []uint64{0, 1, 3, 16, 20, 24, 1 << 32, 1 << 63} {
				total := new(big.Int).Mul(new(big.Int).SetUint64(n), new(big.Int).SetUint64(size))
				end := new(big.Int).Add(total, new(big.Int).SetUint64(off))
				want := end.Cmp(big.NewInt(100)) <= 0
				got, ok := Table(b, off, n, size)
				if ok != want || ok && uint64(len(got)) != n*size {
					t.Errorf("Table(100 bytes, %d, %d, %d): %d bytes, %v", off, n, size, len(got), ok)
				}
			}
		}
	}
}

func TestCString(t *testing.T) {
	b := []byte("\x00abc\x00\x00end")
	for _, tt := range []struct {
		off  uint64
		want string
		ok   bool
	}{
		{0, "", true}, {1, "abc", true}, {3, "c", true}, {4, "", true}, {5, "", true}, {6, "", false}, {8, "", false},
		{9, "", false}, {10, "", false}, {1 << 32, "", false}, {1<<64 - 1, "", false},
	} {
		if got, ok := CString(b, tt.off); string(got) != tt.want || ok != tt.ok {
			t.Errorf("CString at %d: %q, %v, want %q, %v", tt.off, got, ok, tt.want, tt.ok)
		}
	}
	if got, ok := CString(nil, 0); got != nil || ok {
		t.Errorf("CString of nothing: %q, %v", got, ok)
	}
}

func TestHasRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		b := make([]byte, rng.IntN(60))
		for i := range b {
			b[i] = byte(min(rng.IntN(6), 1))
		}
		longest := 0
		for _, s := range bytes.Split(b, []byte{0}) {
			longest = max(longest, len(s))
		}
		for n := 1; n < 70; n++ {
			if got := HasRun(b, n); got && n > longest || !got && 2*n <= longest {
				t.Fatalf("HasRun(%v, %d) is %v", b, n, got)
			}
		}
	}
}

// TestString: a view, of the empty and of nothing too.
func TestString(t *testing.T) {
	for _, b := range [][]byte{nil, {}, []byte("x"), []byte("a\x00b")} {
		s := String(b)
		if s != string(b) {
			t.Errorf("String(%q) is %q", b, s)
		}
		if len(b) > 0 && unsafe.StringData(s) != &b[0] {
			t.Errorf("String(%q) is a copy", b)
		}
	}
	b := []byte("view")
	if n := testing.AllocsPerRun(10, func() { _ = String(b) }); n != 0 {
		t.Errorf("String allocates %v times", n)
	}
}

// TestOrder: words are as encoding/binary has them, and no byte beside them changes.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		v := rng.Uint64()
		for _, big := range []bool{false, true} {
			o, std := Order{Big: big}, binary.ByteOrder(binary.LittleEndian)
			if big {
				std = binary.BigEndian
			}
			got, want := make([]byte, 10), make([]byte, 10)
			o.PutU16(got[1:], uint16(v))
			std.PutUint16(want[1:], uint16(v))
			if !bytes.Equal(got, want) || o.U16(got[1:]) != uint16(v) {
				t.Fatalf("%v: %#x as 16 bits: % x", o, v, got)
			}
			o.PutU32(got[1:], uint32(v))
			std.PutUint32(want[1:], uint32(v))
			if !bytes.Equal(got, want) || o.U32(got[1:]) != uint32(v) {
				t.Fatalf("%v: %#x as 32 bits: % x", o, v, got)
			}
			o.PutU64(got[1:], v)
			std.PutUint64(want[1:], v)
			if !bytes.Equal(got, want) || o.U64(got[1:]) != v {
				t.Fatalf("%v: %#x as 64 bits: % x", o, v, got)
			}
		}
	}
}

package arena

import (
	"testing"
	"unsafe"
)

// TestTake: slices are zero, don't share an element, don't grow into each other, and lie in few pieces.
func TestTake(t *testing.T) {
	for _, input := range []uint64{0, 1 << 10, 1 << 16, Large, 1 << 30} {
		var a Of[[3]uint32]
		a.Init(input)
		seen, pieces := map[*[3]uint32]bool{}, 0
		end := uintptr(0) // of the slice before
		for i := range 3000 {
			s := a.Take(i % 13)
			if len(s) != i%13 || cap(s) != len(s) {
				t.Fatalf("%d elements, room for %d, want %d", len(s), cap(s), i%13)
			}
			for k := range s {
				if s[k] != [3]uint32{} || seen[&s[k]] {
					t.Fatalf("input of %d: slice %d is not new: %v", input, i, s[k])
				}
				seen[&s[k]], s[k] = true, [3]uint32{1, 2, 3}
			}
			if len(s) > 0 {
				at := uintptr(unsafe.Pointer(&s[0]))
				if at != end {
					pieces++
				}
				end = at + uintptr(len(s))*unsafe.Sizeof(s[0])
			}
		}
		if input >= Large && pieces > 20 {
			t.Errorf("input of %d: %d pieces", input, pieces)
		}
		if s := a.Take(1 << 18); len(s) != 1<<18 || cap(s) != len(s) || seen[&s[0]] {
			t.Errorf("input of %d: a large slice has %d elements", input, len(s))
		}
	}
}

// TestZero: the zero Of makes slices by themselves.
func TestZero(t *testing.T) {
	var a Of[uint64]
	x, y := a.Take(5), a.Take(0)
	if len(x) != 5 || cap(x) != 5 || y == nil || len(y) != 0 || a.rest != nil {
		t.Error(x, y, a)
	}
}

// TestPieceSize: what pieces of a kind may waste is little beside the input.
func TestPieceSize(t *testing.T) {
	for input := uint64(1); input < 1<<40; input = input*3 + 1 {
		if n := pieceSize(input); n < 0 || uint64(n) > input/16 || n > 1<<20 {
			t.Errorf("input of %d bytes: pieces of %d", input, n)
		}
	}
}

// TestShare: slices of several kinds that share pieces are zero, aligned, and don't share an element; InitFor has no piece larger than all elements.
func TestShare(t *testing.T) {
	var words Words
	words.Init(1 << 16)
	var a Of[[3]uint32]
	var b Of[byte]
	var c Of[uint64]
	a.Share(&words)
	b.Share(&words)
	c.Share(&words)
	for i := range 2000 {
		x, y, z := a.Take(i%13), b.Take(i%7), c.Take(i%5)
		if len(x) != i%13 || cap(x) != len(x) || len(y) != i%7 || cap(y) != len(y) || len(z) != i%5 || y == nil {
			t.Fatal(i, len(x), len(y), len(z))
		}
		for k := range x {
			if x[k] != [3]uint32{} || uintptr(unsafe.Pointer(&x[k]))%4 != 0 {
				t.Fatalf("slice %d: %v is not new", i, x[k])
			}
			x[k] = [3]uint32{1, 2, 3}
		}
		for k := range y {
			if y[k] != 0 {
				t.Fatalf("slice %d: %v is not new", i, y[k])
			}
			y[k] = 4
		}
		for k := range z {
			if z[k] != 0 || uintptr(unsafe.Pointer(&z[k]))%unsafe.Alignof(z[k]) != 0 {
				t.Fatalf("slice %d: %v is not new", i, z[k])
			}
			z[k] = 5
		}
	}
	var d Of[[100]byte]
	d.InitFor(1<<30, 20)
	for range 20 {
		d.Take(1)
	}
	if len(d.rest) != 0 {
		t.Errorf("%d elements are left over", len(d.rest))
	}
}

// TestThree: slices that are made together are zero, aligned, and end where the next begins.
func TestThree(t *testing.T) {
	for _, n := range [][3]int{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {3, 5, 7}, {2, 1, 1}, {100, 99, 98}} {
		a, b, c := Three[[4]uint64, uint32, uint64](n[0], n[1], n[2])
		if len(a) != n[0] || cap(a) != n[0] || len(b) != n[1] || cap(b) != n[1] || len(c) != n[2] || cap(c) != n[2] {
			t.Fatal(n, len(a), len(b), len(c))
		}
		for i := range a {
			if a[i] != [4]uint64{} {
				t.Fatalf("%d: %v", n, a[i])
			}
			a[i] = [4]uint64{1, 2, 3, 4}
		}
		for i := range b {
			if b[i] != 0 {
				t.Fatalf("%d: %v", n, b[i])
			}
			b[i] = 5
		}
		for i := range c {
			if c[i] != 0 || uintptr(unsafe.Pointer(&c[i]))%unsafe.Alignof(c[i]) != 0 {
				t.Fatalf("%d: %v", n, c[i])
			}
		}
	}
}

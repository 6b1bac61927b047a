package library

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"testing"
	"testing/fstest"
	"unsafe"
)

// TestBits: a bit-field is what is written to it, and its neighbours stay as they are.
func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	for range 2000 {
		var b [16]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		before, v := b, r.Uint64()
		n := uint(1 + r.IntN(64))
		bit := uint(r.IntN(len(b)*8 - int(n) + 1))
		SetBits(unsafe.Pointer(&b), bit, n, v)
		for i := range uint(len(b) * 8) {
			want := before[i/8] >> (i % 8) & 1
			if i >= bit && i < bit+n {
				want = byte(v >> (i - bit) & 1)
			}
			if got := b[i/8] >> (i % 8) & 1; got != want {
				t.Fatalf("bit %d after SetBits(%d, %d, %#x) is %d", i, bit, n, v, got)
			}
		}
		if got, want := Bits(unsafe.Pointer(&b), bit, n), v<<(64-n)>>(64-n); got != want {
			t.Fatalf("Bits(%d, %d) is %#x, want %#x", bit, n, got, want)
		}
		if got, want := SignedBits(unsafe.Pointer(&b), bit, n), int64(v<<(64-n))>>(64-n); got != want {
			t.Fatalf("SignedBits(%d, %d) is %d, want %d", bit, n, got, want)
		}
	}
}

// TestErrors: a library that cannot be used says why.
func TestErrors(t *testing.T) {
	l := &Library{Name: "zoo", Files: fstest.MapFS{}, Names: []string{"lib/libzoo.a"}}
	var e *Error
	if err := l.Load(t.Context()); !errors.Is(err, ErrNoWorld) || !errors.As(err, &e) || e.Library != "zoo" {
		t.Error(err)
	}
	if _, err := NewCallback(l, func() {}); !errors.Is(err, ErrNoWorld) {
		t.Error(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	f := Func[func()]{Library: l, Name: "f"}
	if err := f.Bind(); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	missing := errors.Join(fs.ErrNotExist, ErrGenerate)
	if err := (&Error{"zoo", "f", missing}); err.Error() != "zoo: f: "+missing.Error() || !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if s := (&Failure{Func: "f", Code: -3, Text: func(code int64) string { return "no" }}).Error(); s != "f: no (-3)" {
		t.Error(s)
	}
}

package library

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"testing"
	"testing/fstest"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// TestBits: a bit-field is what is written to it, and its neighbours stay as they are, whichever end bits are counted from.
func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	for i := range 4000 {
		big := i%2 == 1
		var b [16]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		before, v := b, r.Uint64()
		n := uint(1 + r.IntN(64))
		bit := uint(r.IntN(len(b)*8 - int(n) + 1))
		setBits(unsafe.Pointer(&b), bit, n, v, big)
		for i := range uint(len(b) * 8) {
			shift, from := i%8, i-bit
			if big {
				shift, from = 7-i%8, n-1-(i-bit)
			}
			want := before[i/8] >> shift & 1
			if i >= bit && i < bit+n {
				want = byte(v >> from & 1)
			}
			if got := b[i/8] >> shift & 1; got != want {
				t.Fatalf("bit %d after setBits(%d, %d, %#x, %t) is %d", i, bit, n, v, big, got)
			}
		}
		if got, want := bits(unsafe.Pointer(&b), bit, n, big), v<<(64-n)>>(64-n); got != want {
			t.Fatalf("bits(%d, %d, %t) is %#x, want %#x", bit, n, big, got, want)
		}
		SetBits(unsafe.Pointer(&b), bit, n, v)
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
	p := Proc{Library: l, Name: "p", Type: (func(*byte, *byte) int32)(nil)}
	if err := p.Bind(); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	func() {
		defer func() {
			if err, _ := recover().(error); !errors.Is(err, ErrClosed) {
				t.Errorf("a call panics with %v", err)
			}
		}()
		p.Get().Words(0, 0)
	}()
	missing := errors.Join(fs.ErrNotExist, ErrGenerate)
	if err := (&Error{"zoo", "f", missing}); err.Error() != "zoo: f: "+missing.Error() || !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if s := (&Failure{Func: "f", Null: true}).Error(); s != "f: a null pointer" {
		t.Error(s)
	}
	if s := (&Failure{Func: "f", Code: -3, Text: func(code int64) string { return "no" }}).Error(); s != "f: no (-3)" {
		t.Error(s)
	}
}

// TestStrings: strings go to C with a NUL byte behind them, which they must not have before, and come back without it.
func TestStrings(t *testing.T) {
	p := Proc{Library: &Library{Name: "zoo"}, Name: "p", Type: (func(*byte, *byte) int32)(nil)}
	for _, s := range []string{"", "a", "zoological"} {
		c := p.CString(1, s)
		if got := ToString(Pointer(c)); got != s || unsafe.String(c, len(s)+1) != s+"\x00" {
			t.Errorf("%q became %q", s, got)
		}
	}
	if s := ToString(0); s != "" {
		t.Errorf("a null pointer is %q", s)
	}
	defer func() {
		e, _ := recover().(*abi.StringError)
		if want := (abi.StringError{Type: "func(*uint8, *uint8) int32", Param: 1, At: 2}); e == nil || *e != want {
			t.Errorf("it panics with %v", e)
		}
	}()
	p.CString(1, "ab\x00c")
}

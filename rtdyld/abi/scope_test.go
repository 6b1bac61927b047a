package abi

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"unsafe"
)

// TestScope: what a scope makes stays where it is and is let go with the scope.
func TestScope(t *testing.T) {
	var s Scope
	for range 2 { // it may be used again
		p, err := s.String("häuser")
		list, err2 := s.Strings([]string{"a", "", "bc"})
		array, err3 := Array[struct{ a, b uint32 }](&s, 3)
		none, err4 := Array[byte](&s, 0)
		mine := new([4]int64)
		s.Pin(mine)
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		addrs := []uintptr{uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(list)), uintptr(unsafe.Pointer(&array[0])), uintptr(unsafe.Pointer(mine))}
		runtime.GC()
		if string(unsafe.Slice(p, 8)) != "häuser\x00" || len(array) != 3 || cap(array) != 3 || len(none) != 0 {
			t.Errorf("%q, %d, %d", unsafe.Slice(p, 8), len(array), len(none))
		}
		for i, want := range []string{"a", "", "bc"} {
			if got := goString(uint64(uintptr(unsafe.Pointer(unsafe.Slice(list, 4)[i])))); got != want {
				t.Errorf("%d: %q", i, got)
			}
		}
		if unsafe.Slice(list, 4)[3] != nil || addrs[0] != uintptr(unsafe.Pointer(p)) || addrs[3] != uintptr(unsafe.Pointer(mine)) {
			t.Error("moved, or no end")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	// What a scope held is alive until it is closed, and not after that.
	gone := make(chan bool, 1)
	func() {
		v := new([64]int64)
		runtime.AddCleanup(v, func(int) { gone <- true }, 0)
		s.Pin(v)
	}()
	for range 3 {
		runtime.GC()
	}
	select {
	case <-gone:
		t.Fatal("pinned memory was freed")
	default:
	}
	_ = s.Close()
	for {
		runtime.GC()
		select {
		case <-gone:
			return
		default:
			runtime.Gosched()
		}
	}
}

// TestScopeErrors: what C would misunderstand is refused.
func TestScopeErrors(t *testing.T) {
	var s Scope
	defer s.Close()
	var se *StringError
	if _, err := s.String("a\x00b"); !errors.As(err, &se) || se.At != 1 {
		t.Errorf("%v", err)
	}
	if _, err := s.Strings([]string{"a", "\x00"}); !errors.As(err, &se) || se.At != 0 {
		t.Errorf("%v", err)
	}
	for _, err := range []error{second(Array[*int](&s, 1)), second(Array[string](&s, 1)), second(Array[int](&s, -1))} {
		if !errors.Is(err, ErrSignature) {
			t.Errorf("%v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestHandle: handles are numbers of values until they are deleted, made by many goroutines at once.
func TestHandle(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 200 {
				v := fmt.Sprint(g, i)
				h := NewHandle(v)
				if h == 0 || h.Value() != v {
					t.Errorf("%d: %v, want %v", h, h.Value(), v)
				}
				h.Delete()
			}
		})
	}
	wg.Wait()
	h := NewHandle(nil)
	if h.Value() != nil {
		t.Error("nil is another value")
	}
	handles.last = ^Handle(0) // all numbers have been used: those of live handles are not used again
	if again := NewHandle(1); again == 0 || again == h {
		t.Errorf("handle %d, and %d lives", again, h)
	} else {
		again.Delete()
	}
	h.Delete()
	for _, use := range []func(){func() { h.Value() }, func() { h.Delete() }, func() { Handle(0).Value() }} {
		func() {
			defer func() {
				var he *HandleError
				if err, _ := recover().(error); !errors.As(err, &he) {
					t.Errorf("%v", err)
				}
			}()
			use()
		}()
	}
}

// An array of strings, as C's functions of argv take one.
func ExampleScope() {
	var s Scope
	defer s.Close()
	argv, err := s.Strings([]string{"tool", "-v"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%c\n", **argv)
	// Output: t
}

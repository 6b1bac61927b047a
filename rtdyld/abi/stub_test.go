package abi

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"
)

// TestStubs: functions of many parameters of all kinds pass words and results as C has them, those that Go has in registers without reflection.
func TestStubs(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1))
	types := append([]reflect.Type{reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[int16](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16]()}, shapeTypes...)
	stubs := 0
	for range 2000 {
		in := make([]reflect.Type, r.IntN(13))
		for i := range in {
			in[i] = types[r.IntN(len(types))]
		}
		typ := reflect.FuncOf(in, []reflect.Type{types[r.IntN(len(types))]}[:r.IntN(2)], false)
		checkCall(t, typ)
		if known, err := goTypeOf(typ); err != nil {
			t.Fatal(err)
		} else if known.stub != nil {
			stubs++
		}
	}
	if stubEntryAddr != 0 && stubs < 800 {
		t.Errorf("only %d functions without reflection", stubs)
	}
}

// mover is a caller that moves the goroutine's stack, collects garbage and looks whether what it was given is there.
type mover struct {
	conv *Convention
	see  func(f *Frame)
}

func (m *mover) Convention() *Convention { return m.conv }

func (m *mover) Call(f *Frame) {
	deeper(200)
	for range 3 {
		runtime.GC()
	}
	m.see(f)
}

//go:noinline
func deeper(n int) (b [1 << 10]byte) {
	if n > 0 {
		b = deeper(n - 1)
	}
	b[n]++
	return b
}

// TestStubAlive: what arguments point to is there while the function runs, though nothing else refers to it, and what is on the goroutine's stack
// afterwards is as it was; so is a result.
func TestStubAlive(t *testing.T) {
	var dead atomic.Int32
	fresh := func() *[4]uint64 {
		p := &[4]uint64{1, 2, 3, 4}
		runtime.AddCleanup(p, func(int) { dead.Add(1) }, 0)
		return p
	}
	conv := *SystemV()
	conv.QuickEntry = 0
	m := &mover{conv: &conv}
	at := func(w uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&w)) }
	m.see = func(f *Frame) {
		if n := dead.Load(); n != 0 {
			t.Errorf("%d arguments are gone", n)
		}
		for i := range 3 {
			if p := at(f.Reg[2*i]); *(*[4]uint64)(p) != [4]uint64{1, 2, 3, 4} {
				t.Errorf("argument %d is %v", 2*i, *(*[4]uint64)(p))
			}
		}
		if s := unsafe.String((*byte)(at(f.Reg[1])), 5); s != "text\x00" || f.Reg[3] != 7 {
			t.Errorf("%q, %d", s, f.Reg[3])
		}
		if s := *(*[2]int32)(at(f.Reg[5])); s != [2]int32{8, 9} {
			t.Error(s)
		}
		f.Ret[0] = f.Reg[4]
	}
	var fn func(a *[4]uint64, s string, b *[4]uint64, n int8, c *[4]uint64, l []int32) *[4]uint64
	if err := SetFunc(m, 1, &fn); err != nil {
		t.Fatal(err)
	}
	var local [64]uint64
	for i := range local {
		local[i] = uint64(i)
	}
	done := make(chan *[4]uint64)
	go func() { // whose stack is small
		p := fn(fresh(), strings.Repeat("text", 1), fresh(), 7, fresh(), append([]int32(nil), 8, 9))
		runtime.GC()
		done <- p
	}()
	if p := <-done; *p != [4]uint64{1, 2, 3, 4} {
		t.Error(*p)
	}
	for i := range local {
		if local[i] != uint64(i) {
			t.Fatal("the stack is another")
		}
	}
	if dead.Load() == 3 {
		t.Error("the result is gone")
	}
}

// TestStubStrings: strings go to C and back.
func TestStubStrings(t *testing.T) {
	conv := *SystemV()
	m := &mover{conv: &conv}
	conv.QuickEntry = 0
	m.see = func(f *Frame) { f.Ret[0] = f.Reg[0] }
	var fn func(a string, x float32, b string) string
	if err := SetFunc(m, 1, &fn); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"", "x", strings.Repeat("long", 1000)} {
		if got := fn(s, 1, "b"); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	// Short ones, too, have memory of their own, which later calls leave alone.
	first := fn("Backus", 1, "b")
	second := fn("Hopper", 1, "b")
	deeper(20)
	runtime.GC()
	if first != "Backus" || second != "Hopper" {
		t.Errorf("they became %q and %q", first, second)
	}
	defer func() {
		e, _ := recover().(*StringError)
		if want := (StringError{Type: "func(string, float32, string) string", Param: 2, At: 1}); e == nil || *e != want {
			t.Errorf("it panics with %v", e)
		}
	}()
	fn("a", 1, "b\x00")
}

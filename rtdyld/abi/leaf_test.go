//go:build linux && (amd64 || arm64)

package abi_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// leafCode are functions of each machine.
var leafCode = map[string]map[string][]byte{
	"amd64": {
		"add":    {0x48, 0x8d, 0x04, 0x37, 0xc3},                                                                   // lea rax, [rdi+rsi]
		"fadd":   {0xf2, 0x0f, 0x58, 0xc1, 0xc3},                                                                   // addsd xmm0, xmm1
		"widen":  {0x48, 0x89, 0xf8, 0xc3},                                                                         // mov rax, rdi
		"six":    {0x48, 0x89, 0xf8, 0x4c, 0x29, 0xc8, 0xc3},                                                       // mov rax, rdi; sub rax, r9
		"scale":  {0xf2, 0x48, 0x0f, 0x2a, 0xcf, 0xf2, 0x0f, 0x59, 0xc1, 0xc3},                                     // cvtsi2sd xmm1, rdi; mulsd xmm0, xmm1
		"big":    {0x48, 0x89, 0xbc, 0x24, 0, 0xe0, 0xff, 0xff, 0x48, 0x8b, 0x84, 0x24, 0, 0xe0, 0xff, 0xff, 0xc3}, // through [rsp-0x2000]
		"deep":   {0x48, 0x89, 0xbc, 0x24, 0, 0, 0xff, 0xff, 0xc3},                                                 // [rsp-0x10000]
		"seven":  {0x48, 0x8b, 0x44, 0x24, 0x08, 0xc3},                                                             // mov rax, [rsp+8]
		"system": {0x31, 0xc0, 0x0f, 0x05, 0xc3},
		"fault":  {0x31, 0xc0, 0x48, 0x8b, 0x00, 0xc3}, // mov rax, [0]
	},
	"arm64": {
		"add":    {0x00, 0x00, 0x01, 0x8b, 0xc0, 0x03, 0x5f, 0xd6},
		"fadd":   {0x00, 0x28, 0x61, 0x1e, 0xc0, 0x03, 0x5f, 0xd6},
		"widen":  {0xc0, 0x03, 0x5f, 0xd6},
		"six":    {0x00, 0x00, 0x05, 0xcb, 0xc0, 0x03, 0x5f, 0xd6},                                                                         // sub x0, x0, x5
		"scale":  {0x01, 0x00, 0x62, 0x9e, 0x00, 0x08, 0x61, 0x1e, 0xc0, 0x03, 0x5f, 0xd6},                                                 // scvtf d1, x0; fmul d0, d0, d1
		"big":    {0xff, 0x0b, 0x40, 0xd1, 0xe0, 0x03, 0x00, 0xf9, 0xe0, 0x03, 0x40, 0xf9, 0xff, 0x0b, 0x40, 0x91, 0xc0, 0x03, 0x5f, 0xd6}, // sub sp, sp, #2, lsl #12
		"deep":   {0xff, 0x43, 0x40, 0xd1, 0xff, 0x43, 0x40, 0x91, 0xc0, 0x03, 0x5f, 0xd6},
		"seven":  {0xc0, 0x03, 0x5f, 0xd6},
		"system": {0x01, 0x00, 0x00, 0xd4, 0xc0, 0x03, 0x5f, 0xd6},
		"fault":  {0x00, 0x00, 0x80, 0xd2, 0x00, 0x00, 0x40, 0xf9, 0xc0, 0x03, 0x5f, 0xd6},
	},
}

// leaf gives a caller for a function of leafCode.
func leaf(t testing.TB, name string) (abi.Caller, uint64, error) {
	t.Helper()
	code := leafCode[runtime.GOARCH][name]
	addr, err := abitest.Map(code)
	if err != nil {
		t.Fatal(err)
	}
	c, err := abi.Leaf(addr, len(code))
	return c, addr, err
}

func mustLeaf(t testing.TB, name string) (abi.Caller, uint64) {
	t.Helper()
	c, addr, err := leaf(t, name)
	if err != nil {
		t.Fatal(err)
	}
	return c, addr
}

// TestLeaf: functions of integers, of floating point numbers and of both, by each way to bind one.
func TestLeaf(t *testing.T) {
	c, addr := mustLeaf(t, "add")
	add, err := abi.Func2[int64, int64, int64](c, addr)
	if err != nil {
		t.Fatal(err)
	}
	if got := add(-5, 3); got != -2 {
		t.Errorf("add: %d", got)
	}
	var set func(a, b uintptr) unsafe.Pointer
	if err := abi.SetFunc(c, addr, &set); err != nil || uintptr(set(40, 2)) != 42 {
		t.Errorf("SetFunc: %v", err)
	}
	b, err := abi.Bind(c, abi.Signature{Params: []abi.Kind{abi.Int8, abi.Uint32}, Result: abi.Int16}, addr)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Call([]uint64{0xff, 1<<32 | 3}); got != 2 || err != nil {
		t.Errorf("Bind: %d, %v", got, err)
	}
	f := &abi.Frame{Addr: addr}
	f.Reg[0], f.Reg[1] = 7, 8
	if c.Call(f); f.Ret[0] != 15 {
		t.Errorf("frame: %d", f.Ret[0])
	}

	c, addr = mustLeaf(t, "fadd")
	fadd, err := abi.Func2[float64, float64, float64](c, addr)
	if err != nil || fadd(1.5, -4) != -2.5 {
		t.Errorf("fadd: %v", err)
	}
	c, addr = mustLeaf(t, "scale")
	scale, err := abi.Func2[int64, float64, float64](c, addr)
	if err != nil || scale(-3, 0.5) != -1.5 {
		t.Errorf("scale: %v", err)
	}
	c, addr = mustLeaf(t, "six")
	six, err := abi.Func6[int64, int64, int64, int64, int64, int64, int64](c, addr)
	if err != nil || six(10, 0, 0, 0, 0, 4) != 6 {
		t.Errorf("six: %v", err)
	}
	c, addr = mustLeaf(t, "big")
	big, err := abi.Func1[int64, int64](c, addr)
	big4, err4 := abi.Func4[int64, bool, bool, bool, int64](c, addr)
	if err != nil || err4 != nil || big(77) != 77 || big4(78, true, true, true) != 78 {
		t.Errorf("big: %v, %v", err, err4)
	}
}

// TestLeafWords: narrow arguments are extended, narrow results are not looked at beyond their bits.
func TestLeafWords(t *testing.T) {
	c, addr := mustLeaf(t, "widen")
	i8, err1 := abi.Func1[int8, int64](c, addr)
	u16, err2 := abi.Func1[uint16, int64](c, addr)
	i32, err3 := abi.Func3[int32, int32, bool, int64](c, addr)
	bo, err4 := abi.Func1[uint64, bool](c, addr)
	n8, err5 := abi.Func1[uint64, int8](c, addr)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	if i8(-3) != -3 || u16(0xffff) != 0xffff || i32(-9, 0, false) != -9 || !bo(0x102) || bo(0x100) || n8(0x1ff) != -1 {
		t.Error(i8(-3), u16(0xffff), i32(-9, 0, false), bo(0x102), bo(0x100), n8(0x1ff))
	}
}

// TestLeafStack: a function that needs much of the stack has it on a goroutine that has little, at any depth.
func TestLeafStack(t *testing.T) {
	c, addr := mustLeaf(t, "big")
	big, err := abi.Func1[int64, int64](c, addr)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	for depth := range 200 {
		go func() {
			var down func(n int) int64
			down = func(n int) int64 {
				var room [100]byte
				room[n%100] = byte(n)
				if n == 0 {
					return big(int64(depth))
				}
				return down(n-1) + int64(room[n%100]) - int64(byte(n))
			}
			done <- down(depth) == int64(depth)
		}()
		if !<-done {
			t.Fatalf("%d frames below the start", depth)
		}
	}
}

// TestLeafErrors: what is no leaf says which instruction is at fault; what is one is called as itself alone.
func TestLeafErrors(t *testing.T) {
	bytes := map[string]string{"amd64": "(0f 05) is for the system", "arm64": "(01 00 00 d4) is a call of the system"}[runtime.GOARCH]
	_, addr, err := leaf(t, "system")
	var le *abi.LeafError
	if !errors.As(err, &le) || le.Func != addr || le.Addr < addr || !strings.Contains(err.Error(), bytes) {
		t.Errorf("system call: %v", err)
	}
	if _, _, err = leaf(t, "deep"); !errors.As(err, &le) || !strings.Contains(err.Error(), "bytes of stack; 15000 are there") {
		t.Errorf("much stack: %v", err)
	}
	if _, err := abi.Leaf(0, 8); !errors.Is(err, abi.ErrNil) {
		t.Errorf("no address: %v", err)
	}
	if _, err := abi.Leaf(addr, 0); !errors.As(err, &le) {
		t.Errorf("no bytes: %v", err)
	}
	c, addr := mustLeaf(t, "seven")
	i := abi.Int64
	var se *abi.SignatureError
	if _, err := abi.Bind(c, abi.Signature{Params: []abi.Kind{i, i, i, i, i, i, i, i, i}}, addr); !errors.As(err, &se) || !strings.Contains(err.Error(), "more than 0 words on the stack") {
		t.Errorf("arguments on the stack: %v", err)
	}
	if _, err := abi.Func0[int64](c, addr+1); !errors.As(err, &le) || !strings.Contains(err.Error(), "is not the one that was looked at") {
		t.Errorf("another function: %v", err)
	}
	var f func()
	if err := abi.SetFunc(c, addr+1, &f); !errors.As(err, &le) || f != nil {
		t.Errorf("another function: %v", err)
	}
	long := &ctype.Type{Kind: ctype.Int, Size: 8, Align: 8}
	pair := &ctype.Type{Kind: ctype.Struct, Size: 16, Align: 8, Fields: []ctype.Field{{Name: "a", Type: long}, {Name: "b", Type: long, Offset: 8}}}
	if _, err := abi.BindAs(c, &ctype.Func{Result: pair}, addr); !errors.As(err, &se) || !strings.Contains(err.Error(), "nothing but numbers and pointers") {
		t.Errorf("a structure: %v", err)
	}
	if _, err := abi.BindAs(c, &ctype.Func{Result: long}, addr+1); !errors.As(err, &le) {
		t.Errorf("another function by its C type: %v", err)
	}
	defer func() {
		if err, _ := recover().(error); !errors.As(err, &le) {
			t.Errorf("another function in a frame: %v", err)
		}
	}()
	c.Call(&abi.Frame{Addr: addr + 1})
}

// TestLeafNoAlloc: a leaf call allocates nothing.
func TestLeafNoAlloc(t *testing.T) {
	c, addr := mustLeaf(t, "add")
	add, err := abi.Func2[int64, int64, int64](c, addr)
	c2, addr2 := mustLeaf(t, "scale")
	scale, err2 := abi.Func2[int64, float64, float64](c2, addr2)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { add(1, 2); scale(1, 2) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

//go:build cgo

package main

// static void c_nothing(void) { __asm__ volatile(""); }
// static long long c_add(long long a, long long b) { __asm__ volatile(""); return a + b; }
// static double c_sum(double a, double b, double c) { __asm__ volatile(""); return a + b + c; }
// static long long c_six(long long a, void *b, int c, unsigned d, long long e, int f) { __asm__ volatile(""); return a + c + d + e + f + (b != 0); }
//
// static unsigned long long at_nothing(void) { return (unsigned long long)&c_nothing; }
// static unsigned long long at_add(void) { return (unsigned long long)&c_add; }
// static unsigned long long at_sum(void) { return (unsigned long long)&c_sum; }
// static unsigned long long at_six(void) { return (unsigned long long)&c_six; }
import "C"

import (
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func allocations(f func()) float64 { return testing.AllocsPerRun(100, f) }

var (
	x, y    int64   = 3, 4
	a, b, c float64 = 1, 2, 3
	n       int32   = 5
	u       uint32  = 6
	data            = unsafe.Pointer(new(int64))
)

// measured are the rows of the table.
func measured() ([]row, error) {
	nothing, add, sum, six := uint64(C.at_nothing()), uint64(C.at_add()), uint64(C.at_sum()), uint64(C.at_six())
	cgo := map[string]func(){
		"no argument":      func() { C.c_nothing() },
		"two int64":        func() { x = int64(C.c_add(C.longlong(x), C.longlong(y))) },
		"three float64":    func() { a = float64(C.c_sum(C.double(a), C.double(b), C.double(c))) },
		"six, mixed sizes": func() { x = int64(C.c_six(C.longlong(x), data, C.int(n), C.uint(u), C.longlong(y), C.int(n))) },
	}
	rows := []row{}
	var err error
	group := func(name string, calls ...row) {
		rows = append(rows, row{name: "cgo", group: name, call: cgo[name]})
		for _, c := range calls {
			c.group = name
			rows = append(rows, c)
		}
	}
	host, e := host.Caller()
	err = first(err, e)
	private, e := abi.PrivateStack()
	err = first(err, e)
	gate := abi.NewGate(host, func(string) error { return nil })

	f0, e := abi.Func0[abi.Void](host, nothing)
	err = first(err, e)
	group("no argument", row{name: "abi.Func0", call: func() { f0() }})

	f2, e := abi.Func2[int64, int64, int64](host, add)
	err = first(err, e)
	p2, e := abi.Func2[int64, int64, int64](private, add)
	err = first(err, e)
	leaf, e := abi.Leaf(add, 64)
	err = first(err, e)
	l2, e := abi.Func2[int64, int64, int64](leaf, add)
	err = first(err, e)
	w2, e := abi.Bind(host, abi.Signature{Params: []abi.Kind{abi.Int64, abi.Int64}, Result: abi.Int64}, add)
	err = first(err, e)
	var bound, registered func(a, b int64) int64
	err = first(err, gate.SetFunc("add", add, &bound))
	purego.RegisterFunc(&registered, uintptr(add))
	group("two int64",
		row{name: "abi.Func2", call: func() { x = f2(x, y) }},
		row{name: "abi.SetFunc", call: func() { x = bound(x, y) }},
		row{name: "abi.Bound.Call", call: func() { w, _ := w2.Call([]uint64{uint64(x), uint64(y)}); x = int64(w) }},
		row{name: "abi.PrivateStack", call: func() { x = p2(x, y) }},
		row{name: "abi.Leaf", call: func() { x = l2(x, y) }},
		row{name: "purego.RegisterFunc", call: func() { x = registered(x, y) }},
		row{name: "purego.SyscallN", call: func() { w, _, _ := purego.SyscallN(uintptr(add), uintptr(x), uintptr(y)); x = int64(w) }},
	)

	f3, e := abi.Func3[float64, float64, float64, float64](host, sum)
	err = first(err, e)
	var registered3 func(a, b, c float64) float64
	purego.RegisterFunc(&registered3, uintptr(sum))
	group("three float64",
		row{name: "abi.Func3", call: func() { a = f3(a, b, c) }},
		row{name: "purego.RegisterFunc", call: func() { a = registered3(a, b, c) }},
	)

	f6, e := abi.Func6[int64, unsafe.Pointer, int32, uint32, int64, int32, int64](host, six)
	err = first(err, e)
	leaf6, e := abi.Leaf(six, 64)
	err = first(err, e)
	l6, e := abi.Func6[int64, unsafe.Pointer, int32, uint32, int64, int32, int64](leaf6, six)
	err = first(err, e)
	var registered6 func(int64, unsafe.Pointer, int32, uint32, int64, int32) int64
	purego.RegisterFunc(&registered6, uintptr(six))
	group("six, mixed sizes",
		row{name: "abi.Func6", call: func() { x = f6(x, data, n, u, y, n) }},
		row{name: "abi.Leaf", call: func() { x = l6(x, data, n, u, y, n) }},
		row{name: "purego.RegisterFunc", call: func() { x = registered6(x, data, n, u, y, n) }},
	)
	rows = append(rows, row{name: "abi.Gate.SetFunc", group: "binding", call: func() { _ = gate.SetFunc("add", add, &bound) }})
	return rows, err
}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

//go:build cgo

package main

// static void c_nothing(void) { __asm__ volatile(""); }
// static long long c_add(long long a, long long b) { __asm__ volatile(""); return a + b; }
// static double c_sum(double a, double b, double c) { __asm__ volatile(""); return a + b + c; }
// static long long c_six(long long a, void *b, int c, unsigned d, long long e, int f) { __asm__ volatile(""); return a + c + d + e + f + (b != 0); }
//
// extern long long goTwice(long long a);
// static long long c_back(long long (*f)(long long), long long a) { long long s = 0; for (int i = 0; i < 10; i++) s += f(a); return s; }
//
// static unsigned long long at_back(void) { return (unsigned long long)&c_back; }
// static unsigned long long at_nothing(void) { return (unsigned long long)&c_nothing; }
// static unsigned long long at_add(void) { return (unsigned long long)&c_add; }
// static unsigned long long at_sum(void) { return (unsigned long long)&c_sum; }
// static unsigned long long at_six(void) { return (unsigned long long)&c_six; }
import "C"

import (
	"context"
	"slices"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/bench/calls/bound"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
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
	var rows []row
	var err error
	group := func(name string, calls ...row) {
		rows = append(rows, row{name: "cgo", group: name, call: cgo[name]})
		for _, c := range calls {
			c.group = name
			rows = append(rows, c)
		}
	}
	caller, e := host.Caller()
	err = first(err, e)
	private, e := abi.PrivateStack()
	err = first(err, e)
	gate := abi.NewGate(caller, func(string) error { return nil })

	f0, e := abi.Func0[abi.Void](caller, nothing)
	err = first(err, e)
	group("no argument", row{name: "abi.Func0", call: func() { f0() }})

	f2, e := abi.Func2[int64, int64, int64](caller, add)
	err = first(err, e)
	p2, e := abi.Func2[int64, int64, int64](private, add)
	err = first(err, e)
	leaf, e := abi.Leaf(add, 64)
	err = first(err, e)
	l2, e := abi.Func2[int64, int64, int64](leaf, add)
	err = first(err, e)
	w2, e := abi.Bind(caller, abi.Signature{Params: []abi.Kind{abi.Int64, abi.Int64}, Result: abi.Int64}, add)
	err = first(err, e)
	var set, registered func(a, b int64) int64
	err = first(err, gate.SetFunc("add", add, &set))
	purego.RegisterFunc(&registered, uintptr(add))
	group("two int64",
		row{name: "abi.Func2", call: func() { x = f2(x, y) }},
		row{name: "abi.SetFunc", call: func() { x = set(x, y) }},
		row{name: "abi.Bound.Call", call: func() { w, _ := w2.Call([]uint64{uint64(x), uint64(y)}); x = int64(w) }},
		row{name: "abi.PrivateStack", call: func() { x = p2(x, y) }},
		row{name: "abi.Leaf", call: func() { x = l2(x, y) }},
		row{name: "purego.RegisterFunc", call: func() { x = registered(x, y) }},
		row{name: "purego.SyscallN", call: func() { w, _, _ := purego.SyscallN(uintptr(add), uintptr(x), uintptr(y)); x = int64(w) }},
	)

	f3, e := abi.Func3[float64, float64, float64, float64](caller, sum)
	err = first(err, e)
	var registered3 func(a, b, c float64) float64
	purego.RegisterFunc(&registered3, uintptr(sum))
	group("three float64",
		row{name: "abi.Func3", call: func() { a = f3(a, b, c) }},
		row{name: "purego.RegisterFunc", call: func() { a = registered3(a, b, c) }},
	)

	f6, e := abi.Func6[int64, unsafe.Pointer, int32, uint32, int64, int32, int64](caller, six)
	err = first(err, e)
	leaf6, e := abi.Leaf(six, 64)
	err = first(err, e)
	l6, e := abi.Func6[int64, unsafe.Pointer, int32, uint32, int64, int32, int64](leaf6, six)
	err = first(err, e)
	var registered6 func(int64, unsafe.Pointer, int32, uint32, int64, int32) int64
	purego.RegisterFunc(&registered6, uintptr(six))
	group("six, mixed sizes",
		row{name: generatedName, call: func() { x = bound.Six(x, data, n, u, y, n) }},
		row{name: "abi.Func6", call: func() { x = f6(x, data, n, u, y, n) }},
		row{name: "abi.Leaf", call: func() { x = l6(x, data, n, u, y, n) }},
		row{name: "purego.RegisterFunc", call: func() { x = registered6(x, data, n, u, y, n) }},
	)
	more, e := generated(caller)
	err = first(err, e)
	callbacks, e := calledBack(caller)
	err = first(err, e)
	binding := row{name: "abi.Gate.SetFunc", group: "binding", call: func() { _ = gate.SetFunc("add", add, &set) }}
	return slices.Concat(rows, more, callbacks, []row{binding}), err
}

// times is how many callbacks a call makes.
const times = 10

// calledBack are the rows of callbacks.
func calledBack(caller abi.Caller) ([]row, error) {
	twice := func(a int64) int64 { return 2 * a }
	back, err := abi.Func2[uintptr, int64, int64](caller, uint64(C.at_back()))
	plain, e := host.NewCallback(twice, host.CallbackConfig{})
	err = first(err, e)
	mixed, e := host.NewCallback(func(a int64, _ float64) int64 { return 2 * a }, host.CallbackConfig{})
	err = first(err, e)
	inside, e := host.NewCallback(func(_ context.Context, a int64) int64 { return 2 * a }, host.CallbackConfig{})
	err = first(err, e)
	bytes, e := host.NewCallbackAs(&ctype.Func{Params: []ctype.Param{{Type: long}}, Result: long, Fixed: 1},
		func(r *abi.Received) { *(*int64)(r.Result) = 2 * *(*int64)(r.Args[0]) }, host.CallbackConfig{})
	err = first(err, e)
	if err != nil {
		return nil, err
	}
	through := func(f uint64) func() { return func() { x = back(uintptr(f), y) } }
	rows := []row{
		{name: "cgo", call: func() { x = int64(C.c_back((*[0]byte)(C.goTwice), C.longlong(y))) }},
		{name: "host.NewCallback", call: through(plain.Addr())},
		{name: "host.NewCallback, mixed", call: through(mixed.Addr())},
		{name: "host.NewCallback, context", call: through(inside.Addr())},
		{name: "host.NewCallbackAs", call: through(bytes.Addr())},
		{name: "purego.NewCallback", call: through(uint64(purego.NewCallback(twice)))},
	}
	for i := range rows {
		rows[i].group, rows[i].times = "callback, a tenth of a call", times
	}
	seven, err := calledBackSeven()
	return append(rows, seven...), err
}

var long = &ctype.Type{Kind: ctype.Int, Name: "long long", Size: 8, Align: 8}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

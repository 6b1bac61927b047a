//go:build cgo

package main

// #cgo CFLAGS: -I${SRCDIR}/bound/testdata
// #include <stdlib.h>
// #include "calls.c"
//
// extern double goSeven(signed char, float, long long, double, bool, short, unsigned);
// static double back_seven(signed char a) { return calls_back(goSeven, a); }
//
// static unsigned long long at(int n) {
// 	void *all[] = {(void *)calls_pointer, (void *)calls_string, (void *)calls_single, (void *)calls_small, (void *)calls_four, (void *)calls_eight, (void *)calls_twelve, (void *)calls_middle, (void *)calls_turn};
// 	return (unsigned long long)all[n];
// }
import "C"

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/bench/calls/bound"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/library"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

var (
	single      float32 = 1.5
	small       int8    = -3
	unsigned    uint8   = 4
	yes                 = true
	short       int16   = -5
	unsignedMax         = ^uint64(0)
	text                = "a string for C"
)

// open compiles the functions of bound/testdata for the package that rtdyld bind wrote.
func open() error {
	dir, err := os.MkdirTemp("", "calls")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source, err := filepath.Abs("bound/testdata/calls.c")
	if _, missing := os.Stat(source); err == nil && missing != nil { // go run ./bench/calls
		source, err = filepath.Abs("bench/calls/bound/testdata/calls.c")
	}
	if err != nil {
		return err
	}
	cmd := exec.Command("gcc", "-O2", "-c", "-o", "calls.o", source)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	object, err := os.ReadFile(filepath.Join(dir, "calls.o"))
	if err != nil {
		return err
	}
	bound.Open(&library.World{Load: func(ctx context.Context, _ fs.FS, _, _ []string) (*program.Program, error) {
		return host.Load(ctx, host.Bytes("calls.o", object))
	}})
	return nil
}

// generatedName is how the table calls that.
const generatedName = "rtdyld bind"

// boundName is how it calls function variables that SetFunc has set, as Program.Bind does.
const boundName = "Program.Bind"

// generated are the rows of what rtdyld bind writes.
func generated(caller abi.Caller) ([]row, error) {
	if err := open(); err != nil {
		return nil, err
	}
	rows := []row{}
	group := func(name string, calls ...row) {
		for i, name2 := range []string{"cgo", generatedName, boundName, "purego.RegisterFunc"} {
			if calls[i].call != nil {
				calls[i].name, calls[i].group = name2, name
				rows = append(rows, calls[i])
			}
		}
	}
	var err error
	// at sets a function variable in both ways.
	at := func(n int, ours, theirs any) {
		addr := uint64(C.at(C.int(n)))
		err = first(err, abi.SetFunc(caller, addr, ours))
		if theirs != nil {
			purego.RegisterFunc(theirs, uintptr(addr))
		}
	}
	var pointer, pointerP func(unsafe.Pointer) unsafe.Pointer
	at(0, &pointer, &pointerP)
	group("a pointer, and a pointer back",
		row{call: func() { data = C.calls_pointer(data) }}, row{call: func() { data = bound.Pointer(data) }},
		row{call: func() { data = pointer(data) }}, row{call: func() { data = pointerP(data) }})
	var str, strP func(string) uint
	at(1, &str, &strP)
	group("a string",
		row{call: func() { s := C.CString(text); unsignedMax = uint64(C.calls_string(s)); C.free(unsafe.Pointer(s)) }},
		row{call: func() { unsignedMax = uint64(bound.String(text)) }},
		row{call: func() { unsignedMax = uint64(str(text)) }}, row{call: func() { unsignedMax = uint64(strP(text)) }})
	var single2, single2P func(_, _ float32) float32
	at(2, &single2, &single2P)
	group("two float32",
		row{call: func() { single = float32(C.calls_single(C.float(single), C.float(single))) }}, row{call: func() { single = bound.Single(single, single) }},
		row{call: func() { single = single2(single, single) }}, row{call: func() { single = single2P(single, single) }})
	var small3, small3P func(int8, bool, uint8) int8
	at(3, &small3, &small3P)
	group("int8, bool, uint8",
		row{call: func() { small = int8(C.calls_small(C.schar(small), C.bool(yes), C.uchar(unsigned))) }}, row{call: func() { small = bound.Small(small, yes, unsigned) }},
		row{call: func() { small = small3(small, yes, unsigned) }}, row{call: func() { small = small3P(small, yes, unsigned) }})
	var four, fourP func(unsafe.Pointer, int32, int64, int32) int32
	at(4, &four, &fourP)
	group("four, with a pointer",
		row{call: func() { n = int32(C.calls_four(data, C.int(n), C.longlong(x), C.int(n))) }}, row{call: func() { n = bound.Four(data, n, x, n) }},
		row{call: func() { n = four(data, n, x, n) }}, row{call: func() { n = fourP(data, n, x, n) }})
	var mixed, mixedP func(float64, int32, float64, int64, float32, int16, *float64, uint32) float64
	at(5, &mixed, &mixedP)
	group("eight, of all kinds",
		row{call: func() {
			a = float64(C.calls_eight(C.double(a), C.int(n), C.double(b), C.longlong(x), C.float(single), C.short(short), (*C.double)(&c), C.uint(u)))
		}},
		row{call: func() { a = bound.Eight(a, n, b, x, single, short, &c, u) }},
		row{call: func() { a = mixed(a, n, b, x, single, short, &c, u) }}, row{call: func() { a = mixedP(a, n, b, x, single, short, &c, u) }})
	group("eight, one the address of a local variable",
		row{call: func() {
			v := C.double(c)
			a = float64(C.calls_eight(C.double(a), C.int(n), C.double(b), C.longlong(x), C.float(single), C.short(short), &v, C.uint(u)))
		}},
		row{call: func() { v := c; a = bound.Eight(a, n, b, x, single, short, &v, u) }},
		row{call: func() { v := c; a = mixed(a, n, b, x, single, short, &v, u) }}, row{call: func() { v := c; a = mixedP(a, n, b, x, single, short, &v, u) }})
	var twelve, twelveP func(unsafe.Pointer, int32, uint32, int64, uint64, unsafe.Pointer, float64, float32, int8, bool, int32, int16) int64
	at(6, &twelve, &twelveP)
	group("twelve, of all kinds, four of them on the stack",
		row{call: func() {
			x = int64(C.calls_twelve(data, C.int(n), C.uint(u), C.longlong(x), C.ulonglong(unsignedMax), data, C.double(a), C.float(single), C.schar(small), C.bool(yes), C.int(n), C.short(short)))
		}},
		row{call: func() { x = bound.Twelve(data, n, u, x, unsignedMax, data, a, single, small, yes, n, short) }},
		row{call: func() { x = twelve(data, n, u, x, unsignedMax, data, a, single, small, yes, n, short) }},
		row{call: func() { x = twelveP(data, n, u, x, unsignedMax, data, a, single, small, yes, n, short) }})
	structures(at, group)
	return rows, err
}

// structures are the rows of values.
func structures(at func(n int, ours, theirs any), group func(name string, calls ...row)) {
	var middle, middleP func(_, _ bound.Pair) bound.Pair
	at(7, &middle, &middleP)
	group("two structures, and one back",
		row{call: func() { pairC = C.calls_middle(pairC, pairC) }}, row{call: func() { pair = bound.Middle(pair, pair) }},
		row{call: func() { pair = middle(pair, pair) }}, row{call: func() { pair = middleP(pair, pair) }})
	var turn func(bound.Large, int32) bound.Large
	at(8, &turn, nil) // purego has no rules for it
	group("a large structure, and one back",
		row{call: func() { largeC = C.calls_turn(largeC, C.int(n)) }}, row{call: func() { large = bound.Turn(large, n) }},
		row{call: func() { large = turn(large, n) }}, row{})
}

// What is passed by value, in Go's types and cgo's.
var (
	pair   = bound.Pair{X: 1, Y: 2}
	pairC  = C.calls_pair{x: 1, y: 2}
	large  bound.Large
	largeC C.calls_large
)

// calledBackSeven are the rows of callbacks with arguments of all kinds.
func calledBackSeven() ([]row, error) {
	c, err := host.NewCallback(seven, host.CallbackConfig{})
	if err != nil {
		return nil, err
	}
	f := library.FuncPtr[func(int8, float32, int64, float64, bool, int16, uint32) float64](c.Addr())
	theirs := purego.NewCallback(func(a int8, b float32, c int64, d float64, e bool, f int16, g uint32) uintptr {
		return uintptr(seven(a, b, c, d, e, f, g)) // it has no floating point results
	})
	rows := []row{
		{name: "cgo", call: func() { a = float64(C.back_seven(C.schar(small))) }},
		{name: "host.NewCallback", call: func() { a = bound.Back(f, small) }},
		{name: "purego.NewCallback", call: func() {
			a = bound.Back(library.FuncPtr[func(int8, float32, int64, float64, bool, int16, uint32) float64](theirs), small)
		}},
	}
	for i := range rows {
		rows[i].group, rows[i].times = "callback, seven of all kinds, a tenth of a call", times
	}
	return rows, nil
}

//go:build linux && (amd64 || arm64 || arm || 386)

package host_test

import (
	"math"
	"math/cmplx"
	"runtime"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// TestCallValues calls functions of the C library that take and return structures, complex numbers and long
// double by value.
func TestCallValues(t *testing.T) { eachCaller(t, testCallValues) }

func testCallValues(t *testing.T, c abi.Caller) {
	type parts struct{ Quot, Rem int32 }
	div := must[func(a, b int32) parts](t)(abi.MakeFunc[func(a, b int32) parts](c, symbol(t, "div")))
	if got := div(-17, 5); got != (parts{-3, -2}) {
		t.Errorf("div: %v", got)
	}
	type longs struct{ Quot, Rem int64 }
	lldiv := must[func(a, b int64) longs](t)(abi.MakeFunc[func(a, b int64) longs](c, symbol(t, "lldiv")))
	if got := lldiv(1<<40, -7); got != (longs{1 << 40 / -7, 1 << 40 % -7}) {
		t.Errorf("lldiv: %v", got)
	}
	csqrt := must[func(complex128) complex128](t)(abi.MakeFunc[func(complex128) complex128](c, symbol(t, "csqrt")))
	if got := csqrt(-4 + 3i); cmplx.Abs(got-cmplx.Sqrt(-4+3i)) > 1e-12 {
		t.Errorf("csqrt: %v", got)
	}
	conjf := must[func(complex64) complex64](t)(abi.MakeFunc[func(complex64) complex64](c, symbol(t, "conjf")))
	if got := conjf(1 + 2i); got != 1-2i {
		t.Errorf("conjf: %v", got)
	}
	switch runtime.GOARCH {
	case "amd64", "386":
		ldexpl := must[func(ctype.Float80, int32) ctype.Float80](t)(abi.MakeFunc[func(ctype.Float80, int32) ctype.Float80](c, symbol(t, "ldexpl")))
		if got := ldexpl(ctype.Float80Of(1.25), 3).Float64(); got != 10 {
			t.Errorf("ldexpl: %v", got)
		}
	case "arm64":
		ldexpl := must[func(ctype.Float128, int32) ctype.Float128](t)(abi.MakeFunc[func(ctype.Float128, int32) ctype.Float128](c, symbol(t, "ldexpl")))
		if got := ldexpl(ctype.Float128Of(1.25), 3).Float64(); got != 10 {
			t.Errorf("ldexpl: %v", got)
		}
	}
	// Variadic, with the C type: on 32-bit ARM the double is in general registers.
	m := must[*ctype.Model](t)(ctype.ModelOf("linux", runtime.GOARCH))
	p, in := m.PointerTo(nil), m.Basic("int")
	sig := &ctype.Func{Name: "snprintf", Variadic: true, Fixed: 3, Result: in,
		Params: []ctype.Param{{Type: p}, {Type: m.Basic("unsigned long")}, {Type: p}, {Type: in}, {Type: m.Basic("double")}, {Type: p}}}
	var snprintf func(buf []byte, n uint, format string, i int32, f float64, s string) int32
	if unsafe.Sizeof(uint(0)) == uintptr(m.Long) {
		if err := abi.SetFuncAs(c, symbol(t, "snprintf"), &snprintf, sig); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 64)
		if n := snprintf(buf, uint(len(buf)), "%d|%.3f|%s", -5, math.Pi, "text"); string(buf[:max(n, 0)]) != "-5|3.142|text" {
			t.Errorf("snprintf: %q", buf)
		}
	}
}

//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestCallManyKinds: function variables of arguments of many kinds call callbacks that have the stack grow, collect garbage, call
// once more, and panic.
func TestCallManyKinds(t *testing.T) {
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	type number struct{ n int64 }
	var fn func(p *number, depth int8, x float32, yes bool, y float64, n uint16) float32
	cb, err := host.NewCallback(func(p *number, depth int8, x float32, yes bool, y float64, n uint16) float32 {
		growStack(200)
		runtime.GC()
		if p.n != int64(depth) || x != 1.5 || yes != (depth%2 == 0) || y != -2.5 || n != 65535 {
			t.Errorf("%v, %d, %v, %v, %v, %d", p, depth, x, yes, y, n)
		}
		switch {
		case depth == 100:
			panic("a hundred")
		case depth > 0 && depth < 50:
			return 1 + fn(&number{p.n - 1}, depth-1, x, !yes, y, n)
		case depth > 50:
			return fn(&number{p.n + 1}, depth+1, x, !yes, y, n)
		}
		return 0.5
	}, host.CallbackConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer cb.Close()
	if err := abi.SetFunc(caller, cb.Addr(), &fn); err != nil {
		t.Fatal(err)
	}
	if got := fn(&number{8}, 8, 1.5, true, -2.5, 65535); got != 8.5 {
		t.Errorf("it returned %v", got)
	}
	for range 3 {
		func() {
			defer func() {
				if r := recover(); fmt.Sprint(r) != "a hundred" {
					t.Errorf("it panicked with %v", r)
				}
			}()
			fn(&number{90}, 90, 1.5, true, -2.5, 65535)
		}()
	}
}

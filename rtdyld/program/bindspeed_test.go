//go:build linux && (amd64 || arm64)

package program_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestBindCost: to bind what has been loaded is one allocation, of the function that the variable has then, and
// costs little more than to look the name up.
func TestBindCost(t *testing.T) {
	p, err := host.Load(t.Context(), host.Library("libm.so.6"), host.Bytes("add2.o", compile(t, "int add2(int a, int b) { return a + b; }")))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var add func(x, y int32) int32
	bind := func() {
		if err := p.Bind("add2", &add); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(100, bind); n != 1 {
		t.Errorf("%v allocations", n)
	}
	if got := add(-3, 5); got != 2 {
		t.Errorf("add2: %d", got)
	}
	ratio := citest.Times(func() { _, _ = p.Linker().Lookup("add2") }, bind, 8)
	t.Logf("Bind costs %.2f times what the linker's look-up does", ratio)
	if ratio >= 8 {
		t.Error("that is too much")
	}
}

package host

import (
	"debug/elf"
	"testing"
)

// TestTLSNegative: accesses that subtract an offset find the same place in each thread
// as those that add it.
func TestTLSNegative(t *testing.T) {
	for _, want := range []elf.R_386{elf.R_386_TLS_IE_32, elf.R_386_TLS_LE_32} {
		img := object(t, "gcc", "tlssun.c", "-O2", "-fno-pic")
		tlsBuild{want: want}.shows(t, img)
		l := newLinker(t, open(t, Config{}))
		load(t, l, img)
		c, slot, number := bound0[uintptr](t, l, "by_c"), bound0[uintptr](t, l, "by_slot"), bound0[uintptr](t, l, "by_number")
		newCrew(t, 4).all(func(i int) {
			at := c()
			if slot() != at || number() != at || peek[int32](at) != 5 {
				t.Errorf("thread %d: at %#x and %#x, want %#x", i, slot(), number(), at)
			}
		})
	}
}

package coff_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/coff"
)

// TestUndefined: what names mean that nobody defines.
func TestUndefined(t *testing.T) {
	for _, tt := range []struct {
		steps   *quirk.Steps
		text    string
		meaning quirk.Meaning
		name    string
	}{
		{&coff.Steps, "_tls_index", quirk.Module, ""},
		{&coff.Steps, "__tls_index", quirk.Nothing, ""},
		{&coff.Steps, "__tls_array", quirk.Nothing, ""},
		{&coff.Steps, "__imp_puts", quirk.Pointer, "puts"},
		{&coff.Steps, "__imp_", quirk.Nothing, ""},
		{&coff.Steps, "puts", quirk.Nothing, ""},
		{&coff.Steps386, "__tls_index", quirk.Module, ""},
		{&coff.Steps386, "_tls_index", quirk.Nothing, ""},
		{&coff.Steps386, "__tls_array", quirk.Constant, ""},
		{&coff.Steps386, "__imp__puts", quirk.Pointer, "_puts"},
	} {
		if m, name := tt.steps.Undefined(tt.text); m != tt.meaning || name != tt.name {
			t.Errorf("%s: %d %q, want %d %q", tt.text, m, name, tt.meaning, tt.name)
		}
	}
	if c := coff.Steps386.Constant; c != 0x2c { // winternl.h, TEB; clang's code for i686-pc-windows-msvc
		t.Errorf("__tls_array is %#x", c)
	}
}

// TestImageBase: B is below all objects, where there is room.
func TestImageBase(t *testing.T) {
	for _, tt := range []struct{ low, want uint64 }{
		{0x1_4000_1000, 0x1_2000_0000}, {0x2000_0000, 0}, {0x2001_0000, 0x1_0000}, {0x1000, 0}, {0, 0}, {1<<64 - 1, 1<<64 - 1<<29 - 1<<16},
	} {
		if got := coff.Steps.ImageBase(tt.low); got != tt.want {
			t.Errorf("objects from %#x: %#x, want %#x", tt.low, got, tt.want)
		}
	}
}

// TestInitOrder: the order of sections that the C runtime's linker script, the sorting of
// names behind the dollar, gives.
func TestInitOrder(t *testing.T) {
	less := func(a, b string) bool {
		p, x := coff.Steps.InitOrder(a)
		q, y := coff.Steps.InitOrder(b)
		return p < q || p == q && x < y
	}
	order := []string{".init_array", ".CRT$XIA", ".CRT$XIC", ".CRT$XIZ", ".CRT$XCA", ".CRT$XCU", ".CRT$XCUa", ".CRT$XCZ"}
	for i := range order {
		for k := range order {
			if less(order[i], order[k]) != (i < k) {
				t.Errorf("%s before %s: %v", order[i], order[k], i >= k)
			}
		}
	}
	if !less(".CRT$XPU", ".CRT$XTU") {
		t.Error("terminators XT before XP")
	}
}

//go:build (linux && (amd64 || arm64 || arm || 386 || riscv64 || ppc64le || s390x || loong64 || mips64 || mips64le || mipsle)) || (windows && amd64)

package program_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// TestMangled: who asks for a function by what it is called in C++ or Rust is told what it is called here, and how to keep a name.
func TestMangled(t *testing.T) {
	p := load(t, newIsland(t), program.Bytes("a.o", compile(t, `
		int add(int a, int b) __asm__("_Z3addii"), len(int a) __asm__("_ZNK1m1V3lenEv"), inc(int a) __asm__("_ZN1r3inc17h1f40cbabbfde7e4eE");
		int add(int a, int b) { return a + b; }
		int len(int a) { return a; }
		int inc(int a) { return a + 1; }`)))
	for name, want := range map[string]string{
		"add":         `bind add: not defined; C++ made _Z3addii of that name, which extern "C" keeps`,
		"m::V::len":   `bind m::V::len: not defined; C++ made _ZNK1m1V3lenEv of that name, which extern "C" keeps`,
		"inc":         "bind inc: not defined; Rust made _ZN1r3inc17h1f40cbabbfde7e4eE of that name, which #[no_mangle] keeps",
		"_ZN1r3inc17": "bind _ZN1r3inc17: not defined",
	} {
		var fn func(a, b int32) int32
		if err := p.Bind(name, &fn); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := bind[func(a, b int32) int32](t, p, "_Z3addii")(4, 5); got != 9 {
		t.Errorf("the sum is %d", got)
	}
}

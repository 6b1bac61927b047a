//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestCopiedStreams: std::cout from code that is not position-independent.
func TestCopiedStreams(t *testing.T) {
	citest.Host(t, "linux", "amd64") // elsewhere the code reaches all of the process
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "streams.cc", "-O0", "-fno-pic"))
	copied := false
	for _, c := range l.Copies() {
		copied = copied || c.Name == "_ZSt4cout"
	}
	if !copied {
		t.Fatal("std::cout was not copied: the test shows nothing")
	}
	if call1[int32, int32](t, l, "streams", 255) != 1 {
		t.Error("the copy of std::cout does not work")
	}
}

// TestIFunc: each resolver runs once, at the first call, and keeps the arguments.
func TestIFunc(t *testing.T) {
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		p := open(t, Config{})
		l := newLinker(t, p)
		obj := load(t, l, object(t, cc, "ifunc.c", flags...))
		if got := call0[int32](t, l, "use"); got != 31 {
			t.Errorf("use() is %#b, want all five bits", got)
		}
		if a, b := lookup(t, l, "sum"), peek[uintptr](uintptr(lookup(t, l, "pointer"))); a != uint64(b) {
			t.Errorf("sum is at %#x, a pointer to it holds %#x", a, b)
		}
		if err := l.Unload(t.Context(), obj...); err != nil {
			t.Error(err)
		}
	})
}

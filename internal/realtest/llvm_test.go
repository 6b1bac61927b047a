//go:build linux && amd64

package realtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestLLVM links a C++ program with all of LLVM's archives, some 60 MB of code of which it
// takes what it needs, and has it do what it does with the shared library.
func TestLLVM(t *testing.T) {
	const root = "/usr/lib/llvm-14/"
	citest.Need(t, "g++", root+"include/llvm/IR/IRBuilder.h", root+"lib/libLLVMCore.a", root+"lib/libLLVM-14.so", lib+"libz.so.1", lib+"libtinfo.so.6")
	if citest.Sample() {
		t.Skip("long")
	}
	obj := filepath.Join(t.TempDir(), "llvm.o")
	output(t, "g++", "-c", "-std=c++14", "-O1", "-fno-rtti", "-D__STDC_CONSTANT_MACROS", "-D__STDC_LIMIT_MACROS", "-I"+root+"include", "-o", obj, "testdata/llvm.cc")
	prog := filepath.Join(t.TempDir(), "native")
	output(t, "g++", "-o", prog, obj, root+"lib/libLLVM-14.so", "-Wl,-rpath,"+root+"lib")
	want := output(t, prog)
	if !strings.Contains(want, "fourfold:") {
		t.Fatalf("there is no assembly in\n%s", want)
	}
	archives, err := filepath.Glob(root + "lib/libLLVM*.a")
	if err != nil {
		t.Fatal(err)
	}
	cmd, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"-isolated=false", "-isolated"} {
		args := append([]string{"run", where, "-lib", "libstdc++.so.6", "-lib", "libz.so.1", "-lib", "libtinfo.so.6", obj}, archives...)
		if got := output(t, cmd, args...); got != want {
			t.Errorf("%s: %s", where, cmp.Diff(want, got))
		}
	}
}

package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
	"github.com/go-rtdyld/rtdyld/internal/wine"
)

// TestDef: rtdyld.def, which has the DLL export the functions of the header, lists them. With -update it is written.
func TestDef(t *testing.T) {
	var b strings.Builder
	b.WriteString("EXPORTS\n")
	for _, name := range declared(t) {
		fmt.Fprintf(&b, "\t%s\n", name)
	}
	golden.Check(t, "rtdyld.def", []byte(b.String()))
}

// TestWindows: the DLL that mingw builds as the package's documentation has it is loaded by a C program, which links an object and calls it.
func TestWindows(t *testing.T) {
	const gcc = "x86_64-w64-mingw32-gcc"
	if citest.Sample() {
		t.Skip("a build for Windows")
	}
	citest.Need(t, "go", gcc)
	def, err := filepath.Abs("rtdyld.def")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range [][]string{
		{"go", "build", "-buildmode=c-shared", "-tags", "rtdyld_noexecutor", "-o", at("rtdyld.dll"), "-ldflags", "-w -extldflags '-static-libgcc " + def + "'", "."},
		{gcc, "-std=gnu89", "-O1", "-I.", "testdata/first.c", at("rtdyld.dll"), "-o", at("first.exe")},
		{gcc, "-O2", "-c", "testdata/objects/sum.c", "-o", at("sum.o")},
	} {
		if _, err := command([]string{"GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=1", "CC=" + gcc}, c[0], c[1:]...); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (stdout, stderr string, err error) {
		cmd := wine.Command(t, at("first.exe"), args...)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		err = cmd.Run()
		return strings.ReplaceAll(out.String(), "\r", ""), wine.Program(errs.String()), err
	}
	if out, errs, err := run(at("sum.o")); err != nil || out != "3\n" {
		t.Errorf("%q, %q, %v", out, errs, err)
	}
	if err := os.WriteFile(at("none.o"), []byte("no object"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, err := run(at("none.o")); err == nil || !strings.Contains(errs, "unknown object format") {
		t.Errorf("%q, %q, %v", out, errs, err)
	}
}

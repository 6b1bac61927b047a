package main_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
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

// windowsCC is the compiler for the DLL and for C programs; windowsCXX that for C++.
const windowsCC, windowsCXX = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++"

// forWindows are the programs that are for Windows, too. Others fork, open libraries of Linux, or need executors.
var forWindows = []string{"first.c", "allocator.c", "keep.cc", "fail.c", "misuse.c", "inspect.c", "compile.c", "alone.c", "explain.c", "image.c", "thrown.cc", "template.c", "foreign.c", "cancel.c", "modules.c", "tls.c", "remote.c", "detach.cc", "threads.c"}

// windowsLibrary makes the DLL as the package's documentation has it, in folder win, which also gets those of the compiler that C++ needs.
var windowsLibrary = sync.OnceValue(func() error {
	if err := os.Mkdir(object("win"), 0o700); err != nil {
		return err
	}
	if err := windows("go", "build", "-buildmode=c-archive", "-tags", "rtdyld_noexecutor", "-ldflags=-w", "-o", object("win/rtdyld.a"), "."); err != nil {
		return err
	}
	if err := windows(windowsCC, "-shared", "-static-libgcc", "-o", object("win/rtdyld.dll"), "rtdyld.def", "-Wl,--whole-archive", object("win/rtdyld.a"), "-Wl,--no-whole-archive"); err != nil {
		return err
	}
	for _, name := range []string{"libstdc++-6.dll", "libgcc_s_seh-1.dll"} {
		path, err := command(nil, windowsCXX, "-print-file-name="+name)
		if err != nil {
			return err
		}
		if err := os.Symlink(strings.TrimSpace(path), object("win/"+name)); err != nil {
			return err
		}
	}
	return nil
})

// windows runs a command that makes something for Windows.
func windows(name string, args ...string) error {
	_, err := command([]string{"GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=1", "CC=" + windowsCC}, name, args...)
	return err
}

// windowsObjects makes the objects that programs get, in folder win.
func windowsObjects() error {
	made := func(out, source string, args ...string) error {
		cc := windowsCC
		if strings.HasSuffix(source, ".cc") {
			cc = windowsCXX
		}
		return windows(cc, append([]string{"-O2", "-c", "-o", object("win/" + out), "testdata/objects/" + source}, args...)...)
	}
	var errs []error
	for _, name := range []string{"sum.c", "user.c", "begin.c", "open.c", "weak.c", "constructed.c", "handle.c", "member1.c", "member2.c", "member3.c", "wants1.c", "throw.cc"} {
		errs = append(errs, made(strings.TrimSuffix(name, filepath.Ext(name))+".o", name))
	}
	for n := 1; n <= numbers; n++ {
		errs = append(errs, made(fmt.Sprintf("n%d.o", n), "number.c", fmt.Sprintf("-DNUMBER=%d", n)))
	}
	// gcc has no thread-locals of Windows.
	errs = append(errs, windows("clang", "--target=x86_64-w64-windows-gnu", "-O2", "-c", "-o", object("win/tls.o"), "testdata/objects/tls.c"))
	errs = append(errs, boundImage("win/"))
	return errors.Join(append(errs, made("r1.o", "number.c", "-DNUMBER=1", "-DBASE=100"), made("hole.o", "hole.c", "-mcmodel=large"),
		os.WriteFile(object("win/big.o"), bigCOFF(), 0o600), os.WriteFile(object("win/none.o"), []byte("no object"), 0o600),
		windows("x86_64-w64-mingw32-ar", "rcs", object("win/lib.a"), object("win/member1.o"), object("win/member2.o"), object("win/member3.o")))...)
}

// bigCOFF is bigObject in COFF.
func bigCOFF() []byte {
	const n, external, addr64 = 200_000, 2, 1
	f := &objgen.COFF{Machine: 0x8664}
	text := f.Add(objgen.COFFSection{Name: ".text", Flags: 0x60500020, Data: make([]byte, 8*n)})
	far := f.AddSymbol(objgen.COFFSymbol{Name: "far", Class: external})
	relocs := make([]objgen.COFFReloc, n)
	for i := range relocs {
		f.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("big", i), Class: external, Section: text})
		relocs[i] = objgen.COFFReloc{Address: uint32(8 * i), Sym: far, Type: addr64}
	}
	f.Section(text).Relocs = relocs
	return f.Bytes()
}

// runWindows compiles a program and runs it beside the DLL.
func runWindows(t *testing.T, source string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	program := object("win/" + source + ".exe")
	cc := []string{windowsCC, "-std=gnu89"}
	if strings.HasSuffix(source, ".cc") {
		cc = []string{windowsCXX, "-std=c++11"}
	}
	cc = append(cc, "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-I.", "testdata/"+source, object("win/rtdyld.dll"), "-Wl,-Bstatic", "-lpthread", "-Wl,-Bdynamic", "-o", program)
	if err := windows(cc[0], cc[1:]...); err != nil {
		t.Fatal(err)
	}
	cmd := wine.Command(t, program, args...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return strings.ReplaceAll(out.String(), "\r", ""), wine.Program(errs.String()), err
}

// TestWindows: the DLL exports the functions of the header and nothing else, and programs of C and C++ use it.
func TestWindows(t *testing.T) {
	if citest.Sample() {
		t.Skip("a build for Windows")
	}
	citest.Need(t, "go", "clang", windowsCC, windowsCXX, "x86_64-w64-mingw32-objdump")
	wine.Command(t, "") // or skips
	for _, err := range []error{windowsLibrary(), windowsObjects()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := command(nil, "x86_64-w64-mingw32-objdump", "-p", object("win/rtdyld.dll"))
	if err != nil {
		t.Fatal(err)
	}
	var exported []string
	_, table, _ := strings.Cut(out, "[Ordinal/Name Pointer] Table")
	for _, m := range regexp.MustCompile(`(?m)^\t\[ *\d+\] (\S+)$`).FindAllStringSubmatch(table, -1) {
		exported = append(exported, m[1])
	}
	if want := declared(t); !slices.Equal(exported, want) {
		t.Errorf("exported: %q\nin the header: %q", exported, want)
	}
	if out, errs, err := runWindows(t, "first.c", object("win/none.o")); err == nil || !strings.Contains(errs, "unknown object format") {
		t.Errorf("%q, %q, %v", out, errs, err)
	}
	for _, p := range programs {
		if !slices.Contains(forWindows, p.source) {
			continue
		}
		t.Run(p.source, func(t *testing.T) {
			args := slices.Clone(p.args)
			for i, name := range args {
				if !strings.Contains(name, "/") {
					args[i] = object("win/" + name)
				}
			}
			out, errs, err := runWindows(t, p.source, args...)
			if want := strings.TrimSuffix(p.source, filepath.Ext(p.source)) + ": ok\n"; err != nil || out != want && out != "3\n" {
				t.Errorf("%q, %v\n%s", out, err, errs)
			}
		})
	}
}

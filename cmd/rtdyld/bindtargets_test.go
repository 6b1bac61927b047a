package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/wine"
)

// bindTargets are targets of packages: a C compiler, what runs their programs, and what Go has to be told for its.
var bindTargets = []struct {
	name, cc  string
	run       []string // nil: nothing
	ldflags   string   // the dynamic linker, where Go's choice is another than Debian's
	toolchain string   // of Go, where it has to be another
	archives  string   // of other machines' packages
	numbers   bool     // structures are not passed by value
}{
	{name: "linux/amd64", cc: "gcc", run: []string{}, archives: debian},
	{name: "linux/386", cc: "gcc -m32"},
	{name: "linux/arm64", cc: "aarch64-linux-gnu-gcc", run: []string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"}},
	{name: "linux/arm", cc: "arm-linux-gnueabihf-gcc", run: []string{"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"}, ldflags: "-I /lib/ld-linux-armhf.so.3"},
	{name: "linux/riscv64", cc: "riscv64-linux-gnu-gcc", run: []string{"qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"},
		ldflags: "-I /lib/ld-linux-riscv64-lp64d.so.1", archives: "/usr/lib/riscv64-linux-gnu/", numbers: true},
	{name: "linux/ppc64le", cc: "powerpc64le-linux-gnu-gcc", run: []string{"qemu-ppc64le", "-L", "/usr/powerpc64le-linux-gnu"}, archives: "/usr/lib/powerpc64le-linux-gnu/", numbers: true},
	{name: "linux/s390x", cc: "s390x-linux-gnu-gcc", run: []string{"qemu-s390x", "-L", "/usr/s390x-linux-gnu"},
		ldflags: "-I /lib/ld64.so.1", toolchain: "go1.27.2", archives: "/usr/lib/s390x-linux-gnu/", numbers: true},
	{name: "windows/amd64", cc: "x86_64-w64-mingw32-gcc", run: []string{}},
}

// needCompilers looks for compilers of targets with their headers.
func needCompilers(t *testing.T) {
	t.Helper()
	for _, b := range bindTargets {
		cc := strings.Fields(b.cc)
		citest.NeedCompiler(t, "#include <stdio.h>\nint main(void) { return 0; }\n", cc[0], cc[1:]...)
	}
}

// TestBindTargets: one run of bind makes a package for eight targets, with constants, structures and bit-fields as each of them has
// them, and a program does there what a program in C does: Windows' calls what MinGW's own archives have.
func TestBindTargets(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	needCompilers(t)
	citest.Need(t, "go")
	files, err := filepath.Abs("testdata/bind/targets")
	if err != nil {
		t.Fatal(err)
	}
	dir := moduleFor(t)
	args := []string{"-header", files + "/zoo.h", "-lib", files + "/zoo.c", "-trim", "zoo_", "-trim", "ZOO_", "-bytes", "zoo_text.buf+n", "-string", "zoo_*"}
	for _, b := range bindTargets {
		args = append(args, "-target", b.name, "-cc", b.cc)
	}
	bindAll(t, filepath.Join(dir, "zoo"), args)
	for _, name := range []string{"main.go", "structures.go"} {
		text, err := os.ReadFile(filepath.Join(files, name))
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(bytes.Replace(text, []byte("//go:build ignore\n"), nil, 1), []byte(" && ignore"), nil, 1)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	each := func(i int) {
		b := bindTargets[i]
		t.Run(strings.ReplaceAll(b.name, "/", "-"), func(t *testing.T) {
			prog, err := buildFor(t, dir, i)
			if err != nil {
				t.Skip(err)
			}
			native := filepath.Join(t.TempDir(), "native.exe")
			cc := strings.Fields(b.cc)
			if out, err := exec.Command(cc[0], append(cc[1:], "-w", "-I", files, files+"/native.c", files+"/zoo.c", "-o", native)...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			want := ""
			for line := range strings.Lines(runFor(t, i, native)) {
				if !b.numbers || !strings.HasPrefix(line, "structures ") {
					want += line
				}
			}
			if got := runFor(t, i, prog); got != want || strings.Count(want, "\n") < 7 {
				t.Errorf("not what C does (-C +Go):\n%s", cmp.Diff(want, got))
			}
		})
	}
	if !citest.Sample() {
		for i := range bindTargets {
			each(i)
		}
		return
	}
	for i, b := range bindTargets {
		if inTurn(b.name) || b.name == "windows/amd64" {
			each(i)
		}
	}
}

// inTurn reports whether a sample has programs for a target: CI compiles for one anyway.
func inTurn(target string) bool {
	turns := []string{"linux/riscv64", "linux/ppc64le", "linux/s390x", "linux/arm64"}
	return target == turns[citest.Turn(len(turns))]
}

// bindAll runs the command for several targets.
func bindAll(t *testing.T, dir string, args []string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := bindCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, append([]string{"-o", dir}, args...)); status != 0 {
		t.Fatalf("rtdyld bind %q: status %d\n%s", args, status, stderr.String())
	}
}

// buildFor builds the program in a folder for a target. The error is of a Go that cannot be had.
func buildFor(t *testing.T, dir string, target int) (string, error) {
	t.Helper()
	b := bindTargets[target]
	goos, goarch, _ := strings.Cut(b.name, "/")
	prog := filepath.Join(t.TempDir(), "prog.exe")
	cmd := exec.Command("go", "build", "-ldflags", b.ldflags, "-o", prog, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+citest.GoFlags("-mod=mod -buildvcs=false"), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	if b.toolchain != "" {
		cmd.Env = append(cmd.Env, "GOTOOLCHAIN="+b.toolchain)
	}
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return prog, nil
	case b.toolchain != "" && strings.Contains(string(out), "toolchain"):
		return "", errors.New(string(out))
	}
	t.Fatalf("GOOS=%s GOARCH=%s: %v\n%s", goos, goarch, err, out)
	return "", nil
}

// runFor runs a program of a target and returns what it prints.
func runFor(t *testing.T, target int, prog string) string {
	t.Helper()
	b := bindTargets[target]
	cmd := exec.Command(prog)
	switch {
	case b.name == "linux/386":
		citest.Need386(t)
	case b.name == "windows/amd64":
		cmd = wine.Command(t, prog)
	case len(b.run) > 0:
		citest.Need(t, b.run[0])
		cmd = exec.Command(b.run[0], append(b.run[1:len(b.run):len(b.run)], prog)...)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", b.name, err, stderr.String())
	}
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}

// TestBindForeign: zlib and Lua as Debian has compiled them for other machines do there what they are for.
func TestBindForeign(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "/usr/include/zlib.h", "/usr/include/lua5.4/lua.h")
	needCompilers(t)
	text, err := os.ReadFile("testdata/bind/foreign.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := moduleFor(t)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), bytes.Replace(text, []byte("//go:build ignore\n"), nil, 1), 0o666); err != nil {
		t.Fatal(err)
	}
	var have []int
	var targets []string
	for i, b := range bindTargets {
		if b.archives == "" || citest.Missing(b.archives+"libz.a", b.archives+"liblua5.4.a") != nil {
			continue // they are not always to be had
		}
		have = append(have, i)
		// The machine's own headers come first; of libraries all machines have the same.
		targets = append(targets, "-target", b.name, "-L", b.archives, "-cc", b.cc)
		if i > 0 {
			targets[len(targets)-1] += fmt.Sprintf(" -idirafter /usr/include -idirafter %s", strings.TrimSuffix(strings.Replace(debian, "/lib/", "/include/", 1), "/"))
		}
	}
	if len(have) < 2 {
		t.Skip("no archives of other machines are here")
	}
	bindAll(t, filepath.Join(dir, "zlib"), append([]string{"-header", "zlib.h", "-lib", "libz.a", "-choose", "*compress*", "-choose", "crc32"}, targets...))
	bindAll(t, filepath.Join(dir, "lua"), append(append([]string{"-header", "lua.h", "-header", "lauxlib.h", "-header", "lualib.h", "-lib", "liblua5.4.a", "-l", "m",
		"-trim", "lua_", "-trim", "LUA_", "-inline", "lua_*", "-string", "*"}, targets...), "--", "-I/usr/include/lua5.4"))
	want := "zlib 0 0 true true 3421780262\nlua 0 0 42 ababab Go says 5\n"
	have = have[1:]
	if citest.Sample() {
		have = slices.DeleteFunc(have, func(i int) bool { return !inTurn(bindTargets[i].name) })
	}
	for _, i := range have {
		t.Run(strings.ReplaceAll(bindTargets[i].name, "/", "-"), func(t *testing.T) {
			prog, err := buildFor(t, dir, i)
			if err != nil {
				t.Skip(err)
			}
			if got := runFor(t, i, prog); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestBindStatic: with the build tag rtdyld_static generated packages run in a program that is linked statically, with musl's libc.a
// in it, and neither host nor purego is in that program.
func TestBindStatic(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", debian+"libz.a", "/usr/lib/x86_64-linux-musl/libc.a")
	dir := moduleFor(t)
	text, err := os.ReadFile("testdata/bind/static.go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), bytes.Replace(text, []byte("//go:build ignore\n"), nil, 1), 0o666); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Abs("testdata/bind/targets")
	if err != nil {
		t.Fatal(err)
	}
	bindAll(t, filepath.Join(dir, "zlib"), []string{"-cc", "gcc", "-header", "zlib.h", "-lib", "libz.a", "-choose", "*compress*"})
	bindAll(t, filepath.Join(dir, "zoo"), []string{"-cc", "gcc", "-header", files + "/zoo.h", "-lib", files + "/zoo.c", "-l", "m", "-trim", "zoo_ ZOO_", "-bytes", "zoo_text.buf+n", "-string", "zoo_*"})
	const none, lacks = "static: %s: a static program opens no shared library", ", and its C library has no C++: rtdyld libc -c++ makes one that has"
	for _, tt := range []struct {
		args []string
		gcc  string // what a library of gcc's is
	}{{nil, none + lacks}, {[]string{"-c++"}, "<nil>"}} {
		var stdout, stderr bytes.Buffer
		if status := libcCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, append(tt.args, "-o", filepath.Join(dir, "libc.a"))); status != 0 {
			t.Fatalf("rtdyld libc: status %d\n%s", status, stderr.String())
		}
		want := "zlib 0 0 true true\nfish a 1.250 40 1099511627776 -2 1 42 {8.5 -2.25}\ncallback -2.199023255539e+12 <nil>\n" +
			strings.Replace(none, "%s", "libz.so.1", 1) + ": embed its archive (rtdyld bind -with)\n" +
			strings.Replace(tt.gcc, "%s", "libstdc++.so.6", 1) + "\n" + strings.Replace(tt.gcc, "%s", "libgcc_s.so.1", 1) + "\n"
		if got := goIn(t, dir, "run", "-tags", "rtdyld_static", "."); got != want {
			t.Errorf("rtdyld libc %q: %q, want %q", tt.args, got, want)
		}
	}
	for dep := range strings.Lines(goIn(t, dir, "list", "-deps", "-tags", "rtdyld_static", ".")) {
		if strings.Contains(dep, "purego") || strings.HasSuffix(strings.TrimSpace(dep), "/rtdyld/host") {
			t.Errorf("the program has %s in it", dep)
		}
	}
}

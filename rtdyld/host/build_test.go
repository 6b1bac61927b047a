//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// unavailable skips a test for want of something that can be installed, and that
// only its use shows to be missing.
func unavailable(t testing.TB, why error) {
	t.Helper()
	if citest.CI() {
		t.Fatal(why)
	}
	t.Skip(why)
}

// run runs a command and returns what it writes to its standard output.
func run(t testing.TB, cmd *exec.Cmd) string {
	t.Helper()
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(cmd.Args, " "), err, out.String(), errs.String())
	}
	return out.String()
}

// source is the path of a file in testdata.
func source(name string) string { return filepath.Join("testdata", name) }

// targets has the options, between blanks, by which compilers make code for this machine where it is
// not the one that they run on.
var targets = map[string]string{
	"amd64":   "",
	"386":     "-m32 -idirafter /usr/include/x86_64-linux-gnu",
	"arm64":   "--target=aarch64-linux-gnu",
	"arm":     "--target=armv7-linux-gnueabihf",
	"riscv64": "--target=riscv64-linux-gnu --gcc-triple=riscv64-linux-gnu -march=rv64gc -fuse-ld=lld-19",
	"ppc64le": "--target=powerpc64le-linux-gnu",
	"s390x":   "--target=s390x-linux-gnu -fuse-ld=bfd",
}

// versions are those of clang that can be told which of several gccs has the C library to compile for.
var versions = map[string]string{"riscv64": "-19"}

// gcc is the compiler of the gcc family: clang where the machine at hand has no gcc
// for the one that the test is for.
func gcc() string {
	if strings.HasPrefix(targets[runtime.GOARCH], "--target") {
		return "clang"
	}
	return "gcc"
}

// compile returns the command that compiles name, or links as it is linked, with cc
// of the gcc or clang family.
func compile(t testing.TB, cc, name string, args ...string) *exec.Cmd {
	t.Helper()
	if strings.Contains(cc, "-linux-") { // for what others do not have
		citest.Need(t, cc)
		return exec.Command(cc, args...)
	}
	if cc == "gcc" {
		cc = gcc()
	}
	if strings.HasSuffix(name, ".cc") {
		cc = map[string]string{"gcc": "g++", "clang": "clang++"}[cc]
	}
	cc += versions[runtime.GOARCH]
	citest.Need(t, cc)
	if f := targets[runtime.GOARCH]; f != "" {
		args = append(strings.Fields(f), args...)
	}
	if strings.HasPrefix(targets[runtime.GOARCH], "--target") {
		args = append([]string{"-Qunused-arguments", "-fuse-ld=lld", "-DNO_CTORS"}, args...)
	}
	return exec.Command(cc, args...)
}

// madeFolder is the variable that names a folder where test programs find objects that
// others have compiled in the same way: several builds of these tests run one after another.
const madeFolder = "RTDYLD_TEST_MADE"

// sources is a hash of all that is in testdata.
var sources = sync.OnceValue(func() (sum [sha256.Size]byte) {
	list, _ := filepath.Glob(source("*"))
	h := sha256.New()
	for _, name := range list {
		b, _ := os.ReadFile(name)
		fmt.Fprintln(h, name, len(b))
		h.Write(b)
	}
	return [sha256.Size]byte(h.Sum(sum[:0]))
})

// made compiles a source of testdata to a file, or finds that this was done before.
func made(t testing.TB, out, cc, name string, flags ...string) {
	t.Helper()
	cmd := compile(t, cc, name, append(flags[:len(flags):len(flags)], "-c", source(name))...)
	folder, kept := os.Getenv(madeFolder), ""
	if folder != "" {
		kept = filepath.Join(folder, fmt.Sprintf("%x.o", sha256.Sum256(fmt.Appendf(nil, "%q%x", cmd.Args, sources()))))
		if b, err := os.ReadFile(kept); err == nil {
			if err := os.WriteFile(out, b, 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	cmd.Args = append(cmd.Args, "-o", out)
	run(t, cmd)
	if kept == "" {
		return
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.CreateTemp(folder, "new")
	if err == nil {
		_, err = f.Write(b)
		err = errors.Join(err, f.Close(), os.Rename(f.Name(), kept)) // whole or not at all
	}
	if err != nil {
		t.Fatal(err)
	}
}

// object compiles a source of testdata and parses the result.
func object(t testing.TB, cc, name string, flags ...string) *objfmt.ObjectImage {
	t.Helper()
	out := filepath.Join(t.TempDir(), strings.ReplaceAll(name, ".", "_")+".o")
	made(t, out, cc, name, flags...)
	img, err := objfile.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// native links sources to a program by the system's means.
func native(t testing.TB, cc string, names []string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	var objs []string
	for _, n := range names {
		out := filepath.Join(dir, n+".o")
		made(t, out, cc, n, flags...)
		objs = append(objs, out)
	}
	prog := filepath.Join(dir, "program")
	run(t, compile(t, cc, ".cc", append(append([]string{"-no-pie", "-o", prog}, objs...), "-lm", "-lpthread")...))
	return prog
}

// needFrames skips tests of call frame information where unwinders have none.
func needFrames(t testing.TB) {
	t.Helper()
	if runtime.GOARCH == "arm" {
		t.Skip("unwinders of 32-bit ARM have index tables")
	}
}

// newLinker makes a linker for the process.
func newLinker(t testing.TB, p *Process) *rtdyld.Linker {
	t.Helper()
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		if err := l.Unload(ctx, l.Objects()...); err != nil {
			t.Error(err)
		}
		if err := l.CloseContext(ctx); err != nil {
			t.Error(err)
		}
	})
	return l
}

// load loads and finalizes images.
func load(t testing.TB, l *rtdyld.Linker, imgs ...*objfmt.ObjectImage) []*rtdyld.Object {
	t.Helper()
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	return objs
}

// lookup finds the address of a loaded name.
func lookup(t testing.TB, l *rtdyld.Linker, name string) uint64 {
	t.Helper()
	s, err := l.Lookup(name)
	if err != nil {
		t.Fatalf("%s is not defined", name)
	}
	return s.Addr
}

// call0 calls a loaded function without arguments.
func call0[R abi.Result](t testing.TB, l *rtdyld.Linker, name string) R {
	t.Helper()
	f, err := abi.Func0[R](caller(t), lookup(t, l, name))
	if err != nil {
		t.Fatal(err)
	}
	return f()
}

// call1 calls a loaded function with one argument.
func call1[A abi.Param, R abi.Result](t testing.TB, l *rtdyld.Linker, name string, a A) R {
	t.Helper()
	f, err := abi.Func1[A, R](caller(t), lookup(t, l, name))
	if err != nil {
		t.Fatal(err)
	}
	return f(a)
}

func caller(t testing.TB) abi.Caller {
	t.Helper()
	c, err := Caller()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// notes gives the file that testdata/note.c writes to, and reads it.
func notes(t *testing.T) (path string, read func() string) {
	path = filepath.Join(t.TempDir(), "notes")
	t.Setenv("NOTES", path)
	return path, func() string {
		b, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		os.Remove(path)
		return string(b)
	}
}

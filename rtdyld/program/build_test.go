//go:build (linux && (amd64 || arm64 || arm || 386 || riscv64 || ppc64le || s390x || loong64 || mips64 || mips64le || mipsle)) || (windows && amd64)

package program_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// compilers are commands that compile C for the machines that tests run on.
var compilers = map[string]string{
	"linux/amd64": "gcc", "linux/386": "gcc -m32", "linux/arm64": "clang --target=aarch64-linux-gnu -mno-outline-atomics", "linux/arm": "clang --target=armv7-linux-gnueabihf",
	"linux/riscv64": "clang --target=riscv64-linux-gnu -march=rv64gc",
	"linux/ppc64le": "clang --target=powerpc64le-linux-gnu", "linux/s390x": "clang --target=s390x-linux-gnu",
	"linux/loong64":  "clang-19 --target=loongarch64-linux-gnu -mno-lsx", // emulators of Debian 12 have no vectors
	"linux/mips64le": "clang --target=mips64el-linux-gnuabi64", "linux/mips64": "clang --target=mips64-linux-gnuabi64", "linux/mipsle": "clang --target=mipsel-linux-gnu",
}

// compile compiles a source that needs no header and no C library, with more options if any.
func compile(t testing.TB, src string, options ...string) []byte {
	t.Helper()
	cc := strings.Fields(compilers[runtime.GOOS+"/"+runtime.GOARCH])
	if len(cc) == 0 {
		t.Skip("no compiler for this system is known")
	}
	citest.Need(t, cc[0])
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(in, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	args := slices.Concat(cc[1:], []string{"-O1", "-ffreestanding", "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-c", "-o", out, in}, options)
	if msg, err := exec.Command(cc[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// pack compiles sources, by name, and makes an archive of them.
func pack(t testing.TB, sources map[string]string) []byte {
	t.Helper()
	var members []objgen.ArMember
	for name, src := range sources {
		members = append(members, objgen.ArMember{Name: name + ".o", Data: compile(t, src)})
	}
	slices.SortFunc(members, func(a, b objgen.ArMember) int { return strings.Compare(a.Name, b.Name) })
	return (&objgen.Ar{NoIndex: true, Members: members}).Bytes()
}

//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestHostTriple: a configuration has the full triple of this system, however compilers spell it.
func TestHostTriple(t *testing.T) {
	want, err := triple.FromGo(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	if nativeConvention() != abi.Native() { // of armel
		want.Environment = triple.GNUEABI
	}
	cfg, err := LinkerConfig()
	if err != nil || cfg.Triple != want {
		t.Fatalf("%v, want %v; %v", cfg.Triple, want, err)
	}
	for _, tool := range [][]string{{"gcc", "-dumpmachine"}, {"clang", "-print-target-triple"}} {
		if citest.Missing(tool[0]) != nil {
			continue
		}
		text := strings.TrimSpace(run(t, exec.Command(tool[0], tool[1:]...)))
		theirs, err := triple.Parse(text)
		if err != nil || theirs.Arch == cfg.Triple.Arch && !cfg.Triple.CompatibleWith(theirs) {
			t.Errorf("%v, %v says %s: %v", cfg.Triple, tool, text, err)
		}
	}
}

// TestHostSpellings: a target that is this system's has all that it has, thread-locals too.
func TestHostSpellings(t *testing.T) {
	own := hostTriple()
	for _, change := range []func(*triple.Triple){
		func(t *triple.Triple) { t.Vendor = triple.PC },
		func(t *triple.Triple) {
			if t.Environment == triple.Host().Environment { // that of C programs, as a rule
				t.Environment = triple.UnknownEnvironment
			}
		},
		func(t *triple.Triple) { *t = triple.ForObject(t.Arch, triple.ELF) },
	} {
		tr := own
		change(&tr)
		if cfg := open(t, Config{Triple: tr}).LinkerConfig(); cfg.TLS == nil || cfg.Triple != tr {
			t.Errorf("%v: triple %v, thread-locals %v", tr, cfg.Triple, cfg.TLS)
		}
	}
}

// TestLibc: the C library's name is that of the one that the process has.
func TestLibc(t *testing.T) {
	for _, c := range []struct {
		usual      triple.Environment
		musl, soft bool
		want       triple.Environment
	}{
		{triple.GNU, false, false, triple.GNU},
		{triple.GNU, true, false, triple.Musl},
		{triple.GNUEABIHF, false, false, triple.GNUEABIHF},
		{triple.GNUEABIHF, false, true, triple.GNUEABI},
		{triple.GNUEABIHF, true, false, triple.MuslEABIHF},
		{triple.GNUEABIHF, true, true, triple.MuslEABI},
	} {
		if got := libcEnvironment(c.usual, c.musl, c.soft); got != c.want {
			t.Errorf("%v, musl %t, soft %t: %v, want %v", c.usual, c.musl, c.soft, got, c.want)
		}
	}
	for arch, advice := range map[triple.Arch]bool{triple.X86_64: true, triple.AArch64: true, triple.RISCV64: false} {
		err := error(&LibcError{triple.Triple{Arch: arch, OS: triple.Linux, Environment: triple.Musl}})
		if !errors.Is(err, ErrSystem) || strings.Contains(err.Error(), "rtdyld/static") != advice {
			t.Errorf("%v: %v", arch, err)
		}
	}
	citest.Host(t, "linux", "amd64")
	const musl = "/lib/ld-musl-x86_64.so.1"
	citest.Need(t, musl)
	file := filepath.Join(t.TempDir(), "libc")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", file, "./testdata/libc")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	run(t, build)
	for _, c := range []struct {
		command []string
		want    string
	}{
		{[]string{file}, "x86_64-unknown-linux-gnu <nil>"},
		{[]string{musl, file}, "x86_64-unknown-linux-musl <nil>"},
	} {
		if out := run(t, citest.Command(c.command[0], c.command[1:]...)); !strings.Contains(out, c.want) {
			t.Errorf("%v prints %s", c.command, out)
		}
	}
}

//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static_test

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// debianLibraries is where Debian has archives that are compiled with glibc's headers.
const debianLibraries = "/usr/lib/x86_64-linux-gnu/"

// TestDebian runs programs that are compiled with glibc's headers, fortified, and use archives of Debian's: with the same library
// and glibc they must print the same.
func TestDebian(t *testing.T) {
	compare(t, "gcc", libc.Config{}, []program{
		{"testdata/debian/sqlite.c", "libsqlite3.a", "-lsqlite3"}, {"testdata/debian/zlib.c", "libz.a", "-lz"},
		{"testdata/debian/lua.c", "liblua5.4.a", "-llua5.4"}, {"testdata/debian/crypto.c", "libcrypto.a", "-lcrypto"},
	})
}

// TestCXX runs programs in C++ with Debian's libstdc++.a and libgcc_eh.a.
func TestCXX(t *testing.T) {
	compare(t, "g++", libc.Config{Cxx: true}, []program{
		{source: "testdata/cxx/exceptions.cc"}, {source: "testdata/cxx/containers.cc"}, {source: "testdata/cxx/threads.cc"}, {source: "testdata/cxx/streams.cc"},
	})
}

// TestGlibc runs what package libc links by GNU ld, but for what forks.
func TestGlibc(t *testing.T) {
	sources, err := filepath.Glob("libc/testdata/glibc/*.c")
	if err != nil || len(sources) < 8 {
		t.Fatal(sources, err)
	}
	var programs []program
	for _, s := range sources {
		if filepath.Base(s) != "fortify.c" {
			programs = append(programs, program{source: s})
		}
	}
	compare(t, "gcc", libc.Config{}, programs)
}

// program is a source, the archive that it uses and the compiler's option for that.
type program struct{ source, archive, option string }

// compare runs programs with glibc, and their objects by this package.
func compare(t *testing.T, compiler string, cfg libc.Config, programs []program) {
	if runtime.GOARCH != "amd64" {
		t.Skip("archives are Debian's for amd64")
	}
	citest.Need(t, compiler, "go", "/usr/lib/x86_64-linux-musl/libc.a")
	run, lib := runner(t), archive(t, cfg)
	for _, p := range programs {
		t.Run(filepath.Base(p.source), func(t *testing.T) {
			object, native := filepath.Join(t.TempDir(), "p.o"), filepath.Join(t.TempDir(), "p")
			link := []string{object, "-o", native, "-lm", "-lpthread"}
			files := []string{lib, object}
			if p.archive != "" {
				citest.Need(t, debianLibraries+p.archive)
				files, link = append(files, debianLibraries+p.archive), append(link, p.option)
			}
			for _, args := range [][]string{{"-O2", "-w", "-D_FORTIFY_SOURCE=2", "-c", p.source, "-o", object}, link} {
				if out, err := exec.CommandContext(t.Context(), compiler, args...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			want := ending(t, "./p", native)
			if got := ending(t, "./p", run, files...); got != want {
				t.Errorf("it prints:\n%s\nwith glibc:\n%s", got, want)
			}
			if strings.Count(want, "\n") < 4 {
				t.Errorf("it prints %q", want)
			}
		})
	}
}

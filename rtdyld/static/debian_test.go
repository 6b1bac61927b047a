//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// TestDebian runs programs that are compiled with glibc's headers, fortified, and use archives of Debian's: with the same library
// and glibc they must print the same.
func TestDebian(t *testing.T) {
	compare(t, gnuC, libc.Config{}, []program{
		{"testdata/debian/sqlite.c", "libsqlite3.a"}, {"testdata/debian/zlib.c", "libz.a"},
		{"testdata/debian/lua.c", "liblua5.4.a"}, {"testdata/debian/crypto.c", "libcrypto.a"}, {"testdata/debian/layouts.c", ""},
	})
}

// TestCXX runs programs in C++ with Debian's libstdc++.a and libgcc_eh.a.
func TestCXX(t *testing.T) {
	compare(t, gnuCxx, libc.Config{Cxx: true}, []program{
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
	compare(t, gnuC, libc.Config{}, programs)
}

// program is a source, and the archive that it uses.
type program struct{ source, archive string }

// compare runs programs with glibc, and their objects by this package.
func compare(t *testing.T, compiler []string, cfg libc.Config, programs []program) {
	missingTools(t)
	citest.Need(t, compiler[0], "go")
	run, lib := runner(t), archive(t, cfg)
	step := 1
	if citest.Sample() {
		step = othersStep
	}
	for i := range citest.OneOf(len(programs), step, *seed) {
		p := programs[i]
		t.Run(filepath.Base(p.source), func(t *testing.T) {
			object, native := filepath.Join(t.TempDir(), "p.o"), filepath.Join(t.TempDir(), "p")
			link := []string{object, "-o", native, "-lm", "-lpthread"}
			files := []string{"-glibc", lib, object}
			if p.archive != "" {
				citest.Need(t, debianLibraries+p.archive)
				files, link = append(files, debianLibraries+p.archive), append(link, debianLibraries+p.archive, "-lm")
			}
			for _, args := range [][]string{{"-O2", "-w", "-D_FORTIFY_SOURCE=2", "-c", p.source, "-o", object}, link} {
				if out, err := exec.CommandContext(t.Context(), compiler[0], append(compiler[1:], args...)...).CombinedOutput(); err != nil {
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

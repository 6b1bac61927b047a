package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// foreignPrograms are programs in testdata/languages of containers, exceptions, threads and collected memory, as far as their languages have these. What
// starts with a folder of the compiler's own is in braces, as gcc -print-file-name knows them.
var foreignPrograms = []struct {
	name  string
	needs []string
	build []string // commands that make objects, and the program as the compiler links it, called native
	run   string   // arguments of rtdyld run
}{
	{"Fortran", []string{"gfortran"}, []string{
		"gfortran -O2 -c sums.f90", "gfortran sums.o -o native",
	}, "-l gfortran -l m sums.o"},
	{"Ada", []string{"gnatmake", "gnatbind", "gnatlink", "gcc"}, []string{
		"gnatmake -q -O2 -c sums.adb", "gnatbind -x sums.ali", "gcc -c b~sums.adb", "cp b~sums.o bound.o", "gnatlink sums.ali -o native",
	}, "-L {adalib} bound.o sums.o -l gnarl -l gnat"},
	{"D", []string{"ldc2"}, []string{
		"ldc2 -O2 -c sums.d -of=sums.o", "ldc2 sums.o -of=native",
	}, "sums.o -l phobos2-ldc-shared -l druntime-ldc-shared"},
	{"OCaml", []string{"ocamlopt", "gcc"}, []string{
		"ocamlopt -output-complete-obj -o sums.ml.o sums.ml", "gcc -O2 -c main.c", "gcc main.o sums.ml.o -lm -ldl -o native",
	}, "main.o sums.ml.o -l m -l dl"},
	{"Rust", []string{"rustc", "gcc"}, []string{
		"rustc -O --crate-type=staticlib sums.rs -o libsums.a", "gcc libsums.a -lm -lpthread -ldl -o native",
	}, "libsums.a -l m"},
}

// TestLanguages: programs of other languages than C print and return what they do when their own compilers link them.
func TestLanguages(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	for _, l := range foreignPrograms {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			citest.Need(t, l.needs...)
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("testdata/languages")); err != nil {
				t.Fatal(err)
			}
			in := func(args ...string) (out string, status int) {
				t.Helper()
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = dir
				b, err := cmd.CombinedOutput()
				if _, ended := err.(*exec.ExitError); err != nil && !ended {
					t.Fatal(err)
				}
				return string(b), cmd.ProcessState.ExitCode()
			}
			for _, command := range l.build {
				if out, status := in(strings.Fields(command)...); status != 0 {
					t.Fatalf("%s: %d\n%s", command, status, out)
				}
			}
			run := []string{"rtdyld", "run"}
			for word := range strings.FieldsSeq(l.run) {
				if strings.HasPrefix(word, "{") {
					folder, _ := in("gcc", "-print-file-name="+strings.Trim(word, "{}"))
					word = strings.TrimSpace(folder)
				}
				run = append(run, word)
			}
			for _, n := range []string{"10", "2000"} {
				want, wanted := in(filepath.Join(dir, "native"), n)
				if got, status := in(append(run, "--", n)...); got != want || status != wanted {
					t.Errorf("%v: status %d\n%s\nas linked by its compiler: %d\n%s", n, status, got, wanted, want)
				}
			}
		})
	}
}

package libc_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// muslFolder is where Debian has musl's libc.a and the beginnings of programs.
const muslFolder = "/usr/lib/x86_64-linux-musl/"

// TestGlibcPrograms compiles programs with glibc's headers, fortified, and links them with glibc and by GNU ld with
// the archive: they must print the same.
func TestGlibcPrograms(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc", "g++", "ld", muslFolder+"libc.a")
	r, err := libc.Make(t.Context(), libc.Config{Cxx: true})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	archive := filepath.Join(dir, "libc.a")
	if err := os.WriteFile(archive, r.Archive, 0o666); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("testdata/glibc/*.c*")
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		t.Run(filepath.Base(source), func(t *testing.T) {
			cc := "gcc"
			if filepath.Ext(source) == ".cc" {
				cc = "g++"
			}
			dir := t.TempDir()
			object, theirs, ours := filepath.Join(dir, "p.o"), filepath.Join(dir, "theirs", "p"), filepath.Join(dir, "ours", "p")
			for _, p := range []string{theirs, ours} {
				if err := os.Mkdir(filepath.Dir(p), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			command(t, cc, "-w", "-O2", "-D_FORTIFY_SOURCE=2", "-c", source, "-o", object)
			command(t, cc, object, "-o", theirs, "-lm")
			begin := strings.TrimSpace(command(t, cc, "-print-file-name=crtbeginT.o"))
			end := strings.TrimSpace(command(t, cc, "-print-file-name=crtend.o"))
			command(t, "ld", "-static", "--eh-frame-hdr", "-u", "__isoc23_strtol", "-u", "__isoc23_strtoul", "-u", "__isoc23_wcstol", "-u", "__isoc23_sscanf", "-o", ours, muslFolder+"crt1.o", muslFolder+"crti.o", begin, object, archive, end, muslFolder+"crtn.o")
			want, got := run(t, theirs), run(t, ours)
			if got != want {
				t.Errorf("with the archive it prints:\n%s\nwith glibc:\n%s", got, want)
			}
			if strings.Count(want, "\n") < 3 {
				t.Errorf("it prints %q", want)
			}
		})
	}
}

// command runs a tool and returns what it prints.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	var errs strings.Builder
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, errs.String())
	}
	return string(out)
}

// run runs a program by a name that it prints and returns its output and its end.
func run(t *testing.T, program string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "./p")
	cmd.Dir = filepath.Dir(program)
	cmd.Env = []string{"PATH=/bin:/usr/bin"}
	cmd.Stdin = strings.NewReader("a line\n")
	out, err := cmd.CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return string(out) + cmd.ProcessState.String() + "\n"
}

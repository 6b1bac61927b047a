//go:build linux && amd64

package program_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// TestReasons: the linker of a program says why each member of an archive came in, as ld.lld's
// --why-extract does, also of those that a lookup loads later.
func TestReasons(t *testing.T) {
	citest.Need(t, "ld.lld", "ar")
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, src := range map[string]string{
		"main":  "int one(void); int start(void) { return one(); }",
		"one":   "int two(void); int one(void) { return two(); }",
		"two":   "int three(void) __attribute__((weak)); int two(void) { return three ? three() : 2; }",
		"three": "int four(void); int three(void) { return four(); }",
		"four":  "int four(void) { return 4; }",
	} {
		if err := os.WriteFile(path(name+".o"), compile(t, src), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
		}
	}
	run("ar", "rcs", "lib.a", "four.o", "three.o", "two.o", "one.o")
	t.Chdir(dir)
	p := load(t, newIsland(t), program.File("main.o", "lib.a"))
	// told is what lld prints: who refers, the member, the name.
	told := func(name string) (lines []string) {
		t.Helper()
		e, err := p.Linker().Explain(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range e.Chain {
			lines = append(lines, cmp.Or(r.By, "<internal>")+"\t"+r.Member+"\t"+r.Name) // its word for the command line
		}
		return lines
	}
	check := func(what string, got []string, args ...string) {
		t.Helper()
		run("ld.lld", append([]string{"-e", "start", "-o", "out", "--why-extract=why"}, args...)...)
		b, err := os.ReadFile("why")
		if err != nil {
			t.Fatal(err)
		}
		head, want, _ := strings.Cut(string(b), "\n")
		if head != "reference\textracted\tsymbol" {
			t.Fatalf("ld.lld writes %q", head)
		}
		all := strings.Split(strings.TrimSpace(want), "\n") // the inmost first
		slices.Sort(all)
		if slices.Sort(got); !slices.Equal(got, all) {
			t.Errorf("%s:\n%q\nwant, by ld.lld:\n%q", what, got, all)
		}
	}
	check("two", told("two"), "main.o", "lib.a")
	if text := told("start"); len(text) != 0 {
		t.Errorf("start: %q", text)
	}
	if _, err := p.Lookup("three"); err != nil {
		t.Fatal(err)
	}
	check("four, by a lookup", append(told("two"), told("four")...), "main.o", "lib.a", "-u", "three")
	e, err := p.Linker().Explain("four")
	if want := "  lib.a(three.o) came in for three, which what was asked for needs\n  lib.a(four.o) came in for four, which lib.a(three.o) needs\n"; err != nil || !strings.Contains(e.String(), want) {
		t.Errorf("%v:\n%s", err, e)
	}
}

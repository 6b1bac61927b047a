package house

import (
	"go/build"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// matrixHosts returns those of hosts that a row of the README's matrix is about: the
// processors of a system, one system and processor, a whole system, or, of a row for others,
// the rest. That glibc is there no build constraint can say.
func matrixHosts(t *testing.T, name string, rest []string) (on []string) {
	t.Helper()
	goos, processors, several := strings.Cut(strings.Replace(name, " with glibc", "", 1), " on ")
	switch {
	case several:
		for _, goarch := range strings.Split(processors, ", ") {
			on = append(on, goos+"/"+goarch)
		}
	case strings.HasPrefix(name, "other systems and processors"):
		return rest
	default:
		for _, h := range rest {
			if h == name || strings.HasPrefix(h, name+"/") {
				on = append(on, h)
			}
		}
	}
	for _, h := range on {
		if !slices.Contains(rest, h) {
			t.Errorf("the row for %s: %s is no system, or stands in a row above", name, h)
		}
	}
	if len(on) == 0 {
		t.Errorf("the row for %s is about no system", name)
	}
	return on
}

// TestMatrix holds the README's matrix against build constraints: where loaded code runs, package
// host is compiled with what runs it, and elsewhere with what refuses; where objects are
// linked, no package that the linker needs is without files, and CI compiles for such a system.
func TestMatrix(t *testing.T) {
	_, table, ok := strings.Cut(read(t, "README.md"), "| | objects of ELF, COFF and Mach-O are linked | loaded code runs in a Go program |\n|---|---|---|\n")
	if !ok {
		t.Fatal("the README has no matrix")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	ci := read(t, ".ci/run")
	rest := slices.Clone(hosts)
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) != 3 {
			t.Fatalf("%q has no three cells", line)
		}
		name, links, runs := cells[0], strings.HasPrefix(cells[1], "yes"), strings.HasPrefix(cells[2], "yes")
		on := matrixHosts(t, name, rest)
		rest = slices.DeleteFunc(rest, func(h string) bool { return slices.Contains(on, h) })
		for _, h := range on {
			for _, refuses := range []string{"rtdyld/host/other.go", "rtdyld/host/call_other.go"} {
				if compiledOn(t, refuses, h) == runs {
					t.Errorf("the row for %s: loaded code runs: %v, and %s on %s says otherwise", name, runs, refuses, h)
				}
			}
			if missing := without(t, h, "cmd/rtdyld", "rtdyld", "objfmt/objfile"); links != (missing == "") {
				t.Errorf("the row for %s: objects are linked: %v, and what has no files on %s is %q", name, links, h, missing)
			}
		}
		if links && !slices.ContainsFunc(on, func(h string) bool { return strings.Contains(ci, h) }) {
			t.Errorf("the row for %s: CI compiles for none of %s", name, on)
		}
	}
	if len(rest) != 0 {
		t.Errorf("no row of the matrix is about %s", rest)
	}
}

// without returns a package of this project that others depend on and that has no files on a
// system, "" if there is none.
func without(t *testing.T, host string, dirs ...string) string {
	t.Helper()
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, _ = strings.Cut(host, "/")
	ctx.CgoEnabled, ctx.BuildTags = false, nil
	for i := 0; i < len(dirs); i++ {
		p, err := ctx.ImportDir(filepath.Join(root(t), filepath.FromSlash(dirs[i])), 0)
		if err != nil {
			return dirs[i]
		}
		for _, path := range p.Imports {
			if dir, ok := own(path); ok && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return ""
}

package house

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	ticked   = regexp.MustCompile("`[^`]+`")
	namesOfC = regexp.MustCompile(`\b(?:rtdyld|RTDYLD)_\w+`)
	// What a line of C++ has of the layer: its names, and members of L.
	namesOfCXX = regexp.MustCompile(`rtdyld::(\w+)|\bL(?:\.|->)(\w+)`)
	// What a line of Go has: a name of a package, with fields of a literal, or a method of what a letter stands for.
	namesOfGo = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)(?:\{([^}]*)\})?`)
	fieldOfGo = regexp.MustCompile(`\b([A-Z]\w*):`)
)

// letters are what lines of Go on the page call their variables.
var letters = map[string]string{"e": "rtdyld/engine *Engine", "l": "rtdyld *Linker", "o": "rtdyld *Object", "p": "rtdyld/host *Process"}

// TestFromLLVM: each row of docs/from-llvm.md has C, C++ and Go, whose names there are.
func TestFromLLVM(t *testing.T) {
	header := read(t, "capi/rtdyld.h")
	var layer strings.Builder
	for _, dir := range []string{"capi/orc/", "capi/mcjit/"} {
		layers, err := filepath.Glob(filepath.Join(root(t), dir, "*.hpp"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range layers {
			layer.WriteString(read(t, dir+filepath.Base(f)))
		}
	}
	has := func(text, name string) bool { return regexp.MustCompile(`\b` + name + `\b`).MatchString(text) }
	api := surface(t)
	rows := 0
	for line := range strings.Lines(read(t, "docs/from-llvm.md")) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		rows++
		if len(cells) != 4 {
			t.Errorf("%d columns: %s", len(cells), line)
			continue
		}
		c, cxx, code := cells[1], cells[2], strings.Join(ticked.FindAllString(cells[3], -1), " ")
		all := namesOfC.FindAllString(c, -1)
		for _, n := range append(all, namesOfC.FindAllString(cxx, -1)...) {
			if !has(header, n) {
				t.Errorf("rtdyld.h has no %s: %s", n, line)
			}
		}
		if len(all) == 0 || cxx != "none" && !ticked.MatchString(cxx) {
			t.Errorf("no line of C or of C++: %s", line)
		}
		for _, n := range namesOfCXX.FindAllStringSubmatch(cxx, -1) {
			if name := n[1] + n[2]; name != "add" && !has(layer.String(), name) { // add is ObjectLayer's
				t.Errorf("the layer has no %s: %s", name, line)
			}
		}
		names := namesOfGo.FindAllStringSubmatch(code, -1)
		if len(names) == 0 {
			t.Errorf("no line of Go: %s", line)
		}
		for _, n := range names {
			if !api.has(n[1], n[2]) {
				t.Errorf("Go: there is no %s.%s: %s", n[1], n[2], line)
			}
			for _, f := range fieldOfGo.FindAllStringSubmatch(n[3], -1) {
				if !api.has(n[1], n[2]+" struct, "+f[1]) {
					t.Errorf("Go: %s.%s has no field %s: %s", n[1], n[2], f[1], line)
				}
			}
		}
	}
	if rows < 30 {
		t.Errorf("%d rows", rows)
	}
}

// goSurface has the lines of testdata/api.txt by package, its path's last part, and "" for those of packages with such a path.
type goSurface map[string][]string

func surface(t *testing.T) goSurface {
	t.Helper()
	s := goSurface{}
	path := ""
	for line := range strings.Lines(read(t, "internal/house/testdata/api.txt")) {
		line = strings.TrimRight(line, "\n")
		if text, ok := strings.CutPrefix(line, "\t"); ok {
			s[path] = append(s[path], text)
			if last := filepath.Base(path); last != path {
				s[last] = append(s[last], text)
			}
			continue
		}
		path = line
	}
	return s
}

// has reports whether a package, or what a letter stands for, has a name.
func (s goSurface) has(of, name string) bool {
	prefixes := []string{"func ", "type ", "const ", "var "}
	if what, ok := letters[of]; ok {
		path, receiver, _ := strings.Cut(what, " ")
		of, prefixes = path, []string{"method (" + receiver + ") "}
	}
	for _, line := range s[of] {
		for _, p := range prefixes {
			if rest, ok := strings.CutPrefix(line, p+name); ok && (rest == "" || strings.Trim(rest[:1], "( [") == "") {
				return true
			}
		}
	}
	return false
}

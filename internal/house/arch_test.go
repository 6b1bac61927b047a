package house

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// archWords are how Go code names an instruction set in an identifier, a text or a build
// constraint.
var archWords = regexp.MustCompile(`(?i:aarch64|arm64|armv[0-9]|amd64|x86|i[3-6]86|thumb|riscv|mips|powerpc|ppc64|s390|loong|sparc)|(?:^|[^A-Za-z])(?:arm|ppc|386)(?:$|[^a-z])|ARM|Arm(?:$|[^a-z])`)

// archNames lists the instruction sets that the code of a file names, each once. What
// comments say does not count.
func archNames(f goFile) []string {
	var names []string
	add := func(text string) {
		if w := archWords.FindString(text); w != "" && !slices.Contains(names, w) {
			names = append(names, w)
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false // the picture of imports is another test's
		case *ast.Ident:
			add(n.Name)
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				add(n.Value)
			}
		}
		return true
	})
	for _, g := range f.ast.Comments {
		for _, c := range g.List {
			if constraint.IsGoBuild(c.Text) {
				add(c.Text)
			}
		}
	}
	return names
}

// archExamples are files and folders that may show an instruction set in a text, where another one asks for nothing.
var archExamples = map[string]string{
	"cmd/rtdyld/bind.go":           "an example in the help",
	"cmd/rtdyld/link.go":           "an example in the help",
	"cmd/rtdyld/run.go":            "an example in the help",
	"cmd/rtdyld/run_isolated.go":   "an example in the help",
	"cmd/rtdyld/triple.go":         "an example in the help",
	"bench/sqlite/build.go":        "the folder of a generated package",
	"bench/report/small.go":        "an argument of the command that is measured",
	"examples/internal/irc/irc.go": "clang's -march=native",
	"examples/sqlite/driver":       "what rtdyld bind was run for",
	"rtdyld/remote/crash.go":       "what an emulator leaves out",
}

// archPlaces are the places that CONTRIBUTING lists for who adds an instruction set:
// files, folders with all below them, or file names with a star.
func archPlaces(t *testing.T) []string {
	text, err := os.ReadFile(filepath.Join(root(t), "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(text), "**Add an instruction set.**")
	if !ok {
		t.Fatal("CONTRIBUTING.md has no recipe for an instruction set")
	}
	list, _, _ = strings.Cut(list, "\n**")
	var places []string
	for line := range strings.Lines(list) {
		if row, ok := strings.CutPrefix(line, "    "); ok && row[0] != ' ' {
			place, why, _ := strings.Cut(row, " ")
			if strings.TrimSpace(why) == "" {
				t.Errorf("CONTRIBUTING.md: %s does not say what is to be done there", place)
			}
			places = append(places, place)
		}
	}
	if len(places) < 10 {
		t.Fatalf("CONTRIBUTING.md lists only %q for an instruction set", places)
	}
	return places
}

// inPlace reports whether a file is in a place of archPlaces.
func inPlace(file, place string) bool {
	if dir, ok := strings.CutSuffix(place, "/"); ok {
		dir = strings.Replace(dir, "<arch>", "*", 1)
		for at := file; strings.Contains(at, "/"); {
			at = at[:strings.LastIndexByte(at, '/')]
			if ok, _ := path.Match(dir, at); ok {
				return true
			}
		}
		return false
	}
	ok, _ := path.Match(place, file)
	return ok
}

// TestArchNames: code names an instruction set in the places that CONTRIBUTING lists
// alone, so that who adds one knows where, and each of these places does.
func TestArchNames(t *testing.T) {
	places := archPlaces(t)
	used := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.test || match(f.dir, forTests) || f.bound() {
			continue
		}
		names := archNames(f)
		if names == nil {
			continue
		}
		used[f.name], used[f.dir] = true, true
		outside := true
		for _, p := range places {
			if inPlace(f.name, p) {
				outside, used[p] = false, true
			}
		}
		if outside && archExamples[f.name] == "" && archExamples[f.dir] == "" {
			t.Errorf("%s names %q: it is none of the places in CONTRIBUTING.md, \"Add an instruction set\"", f.name, names)
		}
	}
	for _, p := range places {
		if !used[p] {
			t.Errorf("CONTRIBUTING.md lists %s, where no instruction set is named", p)
		}
	}
	for name := range archExamples {
		if !used[name] {
			t.Errorf("%s names no instruction set any more", name)
		}
	}
}

// TestArchWords: what counts as the name of an instruction set.
func TestArchWords(t *testing.T) {
	for text, want := range map[string]bool{
		"IsARM": true, "AArch64": true, "isARMFamily": true, "arm": true, "GOARCH=arm": true, "x86_64-linux-gnu": true, "linux && 386": true,
		"riscv64": true, "thumbPlace": true, "ppc64le": true, "Armed": false, "alarm": false, "charm": false, "format": false, "arms": false, "disarm": false,
	} {
		if got := archWords.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// quirkWords are of one format or instruction set.
var quirkWords = regexp.MustCompile(`(?i:coff|mach-?o|exidx|thumb|__imp_|__ImageBase|_tls_index|__tls_array|\.crt\$|pdata)|\bTEB\b`)

// quirkPlaces are the files of the linker that may say them in code, and why.
var quirkPlaces = map[string]string{
	"rtdyld/targets.go":  "the table of targets",
	"rtdyld/unwind.go":   "tables of unwind information, in the formats that unwinders are told of",
	"rtdyld/unwinder.go": "these formats",
}

// TestQuirkWords: the linker's steps say nothing of one format or instruction set in their
// code: that is in internal/link/quirk, called as data.
func TestQuirkWords(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test || !match(f.dir, []string{"rtdyld", "internal/link/place", "internal/link/records", "internal/link/stubs", "internal/link/symtab"}) || quirkPlaces[f.name] != "" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				text = n.Name
			case *ast.BasicLit:
				text = n.Value
			}
			if w := quirkWords.FindString(text); w != "" {
				t.Errorf("%s: %s says %q", f.fset.Position(n.Pos()), text, w)
			}
			return true
		})
	}
}

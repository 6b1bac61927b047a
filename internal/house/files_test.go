package house

import (
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// linkSteps are those of the linker's files, in order.
var linkSteps = []string{"whole", "collect", "select", "scan", "place", "bind", "apply", "protect", "ask", "unload", "save", "template", "image"}

// inLinker reports whether a package is part of the linker. Those for tests are not.
func inLinker(dir string) bool {
	return (dir == "rtdyld" || strings.HasPrefix(dir, "internal/link/")) && !strings.HasSuffix(dir, "test")
}

// section returns the rows of the table in a section of ARCHITECTURE.md, without its head.
func section(t testing.TB, heading string) (rows [][]string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(b), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("no section %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
	}
	if len(rows) < 3 {
		t.Fatalf("no table in section %q", heading)
	}
	return rows[2:]
}

// TestLinkerFiles: ARCHITECTURE.md has a row for each file of the linker, once, in order of
// the steps, and none for a file that does not exist.
func TestLinkerFiles(t *testing.T) {
	there := map[string]bool{}
	for _, f := range goFiles(t) {
		if inLinker(f.dir) && !f.test {
			there[f.name] = true
		}
	}
	if len(there) < 40 {
		t.Fatalf("only %d files", len(there))
	}
	last := 0
	for _, row := range section(t, "The linker, file by file") {
		name := strings.Trim(row[1], "`")
		if !there[name] {
			t.Errorf("%s: there is no such file, or it has two rows", name)
		}
		delete(there, name)
		step := slices.Index(linkSteps, row[0])
		if step < last {
			t.Errorf("%s: step %q is not one of %v, or out of order", name, row[0], linkSteps)
		}
		last = max(last, step)
		if row[2] == "" {
			t.Errorf("%s: says nothing", name)
		}
	}
	for name := range there {
		t.Errorf("%s has no row in ARCHITECTURE.md", name)
	}
}

// TestWhereToLook: the files that ARCHITECTURE.md sends readers to are there, and have the
// names that it tells.
func TestWhereToLook(t *testing.T) {
	names := map[string]map[string]bool{} // by file
	for _, f := range goFiles(t) {
		names[f.name] = map[string]bool{}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[f.name][id.Name] = true
			}
			return true
		})
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	identifier := regexp.MustCompile(`^[A-Za-z.]+$`)
	for _, row := range section(t, "Where do I look when …") {
		var files []string
		for _, q := range quoted.FindAllStringSubmatch(row[2], -1) {
			if path.Ext(q[1]) == ".go" {
				files = append(files, q[1])
				if names[q[1]] == nil {
					t.Errorf("%s: there is no %s", row[0], q[1])
				}
			}
		}
		for _, cell := range row[1:] {
			for _, q := range quoted.FindAllStringSubmatch(cell, -1) {
				if path.Ext(q[1]) == ".go" || !identifier.MatchString(q[1]) {
					continue
				}
				name := q[1][strings.LastIndexByte(q[1], '.')+1:]
				from := files
				if cell == row[1] { // anywhere
					from = nil
					for f := range names {
						from = append(from, f)
					}
				}
				if !slices.ContainsFunc(from, func(f string) bool { return names[f][name] }) {
					t.Errorf("%s: none of %v has %s", row[0], files, name)
				}
			}
		}
	}
}

package house

import (
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// stateful are the structs whose fields ARCHITECTURE.md has in its tables of state, by package.
var stateful = map[string][]string{
	"rtdyld":        {"Linker", "Object", "insides", "batch"},
	"rtdyld/engine": {"Engine", "Module", "unit", "flight", "switched", "stubTable", "index", "place", "mention", "epochs", "set"},
}

// stateLine is a row of it: type, fields, the file that writes them, lock, lifetime.
var stateLine = regexp.MustCompile("(?m)^\\| `([A-Za-z]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$")

// TestState holds the tables of state in ARCHITECTURE.md against the code: each field is in one
// row, no file but the one named there assigns to it, and lock and lifetime are said. "-" is for
// fields that are made once, or that the methods of their own type write.
func TestState(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Concat(slices.Collect(maps.Values(stateful))...)
	said := map[string]string{} // the file, by type and field
	for _, m := range stateLine.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(all, m[1]) {
			continue
		}
		for _, field := range strings.Split(m[2], ", ") {
			key := m[1] + "." + strings.TrimSpace(field)
			if said[key] != "" {
				t.Errorf("two rows have %s", key)
			}
			said[key] = strings.TrimSpace(m[3])
		}
	}
	dirs := slices.Sorted(maps.Keys(stateful))
	packages := typeCheck(t, dirs...)
	fields := 0
	for _, dir := range dirs {
		fields += packages[dir].checkState(t, stateful[dir], said)
	}
	for key := range said {
		t.Errorf("a row has %s, which there is not", key)
	}
	if fields < 120 {
		t.Errorf("only %d fields found", fields)
	}
}

// checkState holds what rows have said of a package's structs against its files, and takes it out of said. It counts their
// fields.
func (p *typed) checkState(t *testing.T, owners []string, said map[string]string) (fields int) {
	writers := map[string]map[string]bool{}
	for name, f := range p.files {
		p.writes(f, func(owner, field string, _ token.Pos) {
			key := owner + "." + field
			if writers[key] == nil {
				writers[key] = map[string]bool{}
			}
			writers[key][name] = true
		})
	}
	for _, owner := range owners {
		s, ok := p.pkg.Scope().Lookup(owner).Type().Underlying().(*types.Struct)
		if !ok {
			t.Fatalf("%s is no struct", owner)
		}
		for i := range s.NumFields() {
			key := owner + "." + s.Field(i).Name()
			fields++
			want := "-"
			if files := slices.Sorted(maps.Keys(writers[key])); len(files) > 1 {
				t.Errorf("%s is written by %s", key, strings.Join(files, " and "))
			} else if len(files) == 1 {
				want = files[0]
			}
			if said[key] != want {
				t.Errorf("%s is written by %s, the table says %q", key, want, said[key])
			}
			delete(said, key)
		}
	}
	return fields
}

package house

import (
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allSteps are the files of the linker that use all steps, since that is what they are for.
var allSteps = map[string]string{
	"rtdyld/linker.go":  "the story: it calls the steps in order",
	"rtdyld/targets.go": "the table of what each target adds to the steps, as data",
}

// handful is how many files of the linker may use those of later steps.
const handful = 6

// linkOrder is the order of the linker's files, as ARCHITECTURE.md has it.
type linkOrder map[string]string // steps by file

// ahead reports whether a file of one step uses a file of a later one.
func (steps linkOrder) ahead(file, used string) bool {
	a, b := steps[file], steps[used]
	return b != "" && slices.Index(linkSteps, a) < slices.Index(linkSteps, b)
}

// filePair is a file that uses what another one declares.
type filePair struct{ file, used string }

// laterUses lists what files of a package use of those of later steps: functions, methods, types, fields,
// variables and constants. Types of fields do not count in files of no step: what a linker, an object, a batch
// and a load have is listed in one place, whichever step writes it and declares what it is.
func laterUses(dir string, p *typed, steps linkOrder) map[filePair][]string {
	uses := map[filePair][]string{}
	for name, f := range p.files {
		file := dir + "/" + name
		listed := map[*ast.Ident]bool{}
		if steps[file] == linkSteps[0] {
			for n := range ast.Preorder(f) {
				if s, ok := n.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for n := range ast.Preorder(field.Type) {
							if id, ok := n.(*ast.Ident); ok {
								listed[id] = true
							}
						}
					}
				}
			}
		}
		for n := range ast.Preorder(f) {
			id, ok := n.(*ast.Ident)
			if !ok || listed[id] {
				continue
			}
			o := p.info.Uses[id]
			if o == nil || o.Pkg() == nil {
				continue
			}
			in, ok := own(o.Pkg().Path())
			if _, pkg := o.(*types.PkgName); !ok || pkg || !o.Pos().IsValid() {
				continue
			}
			used := in + "/" + filepath.Base(p.fset.Position(o.Pos()).Filename)
			if pair := (filePair{file, used}); steps.ahead(file, used) && !slices.Contains(uses[pair], id.Name) {
				uses[pair] = append(uses[pair], id.Name)
			}
		}
	}
	return uses
}

// TestLaterSteps: a file of the linker uses those of its own step and of earlier ones. Those that do not
// are in a table of ARCHITECTURE.md, each with the reason, and are a handful.
func TestLaterSteps(t *testing.T) {
	steps := linkOrder{}
	dirs := map[string]bool{}
	for _, row := range section(t, "The linker, file by file") {
		name := strings.Trim(row[1], "`")
		steps[name] = row[0]
		dirs[filepath.ToSlash(filepath.Dir(name))] = true
	}
	found := map[filePair][]string{}
	for dir, p := range typeCheck(t, slices.Sorted(maps.Keys(dirs))...) {
		maps.Copy(found, laterUses(dir, p, steps))
	}
	rows := section(t, "Uses of later steps")
	if len(rows) > handful {
		t.Errorf("%d pairs of files are no handful", len(rows))
	}
	for _, row := range rows {
		pair := filePair{strings.Trim(row[0], "`"), strings.Trim(row[1], "`")}
		if found[pair] == nil {
			t.Errorf("%s does not use %s, which ARCHITECTURE.md says", pair.file, pair.used)
		}
		delete(found, pair)
		if row[2] == "" {
			t.Errorf("%s uses %s: ARCHITECTURE.md does not say why", pair.file, pair.used)
		}
	}
	seen := map[string]bool{}
	for pair, names := range found {
		if seen[pair.file] = true; allSteps[pair.file] != "" {
			continue
		}
		t.Errorf("%s (%s) uses %s of %s, a later step (%s)", pair.file, steps[pair.file], strings.Join(names, ", "), pair.used, steps[pair.used])
	}
	for file := range allSteps {
		if !seen[file] {
			t.Errorf("%s uses no later steps any more", file)
		}
	}
}

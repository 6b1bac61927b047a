package house

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// guarded are structs whose fields all say in a comment which lock guards them.
var guarded = map[string][]string{"rtdyld/engine": stateful["rtdyld/engine"]}

// lockOf is how they say it.
var lockOf = regexp.MustCompile(`\block (e\.mu|mu|its own|none: \w+)`)

// TestFieldsSayTheirLock reads the comments.
func TestFieldsSayTheirLock(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		for n := range ast.Preorder(f.ast) {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !slices.Contains(guarded[f.dir], spec.Name.Name) {
				continue
			}
			name := spec.Name.Name
			seen[f.dir+"."+name] = true
			for _, field := range spec.Type.(*ast.StructType).Fields.List {
				if text := field.Doc.Text() + field.Comment.Text(); !lockOf.MatchString(strings.ReplaceAll(text, "\n", " ")) {
					t.Errorf("%s: a field of %s does not say its lock: %v %q", f.name, name, field.Names, text)
				}
			}
		}
	}
	for dir, names := range guarded {
		for _, name := range names {
			if !seen[dir+"."+name] {
				t.Errorf("there is no %s.%s", dir, name)
			}
		}
	}
}

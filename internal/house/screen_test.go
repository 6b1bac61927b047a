package house

import (
	"go/ast"
	"testing"
)

// What a function of the linker may have: the lines of a screen, and parameters that a reader keeps apart.
const (
	maxLines  = 60
	maxParams = 7
)

// screened are the packages whose functions fit a screen.
var screened = []string{"rtdyld", "rtdyld/engine/...", "internal/link/...", "reloc/..."}

// larger are those that do not, and why.
var larger = map[string]string{
	"reloc/arm/branch.go branch":    "the letters of the psABI, in registers: Arch.Branch is called for each branch",
	"reloc/ppc/stub.go branch":      "the same letters, Arch.Branch",
	"reloc/ppc/v1.go branchV1":      "the same letters, Arch.Branch",
	"reloc/arm/branch.go fromARM":   "the same letters, handed on",
	"reloc/arm/branch.go fromThumb": "the same letters, handed on",
}

// TestFunctionsFitAScreen: a function of the linker is no longer than a screen, and has no more
// parameters than a reader keeps apart.
func TestFunctionsFitAScreen(t *testing.T) {
	seen, functions := map[string]bool{}, 0
	for _, f := range goFiles(t) {
		if f.test || !match(f.dir, screened) || match(f.dir, forTests) {
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			lines := f.fset.Position(fn.End()).Line - f.fset.Position(fn.Pos()).Line + 1
			params := fn.Type.Params.NumFields()
			if lines <= maxLines && params <= maxParams {
				continue
			}
			name := f.name + " " + fn.Name.Name
			if seen[name] = true; larger[name] == "" {
				t.Errorf("%s: %s has %d lines and %d parameters", f.fset.Position(fn.Pos()), fn.Name.Name, lines, params)
			}
		}
	}
	for name := range larger {
		if !seen[name] {
			t.Errorf("%s is no longer that large", name)
		}
	}
	if functions < 500 {
		t.Errorf("only %d functions found", functions)
	}
}

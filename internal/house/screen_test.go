package house

import (
	"go/ast"
	"testing"
)

// What a function may have: the lines of a screen, and parameters that a reader keeps apart. Elsewhere than in the
// linker a function may be a large screen long. A file is what is read in one go.
const (
	maxLines     = 60
	maxElsewhere = 80
	maxParams    = 7
	maxFile      = 600
)

// screened are the packages whose functions fit a screen.
var screened = []string{"rtdyld", "rtdyld/engine/...", "internal/link/...", "reloc/..."}

// larger are those that do not, and why.
var larger = map[string]string{
	"reloc/arm/branch.go branch":                 "the letters of the psABI, in registers: Arch.Branch is called for each branch",
	"reloc/ppc/stub.go branch":                   "the same letters, Arch.Branch",
	"reloc/ppc/v1.go branchV1":                   "the same letters, Arch.Branch",
	"reloc/arm/branch.go fromARM":                "the same letters, handed on",
	"reloc/arm/branch.go fromThumb":              "the same letters, handed on",
	"capi/linker.go addShort":                    "the parameters of the C function",
	"capi/engine.go moduleShort":                 "the parameters of the C function",
	"rtdyld/debug/traceback/external.go program": "a case an instruction of DWARF, in a signal handler",
	"rtdyld/debug/traceback/rows.go run":         "likewise",
	"rtdyld/debug/unwind/expr.go operation":      "a case an operation of DWARF",
	"rtdyld/debug/unwind/seharm64.go a64Packed":  "the prologue that the packed record means, instruction by instruction",
}

// TestFunctionsFitAScreen: a function is no longer than a screen, and has no more
// parameters than a reader keeps apart.
func TestFunctionsFitAScreen(t *testing.T) {
	seen, functions := map[string]bool{}, 0
	for _, f := range goFiles(t) {
		if f.test || match(f.dir, forTests) || ast.IsGenerated(f.ast) {
			continue
		}
		most := maxElsewhere
		if match(f.dir, screened) {
			most = maxLines
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			lines := f.fset.Position(fn.End()).Line - f.fset.Position(fn.Pos()).Line + 1
			params := fn.Type.Params.NumFields()
			if lines <= most && params <= maxParams {
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
	if functions < 3000 {
		t.Errorf("only %d functions found", functions)
	}
}

// TestFilesAreRead: no file is too long to be read in one go.
func TestFilesAreRead(t *testing.T) {
	for _, f := range goFiles(t) {
		if lines := f.fset.Position(f.ast.FileEnd).Line; lines > maxFile && !f.test && !ast.IsGenerated(f.ast) {
			t.Errorf("%s has %d lines, more than %d", f.name, lines, maxFile)
		}
	}
}

package house

import (
	"go/ast"
	"go/token"
	"testing"
)

// once is what one package alone may do, so that there is one way to do it.
var once = []struct {
	what  string
	found func(ast.Node) bool
	in    []string // packages
}{
	{"decodes relocation records", decodes, []string{"objfmt", "objfmt/*", "internal/link/records", "internal/parsetest", "fuzz"}},
	{"makes an entry of a plan", makes, []string{"internal/link/stubs"}},
	{"writes a stub", writes, []string{"internal/link/stubs"}},
	// Of a field in memory; and in a signal handler, of memory that may be gone.
	{"reads LEB128 numbers", readsLEB, []string{"internal/bin", "reloc", "rtdyld/debug/traceback"}},
}

// decodes finds calls of objfmt.Format.Decode.
func decodes(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Decode" {
		return false
	}
	x, ok := f.X.(*ast.SelectorExpr)
	return ok && x.Sel.Name == "Format"
}

// makes finds composite literals of an entry of a plan.
func makes(n ast.Node) bool {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return false
	}
	sel, ok := lit.Type.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Entry" {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Name == "reloc"
}

// writes finds calls of what an instruction set has to write stubs.
func writes(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := f.X.(*ast.SelectorExpr)
	if id, is := f.X.(*ast.Ident); is {
		return (id.Name == "a" || id.Name == "arch") && stubWriters[f.Sel.Name]
	}
	return ok && (x.Sel.Name == "Arch" || x.Sel.Name == "arch") && stubWriters[f.Sel.Name]
}

var stubWriters = map[string]bool{"WriteStub": true, "WriteIFunc": true, "WriteTLSDescStub": true}

// readsLEB finds seven bits of a byte that are moved to a place which is not a constant.
func readsLEB(n ast.Node) bool {
	move, ok := n.(*ast.BinaryExpr)
	if !ok || move.Op != token.SHL {
		return false
	}
	if _, constant := move.Y.(*ast.BasicLit); constant {
		return false
	}
	seven := false
	ast.Inspect(move.X, func(n ast.Node) bool {
		if and, ok := n.(*ast.BinaryExpr); ok && and.Op == token.AND {
			lit, ok := and.Y.(*ast.BasicLit)
			seven = seven || ok && lit.Value == "0x7f"
		}
		return true
	})
	return seven
}

// TestOnce: what has one home is not done elsewhere.
func TestOnce(t *testing.T) {
	seen := make([]bool, len(once))
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			for i := range once {
				if !once[i].found(n) {
					continue
				}
				if seen[i] = true; !match(f.dir, once[i].in) {
					t.Errorf("%s %s: %q alone may", f.name, once[i].what, once[i].in)
				}
			}
			return true
		})
	}
	for i, ok := range seen {
		if !ok {
			t.Errorf("nothing %s: the test looks for the wrong thing", once[i].what)
		}
	}
}

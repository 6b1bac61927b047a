package house

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// TestLookupShape: whatever finds a name for users has a Lookup of one shape,
// Lookup([ctx,] name) (Symbol, error).
func TestLookupShape(t *testing.T) {
	other := map[string]string{
		"rtdyld/remote/session.go":      "the executor that the address is good in comes with it",
		"rtdyld/remote/serve/lookup.go": "the protocol's",
		"rtdyld/remote/wire":            "generated",
		"rtdyld/debug/unwind/regs.go":   "of registers",
	}
	n := 0
	for _, f := range goFiles(t) {
		if f.test || !strings.HasPrefix(f.name, "rtdyld/") || other[f.name] != "" || other[f.dir] != "" {
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || !strings.HasPrefix(fn.Name.Name, "Lookup") {
				continue
			}
			n++
			sig := fn.Name.Name + strings.TrimPrefix(types.ExprString(fn.Type), "func")
			switch strings.ReplaceAll(sig, "rtdyld.", "") {
			case "Lookup(name string) (Symbol, error)", "Lookup(ctx context.Context, name string) (Symbol, error)":
			default:
				t.Errorf("%s: %s", f.name, sig)
			}
		}
	}
	if n < 4 {
		t.Errorf("only %d methods found", n)
	}
}

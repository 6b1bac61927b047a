package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// public reports whether users import a package of the project.
func public(dir string) bool {
	return !match(dir, []string{"cmd/...", "examples/...", "bench/...", "capi/...", "fuzz/..."}) &&
		!strings.Contains("/"+dir+"/", "/internal/") && dir != "rtdyld/remote/wire" // generated
}

// TestConfigNames: what a constructor is configured by is named Config, in all packages.
func TestConfigNames(t *testing.T) {
	configs := 0
	for _, f := range goFiles(t) {
		if f.test || !public(f.dir) {
			continue
		}
		for _, d := range f.ast.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				ts, ok := s.(*ast.TypeSpec)
				if !ok || !ts.Name.IsExported() {
					continue
				}
				name := ts.Name.Name
				for _, other := range []string{"Options", "Option", "Settings", "Params"} {
					if strings.HasSuffix(name, other) {
						t.Errorf("%s: type %s: the word is Config", f.name, name)
					}
				}
				if strings.HasSuffix(name, "Config") {
					configs++
				}
			}
		}
	}
	if configs < 10 {
		t.Errorf("only %d types found: the test looks for the wrong thing", configs)
	}
}

// TestClose: every exported type that is closed has Close() error. Close itself waits for nobody:
// what may wait for loaded code, a memory manager or another process is CloseContext, which Close
// is without a limit.
func TestClose(t *testing.T) {
	type method struct {
		pos  string
		decl *ast.FuncDecl
	}
	found := map[string]map[string]method{} // by type, then by name
	for _, f := range goFiles(t) {
		if f.test || !public(f.dir) {
			continue
		}
		for _, d := range f.ast.Decls {
			m, ok := d.(*ast.FuncDecl)
			if !ok || m.Recv == nil || m.Name.Name != "Close" && m.Name.Name != "CloseContext" {
				continue
			}
			of := f.dir + "." + receiver(m)
			if found[of] == nil {
				found[of] = map[string]method{}
			}
			found[of][m.Name.Name] = method{f.fset.Position(m.Pos()).String(), m}
		}
	}
	if len(found) < 15 {
		t.Errorf("only %d types are closed: the test looks for the wrong thing", len(found))
	}
	for of, ms := range found {
		c, ok := ms["Close"]
		if !ok {
			t.Errorf("%s has CloseContext and no Close", of)
			continue
		}
		if got := signature(c.decl.Type); got != "() error" {
			t.Errorf("%s: %s.Close has %s, want () error", c.pos, of, got)
		}
		long, waits := ms["CloseContext"]
		if !waits {
			if why := mayWait(c.decl); why != "" {
				t.Errorf("%s: %s.Close may wait (%s): that is CloseContext's", c.pos, of, why)
			}
			continue
		}
		if got := signature(long.decl.Type); got != "(context.Context) error" {
			t.Errorf("%s: %s.CloseContext has %s, want (context.Context) error", long.pos, of, got)
		}
		if !callsAlone(c.decl, "CloseContext") {
			t.Errorf("%s: %s.Close is not CloseContext without a limit", c.pos, of)
		}
	}
}

// receiver names the type of a method.
func receiver(m *ast.FuncDecl) string {
	x := m.Recv.List[0].Type
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	if g, ok := x.(*ast.IndexExpr); ok { // of a generic type
		x = g.X
	}
	return types.ExprString(x)
}

// mayWait says what of a function's own statements takes a context of its own or waits.
func mayWait(f *ast.FuncDecl) (why string) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				why = "a receive"
			}
		case *ast.SelectStmt:
			why = "a select"
		case *ast.SelectorExpr:
			if s := types.ExprString(n); s == "context.Background" || s == "context.TODO" || n.Sel.Name == "Wait" || n.Sel.Name == "CloseContext" {
				why = s
			}
		}
		return true
	})
	return why
}

// callsAlone reports whether a function does nothing but return what a method says.
func callsAlone(f *ast.FuncDecl, method string) bool {
	if len(f.Body.List) != 1 {
		return false
	}
	r, ok := f.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return false
	}
	call, ok := r.Results[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == method
}

package house

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// typed is a package of the project with its types, for this system.
type typed struct {
	fset  *token.FileSet
	files map[string]*ast.File // by name in the folder, no tests
	info  *types.Info
	pkg   *types.Package
}

// typeCheck type-checks packages of the project, given by folder, against what the go
// command has compiled.
func typeCheck(t testing.TB, dirs ...string) map[string]*typed {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles"}
	for _, d := range dirs {
		args = append(args, "./"+d)
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
	}
	exports := map[string]string{}
	wanted := map[string]listed{}
	dec := json.NewDecoder(strings.NewReader(string(goCommand(t, nil, args...))))
	for dec.More() {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if rel, ok := own(p.ImportPath); ok {
			wanted[rel] = p
		}
	}
	all := map[string]*typed{}
	for _, d := range dirs {
		p := &typed{fset: token.NewFileSet(), files: map[string]*ast.File{}, info: &types.Info{
			Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
		}}
		var files []*ast.File
		for _, name := range wanted[d].GoFiles {
			f, err := parser.ParseFile(p.fset, filepath.Join(wanted[d].Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			p.files[name] = f
			files = append(files, f)
		}
		conf := types.Config{Importer: importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
			return os.Open(exports[path])
		})}
		var err error
		if p.pkg, err = conf.Check(wanted[d].ImportPath, p.fset, files, p.info); err != nil {
			t.Fatal(err)
		}
		all[d] = p
	}
	return all
}

// fieldOf is the field that an expression selects of a struct of the package, "" for none. That of an embedded struct is that struct's.
func (p *typed) fieldOf(e *ast.SelectorExpr) (owner, field string) {
	s := p.info.Selections[e]
	if s == nil || s.Kind() != types.FieldVal {
		return "", ""
	}
	of := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if ptr, ok := of.Underlying().(*types.Pointer); ok {
			of = ptr.Elem()
		}
		of = of.Underlying().(*types.Struct).Field(i).Type()
	}
	return p.typeName(of), s.Obj().Name()
}

// typeName is the name of a type of the package, or of one that it points to.
func (p *typed) typeName(t types.Type) string {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == p.pkg {
		return n.Obj().Name()
	}
	return ""
}

// writes calls f for each field of a named struct that a file writes: by an assignment to it
// or to a part of it, by ++, by delete, clear and copy. What makes a value does not count: a composite
// literal, and a function New.
func (p *typed) writes(file *ast.File, f func(owner, field string, at token.Pos)) {
	var target func(e ast.Expr)
	target = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.ParenExpr:
			target(e.X)
		case *ast.IndexExpr:
			target(e.X)
		case *ast.SliceExpr:
			target(e.X)
		case *ast.SelectorExpr:
			if owner, field := p.fieldOf(e); field != "" {
				f(owner, field, e.Pos())
			}
			if _, ptr := p.info.Types[e.X].Type.Underlying().(*types.Pointer); !ptr { // a part of a larger value
				target(e.X)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Name.Name != "New"
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					target(e)
				}
			}
		case *ast.IncDecStmt:
			target(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				target(n.Key)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok {
				if b, ok := p.info.Uses[id].(*types.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear" || b.Name() == "copy") {
					target(n.Args[0])
				}
			}
		}
		return true
	})
}

package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/golden"
)

// TestAPI holds what users can name against testdata/api.txt, so that a change of it is seen in
// review: a line for each exported function, method, field, type, constant and variable, of
// all systems together.
func TestAPI(t *testing.T) {
	byDir := map[string][]*ast.File{}
	for _, f := range goFiles(t) {
		if !f.test && public(f.dir) {
			byDir[f.dir] = append(byDir[f.dir], f.ast)
		}
	}
	var dirs []string
	for dir := range byDir {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	var b strings.Builder
	for _, dir := range dirs {
		if lines := apiOf(byDir[dir]); len(lines) > 0 {
			b.WriteString(dir + "\n\t" + strings.Join(lines, "\n\t") + "\n")
		}
	}
	golden.Check(t, "testdata/api.txt", []byte(b.String()))
}

// api collects the lines of a package.
type api struct {
	lines   []string
	types   map[string]ast.Expr        // declared types, exported or not
	methods map[string][]*ast.FuncDecl // exported ones, by the type's name
}

// apiOf lists what a package exports, sorted, each once.
func apiOf(files []*ast.File) []string {
	a := &api{types: map[string]ast.Expr{}, methods: map[string][]*ast.FuncDecl{}}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				a.function(d)
			case *ast.GenDecl:
				a.declaration(d)
			}
		}
	}
	for name, x := range a.types {
		if token.IsExported(name) {
			a.members(name, name, x, map[string]bool{})
		}
	}
	slices.Sort(a.lines)
	return slices.Compact(a.lines)
}

func (a *api) add(parts ...string) { a.lines = append(a.lines, strings.Join(parts, "")) }

func (a *api) function(d *ast.FuncDecl) {
	switch {
	case !d.Name.IsExported():
	case d.Recv == nil:
		a.add("func ", d.Name.Name, typeParams(d.Type.TypeParams), signature(d.Type))
	default:
		a.methods[receiver(d)] = append(a.methods[receiver(d)], d)
	}
}

func (a *api) declaration(d *ast.GenDecl) {
	var of string // what a constant without a type has, from the line before
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			a.types[s.Name.Name] = s.Type
			if !s.Name.IsExported() {
				continue
			}
			text := typeText(s.Type)
			if s.Assign.IsValid() {
				text = "= " + text
			}
			a.add("type ", s.Name.Name, typeParams(s.TypeParams), " ", text)
		case *ast.ValueSpec:
			if s.Type != nil {
				of = " " + types.ExprString(s.Type)
			} else if s.Values != nil {
				of = ""
			}
			for _, n := range s.Names {
				if n.IsExported() {
					a.add(d.Tok.String(), " ", n.Name, of)
				}
			}
		}
	}
}

// members lists what a type called name has by itself and from what it embeds, of which
// from is one.
func (a *api) members(name, from string, x ast.Expr, seen map[string]bool) {
	if seen[from] {
		return
	}
	seen[from] = true
	for _, m := range a.methods[from] {
		ptr := ""
		if _, ok := m.Recv.List[0].Type.(*ast.StarExpr); ok {
			ptr = "*"
		}
		a.add("method (", ptr, name, ") ", m.Name.Name, signature(m.Type))
	}
	var fields *ast.FieldList
	kind := "struct"
	switch x := x.(type) {
	case *ast.StructType:
		fields = x.Fields
	case *ast.InterfaceType:
		fields, kind = x.Methods, "interface"
	default:
		return
	}
	for _, f := range fields.List {
		for _, n := range f.Names {
			if ft, ok := f.Type.(*ast.FuncType); ok && n.IsExported() && kind == "interface" {
				a.add("type ", name, " interface, ", n.Name, signature(ft))
			} else if n.IsExported() {
				a.add("type ", name, " struct, ", n.Name, " ", types.ExprString(f.Type))
			}
		}
		if f.Names != nil {
			continue
		}
		text := types.ExprString(f.Type)
		if local := strings.TrimPrefix(text, "*"); a.types[local] != nil && !token.IsExported(local) {
			a.members(name, local, a.types[local], seen)
		} else {
			a.add("type ", name, " ", kind, ", embeds ", text)
		}
	}
}

// typeText is a type, of which the members have lines of their own.
func typeText(x ast.Expr) string {
	switch x.(type) {
	case *ast.StructType:
		return "struct"
	case *ast.InterfaceType:
		return "interface"
	}
	return types.ExprString(x)
}

func typeParams(list *ast.FieldList) string {
	if list == nil {
		return ""
	}
	var s []string
	for _, p := range list.List {
		for _, n := range p.Names {
			s = append(s, n.Name+" "+types.ExprString(p.Type))
		}
	}
	return "[" + strings.Join(s, ", ") + "]"
}

// signature is a function's parameters and results without their names.
func signature(f *ast.FuncType) string {
	list := func(fields *ast.FieldList) (s []string) {
		for _, p := range fields.List {
			for range max(1, len(p.Names)) {
				s = append(s, types.ExprString(p.Type))
			}
		}
		return s
	}
	results := ""
	if f.Results != nil {
		if r := list(f.Results); len(r) == 1 {
			results = " " + r[0]
		} else {
			results = " (" + strings.Join(r, ", ") + ")"
		}
	}
	return "(" + strings.Join(list(f.Params), ", ") + ")" + results
}

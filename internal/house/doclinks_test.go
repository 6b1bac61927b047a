package house

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// TestDocLinks: what a comment of a package links to as [Type.Member] is there, and a function's comment begins with its
// name: a name that has changed has changed there, too.
func TestDocLinks(t *testing.T) {
	link := regexp.MustCompile(`\[\*?([A-Z]\w*)\.([A-Z]\w*)\]`)
	members, embeds := map[string]bool{}, map[string]bool{} // by "dir Type.Member", "dir Type"
	types := map[string]bool{}
	files, links := goFiles(t), 0
	for _, f := range files {
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					members[f.dir+" "+receiver(d)+"."+d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					s, ok := s.(*ast.TypeSpec)
					if !ok {
						continue
					}
					name := f.dir + " " + s.Name.Name
					types[name] = true
					var list *ast.FieldList
					switch x := s.Type.(type) {
					case *ast.StructType:
						list = x.Fields
					case *ast.InterfaceType:
						list = x.Methods
					default:
						embeds[name] = true // an alias, say
						continue
					}
					for _, m := range list.List {
						embeds[name] = embeds[name] || len(m.Names) == 0
						for _, n := range m.Names {
							members[name+"."+n.Name] = true
						}
					}
				}
			}
		}
	}
	for _, f := range files {
		if f.test {
			continue
		}
		for _, c := range f.ast.Comments {
			for _, m := range link.FindAllStringSubmatch(c.Text(), -1) {
				name := f.dir + " " + m[1]
				if links++; types[name] && !embeds[name] && !members[name+"."+m[2]] {
					t.Errorf("%s: %s has no %s: %s", f.name, m[1], m[2], m[0])
				}
			}
		}
		for _, d := range f.ast.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Doc == nil || !d.Name.IsExported() || !public(f.dir) {
				continue
			}
			if word, _, _ := strings.Cut(d.Doc.Text(), " "); word != d.Name.Name {
				t.Errorf("%s: the comment of %s begins with %q", f.name, d.Name.Name, word)
			}
		}
	}
	if links < 200 {
		t.Errorf("only %d links found: the test looks for the wrong thing", links)
	}
}

package house

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/go-rtdyld/rtdyld"

// root is the project's folder.
func root(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// goCommand runs the go command in the project's folder and returns what it prints.
// env is added to the environment.
func goCommand(t testing.TB, env []string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = root(t)
	cmd.Env = append(os.Environ(), env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v go %s: %v\n%s", env, strings.Join(args, " "), err, errs.String())
	}
	return out
}

// pkg is what go list tells of a package.
type pkg struct {
	ImportPath string
	Imports    []string
	Standard   bool
	Module     *struct{ Path string }
}

// list returns the project's packages and all that they depend on, by import path.
func list(t testing.TB, env ...string) map[string]*pkg {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(goCommand(t, env, "list", "-deps", "-json=ImportPath,Imports,Standard,Module", "./..."))))
	all := map[string]*pkg{}
	for dec.More() {
		p := new(pkg)
		if err := dec.Decode(p); err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	return all
}

// own cuts the module's path off an import path of the project.
func own(path string) (rel string, ok bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

// match reports whether a path is one of the patterns: a path, or a path and "/..."
// for it and all below it, or a path with a final "/*" for what is directly below.
func match(path string, patterns []string) bool {
	for _, p := range patterns {
		if below, ok := strings.CutSuffix(p, "/..."); ok {
			if path == below || strings.HasPrefix(path, below+"/") {
				return true
			}
		} else if in, ok := strings.CutSuffix(p, "/*"); ok {
			if rest, ok := strings.CutPrefix(path, in+"/"); ok && !strings.Contains(rest, "/") {
				return true
			}
		} else if p == path || p == "..." {
			return true
		}
	}
	return false
}

// goFile is a file of the project, for whichever system.
type goFile struct {
	name string // from the project's folder, with slashes
	dir  string
	test bool
	ast  *ast.File
	fset *token.FileSet
}

// goFiles parses every Go file of the project's packages.
func goFiles(t testing.TB) []goFile {
	t.Helper()
	top := root(t)
	var files []goFile
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != top && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || name[0] == '.' || name[0] == '_' {
			return nil
		}
		rel, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		f := goFile{name: filepath.ToSlash(rel), test: strings.HasSuffix(name, "_test.go"), fset: token.NewFileSet()}
		if f.dir = "."; strings.Contains(f.name, "/") {
			f.dir = f.name[:strings.LastIndexByte(f.name, '/')]
		}
		if f.ast, err = parser.ParseFile(f.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 50 {
		t.Fatalf("only %d files found", len(files))
	}
	return files
}

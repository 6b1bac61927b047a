package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// checker has what targets share: most files are the same for all.
type checker struct {
	fset  *token.FileSet
	mu    sync.Mutex
	files map[string]*source // by path
}

// source is a file, parsed once, by the first that asks.
type source struct {
	once sync.Once
	file *ast.File
	err  error
}

func newChecker() *checker {
	return &checker{fset: token.NewFileSet(), files: map[string]*source{}}
}

// listed is a package as the go command tells of it.
type listed struct {
	ImportPath, Name, Dir, ForTest string
	GoFiles, SFiles                []string
	ImportMap                      map[string]string
	Module                         *struct {
		Main      bool
		GoVersion string
	}
}

// own reports whether the package is the module's, so that its functions are looked at. One that
// is there again because a package that it imports has tests is not.
func (p *listed) own() bool {
	path, _, variant := strings.Cut(p.ImportPath, " ")
	return p.Module != nil && p.Module.Main && (!variant || path == p.ForTest || path == p.ForTest+"_test")
}

// check type-checks the module in dir for a target. It returns how many packages of its own that is, those with
// tests twice or three times.
func (c *checker) check(dir, target string) (own int, errs []error) {
	goos, goarch, _ := strings.Cut(target, "/")
	if types.SizesFor("gc", goarch) == nil {
		return 0, []error{fmt.Errorf("processor %q is unknown", goarch)}
	}
	all, err := list(dir, goos, goarch)
	if err != nil {
		return 0, []error{err}
	}
	c.parseAll(all)
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range all { // each after those that it imports
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
			continue // the second is what the go command writes for tests
		}
		pkg, bad := c.checkPackage(p, goarch, done)
		done[p.ImportPath] = pkg
		if p.own() {
			own++
			errs = append(errs, bad...)
		}
	}
	return own, errs
}

// list asks the go command for the packages of a module, its tests and what they need.
func list(dir, goos, goarch string) (all []*listed, err error) {
	cmd := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Name,Dir,ForTest,GoFiles,SFiles,ImportMap,Module", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// parseAll parses all that was not parsed yet, with all processors.
func (c *checker) parseAll(all []*listed) {
	var wg sync.WaitGroup
	work := make(chan *listed)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for p := range work {
				for _, name := range p.GoFiles {
					_, _ = c.parse(p, name) // checkPackage has the error
				}
			}
		})
	}
	for _, p := range all {
		work <- p
	}
	close(work)
	wg.Wait()
}

// parse parses a file. Functions of other modules lose their bodies, which nobody looks at.
func (c *checker) parse(p *listed, name string) (*ast.File, error) {
	path := filepath.Join(p.Dir, name)
	if filepath.IsAbs(name) {
		path = name
	}
	c.mu.Lock()
	s := c.files[path]
	if s == nil {
		s = &source{}
		c.files[path] = s
	}
	c.mu.Unlock()
	s.once.Do(func() {
		mode := parser.SkipObjectResolution
		mine := p.Module != nil && p.Module.Main
		if mine {
			mode |= parser.ParseComments
		}
		s.file, s.err = parser.ParseFile(c.fset, path, nil, mode)
		if s.file == nil || mine {
			return
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				f.Body = &ast.BlockStmt{}
			}
		}
	})
	return s.file, s.err
}

// imports finds what a package imports among those that were checked before it.
type imports struct {
	p    *listed
	done map[string]*types.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	if to, ok := i.p.ImportMap[path]; ok {
		path = to
	}
	if pkg := i.done[path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("package %s is not there", path)
}

// checkPackage type-checks a package as gc compiles it.
func (c *checker) checkPackage(p *listed, goarch string, done map[string]*types.Package) (*types.Package, []error) {
	var errs []error
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := c.parse(p, name)
		if err != nil {
			errs = append(errs, err)
		}
		if f != nil {
			files = append(files, f)
		}
	}
	conf := types.Config{
		Importer: imports{p, done}, IgnoreFuncBodies: !p.own(), Sizes: types.SizesFor("gc", goarch),
		Error: func(err error) { errs = append(errs, err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	pkg, _ := conf.Check(path, c.fset, files, nil) // Error has all
	if p.own() && len(p.SFiles) == 0 {
		errs = append(errs, c.bodies(files)...)
	}
	return pkg, errs
}

// bodies finds functions that have no body, in a package without assembly: the compiler
// wants the name of another for them.
func (c *checker) bodies(files []*ast.File) (errs []error) {
	for _, file := range files {
		linked := map[string]bool{}
		for _, g := range file.Comments {
			for _, line := range g.List {
				if words := strings.Fields(line.Text); len(words) > 1 && words[0] == "//go:linkname" {
					linked[words[1]] = true
				}
			}
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body == nil && !linked[f.Name.Name] {
				errs = append(errs, fmt.Errorf("%s: missing function body", c.fset.Position(f.Pos())))
			}
		}
	}
	return errs
}

package house

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What only some packages may do.
const (
	doUnsafe  = "imports unsafe"
	doSystem  = "makes system calls"
	doTarget  = "asks for GOOS or GOARCH"
	doUintptr = "uses uintptr"
	doArch    = "is named for a GOARCH"
)

// near are the packages that are near to the machine: they may do all of it.
var near = []string{"rtdyld/mem/...", "rtdyld/abi/...", "rtdyld/host/...", "rtdyld/remote/...", "rtdyld/debug/...", "rtdyld/static/...", "rtdyld/internal/callbacks", "rtdyld/internal/ownmem", "internal/executor/...", "internal/cgroup"}

// also may do some of it, a package or a single file.
var also = []struct {
	what []string
	may  []string
}{
	{[]string{"rtdyld/compiler/llvm/...", "capi/...", "cmd/..."}, []string{doUnsafe, doSystem, doTarget, doUintptr}},
	{[]string{"rtdyld/compiler/command/..."}, []string{doUnsafe, doSystem, doTarget, doUintptr}}, // ends groups of processes
	{[]string{"rtdyld/engine/stubs/stubs.go"}, []string{doUnsafe}},                               // switches a pointer of loaded code by one write
	{[]string{"rtdyld/engine/cache/rights_unix.go"}, []string{doSystem, doTarget}},               // whose files are
	{[]string{"rtdyld/engine/cache/rights_other.go"}, []string{doTarget}},
	{[]string{"rtdyld/program/var.go"}, []string{doUnsafe, doUintptr}}, // makes Go pointers to variables of loaded code
	// The place and the size of memory, and huge pages there:
	{[]string{"internal/arena/..."}, []string{doUnsafe, doUintptr, doSystem, doTarget}},
	// Pointers of C in generated packages, and fields that Go does not have:
	{[]string{"rtdyld/library/func.go", "rtdyld/library/memory.go"}, []string{doUnsafe, doUintptr}},
	{[]string{"internal/nested/nested.go", "internal/nested/panicked.go"}, []string{doUintptr}},                           // program counters of Go's own, for runtime.Callers
	{[]string{"bench/calls/cgo.go", "bench/calls/shapes.go"}, []string{doUnsafe, doUintptr}},                              // calls C, beside cgo and purego
	{[]string{"internal/link/symtab/text.go"}, []string{doUnsafe, doUintptr}},                                             // where in a file a string is
	{[]string{"internal/bin/bin.go"}, []string{doUnsafe}},                                                                 // views bytes as a string
	{[]string{"internal/siggen/gotype.go"}, []string{doUintptr}},                                                          // the Go type of an address
	{[]string{"objfmt/giveback_linux.go", "objfmt/giveback_other.go"}, []string{doUnsafe, doUintptr, doSystem, doTarget}}, // gives pages of files back
	{[]string{"objfmt/map_unix.go", "objfmt/map_other.go"}, []string{doUnsafe, doUintptr, doSystem, doTarget}},            // maps files
	{[]string{"internal/outfile/map_linux.go", "internal/outfile/map_other.go"}, []string{doSystem, doTarget}},            // maps a file that is written
	{[]string{"objfmt/read_linux.go", "objfmt/read_other.go"}, []string{doUnsafe, doUintptr, doSystem, doTarget}},         // reads what does not wait
	{[]string{"internal/brought/..."}, []string{doTarget}},                                                                // whose archive is brought
	{[]string{"triple/triple.go"}, []string{doTarget}},                                                                    // triple.Host
	{[]string{"examples/sqlite/driver/..."}, []string{doUnsafe, doUintptr}},                                               // shares memory with C
	{[]string{"examples/static/..."}, []string{doUnsafe, doUintptr, doTarget, doSystem}},                                  // so does it
	{[]string{"internal/citest/...", "examples/...", "bench/..."}, []string{doTarget, doSystem}},                          // no part of the linker
}

// TestSystemIsKnownInFewPlaces: an address is a uint64 and no system is known where
// objects are read and linked, so that every host links for every target.
func TestSystemIsKnownInFewPlaces(t *testing.T) {
	used := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.test || match(f.dir, near) || f.bound() {
			continue
		}
		var may []string
		for _, a := range also {
			if match(f.dir, a.what) || match(f.name, a.what) {
				may = append(may, a.may...)
			}
		}
		for what, where := range does(f) {
			if !slices.Contains(may, what) {
				t.Errorf("%s %s", where, what)
			}
			used[f.name+what] = true
		}
	}
	for _, a := range also {
		for _, name := range a.what {
			for _, may := range a.may {
				if strings.HasSuffix(name, ".go") && !used[name+may] && !strings.HasSuffix(name, "_other.go") {
					t.Errorf("%s no longer %s: take that out of the table", name, may)
				}
			}
		}
	}
}

// does returns what a file does of the above, each with a place.
func does(f goFile) map[string]string {
	found := map[string]string{}
	at := func(n ast.Node) string {
		p := f.fset.Position(n.Pos())
		return f.name + ":" + strconv.Itoa(p.Line)
	}
	for _, spec := range f.ast.Imports {
		switch p, _ := strconv.Unquote(spec.Path.Value); {
		case p == "unsafe":
			found[doUnsafe] = at(spec)
		case p == "syscall", strings.HasPrefix(p, "golang.org/x/sys/"):
			found[doSystem] = at(spec)
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "runtime" && (n.Sel.Name == "GOOS" || n.Sel.Name == "GOARCH") {
				found[doTarget] = at(n)
			}
		case *ast.Ident:
			if n.Name == "uintptr" {
				found[doUintptr] = at(n)
			}
		}
		return true
	})
	for _, g := range f.ast.Comments {
		for _, c := range g.List {
			if x, err := constraint.Parse(c.Text); err == nil && namesSystem(x) {
				found[doTarget] = at(c)
			}
		}
	}
	goos, goarch := suffix(f.name)
	if goos {
		found[doTarget] = f.name
	}
	if goarch {
		found[doArch] = f.name
	}
	return found
}

// namesSystem reports whether a build constraint asks for a system or processor.
func namesSystem(x constraint.Expr) bool {
	found := false
	x.Eval(func(tag string) bool {
		found = found || tag == "unix" || slices.Contains(gooses, tag) || slices.Contains(goarches, tag)
		return true
	})
	// Eval may stop early, so the other way as well.
	x.Eval(func(tag string) bool {
		found = found || tag == "unix" || slices.Contains(gooses, tag) || slices.Contains(goarches, tag)
		return false
	})
	return found
}

// suffix reports whether the go command reads the end of a file's name as a system
// or processor; then it is silently left out elsewhere.
func suffix(name string) (goos, goarch bool) {
	parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".go"), "_test"), "_")
	for _, p := range parts[1:] {
		goos = goos || slices.Contains(gooses, p)
		goarch = goarch || slices.Contains(goarches, p)
	}
	return goos, goarch
}

// The names that the go command knows, past, present and reserved (go/build's
// syslist.go).
var (
	gooses = strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9
		solaris wasip1 windows zos`)
	goarches = strings.Fields(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32
		mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)
)

// TestDoes: what is looked for is found.
func TestDoes(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"a/plain.go", "package a\n\nimport \"runtime\"\n\nvar n = runtime.NumCPU()", nil},
		{"a/unsafe.go", "package a\n\nimport \"unsafe\"\n\nvar p unsafe.Pointer", []string{doUnsafe}},
		{"a/sys.go", "package a\n\nimport \"golang.org/x/sys/unix\"\n\nvar e = unix.EINVAL", []string{doSystem}},
		{"a/call.go", "package a\n\nimport \"syscall\"\n\nvar e = syscall.EINVAL", []string{doSystem}},
		{"a/goos.go", "package a\n\nimport \"runtime\"\n\nvar n = runtime.GOOS", []string{doTarget}},
		{"a/ptr.go", "package a\n\nfunc f(p uintptr) {}", []string{doUintptr}},
		{"a/tag.go", "//go:build !race && !windows\n\npackage a", []string{doTarget}},
		{"a/race.go", "//go:build !race\n\npackage a", nil},
		{"a/x_linux.go", "package a", []string{doTarget}},
		{"a/x_arm64.go", "package a", []string{doArch}},
		{"a/arm64_x.go", "package a", nil},
		{"a/arm64.go", "package a", nil},
		{"a/x_s390x_test.go", "package a", []string{doArch}},
	} {
		f := goFile{name: c.name, dir: "a", fset: token.NewFileSet()}
		var err error
		if f.ast, err = parser.ParseFile(f.fset, c.name, c.src, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
		if got := slices.Sorted(maps.Keys(does(f))); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
}

// TestNoFileIsDropped: test files too must not bear a processor's name by mistake.
func TestNoFileIsDropped(t *testing.T) {
	for _, f := range goFiles(t) {
		if _, goarch := suffix(f.name); goarch && !match(f.dir, near) && !f.bound() {
			t.Errorf("%s is compiled for one processor alone: name it %s", f.name, "ARCH_x.go or put it into a folder ARCH/")
		}
	}
}

// TestPackageComments: every package says what it is and what its law is.
func TestPackageComments(t *testing.T) {
	doc := map[string]string{}
	for _, f := range goFiles(t) {
		if !f.test && !f.bound() {
			doc[f.dir] += f.ast.Doc.Text()
			if f.ast.Name.Name == "main" {
				doc[f.dir] += "\nLaw: none, a command"
			}
		}
	}
	for dir, text := range doc {
		if text == "" {
			t.Errorf("%s has no package comment", dir)
		} else if !strings.Contains(text, "Law") && !strings.Contains(text, "law") {
			t.Errorf("%s: the package comment states no law", dir)
		}
	}
}

package house

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// picture is who may import whom in this project, the first row that matches a
// package counts. Imports point one way; what has no row may not exist.
var picture = []struct {
	packages []string
	imports  []string // of this project
}{
	{[]string{"."}, nil}, // doc.go alone
	{[]string{"triple", "internal/arena", "internal/bin", "internal/citest", "internal/flat", "internal/golden", "internal/heed/heedtest", "internal/house", "internal/insidetest", "internal/mangle", "internal/mutant", "internal/nearest", "internal/nested", "internal/realtest", "internal/texts", "internal/typecheck", "internal/workers"}, nil},
	{[]string{"internal/heed"}, []string{"internal/bin"}},
	{[]string{"internal/wine"}, []string{"internal/citest"}},
	{[]string{"internal/siggen/..."}, []string{"internal/siggen", "internal/citest", "objfmt/objfile", "rtdyld", "rtdyld/ctype", "rtdyld/mem"}},
	{[]string{"internal/rowtest"}, []string{"internal/link/records", "internal/link/stubs/...", "reloc", "objfmt", "internal/bin", "internal/citest"}},
	{[]string{"internal/parsetest"}, []string{"objfmt", "objfmt/ar", "internal/citest"}},
	{[]string{"internal/objgen/..."}, []string{"objfmt", "triple"}},

	{[]string{"objfmt"}, []string{"triple", "internal/arena", "internal/texts", "internal/bin", "internal/heed"}},
	{[]string{"objfmt/internal/records"}, []string{"objfmt", "internal/arena"}},
	{[]string{"internal/outfile"}, nil},
	{[]string{"objfmt/objfile"}, []string{"objfmt", "objfmt/*", "objfmt/internal/records", "internal/texts", "triple", "internal/bin", "internal/heed", "internal/workers"}},
	{[]string{"objfmt/*"}, []string{"objfmt", "objfmt/internal/records", "internal/texts", "triple", "internal/bin", "internal/heed"}},

	{[]string{"reloc"}, []string{"objfmt", "internal/texts", "internal/bin", "internal/heed"}},
	{[]string{"reloc/*"}, []string{"reloc", "objfmt", "internal/bin"}},

	{[]string{"internal/link/place"}, []string{"objfmt", "internal/heed"}},
	{[]string{"internal/link/records"}, []string{"objfmt", "internal/heed", "internal/texts"}},
	{[]string{"internal/link/mapped"}, []string{"objfmt", "objfmt/elf", "triple", "internal/bin", "internal/workers"}},
	{[]string{"internal/link/tally"}, nil},
	{[]string{"internal/link/image"}, []string{"objfmt/elf", "internal/arena", "internal/bin"}},
	{[]string{"internal/link/chunks"}, nil},
	{[]string{"internal/link/symtab"}, []string{"internal/arena", "internal/link/chunks", "objfmt", "internal/heed"}},
	{[]string{"internal/link/stubs"}, []string{"internal/link/place", "internal/link/records", "reloc", "objfmt", "internal/bin", "internal/heed"}},
	{[]string{"internal/link/stubs/stubstest"}, []string{"internal/link/stubs", "reloc", "objfmt"}},

	{[]string{"internal/link/quirk"}, []string{"internal/link/place", "internal/link/records", "reloc", "objfmt", "internal/heed"}},
	{[]string{"internal/link/quirk/*"}, []string{"internal/link/quirk", "internal/link/place", "internal/link/records", "reloc", "objfmt", "internal/bin", "internal/heed"}},

	{[]string{"rtdyld"}, []string{"internal/arena", "internal/link/...", "internal/outfile", "internal/texts", "reloc/...", "objfmt", "objfmt/objfile", "objfmt/ar", "triple", "internal/bin", "internal/heed", "internal/nested", "internal/workers"}},
	{[]string{"internal/disown"}, []string{"objfmt"}},
	{[]string{"internal/zstd"}, []string{"objfmt/elf"}},
	{[]string{"rtdyld/record"}, []string{"internal/disown", "internal/texts", "objfmt", "objfmt/objfile", "rtdyld", "triple"}},
	{[]string{"rtdyld/mem"}, []string{"internal/nested", "rtdyld/internal/ownmem", "internal/texts", "rtdyld", "objfmt", "triple"}},
	{[]string{"rtdyld/mem/memtest"}, []string{"rtdyld/mem", "objfmt", "triple"}},
	{[]string{"rtdyld/internal/ownmem", "rtdyld/internal/crt", "rtdyld/ctype"}, nil},
	{[]string{"rtdyld/internal/units"}, []string{"internal/bin"}},
	{[]string{"rtdyld/internal/cdebug"}, []string{"rtdyld/internal/units", "rtdyld/ctype", "internal/bin"}},
	{[]string{"rtdyld/abi"}, []string{"rtdyld/internal/crt", "rtdyld/ctype"}},
	{[]string{"rtdyld/abi/..."}, []string{"rtdyld/abi", "rtdyld/ctype"}},
	{[]string{"rtdyld/program"}, []string{"rtdyld/internal/cdebug", "rtdyld/internal/units", "rtdyld/ctype", "rtdyld", "rtdyld/abi", "objfmt/...", "triple", "internal/heed", "internal/mangle", "internal/nearest", "internal/nested"}},
	{[]string{"rtdyld/internal/callbacks"}, []string{"rtdyld", "rtdyld/abi", "rtdyld/ctype", "rtdyld/mem", "objfmt"}}, // crosscall2 is the program's: cgo's, purego's or static/callback's
	{[]string{"rtdyld/host"}, []string{"rtdyld/internal/callbacks", "rtdyld/ctype", "internal/texts", "rtdyld", "rtdyld/program", "rtdyld/explain", "rtdyld/libs", "rtdyld/mem", "rtdyld/abi", "rtdyld/internal/ownmem", "rtdyld/internal/crt", "rtdyld/host/internal/slowcall", "rtdyld/debug/traceback", "objfmt", "objfmt/ar", "triple"}},
	{[]string{"rtdyld/library"}, []string{"rtdyld", "rtdyld/abi", "rtdyld/ctype", "rtdyld/program"}},                              // what generated packages import, in static programs, too
	{[]string{"rtdyld/library/world"}, []string{"rtdyld/library", "rtdyld/program", "rtdyld/host", "rtdyld/static", "objfmt/ar"}}, // host or static, by build tag
	{[]string{"rtdyld/static/internal/cross"}, []string{"rtdyld/abi"}},
	{[]string{"rtdyld/static/internal/..."}, nil},
	{[]string{"rtdyld/static/callback"}, []string{"rtdyld/static", "rtdyld/static/internal/cross", "rtdyld/internal/callbacks", "rtdyld/abi", "rtdyld/ctype"}},
	{[]string{"rtdyld/static/libc"}, []string{"rtdyld/static/internal/compat", "objfmt", "objfmt/ar", "objfmt/objfile", "triple", "internal/texts"}},                                                               // reads and writes archives, links nothing
	{[]string{"rtdyld/static"}, []string{"internal/texts", "rtdyld", "rtdyld/program", "rtdyld/explain", "rtdyld/mem", "rtdyld/abi", "rtdyld/debug/traceback", "objfmt", "objfmt/ar", "objfmt/objfile", "triple"}}, // no host, no purego: see modules
	{[]string{"rtdyld/internal/scratch"}, []string{"rtdyld"}},
	{[]string{"rtdyld/bind"}, []string{"internal/bin", "objfmt", "objfmt/ar", "objfmt/objfile", "triple", "rtdyld", "rtdyld/abi", "rtdyld/ctype", "rtdyld/compiler", "rtdyld/internal/scratch", "rtdyld/internal/cdebug", "rtdyld/internal/units"}},
	{[]string{"rtdyld/host/internal/slowcall"}, []string{"rtdyld/abi"}},
	{[]string{"rtdyld/host/internal/..."}, nil},
	{[]string{"rtdyld/compiler"}, []string{"objfmt", "triple", "internal/bin"}},
	{[]string{"rtdyld/compiler/..."}, []string{"rtdyld/compiler/...", "objfmt/...", "triple"}},
	{[]string{"rtdyld/engine/stubs"}, []string{"rtdyld", "objfmt", "triple"}},
	{[]string{"rtdyld/engine/cache"}, []string{"rtdyld", "rtdyld/compiler", "objfmt"}},
	{[]string{"rtdyld/engine"}, []string{"internal/heed", "internal/texts", "internal/nested", "rtdyld", "rtdyld/abi", "rtdyld/compiler", "rtdyld/engine/stubs", "objfmt/...", "triple"}},
	{[]string{"internal/cgroup"}, nil},
	{[]string{"internal/brought"}, []string{"rtdyld", "rtdyld/static", "rtdyld/static/libc", "objfmt/ar"}},
	{[]string{"internal/executor/keeper"}, []string{"internal/cgroup", "rtdyld/remote/serve/confine"}}, // what they import is initialized before a keeper begins
	{[]string{"internal/executor"}, []string{"internal/brought", "internal/executor/keeper", "rtdyld", "rtdyld/abi", "rtdyld/debug/crash", "rtdyld/debug/traceback", "rtdyld/host", "rtdyld/mem", "rtdyld/remote/serve/...", "rtdyld/remote/wire", "rtdyld/static", "objfmt"}},
	{[]string{"rtdyld/remote/executor/internal/first"}, []string{"internal/executor/keeper"}},
	{[]string{"rtdyld/remote/executor"}, []string{"internal/executor/...", "rtdyld/remote"}}, // alone of remote it has host, or static
	{[]string{"rtdyld/remote/..."}, []string{"rtdyld", "rtdyld/mem", "rtdyld/abi", "rtdyld/internal/ownmem", "rtdyld/remote/...", "objfmt", "triple"}},
	{[]string{"rtdyld/debug/instances"}, []string{"rtdyld", "rtdyld/internal/scratch", "rtdyld/debug/unwind", "rtdyld/debug/elfimage", "objfmt", "objfmt/objfile"}},
	{[]string{"rtdyld/debug/traceback"}, []string{"rtdyld", "rtdyld/internal/ownmem", "rtdyld/debug/...", "objfmt", "internal/bin"}},
	{[]string{"rtdyld/debug/..."}, []string{"internal/texts", "rtdyld/internal/units", "rtdyld", "rtdyld/debug/...", "objfmt/...", "triple", "internal/bin"}},
	{[]string{"rtdyld/libs"}, []string{"objfmt", "objfmt/ar", "objfmt/elf", "triple", "internal/bin"}}, // reads files, loads nothing
	{[]string{"rtdyld/explain"}, []string{"rtdyld/internal/scratch", "internal/heed", "internal/texts", "rtdyld", "rtdyld/libs", "rtdyld/debug/symbolize", "objfmt/...", "objfmt", "triple", "internal/nearest"}},
	{[]string{"rtdyld/linkmap/browser"}, []string{"rtdyld/linkmap", "internal/citest"}},                                                      // a module of its own: tests in a browser
	{[]string{"rtdyld/linkmap"}, []string{"internal/bin", "internal/heed", "objfmt", "reloc", "rtdyld", "rtdyld/debug/symbolize", "triple"}}, // disassemblers and demanglers are its callers'
	{[]string{"rtdyld/check"}, []string{"objfmt", "triple", "internal/bin"}},                                                                 // a Memory interface, no linker
	{[]string{"rtdyld/check/linked"}, []string{"rtdyld", "rtdyld/check", "objfmt", "triple"}},

	{[]string{"fuzz"}, []string{"objfmt", "objfmt/*", "triple"}},
	{[]string{"cmd/rtdyld/internal/triples"}, []string{"triple", "internal/texts"}},
	{[]string{"cmd/rtdyld/internal/first", "cmd/rtdyld-executor/internal/first"}, []string{"internal/executor/keeper"}},
	{[]string{"cmd/...", "capi/...", "examples/...", "bench/..."}, []string{"..."}}, // only they join host with engine
}

// forTests may be imported by test files alone.
var forTests = []string{"internal/link/stubs/stubstest", "internal/objgen/...", "internal/rowtest", "internal/parsetest", "internal/golden", "internal/citest", "internal/flat", "internal/heed/heedtest", "internal/house", "internal/insidetest", "internal/mutant", "internal/realtest", "internal/siggen/...", "internal/wine", "rtdyld/abi/abitest", "fuzz"}

// TestImportPicture holds every file's imports, whatever system it is for, against
// the picture.
func TestImportPicture(t *testing.T) {
	for _, f := range goFiles(t) {
		row := slices.IndexFunc(picture, func(r struct{ packages, imports []string }) bool { return match(f.dir, r.packages) })
		if row < 0 {
			t.Errorf("%s: package %s has no row in the picture of imports", f.name, f.dir)
			continue
		}
		if f.test {
			continue
		}
		for _, spec := range f.ast.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			dep, ok := own(path)
			if !ok {
				continue
			}
			if !match(dep, picture[row].imports) && !strings.HasPrefix(dep, f.dir+"/internal/") {
				t.Errorf("%s imports %s: %s may import %q alone", f.name, dep, f.dir, picture[row].imports)
			}
			if match(dep, forTests) && !match(f.dir, forTests) {
				t.Errorf("%s imports %s, which is for tests", f.name, dep)
			}
		}
	}
}

// modules is what a package may depend on beside the standard library, its whole
// way down; the first row that matches counts.
var modules = []struct {
	packages []string
	modules  []string // their paths, or the beginning of it with "/..."
}{
	{[]string{"rtdyld/host/...", "rtdyld/library/world", "rtdyld/compiler/llvm"}, []string{"golang.org/x/sys", "github.com/ebitengine/purego"}},
	{[]string{"rtdyld/check/..."}, []string{"golang.org/x/sys", "golang.org/x/arch"}},
	{[]string{"internal/zstd"}, []string{"golang.org/x/sys", "github.com/klauspost/compress"}}, // for programs: no library imports it
	{[]string{"rtdyld/remote/executor/...", "internal/executor"}, []string{"golang.org/x/...", "google.golang.org/...", "github.com/ebitengine/purego"}},
	{[]string{"rtdyld/remote/..."}, []string{"golang.org/x/...", "google.golang.org/..."}},
	{[]string{"cmd/...", "capi/...", "examples/...", "bench/..."}, []string{"..."}},
	{forTests, []string{"golang.org/x/sys", "github.com/google/go-cmp"}},
	{[]string{"..."}, []string{"golang.org/x/sys"}},
}

// systems are where the packages must build.
var systems = []string{"linux/amd64", "linux/arm64", "linux/386", "linux/arm", "windows/amd64", "darwin/arm64"}

// TestDependencies: on every system, what is not listed above needs the standard
// library and golang.org/x/sys alone.
func TestDependencies(t *testing.T) {
	for _, sys := range systems {
		goos, goarch, _ := strings.Cut(sys, "/")
		all := list(t, "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
		for path := range all {
			dir, ok := own(path)
			if !ok {
				continue
			}
			row := slices.IndexFunc(modules, func(r struct{ packages, modules []string }) bool { return match(dir, r.packages) })
			for dep, through := range closure(all, path) {
				p := all[dep]
				if p == nil || p.Standard || p.Module == nil || p.Module.Path == module {
					continue
				}
				if !match(p.Module.Path, modules[row].modules) {
					t.Errorf("%s: %s depends on %s through %s: it may depend on %q alone", sys, dir, p.Module.Path, through, modules[row].modules)
				}
			}
		}
	}
}

// closure returns all that a package depends on, each with a package that imports it.
func closure(all map[string]*pkg, from string) map[string]string {
	through := map[string]string{from: from}
	for open := []string{from}; len(open) > 0; {
		path := open[len(open)-1]
		open = open[:len(open)-1]
		if all[path] == nil {
			continue
		}
		for _, dep := range all[path].Imports {
			if _, ok := through[dep]; !ok {
				through[dep] = path
				open = append(open, dep)
			}
		}
	}
	return through
}

// TestNoRowIsHidden: a row that matches nothing today is for a package that is
// planned; one that an earlier row hides is a mistake.
func TestNoRowIsHidden(t *testing.T) {
	for i, r := range picture {
		for _, p := range r.packages {
			probe := strings.NewReplacer("/...", "/x", "/*", "/x").Replace(p)
			for _, earlier := range picture[:i] {
				if match(probe, earlier.packages) {
					t.Errorf("row %v is hidden by %v", r.packages, earlier.packages)
				}
			}
		}
	}
}

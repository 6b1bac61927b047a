package libc

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// finder finds the parts of an archive where distributions have them.
type finder struct {
	Config
	target  triple.Triple
	goarch  string // Go's word for the processor
	machine string // that of folders
	gcc     string // the folder of libgcc.a that was taken, or of none
}

func newFinder(cfg Config) (*finder, error) {
	f := &finder{Config: cfg, target: cfg.Target, goarch: cfg.Target.GOARCH()}
	switch f.goarch {
	case "amd64":
		f.machine = "x86_64"
	case "arm64":
		f.machine = "aarch64"
	}
	if f.machine == "" || cfg.Target.OS != triple.Linux || cfg.Target.Format() != triple.ELF || cfg.Target.IsBigEndian() {
		return nil, &TargetError{Target: cfg.Target.String()}
	}
	if f.Roots == nil {
		f.Roots = []string{"/"}
	}
	return f, nil
}

// glob looks for patterns below the roots, MACHINE in them replaced: in the order of the roots, then of the patterns, higher numbers
// before lower ones. looked is what was looked for.
func (f *finder) glob(patterns ...string) (found, looked []string) {
	for _, root := range f.Roots {
		for _, p := range patterns {
			p = filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(p, "MACHINE", f.machine)))
			looked = append(looked, p)
			names, err := filepath.Glob(p)
			if err != nil {
				continue // of a root with signs of patterns in its name
			}
			slices.SortFunc(names, func(a, b string) int { return -byNumber(a, b) })
			found = append(found, names...)
		}
	}
	return found, looked
}

// byNumber compares texts, in which numbers count by their value: gcc/9 comes before gcc/12.
func byNumber(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			x, errA := strconv.ParseUint(a[:da], 10, 64)
			y, errB := strconv.ParseUint(b[:db], 10, 64)
			if errA == nil && errB == nil && x != y {
				if x < y {
					return -1
				}
				return 1
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return strings.Compare(a, b)
		}
		a, b = a[1:], b[1:]
	}
	return strings.Compare(a, b)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// musl finds libc.a. An archive in its place that is not musl's is passed over, unless it was named.
func (f *finder) musl(ctx context.Context) (*piece, error) {
	if f.Libc != "" {
		return f.muslAt(ctx, f.Libc)
	}
	found, looked := f.glob("usr/lib/MACHINE-linux-musl/libc.a", "usr/lib/musl/lib/libc.a", "usr/MACHINE-linux-musl/lib64/libc.a", "usr/MACHINE-linux-musl/lib/libc.a", "usr/local/musl/lib/libc.a", "usr/lib/libc.a")
	var first error
	for _, path := range found {
		p, err := f.muslAt(ctx, path)
		if err == nil {
			return p, nil
		}
		if first == nil {
			first = err
		}
	}
	if first != nil {
		return nil, first
	}
	return nil, &NotFoundError{"musl's libc.a for linux/" + f.goarch, "install the distribution's musl-dev, or name the file", looked}
}

func (f *finder) muslAt(ctx context.Context, path string) (*piece, error) {
	members, err := readArchive(ctx, f.target, path)
	if err != nil {
		return nil, err
	}
	version, err := versionOf(ctx, members)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(Versions, version) {
		return nil, &VersionError{path, version}
	}
	return &piece{Part{Name: "musl", Version: version, Path: path, Members: len(members), Licence: "MIT"}, members}, nil
}

// versionOf reads __libc_version, which musl's archives define. "": no member does.
func versionOf(ctx context.Context, members []member) (string, error) {
	for _, m := range members {
		if !slices.Contains(m.symbols, symbol{"__libc_version", true}) {
			continue
		}
		img, err := objfile.ParseContext(ctx, m.name, m.data)
		if err != nil {
			return "", err
		}
		defer img.Close()
		for id := range img.Symbols {
			s := &img.Symbols[id]
			if img.SymbolName(objfmt.SymbolID(id)) != "__libc_version" || int(s.Section) >= len(img.Sections) {
				continue
			}
			data, err := img.Contents(s.Section)
			if err != nil {
				return "", err
			}
			if s.Value > uint64(len(data)) {
				return "", nil
			}
			text, _, _ := strings.Cut(string(data[s.Value:]), "\x00")
			return text, nil
		}
	}
	return "", nil
}

// archive reads one that was found, as a part.
func (f *finder) archive(ctx context.Context, name, version, path, licence string) (*piece, error) {
	members, err := readArchive(ctx, f.target, path)
	if err != nil {
		return nil, err
	}
	return &piece{Part{Name: name, Version: version, Path: path, Members: len(members), Licence: licence}, members}, nil
}

// SPDX's names of licences.
const (
	gccLicence  = "GPL-3.0-or-later WITH GCC-exception-3.1"
	llvmLicence = "Apache-2.0 WITH LLVM-exception"
)

var (
	gccFolders = []string{"usr/lib/gcc/MACHINE-linux-gnu/*", "usr/lib/gcc/MACHINE-*linux-musl/*", "usr/lib/gcc-cross/MACHINE-linux-gnu/*", "usr/lib/gcc/MACHINE-*-linux/*", "usr/lib64/gcc/MACHINE-*linux*/*"}
	rtFiles    = []string{"usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.builtins-MACHINE.a", "usr/lib/clang/*/lib/linux/libclang_rt.builtins-MACHINE.a", "usr/lib/clang/*/lib/MACHINE-*linux*/libclang_rt.builtins.a"}
)

// gccFile finds a file of gcc's folders, the latest version first.
func (f *finder) gccFile(name string) (found, looked []string) {
	patterns := make([]string, len(gccFolders))
	for i, p := range gccFolders {
		patterns[i] = path.Join(p, name)
	}
	return f.glob(patterns...)
}

// builtins finds what compilers call for what a processor cannot do by itself.
func (f *finder) builtins(ctx context.Context) (*piece, error) {
	switch f.Builtins {
	case NoBuiltins:
		return nil, nil
	case "", Libgcc, CompilerRT:
	default:
		return f.archive(ctx, "builtins", "", f.Builtins, "NOASSERTION")
	}
	var looked []string
	if f.Builtins != CompilerRT {
		found, at := f.gccFile("libgcc.a")
		if looked = at; len(found) > 0 {
			f.gcc = filepath.Dir(found[0])
			return f.archive(ctx, "libgcc", filepath.Base(f.gcc), found[0], gccLicence)
		}
	}
	if f.Builtins != Libgcc {
		found, at := f.glob(rtFiles...)
		if looked = append(looked, at...); len(found) > 0 {
			return f.archive(ctx, "compiler-rt", clangVersion(found[0]), found[0], llvmLicence)
		}
	}
	return nil, &NotFoundError{"a compiler's builtins (libgcc.a or compiler-rt) for linux/" + f.goarch, "install gcc's or clang's libraries, or name a file", looked}
}

// clangVersion is the folder behind "clang" in a path.
func clangVersion(file string) string {
	parts := strings.Split(filepath.ToSlash(file), "/")
	if i := slices.Index(parts, "clang"); i >= 0 && i+1 < len(parts) {
		return parts[i+1]
	}
	return ""
}

// unwinder finds libgcc_eh.a, beside libgcc.a if that was taken.
func (f *finder) unwinder(ctx context.Context) (*piece, error) { return f.cxxPart(ctx, "libgcc_eh") }

// cxx finds libstdc++.a, of the same compiler.
func (f *finder) cxx(ctx context.Context) (*piece, error) { return f.cxxPart(ctx, "libstdc++") }

func (f *finder) cxxPart(ctx context.Context, name string) (*piece, error) {
	if !f.Cxx {
		return nil, nil
	}
	found, looked := f.gccFile(name + ".a")
	if f.gcc != "" {
		beside := filepath.Join(f.gcc, name+".a")
		found = slices.DeleteFunc(found, func(p string) bool { return p != beside })
		looked = []string{beside}
	}
	if len(found) == 0 {
		return nil, &NotFoundError{fmt.Sprintf("%s.a for linux/%s", name, f.goarch), "install the C++ library of that gcc (Debian: libstdc++-12-dev)", looked}
	}
	f.gcc = filepath.Dir(found[0])
	return f.archive(ctx, name, filepath.Base(f.gcc), found[0], gccLicence)
}

// licence finds the text for a part: below the root that its archive is of first.
func (f *finder) licence(p *piece) (string, error) {
	if named := f.Licences[p.Name]; named != "" {
		return named, nil
	}
	var patterns []string
	doc := func(packages ...string) {
		for _, name := range packages {
			patterns = append(patterns, "usr/share/doc/"+name+"/copyright")
		}
	}
	switch p.Name {
	case "musl":
		doc("musl-dev", "musl")
		patterns = append(patterns, "usr/share/licenses/musl/COPYRIGHT", "usr/share/doc/musl*/COPYRIGHT")
	case "compiler-rt":
		major, _, _ := strings.Cut(p.Version, ".")
		doc("libclang-common-"+major+"-dev", "libclang-rt-"+major+"-dev", "libclang-common-*-dev")
		patterns = append(patterns, "usr/share/licenses/compiler-rt*/LICENSE*")
	case "libgcc", "libgcc_eh", "libstdc++":
		doc("libgcc-"+p.Version+"-dev", "libgcc-"+p.Version+"-dev-*-cross", "gcc-"+p.Version+"-base", "libstdc++-"+p.Version+"-dev")
		patterns = append(patterns, "usr/share/licenses/gcc*/RUNTIME.LIBRARY.EXCEPTION")
	}
	g := *f
	if root := rootOf(p.Path); root != "" && !slices.Contains(f.Roots, root) {
		g.Roots = append([]string{root}, f.Roots...)
	}
	found, looked := g.glob(patterns...)
	for _, name := range found {
		if st, err := os.Stat(name); err == nil && st.Mode().IsRegular() {
			return name, nil
		}
	}
	return "", &NotFoundError{"the text of the licence of " + p.Name, "name its file: whoever passes the archive on passes it on, too", looked}
}

// rootOf is the folder that a package was unpacked in, by the path of one of its files; "" if it is not below usr.
func rootOf(file string) string {
	abs, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	i := strings.LastIndex(filepath.ToSlash(abs), "/usr/")
	if i < 0 || !fs.ValidPath("x"+filepath.ToSlash(abs[i:])) {
		return ""
	}
	return abs[:i+1]
}

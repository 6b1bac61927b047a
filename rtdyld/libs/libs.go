// Package libs finds libraries where the system's linkers look for them, by the names that -l
// takes, and says what shared libraries define.
//
// Law: it reads files and loads none of them; no file makes it read outside of that or take
// memory that is not in proportion to it.
package libs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Dirs are the folders of the system in which a linker looks for libraries of a target: that of
// gcc's own libraries (libgcc.a), of its latest version, then
// those of its multiarch name, of /etc/ld.so.conf and the files that it includes, then /lib, /usr/lib and
// where cross compilers have theirs. Only folders that exist are told, each once. It is nil for
// targets without ELF.
func Dirs(t triple.Triple) []string {
	if !t.IsELF() {
		return nil
	}
	var all []string
	seen := map[string]bool{}
	add := func(dirs ...string) {
		for _, d := range dirs {
			real, err := filepath.EvalSymlinks(d) // /lib is /usr/lib often
			if err != nil || seen[real] {
				continue
			}
			if st, err := os.Stat(real); err == nil && st.IsDir() {
				seen[real] = true
				all = append(all, d)
			}
		}
	}
	if dir := CompilerDir(t); dir != "" {
		add(dir)
	}
	if m := multiarch(t); m != "" {
		add("/usr/local/lib/"+m, "/lib/"+m, "/usr/lib/"+m)
	}
	add(confDirs("/etc/ld.so.conf", 0)...)
	if t.PointerBits() == 64 {
		add("/usr/local/lib64", "/lib64", "/usr/lib64")
	}
	add("/usr/local/lib", "/lib", "/usr/lib")
	if m := multiarch(t); m != "" {
		add("/usr/" + m + "/lib")
	}
	return all
}

// confDirs are the folders that a file for ldconfig(8) lists.
func confDirs(path string, depth int) (dirs []string) {
	f, err := os.Open(path)
	if err != nil || depth > 4 {
		return nil
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		line, _, _ := strings.Cut(sc.Text(), "#")
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "hwcap":
		case words[0] == "include":
			for _, pattern := range words[1:] {
				if !filepath.IsAbs(pattern) {
					pattern = filepath.Join(filepath.Dir(path), pattern)
				}
				files, _ := filepath.Glob(pattern)
				for _, file := range files {
					dirs = append(dirs, confDirs(file, depth+1)...)
				}
			}
		default:
			dir, _, _ := strings.Cut(words[0], "=") // a kind of library may follow
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Library is a file that Find has found.
type Library struct {
	Path     string
	Shared   bool // it is opened, not linked
	AsNeeded bool // a linker script says that only what refers to it needs it
}

// NotFoundError says that no folder has a library.
type NotFoundError struct {
	Name   string   // as asked for, "m"
	Dirs   []string // where it was looked for
	Static bool     // archives alone were wanted
	Other  string   // a file that has the name but does not fit, "" for none
	Why    string   // what is wrong with Other
}

func (e *NotFoundError) Error() string {
	s := fmt.Sprintf("-l %s: no such library in %s", e.Name, strings.Join(e.Dirs, ", "))
	if e.Other != "" {
		s += "; " + e.Other + " " + e.Why
	}
	return s
}

// Is matches [fs.ErrNotExist].
func (e *NotFoundError) Is(t error) bool { return t == fs.ErrNotExist }

// Find looks for the library that -l NAME means, for a target, in folders, one after the other:
// for libNAME.so, which may be a linker script, then for libNAME.a; ":FILE" is a file of that name. Where none
// has it, as without the packages that developers install, libNAME.so.N counts, the highest N. With
// static it looks for archives alone. Files for other targets are passed over.
//
// It returns one file, or those that a linker script has, in their order. Errors are a *[NotFoundError],
// a *[ScriptError], the system's, or that of ctx, which ends a search in a large archive, too.
func Find(ctx context.Context, name string, t triple.Triple, static bool, dirs ...string) ([]Library, error) {
	s := &search{ctx: ctx, t: t, static: static, dirs: dirs}
	return s.find(name, 0)
}

// search is a search for libraries.
type search struct {
	ctx     context.Context
	t       triple.Triple
	static  bool
	dirs    []string
	scripts int // that were read so far
}

// find is Find, for a linker script at a depth.
func (s *search) find(name string, depth int) ([]Library, error) {
	missing := &NotFoundError{Name: name, Dirs: s.dirs, Static: s.static}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	for _, list := range []func(dir, name string, t triple.Triple, static bool) []string{candidates, versions} {
		for _, dir := range s.dirs {
			for _, file := range list(dir, name, s.t, s.static) {
				found, err := s.open(file, depth)
				if mis, ok := errors.AsType[*misfit](err); ok {
					missing.Other, missing.Why = file, mis.why
					continue
				}
				if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, errScript) {
					return found, err
				}
			}
		}
	}
	return nil, missing
}

// Expand tells what a file is for a target: the file, or what a linker script of that
// name has, looked for beside it and in folders. A file that is neither library nor archive nor object, or is for
// another target, is an error; so is a shared library with static. ctx is as in [Find].
func Expand(ctx context.Context, path string, t triple.Triple, static bool, dirs ...string) ([]Library, error) {
	s := &search{ctx: ctx, t: t, static: static, dirs: dirs}
	found, err := s.open(path, 0)
	if mis, ok := err.(*misfit); ok {
		return nil, fmt.Errorf("%s %w", path, mis)
	}
	return found, err
}

// candidates are the files in a folder that a name may stand for.
func candidates(dir, name string, t triple.Triple, static bool) []string {
	if file, ok := strings.CutPrefix(name, ":"); ok {
		return []string{filepath.Join(dir, file)}
	}
	base := filepath.Join(dir, "lib"+name)
	if t.IsCOFF() {
		return []string{base + ".dll.a", base + ".a", filepath.Join(dir, name+".lib")}
	}
	if static {
		return []string{base + ".a", base + ".so"} // the second for what the error says
	}
	return []string{base + ".so", base + ".a"}
}

// versions are the shared libraries in a folder with a name and numbers behind it, the newest first.
func versions(dir, name string, t triple.Triple, static bool) []string {
	if static || t.IsCOFF() {
		return nil
	}
	entries, _ := os.ReadDir(dir)
	base := "lib" + name + ".so."
	type version struct {
		file    string
		numbers []int
	}
	var all []version
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), base)
		if !ok {
			continue
		}
		v := version{file: filepath.Join(dir, e.Name())}
		for part := range strings.SplitSeq(rest, ".") {
			n, err := strconv.Atoi(part)
			if err != nil {
				ok = false
			}
			v.numbers = append(v.numbers, n)
		}
		if ok {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b version) int {
		if c := slices.Compare(b.numbers[:1], a.numbers[:1]); c != 0 {
			return c
		}
		return len(a.numbers) - len(b.numbers) // libz.so.1 is the name to open, libz.so.1.2.13 what it stands for
	})
	files := make([]string, len(all))
	for i := range all {
		files[i] = all[i].file
	}
	return files
}

// misfit says why a file is not the one that is wanted.
type misfit struct{ why string }

func (e *misfit) Error() string { return e.why }

const (
	maxDepth   = 8   // how deep linker scripts may name each other
	maxScripts = 256 // how many are read for one library: each may name many, and each of these many more
)

// open tells what a file is, and goes through linker scripts.
func (s *search) open(path string, depth int) ([]Library, error) {
	head, size, err := firstBytes(path)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasPrefix(head, ar.Magic), strings.HasPrefix(head, ar.ThinMagic):
		if fits, err := archiveFits(s.ctx, path, s.t); err != nil {
			return nil, err
		} else if !fits {
			return nil, &misfit{"is for another target"}
		}
		return []Library{{Path: path}}, nil
	case strings.HasPrefix(head, elf.Magic):
		got, kind, err := elf.Header([]byte(head))
		switch {
		case err != nil || s.t.CheckObject(got) != nil:
			return nil, &misfit{"is for another target"}
		case kind == elf.Relocatable:
			return []Library{{Path: path}}, nil
		case s.static:
			return nil, &misfit{"is a shared library, whose names have no addresses before it is opened"}
		}
		return []Library{{Path: path, Shared: true}}, nil
	case size <= maxScript && IsScript([]byte(head)):
		s.scripts++
		switch {
		case s.tooMany():
			return nil, &ScriptError{File: path, Msg: fmt.Sprintf("linker scripts name each other more than %d times", maxScripts)}
		case depth == maxDepth:
			return nil, &ScriptError{File: path, Msg: "linker scripts name each other in circles"}
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return s.openScript(path, data, depth)
	}
	return nil, &misfit{"is neither an archive nor a shared library"}
}

// tooMany reports whether the search has ended: no more scripts are read.
func (s *search) tooMany() bool { return s.scripts > maxScripts }

// firstBytes are enough of a file to see what it is.
func firstBytes(path string) (head string, size int64, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return "", 0, err
	}
	if !st.Mode().IsRegular() {
		return "", 0, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	b := make([]byte, 1024)
	n, _ := f.ReadAt(b, 0)
	return string(b[:n]), st.Size(), nil
}

// archiveFits asks the first ELF object of an archive what it is for. One without counts. The error is
// the context's.
func archiveFits(ctx context.Context, path string, t triple.Triple) (bool, error) {
	a, err := ar.OpenContext(ctx, path)
	if err != nil {
		return true, ctx.Err() // else the linker says what is wrong with it
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err != nil || ctx.Err() != nil {
			break
		}
		buf, err := m.BufferContext(ctx)
		if err != nil {
			continue
		}
		got, _, err := elf.Header(buf.Bytes())
		buf.Close()
		if err == nil {
			return t.CheckObject(got) == nil, nil
		}
	}
	return true, ctx.Err()
}

package main

import (
	"debug/elf"
	"path/filepath"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// mostThreadLocals is how many bytes of thread-locals a process is started with at most: stacks of threads hold them.
const mostThreadLocals = 4 << 20

// threadLocals is how many bytes of each thread objects, images and libraries want, at most.
func (opt *runOptions) threadLocals(in *inputs, imgs []*objfmt.ObjectImage) (n uint64) {
	for _, img := range imgs {
		if !img.HasTLS {
			continue
		}
		for i := range img.Sections {
			if s := &img.Sections[i]; s.Flags&objfmt.SecTLS != 0 {
				n += s.Size + 2*s.Alignment() // between sections, and between objects
			}
		}
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			if s := &img.Symbols[i]; s.Section == objfmt.SecCommon && s.Type == objfmt.SymTLS {
				n += s.Size + 2*s.Value // its alignment
			}
		}
	}
	for _, img := range in.linked {
		size, align := img.ThreadLocals()
		n += size + 2*align
	}
	if opt.isolation.command != "" {
		return n // its libraries are elsewhere
	}
	seen := map[string]bool{}
	for _, path := range append(opt.libs[:len(opt.libs):len(opt.libs)], opt.needed...) {
		n += libraryThreads(path, seen)
	}
	return n
}

// libraryThreads is how many bytes a shared library, and what it needs, want in the static blocks of threads: those that say so (DF_STATIC_TLS). What is not found where the system
// keeps libraries counts nothing.
func libraryThreads(name string, seen map[string]bool) (n uint64) {
	base := filepath.Base(name)
	if seen[base] || strings.HasPrefix(base, "libc.so.") || strings.HasPrefix(base, "ld-linux") { // which are there
		return 0
	}
	seen[base] = true
	f := openShared(name)
	if f == nil {
		return 0
	}
	defer f.Close()
	const staticTLS = uint64(elf.DF_STATIC_TLS)
	if flags, err := f.DynValue(elf.DT_FLAGS); err == nil && len(flags) > 0 && flags[0]&staticTLS != 0 {
		for _, p := range f.Progs {
			if p.Type == elf.PT_TLS {
				n += p.Memsz + 2*p.Align
			}
		}
	}
	needed, _ := f.ImportedLibraries()
	for _, name := range needed {
		n += libraryThreads(name, seen)
	}
	return n
}

// openShared opens a shared library by its path or by a name that the system looks for, nil where it finds none.
func openShared(name string) *elf.File {
	if strings.Contains(name, "/") {
		f, _ := elf.Open(name)
		return f
	}
	host := triple.Host()
	for _, dir := range libs.Dirs(host) {
		f, err := elf.Open(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		return f
	}
	return nil
}

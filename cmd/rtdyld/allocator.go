package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// In a program that was linked the C library and all others call the program's malloc, if it defines one, as jemalloc.a does: they look for the name when the
// program starts. Here they were there before, and go on with their own. What they give must not be freed by the program then, and a warning says so
// where it calls functions that give such memory. So do C++'s libraries with the program's operator new in another process; in this one they call it.

// givers are functions of glibc whose result, or what they store, is to be freed by the caller (their pages in the Linux man-pages say so).
var givers = []string{
	"asprintf", "vasprintf", "__asprintf_chk", "__vasprintf_chk", "getline", "getdelim", "__getdelim", "strdup", "__strdup", "strndup", "__strndup", "wcsdup",
	"realpath", "__realpath_chk", "getcwd", "__getcwd_chk", "get_current_dir_name", "canonicalize_file_name", "open_memstream", "open_wmemstream", "scandir", "scandir64",
	"tempnam", "backtrace_symbols", "argz_create", "envz_add",
}

// allocator is a function that gives memory, and what helps where that of a program is not that of its libraries.
type allocator struct{ name, help string }

// The allocators of programs whose libraries have others.
var (
	allocators      = []allocator{{"malloc", "An allocator that is a shared library serves all in LD_PRELOAD"}}
	allocatorsApart = append([]allocator{{"_Znwm", inThisProcess}, {"_Znwj", inThisProcess}}, allocators...) // operator new(size_t)
)

const inThisProcess = "In the process of rtdyld run itself libraries call the program's"

// allocating is an initializer that warns before the first constructor runs.
type allocating struct {
	rtdyld.Initializer
	external   *recorder
	stderr     io.Writer
	allocators []allocator
}

// Init implements rtdyld.Initializer.
func (a allocating) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	if err := a.external.crossing(objs, a.allocators); err != nil {
		report(a.stderr, err)
	}
	return a.Initializer.Init(ctx, objs, funcs)
}

// crossing says that objects of a batch have an allocator of their own, and call functions that give memory of the libraries'.
func (r *recorder) crossing(objs []*rtdyld.Object, allocators []allocator) error {
	var own allocator
	var in *rtdyld.Object
	for _, a := range allocators {
		if s, err := objs[0].Lookup(a.name); err == nil && s.Object != nil {
			own, in = a, s.Object
			break
		}
	}
	if in == nil {
		return nil
	}
	var called []string
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.found {
		name, _, _ := strings.Cut(f.name, "@")
		if slices.Contains(givers, name) || strings.HasPrefix(name, "_ZNSt7__cxx11") || strings.HasPrefix(name, "_ZNKSt7__cxx11") {
			called = append(called, demangled(name))
		}
	}
	if len(called) == 0 {
		return nil
	}
	slices.Sort(called)
	return fmt.Errorf("warning: %s is that of %s, but libraries have their own here, other than in a linked program: what they give must not be freed by the program (%s). %s",
		demangled(own.name), texts.Name(in.Name()), texts.Names(slices.Compact(called)), own.help)
}

//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// maker is the callback of a module whose object the program makes when something needs it. To an engine it is a source: its text is the
// maker itself, and its path madePath, which no other source has.
type maker struct {
	make   *[0]byte // the program's function
	opaque uintptr
}

const madePath = "<made by the program>"

// madeCompiler is what signatures of such objects have in a compiler's place.
const madeCompiler = "rtdyld_input.make"

func (m *maker) source(name string) *compiler.Source {
	return &compiler.Source{Name: name, Path: madePath, Text: unsafe.Slice((*byte)(unsafe.Pointer(m)), unsafe.Sizeof(*m))}
}

// makerIn takes the callback of an input.
func makerIn(c *C.rtdyld_input) (*maker, error) {
	switch {
	case c.make == nil:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: RTDYLD_INPUT_MADE: make is NULL")
	case c.name == nil:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: RTDYLD_INPUT_MADE: it has no name")
	case c.path != nil || c.data != nil:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: RTDYLD_INPUT_MADE has neither path nor data")
	case c.define_count == 0 && c.function_count == 0:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: RTDYLD_INPUT_MADE: defines and functions name nothing that it defines")
	}
	return &maker{c.make, *(*uintptr)(unsafe.Pointer(&c.make_opaque))}, nil
}

// makers are an engine's compiler: callbacks of its modules, and the program's compiler for all other sources.
type makers struct {
	s    *session
	next compiler.Compiler // nil: there is none, and no other source
}

// Compile implements [compiler.Compiler].
func (c *makers) Compile(ctx context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	if src.Path != madePath {
		return c.next.Compile(ctx, src)
	}
	if err := c.s.enterFor("make"); err != nil {
		return nil, err
	}
	defer c.s.leave()
	var ar arena
	defer ar.free()
	m := (*maker)(unsafe.Pointer(unsafe.SliceData(src.Text)))
	if r := C.rtdyldx_make(C.uintptr_t(c.s.id), m.make, C.uintptr_t(m.opaque), ar.text(src.Name), ar.answer()); r != 0 {
		return nil, ar.failed(C.RTDYLD_ERROR_COMPILER, "make %s", src.Name)
	}
	return made(src.Name, ar.said)
}

// Defines implements [compiler.Compiler].
func (c *makers) Defines(ctx context.Context, src compiler.Source) ([]string, bool, error) {
	if src.Path != madePath {
		return c.next.Defines(ctx, src)
	}
	return nil, false, nil
}

// Signature implements [compiler.Compiler].
func (c *makers) Signature(src compiler.Source) compiler.Signature {
	if src.Path != madePath {
		return c.next.Signature(src)
	}
	return compiler.Signature{Name: src.Name, Compiler: madeCompiler, Triple: tripleText(src.Triple)}
}

// compilerOf wraps an engine's compiler, and its cache, which keeps nothing that callbacks make: what these depend on is not known.
func (set *settings) compilerOf() (compiler.Compiler, compiler.ObjectCache) {
	if set.cache == nil {
		return &makers{set.session, set.compiler}, nil
	}
	return &makers{set.session, set.compiler}, notMade{set.cache}
}

// notMade is a cache for what a compiler makes.
type notMade struct{ compiler.ObjectCache }

// Get implements [compiler.ObjectCache].
func (c notMade) Get(ctx context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	if e.Signature.Compiler == madeCompiler {
		return nil, false, nil
	}
	return c.ObjectCache.Get(ctx, e)
}

// Put implements [compiler.ObjectCache].
func (c notMade) Put(ctx context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	if e.Signature.Compiler == madeCompiler {
		return nil
	}
	return c.ObjectCache.Put(ctx, e, obj)
}

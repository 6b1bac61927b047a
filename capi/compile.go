//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"bytes"
	"context"
	"crypto/sha256"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/triple"
)

// sources is a compiler of the program's.
type sources struct {
	s                    *session
	c                    *C.rtdyld_compiler // C memory
	name, version, flags string
}

// enterFor enters a session for a callback.
func (s *session) enterFor(what string) error {
	if !s.enter() {
		return failure(C.RTDYLD_ERROR_HANDLE, "%s: the engine is being freed", what)
	}
	return nil
}

func tripleText(t triple.Triple) string {
	if t.IsZero() {
		return ""
	}
	return t.String()
}

// Compile implements [compiler.Compiler].
func (c *sources) Compile(_ context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	if err := c.s.enterFor("compile"); err != nil {
		return nil, err
	}
	defer c.s.leave()
	var ar arena
	defer ar.free()
	q := &items[C.rtdyld_source](&ar, 1)[0]
	q.size, q.name, q.triple = sizeOf[C.rtdyld_source](), ar.text(src.Name), ar.text(tripleText(src.Triple))
	q.text, q.length = ar.text(string(src.Text)), C.size_t(len(src.Text))
	r := C.rtdyldx_compile(C.uintptr_t(c.s.id), c.c, q, ar.answer())
	if r != 0 {
		return nil, ar.failed(C.RTDYLD_ERROR_COMPILER, "compile %s", src.Name)
	}
	return made(src.Name, ar.said)
}

// made copies an object that a callback made.
func made(name string, from *C.struct_rtdyldx_answer) (*objfmt.ObjectBuffer, error) {
	if from.data == nil {
		return nil, failure(C.RTDYLD_ERROR_CALLBACK, "%s: the callback gave no object", name)
	}
	b, err := bytesAt(from.data, uint64(from.length))
	if err != nil {
		return nil, err
	}
	return objfmt.NewBuffer(name, bytes.Clone(b)), nil
}

// Defines implements [compiler.Compiler].
func (c *sources) Defines(context.Context, compiler.Source) ([]string, bool, error) {
	return nil, false, nil
}

// Signature implements [compiler.Compiler].
func (c *sources) Signature(src compiler.Source) compiler.Signature {
	return compiler.Signature{
		Source: sha256.Sum256(src.Text), Name: src.Name, Compiler: c.name, Version: c.version, Flags: []string{c.flags}, Triple: tripleText(src.Triple),
	}
}

// objectCache is a cache of the program's.
type objectCache struct {
	s *session
	c *C.rtdyld_cache // C memory
}

// keyIn gives a key to C.
func keyIn(a *arena, key compiler.Key) *C.uchar {
	room := items[C.uchar](a, len(key))
	for i, b := range key {
		room[i] = C.uchar(b)
	}
	return &room[0]
}

// Get implements [compiler.ObjectCache].
func (c *objectCache) Get(_ context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	if err := c.s.enterFor("cache"); err != nil {
		return nil, false, err
	}
	defer c.s.leave()
	var ar arena
	defer ar.free()
	r := C.rtdyldx_get(C.uintptr_t(c.s.id), c.c, keyIn(&ar, e.Key), ar.answer())
	switch {
	case r < 0:
		return nil, false, ar.failed(C.RTDYLD_ERROR_CALLBACK, "get of a cache")
	case r == 0:
		return nil, false, nil
	}
	buf, err := made("cached object", ar.said)
	return buf, err == nil, err
}

// Put implements [compiler.ObjectCache].
func (c *objectCache) Put(_ context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	if err := c.s.enterFor("cache"); err != nil {
		return err
	}
	defer c.s.leave()
	var ar arena
	defer ar.free()
	b := obj.Bytes()
	data := ar.room(uintptr(len(b)))
	copy(unsafe.Slice((*byte)(data), len(b)), b)
	r := C.rtdyldx_put(C.uintptr_t(c.s.id), c.c, keyIn(&ar, e.Key), ar.text(obj.Name()), data, C.size_t(len(b)), ar.answer())
	if r != 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "put of a cache")
	}
	return nil
}

// failed tells the program of an error.
func (c *objectCache) failed(m *engine.Module, err error) {
	if c.s.enterFor("cache") != nil {
		return
	}
	defer c.s.leave()
	var ar arena
	defer ar.free()
	C.rtdyldx_cache_failed(C.uintptr_t(c.s.id), c.c, ar.text(m.Name()), ar.text(err.Error()))
}

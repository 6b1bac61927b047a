//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/disown"
	_ "github.com/go-rtdyld/rtdyld/internal/zstd" // for debug sections
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// input is an rtdyld_input in Go's words.
type input struct {
	name    string
	buf     *objfmt.ObjectBuffer
	archive bool
	source  bool
	file    bool // buf is a mapping
	user    uintptr
	// external are names that the object has a weak or common definition of, which does not count.
	external []string
	// functions are those behind stubs; lazy says that all are.
	functions []string
	lazy      bool
	defines   []string // of a source or of what is made
	maker     *maker   // nil: it is made already
	triple    triple.Triple
	places    []C.rtdyld_place // C memory, to be filled
	module    bool             // it has what is for modules alone
}

// take reads an input. Its buffer is the caller's to close.
func (in *input) take(from *C.rtdyldx_cinput) error {
	if from == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "input is NULL")
	}
	if from.size == sizeOf[C.rtdyld_input]() { // it is as this library has it
		return in.takeOwn((*C.rtdyld_input)(unsafe.Pointer(from)))
	}
	ar := arena{brief: true}
	defer ar.free()
	c := &items[C.rtdyld_input](&ar, 1)[0]
	if err := copied(C.rtdyldx_copy_input(c, (*C.rtdyld_input)(unsafe.Pointer(from))), "rtdyld_input"); err != nil {
		return err
	}
	return in.takeOwn(c)
}

// takeOwn is take for a struct as this library has it.
func (in *input) takeOwn(c *C.rtdyld_input) (err error) {
	const kinds = C.RTDYLD_INPUT_ARCHIVE | C.RTDYLD_INPUT_SOURCE | C.RTDYLD_INPUT_MADE
	if err := known("rtdyld_input", uint32(c.flags), kinds|C.RTDYLD_INPUT_BORROW|C.RTDYLD_INPUT_LAZY, uint32(c.reserved)); err != nil {
		return err
	}
	if k := c.flags & kinds; k&(k-1) != 0 {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: an archive is no source, and what is made is neither")
	}
	in.archive, in.source = c.flags&C.RTDYLD_INPUT_ARCHIVE != 0, c.flags&C.RTDYLD_INPUT_SOURCE != 0
	in.user = *(*uintptr)(unsafe.Pointer(&c.user))
	if in.external, err = externals(c); err != nil {
		return err
	}
	if in.places, err = placesOf(c); err != nil {
		return err
	}
	if c.flags&(C.RTDYLD_INPUT_LAZY|C.RTDYLD_INPUT_MADE) != 0 || c.function_count > 0 || c.define_count > 0 || c.triple != nil {
		if err := in.forEngine(c); err != nil {
			return err
		}
	}
	if c.flags&C.RTDYLD_INPUT_MADE != 0 {
		if in.maker, err = makerIn(c); err == nil {
			in.name = C.GoString(c.name)
			in.buf = objfmt.NewBuffer(in.name, nil)
		}
		return err
	}
	switch {
	case (c.path == nil) == (c.data == nil):
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: one of path and data must be given")
	case c.path != nil:
		err := in.open(C.GoString(c.path), c.name)
		return err
	case c.name == nil:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: data has no name")
	}
	data, err := bytesAt(unsafe.Pointer(c.data), uint64(c.length))
	if err != nil {
		return err
	}
	if in.name = C.GoString(c.name); c.flags&C.RTDYLD_INPUT_BORROW == 0 {
		in.buf = cloned(in.name, data)
	} else {
		in.buf = objfmt.NewBuffer(in.name, data)
	}
	return nil
}

// cloned is a buffer with a copy of an input, in memory of C: it is used again as soon as it is freed, where Go's collector takes its time.
func cloned(name string, data []byte) *objfmt.ObjectBuffer {
	if len(data) == 0 {
		return objfmt.NewBuffer(name, nil)
	}
	own := unsafe.Slice((*byte)(C.malloc(C.size_t(len(data)))), len(data)) // malloc of cgo does not fail
	copy(own, data)
	return objfmt.NewBufferFunc(name, own, freed)
}

func freed(data []byte) error {
	C.free(unsafe.Pointer(unsafe.SliceData(data)))
	return nil
}

// parse makes the image of an object, which owns the buffer; after an error the buffer is closed.
func (in *input) parse(ctx context.Context) (*objfmt.ObjectImage, error) {
	img, err := objfile.ParseBufferContext(ctx, in.buf)
	if err != nil {
		in.buf.Close()
		return nil, err
	}
	img.User = in.user
	if err := disown.Names(img, in.external); err != nil {
		img.Close()
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "%v", err)
	}
	return img, nil
}

// externals are the names of an input's external.
func externals(c *C.rtdyld_input) (names []string, err error) {
	switch {
	case c.external_count == 0:
		return nil, nil
	case c.flags&(C.RTDYLD_INPUT_ARCHIVE|C.RTDYLD_INPUT_SOURCE) != 0:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: external is for objects")
	}
	return cStrings(c.external, c.external_count, "rtdyld_input: external")
}

// placesOf are the definitions of an input whose addresses are wanted.
func placesOf(c *C.rtdyld_input) ([]C.rtdyld_place, error) {
	switch {
	case c.place_count == 0:
		return nil, nil
	case c.places == nil:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: places is NULL, place_count %d", uint64(c.place_count))
	case c.flags&(C.RTDYLD_INPUT_ARCHIVE|C.RTDYLD_INPUT_SOURCE) != 0:
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: places are for objects")
	}
	places := unsafe.Slice(c.places, int(c.place_count))
	for i := range places {
		p := &places[i]
		if p.name == nil {
			return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: places[%d] has no name", i)
		}
		p.address, p.found = 0, 0
	}
	return places, nil
}

// forEngine reads what is for modules alone.
func (in *input) forEngine(c *C.rtdyld_input) (err error) {
	in.module, in.lazy = true, c.flags&C.RTDYLD_INPUT_LAZY != 0
	if in.functions, err = cStrings(c.functions, c.function_count, "rtdyld_input: functions"); err != nil {
		return err
	}
	if c.define_count > 0 && c.flags&(C.RTDYLD_INPUT_SOURCE|C.RTDYLD_INPUT_MADE) == 0 {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: defines is for sources and what is made")
	}
	if in.defines, err = cStrings(c.defines, c.define_count, "rtdyld_input: defines"); err != nil || c.triple == nil {
		return err
	}
	in.triple, err = triple.Parse(C.GoString(c.triple))
	return err
}

// forLinker refuses an input that has what is for modules.
func (in *input) forLinker() error {
	if in.source {
		return failure(C.RTDYLD_ERROR_COMPILER, "%s: a linker has no compiler for sources", in.name)
	}
	if in.module && (in.maker != nil || in.lazy || in.functions != nil || !in.triple.IsZero()) {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: RTDYLD_INPUT_LAZY, RTDYLD_INPUT_MADE, functions and triple are for modules of an engine", in.name)
	}
	return nil
}

// open maps a file.
func (in *input) open(path string, name *C.char) error {
	in.name = path
	buf, err := objfmt.OpenBuffer(path)
	if err != nil {
		return err
	}
	in.buf, in.file = buf, true
	if name != nil {
		in.name = C.GoString(name)
		defer buf.Close()
		in.buf, err = buf.Sub(in.name, 0, uint64(len(buf.Bytes())))
	}
	return err
}

// shortInput is what the functions with few arguments take.
func shortInput(name, path *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, flags C.uint32_t, f func(*C.rtdyldx_cinput) error) error {
	ar := arena{brief: true}
	defer ar.free()
	in := &items[C.rtdyld_input](&ar, 1)[0]
	in.size = sizeOf[C.rtdyld_input]()
	in.name, in.path = (*C.char)(unsafe.Pointer(name)), (*C.char)(unsafe.Pointer(path))
	in.data, in.length, in.flags = unsafe.Pointer(data), length, flags
	return f((*C.rtdyldx_cinput)(unsafe.Pointer(in)))
}

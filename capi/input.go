//go:build cgo && linux

package main

// #include "bridge.h"
import "C"

import (
	"bytes"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// input is an rtdyld_input in Go's words.
type input struct {
	name    string
	buf     *objfmt.ObjectBuffer
	archive bool
	source  bool
	file    bool // buf is a mapping
	user    uintptr
}

// take reads an input. Its buffer is the caller's to close.
func take(from *C.rtdyldx_cinput) (in input, err error) {
	if from == nil {
		return in, failure(C.RTDYLD_ERROR_ARGUMENT, "input is NULL")
	}
	var ar arena
	defer ar.free()
	c := &items[C.rtdyld_input](&ar, 1)[0]
	if err := copied(C.rtdyldx_copy_input(c, (*C.rtdyld_input)(unsafe.Pointer(from))), "rtdyld_input"); err != nil {
		return in, err
	}
	const kinds = C.RTDYLD_INPUT_ARCHIVE | C.RTDYLD_INPUT_SOURCE
	if err := known("rtdyld_input", uint32(c.flags), kinds|C.RTDYLD_INPUT_BORROW, uint32(c.reserved)); err != nil {
		return in, err
	}
	if c.flags&kinds == kinds {
		return in, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: an archive is no source")
	}
	in.archive, in.source = c.flags&C.RTDYLD_INPUT_ARCHIVE != 0, c.flags&C.RTDYLD_INPUT_SOURCE != 0
	in.user = *(*uintptr)(unsafe.Pointer(&c.user))
	switch {
	case (c.path == nil) == (c.data == nil):
		return in, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: one of path and data must be given")
	case c.path != nil:
		err := in.open(C.GoString(c.path), c.name)
		return in, err
	case c.name == nil:
		return in, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_input: data has no name")
	}
	in.name = C.GoString(c.name)
	data, err := bytesAt(unsafe.Pointer(c.data), uint64(c.length))
	if c.flags&C.RTDYLD_INPUT_BORROW == 0 {
		data = bytes.Clone(data)
	}
	in.buf = objfmt.NewBuffer(in.name, data)
	return in, err
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
	var ar arena
	defer ar.free()
	in := &items[C.rtdyld_input](&ar, 1)[0]
	in.size = sizeOf[C.rtdyld_input]()
	in.name, in.path = (*C.char)(unsafe.Pointer(name)), (*C.char)(unsafe.Pointer(path))
	in.data, in.length, in.flags = unsafe.Pointer(data), length, flags
	return f((*C.rtdyldx_cinput)(unsafe.Pointer(in)))
}

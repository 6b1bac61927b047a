//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// statusError is an error that is born with a status.
type statusError struct {
	status C.rtdyld_status
	text   string
}

func (e *statusError) Error() string { return e.text }

// failure makes an error of this package's own.
func failure(status C.rtdyld_status, format string, args ...any) error {
	return &statusError{status, fmt.Sprintf(format, args...)}
}

// place is what an error knows beside its message.
type place struct {
	object, section, relocation, symbol string
	offset                              uint64
}

// report gives an error to the program and returns its status. to may be nil.
func report(to **C.rtdyld_error, err error) C.rtdyld_status {
	if err == nil {
		return C.RTDYLD_OK
	}
	status, at := classify(err)
	if to != nil {
		var a arena
		defer a.free()
		texts := (*[5]*C.char)(a.room(5 * unsafe.Sizeof((*C.char)(nil))))
		for i, s := range []string{err.Error(), at.object, at.section, at.relocation, at.symbol} {
			texts[i] = a.text(s)
		}
		*to = C.rtdyldx_error(status, C.uint64_t(at.offset), &texts[0])
	}
	return status
}

// recovered makes an error of a panic: deferred by every exported function, since one that
// is not caught would end the program.
func recovered(to **C.rtdyld_error, status *C.rtdyld_status) {
	if p := recover(); p != nil {
		*status = report(to, failure(C.RTDYLD_ERROR_INTERNAL, "panic: %v\n%s", p, debug.Stack()))
	}
}

// classify finds the status of an error, and its place.
func classify(err error) (C.rtdyld_status, place) {
	if status, at, ok := placed(err); ok {
		return status, at
	}
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			return s.status, placeOf(err)
		}
	}
	var target *triple.Error
	var library *host.LibraryError
	var tls *host.TLSError
	var path *fs.PathError
	var file *perf.FileError
	switch {
	case errors.As(err, &target):
		return C.RTDYLD_ERROR_TARGET, place{}
	case errors.As(err, &tls):
		return C.RTDYLD_ERROR_TLS, placeOf(err)
	case errors.As(err, &library), errors.As(err, &path), errors.As(err, &file):
		return C.RTDYLD_ERROR_IO, place{}
	}
	return C.RTDYLD_ERROR_OTHER, placeOf(err)
}

// placed classifies the errors that have a type.
func placed(err error) (C.rtdyld_status, place, bool) {
	var own *statusError
	if errors.As(err, &own) {
		return own.status, placeOf(err), true
	}
	if status, at, ok := inExecutor(err); ok {
		return status, at, true
	}
	var undefined *rtdyld.UndefinedError
	if errors.As(err, &undefined) && len(undefined.Symbols) > 0 {
		s := undefined.Symbols[0]
		at := place{symbol: s.Name}
		if len(s.Refs) > 0 {
			at.object, at.section, at.offset = s.Refs[0].Object, s.Refs[0].Section, s.Refs[0].Offset
		}
		return C.RTDYLD_ERROR_UNDEFINED, at, true
	}
	var far *reloc.RangeError
	if errors.As(err, &far) {
		return C.RTDYLD_ERROR_RANGE, place{far.Object, far.Section, far.Type, far.Symbol, far.Offset}, true
	}
	var nowhere *rtdyld.OutOfReachError
	if errors.As(err, &nowhere) {
		return C.RTDYLD_ERROR_RANGE, place{nowhere.Object, nowhere.Section, nowhere.Type, nowhere.Symbol, nowhere.Offset}, true
	}
	var bad *rtdyld.RelocError
	if errors.As(err, &bad) {
		status := C.rtdyld_status(C.RTDYLD_ERROR_RELOCATION)
		if errors.Is(bad, rtdyld.ErrTLS) {
			status = C.RTDYLD_ERROR_TLS
		}
		return status, place{bad.Object, bad.Section, bad.Type, bad.Symbol, bad.Offset}, true
	}
	var twice *rtdyld.DuplicateError
	if errors.As(err, &twice) {
		return C.RTDYLD_ERROR_DUPLICATE, place{object: twice.Second, symbol: twice.Symbol}, true
	}
	var common *rtdyld.CommonSizeError
	if errors.As(err, &common) {
		return C.RTDYLD_ERROR_DUPLICATE, place{object: common.Second, symbol: common.Symbol}, true
	}
	var dropped *rtdyld.DroppedError
	if errors.As(err, &dropped) {
		return C.RTDYLD_ERROR_UNDEFINED, place{object: dropped.Object, symbol: dropped.Symbol}, true
	}
	var fixed *rtdyld.NotSavableError
	if errors.As(err, &fixed) {
		return C.RTDYLD_ERROR_UNSUPPORTED, place{fixed.Object, fixed.Section, fixed.Type, fixed.Symbol, fixed.Offset}, true
	}
	var used *rtdyld.InUseError
	if errors.As(err, &used) {
		return C.RTDYLD_ERROR_IN_USE, place{object: used.Object}, true
	}
	return 0, place{}, false
}

// placeOf finds the place in errors whose status is told by something else.
func placeOf(err error) (at place) {
	var format *objfmt.FormatError
	var request *mem.RequestError
	var module *engine.ModuleError
	switch {
	case errors.As(err, &format):
		at.object, at.offset = format.File, format.Offset
	case errors.As(err, &request):
		at.object = request.Object
	case errors.As(err, &module):
		at.object = module.Module
	}
	return at
}

// sentinels say the status of errors that have no type of their own, the first that is matched counts.
var sentinels = []struct {
	err    error
	status C.rtdyld_status
}{
	{context.Canceled, C.RTDYLD_ERROR_CANCELLED},
	{engine.ErrBusy, C.RTDYLD_ERROR_BUSY},
	{context.DeadlineExceeded, C.RTDYLD_ERROR_CANCELLED},
	{engine.ErrInput, C.RTDYLD_ERROR_ARGUMENT},
	{engine.ErrNoCompiler, C.RTDYLD_ERROR_COMPILER},
	{engine.ErrRemoved, C.RTDYLD_ERROR_UNLOADED},
	{engine.ErrNotFound, C.RTDYLD_ERROR_NOT_FOUND},
	{engine.ErrClosed, C.RTDYLD_ERROR_HANDLE},
	{engine.ErrNoStubs, C.RTDYLD_ERROR_UNSUPPORTED},
	{engine.ErrNotFinalized, C.RTDYLD_ERROR_ARGUMENT},
	{rtdyld.ErrClosed, C.RTDYLD_ERROR_HANDLE},
	{rtdyld.ErrNested, C.RTDYLD_ERROR_REENTRANT},
	{rtdyld.ErrFinalized, C.RTDYLD_ERROR_FINALIZED},
	{rtdyld.ErrUnloaded, C.RTDYLD_ERROR_UNLOADED},
	{rtdyld.ErrInUse, C.RTDYLD_ERROR_IN_USE},
	{rtdyld.ErrTLS, C.RTDYLD_ERROR_TLS},
	{rtdyld.ErrTarget, C.RTDYLD_ERROR_TARGET},
	{triple.ErrMismatch, C.RTDYLD_ERROR_TARGET},
	{triple.ErrUnsupportedFormat, C.RTDYLD_ERROR_TARGET},
	{rtdyld.ErrNotImage, C.RTDYLD_ERROR_UNKNOWN_FORMAT},
	{rtdyld.ErrImageVersion, C.RTDYLD_ERROR_UNSUPPORTED},
	{rtdyld.ErrImageHash, C.RTDYLD_ERROR_FORMAT},
	{rtdyld.ErrImageLibrary, C.RTDYLD_ERROR_UNSUPPORTED},
	{rtdyld.ErrImageBase, C.RTDYLD_ERROR_NO_MEMORY},
	{rtdyld.ErrHole, C.RTDYLD_ERROR_ARGUMENT},
	{objfmt.ErrUnknownFormat, C.RTDYLD_ERROR_UNKNOWN_FORMAT},
	{objfmt.ErrArchive, C.RTDYLD_ERROR_UNKNOWN_FORMAT},
	{objfmt.ErrFormat, C.RTDYLD_ERROR_FORMAT},
	{mem.ErrExecDenied, C.RTDYLD_ERROR_EXEC_DENIED},
	{mem.ErrNoSpace, C.RTDYLD_ERROR_NO_MEMORY},
	{objfmt.ErrUnsupported, C.RTDYLD_ERROR_UNSUPPORTED},
	{host.ErrSystem, C.RTDYLD_ERROR_UNSUPPORTED},
	{fs.ErrNotExist, C.RTDYLD_ERROR_IO},
}

//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"fmt"
	"sync/atomic"
	"unsafe"
)

// arena is C memory that goes together: what one call shows to C. Without memory the process
// ends, as Go's own would.
type arena struct {
	pieces []unsafe.Pointer
	said   *C.struct_rtdyldx_answer
	brief  bool   // it ends with the call: small pieces are parts of a chunk
	chunk  *chunk // of a brief one, if it has one
	used   uintptr
}

// chunk is memory for the pieces of a brief arena, most of which need no more than one.
type chunk [4 << 10]byte

// spare is a zeroed chunk for the next brief arena, or nil. It is C memory.
var spare atomic.Pointer[chunk]

// part gives zeroed memory of the chunk, nil if it is full.
func (a *arena) part(size uintptr) unsafe.Pointer {
	const align = 16
	size = (size + align - 1) &^ (align - 1)
	if size > uintptr(len(a.chunk))-a.used {
		return nil
	}
	if a.chunk == nil {
		if a.chunk = spare.Swap(nil); a.chunk == nil {
			a.chunk = (*chunk)(C.calloc(1, C.size_t(len(a.chunk))))
		}
		if a.chunk == nil {
			return nil
		}
	}
	p := unsafe.Pointer(&a.chunk[a.used])
	a.used += size
	return p
}

// room gives zeroed memory.
func (a *arena) room(size uintptr) unsafe.Pointer {
	if a.brief && size < uintptr(len(a.chunk)) {
		if p := a.part(max(size, 1)); p != nil {
			return p
		}
	}
	p := C.calloc(1, C.size_t(max(size, 1)))
	if p == nil {
		panic(fmt.Sprintf("no memory for %d bytes", size)) // under no lock of the linker's
	}
	a.pieces = append(a.pieces, p)
	return p
}

// text gives a string to C.
func (a *arena) text(s string) *C.char {
	p := a.room(uintptr(len(s)) + 1)
	copy(unsafe.Slice((*byte)(p), len(s)), s)
	return (*C.char)(p)
}

// answer is room for what a callback says; that goes with the arena, too.
func (a *arena) answer() *C.struct_rtdyldx_answer {
	a.said = &items[C.struct_rtdyldx_answer](a, 1)[0]
	return a.said
}

func (a *arena) free() {
	if s := a.said; s != nil {
		if s.text != nil || s.data != nil { // few callbacks say anything, and a call of C takes its time
			C.free(unsafe.Pointer(s.text))
			C.free(s.data)
		}
		a.said = nil
	}
	for _, p := range a.pieces {
		C.free(p)
	}
	a.pieces = nil
	if a.chunk != nil {
		clear(a.chunk[:a.used])
		if !spare.CompareAndSwap(nil, a.chunk) {
			C.free(unsafe.Pointer(a.chunk))
		}
		a.chunk, a.used = nil, 0
	}
}

// items gives room for n values.
func items[T any](a *arena, n int) []T {
	var t T
	return unsafe.Slice((*T)(a.room(uintptr(n)*unsafe.Sizeof(t))), n)
}

// size is that of a C struct, for its first field.
func sizeOf[T any]() C.size_t {
	var t T
	return C.size_t(unsafe.Sizeof(t))
}

// goString copies a string of the program's; NULL is "".
func goString(p *C.rtdyldx_cchar) string { return C.GoString((*C.char)(unsafe.Pointer(p))) }

// bytesAt views memory of the program's. It is no Go memory.
func bytesAt(p unsafe.Pointer, n uint64) ([]byte, error) {
	if n > uint64(maxInt) {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "%d bytes are more than there are", n)
	}
	return unsafe.Slice((*byte)(p), int(n)), nil
}

const maxInt = int(^uint(0) >> 1)

// failed makes an error of a callback's failure, with the text that it may have left.
func (a *arena) failed(status C.rtdyld_status, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	if a.said == nil || a.said.text == nil {
		return failure(status, "%s failed", what)
	}
	return failure(status, "%s: %s", what, C.GoString(a.said.text))
}

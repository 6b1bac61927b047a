//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// threads places thread-locals where the program says.
type threads struct {
	s *session
	f *C.rtdyld_tls // C memory
}

// threadBlock is where those of an object are.
type threadBlock struct {
	t      *threads
	module uint64
	offset uint64 // in the module's block
	thread int64  // from the thread pointer
	user   uintptr
}

// placeThreads copies the provider of options.
func (set *settings) placeThreads(o *C.rtdyld_options) error {
	if o.tls == nil {
		return nil
	}
	f := &items[C.rtdyld_tls](&set.arena, 1)[0]
	if err := copied(C.rtdyldx_copy_tls(f, o.tls), "rtdyld_tls"); err != nil {
		return err
	}
	if f.define == nil || f.initialize == nil || f.release == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_tls: define, initialize or release is NULL")
	}
	set.linker.TLS = &threads{set.session, f}
	return nil
}

// Define implements [rtdyld.TLSProvider].
func (t *threads) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	var ar arena
	defer ar.free()
	q, b := &items[C.rtdyld_tls_request](&ar, 1)[0], &items[C.rtdyld_tls_block](&ar, 1)[0]
	q.size, q.object, q.bytes, q.alignment = sizeOf[C.rtdyld_tls_request](), ar.text(req.Object), C.uint64_t(req.Size), C.uint64_t(req.Align)
	b.size = sizeOf[C.rtdyld_tls_block]()
	if C.rtdyldx_tls_define(C.uintptr_t(t.s.id), t.f, q, b, ar.answer()) != 0 {
		return nil, ar.failed(C.RTDYLD_ERROR_CALLBACK, "define %d bytes of thread-locals for %s", req.Size, req.Object)
	}
	return &threadBlock{t, uint64(b.module), uint64(b.module_offset), int64(b.thread_offset), *(*uintptr)(unsafe.Pointer(&b.user))}, nil
}

// Module implements [rtdyld.TLSBlock].
func (b *threadBlock) Module() uint64 { return b.module }

// DTPOffset implements [rtdyld.TLSBlock].
func (b *threadBlock) DTPOffset() uint64 { return b.offset }

// TPOffset implements [rtdyld.TLSBlock].
func (b *threadBlock) TPOffset() int64 { return b.thread }

// Initialize implements [rtdyld.TLSBlock].
func (b *threadBlock) Initialize(_ context.Context, init []byte) error {
	var ar arena
	defer ar.free()
	data := ar.room(uintptr(len(init)))
	copy(unsafe.Slice((*byte)(data), len(init)), init)
	if C.rtdyldx_tls_initialize(C.uintptr_t(b.t.s.id), b.t.f, b.shown(&ar), data, C.size_t(len(init)), ar.answer()) != 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "initialize thread-locals with %d bytes", len(init))
	}
	return nil
}

// Release implements [rtdyld.TLSBlock].
func (b *threadBlock) Release(context.Context) error {
	var ar arena
	defer ar.free()
	if C.rtdyldx_tls_release(C.uintptr_t(b.t.s.id), b.t.f, b.shown(&ar), ar.answer()) != 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "release thread-locals")
	}
	return nil
}

// shown is the block as C sees it.
func (b *threadBlock) shown(ar *arena) *C.rtdyld_tls_block {
	c := &items[C.rtdyld_tls_block](ar, 1)[0]
	c.size, c.module, c.module_offset, c.thread_offset = sizeOf[C.rtdyld_tls_block](), C.uint64_t(b.module), C.uint64_t(b.offset), C.int64_t(b.thread)
	*(*uintptr)(unsafe.Pointer(&c.user)) = b.user
	return c
}

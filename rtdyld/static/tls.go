//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// module is the number of all thread-locals, by which __tls_get_addr finds them.
const module = 1

// The room of each thread, the part of it that is the glue's, and the alignment of its end at the thread pointer: glue.h says the same.
const (
	tlsRoom     = 1 << 20
	tlsReserved = 64
	tlsAlign    = 4096
)

// threadLocals places objects' thread-locals in the room that each thread has next to its thread pointer, so that all models
// of access work. It implements [rtdyld.TLSProvider].
type threadLocals struct {
	c *libc

	mu    sync.Mutex
	used  []*tlsBlock // by distance
	early []earlyTLS  // of what libc starts with
}

// earlyTLS are initial values for when libc has started.
type earlyTLS struct {
	b    *tlsBlock
	init []byte
}

// tlsBlock is an object's part of the room. It implements [rtdyld.TLSBlock].
type tlsBlock struct {
	t        *threadLocals
	from, to uint64 // distances from the end of the room at the thread pointer
	size     uint64
}

// Define implements [rtdyld.TLSProvider]: with the first gap that is large enough.
func (t *threadLocals) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if req.Align > tlsAlign {
		return nil, fmt.Errorf("static: thread-locals are aligned to %d bytes, at most to %d they can be", req.Align, tlsAlign)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	end := uint64(tlsReserved)
	for i := 0; ; i++ {
		b := placeTLS(end, req.Size, max(req.Align, 1))
		if b.to > tlsRoom || req.Size > tlsRoom {
			return nil, fmt.Errorf("static: no room for %d bytes of thread-locals in the %d bytes of each thread", req.Size, tlsRoom)
		}
		if i == len(t.used) || b.to <= t.used[i].from {
			b.t = t
			t.used = slices.Insert(t.used, i, b)
			return b, nil
		}
		end = t.used[i].to
	}
}

// Module implements [rtdyld.TLSBlock].
func (b *tlsBlock) Module() uint64 { return module }

// DTPOffset implements [rtdyld.TLSBlock].
func (b *tlsBlock) DTPOffset() uint64 { return uint64(b.TPOffset() - tlsBase) }

// Initialize implements [rtdyld.TLSBlock]: for all threads, and for those that are to come.
func (b *tlsBlock) Initialize(_ context.Context, init []byte) error {
	b.t.mu.Lock()
	starting := b.t.c == nil
	if starting {
		b.t.early = append(b.t.early, earlyTLS{b, bytes.Clone(init)})
	}
	b.t.mu.Unlock()
	if !starting {
		b.fill(init)
	}
	return nil
}

// started has libc's threads have what came before there were any.
func (t *threadLocals) started(c *libc) {
	t.mu.Lock()
	early := t.early
	t.c, t.early = c, nil
	t.mu.Unlock()
	for _, e := range early {
		e.b.fill(e.init)
	}
}

// fill gives all threads the values, and the template.
func (b *tlsBlock) fill(init []byte) {
	f := &filling{offset: b.TPOffset(), size: uint64(len(init)), zero: b.size - uint64(len(init))}
	if len(init) > 0 {
		f.from = uintptr(unsafe.Pointer(unsafe.SliceData(init)))
	}
	b.t.c.call(b.t.c.funcs.fill, uint64(uintptr(unsafe.Pointer(f))))
	runtime.KeepAlive(f)
	runtime.KeepAlive(init)
}

// Release implements [rtdyld.TLSBlock].
func (b *tlsBlock) Release(context.Context) error {
	b.t.mu.Lock()
	defer b.t.mu.Unlock()
	b.t.used = slices.DeleteFunc(b.t.used, func(o *tlsBlock) bool { return o == b })
	return nil
}

// filling is struct fill in glue's start.c.
type filling struct {
	offset     int64
	from       uintptr
	size, zero uint64
}

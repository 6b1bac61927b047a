//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"context"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// frames tells libgcc's unwinder, once it is linked with libc, where unwind tables are: exceptions pass through all code, libc's own
// among it. It implements [rtdyld.Unwinder].
type frames struct {
	c *libc

	mu                   sync.Mutex
	register, deregister uint64
	tables               []uint64 // that there are; those that came before there was an unwinder wait here
}

// unwinders are the names by which libgcc's unwinder is told.
const (
	registerFrame   = "__register_frame"
	deregisterFrame = "__deregister_frame"
)

// Formats implements [rtdyld.Unwinder].
func (f *frames) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

// Register implements [rtdyld.Unwinder].
func (f *frames) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range tables {
		f.tables = append(f.tables, t.Addr)
		if f.register != 0 {
			f.c.call(f.register, t.Addr)
		}
	}
	return nil
}

// Deregister implements [rtdyld.Unwinder].
func (f *frames) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range tables {
		i := slices.Index(f.tables, t.Addr)
		if i < 0 {
			continue
		}
		f.tables = slices.Delete(f.tables, i, i+1)
		if f.deregister != 0 {
			f.c.call(f.deregister, t.Addr)
		}
	}
	return nil
}

// linked looks whether the unwinder is among images that have been linked, and tells it what there is. libc.mu is held.
func (f *frames) linked(images []*objfmt.ObjectImage) {
	var register, deregister rtdyld.Symbol
	if !f.c.ready || !slices.ContainsFunc(images, defines) || !f.c.find(registerFrame, &register) || !f.c.find(deregisterFrame, &deregister) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.register, f.deregister = register.Addr, deregister.Addr
	for _, addr := range f.tables {
		f.c.call(f.register, addr)
	}
}

// defines reports whether an image has the unwinder.
func defines(img *objfmt.ObjectImage) bool {
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if img.Symbols[i].Defined() && img.SymbolName(objfmt.SymbolID(i)) == registerFrame {
			return true
		}
	}
	return false
}

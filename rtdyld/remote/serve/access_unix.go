//go:build linux || darwin

package serve

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
)

// OwnMemory accesses the memory of this process. It is nil where it cannot be.
func OwnMemory() Memory { return ownMemory{} }

// ownMemory has the kernel copy.
type ownMemory struct{}

// Read implements Memory.
func (ownMemory) Read(ctx context.Context, addr uint64, dst []byte) error {
	return access(ctx, addr, dst, false, ownmem.Read)
}

// Write implements Memory.
func (ownMemory) Write(ctx context.Context, addr uint64, src []byte) error {
	return access(ctx, addr, src, true, ownmem.Write)
}

// Store implements Memory.
func (ownMemory) Store(ctx context.Context, addr, word uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := ownmem.Store(addr, word); err != nil {
		return &AccessError{Write: true, Addr: addr, Size: ownmem.WordSize, Err: err}
	}
	return nil
}

// access copies between memory at addr and b.
func access(ctx context.Context, addr uint64, b []byte, write bool, transfer func(uint64, []byte) (int, error)) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if done, err := transfer(addr, b); err != nil {
		return &AccessError{Write: write, Addr: addr, Size: uint64(len(b)), Done: uint64(done), Err: err}
	}
	return nil
}

//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// slab is the memory manager that all share who don't ask for their own. It lives
// as long as the process. Near libc, so that code which is not
// position-independent reaches libc's functions and data directly.
var slab = sync.OnceValues(func() (*mem.Manager, error) {
	c, err := getLibc()
	if err != nil {
		return nil, err
	}
	return mem.New(mem.Config{Near: uint64(c.malloc)})
})

// readMemory copies memory of this process to dst. What is not mapped is an error,
// never a fault: the kernel copies.
func readMemory(ctx context.Context, addr uint64, dst []byte) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, err := ownmem.Read(addr, dst); err != nil {
		return &ReadError{addr, uint64(len(dst)), err}
	}
	return nil
}

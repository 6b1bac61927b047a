package host

import (
	"context"
	"sync"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// sharedSlab is a memory manager whose blocks are all less than 4 GiB above base.
type sharedSlab struct {
	manager *mem.Manager
	base    uint64
}

// slab is the memory manager that all share who don't ask for their own. It lives
// as long as the process. All its slabs are within 2 GiB of the first, so that one
// image base serves all linkers: then all functions are in one table.
var slab = sync.OnceValues(func() (*sharedSlab, error) {
	const reach, granularity = 2 << 30, 64 << 10
	at, err := windows.VirtualAlloc(0, granularity, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, &mem.SystemError{Op: "VirtualAlloc", Size: granularity, Err: err}
	}
	near := uint64(at)
	if err := windows.VirtualFree(at, 0, windows.MEM_RELEASE); err != nil {
		return nil, &mem.SystemError{Op: "VirtualFree", Addr: near, Size: granularity, Err: err}
	}
	m, err := mem.New(mem.Options{Near: near})
	if err != nil {
		return nil, err
	}
	return &sharedSlab{m, max(near, reach+granularity) - reach}, nil
})

// readMemory copies memory of this process to dst. What is not mapped is an error,
// never a fault: the kernel copies.
func readMemory(ctx context.Context, addr uint64, dst []byte) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if len(dst) == 0 {
		return nil
	}
	var n uintptr
	err := windows.ReadProcessMemory(windows.CurrentProcess(), uintptr(addr), &dst[0], uintptr(len(dst)), &n)
	if err != nil {
		return &ReadError{addr, uint64(len(dst)), err}
	}
	return nil
}

package host

import (
	"context"
	"sync"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// sharedSlab is a memory manager whose blocks are all less than 4 GiB above base.
type sharedSlab struct {
	manager *mem.Manager
	base    uint64
}

// slab is the memory manager that all share who don't ask for their own. It lives
// as long as the process. All its slabs are within 2 GiB of one place, with much free
// address space around when it is chosen, so that one image base serves all linkers:
// then all functions are in one table.
var slab = sync.OnceValues(func() (*sharedSlab, error) {
	const reach, room = 2 << 30, 8 << 30
	hole, err := windows.VirtualAlloc(0, room, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, &mem.SystemError{Op: "VirtualAlloc", Size: room, Err: err, Kind: mem.ErrNoSpace}
	}
	if err := windows.VirtualFree(hole, 0, windows.MEM_RELEASE); err != nil {
		return nil, &mem.SystemError{Op: "VirtualFree", Addr: uint64(hole), Size: room, Err: err}
	}
	near := uint64(hole) + room/2
	m, err := mem.New(mem.Config{Near: near})
	if err != nil {
		return nil, err
	}
	return &sharedSlab{m, near - reach}, nil
})

// newImages makes what maps linked images, each of which has a table of functions of its own: none lies where the slabs' functions may, for the system looks for a
// function in the first table alone that begins below it.
func newImages() (*mem.Images, error) {
	shared, err := slab()
	if err != nil {
		return nil, err
	}
	const most = 4 << 30 // of the slabs, from their base on
	return mem.NewImages(mem.ImagesConfig{Near: shared.base + 2*most, Apart: rtdyld.AddressRange{First: shared.base, Last: shared.base + most - 1}})
}

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

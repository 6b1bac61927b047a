package mem

import (
	"sync"
	"unsafe"
)

var publishing = sync.OnceValues(func() (*system, error) { return hostSystem(true) })

// Publish is FlushCode for code at an address of this process, for rtdyld.TemplateConfig: it may have been written through another
// address, over code that ran. Processors that run this process's threads see it from then on. It may be called concurrently.
func Publish(addr, size uint64) error {
	sys, err := publishing()
	if err != nil || size == 0 {
		return err
	}
	at := uintptr(addr)
	code := unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), size) // memory that Go's runtime does not know
	if err := sys.flush(code); err != nil {
		return err
	}
	if sys.synchronize != nil {
		sys.synchronize()
	}
	return nil
}

// FlushCode makes code that a program wrote by itself visible to instruction fetch,
// for those who bring their own memory ([Callbacks], or an implementation of
// rtdyld.MemoryManager). The code may be executable already, but must be readable.
// Allocations of a [Manager] need none of it: Finalize does it. On x86 there is
// nothing to do. Errors match objfmt.ErrUnsupported on a host that it cannot be
// done on, and are a *[SystemError] where the system refuses.
func FlushCode(code []byte) error {
	sys, err := hostSystem(true)
	if err != nil {
		return err
	}
	return sys.flush(code)
}

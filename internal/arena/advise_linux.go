package arena

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// advise asks for huge pages behind some memory, and so behind what else lies in them. All of that is Go's heap, which
// has address space in larger steps. It is a hint: what the kernel says of it does not matter.
func advise(p unsafe.Pointer, size uintptr) {
	const mask = hugePage - 1
	first, end := uintptr(p)&^mask, (uintptr(p)+size+mask)&^mask
	unix.Syscall(unix.SYS_MADVISE, first, end-first, unix.MADV_HUGEPAGE)
}

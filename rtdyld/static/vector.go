//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pointer makes a pointer of an address that is not of Go's memory.
func pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// peek reads memory that is not Go's.
func peek[T any](addr uintptr) T { return *(*T)(pointer(addr)) }

// mapped is memory that is not Go's, zeroed.
func mapped(size uintptr) (uintptr, error) {
	p, err := unix.MmapPtr(-1, 0, nil, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	return uintptr(p), err
}

// vector is a C array of strings, ended by a null pointer, in memory of its own.
type vector struct {
	addr uintptr
	n    int
	size uintptr
}

// newVector copies strings; tail is put behind the null pointer. The error is the system's: no memory.
func newVector(list []string, tail ...uintptr) (vector, error) {
	head := 8 * (len(list) + 1 + len(tail))
	size := head
	for _, s := range list {
		size += len(s) + 1
	}
	addr, err := mapped(uintptr(size))
	if err != nil {
		return vector{}, err
	}
	mem := unsafe.Slice((*byte)(pointer(addr)), size)
	text := head
	for i, s := range list {
		binary.NativeEndian.PutUint64(mem[8*i:], uint64(addr)+uint64(text))
		text += copy(mem[text:], s) + 1
	}
	for i, w := range tail {
		binary.NativeEndian.PutUint64(mem[8*(len(list)+1+i):], uint64(w))
	}
	return vector{addr, len(list), uintptr(size)}, nil
}

// release gives the memory back.
func (v vector) release() {
	if v.size > 0 {
		_ = unix.MunmapPtr(pointer(v.addr), v.size) // it was mapped as a whole
	}
}

// text is a C string.
func text(addr uintptr) string {
	n := uintptr(0)
	for peek[byte](addr+n) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(pointer(addr)), n))
}

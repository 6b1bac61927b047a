//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"strconv"
	"strings"
	"unsafe"
)

// pointer turns the address of memory that Go does not manage into a pointer.
func pointer(addr uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&addr))
}

// foreign views n values of memory that Go does not manage. The caller answers
// for the memory being there, and for its alignment.
func foreign[T any](addr uintptr, n int) []T {
	return unsafe.Slice((*T)(pointer(addr)), n)
}

// peek reads one value of memory that Go does not manage.
func peek[T any](addr uintptr) T { return *(*T)(pointer(addr)) }

// goString copies a C string of at most max bytes.
func goString(addr uintptr, max int) string {
	if addr == 0 {
		return ""
	}
	n := 0
	for n < max && peek[byte](addr+uintptr(n)) != 0 {
		n++
	}
	return string(foreign[byte](addr, n))
}

// vector is a NULL-terminated array of C strings, array and strings in one piece
// of memory from malloc, as main and constructors get it.
type vector struct {
	addr uintptr // of the array; 0 for none
	n    int     // strings
}

// newVector copies ss to C memory.
func (c *libc) newVector(ss []string) (vector, error) {
	words := uintptr(len(ss)+1) * unsafe.Sizeof(uintptr(0))
	size := words
	for i, s := range ss {
		if strings.IndexByte(s, 0) >= 0 {
			return vector{}, &vectorError{i, ErrNUL}
		}
		size += uintptr(len(s)) + 1
	}
	addr := callC(c.malloc, size)
	if addr == 0 {
		return vector{}, &vectorError{len(ss), ErrNoMemory}
	}
	array, chars, at := foreign[uintptr](addr, len(ss)+1), foreign[byte](addr, int(size)), words
	for i, s := range ss {
		array[i] = addr + at
		at += uintptr(copy(chars[at:], s))
		chars[at] = 0
		at++
	}
	array[len(ss)] = 0
	return vector{addr, len(ss)}, nil
}

// release gives C memory back; 0 is nothing.
func (c *libc) release(addr uintptr) {
	if addr != 0 {
		callC(c.free, addr)
	}
}

// vectorError says which string could not be given to C.
type vectorError struct {
	n   int
	err error
}

func (e *vectorError) Error() string { return "string " + strconv.Itoa(e.n) + ": " + e.err.Error() }
func (e *vectorError) Unwrap() error { return e.err }

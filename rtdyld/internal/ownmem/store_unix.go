//go:build linux || darwin

package ownmem

import (
	"math/bits"
	"runtime/debug"
	"unsafe"

	"golang.org/x/sys/unix"
)

// WordSize is the size of a word that [Store] stores, in bytes.
const WordSize = bits.UintSize / 8

// Store stores a word at addr, at once as other threads see it, which copies by the kernel need not be. addr must be a multiple
// of [WordSize]. The error is EFAULT for what may not be written: the fault of the access becomes it, as long as the
// signals for that (SIGSEGV, SIGBUS) are Go's runtime's.
func Store(addr, word uint64) (err error) {
	if addr%WordSize != 0 || addr != uint64(uintptr(addr)) || word != uint64(uintptr(word)) {
		return unix.EINVAL
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			err = unix.EFAULT
		}
	}()
	store((*uintptr)(unsafe.Add(nil, uintptr(addr))), uintptr(word))
	return nil
}

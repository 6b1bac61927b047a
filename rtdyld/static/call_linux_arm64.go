//go:build !cgo && !rtdyld_nolinkname

package static

import (
	"unsafe"

	"github.com/go-rtdyld/rtdyld/triple"
)

const native = triple.AArch64

// thisM is g.m, found where calls look for it.
func thisM() uintptr

// currentM is the thread's m. It is kept, so that no other thread has one at that address before the place of this one is free.
func currentM() unsafe.Pointer { return pointer(thisM()) }

// checkGoroutine is an error if Go has the goroutine's m elsewhere than where calls expect it: an m begins with its g0, and
// both g have the same m.
func checkGoroutine() error {
	m := thisM()
	if m == 0 || m&7 != 0 || peek[uintptr](peek[uintptr](m)+gM) != m {
		return &UnsupportedError{"this program", "Go has a goroutine's thread elsewhere than at 48 bytes in the goroutine"}
	}
	return nil
}

// blocked is the address of the mask of signals that are blocked while C runs: the glue's, once there is one.
//
//lint:ignore U1000 assembly uses it
var blocked = uintptr(unsafe.Pointer(&allSignals))

var allSignals = ^uint64(0)

// blockSignals has the glue say what is blocked.
func blockSignals(mask uint64) { blocked = uintptr(mask) }

// gM is where g.m is in a g.
const gM = 48

// placeTLS places thread-locals above the thread pointer and the two words that are the psABI's, behind others that end at a distance.
func placeTLS(end, size, align uint64) *tlsBlock {
	from := (tlsGap+end+align-1)&^(align-1) - tlsGap
	return &tlsBlock{from: from, to: from + size, size: size}
}

const tlsGap = 16

// TPOffset implements [rtdyld.TLSBlock].
func (b *tlsBlock) TPOffset() int64 { return tlsGap + int64(b.from) }

// tlsBase is where __tls_get_addr counts from, from the thread pointer: the room's beginning.
var tlsBase int64 = tlsGap

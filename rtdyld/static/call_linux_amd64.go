//go:build !cgo && !rtdyld_nolinkname

package static

import (
	"unsafe"

	"github.com/go-rtdyld/rtdyld/triple"
)

const native = triple.X86_64

// currentM is not needed: the thread pointer tells whether a thread is adopted.
func currentM() unsafe.Pointer { return nil }

// goroutineAt is where Go has the goroutine: by the linker's word for it, at -8 from the thread pointer, in its register.
func goroutineAt() (tls, fixed, register uintptr)

// checkGoroutine is an error if Go has the goroutine elsewhere than where calls expect it.
func checkGoroutine() error {
	if tls, fixed, register := goroutineAt(); tls != fixed || fixed != register || tls == 0 {
		return &UnsupportedError{"this program", "Go has the goroutine elsewhere than at -8 from the thread pointer"}
	}
	return nil
}

// blockSignals is for processors on which Go's handlers look for the goroutine in a register.
func blockSignals(uint64) {}

// placeTLS places thread-locals below the thread pointer, behind others that end at a distance from it.
func placeTLS(end, size, align uint64) *tlsBlock {
	to := (end + size + align - 1) &^ (align - 1)
	return &tlsBlock{from: to - size, to: to, size: size}
}

// TPOffset implements [rtdyld.TLSBlock].
func (b *tlsBlock) TPOffset() int64 { return -int64(b.to) }

// tlsBase is where __tls_get_addr counts from, from the thread pointer: the room's beginning.
var tlsBase int64 = -tlsRoom

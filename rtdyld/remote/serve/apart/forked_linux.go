package apart

import (
	"os"
	"sync"
	"unsafe"
)

// What assembly looks at. None of it changes once forkedEntry may be called.
var (
	forkedOnce sync.Once
	//lint:ignore U1000 assembly uses it
	forkedNext uint64
	//lint:ignore U1000 assembly uses it
	forkedPID uint64
	//lint:ignore U1000 assembly uses it
	forkedText *byte
	//lint:ignore U1000 assembly uses it
	forkedSize uint64
)

// forkedAddr is the address of forkedEntry, set in assembly for machines that have it.
var forkedAddr uint64

// Unforked gives the address of a C function of two words that goes on to the one at next, which calls Go. In a process that
// loaded code has forked Go cannot run: it has no threads but the one that forked, which may wait for another before a line of Go
// code is reached. There the function writes text to standard error and ends the process by SIGKILL. For machines that have no
// such function here, and when it is called again, the address is next itself.
func Unforked(next uint64, text string) uint64 {
	addr := next
	forkedOnce.Do(func() {
		if forkedAddr != 0 {
			forkedText, forkedSize = unsafe.StringData(text), uint64(len(text))
			forkedNext, forkedPID, addr = next, uint64(os.Getpid()), forkedAddr
		}
	})
	return addr
}

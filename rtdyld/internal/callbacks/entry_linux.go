//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package callbacks

import (
	"runtime"
	"sync"

	"golang.org/x/sys/cpu"
)

// nativeEntry is the address of the entry for the usual convention, set in assembly. It is entered with a thunk's number
// in a register, as C enters a function, saves what is in registers, and goes to Go by crosscall2, which keeps what C's
// callers expect to be kept: cgo has it, or purego.
var nativeEntry uintptr

// Native has the thunks for C's usual convention.
var Native = Pool{entry: &nativeEntry}

// entryFloats is not 0 where floating point registers, of i386 those for vectors, have arguments.
//
//lint:ignore U1000 assembly uses it
var entryFloats uint32

// startEntries prepares what entries need.
var startEntries = sync.OnceValue(func() error {
	if !Convention().SoftFloat && (runtime.GOARCH != "386" || cpu.X86.HasSSE2) {
		entryFloats = 1
	}
	return nil
})

package host

import (
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host/internal/slowcall"
)

// Caller returns the fastest caller for this process. Loaded code runs on the
// stack that the system gave the thread, may use the C library and call back into
// Go ([Callback]), and may take any number of arguments. The caller may be used
// concurrently; other goroutines run and the garbage collector works meanwhile.
//
// A Go panic in a callback ends the loaded code that called it: its frames are
// dropped, without C++ destructors, and the panic goes on in the Go function that
// called the loaded code.
//
// It goes through runtime.cgocall, as cgo does and at its cost. A program that is
// built with the tag rtdyld_nolinkname gets one that goes through purego.SyscallN
// instead, at about three times the cost and with one small allocation a call; that is for a
// future version of Go whose linker refuses the name. The error matches
// [ErrSystem].
func Caller() (abi.Caller, error) { return CallerFor(nativeConvention()) }

// CallerFor is [Caller] for code of another convention of this machine: [abi.Win64]
// on linux/amd64, [abi.SystemV] on windows/amd64. The error matches [ErrSystem].
func CallerFor(conv *abi.Convention) (abi.Caller, error) {
	if conv == nil || conv.Entry == 0 {
		return nil, systemError("convention of another machine")
	}
	return callBest(conv)
}

func init() {
	slowcall.Purego = func() (abi.Caller, error) { return callPurego(nativeConvention()) }
}

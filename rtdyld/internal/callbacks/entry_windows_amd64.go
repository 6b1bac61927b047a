package callbacks

import (
	"sync"
	"syscall"
	"unsafe"
)

// Native has the thunks for C's usual convention.
var Native = Pool{entry: &win64Entry}

// enterGoAddr is the address of a C function void(abi.Saved *) that calls enterGo: the one callback that is asked of
// the runtime.
var enterGoAddr uintptr

// startEntries prepares what entries need.
var startEntries = sync.OnceValue(func() error {
	enterGoAddr = syscall.NewCallback(func(frame unsafe.Pointer) uintptr {
		enterGo(frame)
		return 0
	})
	return nil
})

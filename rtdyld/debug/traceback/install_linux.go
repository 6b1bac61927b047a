//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"fmt"
	"runtime"
	"sync/atomic"
	_ "unsafe" // for go:linkname
)

// iscgo says that the runtime works with C's threads, by runtime/cgo or by what takes its
// place in programs without cgo.
//
//go:linkname iscgo runtime.iscgo
var iscgo bool

// entries returns the addresses of the functions that the runtime is to call.
func entries() (collect, describe uintptr)

// Both are called by assembly through these variables, so that no wrapper comes between
// that the race detector has instrumented.
var (
	//lint:ignore U1000 assembly uses it
	collectCall = collect
	//lint:ignore U1000 assembly uses it
	describeCall = describe
)

// root is the index that the functions read, and readers how many are reading.
var (
	root    atomic.Pointer[index]
	readers int64
)

// install has the runtime call them.
func install() (err error) {
	if !iscgo {
		return &UnsupportedError{noCgo}
	}
	undo := provide()
	defer func() {
		if r := recover(); r != nil {
			undo()
			err = &UnsupportedError{fmt.Sprintf("the runtime refuses: %v", r)}
		}
	}()
	traceback, symbolizer := entries()
	runtime.SetCgoTraceback(0, foreign(traceback), nil, foreign(symbolizer))
	return nil
}

func publish(x *index) { root.Store(x) }

func reading() bool { return atomic.LoadInt64(&readers) != 0 }

package mem

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

var (
	// ErrNoSpace is matched by errors that say that memory or address space ran
	// out: every [LimitError], and a [SystemError] of that cause.
	ErrNoSpace = errors.New("no space")
	// ErrExecDenied says that the host does not let this process make memory
	// executable (SELinux, PaX, MemoryDenyWriteExecute, PR_SET_MDWE).
	ErrExecDenied = errors.New("executable memory is denied by the host")
	// ErrClosed is returned for the use of a closed manager.
	ErrClosed = errors.New("memory manager is closed")
	// ErrLive is matched by the error of a Close while allocations live.
	ErrLive = errors.New("allocations are live")
	// ErrReleased is returned for the use of an allocation after its Release.
	ErrReleased = errors.New("allocation is released")
	// ErrNoAllocation is returned for actions at an address where no allocation is
	// that waits for its Finalize.
	ErrNoAllocation = errors.New("no allocation that is not finalized is there")
	// ErrLost is matched by the error of a second Finalize after a mapper failed in
	// the first: the contents are gone.
	ErrLost = rtdyld.ErrLost
	// ErrNoCallback says that some of a program's [Callbacks] are nil.
	ErrNoCallback = errors.New("callback is missing")
)

// errTaken says that the address range asked for is in use by somebody else.
var errTaken = errors.New("address range is taken")

// LimitError reports a request that is larger than a limit. It matches [ErrNoSpace].
type LimitError struct {
	What   string // what is limited: "code", "slab", "live memory", ...
	Object string // the object of the request that went over it, "" for the whole batch
	Asked  uint64 // bytes; the lowest value known to be asked where the sum overflows
	Limit  uint64 // bytes
}

func (e *LimitError) Error() string {
	s := "mem: "
	if e.Object != "" {
		s += e.Object + ": "
	}
	return fmt.Sprintf("%s%s: %d bytes asked, the limit is %d", s, e.What, e.Asked, e.Limit)
}

// Is matches [ErrNoSpace].
func (e *LimitError) Is(target error) bool { return target == ErrNoSpace }

// RequestError reports a request that no manager can fulfil, or a callback's
// block that does not fulfil its request.
type RequestError struct {
	Index  int    // in the slice of requests
	Object string // the request's
	Msg    string // what is wrong
}

func (e *RequestError) Error() string {
	return fmt.Sprintf("mem: request %d (%s): %s", e.Index, e.Object, e.Msg)
}

// MapperError reports an answer of a mapper that cannot be.
type MapperError struct {
	Verb string // "Traits", "Reserve", ...
	Msg  string // what is wrong with it
}

func (e *MapperError) Error() string { return "mem: mapper: " + e.Verb + ": " + e.Msg }

// SystemError reports a system call that failed.
type SystemError struct {
	Op   string // "mmap", "mprotect", "munmap", "write", "cacheflush", "read maps"
	Addr uint64 // of the range, 0 where the host chooses it
	Size uint64 // of the range, bytes
	Err  error  // the host's error
	Kind error  // ErrNoSpace, ErrExecDenied or nil
}

func (e *SystemError) Error() string {
	s := fmt.Sprintf("mem: %s %#x, %d bytes: %v", e.Op, e.Addr, e.Size, e.Err)
	if e.Kind != nil {
		s += ": " + e.Kind.Error()
	}
	return s
}

// Unwrap returns the host's error and the sentinel.
func (e *SystemError) Unwrap() []error {
	if e.Kind == nil {
		return []error{e.Err}
	}
	return []error{e.Err, e.Kind}
}

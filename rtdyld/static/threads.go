//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
)

const (
	stackSize  = 8 << 20 // as threads have on Linux
	stackGuard = 64 << 10
)

// adopted is the head of struct adopted in glue's glue.h, which lies at the upper end of a thread's C stack.
type adopted struct {
	StackTop, StackSize, GuardSize uint64
	Owner                          uint64
	Alive                          int32
}

// place is the memory of a thread that is adopted: guard, stack, what the glue has behind it.
type place struct {
	addr uintptr        // of the adopted
	m    unsafe.Pointer // the thread's, where the thread pointer does not tell whose it is
}

func (p *place) adopted() *adopted { return (*adopted)(pointer(p.addr)) }

// threads are all places that there are. They are not given back: a place whose thread has ended is the next one's.
var threads struct {
	sync.Mutex
	places []*place
	born   int // how many threads were adopted
}

// takePlace returns a place for the calling thread, which the goroutine is locked to. With a way C runs on the thread's own stack.
func takePlace(sh shape, way *cross.Way) (*place, error) {
	threads.Lock()
	defer threads.Unlock()
	var p *place
	for _, old := range threads.places {
		if atomic.LoadInt32(&old.adopted().Alive) == 0 {
			p = old
			break
		}
	}
	if p == nil {
		var err error
		stack, guard := uintptr(stackSize), uintptr(stackGuard)
		if way != nil {
			stack, guard = 0, 0
		}
		if p, err = newPlace(sh, stack, guard); err != nil {
			return nil, &ThreadError{"a C stack", err}
		}
		threads.places = append(threads.places, p)
	}
	threads.born++
	a := p.adopted()
	if way != nil {
		low, high := way.Stack()
		a.StackTop, a.StackSize = uint64(high), uint64(high-low)
	}
	p.m = currentM()
	a.Owner = uint64(uintptr(p.m))
	atomic.StoreInt32(&a.Alive, 1)
	return p, nil
}

// newPlace maps a place with a stack.
func newPlace(sh shape, stack, guard uintptr) (*place, error) {
	size := guard + stack + uintptr(sh.Memory)
	base, err := unix.MmapPtr(-1, 0, nil, size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE|unix.MAP_STACK)
	if err != nil {
		return nil, err
	}
	mem := unsafe.Slice((*byte)(unsafe.Add(base, guard)), size-guard)
	if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		_ = unix.MunmapPtr(base, size)
		return nil, err
	}
	// A huge page for the first bytes touched would take 2 MiB a stack. Kernels without huge pages refuse, which is as good.
	_ = unix.Madvise(mem, unix.MADV_NOHUGEPAGE)
	p := &place{addr: uintptr(base) + guard + stack}
	*p.adopted() = adopted{StackTop: uint64(p.addr), StackSize: uint64(stack), GuardSize: uint64(guard)}
	return p, nil
}

// adopt gives the calling thread what C needs, unless it has it.
func (c *libc) adopt() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if isAdopted() {
		return
	}
	p, err := takePlace(c.funcs.shape, c.way)
	if err != nil {
		panic(err)
	}
	c.runFirst(uintptr(c.funcs.adopt), pointer(p.addr), p.addr)
}

//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// What loaded code has called at exit, quick_exit and fork has to be taken back when its object is unloaded. musl's __cxa_finalize does nothing, since musl
// unloads no library, and its at_quick_exit and pthread_atfork know of no objects. So musl is given functions of this package alone, in assembly, that call what is registered here: processes that loaded
// code forks exit, too, and nothing of Go runs there. What they read is C memory.

// Functions in assembly, by the index of their address in registeredPC.
const (
	registeredExit    = iota // void (struct exitCell *): calls a function, once
	registeredFork           // void (void), and the next two: call the functions of all rows of registeredRows that are for before a fork, the youngest first,
	registeredParent         // those for after it in the parent, the oldest first,
	registeredChild          // and those in the child
	registeredQuick          // void (void): those for quick_exit, the youngest first
	registeredForked         // void (void): says that this is a process which loaded code has forked
	registeredAtexit         // int (void (*f)(void)): registeredReal's for gateExit, without a handle
	registeredAtQuick        // the same for gateQuickOf
	registeredAtfork         // int (void (*prepare)(void), void (*parent)(void), void (*child)(void)): the same for gateForkOf
	numRegistered
)

// registeredPC has their addresses, 0 where there is no assembly.
var registeredPC [numRegistered]uintptr

// exitCell is a function for exit, in C memory that is never freed: musl has its address.
type exitCell struct {
	f   uintptr // cellFree: none; cellSpent: musl has called
	arg uintptr
}

const (
	cellFree  = 0
	cellSpent = ^uintptr(0)
)

// registeredRow has functions for forks and quick_exit, each may be 0. registeredRows is the address of their number, a word, and of them.
type registeredRow [4]uintptr

var registeredRows uintptr

// registrations are those of the process.
type registrations struct {
	c                     *libc
	atexit, quick, atfork uintptr // of the C library

	mu     sync.Mutex
	cells  []uintptr             // all, in the order in which musl has them
	of     map[uintptr][]uintptr // those of a handle, in the order of registration
	owners []uintptr             // handles of rows; 0: for the rest of the process
	free   []bool                // rows that are to be used again
	rows   []registeredRow       // in C memory behind a word
	hooked bool                  // musl knows of rows for quick_exit
}

// Gates: C functions that loaded code calls to register something. Each goes on to the function of registeredGo with its index or, in processes that loaded code has
// forked, where Go does not run and nothing is ever unloaded, to that of registeredReal, the C library's own.
const (
	gateExit      = iota // __cxa_atexit
	gateAtexit           // atexit
	gateQuick            // at_quick_exit
	gateQuickOf          // __cxa_at_quick_exit
	gateFork             // pthread_atfork
	gateForkOf           // __register_atfork
	gateEnd              // of atProcessEnd: its real one does nothing
	gateKeyCreate        // pthread_key_create; keys.go has this and the next three
	gateKeyDelete        // pthread_key_delete
	gateTSSCreate        // tss_create
	gateTSSDelete        // tss_delete
	numGates
)

// The assembly uses these.
var (
	gatePC       [numGates]uintptr // addresses of the gates, 0 where there is no assembly
	registeredGo [numGates]uintptr
	//lint:ignore U1000 assembly uses it
	registeredReal [numGates]uintptr
	//lint:ignore U1000 assembly uses it
	registeredInChild uint32 // 1: this is a process that loaded code has forked
)

// gateForks has the names that the C library has not for itself go to it without Go in processes that loaded code forks, where there is assembly for that.
func (c *libc) gateForks() error {
	if gatePC == [numGates]uintptr{} {
		return nil
	}
	c.passGates([numGates]uintptr{
		gateExit: c.cxaAtexit, gateAtexit: registeredPC[registeredAtexit],
		gateQuickOf: c.cxaAtQuickExit, gateQuick: registeredPC[registeredAtQuick],
		gateForkOf: c.registerAtfork, gateFork: registeredPC[registeredAtfork],
	})
	if int32(callC(c.registerAtfork, 0, 0, registeredPC[registeredForked], 0)) != 0 {
		return ErrNoMemory
	}
	return c.gateKeys()
}

// passGates has what loaded code calls go through gates, to the C library's own in processes that it forks.
func (c *libc) passGates(own [numGates]uintptr) {
	registeredReal = own
	registeredGo = [numGates]uintptr{gateAtexit: c.atexitIn, gateQuick: c.atQuickExitIn, gateFork: c.atforkIn}
	c.atexitIn, c.atQuickExitIn, c.atforkIn = gatePC[gateAtexit], gatePC[gateQuick], gatePC[gateFork]
}

// completeMusl has functions of this package in place of what musl has not, or has without objects' handles.
func completeMusl(c *libc) error {
	r := &registrations{c: c, atexit: c.cxaAtexit, quick: c.cxaAtQuickExit, atfork: c.registerAtfork, of: map[uintptr][]uintptr{}}
	c.stands = map[string]uintptr{}
	atexit, err := inLibc("atexit")
	if err != nil {
		return err
	}
	c.passGates([numGates]uintptr{gateExit: r.atexit, gateAtexit: atexit, gateQuick: r.quick, gateQuickOf: r.quick, gateFork: r.atfork, gateForkOf: r.atfork})
	for gate, fn := range map[int]any{gateExit: r.addExit, gateQuickOf: r.addQuick, gateForkOf: r.addFork} {
		addr, err := ownCallback(fn)
		if err != nil {
			return err
		}
		registeredGo[gate] = uintptr(addr)
	}
	for gate, name := range map[int]string{gateExit: "__cxa_atexit", gateQuickOf: "__cxa_at_quick_exit", gateForkOf: "__register_atfork"} {
		c.stands[name] = gatePC[gate]
	}
	c.cxaAtexit, c.cxaAtQuickExit, c.registerAtfork = gatePC[gateExit], gatePC[gateQuickOf], gatePC[gateForkOf]
	c.cxaFinalize = func(handle uintptr) (none abi.Void) { r.finalize(handle); return none }
	c.dlvsym = func(scope uintptr, name, _ unsafe.Pointer) uintptr { return c.dlsym(scope, name) } // musl's dynamic linker heeds no versions
	for i, name := range [...]string{"_pthread_cleanup_push", "_pthread_cleanup_pop", "longjmp"} {
		if leaveCall[i], err = inLibc(name); err != nil {
			return err
		}
	}
	c.leave = leavePC
	// So that children know what they are.
	if !r.growRows() || int32(callC(r.atfork, registeredPC[registeredFork], registeredPC[registeredParent], registeredPC[registeredChild])) != 0 {
		return ErrNoMemory
	}
	if err := c.gateKeys(); err != nil {
		return err
	}
	return c.placeOwnBlocks()
}

// cell is one in C memory.
func cell(at uintptr) *exitCell { return (*exitCell)(pointer(at)) }

// addExit is __cxa_atexit. musl calls the youngest first, so that a cell may be used again if all that came behind it are free.
func (r *registrations) addExit(f, arg, handle uintptr) uintptr {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.cells)
	for n > 0 && atomic.LoadUintptr(&cell(r.cells[n-1]).f) == cellFree {
		n--
	}
	if n == len(r.cells) {
		at := callC(r.c.malloc, unsafe.Sizeof(exitCell{}))
		if at == 0 {
			return 1
		}
		*cell(at) = exitCell{}
		if int32(callC(r.atexit, registeredPC[registeredExit], at, 0)) != 0 {
			r.c.release(at)
			return 1
		}
		r.cells = append(r.cells, at)
	}
	at := r.cells[n]
	cell(at).arg = arg
	atomic.StoreUintptr(&cell(at).f, f)
	if handle != 0 {
		r.of[handle] = append(r.of[handle], at)
	}
	return 0
}

// finalize is __cxa_finalize: it calls what was registered for exit with a handle, the youngest first, and forgets all else.
func (r *registrations) finalize(handle uintptr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for list := r.of[handle]; len(list) > 0; list = r.of[handle] {
		at := list[len(list)-1]
		r.of[handle] = list[:len(list)-1]
		arg := cell(at).arg
		f := atomic.SwapUintptr(&cell(at).f, cellFree)
		if f == cellSpent { // by exit, which has begun
			atomic.StoreUintptr(&cell(at).f, cellSpent)
			continue
		}
		r.mu.Unlock()
		callC(f, arg)
		r.mu.Lock()
	}
	delete(r.of, handle)
	for i, of := range r.owners {
		if of == handle {
			r.setRow(i, registeredRow{})
			r.owners[i], r.free[i] = 0, true
		}
	}
}

// addQuick is glibc's __cxa_at_quick_exit.
func (r *registrations) addQuick(f, handle uintptr) uintptr {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.hooked && int32(callC(r.quick, registeredPC[registeredQuick])) != 0 {
		return 1
	}
	r.hooked = true
	return r.add(registeredRow{3: f}, handle)
}

// addFork is glibc's __register_atfork.
func (r *registrations) addFork(prepare, parent, child, handle uintptr) uintptr {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.add(registeredRow{prepare, parent, child, 0}, handle)
}

// add enters a row behind all others. r.mu is held.
func (r *registrations) add(row registeredRow, handle uintptr) uintptr {
	n := len(r.owners)
	for n > 0 && r.free[n-1] {
		n--
	}
	if n == len(r.rows) && !r.growRows() {
		return 1
	}
	r.setRow(n, row)
	r.owners, r.free = append(r.owners[:n], handle), append(r.free[:n], false)
	atomic.StoreUintptr((*uintptr)(pointer(registeredRows)), uintptr(n+1))
	return 0
}

// setRow writes a row that forks on other threads may read.
func (r *registrations) setRow(i int, row registeredRow) {
	for j, f := range row {
		atomic.StoreUintptr(&r.rows[i][j], f)
	}
}

// growRows has room for more rows. What was there before stays, for a fork that reads it.
func (r *registrations) growRows() bool {
	n := max(16, 2*len(r.rows))
	at := callC(r.c.malloc, wordSize+uintptr(n)*unsafe.Sizeof(registeredRow{}))
	if at == 0 {
		return false
	}
	rows := foreign[registeredRow](at+wordSize, n)
	clear(rows)
	copy(rows, r.rows)
	foreign[uintptr](at, 1)[0] = uintptr(len(r.owners))
	r.rows = rows
	atomic.StoreUintptr(&registeredRows, at)
	return true
}

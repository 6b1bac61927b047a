//go:build !rtdyld_nolinkname

package abi

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// systemCall maps machine code: uint64(nr, a, b, c uint64) makes a system call and
// returns the stack pointer.
func systemCall(t *testing.T) uint64 {
	t.Helper()
	code := []byte{
		0x89, 0xf8, // mov eax, edi
		0x48, 0x89, 0xf7, // mov rdi, rsi
		0x48, 0x89, 0xd6, // mov rsi, rdx
		0x48, 0x89, 0xca, // mov rdx, rcx
		0x0f, 0x05, // syscall
		0x48, 0x89, 0xe0, // mov rax, rsp
		0xc3, // ret
	}
	mem, err := unix.Mmap(-1, 0, len(code), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	copy(mem, code)
	if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(mem) })
	return uint64(uintptr(unsafe.Pointer(&mem[0])))
}

// stacks counts the private stacks that are mapped. Those of threads have other
// guards. The kernel may have joined a stack with what lies behind it.
func stacks(t *testing.T) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	n, guard := 0, uint64(0)
	for line := range strings.Lines(string(maps)) {
		var lo, hi uint64
		var perm string
		fmt.Sscanf(line, "%x-%x %s", &lo, &hi, &perm)
		if hi-lo >= stackSize && perm == "rw-p" && lo == guard {
			n++
		}
		guard = 0
		if hi-lo == stackGuard && perm == "---p" {
			guard = hi
		}
	}
	return n
}

// leaving is a caller that panics, as one for code that is gone does.
type leaving struct{ Caller }

func (leaving) Call(*Frame) { panic("gone") }

// TestStacksOfLostFrames: a caller that panics costs no stack for ever.
func TestStacksOfLostFrames(t *testing.T) {
	c, err := PrivateStack()
	if err != nil {
		t.Fatal(err)
	}
	code := systemCall(t)
	getpid := uint64(unix.SYS_GETPID)
	with, err := Func1[uint64, uint64](c, code)
	if err != nil {
		t.Fatal(err)
	}
	without, err := Func1[uint64, uint64](leaving{c}, code)
	if err != nil {
		t.Fatal(err)
	}
	const calls = 300
	lose := func() {
		for range calls {
			with(getpid)
			func() {
				defer func() { recover() }()
				without(getpid)
			}()
		}
	}
	lose()
	deadline := time.Now().Add(time.Minute)
	for n := stacks(t); n > calls/3; n = stacks(t) {
		if time.Now().After(deadline) {
			t.Fatalf("%d stacks stay mapped", n)
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	with(getpid)
}

// TestStacksAreGivenBack waits on 300 stacks at once, again and again.
func TestStacksAreGivenBack(t *testing.T) {
	c, err := PrivateStack()
	if err != nil {
		t.Fatal(err)
	}
	read, err := Func4[uint64, int, unsafe.Pointer, int, uint64](c, systemCall(t))
	if err != nil {
		t.Fatal(err)
	}
	const calls = 300
	for range 3 {
		var fds [2]int
		if err := unix.Pipe(fds[:]); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range calls {
			wg.Go(func() { read(unix.SYS_READ, fds[0], unsafe.Pointer(new(byte)), 1) })
		}
		for end := time.Now().Add(2 * time.Minute); stacks(t) < calls; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d stacks for %d calls", stacks(t), calls)
			}
		}
		unix.Close(fds[1])
		wg.Wait()
		unix.Close(fds[0])
		// What processors keep, what is kept beyond, and the spare one. A frame that other
		// tests have lost has its stack until it is collected.
		limit := runtime.GOMAXPROCS(0) + maxIdle + 1
		for end := time.Now().Add(time.Minute); stacks(t) > limit; runtime.GC() {
			if time.Now().After(end) {
				t.Fatalf("%d stacks are left, at most %d should be", stacks(t), limit)
			}
		}
	}
}

// TestOwnFramesKeepNoStack calls with frames that binding did not make: nobody
// would give their stacks back.
func TestOwnFramesKeepNoStack(t *testing.T) {
	c, err := PrivateStack()
	if err != nil {
		t.Fatal(err)
	}
	addr, before := systemCall(t), stacks(t)
	for range 100 {
		f := Frame{Addr: addr, Reg: [NumReg]uint64{unix.SYS_GETPID}}
		c.Call(&f)
		if f.Ret[0] == 0 {
			t.Fatal("nothing was called")
		}
	}
	if after := stacks(t); after > before+runtime.GOMAXPROCS(0) {
		t.Errorf("%d stacks, %d before", after, before)
	}
}

// millisecond does not move, as words would not follow it.
var millisecond = unix.Timespec{Nsec: 1e6}

// TestNoMemoryForStacks has mmap fail.
func TestNoMemoryForStacks(t *testing.T) {
	c, err := PrivateStack()
	if err != nil {
		t.Fatal(err)
	}
	addr := systemCall(t)
	defer func(real func(int, int64, unsafe.Pointer, uintptr, int, int) (unsafe.Pointer, error)) {
		mapMemory = real
	}(mapMemory)
	mapMemory = func(int, int64, unsafe.Pointer, uintptr, int, int) (unsafe.Pointer, error) { return nil, unix.ENOMEM }

	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			f := newFrame()
			f.Addr, f.Reg[0], f.Reg[1] = addr, unix.SYS_NANOSLEEP, uint64(uintptr(unsafe.Pointer(&millisecond)))
			f.Reg[2] = 0
			c.Call(f)
			if rsp := uintptr(f.Ret[0]); rsp >= spare.top || rsp < spare.top-4096 {
				t.Errorf("ran at %#x, not on the spare stack below %#x", rsp, spare.top)
			}
		})
	}
	wg.Wait()

	defer func(top uintptr) { spare.top = top }(spare.top)
	spare.top = 0
	_, err = PrivateStack()
	var se *StackError
	if !errors.As(err, &se) || se.Size != stackSize || !errors.Is(err, unix.ENOMEM) {
		t.Errorf("PrivateStack without memory: %v", err)
	}
}

// TestStatic finds that this test program needs no dynamic linker.
func TestStatic(t *testing.T) {
	f, err := elf.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if raceEnabled {
		t.Skip("the race detector needs the C library")
	}
	if f.Type == elf.ET_DYN {
		t.Skip("built with -buildmode=pie")
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a %s", p.Type)
		}
	}
}

package abitest

import (
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// deep uses megabytes of stack.
func deep(t *testing.T, code *Code, c abi.Caller) {
	f := must[func(uint64) uint64](t)(abi.Func1[uint64, uint64](c, code.Addr("deep")))
	size := uint64(4 << 20)
	if runtime.GOOS == "windows" {
		size = 1 << 20 // of the 2 MB that Go's linker asks for
	}
	if got := f(size); got != size/4096 {
		t.Errorf("deep: %d", got)
	}
}

// collect runs the garbage collector while loaded code runs and does not return.
func collect(t *testing.T, code *Code, c abi.Caller) {
	spin := must[func(unsafe.Pointer) uint64](t)(abi.Func1[unsafe.Pointer, uint64](c, code.Addr("spin")))
	var flag atomic.Uint64
	done := make(chan uint64)
	go func() { done <- spin(unsafe.Pointer(&flag)) }()
	time.Sleep(5 * time.Millisecond)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 10 {
		garbage(1 << 16)
		runtime.GC()
	}
	runtime.ReadMemStats(&after)
	if n := after.NumGC - before.NumGC; n < 10 {
		t.Errorf("%d collections while loaded code ran", n)
	}
	select {
	case <-done:
		t.Error("the loop ended by itself")
	default:
	}
	flag.Store(1)
	if n := <-done; n == 0 {
		t.Error("the loop never ran")
	}
}

var sink [][]byte

func garbage(n int) {
	sink = nil
	for range 16 {
		sink = append(sink, make([]byte, n))
	}
}

// sleep has many goroutines sleep in loaded code while memory is collected.
func sleep(t *testing.T, code *Code, c abi.Caller) {
	if runtime.GOOS == "windows" {
		t.Skip("the function makes a system call of Linux")
	}
	nap := must[func(int64) int64](t)(abi.Func1[int64, int64](c, code.Addr("nap")))
	var wg sync.WaitGroup
	var stop atomic.Bool
	for range 32 {
		wg.Go(func() {
			for range 10 {
				// A signal may interrupt it, which is no matter (EINTR).
				if r := nap(1e6); r != 0 && r != -4 {
					t.Errorf("nanosleep: %d", r)
				}
				grow(20)
			}
		})
	}
	go func() { wg.Wait(); stop.Store(true) }()
	for !stop.Load() {
		garbage(1 << 12)
		runtime.GC()
	}
	wg.Wait()
}

// grow has a goroutine's stack grow and move.
//
//go:noinline
func grow(n int) byte {
	var pad [1024]byte
	pad[n] = byte(n)
	if n == 0 {
		return pad[0]
	}
	return pad[n] + grow(n-1)
}

// parallel calls everything from 64 goroutines.
func parallel(t *testing.T, code *Code, c abi.Caller) {
	var bound []*abi.Bound
	var funcs []*Func
	for i := range code.Funcs {
		f := &code.Funcs[i]
		if b, err := abi.Bind(c, f.Sig, f.Addr); err == nil {
			bound, funcs = append(bound, b), append(funcs, f)
		}
	}
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 5))
			for range 300 {
				i := rng.IntN(len(bound))
				args := funcs[i].Args(rng)
				if got, err := bound[i].Call(args); got != funcs[i].Want(args) || err != nil {
					t.Errorf("%s(%#x) = %#x, %v, want %#x", funcs[i].Name, args, got, err, funcs[i].Want(args))
					return
				}
			}
		})
	}
	for range 5 {
		runtime.GC()
	}
	wg.Wait()
}

// keepAlive passes the only pointer to memory and collects while it is in use.
func keepAlive(t *testing.T, code *Code, c abi.Caller) {
	spin := must[func(unsafe.Pointer) uint64](t)(abi.Func1[unsafe.Pointer, uint64](c, code.Addr("spin")))
	var dead atomic.Bool
	var addr atomic.Uintptr
	done := make(chan struct{})
	go func() {
		p := new([2]uint64)
		runtime.AddCleanup(p, func(int) { dead.Store(true) }, 0)
		addr.Store(uintptr(unsafe.Pointer(p)))
		spin(unsafe.Pointer(p))
		close(done)
	}()
	for addr.Load() == 0 {
		runtime.Gosched()
	}
	time.Sleep(5 * time.Millisecond)
	for range 4 {
		runtime.GC()
	}
	time.Sleep(time.Millisecond)
	if dead.Load() {
		t.Error("an argument was collected while loaded code used it")
	}
	// Through C, as Go holds no pointer here.
	swap := must[func(uintptr, uint64) uint64](t)(abi.Func2[uintptr, uint64, uint64](c, code.Addr("swap")))
	swap(addr.Load(), 1)
	<-done
}

// observe has loaded code run while everything that looks at threads does: the
// profiler's signals, the tracer, dumps of all goroutines.
func observe(t *testing.T, code *Code, c abi.Caller) {
	spin := must[func(unsafe.Pointer) uint64](t)(abi.Func1[unsafe.Pointer, uint64](c, code.Addr("spin")))
	add := must[func(int64, int64) int64](t)(abi.Func2[int64, int64, int64](c, code.Addr("add")))
	if err := pprof.StartCPUProfile(io.Discard); err == nil {
		defer pprof.StopCPUProfile()
	}
	if err := trace.Start(io.Discard); err == nil {
		defer trace.Stop()
	}
	var flag atomic.Uint64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { spin(unsafe.Pointer(&flag)) })
		wg.Go(func() {
			for flag.Load() == 0 {
				if add(2, 3) != 5 {
					t.Error("2 + 3 != 5")
					return
				}
			}
		})
	}
	dump := make([]byte, 1<<16)
	for end := time.Now().Add(150 * time.Millisecond); time.Now().Before(end); {
		if n := runtime.Stack(dump, true); n == 0 {
			t.Error("no stacks")
		}
		pprof.Lookup("goroutine").WriteTo(io.Discard, 1)
		runtime.GC()
	}
	flag.Store(1)
	wg.Wait()
}

// borrow has loaded code use the register in which the Go runtime keeps what its
// signal handlers need, where there is one, while signals come.
func borrow(t *testing.T, code *Code, c abi.Caller) {
	if !code.Has("borrow") {
		t.Skip("loaded code of this machine has no such register")
	}
	use := must[func(flag, n unsafe.Pointer) uint64](t)(abi.Func2[unsafe.Pointer, unsafe.Pointer, uint64](c, code.Addr("borrow")))
	if err := pprof.StartCPUProfile(io.Discard); err == nil {
		defer pprof.StopCPUProfile()
	}
	var flag atomic.Uint64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			var n uint64
			if r := use(unsafe.Pointer(&flag), unsafe.Pointer(&n)); r != 1 || n == 0 {
				t.Errorf("borrow: %d, counted to %d", r, n)
			}
		})
	}
	for end := time.Now().Add(150 * time.Millisecond); time.Now().Before(end); {
		interrupt()
		runtime.GC()
	}
	flag.Store(1)
	wg.Wait()
}

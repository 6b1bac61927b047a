//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
)

// TestTLSHeld: a thread that the kernel has not made yet, but whose maker has copied the
// initial values that there were before, gets the new ones, even if another thread has
// ended for the C library and not for the kernel, so that their numbers are the same.
func TestTLSHeld(t *testing.T) {
	const env = "RTDYLD_TEST_HELD"
	if os.Getenv(citest.Emulator) != "" {
		t.Skip("an emulator has no filters of system calls")
	}
	citest.Need(t, "gcc")
	if os.Getenv(env) == "" { // a filter is for good
		cmd := citest.Command(os.Args[0], "-test.run=^TestTLSHeld$", "-test.v")
		cmd.Env = append(os.Environ(), env+"=1")
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), noFilters) {
			t.Skip(noFilters)
		}
		if err != nil || !strings.Contains(string(out), "--- PASS: TestTLSHeld") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	runtime.GOMAXPROCS(4)
	debug.SetGCPercent(-1) // it would wait for held threads
	l := newLinker(t, open(t, Config{}))
	load(t, l, object(t, "gcc", "hold.c", "-O1"))
	if e := call0[int32](t, l, "hold_start"); e != 0 {
		t.Skip(noFilters, ": ", unix.Errno(e))
	}
	blk, err := threads.Define(t.Context(), rtdyld.TLSRequest{Object: "test", Size: 16, Align: 8})
	if err != nil {
		t.Fatal(err)
	}
	goThread := func(end chan struct{}) {
		go func() {
			runtime.LockOSThread()
			<-end
		}()
	}
	// Go is waited for, and its other goroutines may have to wait as well, so that it is the
	// clock that lets its thread go.
	const soon = 300 * time.Millisecond
	t.Run("await", func(t *testing.T) {
		h := newHolder(t, l)
		h.check(blk, heldBirth, soon, goThread, func(newer []byte) {
			awaitGo()
			if h.holds(heldBirth) != 0 {
				t.Error("the thread is not waited for")
			}
			if err := blk.Initialize(t.Context(), newer); err != nil {
				t.Error(err)
			}
		})
	})
	eachWay(t, func(t *testing.T) {
		initialize := func(newer []byte) {
			if err := blk.Initialize(t.Context(), newer); err != nil {
				t.Error(err)
			}
		}
		t.Run("Go", func(t *testing.T) { newHolder(t, l).check(blk, heldBirth, soon, goThread, initialize) })
		if threads.lists == nil {
			return
		}
		t.Run("C", func(t *testing.T) {
			lasting, once := bound0[int32](t, l, "lasting"), sync.Once{}
			newHolder(t, l).check(blk, heldBirthC, ever, func(chan struct{}) { once.Do(func() { go lasting() }) }, initialize)
		})
	})
}

// noFilters says why threads cannot be held.
const noFilters = "the kernel lets no filter of system calls ask this process"

// ever is longer than a test takes.
const ever = 10 * time.Minute

// What testdata/hold.c can hold.
const (
	heldBirth  int32 = iota // a thread that is being made
	heldBirthC              // one that C code makes with lasting
	heldEnd                 // a thread that is ending
)

// holder holds threads.
type holder struct {
	t        *testing.T
	keep     func(kind, ms int32) abi.Void
	holds    func(kind int32) int32
	fleeting func() int32
}

func newHolder(t *testing.T, l *rtdyld.Linker) *holder {
	h := &holder{t: t, fleeting: bound0[int32](t, l, "fleeting")}
	var err error
	if h.keep, err = abi.Func2[int32, int32, abi.Void](caller(t), lookup(t, l, "hold")); err != nil {
		t.Fatal(err)
	}
	if h.holds, err = abi.Func1[int32, int32](caller(t), lookup(t, l, "holds")); err != nil {
		t.Fatal(err)
	}
	return h
}

// wait waits until one of the kind is held and returns who made the call. It has something
// done again and again until then.
func (h *holder) wait(kind int32, do func()) (tid int32) {
	for {
		if tid := h.holds(kind); tid != 0 {
			return tid
		}
		do()
		rest()
	}
}

// release lets go what is held of the kind.
func (h *holder) release(kind int32) {
	h.keep(kind, 0)
	for h.holds(kind) != 0 {
		rest()
	}
}

// rest lets a millisecond pass. Go's timers may be a held thread's to look at.
func rest() { unix.Nanosleep(&unix.Timespec{Nsec: 1e6}, nil) }

// check holds a thread that birth makes at its birth, and another at its end, has something
// done while it is so, for so long at most, and looks at the blocks of all threads once they
// are let go.
func (h *holder) check(blk rtdyld.TLSBlock, kind int32, long time.Duration, birth func(end chan struct{}), do func(newer []byte)) {
	h.t.Helper()
	// Go has a thread of its own make threads for those that a goroutine is locked to: this
	// one is not held.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	end := make(chan struct{})
	defer close(end)
	newer := [16]byte{4, 5, 6, 7}
	if err := blk.Initialize(h.t.Context(), []byte{1, 2, 3}); err != nil {
		h.t.Fatal(err)
	}
	h.keep(heldEnd, ms(ever))
	if e := h.fleeting(); e != 0 {
		h.t.Fatal("pthread_create: ", unix.Errno(e))
	}
	ended := h.wait(heldEnd, func() {})
	tids, err := threadIDs()
	if err != nil {
		h.t.Fatal(err)
	}
	h.wait(kind, func() {
		h.keep(kind, ms(long)) // again, if it was let go before this goroutine could go on
		birth(end)
	})
	do(newer[:])
	h.release(kind)
	h.release(heldEnd)
	for { // until it has ended for the kernel, too
		if _, err := os.Stat(fmt.Sprintf("%s/%d", taskPath, ended)); err != nil {
			break
		}
		rest()
	}
	for !h.compare(blk, tids, newer) {
		rest()
	}
}

func ms(d time.Duration) int32 { return int32(d / time.Millisecond) }

// compare compares the blocks of all threads. It reports false as long as there is none that
// is not among the old, or one that is not known to the C library yet.
func (h *holder) compare(blk rtdyld.TLSBlock, old []int, want [16]byte) bool {
	tids, err := threadIDs()
	if err != nil {
		h.t.Fatal(err)
	}
	wrong := map[int][16]byte{}
	for _, tid := range tids {
		head, err := robustList(tid)
		if errors.Is(err, unix.ESRCH) {
			continue
		}
		if err != nil {
			h.t.Fatal(err)
		}
		if head == 0 {
			return false
		}
		var got [16]byte
		at := head - threads.robust + uint64(blk.TPOffset())
		if _, err := ownmem.Read(at, got[:]); err == nil && got != want {
			wrong[tid] = got
		}
	}
	if !slices.ContainsFunc(tids, func(tid int) bool { return !slices.Contains(old, tid) }) {
		return false
	}
	for tid, got := range wrong {
		h.t.Errorf("thread %d of %d has %v, want %v", tid, len(tids), got, want)
	}
	return true
}

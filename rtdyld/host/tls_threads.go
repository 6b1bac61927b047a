//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
)

// How the blocks of other threads are found: glibc tells the kernel where each
// thread has its list of robust mutexes, which is part of the thread's descriptor and
// so at one distance from the thread pointer in all threads. The kernel tells it to
// the threads of the same process (get_robust_list(2)). Where it does not, glibc's own
// lists of threads are read (tls_lists.go).
//
// A thread that is being made may have copied the template though the kernel does not have
// it yet. Those that Go makes are waited for. Those that C makes are in glibc's lists.

const (
	// settle is the time between two looks at the list of threads.
	settle = 50 * time.Microsecond
	// sleepTime is after what time a thread that sleeps and has no list of robust
	// mutexes is taken for one that is not the C library's. glibc makes the list
	// before anything that sleeps; until then a thread may have to wait for a processor.
	sleepTime = 50 * time.Millisecond
	// lostTime is how long a thread may stay neither known nor one that is none of the C
	// library's, and how long glibc's lists may be changing whenever they are read.
	lostTime = 20 * time.Second
)

// errThread says that a thread is not where it should be.
var errThread = errors.New("its list of robust mutexes is not the C library's")

// errLost says that nothing tells where a thread is.
var errLost = errors.New("the C library does not know it, and it does not sleep")

// writeAll writes image to offset tp of every thread's block. It waits for the threads that
// Go is making. Then glibc's lists have all, those that C makes as well but for one that is
// listed a moment later, for which they are read twice. Where they cannot be read, it looks
// at the kernel's list until nothing new is in it. t.mu is held.
func (t *threadBlocks) writeAll(ctx context.Context, tp int64, image []byte) error {
	if err := t.measure(); err != nil {
		return err
	}
	awaitGo()
	done := map[int]bool{} // false: none of the C library's
	since := time.Now()
	looked, unknown := since, map[int]time.Time{}
	for quiet, complete := 0, 0; ; nap(settle) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		tids, err := threadIDs()
		if err != nil {
			return err
		}
		if t.lists != nil { // behind the kernel's: glibc lists a thread before it starts it
			err := t.lists.look()
			if err == nil {
				err = t.writeUnborn(tp, image)
			}
			if err != nil && time.Since(looked) > lostTime {
				return err
			}
			if err != nil {
				continue // one has ended meanwhile, and its memory with it
			}
			looked = time.Now()
			tids = t.lists.join(tids)
		}
		maps.DeleteFunc(done, func(tid int, _ bool) bool { return !slices.Contains(tids, tid) })
		quiet++
		for _, tid := range tids {
			written, seen := done[tid]
			if written {
				continue
			}
			if !seen {
				quiet = 0
			}
			switch known, err := t.write(tid, tp, image); {
			case err != nil:
				return fmt.Errorf("thread %d: %w", tid, err)
			case known:
				done[tid] = true
				quiet = 0
				delete(t.aliens, tid)
			case seen: // an alien
			case isAlien(tid, t.aliens[tid] || time.Since(since) > sleepTime):
				done[tid] = false
				t.aliens[tid] = true
			case unknown[tid].IsZero():
				unknown[tid] = time.Now()
			case time.Since(unknown[tid]) > lostTime:
				return fmt.Errorf("thread %d: %w", tid, errLost)
			}
		}
		if len(done) < len(tids) {
			continue // one has just been started
		}
		if complete++; quiet == 2 || t.lists != nil && complete == 2 {
			return nil
		}
	}
}

// nap sleeps for so long, some ten microseconds. time.Sleep takes a millisecond for that where no other
// goroutine runs: Go's poller waits for whole ones.
func nap(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&t, nil) // a signal ends it sooner, and the caller looks again
}

// awaitGo waits until the threads that Go is making run. Such a thread has a processor of the
// scheduler's from the start, and the world is not stopped before all of those are.
// runtime.Stack stops it for the stacks of all goroutines, even if there is no room for any.
func awaitGo() { runtime.Stack(nil, true) }

// writeUnborn writes image to offset tp of the blocks of threads that were not started at the
// last look at glibc's lists.
func (t *threadBlocks) writeUnborn(tp int64, image []byte) error {
	for _, p := range t.lists.unborn {
		if err := writeMemory(p+uint64(tp), image); err != nil {
			return fmt.Errorf("a thread that is being made: %w", err)
		}
	}
	return nil
}

// write writes image to offset tp of a thread's block. It reports false for a thread
// that is not known yet. A thread that has ended is no error.
//
// Nothing keeps a thread alive between locateThread and the write, some microseconds later.
// Those of Threads do not end. The block of another one that
// ends meanwhile is in one of three states: in glibc's cache of stacks, where the block
// is made anew before a thread has it again (_dl_allocate_tls_init); unmapped, so that the
// write fails, not faults; or unmapped and mapped again by somebody else, whose memory then
// gets the image. glibc unmaps stacks under a lock, _dl_stack_cache_lock, which would close that
// window: but it lies in a part of _rtld_global of which libthread_db's tables say nothing,
// whose layout differs between versions and builds of glibc, and its word is 0 like its
// neighbours' while nobody holds it, so that nothing proves which one it is.
func (t *threadBlocks) write(tid int, tp int64, image []byte) (known bool, err error) {
	for range 3 {
		pointer, ok, err := t.locateThread(tid)
		if errors.Is(err, unix.ESRCH) {
			return true, nil
		}
		if err != nil || !ok {
			return false, err
		}
		if !hostTLS.self || selfAt(pointer) {
			err = writeMemory(pointer+uint64(tp), image)
			if err == nil {
				return true, nil
			}
		} else {
			err = errThread
		}
		// It may have ended meanwhile, and its memory with it.
		if again, ok, e := t.locateThread(tid); e == nil && ok && again == pointer {
			return false, err
		}
	}
	return false, errThread
}

// locateThread returns a thread's pointer. ok is false for a thread that has no list of robust
// mutexes yet or, where glibc's lists are read, was not in them at the last look. The error
// is ESRCH for one that has ended.
func (t *threadBlocks) locateThread(tid int) (pointer uint64, ok bool, err error) {
	if t.silent {
		pointer, ok = t.lists.find(tid)
		return pointer, ok, nil
	}
	head, err := robustList(tid)
	return head - t.robust, head != 0, err
}

// selfAt reports whether memory at p holds p, as a thread's descriptor does.
func selfAt(p uint64) bool {
	var b [unsafe.Sizeof(uintptr(0))]byte
	return readMemory(context.Background(), p, b[:]) == nil && uint64(*(*uintptr)(unsafe.Pointer(&b))) == p
}

// measure finds out how threads are found: how far a thread's list of robust mutexes is
// from its pointer, by the thread that asks, or where glibc's lists are. t.mu is held and
// there is an arena.
func (t *threadBlocks) measure() error {
	if t.aliens != nil {
		return nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := t.pointer()
	if hostTLS.self && !selfAt(p) {
		return errThread
	}
	lists, why := newThreadLists(p)
	head, err := robustList(0)
	switch {
	case errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM): // emulators, sandboxes
		if why != nil {
			return fmt.Errorf("%w; %w", err, why)
		}
		t.silent = true
	case err != nil:
		return err
	case head == 0:
		return errThread
	default:
		t.robust = head - p
	}
	t.lists = lists
	t.aliens = map[int]bool{}
	return nil
}

// robustList asks the kernel for a thread's list of robust mutexes; 0 is the calling
// thread.
func robustList(tid int) (uint64, error) {
	var head, size uintptr
	_, _, e := unix.Syscall(unix.SYS_GET_ROBUST_LIST, uintptr(tid), uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&size)))
	if e != 0 {
		return 0, os.NewSyscallError("get_robust_list", e)
	}
	return uint64(head), nil
}

// isAlien tells whether a thread that has no list of robust mutexes is none of the C
// library's: a worker of the kernel's (io_uring has some), or asleep for long.
func isAlien(tid int, long bool) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/stat", tid))
	if errors.Is(err, fs.ErrPermission) {
		return long // a sandbox
	}
	if err != nil {
		return false // it has ended, which the next look shows
	}
	// Behind the name: state, four numbers, a terminal's group, flags (proc(5)).
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(f) < 7 {
		return long
	}
	flags, _ := strconv.ParseUint(f[6], 10, 64)
	const ioWorker, userWorker = 0x10, 0x4000 // PF_IO_WORKER, PF_USER_WORKER (linux/sched.h)
	return flags&(ioWorker|userWorker) != 0 || long && f[0] == "S"
}

// threadIDs lists the threads of the process. threads.mu is held.
func threadIDs() ([]int, error) {
	d := taskDir.Load()
	if d != nil {
		if _, err := d.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	} else {
		var err error
		if d, err = os.Open(taskPath); err != nil {
			return nil, err
		}
		defer d.Close()
	}
	names, err := d.Readdirnames(-1)
	tids := make([]int, 0, len(names))
	for _, n := range names {
		if tid, err := strconv.Atoi(n); err == nil {
			tids = append(tids, tid)
		}
	}
	return tids, err
}

// writeMemory copies src to memory of this process. What is not mapped is an error,
// never a fault.
func writeMemory(addr uint64, src []byte) error {
	_, err := ownmem.Write(addr, src)
	return err
}

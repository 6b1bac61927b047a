//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
)

// Threads that the kernel does not have yet, and all of them where it does not tell of lists
// of robust mutexes (qemu's emulation of processes has no get_robust_list), are found as
// debuggers find them: glibc links the descriptors of all threads in two rings, whose heads
// lie in the dynamic linker's _rtld_global, and has tables for libthread_db that say where in
// there, and where in a descriptor the links and the thread's number are (nptl_db/structs.def;
// the heads are there from glibc 2.33 on).
//
// The rings have a lock, which is not in the tables. So they are read as they are, by
// copies that cannot fault, and a look counts only if each link has one back.

// wordSize is the bytes of a word.
const wordSize = bits.UintSize / 8

const (
	// maxThreads is more threads than Linux can have (PID_MAX_LIMIT).
	maxThreads = 1 << 22
	// ringBits is the size of two links, in bits.
	ringBits = 2 * 8 * wordSize
	// exitingBit is set in a descriptor's state when the thread ends (nptl/descr.h,
	// EXITING_BITMASK).
	exitingBit = 1 << 4
)

// errChanged says that a ring was changed while it was read.
var errChanged = errors.New("the C library's list of threads does not hang together")

// threadLists finds threads in the lists of the C library.
type threadLists struct {
	heads   [2]uintptr     // of threads whose stacks glibc made, and of the others
	list    uintptr        // offset of the links in a descriptor, two words
	tid     uintptr        // offset of the thread's number in it, an int
	state   uintptr        // offset of its state (cancelhandling), an int
	pointer uintptr        // from a descriptor to the thread pointer
	at      map[int]uint64 // thread pointers, as of the last look
	unborn  []uint64       // of threads that were not started then
}

// newThreadLists finds out where everything is, and checks it by the calling thread, which
// the goroutine must be locked to and whose thread pointer is own.
func newThreadLists(own uint64) (*threadLists, error) {
	global, err := inLibc("_rtld_global")
	if err != nil {
		return nil, err
	}
	l := &threadLists{}
	for _, f := range []struct {
		name string
		to   *uintptr
		bits uint32
	}{
		{"rtld_global__dl_stack_used", &l.heads[0], ringBits},
		{"rtld_global__dl_stack_user", &l.heads[1], ringBits},
		{"pthread_list", &l.list, ringBits},
		{"pthread_tid", &l.tid, 32},
		{"pthread_cancelhandling", &l.state, 32},
	} {
		a, err := inLibc("_thread_db_" + f.name)
		if err != nil {
			return nil, err
		}
		// Bits of an element, elements, offset in bytes (nptl_db/db_info.c).
		d := peek[[3]uint32](a)
		if d[0] != f.bits || d[1] != 1 {
			return nil, fmt.Errorf("%s is of %d times %d bits", f.name, d[1], d[0])
		}
		*f.to = uintptr(d[2])
	}
	l.heads[0] += global
	l.heads[1] += global
	if !hostTLS.self { // the descriptor is in front of the thread pointer (psABI, "TLS variant I")
		size, err := inLibc("_thread_db_sizeof_pthread")
		if err != nil {
			return nil, err
		}
		l.pointer = uintptr(peek[uint32](size)) + uintptr(hostTLS.bias)
	}
	if err := l.check(own); err != nil {
		return nil, err
	}
	return l, nil
}

// maxHeader is the most that lies between a descriptor and the thread pointer: two words for
// the C library where the descriptor has no room for them (TLS_PRE_TCB_SIZE of nptl/tls.h),
// aligned as it is; on ppc64le the dozen words of tcbhead_t (sysdeps/powerpc/nptl/tls.h).
const maxHeader = 256

// check looks for the number of the calling thread, whose pointer is own, in its descriptor,
// and finds the header behind that.
func (l *threadLists) check(own uint64) error {
	var first error
	for header := uintptr(0); header <= maxHeader; header += 2 * wordSize {
		n, err := l.number(own)
		if err == nil && n == unix.Gettid() {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("the descriptor of thread %d has the number %d", unix.Gettid(), n)
		}
		if first == nil {
			first = err
		}
		if hostTLS.self {
			break
		}
		l.pointer += 2 * wordSize
	}
	return first
}

// look goes through both lists. The error is errChanged, or one of reading, if a thread
// came or went meanwhile.
func (l *threadLists) look() error {
	l.at, l.unborn = map[int]uint64{}, nil
	for _, head := range l.heads {
		links, err := readLinks(head)
		if err != nil {
			return err
		}
		last, node := head, links.next
		for n := 0; node != head; n++ {
			if l.isHead(node) {
				return errChanged
			}
			at, err := readLinks(node)
			if err != nil {
				return err
			}
			if at.prev != last || n > maxThreads {
				return errChanged
			}
			p := uint64(node - l.list + l.pointer)
			tid, err := l.number(p)
			switch {
			case err != nil:
				return err
			case tid > 0:
				l.at[tid] = p
			case l.isUnborn(p): // or it has ended and was not joined
				l.unborn = append(l.unborn, p)
			}
			last, node = node, at.next
		}
		if links, err = readLinks(head); err != nil || links.prev != last {
			return errors.Join(errChanged, err)
		}
	}
	return nil
}

// isHead reports whether a node is the head of another list. A thread that ends while its
// links are read goes to a list of stacks for later, whose head lies beside the two.
func (l *threadLists) isHead(node uintptr) bool {
	const beside = 16 * 2 * wordSize
	return node-(l.heads[0]-beside) < 2*beside
}

// find returns the pointer of a thread that was in the lists and is still the same.
func (l *threadLists) find(tid int) (pointer uint64, ok bool) {
	p, ok := l.at[tid]
	if !ok {
		return 0, false
	}
	n, err := l.number(p)
	return p, err == nil && n == tid
}

// join adds the threads of the last look to a list of numbers.
func (l *threadLists) join(tids []int) []int {
	has := make(map[int]bool, len(tids))
	for _, tid := range tids {
		has[tid] = true
	}
	for tid := range l.at {
		if !has[tid] {
			tids = append(tids, tid)
		}
	}
	return tids
}

// isUnborn reports whether a thread whose number was 0 is not started yet; else it has ended.
func (l *threadLists) isUnborn(pointer uint64) bool {
	state, err := l.word(pointer, l.state)
	return err == nil && state&exitingBit == 0
}

// number reads a thread's number from its descriptor.
func (l *threadLists) number(pointer uint64) (int, error) { return l.word(pointer, l.tid) }

// word reads an int of a thread's descriptor.
func (l *threadLists) word(pointer uint64, offset uintptr) (int, error) {
	var b [4]byte
	_, err := ownmem.Read(pointer-uint64(l.pointer)+uint64(offset), b[:])
	return int(*(*int32)(unsafe.Pointer(&b))), err
}

// ringLinks is glibc's list_t (include/list_t.h).
type ringLinks struct{ next, prev uintptr }

func readLinks(node uintptr) (links ringLinks, err error) {
	_, err = ownmem.Read(uint64(node), unsafe.Slice((*byte)(unsafe.Pointer(&links)), unsafe.Sizeof(links)))
	return links, err
}

//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// musl has no room in the static block for what is loaded late, and gives libraries that are opened theirs in all threads at once. So thread-locals of objects
// lie in arenas here, too, which are libraries, but their code gets at them through functions of this package alone: __tls_get_addr, and the one of TLS
// descriptors. An arena begins with marks, a word for each of its blocks. Where a thread's mark is not that of the values which the block has by now, the
// function copies the initial values first. So no thread is written to but by itself, and nothing is known of where musl has threads.
//
// The functions are assembly, and what they read is no memory of Go's: they run in signal handlers, and in processes that loaded code forks.

// Functions, by the index of their address in ownBlocksPC.
const (
	ownBlocksPair = iota // void *(uint64_t pair[2]): the sum of the two is a word as the next one takes it; or they are the C library's
	ownBlocksWord        // void *(uint64_t word): see ownWord; other numbers are addresses of pairs for the C library
	numOwnBlocks
)

var (
	// ownBlocksPC has their addresses, 0 where there is no assembly.
	ownBlocksPC [numOwnBlocks]uintptr
	// ownRecords is the address of the records.
	//
	//lint:ignore U1000 assembly uses it
	ownRecords uintptr
	// ownGetAddr is the C library's __tls_get_addr.
	//
	//lint:ignore U1000 assembly uses it
	ownGetAddr uintptr
)

// ownRecord is what the assembly knows of a block.
type ownRecord struct {
	module, offset uint64  // of its mark, as __tls_get_addr takes them
	values         uint64  // number of its values: what marks of threads are that have them
	start          uint64  // from the mark to the block, bytes
	init           uintptr // initial values, in C memory
	initialized    uint64  // bytes of those
	zero           uint64  // bytes behind them
	_              uint64
}

const (
	ownRecordShift = 6       // log2 of its size
	maxOwnBlocks   = 1 << 16 // at a time
	maxOwnBlock    = 1 << 31 // bytes

	ownArenaSize  = 64 << 10 // bytes, as a rule: threads that use nothing of them have no pages for them
	ownArenaMarks = 512
	maxOwnAlign   = 4096
)

// ownWord is what code knows the start of a block by: the number of the record, above the offset.
func ownWord(record int) uint64 { return 1<<63 | uint64(record)<<32 }

// ownProvider places thread-locals of objects. It implements rtdyld.TLSProvider and may be used concurrently.
type ownProvider struct {
	c       *libc
	records []ownRecord

	mu     sync.Mutex
	arenas []*ownArena
	free   []int // records that have been used
	used   int   // records that are, or have been
	values uint64
	bytes  uint64 // of all blocks
}

// ownBlocks is the one of the process.
var ownBlocks ownProvider

// ownArena is a library with thread-locals. It is never closed.
type ownArena struct {
	tlsArena
	marks [ownArenaMarks]bool // that are in use
}

// ownBlock is a piece of an arena. It implements rtdyld.DescribedTLSBlock.
type ownBlock struct {
	tlsBlock
	arena  *ownArena
	mark   int
	record int
}

// placeOwnBlocks has thread-locals of objects placed so.
func (c *libc) placeOwnBlocks() error {
	getAddr, err := inLibc(tlsFunction)
	if err != nil {
		return err
	}
	b, err := unix.Mmap(-1, 0, maxOwnBlocks<<ownRecordShift, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("records of thread-locals: %w", err)
	}
	ownGetAddr, ownRecords = getAddr, uintptr(unsafe.Pointer(&b[0]))
	ownBlocks.c, ownBlocks.records = c, unsafe.Slice((*ownRecord)(unsafe.Pointer(&b[0])), maxOwnBlocks)
	threads.none = true
	c.stands[tlsFunction] = ownBlocksPC[ownBlocksPair]
	return nil
}

// threads places thread-locals of objects.
func (c *libc) threads() rtdyld.TLSProvider {
	if c.kind.threads {
		return &threads
	}
	return &ownBlocks
}

// Define implements rtdyld.TLSProvider. The error is a *[TLSError].
func (t *ownProvider) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	fail := func(err error) (rtdyld.TLSBlock, error) {
		return nil, &TLSError{req.Object, req.Size, req.Align, t.bytes, err}
	}
	b := &ownBlock{tlsBlock: tlsBlock{size: max(req.Size, 1), align: max(req.Align, 1), object: req.Object}}
	switch {
	case b.align > maxOwnAlign:
		return fail(fmt.Errorf("no alignment above %d is possible", maxOwnAlign))
	case b.size > maxOwnBlock:
		return fail(errors.New("too large"))
	case len(t.free) == 0 && t.used == maxOwnBlocks:
		return fail(fmt.Errorf("%d objects have some", maxOwnBlocks))
	}
	if !slices.ContainsFunc(t.arenas, func(a *ownArena) bool { return a.place(b) }) {
		a, err := t.open(b.size, b.align)
		if err != nil {
			return fail(err)
		}
		t.arenas = append(t.arenas, a)
		a.place(b)
	}
	if n := len(t.free); n > 0 {
		b.record, t.free = t.free[n-1], t.free[:n-1]
	} else {
		b.record = t.used
		t.used++
	}
	t.bytes += b.size
	return b, nil
}

// place finds room for a block, and a mark.
func (a *ownArena) place(b *ownBlock) bool {
	mark := slices.Index(a.marks[:], false)
	if mark < 0 || !a.take(&b.tlsBlock) {
		return false
	}
	b.arena, b.mark = a, mark
	a.marks[mark] = true
	return true
}

// open has the dynamic linker load an arena with room for a block.
func (t *ownProvider) open(size, align uint64) (*ownArena, error) {
	const marks = ownArenaMarks * 8
	align = max(align, arenaAlign)
	size = max(size, ownArenaSize-marks)
	start := (marks + align - 1) &^ (align - 1)
	f := hostTLS.dynamic(start+size, align)
	h, err := dlopenBytes("/proc"+strings.Repeat("/.", len(t.arenas)), f.bytes, purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	base := peek[uintptr](h) // as in struct link_map
	a := &ownArena{tlsArena: tlsArena{align: align, module: uint64(peek[uint](base + uintptr(f.module))), room: start + size}}
	a.used = []*tlsBlock{{size: start}} // the marks
	return a, nil
}

// Module implements rtdyld.TLSBlock.
func (b *ownBlock) Module() uint64 { return ownWord(b.record) }

// DTPOffset implements rtdyld.TLSBlock.
func (b *ownBlock) DTPOffset() uint64 { return 0 }

// TPOffset implements rtdyld.TLSBlock.
func (b *ownBlock) TPOffset() int64 { return rtdyld.NoTPOffset }

// TLSDescriptor implements rtdyld.DescribedTLSBlock.
func (b *ownBlock) TLSDescriptor() [2]uint64 {
	descriptorGetAddr = ownBlocksPC[ownBlocksWord]
	return [2]uint64{uint64(descriptorPC), ownWord(b.record)}
}

// Initialize implements rtdyld.TLSBlock. No thread may run code of the object yet.
func (b *ownBlock) Initialize(ctx context.Context, init []byte) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	t := &ownBlocks
	t.mu.Lock()
	defer t.mu.Unlock()
	fail := func(err error) error { return &TLSError{b.object, b.size, b.align, t.bytes, err} }
	if uint64(len(init)) > b.size {
		return fail(fmt.Errorf("%d bytes of initial values", len(init)))
	}
	r := &t.records[b.record]
	t.c.release(r.init)
	r.init = 0
	if len(init) > 0 && !allZero(init) {
		if r.init = callC(t.c.malloc, uintptr(len(init))); r.init == 0 {
			return fail(ErrNoMemory)
		}
		copy(foreign[byte](r.init, len(init)), init)
	} else {
		init = nil
	}
	mark := uint64(b.mark) * 8
	r.module, r.offset, r.start = b.arena.module, mark, b.off-mark
	r.initialized, r.zero = uint64(len(init)), b.size-uint64(len(init))
	t.values++
	atomic.StoreUint64(&r.values, t.values)
	return nil
}

// Release implements rtdyld.TLSBlock.
func (b *ownBlock) Release(context.Context) error {
	t := &ownBlocks
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &t.records[b.record]
	t.c.release(r.init)
	*r = ownRecord{}
	b.arena.used = slices.DeleteFunc(b.arena.used, func(u *tlsBlock) bool { return u == &b.tlsBlock })
	b.arena.marks[b.mark] = false
	t.free = append(t.free, b.record)
	t.bytes -= b.size
	return nil
}

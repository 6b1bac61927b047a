//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Thread-locals of objects lie in the static block that glibc has in front of (or,
// elsewhere, behind) every thread's thread pointer, so that all models work: their
// offset from the thread pointer is the same in each thread, old and new.
//
// A room in there is to be had only for a shared object that is loaded, and is lost
// when shared objects are unloaded in another order than the reverse. So it is taken
// in arenas that stay: an arena is a shared object that has nothing but thread-locals,
// all zero (tls_elf.go). Objects get pieces of arenas. Their initial values are
// written to the arena's template, which new threads copy, and to the blocks of the
// threads that there are (tls_threads.go).
//
// All arenas and libraries are addressed as parts of the first arena's module: in a
// static block distances are the same everywhere, and a local-dynamic access may then
// go from one object to another.

const (
	// arenaSize is how much room is taken at a time. glibc has about 1.6 KiB to give,
	// libraries opened later may want some as well.
	arenaSize = 512
	// arenaAlign is the largest alignment of arenas, which glibc grants on x86-64.
	arenaAlign = 64
	// arenaLeast is the least, which it grants everywhere.
	arenaLeast = 8
	// maxTLS is beyond what glibc could be told to have room for.
	maxTLS = 1 << 30
)

// threadBlocks places thread-locals of objects. It implements rtdyld.TLSProvider and
// may be used concurrently.
type threadBlocks struct {
	mu      sync.Mutex
	arenas  []*tlsArena
	getAddr uintptr                // __tls_get_addr
	indexes map[[2]uintptr]uintptr // arguments for it, module and offset, in C memory
	settled map[uintptr]settled    // libraries that were to have their thread-locals in the static block, by the number of the module
	robust  uint64                 // from a thread's pointer to its list of robust mutexes
	none    bool                   // the C library has no room for arenas: objects' thread-locals are ownBlocks
	silent  bool                   // the kernel does not tell of those
	lists   *threadLists           // nil: glibc (before 2.33) does not tell where it has them
	aliens  map[int]bool           // threads that are none of the C library's; nil: not measured yet
}

// threads is the one of the process.
var threads threadBlocks

// tlsArena is a range of every thread's static block.
type tlsArena struct {
	align    uint64 // of its start in every thread, bytes
	tp       int64  // offset of its start from the thread pointer
	module   uint64 // its number
	template []byte // what new threads copy; memory of the dynamic linker's
	room     uint64 // bytes
	high     uint64 // no block ended behind this offset so far
	used     []*tlsBlock
}

// tlsBlock is a piece of an arena. It implements rtdyld.TLSBlock.
type tlsBlock struct {
	in     *threadBlocks
	arena  *tlsArena
	off    uint64 // in the arena
	size   uint64
	object string
	align  uint64
}

// Define implements rtdyld.TLSProvider. The error is a *[TLSError].
func (t *threadBlocks) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	fail := func(err error) (rtdyld.TLSBlock, error) {
		return nil, &TLSError{req.Object, req.Size, req.Align, t.inUse(), err}
	}
	if req.Align > arenaAlign {
		return fail(fmt.Errorf("no alignment above %d is possible", arenaAlign))
	}
	if req.Size > maxTLS {
		return fail(errors.New("too large"))
	}
	b := &tlsBlock{in: t, size: max(req.Size, 1), align: max(req.Align, 1), object: req.Object}
	for _, a := range t.arenas {
		if a.take(b) {
			return b, nil
		}
	}
	a, err := t.grow(b.size, b.align)
	if err != nil {
		return fail(err)
	}
	a.take(b)
	return b, nil
}

// inUse counts the bytes that objects have.
func (t *threadBlocks) inUse() (n uint64) {
	for _, a := range t.arenas {
		for _, b := range a.used {
			n += b.size
		}
	}
	return n
}

// take finds room for a block, the first that is large enough.
func (a *tlsArena) take(b *tlsBlock) bool {
	if b.align > a.align {
		return false
	}
	at := uint64(0)
	for i := 0; ; i++ {
		at = (at + b.align - 1) &^ (b.align - 1)
		end := a.room
		if i < len(a.used) {
			end = a.used[i].off
		}
		if at+b.size <= end {
			b.arena, b.off = a, at
			a.used = append(a.used, nil)
			copy(a.used[i+1:], a.used[i:])
			a.used[i] = b
			return true
		}
		if i == len(a.used) {
			return false
		}
		at = a.used[i].off + a.used[i].size
	}
}

// grow opens an arena: of all that was asked of glibc beyond the usual, of the usual size
// and alignment if there is room for that, or of just what is wanted.
func (t *threadBlocks) grow(size, align uint64) (*tlsArena, error) {
	var first error
	extra := optionalSurplus() - min(optionalSurplus(), usualSurplus)
	for i, n := range [...]uint64{max(size, arenaSize, extra), max(size, arenaSize), size} {
		if i == 0 && (extra <= arenaSize || len(t.arenas) > 0) {
			continue
		}
		for to := uint64(arenaAlign); to >= max(align, arenaLeast); to /= 2 {
			a, err := t.open((n+to-1)&^(to-1), to)
			if err == nil {
				t.arenas = append(t.arenas, a)
				return a, nil
			}
			if first == nil {
				first = err
			}
		}
	}
	return nil, withRemedies(first, size)
}

// find finds what the C library has for thread-locals. t.mu is held.
func (t *threadBlocks) find() error {
	if t.getAddr != 0 {
		return nil
	}
	addr, err := inLibc(tlsFunction)
	if err != nil {
		return err
	}
	t.getAddr = tlsGetAddr(addr)
	return nil
}

// open has the dynamic linker load an arena. It is never closed.
func (t *threadBlocks) open(size, align uint64) (*tlsArena, error) {
	if err := t.find(); err != nil {
		return nil, err
	}
	f := hostTLS.file(size, align)
	// The dynamic linker takes a path that it knows for the library that it opened by
	// it, and numbers of files come again: no two arenas have one path.
	h, err := dlopenBytes("/proc"+strings.Repeat("/.", len(t.arenas)), f.bytes, purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	base := peek[uintptr](h) // struct link_map begins with l_addr (link.h)
	return &tlsArena{
		align:    align,
		tp:       int64(peek[int](base + uintptr(f.tpoff))),
		module:   uint64(peek[uint](base + uintptr(f.module))),
		template: foreign[byte](base+uintptr(f.template), int(size)),
		room:     size,
	}, nil
}

// dlopenBytes opens a library with these contents; proc is a path of /proc, scope RTLD_LOCAL or RTLD_GLOBAL.
func dlopenBytes(proc string, contents []byte, scope int) (h uintptr, err error) {
	runtime.LockOSThread() // whose table of descriptors has the file: not all threads share one
	defer runtime.UnlockOSThread()
	fd, err := memoryFile("rtdyld", contents)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	if h, err = dlopen(fmt.Sprintf("%s/thread-self/fd/%d", proc, fd), purego.RTLD_NOW|scope); err == nil {
		withoutFile(h)
	}
	return h, err
}

// withoutFile changes the name of a library of dlopenBytes, whose descriptor may be that of another file next: what opens the files of all libraries (libbacktrace, which gfortran and
// sanitizers have, gives up where one has no ELF header, and reads from pipes) is to find none. Nothing looks for the library by its name.
func withoutFile(h uintptr) {
	name := peek[uintptr](h + unsafe.Sizeof(h)) // l_name, the second word of struct link_map (link.h): memory of its own
	if text := goString(name, unix.PathMax); text != "" {
		*(*byte)(pointer(name + uintptr(len(text)) - 1)) = 'x' // the last digit
	}
}

// memoryFile makes a file that has no name, with these contents.
func memoryFile(name string, contents []byte) (fd int, err error) {
	fd, err = unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) { // Linux before 6.3
		fd, err = unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	}
	if err != nil {
		return -1, os.NewSyscallError("memfd_create", err)
	}
	for b := contents; len(b) > 0; {
		n, err := unix.Write(fd, b)
		if err != nil && !errors.Is(err, unix.EINTR) {
			unix.Close(fd)
			return -1, os.NewSyscallError("write", err)
		}
		b = b[max(n, 0):]
	}
	return fd, nil
}

// pointer returns the calling thread's thread pointer, which the goroutine must be
// locked to. There must be an arena.
func (t *threadBlocks) pointer() uint64 {
	a := t.arenas[0]
	return uint64(t.address(uintptr(a.module), 0)) - uint64(a.tp)
}

// address returns where the calling thread, which the goroutine must be locked to, has an
// offset of a module's block.
func (t *threadBlocks) address(module, offset uintptr) uintptr {
	index := tlsIndex(module, offset)
	addr, _, _ := purego.SyscallN(t.getAddr, uintptr(unsafe.Pointer(&index)))
	return addr
}

// tlsIndex is what __tls_get_addr takes for an offset in a module's block: a tls_index.
func tlsIndex(module, offset uintptr) [2]uintptr {
	return [2]uintptr{module, offset - uintptr(hostTLS.dtv)}
}

// Module implements rtdyld.TLSBlock.
func (b *tlsBlock) Module() uint64 { return b.first().module }

// DTPOffset implements rtdyld.TLSBlock.
func (b *tlsBlock) DTPOffset() uint64 { return uint64(b.TPOffset() - b.first().tp) }

// TPOffset implements rtdyld.TLSBlock.
func (b *tlsBlock) TPOffset() int64 { return b.arena.tp + int64(b.off) }

// first is the arena whose module all are addressed by.
func (b *tlsBlock) first() *tlsArena {
	b.in.mu.Lock()
	defer b.in.mu.Unlock()
	return b.in.arenas[0]
}

// Initialize implements rtdyld.TLSBlock. No thread may run code of the object yet.
//
// All threads are reached that there are, that Go is making, or that glibc has in its lists.
// What is left is a thread that C code makes and whose maker has just copied the template and
// not listed it yet: that is a few instructions of pthread_create, which glibc's own dlopen
// misses in the same way.
func (b *tlsBlock) Initialize(ctx context.Context, init []byte) error {
	fail := func(err error) error {
		return &TLSError{b.object, b.size, b.align, b.in.inUse(), err}
	}
	b.in.mu.Lock()
	defer b.in.mu.Unlock()
	if uint64(len(init)) > b.size {
		return fail(fmt.Errorf("%d bytes of initial values", len(init)))
	}
	end := b.off + b.size
	to := b.arena.template[b.off:end]
	fresh := b.off >= b.arena.high // still zero in every thread
	b.arena.high = max(b.arena.high, end)
	copy(to, init)
	clear(to[len(init):])
	if fresh && allZero(init) {
		return nil
	}
	image := append([]byte(nil), to...)
	if err := b.in.writeAll(ctx, b.TPOffset(), image); err != nil {
		return fail(err)
	}
	return nil
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// Release implements rtdyld.TLSBlock.
func (b *tlsBlock) Release(context.Context) error {
	b.in.mu.Lock()
	defer b.in.mu.Unlock()
	for i, u := range b.arena.used {
		if u == b {
			b.arena.used = append(b.arena.used[:i], b.arena.used[i+1:]...)
			break
		}
	}
	return nil
}

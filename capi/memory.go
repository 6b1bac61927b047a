//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"os"
	"sync"
	"syscall"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// memory is a manager of the program's. Its users are the handle and linkers.
type memory struct {
	f *C.rtdyld_memory_functions // C memory

	mu    sync.Mutex
	users int
}

// use adds a user; false if the manager is destroyed.
func (m *memory) use() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.users == 0 {
		return false
	}
	m.users++
	return true
}

// drop takes a user away; after the last one the program's destroy is called.
func (m *memory) drop() {
	m.mu.Lock()
	m.users--
	last := m.users == 0
	m.mu.Unlock()
	if last {
		C.rtdyldx_destroy(m.f)
		C.free(unsafe.Pointer(m.f))
		m.f = nil
	}
}

// rtdyldx_memory_create is rtdyld_memory_create with a copy of the functions, which it takes over
// unless it fails; wrong is what rtdyldx_copy said.
//
//export rtdyldx_memory_create
func rtdyldx_memory_create(f *C.rtdyld_memory_functions, wrong C.int, out **C.rtdyld_memory, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	setHandle(out, 0)
	err := checkMemory(f, wrong)
	if err == nil && out == nil {
		err = failure(C.RTDYLD_ERROR_ARGUMENT, "memory is NULL")
	}
	if err != nil {
		C.free(unsafe.Pointer(f))
		return report(e, err)
	}
	setHandle(out, enroll(aMemory, nil, &memory{f: f, users: 1}))
	return C.RTDYLD_OK
}

func checkMemory(f *C.rtdyld_memory_functions, wrong C.int) error {
	if f == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "functions is NULL")
	}
	if err := copied(wrong, "rtdyld_memory_functions"); err != nil {
		return err
	}
	switch {
	case f.allocate == nil:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_memory_functions: allocate is NULL")
	case f.finalize == nil:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_memory_functions: finalize is NULL")
	case f.release == nil:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_memory_functions: release is NULL")
	}
	return known("rtdyld_memory_functions", uint32(f.flags), C.RTDYLD_MEMORY_BY_SECTION, uint32(f.reserved))
}

// copied says what is wrong with the size of a struct.
func copied(wrong C.int, name string) error {
	switch wrong {
	case C.RTDYLDX_SIZE:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: size is not set", name)
	case C.RTDYLDX_NEWER:
		return failure(C.RTDYLD_ERROR_VERSION, "%s asks for what this library, version %d, does not know: it is larger, and what is beyond is not 0", name, C.RTDYLD_API_VERSION)
	}
	return nil
}

// known refuses flags that have no meaning.
func known(name string, flags, all, reserved uint32) error {
	if flags&^all != 0 {
		return failure(C.RTDYLD_ERROR_VERSION, "%s: flags %#x are not known to this library, version %d", name, flags&^all, C.RTDYLD_API_VERSION)
	}
	if reserved != 0 {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: reserved is not 0", name)
	}
	return nil
}

// rtdyldx_memory_free: see rtdyld.h.
//
//export rtdyldx_memory_free
func rtdyldx_memory_free(m *C.rtdyld_memory, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	h := handleAt(&m)
	ent, err := find(h, aMemory)
	if err == nil && !strike(h) {
		_, err = find(h, aMemory) // another thread was first
	}
	if err == nil {
		ent.value.(*memory).drop()
	}
	return report(e, err)
}

// adapter is a program's memory manager as a linker sees it.
type adapter struct {
	*memory
	s       *session
	protect bool   // the library changes permissions
	page    uint64 // with protect, else 1
}

func newAdapter(m *memory, s *session, protect bool) *adapter {
	a := &adapter{memory: m, s: s, protect: protect, page: 1}
	if protect {
		a.page = uint64(os.Getpagesize())
	}
	return a
}

// given is the memory of one load.
type given struct {
	a      *adapter
	blocks []rtdyld.Block
	arena  arena
	got    []C.rtdyld_block // in C memory, as far as there are
	kinds  []C.rtdyld_kind  // parallel

	mu       sync.Mutex
	final    bool
	released bool
}

var kindOf = [objfmt.NumKinds]C.rtdyld_kind{C.RTDYLD_KIND_NONE, C.RTDYLD_KIND_CODE, C.RTDYLD_KIND_READ_ONLY, C.RTDYLD_KIND_WRITABLE}

// Allocate implements [rtdyld.MemoryManager].
func (a *adapter) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if err := a.reserveFor(reqs); err != nil {
		return nil, err
	}
	g := &given{a: a, blocks: make([]rtdyld.Block, len(reqs))}
	got, kinds := items[C.rtdyld_block](&g.arena, len(reqs)), items[C.rtdyld_kind](&g.arena, len(reqs))
	for i := range reqs {
		kinds[i] = kindOf[reqs[i].Kind]
		asked, err := a.ask(&reqs[i], &got[i])
		if asked {
			g.got, g.kinds = got[:i+1], kinds[:i+1]
		}
		if err == nil {
			g.blocks[i], err = a.accept(&reqs[i], &got[i])
		}
		if err != nil {
			return nil, errors.Join(err, g.Release(ctx))
		}
	}
	return g, nil
}

// reserveFor tells the program what the requests need in all.
func (a *adapter) reserveFor(reqs []rtdyld.Request) error {
	if a.f.reserve == nil {
		return nil
	}
	var needs [objfmt.NumKinds]rtdyld.Need
	for i := range reqs {
		n := &needs[reqs[i].Kind]
		size, align := a.whole(&reqs[i])
		n.Size = (n.Size+align-1)&^(align-1) + size
		n.Align = max(n.Align, align)
	}
	ar := arena{brief: true}
	defer ar.free()
	need := &items[C.rtdyld_reserve](&ar, 1)[0]
	need.size = sizeOf[C.rtdyld_reserve]()
	need.code_bytes, need.code_alignment = each(needs[objfmt.KindCode])
	need.read_only_bytes, need.read_only_alignment = each(needs[objfmt.KindReadOnly])
	need.writable_bytes, need.writable_alignment = each(needs[objfmt.KindWritable])
	r := C.rtdyldx_reserve(C.uintptr_t(a.s.id), a.f, need, ar.answer())
	if r != 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "reserve of %d bytes", uint64(need.code_bytes+need.read_only_bytes+need.writable_bytes))
	}
	return nil
}

func each(n rtdyld.Need) (size, align C.uint64_t) {
	return C.uint64_t(n.Size), C.uint64_t(max(n.Align, 1))
}

// whole is the size and alignment of a request, in whole pages if their permissions are
// changed here.
func (a *adapter) whole(q *rtdyld.Request) (size, align uint64) {
	return (q.Size + a.page - 1) &^ (a.page - 1), max(q.Align, a.page)
}

// ask calls the program for one block. asked says that it gave one.
func (a *adapter) ask(q *rtdyld.Request, b *C.rtdyld_block) (asked bool, err error) {
	size, align := a.whole(q)
	if size < q.Size || size > uint64(maxInt) {
		return false, failure(C.RTDYLD_ERROR_NO_MEMORY, "%s: %d bytes are more than there are", q.Object, q.Size)
	}
	ar := arena{brief: true}
	defer ar.free()
	r := &items[C.rtdyld_request](&ar, 1)[0]
	r.size = sizeOf[C.rtdyld_request]()
	r.bytes, r.alignment, r.near_address = C.uint64_t(size), C.uint64_t(align), C.uint64_t(q.Near)
	name := q.Name
	if name == "" && q.Image == nil {
		name = q.Object // <canonical>
	}
	r.object, r.section = ar.text(q.Object), ar.text(name)
	*(*uintptr)(unsafe.Pointer(&r.module)) = userOf(q.User)
	r.section_id, r.kind, r.code_model = C.uint32_t(q.Section), kindOf[q.Kind], C.rtdyld_code_model(q.CodeModel)
	r.low32, r.tls = truth(q.Low32), truth(q.TLS)
	r.within_first, r.within_last = C.uint64_t(q.Within.First), C.uint64_t(q.Within.Last)
	failed := C.rtdyldx_allocate(C.uintptr_t(a.s.id), a.f, r, b, ar.answer())
	if failed != 0 {
		return false, ar.failed(C.RTDYLD_ERROR_CALLBACK, "allocate %s for %s, %d bytes", q.Kind, q.Object, size)
	}
	return true, nil
}

func truth(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// accept checks a block and clears it.
func (a *adapter) accept(q *rtdyld.Request, b *C.rtdyld_block) (rtdyld.Block, error) {
	size, align := a.whole(q)
	at, addr := uint64(uintptr(b.memory)), uint64(b.address)
	bad := func(format string, args ...any) (rtdyld.Block, error) {
		args = append([]any{q.Kind, q.Object, size}, args...)
		return rtdyld.Block{}, failure(C.RTDYLD_ERROR_CALLBACK, "allocate %s for %s, %d bytes: the callback gave "+format, args...)
	}
	switch {
	case at == 0:
		return bad("no memory")
	case uint64(b.size) < size:
		return bad("%d bytes", uint64(b.size))
	case addr&(align-1) != 0:
		return bad("address %#x, alignment %d asked", addr, align)
	case addr+size < addr || at+size < at:
		return bad("address %#x, which wraps around", addr)
	case q.Low32 && addr+size > 1<<31:
		return bad("address %#x, below 2 GiB asked", addr)
	case a.protect && at != addr:
		return bad("address %#x for memory at %#x: permissions are the library's, they must be the same", addr, at)
	}
	mem, err := bytesAt(b.memory, q.Size)
	clear(mem)
	return rtdyld.Block{Mem: mem, Addr: addr}, err
}

// Blocks implements [rtdyld.Allocation].
func (g *given) Blocks() []rtdyld.Block { return g.blocks }

// Finalize implements [rtdyld.Allocation].
func (g *given) Finalize(context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.released:
		return mem.ErrReleased
	case g.final || len(g.got) == 0:
		return nil
	}
	if err := g.protect(); err != nil {
		g.unprotect()
		return err
	}
	ar := arena{brief: true}
	defer ar.free()
	r := C.rtdyldx_finalize(C.uintptr_t(g.a.s.id), g.a.f, &g.got[0], &g.kinds[0], C.size_t(len(g.got)), ar.answer())
	if r != 0 {
		g.unprotect() // it may be relocated again
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "finalize of %d blocks", len(g.got))
	}
	g.final = true
	return nil
}

// protect gives pages their permissions if that is the library's to do.
func (g *given) protect() error {
	if !g.a.protect {
		return nil
	}
	for i := range g.got {
		if errno := C.rtdyldx_protect(g.got[i].memory, g.whole(i), g.kinds[i]); errno != 0 {
			return protectError(uint64(g.got[i].address), uint64(g.whole(i)), g.kinds[i], syscall.Errno(errno))
		}
	}
	return nil
}

// unprotect makes pages writable again.
func (g *given) unprotect() {
	if g.a.protect {
		for i := range g.got {
			C.rtdyldx_protect(g.got[i].memory, g.whole(i), C.RTDYLD_KIND_WRITABLE)
		}
	}
}

// whole is how much of a block is in its pages.
func (g *given) whole(i int) C.size_t {
	return C.size_t((uint64(len(g.blocks[i].Mem)) + g.a.page - 1) &^ (g.a.page - 1))
}

func protectError(addr, size uint64, kind C.rtdyld_kind, err error) error {
	status := C.rtdyld_status(C.RTDYLD_ERROR_OTHER)
	if kind == C.RTDYLD_KIND_CODE && (errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM)) {
		status = C.RTDYLD_ERROR_EXEC_DENIED
	}
	return failure(status, "change permissions of %d bytes at %#x: %v", size, addr, err)
}

// Release implements [rtdyld.Allocation]: the program gets every block that it gave.
func (g *given) Release(context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.released {
		return mem.ErrReleased
	}
	g.released = true
	defer g.arena.free()
	if len(g.got) == 0 {
		return nil
	}
	ar := arena{brief: true}
	defer ar.free()
	r := C.rtdyldx_release(C.uintptr_t(g.a.s.id), g.a.f, &g.got[0], C.size_t(len(g.got)), ar.answer())
	if r != 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "release of %d blocks", len(g.got))
	}
	return nil
}

// NotifyLoaded implements [rtdyld.LoadNotifier].
func (a *adapter) NotifyLoaded(_ context.Context, objs []*rtdyld.Object) error {
	if !a.s.enter() {
		return failure(C.RTDYLD_ERROR_HANDLE, "it is being freed")
	}
	defer a.s.leave()
	ar := arena{brief: true}
	defer ar.free()
	handles, users := items[*C.rtdyld_object](&ar, len(objs)), items[unsafe.Pointer](&ar, len(objs))
	for i, o := range objs {
		setHandle(&handles[i], a.s.handleOf(o))
		*(*uintptr)(unsafe.Pointer(&users[i])) = userOf(o.Image().User)
	}
	r := C.rtdyldx_notify(C.uintptr_t(a.s.id), a.f, &handles[0], &users[0], C.size_t(len(objs)), ar.answer())
	if r != 0 {
		a.s.forget(objs) // the load is taken back
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "notify_loaded of %d objects", len(objs))
	}
	return nil
}

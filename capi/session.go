//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
	"github.com/go-rtdyld/rtdyld/triple"
)

// session is what a linker and an engine have in common.
type session struct {
	*owner
	arena   arena         // structs of the options
	memory  *memory       // the program's, nil: none
	slab    *mem.Manager  // for code that runs elsewhere, else nil
	process *host.Process // nil for code that runs elsewhere
	locals  locals        // of process

	target   triple.Triple    // of process
	opened   opened           // libraries of images
	explains bool             // undefined names
	rec      *record.Recorder // nil: nothing is written down
	image    bool             // its objects are for a linked image
	cancels  *cancels         // nil: calls are not cancelled

	tools      *tools // nil: none
	listeners  []*listener
	moduleOf   func(module any) handle // nil for a linker
	moduleTold func(module any)        // that objects of it go; nil for a linker

	mu      sync.Mutex
	objects map[*rtdyld.Object]handle
	held    int // by the linker or engine, and by detached code
}

// objectHandle is what the handle of an object stands for.
type objectHandle struct {
	*rtdyld.Object
	s *session
}

func newSession() *session {
	return &session{owner: newOwner(), objects: map[*rtdyld.Object]handle{}, held: 1}
}

// handleOf is the handle of an object, the same each time.
func (s *session) handleOf(o *rtdyld.Object) handle { return s.handleWith(o, nil) }

// handleWith is handleOf with what a new handle stands for, if that is not nil.
func (s *session) handleWith(o *rtdyld.Object, in *objectHandle) handle {
	s.mu.Lock()
	h, ok := s.objects[o]
	if !ok {
		if in == nil {
			in = new(objectHandle)
		}
		in.Object, in.s = o, s
		h = enroll(anObject, s.owner, in)
		s.objects[o] = h
	}
	s.mu.Unlock()
	return h
}

// prune ends the handles of those objects that are unloaded.
func (s *session) prune(objs []*rtdyld.Object) {
	for _, o := range objs {
		if o.State() == rtdyld.Unloaded {
			s.forget([]*rtdyld.Object{o})
		}
	}
}

// forget ends the handles of objects.
func (s *session) forget(objs []*rtdyld.Object) {
	for _, o := range objs {
		s.mu.Lock()
		h, ok := s.objects[o]
		delete(s.objects, o)
		s.mu.Unlock()
		if !ok {
			continue
		}
		strike(h)
	}
}

func keyOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// userOf is the `user` of the input that something is made of, as images and requests for memory have
// it; 0 if there is none.
func userOf(value any) uintptr {
	user, _ := value.(uintptr)
	return user
}

// hold keeps what callbacks need after the linker or engine is freed, until drop.
func (s *session) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held++
}

// shut ends all handles of objects, and the hold of a linker or engine.
func (s *session) shut() error {
	s.mu.Lock()
	hs := slices.Collect(maps.Values(s.objects))
	s.mu.Unlock()
	strike(hs...)
	return s.drop()
}

// drop frees what a session has when nothing of it is in use any more.
func (s *session) drop() error {
	s.mu.Lock()
	s.held--
	last := s.held == 0
	s.mu.Unlock()
	if !last {
		return nil
	}
	var errs []error
	if s.tools != nil {
		errs = append(errs, s.tools.set(0))
	}
	if s.rec != nil {
		errs = append(errs, s.rec.Close())
	}
	if s.slab != nil {
		errs = append(errs, s.slab.Close())
	}
	if s.memory != nil {
		s.memory.drop()
	}
	s.arena.free()
	return errors.Join(errs...)
}

// end frees a linker or an engine: no call comes in, those inside end, then close is called.
func (s *session) end(h handle, k kind, close func(context.Context) error) error {
	if s.inside() != 0 {
		return failure(C.RTDYLD_ERROR_REENTRANT, "the %s cannot be freed from a callback or constructor of its own", kindNames[k])
	}
	if !s.close() {
		return failure(C.RTDYLD_ERROR_HANDLE, "the %s is being freed", kindNames[k])
	}
	s.wait()
	err := close(context.Background())
	s.wait() // for what an engine did on threads of its own
	strike(h)
	return errors.Join(err, s.shut())
}

// within runs f on a thread that remembers what it is in.
func (s *session) within(what C.int, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	C.rtdyldx_push(C.uintptr_t(s.id), what)
	defer C.rtdyldx_pop()
	return f()
}

// constructors runs constructors, whose calls are known as such.
type constructors struct {
	s    *session
	next rtdyld.Initializer
}

// Init implements [rtdyld.Initializer].
func (c *constructors) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	return c.s.within(C.RTDYLDX_CALLBACK|C.RTDYLDX_CONSTRUCTOR, func() error { return c.next.Init(ctx, objs, funcs) })
}

// Fini implements [rtdyld.Initializer].
func (c *constructors) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	return c.s.within(C.RTDYLDX_CALLBACK, func() error { return c.next.Fini(ctx, objs, funcs) })
}

// locals gives objects their thread-locals, and knows then how those of the process are found by module.
type locals struct {
	rtdyld.TLSProvider
	mu     sync.Mutex
	module uint64
	beyond uint64 // what offsets in the module's block are more than those from the thread pointer
}

// Define implements [rtdyld.TLSProvider].
func (t *locals) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	b, err := t.TLSProvider.Define(ctx, req)
	if err == nil && b.TPOffset() != rtdyld.NoTPOffset {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.module, t.beyond = b.Module(), b.DTPOffset()-uint64(b.TPOffset())
	}
	return b, err
}

// at is how code that goes by modules finds what is at an offset from the thread pointer in all threads: nil if no object has had
// thread-locals yet.
func (t *locals) at(offset uint64) *rtdyld.ThreadLocal {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.module == 0 {
		return nil
	}
	return &rtdyld.ThreadLocal{Module: t.module, Offset: offset + t.beyond, Static: true}
}

// unwinder tells the program of call frames.
type unwinder struct {
	s *session
	u *C.rtdyld_unwind // C memory
}

// Formats implements [rtdyld.Unwinder].
func (u *unwinder) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

// Register implements [rtdyld.Unwinder].
func (u *unwinder) Register(ctx context.Context, tables []rtdyld.UnwindTable) error {
	for i, t := range tables {
		if err := u.tell(t.Block, 1, "register"); err != nil {
			return errors.Join(err, u.Deregister(ctx, tables[:i]))
		}
	}
	return nil
}

// Deregister implements [rtdyld.Unwinder].
func (u *unwinder) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	var errs []error
	for _, t := range tables {
		errs = append(errs, u.tell(t.Block, 0, "deregister"))
	}
	return errors.Join(errs...)
}

func (u *unwinder) tell(eh rtdyld.Block, on C.int, what string) error {
	ar := arena{brief: true}
	defer ar.free()
	b := &items[C.rtdyld_block](&ar, 1)[0]
	b.memory, b.address, b.size = unsafe.Pointer(unsafe.SliceData(eh.Mem)), C.uint64_t(eh.Addr), C.uint64_t(len(eh.Mem))
	r := C.rtdyldx_frames(C.uintptr_t(u.s.id), u.u, b, on, ar.answer())
	if r != 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "%s call frames at %#x", what, eh.Addr)
	}
	return nil
}

// otherFormats is the process's unwinder where the program has its own for call frames.
type otherFormats struct{ rtdyld.Unwinder }

// Formats implements [rtdyld.Unwinder].
func (o otherFormats) Formats() rtdyld.UnwindFormat {
	return o.Unwinder.Formats() &^ rtdyld.EHFrame
}

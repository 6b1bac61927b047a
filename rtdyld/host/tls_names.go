//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// placeThreads gives linkers thread-locals: of objects, of libraries by name, and
// destructors of those of objects. Objects for another system have thread-locals of
// other kinds, which there are none of.
func (p *Process) placeThreads() {
	if !p.cfg.Triple.CompatibleWith(hostTriple()) {
		return
	}
	if !p.c.kind.threads {
		p.cfg.TLS = &ownBlocks
		p.cfg.Resolver = &threadNames{p.c, p.cfg.Resolver, p.scopes}
		return
	}
	p.cfg.TLS = &threads
	p.cfg.Resolver = &threadNames{p.c, p.cfg.Resolver, p.scopes}
	p.runs = &threadFini{p.runs}
}

// threadNames adds to what another resolver finds where thread-locals of libraries
// are, and the names by which C++ registers destructors of thread-locals.
type threadNames struct {
	c      *libc
	next   rtdyld.Resolver
	scopes []uintptr
}

// Resolve implements rtdyld.Resolver.
func (r *threadNames) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		if refs[i].TLS && r.c.kind.threads { // before dlsym uses it
			threads.settle(refs[i].Name, r.c)
		}
	}
	if err := r.next.Resolve(ctx, refs, out); err != nil {
		return err
	}
	for i := range refs {
		switch {
		case refs[i].Name == "_TLS_MODULE_BASE_" && refs[i].TLS:
			// What gcc's local-dynamic descriptors are for: the start of the module.
			if !r.c.kind.threads { // the linker knows that of the object, if it has thread-locals of its own
				out[i] = rtdyld.Symbol{Kind: rtdyld.TLS, Found: true, Thread: new(rtdyld.ThreadLocal)}
				continue
			}
			base, err := threads.base(refs[i].Name)
			if err != nil {
				return err
			}
			out[i] = base
		case out[i].Kind == rtdyld.TLS && refs[i].TLS:
			found, err := threads.locate(refs[i].Name, r.address, r.c.loadedImages())
			if err != nil {
				return err
			}
			found.Size = out[i].Size
			out[i] = found
		case r.c.kind.threads && exitPC[0] != 0 && (refs[i].Name == "__cxa_thread_atexit" || refs[i].Name == "__cxa_thread_atexit_impl"):
			entry, err := threadExits()
			if err != nil {
				return err
			}
			out[i], _ = function(entry)
		}
	}
	return nil
}

// address asks the dynamic linker for a name: for a thread-local that of the calling
// thread.
func (r *threadNames) address(name string) uintptr {
	name, version := splitVersion(name)
	find := &resolver{c: r.c, scopes: r.scopes}
	buf := cnamesPool.Get().(*cnames)
	defer cnamesPool.Put(buf)
	return find.find(buf, name, version)
}

// errModule says that no library has a thread-local at the place that the dynamic linker
// tells.
var errModule = errors.New("no library has it")

// locate tells how threads find a library's thread-local. address finds that of the
// calling thread. What lies between an arena and the thread pointer is part of the static
// block, and so is at one distance in all threads; any other is found by its module.
func (t *threadBlocks) locate(name string, address func(string) uintptr, im *images) (rtdyld.Symbol, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fail := func(err error) (rtdyld.Symbol, error) {
		return rtdyld.Symbol{}, &TLSError{Object: name, Used: t.inUse(), Err: err}
	}
	if err := t.find(); err != nil {
		return fail(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	own, _ := splitVersion(name)
	at := address(name)
	module, offset, ok := im.threadLocal(own, at, t.address)
	if !ok {
		return fail(errModule)
	}
	s := rtdyld.Symbol{Kind: rtdyld.TLS, Found: true, Thread: &rtdyld.ThreadLocal{Module: uint64(module), Offset: uint64(offset)}}
	if tp, ok := t.isSettled(module, im.gen); ok {
		s.Addr, s.Thread.Static = uint64(tp)+uint64(offset), true
		return s, nil
	}
	// Without room for an arena there is no telling which are static.
	if !t.none && t.some(name) == nil {
		off := int64(uint64(at) - t.pointer())
		start := -int64(hostTLS.bias) // or the end of the block
		for _, a := range t.arenas {
			if a.tp < off && off < start || start <= off && off < a.tp {
				s.Addr, s.Thread.Static = uint64(off), true
				return s, nil
			}
		}
	}
	var err error
	if s.Thread.Descriptor, err = t.descriptor(module, offset); err != nil {
		return fail(err)
	}
	return s, nil
}

// descriptor makes a TLS descriptor for an offset in a module's block, once: its argument
// is the address of the two words that __tls_get_addr takes, which stay. It is zero where
// there is no function for it. t.mu is held.
func (t *threadBlocks) descriptor(module, offset uintptr) (d [2]uint64, err error) {
	if descriptorPC == 0 {
		return d, nil
	}
	index := tlsIndex(module, offset)
	at := t.indexes[index]
	if at == 0 {
		c, err := getLibc()
		if err != nil {
			return d, err
		}
		if at = callC(c.malloc, unsafe.Sizeof(index)); at == 0 {
			return d, unix.ENOMEM
		}
		*(*[2]uintptr)(pointer(at)) = index
		if t.indexes == nil {
			t.indexes = map[[2]uintptr]uintptr{}
		}
		t.indexes[index] = at
	}
	descriptorGetAddr = t.getAddr
	if t.none {
		descriptorGetAddr = ownBlocksPC[ownBlocksWord]
	}
	return [2]uint64{uint64(descriptorPC), uint64(at)}, nil
}

// base is where the module starts that all thread-locals of objects are in.
func (t *threadBlocks) base(name string) (rtdyld.Symbol, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.some(name); err != nil {
		return rtdyld.Symbol{}, err
	}
	return rtdyld.Symbol{Addr: uint64(t.arenas[0].tp), Kind: rtdyld.TLS, Found: true}, nil
}

// some sees to it that there is an arena. t.mu is held.
func (t *threadBlocks) some(name string) error {
	if len(t.arenas) > 0 {
		return nil
	}
	_, err := t.grow(1, 1)
	if err != nil {
		return &TLSError{Object: name, Used: t.inUse(), Err: err}
	}
	return nil
}

// threadFini runs or forgets destructors of thread-locals when objects are unloaded.
type threadFini struct{ next runner }

// Init implements rtdyld.Initializer.
func (f *threadFini) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	return f.next.Init(ctx, objs, funcs)
}

func (f *threadFini) init(ctx context.Context, funcs, fini []uint64) error {
	return f.next.init(ctx, funcs, fini)
}

// Fini implements rtdyld.Initializer. Destructors of the calling thread's
// thread-locals run first, as they do in exit. Those of threads that go on have
// nothing left that could run them, and are forgotten.
func (f *threadFini) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	return f.fini(ctx, members(objs), funcs)
}

func (f *threadFini) fini(ctx context.Context, objs []member, funcs []uint64) error {
	if threadEnds.n.Load() == 0 {
		err := f.next.fini(ctx, objs, funcs)
		if threadEnds.n.Load() == 0 {
			return err
		}
		return errors.Join(err, threadEnds.forget(ctx, handles(objs)))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	of := handles(objs)
	threadEnds.runOwn(of)
	err := f.next.fini(ctx, objs, funcs)
	return errors.Join(err, threadEnds.forget(ctx, of))
}

func handles(objs []member) map[uintptr]bool {
	of := make(map[uintptr]bool, len(objs))
	for _, o := range objs {
		of[uintptr(o.DSOHandle())] = true
	}
	return of
}

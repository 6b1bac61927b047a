//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// modules is what the handle of an engine stands for.
type modules struct {
	*session
	e *engine.Engine

	compiles bool           // there is a compiler for sources
	callback *host.Callback // that stubs lead to at first; nil: there are none
	next     *C.uint64_t    // its address, C memory for rtdyldx_lazy

	mu     sync.Mutex
	known  map[*engine.Module]*moduleHandle
	inside map[uint64]func() // counted calls
	last   uint64
}

// moduleHandle is what the handle of a module stands for.
type moduleHandle struct {
	*engine.Module
	in *modules
	h  handle
}

//export rtdyldx_engine_create
func rtdyldx_engine_create(options *C.rtdyldx_coptions, out **C.rtdyld_engine, e **C.rtdyld_error) C.rtdyld_status {
	return createEngine(options, nil, out, e)
}

// createEngine makes an engine whose code runs in this process, if in is nil.
func createEngine(options *C.rtdyldx_coptions, in elsewhere, out **C.rtdyld_engine, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	setHandle(out, 0)
	if out == nil {
		return report(e, failure(C.RTDYLD_ERROR_ARGUMENT, "engine is NULL"))
	}
	set, err := configure(options, true, in)
	if err != nil {
		return report(e, err)
	}
	ms := &modules{session: set.session, compiles: set.compiler != nil, known: map[*engine.Module]*moduleHandle{}, inside: map[uint64]func(){}}
	cfg := engine.Config{Linker: set.linker, CacheError: set.told}
	cfg.Compiler, cfg.Cache = set.compilerOf()
	ms.stubs(&cfg, set)
	ms.moduleOf = func(m any) handle { return ms.handleOfModule(m.(*engine.Module)) } // images of an engine's objects have one
	ms.moduleTold = func(m any) { ms.told(m.(*engine.Module)) }
	ms.e, err = engine.New(cfg)
	if err != nil {
		C.free(unsafe.Pointer(ms.next))
		return report(e, errors.Join(err, ms.shut()))
	}
	setHandle(out, enroll(anEngine, ms.owner, ms))
	return C.RTDYLD_OK
}

//export rtdyldx_engine_free
func rtdyldx_engine_free(en *C.rtdyld_engine, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	h := handleAt(&en)
	ent, err := find(h, anEngine)
	if err == nil {
		v := ent.value.(*modules)
		err = v.end(h, anEngine, func(ctx context.Context) error {
			err := v.e.CloseContext(ctx)
			if v.callback != nil {
				err = errors.Join(err, v.callback.Close())
			}
			C.free(unsafe.Pointer(v.next))
			v.mu.Lock()
			defer v.mu.Unlock()
			for _, m := range v.known {
				strike(m.h)
			}
			v.known = nil
			return err
		})
	}
	return report(e, err)
}

//export rtdyldx_engine_add
func rtdyldx_engine_add(en *C.rtdyld_engine, in *C.rtdyldx_cinput, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		return v.addTo(out, in)
	})
}

//export rtdyldx_engine_add_object_memory
func rtdyldx_engine_add_object_memory(en *C.rtdyld_engine, name *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	return moduleShort(en, name, nil, data, length, 0, out, e)
}

//export rtdyldx_engine_add_object_file
func rtdyldx_engine_add_object_file(en *C.rtdyld_engine, path *C.rtdyldx_cchar, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	return moduleShort(en, nil, path, nil, 0, 0, out, e)
}

//export rtdyldx_engine_add_archive_memory
func rtdyldx_engine_add_archive_memory(en *C.rtdyld_engine, name *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	return moduleShort(en, name, nil, data, length, C.RTDYLD_INPUT_ARCHIVE, out, e)
}

//export rtdyldx_engine_add_archive_file
func rtdyldx_engine_add_archive_file(en *C.rtdyld_engine, path *C.rtdyldx_cchar, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	return moduleShort(en, nil, path, nil, 0, C.RTDYLD_INPUT_ARCHIVE, out, e)
}

func moduleShort(en *C.rtdyld_engine, name, path *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, flags C.uint32_t, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		return shortInput(name, path, data, length, flags, func(in *C.rtdyldx_cinput) error { return v.addTo(out, in) })
	})
}

// addTo takes a module, and gives its handle.
func (v *modules) addTo(out **C.rtdyld_module, in *C.rtdyldx_cinput) error {
	return v.during(func(ctx context.Context) error {
		h, err := v.add(ctx, in)
		setHandle(out, h)
		return err
	})
}

// add takes a module.
func (v *modules) add(ctx context.Context, from *C.rtdyldx_cinput) (handle, error) {
	in, err := v.input(ctx, from)
	if err != nil {
		return 0, err
	}
	mod, err := v.e.Add(ctx, in)
	if err != nil {
		return 0, err
	}
	return v.handleOfModule(mod), nil
}

// input reads an input for an engine.
func (v *modules) input(ctx context.Context, from *C.rtdyldx_cinput) (m engine.Input, err error) {
	var in input
	if err := in.take(from); err != nil {
		return m, err
	}
	if in.external != nil || in.places != nil {
		in.buf.Close()
		return m, failure(C.RTDYLD_ERROR_ARGUMENT, "%s: external and places are for objects that a linker is given", in.name)
	}
	data := in.buf.Bytes()
	if in.file {
		data = bytes.Clone(data) // an engine keeps no file open
		in.buf.Close()
	}
	if data == nil {
		data = []byte{} // nil is none
	}
	m = engine.Input{Name: in.name, User: in.user, Triple: in.triple}
	switch {
	case in.archive:
		m.Archive = data
	case in.source && !v.compiles:
		in.buf.Close()
		return m, fmt.Errorf("%s: %w", in.name, engine.ErrNoCompiler)
	case in.source:
		m.Source, m.Defines = &compiler.Source{Name: in.name, Text: data}, in.defines
	case in.maker != nil:
		m.Source, m.Defines = in.maker.source(in.name), in.defines
	default:
		m.Object = data
	}
	return m, in.stubbed(ctx, &m)
}

// handleOfModule is the handle of a module, the same each time.
func (v *modules) handleOfModule(m *engine.Module) handle {
	v.mu.Lock()
	defer v.mu.Unlock()
	mh := v.known[m]
	if mh == nil {
		if v.known == nil || m.State() == engine.Removed {
			return 0 // it is detached
		}
		mh = &moduleHandle{Module: m, in: v}
		mh.h = enroll(aModule, v.owner, mh)
		v.known[m] = mh
	}
	return mh.h
}

// pruneModules ends the handles of those modules that are removed.
func (v *modules) pruneModules(ms []*moduleHandle) {
	for _, m := range ms {
		if m.State() != engine.Removed {
			continue
		}
		strike(m.h)
		v.mu.Lock()
		delete(v.known, m.Module)
		v.mu.Unlock()
	}
}

// modulesOf are the modules of handles, which must be the engine's.
func (v *modules) modulesOf(from *C.rtdyldx_cmodule, count C.size_t) (ms []*moduleHandle, err error) {
	if from == nil && count > 0 {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "modules is NULL, count %d", uint64(count))
	}
	hs := unsafe.Slice(from, int(count))
	for i := range hs {
		e, err := find(handleAt(&hs[i]), aModule)
		if err == nil && e.of != v.owner {
			err = failure(C.RTDYLD_ERROR_HANDLE, "it is of another engine")
		}
		if err != nil {
			return nil, failure(C.RTDYLD_ERROR_HANDLE, "modules[%d]: %v", i, err)
		}
		ms = append(ms, e.value.(*moduleHandle))
	}
	return ms, nil
}

func plain(ms []*moduleHandle) (out []*engine.Module) {
	for _, m := range ms {
		out = append(out, m.Module)
	}
	return out
}

// lookingUp is during for a call that does not wait for constructors if it comes from one.
func (v *modules) lookingUp(f func(ctx context.Context) error) error {
	err := v.during(func(ctx context.Context) error {
		if v.owner.inside()&C.RTDYLDX_CONSTRUCTOR != 0 {
			ctx = engine.WithoutWait(ctx)
		}
		return f(ctx)
	})
	return v.why(err, v.e.Linker().Objects)
}

//export rtdyldx_engine_load
func rtdyldx_engine_load(en *C.rtdyld_engine, from *C.rtdyldx_cmodule, count C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		ms, err := v.modulesOf(from, count)
		if err != nil {
			return err
		}
		return v.lookingUp(func(ctx context.Context) error { return v.e.Load(ctx, plain(ms)...) })
	})
}

//export rtdyldx_engine_finalize
func rtdyldx_engine_finalize(en *C.rtdyld_engine, from *C.rtdyldx_cmodule, count C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		ms, err := v.modulesOf(from, count)
		if err != nil {
			return err
		}
		return v.lookingUp(func(ctx context.Context) error { return v.e.Finalize(ctx, plain(ms)...) })
	})
}

//export rtdyldx_engine_lookup
func rtdyldx_engine_lookup(en *C.rtdyld_engine, name *C.rtdyldx_cchar, address *C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	if address != nil {
		*address = 0
	}
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		text, err := stringArg(name, "name")
		if err == nil && address == nil {
			err = failure(C.RTDYLD_ERROR_ARGUMENT, "address is NULL")
		}
		if err != nil {
			return err
		}
		return v.lookingUp(func(ctx context.Context) error {
			s, err := v.e.Lookup(ctx, text)
			if err == nil {
				*address = C.uint64_t(s.Addr)
			}
			return err
		})
	})
}

//export rtdyldx_engine_enter
func rtdyldx_engine_enter(en *C.rtdyld_engine, counted *C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		if counted == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "call is NULL")
		}
		leave := v.e.Enter()
		v.mu.Lock()
		defer v.mu.Unlock()
		v.last++
		v.inside[v.last] = leave
		*counted = C.uint64_t(v.last)
		return nil
	})
}

//export rtdyldx_engine_leave
func rtdyldx_engine_leave(en *C.rtdyld_engine, counted C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		v.mu.Lock()
		leave := v.inside[uint64(counted)]
		delete(v.inside, uint64(counted))
		v.mu.Unlock()
		if leave == nil {
			return failure(C.RTDYLD_ERROR_HANDLE, "call %d is not inside", uint64(counted))
		}
		leave()
		return nil
	})
}

//export rtdyldx_engine_remove
func rtdyldx_engine_remove(en *C.rtdyld_engine, from *C.rtdyldx_cmodule, count C.size_t, timeout C.int64_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		if count == 0 {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "there is nothing to remove: count is 0")
		}
		ms, err := v.modulesOf(from, count)
		if err != nil {
			return err
		}
		return v.during(func(ctx context.Context) error {
			if timeout >= 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, milliseconds(int64(timeout)))
				defer cancel()
			}
			err := v.remove(ctx, ms)
			if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, engine.ErrBusy) {
				err = errors.Join(engine.ErrBusy, err)
			}
			return err
		})
	})
}

func (v *modules) remove(ctx context.Context, ms []*moduleHandle) error {
	var objs []*rtdyld.Object
	for _, m := range ms {
		objs = append(objs, m.Objects()...)
	}
	err := v.e.Remove(ctx, plain(ms)...)
	v.prune(objs)
	v.pruneModules(ms)
	return err
}

//export rtdyldx_engine_modules
func rtdyldx_engine_modules(en *C.rtdyld_engine, missing C.int, list *C.struct_rtdyldx_list, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		if err := visited(missing); err != nil {
			return err
		}
		var hs []handle
		for m := range v.e.Modules() {
			v.mu.Lock()
			if mh := v.known[m]; mh != nil {
				hs = append(hs, mh.h)
			}
			v.mu.Unlock()
		}
		listHandles(list, hs)
		return nil
	})
}

//export rtdyldx_module_name
func rtdyldx_module_name(module *C.rtdyld_module, name **C.char, e **C.rtdyld_error) C.rtdyld_status {
	if name != nil {
		*name = nil
	}
	return call(handleAt(&module), aModule, e, func(m *moduleHandle) error {
		if name == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "name is NULL")
		}
		*name = C.CString(m.Name())
		return nil
	})
}

//export rtdyldx_module_user
func rtdyldx_module_user(module *C.rtdyld_module, user *unsafe.Pointer, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(user, 0)
	return call(handleAt(&module), aModule, e, func(m *moduleHandle) error {
		if user == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "user is NULL")
		}
		setHandle(user, handle(userOf(m.User())))
		return nil
	})
}

//export rtdyldx_module_state
func rtdyldx_module_state(module *C.rtdyld_module, state *C.rtdyld_state, reason **C.rtdyld_error, e **C.rtdyld_error) C.rtdyld_status {
	if reason != nil {
		*reason = nil
	}
	return call(handleAt(&module), aModule, e, func(m *moduleHandle) error {
		if state == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "state is NULL")
		}
		*state = C.rtdyld_state(m.State())
		if why := m.Err(); why != nil && reason != nil {
			report(reason, why)
		}
		return nil
	})
}

//export rtdyldx_module_objects
func rtdyldx_module_objects(module *C.rtdyld_module, missing C.int, list *C.struct_rtdyldx_list, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&module), aModule, e, func(m *moduleHandle) error {
		return m.in.listObjects(missing, list, m.Objects())
	})
}

//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// stubbed says which functions of a module are behind stubs.
func (in *input) stubbed(ctx context.Context, m *engine.Input) (err error) {
	switch {
	case in.functions != nil && in.lazy:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: RTDYLD_INPUT_LAZY names all functions, and some are named", in.name)
	case in.lazy && m.Object == nil:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: RTDYLD_INPUT_LAZY is for objects", in.name)
	case in.lazy:
		m.Functions, err = functionsOf(ctx, in.name, m.Object)
	default:
		m.Functions = in.functions
	}
	return err
}

// functionsOf lists the functions that an object defines for others, which must be all that it defines.
func functionsOf(ctx context.Context, name string, object []byte) (names []string, err error) {
	img, err := objfile.ParseContext(ctx, name, object)
	if err != nil {
		return nil, err
	}
	defer img.Close()
	for id := img.FirstGlobal; int(id) < len(img.Symbols); id++ {
		s := &img.Symbols[id]
		if !s.Defined() || s.Bind == objfmt.BindLocal || s.Bind == objfmt.BindWeak || s.Vis >= objfmt.VisHidden {
			continue
		}
		code := s.Section < objfmt.SecSpecial && img.Sections[s.Section].Kind == objfmt.KindCode
		if s.Type != objfmt.SymFunc && s.Type != objfmt.SymIFunc && !(s.Type == objfmt.SymNone && code) {
			return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "%s: RTDYLD_INPUT_LAZY: it defines %s, which is no function and would not be seen", name, img.SymbolName(id))
		}
		names = append(names, string([]byte(img.SymbolName(id))))
	}
	if names == nil {
		err = failure(C.RTDYLD_ERROR_ARGUMENT, "%s: RTDYLD_INPUT_LAZY: it defines no function", name)
	}
	return names, err
}

// stubs has an engine make stubs, by a callback that ends with the engine.
func (v *modules) stubs(cfg *engine.Config, set *settings) {
	if v.process == nil {
		return // code does not run here
	}
	v.next = (*C.uint64_t)(C.calloc(1, C.size_t(unsafe.Sizeof(*v.next))))
	cfg.CallbackContext = uint64(uintptr(unsafe.Pointer(v.next)))
	cfg.Callback = func(f func(context, number uint64) uint64) (uint64, error) {
		c, err := host.NewCallback(f, host.CallbackConfig{})
		if err != nil {
			return 0, err
		}
		v.callback = c
		*v.next = C.uint64_t(c.Addr())
		return uint64(uintptr(C.rtdyldx_lazy)), nil
	}
	cfg.Failed, cfg.OnFailed = uint64(uintptr(unsafe.Pointer(set.failed))), v.callFailed
	cfg.HotCalls = set.hotCalls
	cfg.OnHot = func(m *engine.Module, name string) { v.hot(v.handleOfModule(m), name) }
}

//export rtdyldx_engine_replace
func rtdyldx_engine_replace(en *C.rtdyld_engine, old *C.rtdyld_module, from *C.rtdyldx_cinput, out **C.rtdyld_module, e **C.rtdyld_error) C.rtdyld_status {
	gone := handleAt(&old) // which out may lead to
	setHandle(out, 0)
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		ent, err := find(gone, aModule)
		if err == nil && ent.of != v.owner {
			err = failure(C.RTDYLD_ERROR_HANDLE, "old is of another engine")
		}
		if err != nil {
			return err
		}
		return v.lookingUp(func(ctx context.Context) error {
			in, err := v.input(ctx, from)
			if err != nil {
				return err
			}
			before := ent.value.(*moduleHandle)
			m, err := v.e.Replace(ctx, before.Module, in)
			if m != nil {
				setHandle(out, v.handleOfModule(m))
			}
			v.replaced(before)
			return err
		})
	})
}

// replaced ends the handle of a module that was replaced, which listeners may be told of later, or of one that was to take its place.
func (v *modules) replaced(before *moduleHandle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if before.State() == engine.Removed {
		strike(before.h)
		if len(v.listeners) == 0 || len(before.Objects()) == 0 {
			delete(v.known, before.Module)
		}
		return
	}
	for m, mh := range v.known {
		if m.State() == engine.Removed && len(m.Objects()) == 0 {
			strike(mh.h)
			delete(v.known, m)
		}
	}
}

// told forgets a module that was removed, once listeners know.
func (v *modules) told(m *engine.Module) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if m.State() == engine.Removed {
		delete(v.known, m)
	}
}

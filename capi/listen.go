//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"slices"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// listener tells the program of objects.
type listener struct {
	s *session
	l *C.rtdyld_listener // C memory
}

// listen copies the listeners of options, and has the linker tell them.
func (set *settings) listen(o *C.rtdyld_options) error {
	if o.listener_count == 0 {
		return nil
	}
	if o.listeners == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_options: listeners is NULL, listener_count %d", uint64(o.listener_count))
	}
	var loaded notifiers
	for i, from := range unsafe.Slice(o.listeners, int(o.listener_count)) {
		if from == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_options: listeners[%d] is NULL", i)
		}
		l := &listener{set.session, &items[C.rtdyld_listener](&set.arena, 1)[0]}
		if err := copied(C.rtdyldx_copy_listener(l.l, from), "rtdyld_listener"); err != nil {
			return err
		}
		if set.listeners = append(set.listeners, l); l.l.loaded != nil {
			loaded = append(loaded, l)
		}
	}
	if next := set.linker.Loaded; next != nil {
		loaded = append(loaded, next)
	}
	if len(loaded) > 0 {
		set.linker.Loaded = loaded
	}
	set.linker.Listeners = append(slices.Clip(set.linker.Listeners), set.session)
	return nil
}

// notifiers are told one after the other.
type notifiers []rtdyld.LoadNotifier

// NotifyLoaded implements [rtdyld.LoadNotifier].
func (ns notifiers) NotifyLoaded(ctx context.Context, objs []*rtdyld.Object) error {
	for _, n := range ns {
		if err := n.NotifyLoaded(ctx, objs); err != nil {
			return err
		}
	}
	return nil
}

// NotifyLoaded implements [rtdyld.LoadNotifier].
func (l *listener) NotifyLoaded(_ context.Context, objs []*rtdyld.Object) error {
	if !l.s.enter() {
		return failure(C.RTDYLD_ERROR_HANDLE, "it is being freed")
	}
	defer l.s.leave()
	return l.s.shown(objs, func(a *arena, module *C.rtdyld_module, objects **C.rtdyld_object, n C.size_t) error {
		if r := C.rtdyldx_loaded(C.uintptr_t(l.s.id), l.l, module, objects, n, a.answer()); r != 0 {
			l.s.forget(objs) // the load is taken back
			return a.failed(C.RTDYLD_ERROR_CALLBACK, "loaded of %d objects", len(objs))
		}
		return nil
	})
}

// shown calls f with the objects of each module among objs, as C sees them.
func (s *session) shown(objs []*rtdyld.Object, f func(a *arena, module *C.rtdyld_module, objects **C.rtdyld_object, n C.size_t) error) error {
	for len(objs) > 0 {
		n := 1
		for n < len(objs) && (s.moduleOf == nil || objs[n].Image().Module == objs[0].Image().Module) {
			n++
		}
		var ar arena
		handles := items[*C.rtdyld_object](&ar, n)
		for i, o := range objs[:n] {
			setHandle(&handles[i], s.handleOf(o))
		}
		module := &items[*C.rtdyld_module](&ar, 1)[0]
		if s.moduleOf != nil {
			setHandle(module, s.moduleOf(objs[0].Image().Module))
		}
		err := f(&ar, *module, &handles[0], C.size_t(n))
		ar.free()
		if err != nil {
			return err
		}
		objs = objs[n:]
	}
	return nil
}

// Finalized implements [rtdyld.Listener].
func (s *session) Finalized(objs []*rtdyld.Object) {
	for _, l := range s.listeners {
		if l.l.finalized != nil {
			l.event(objs, 0)
		}
	}
}

// Unloading implements [rtdyld.Listener].
func (s *session) Unloading(objs []*rtdyld.Object) {
	for _, l := range s.listeners {
		if l.l.unloading != nil {
			l.event(objs, 1)
		}
	}
	for _, o := range objs {
		if s.moduleTold != nil {
			s.moduleTold(o.Image().Module)
		}
	}
}

// event tells of objects, also while the linker is being freed, which waits for that.
func (l *listener) event(objs []*rtdyld.Object, unloading C.int) {
	_ = l.s.shown(objs, func(_ *arena, module *C.rtdyld_module, objects **C.rtdyld_object, n C.size_t) error {
		C.rtdyldx_event(C.uintptr_t(l.s.id), l.l, unloading, module, objects, n)
		return nil
	})
}

// callFailed tells of a call of a function behind a stub that cannot be linked.
func (s *session) callFailed(name string, err error) {
	if s.enterFor("failed") != nil {
		return
	}
	defer s.leave()
	for _, l := range s.listeners {
		if l.l.failed == nil {
			continue
		}
		var ar arena
		C.rtdyldx_call_failed(C.uintptr_t(s.id), l.l, ar.text(name), ar.text(err.Error()))
		ar.free()
	}
}

// hot tells of a function that was called often.
func (s *session) hot(module handle, name string) {
	if s.enterFor("hot") != nil {
		return
	}
	defer s.leave()
	for _, l := range s.listeners {
		if l.l.hot == nil {
			continue
		}
		var ar arena
		m := &items[*C.rtdyld_module](&ar, 1)[0]
		setHandle(m, module)
		C.rtdyldx_hot(C.uintptr_t(s.id), l.l, *m, ar.text(name))
		ar.free()
	}
}

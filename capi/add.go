//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

//export rtdyldx_linker_add
func rtdyldx_linker_add(l *C.rtdyld_linker, inputs *C.rtdyldx_cinputp, count C.size_t, out **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return addMany(&adding{l: handleAt(&l), together: true}, inputs, count, out, e)
}

//export rtdyldx_linker_add_alone
func rtdyldx_linker_add_alone(l *C.rtdyld_linker, r *C.rtdyldx_cresolver, inputs *C.rtdyldx_cinputp, count C.size_t, out **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return addMany(&adding{l: handleAt(&l), resolver: r}, inputs, count, out, e)
}

//export rtdyldx_linker_link_alone
func rtdyldx_linker_link_alone(l *C.rtdyld_linker, r *C.rtdyldx_cresolver, inputs *C.rtdyldx_cinputp, count C.size_t, out **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return addMany(&adding{l: handleAt(&l), resolver: r, finish: true}, inputs, count, out, e)
}

// adding is a call that adds inputs.
type adding struct {
	l        handle
	together bool // not bound by itself
	inputs   []*C.rtdyldx_cinput
	handles  []*C.rtdyld_object // to be set, if there is no error; nil: not wanted
	resolver *C.rtdyldx_cresolver
	finish   bool
}

// addMany makes such a call.
func addMany(a *adding, inputs *C.rtdyldx_cinputp, count C.size_t, out **C.rtdyld_object, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	a.handles = unsafe.Slice(out, int(count)*int(truth(out != nil)))
	for i := range a.handles {
		setHandle(&a.handles[i], 0)
	}
	v, of, err := begin[*linker](a.l, aLinker)
	if err == nil {
		defer of.leave()
		if inputs == nil && count > 0 {
			err = failure(C.RTDYLD_ERROR_ARGUMENT, "inputs is NULL, count %d", uint64(count))
		} else {
			a.inputs = unsafe.Slice((**C.rtdyldx_cinput)(unsafe.Pointer(inputs)), int(count))
			ctx, end := v.context()
			defer end()
			if a.together {
				err = a.addTogether(ctx, v)
			} else {
				err = a.addAlone(ctx, v)
			}
		}
	}
	return report(e, err)
}

// set sets the handle of input i.
func (a *adding) set(i int, h handle) {
	if i < len(a.handles) {
		setHandle(&a.handles[i], h)
	}
}

// addTogether adds inputs as one batch, with members of archives.
func (a *adding) addTogether(ctx context.Context, l *linker) error {
	objs, err := l.add(ctx, a.inputs...)
	for i, h := range objs {
		a.set(i, h)
	}
	return err
}

// lone is what one object that is bound by itself needs for as long as it is there.
type lone struct {
	resolver resolver
	object   objectHandle
}

// addAlone adds objects as one batch that is bound by itself, and has them ready to run if that is asked for.
func (a *adding) addAlone(ctx context.Context, l *linker) error {
	one := new(lone)
	r, err := one.resolver.take(l.session, a.resolver)
	if err != nil {
		return err
	}
	imgs, places := make([]*objfmt.ObjectImage, 0, 1), make([][]C.rtdyld_place, 0, 1)
	defer func() {
		for _, img := range imgs {
			img.Close() // the linker has its own hold
		}
	}()
	for _, p := range a.inputs {
		var in input
		if err := in.take(p); err != nil {
			return err
		}
		if err = in.forLinker(); in.source || in.archive {
			err = failure(C.RTDYLD_ERROR_ARGUMENT, "%s: only objects are bound by themselves", in.name)
		}
		if err != nil {
			in.buf.Close()
			return err
		}
		img, err := in.parse(ctx)
		if err != nil {
			return err
		}
		imgs, places = append(imgs, img), append(places, in.places)
	}
	if len(imgs) == 0 {
		return nil
	}
	objs, err := l.l.LoadWith(ctx, r, imgs...)
	if err == nil && a.finish {
		err = l.finalizeOrUnload(ctx, objs)
	}
	if err != nil {
		return err
	}
	for i, o := range objs {
		fillPlaces(places[i], o)
		if one == nil {
			one = new(lone)
		}
		a.set(i, l.handleWith(o, &one.object))
		one = nil
	}
	return nil
}

// finalizeOrUnload has objects ready to run, or unloads them.
func (l *linker) finalizeOrUnload(ctx context.Context, objs []*rtdyld.Object) error {
	err := l.l.Finalize(ctx, objs...)
	if err == nil {
		return nil
	}
	err = l.why(err, l.l.Objects)
	gone := l.l.Unload(context.WithoutCancel(ctx), objs...)
	l.forget(objs) // callbacks may have seen them
	return errors.Join(err, gone)
}

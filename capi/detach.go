//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"slices"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// detached is what the handle of detached code stands for. It holds its session, whose callbacks it needs.
type detached struct {
	s    *session
	code *rtdyld.Detached
	objs []*rtdyld.Object
}

// detach gives what f detaches of objects a handle; theirs end, but are what listeners are told.
func (s *session) detach(out **C.rtdyld_detached, objs []*rtdyld.Object, f func(ctx context.Context) (*rtdyld.Detached, error)) error {
	if out == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "detached is NULL")
	}
	return s.during(func(ctx context.Context) error {
		var hs []handle
		for _, o := range objs {
			hs = append(hs, s.handleOf(o))
		}
		code, err := f(ctx)
		if err != nil {
			return err
		}
		strike(hs...)
		s.hold()
		setHandle(out, enroll(aDetached, newOwner(), &detached{s, code, objs}))
		return nil
	})
}

//export rtdyldx_linker_detach
func rtdyldx_linker_detach(l *C.rtdyld_linker, objects *C.rtdyldx_cobject, count C.size_t, out **C.rtdyld_detached, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		objs, err := v.objectsOf(objects, count)
		if err != nil {
			return err
		}
		if len(objs) == 0 {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "there is nothing to detach: count is 0")
		}
		if i := slices.IndexFunc(objs, func(o *rtdyld.Object) bool { return o.State() != rtdyld.Finalized }); i >= 0 {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "objects[%d] is not finalized", i)
		}
		return v.detach(out, objs, func(ctx context.Context) (*rtdyld.Detached, error) {
			return v.l.Detach(ctx, objs...)
		})
	})
}

//export rtdyldx_engine_detach
func rtdyldx_engine_detach(en *C.rtdyld_engine, from *C.rtdyldx_cmodule, count C.size_t, out **C.rtdyld_detached, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		ms, err := v.modulesOf(from, count)
		if err != nil {
			return err
		}
		if len(ms) == 0 {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "there is nothing to detach: count is 0")
		}
		var objs []*rtdyld.Object
		for _, m := range ms {
			objs = append(objs, m.Objects()...)
		}
		err = v.detach(out, objs, func(ctx context.Context) (*rtdyld.Detached, error) { return v.e.Detach(ctx, plain(ms)...) })
		v.pruneModules(ms)
		return err
	})
}

//export rtdyldx_detached_blocks
func rtdyldx_detached_blocks(code *C.rtdyld_detached, missing C.int, list *C.struct_rtdyldx_list, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&code), aDetached, e, func(d *detached) error {
		if err := visited(missing); err != nil {
			return err
		}
		blocks := d.code.Blocks()
		out, _ := listOf[C.rtdyld_block](list, len(blocks), 0)
		for i, b := range blocks {
			out[i].memory, out[i].address, out[i].size = unsafe.Pointer(unsafe.SliceData(b.Mem)), C.uint64_t(b.Addr), C.uint64_t(len(b.Mem))
		}
		return nil
	})
}

//export rtdyldx_detached_release
func rtdyldx_detached_release(code *C.rtdyld_detached, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	h := handleAt(&code)
	ent, err := find(h, aDetached)
	if err == nil && !strike(h) {
		_, err = find(h, aDetached) // another thread was first
	}
	if err == nil {
		d := ent.value.(*detached)
		err = d.code.Release(context.Background())
		d.s.forget(d.objs)
		err = errors.Join(err, d.s.drop())
	}
	return report(e, err)
}

//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// linker is what the handle of a linker stands for.
type linker struct {
	*session
	l *rtdyld.Linker

	members  sync.Mutex // held while members of archives are loaded
	archives []*ar.Archive
	users    []archiveUser // of archives; guarded by members
}

// archiveUser is the `user` of an archive, and where its bytes are.
type archiveUser struct{ start, end, user uintptr }

// own gives members of archives the `user` of theirs.
func own(imgs []*objfmt.ObjectImage, users []archiveUser) {
	for _, img := range imgs {
		at := keyOf(img.Buffer.Bytes())
		if i := slices.IndexFunc(users, func(u archiveUser) bool { return u.start <= at && at < u.end }); i >= 0 {
			img.User = users[i].user
		}
	}
}

// call is a call from the program for the linker, engine, object or module of a handle.
func call[T any](h handle, k kind, e **C.rtdyld_error, f func(T) error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	value, of, err := begin[T](h, k)
	if err == nil {
		defer of.leave()
		err = f(value)
	}
	return report(e, err)
}

// rtdyldx_linker_create is rtdyld_linker_create of rtdyld.h where there has been no fork, see shims.c; as for all functions of such
// names.
//
//export rtdyldx_linker_create
func rtdyldx_linker_create(options *C.rtdyldx_coptions, out **C.rtdyld_linker, e **C.rtdyld_error) C.rtdyld_status {
	return createLinker(options, nil, out, e)
}

// createLinker makes a linker whose code runs in this process, if in is nil.
func createLinker(options *C.rtdyldx_coptions, in elsewhere, out **C.rtdyld_linker, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	setHandle(out, 0)
	if out == nil {
		return report(e, failure(C.RTDYLD_ERROR_ARGUMENT, "linker is NULL"))
	}
	set, err := configure(options, false, in)
	if err != nil {
		return report(e, err)
	}
	l := &linker{session: set.session}
	cfg := set.linker
	cfg.Resolver = &members{l, cfg.Resolver}
	if l.l, err = rtdyld.New(cfg); err != nil {
		return report(e, errors.Join(err, l.shut()))
	}
	setHandle(out, enroll(aLinker, l.owner, l))
	return C.RTDYLD_OK
}

//export rtdyldx_linker_free
func rtdyldx_linker_free(l *C.rtdyld_linker, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	h := handleAt(&l)
	ent, err := find(h, aLinker)
	if err == nil {
		v := ent.value.(*linker)
		err = v.end(h, aLinker, func(ctx context.Context) error {
			err := v.l.CloseContext(ctx)
			for _, a := range v.archives {
				a.Close()
			}
			return err
		})
	}
	return report(e, err)
}

//export rtdyldx_linker_add_object_memory
func rtdyldx_linker_add_object_memory(l *C.rtdyld_linker, name *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, out **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return addShort(l, name, nil, data, length, 0, out, e)
}

//export rtdyldx_linker_add_object_file
func rtdyldx_linker_add_object_file(l *C.rtdyld_linker, path *C.rtdyldx_cchar, out **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return addShort(l, nil, path, nil, 0, 0, out, e)
}

//export rtdyldx_linker_add_archive_memory
func rtdyldx_linker_add_archive_memory(l *C.rtdyld_linker, name *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return addShort(l, name, nil, data, length, C.RTDYLD_INPUT_ARCHIVE, nil, e)
}

//export rtdyldx_linker_add_archive_file
func rtdyldx_linker_add_archive_file(l *C.rtdyld_linker, path *C.rtdyldx_cchar, e **C.rtdyld_error) C.rtdyld_status {
	return addShort(l, nil, path, nil, 0, C.RTDYLD_INPUT_ARCHIVE, nil, e)
}

func addShort(l *C.rtdyld_linker, name, path *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, flags C.uint32_t, out **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		return shortInput(name, path, data, length, flags, func(in *C.rtdyldx_cinput) error {
			return v.during(func(ctx context.Context) error {
				objs, err := v.add(ctx, in)
				if err == nil && out != nil {
					setHandle(out, objs[0])
				}
				return err
			})
		})
	})
}

// add loads objects, with what they need of the archives among the inputs, as one batch. The
// handles are parallel to the inputs, 0 for archives.
func (l *linker) add(ctx context.Context, inputs ...*C.rtdyldx_cinput) (out []handle, err error) {
	var imgs []*objfmt.ObjectImage
	var archives []*ar.Archive
	var users []archiveUser
	defer func() {
		for _, img := range imgs {
			img.Close() // the linker has its own hold
		}
		if err != nil {
			for _, a := range archives {
				a.Close()
			}
		}
	}()
	out = make([]handle, len(inputs))
	var at []int
	var places [][]C.rtdyld_place // parallel to at
	for i, p := range inputs {
		var in input
		if err := in.take(p); err != nil {
			return nil, err
		}
		if err := in.forLinker(); err != nil {
			in.buf.Close()
			return nil, err
		}
		data := in.buf.Bytes()
		if in.archive {
			a, err := ar.FromBufferContext(ctx, in.buf)
			if err != nil {
				in.buf.Close()
				return nil, err
			}
			archives = append(archives, a)
			users = append(users, archiveUser{keyOf(data), keyOf(data) + uintptr(len(data)), in.user})
		} else {
			img, err := in.parse(ctx)
			if err != nil {
				return nil, err
			}
			imgs, at, places = append(imgs, img), append(at, i), append(places, in.places)
		}
	}
	if len(archives) > 0 {
		if err := l.lockMembers(); err != nil {
			return nil, err
		}
		defer l.members.Unlock()
		if imgs, err = rtdyld.Collect(ctx, imgs, archives, l.defined); err != nil {
			return nil, err
		}
		own(imgs[len(at):], slices.Concat(l.users, users))
	}
	if len(imgs) > 0 {
		objs, err := l.load(ctx, len(archives) > 0, imgs)
		if err != nil {
			return nil, err
		}
		for k, i := range at {
			fillPlaces(places[k], objs[k])
			out[i] = l.handleOf(objs[k])
		}
	}
	if len(archives) > 0 {
		l.archives, l.users = append(l.archives, archives...), append(l.users, users...)
	}
	return out, nil
}

// load loads a batch; locked says that members is held.
func (l *linker) load(ctx context.Context, locked bool, imgs []*objfmt.ObjectImage) (objs []*rtdyld.Object, err error) {
	load := func() error {
		objs, err = l.l.Load(ctx, imgs...)
		return err
	}
	if !locked {
		err = load()
		return objs, err
	}
	err = l.within(C.RTDYLDX_ARCHIVE, load)
	return objs, err
}

// lockMembers locks the archives, unless this thread has them locked.
func (l *linker) lockMembers() error {
	if l.inside()&C.RTDYLDX_ARCHIVE != 0 {
		return failure(C.RTDYLD_ERROR_REENTRANT, "members of archives are being loaded: notify_loaded may not have others loaded")
	}
	l.members.Lock()
	return nil
}

// defined reports whether a name needs no member of an archive.
func (l *linker) defined(name string) bool {
	_, err := l.l.Lookup(name)
	return err == nil || l.process != nil && l.process.Provides(name)
}

// need loads members that define names which nobody defines yet, and what these need. It
// returns how many.
func (l *linker) need(ctx context.Context, names []string) (int, error) {
	if len(names) == 0 {
		return 0, nil
	}
	if err := l.lockMembers(); err != nil {
		return 0, err
	}
	defer l.members.Unlock()
	if len(l.archives) == 0 {
		return 0, nil
	}
	imgs, err := rtdyld.Collect(ctx, nil, l.archives, l.defined, names...)
	defer func() {
		for _, img := range imgs {
			img.Close()
		}
	}()
	if err != nil || len(imgs) == 0 {
		return 0, err
	}
	own(imgs, l.users)
	_, err = l.load(ctx, true, imgs)
	return len(imgs), err
}

// members resolves names by the linker's archives, then by the next resolver.
type members struct {
	l    *linker
	next rtdyld.Resolver
}

// Resolve implements [rtdyld.Resolver]. What a member defines is left open: the linker looks
// again.
func (m *members) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	var names []string
	for _, r := range refs {
		if !r.Weak {
			names = append(names, r.Name)
		}
	}
	n, err := m.l.need(ctx, names)
	if err != nil {
		return err
	}
	var open []rtdyld.Ref
	var at []int
	for i := range refs {
		if n > 0 {
			if _, err := m.l.l.Lookup(refs[i].Name); err == nil {
				continue
			}
		}
		open, at = append(open, refs[i]), append(at, i)
	}
	if m.next == nil || len(open) == 0 {
		return nil
	}
	got := make([]rtdyld.Symbol, len(open))
	if err := m.next.Resolve(ctx, open, got); err != nil {
		return err
	}
	for k, i := range at {
		out[i] = got[k]
	}
	return nil
}

//export rtdyldx_linker_need
func rtdyldx_linker_need(l *C.rtdyld_linker, name *C.rtdyldx_cchar, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		text, err := stringArg(name, "name")
		if err != nil || v.defined(text) {
			return err
		}
		return v.during(func(ctx context.Context) error {
			n, err := v.need(ctx, []string{text})
			if err == nil && n == 0 && !v.defined(text) {
				err = failure(C.RTDYLD_ERROR_NOT_FOUND, "%s: no archive defines it", text)
			}
			return err
		})
	})
}

func stringArg(p *C.rtdyldx_cchar, what string) (string, error) {
	if p == nil {
		return "", failure(C.RTDYLD_ERROR_ARGUMENT, "%s is NULL", what)
	}
	return goString(p), nil
}

//export rtdyldx_linker_map_local
func rtdyldx_linker_map_local(l *C.rtdyld_linker, local C.rtdyldx_cvoidp, address C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		if local == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "local is NULL")
		}
		if objs := v.l.Objects(); len(objs) > 0 { // all for one target
			if err := holds(objs[0], uint64(address)); err != nil {
				return err
			}
		}
		return mapped(v.l.MapLocalAddress(unsafe.Slice((*byte)(local), 1), uint64(address)))
	})
}

// mapped gives errors of mapping that are of no other kind their status.
func mapped(err error) error {
	if err == nil || errors.Is(err, rtdyld.ErrFinalized) || errors.Is(err, rtdyld.ErrUnloaded) {
		return err
	}
	return failure(C.RTDYLD_ERROR_ARGUMENT, "%v", err)
}

// objects are the objects of handles, which must be the linker's.
func (l *linker) objectsOf(from *C.rtdyldx_cobject, count C.size_t) (objs []*rtdyld.Object, err error) {
	if from == nil && count > 0 {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "objects is NULL, count %d", uint64(count))
	}
	hs := unsafe.Slice(from, int(count))
	for i := range hs {
		e, err := find(handleAt(&hs[i]), anObject)
		if err == nil && e.of != l.owner {
			err = failure(C.RTDYLD_ERROR_HANDLE, "it is of another linker")
		}
		if err != nil {
			return nil, failure(C.RTDYLD_ERROR_HANDLE, "objects[%d]: %v", i, err)
		}
		objs = append(objs, e.value.(*objectHandle).Object)
	}
	return objs, nil
}

//export rtdyldx_linker_resolve
func rtdyldx_linker_resolve(l *C.rtdyld_linker, objects *C.rtdyldx_cobject, count C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		objs, err := v.objectsOf(objects, count)
		if err != nil {
			return err
		}
		return v.why(v.during(func(ctx context.Context) error { return v.l.Resolve(ctx, objs...) }), v.l.Objects)
	})
}

//export rtdyldx_linker_finalize
func rtdyldx_linker_finalize(l *C.rtdyld_linker, objects *C.rtdyldx_cobject, count C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		objs, err := v.objectsOf(objects, count)
		if err != nil {
			return err
		}
		return v.why(v.during(func(ctx context.Context) error { return v.l.Finalize(ctx, objs...) }), v.l.Objects)
	})
}

//export rtdyldx_linker_unload
func rtdyldx_linker_unload(l *C.rtdyld_linker, objects *C.rtdyldx_cobject, count C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		if count == 0 {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "there is nothing to unload: count is 0")
		}
		objs, err := v.objectsOf(objects, count)
		if err != nil {
			return err
		}
		err = v.during(func(ctx context.Context) error { return v.l.Unload(ctx, objs...) })
		v.prune(objs)
		return err
	})
}

//export rtdyldx_linker_address
func rtdyldx_linker_address(l *C.rtdyld_linker, name *C.rtdyldx_cchar, address *C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	if address != nil {
		*address = 0
	}
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		if address == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "address is NULL")
		}
		s, err := v.lookup(name)
		*address = C.uint64_t(s.Addr)
		return err
	})
}

// lookup finds a name.
func (l *linker) lookup(name *C.rtdyldx_cchar) (rtdyld.Symbol, error) {
	text, err := stringArg(name, "name")
	if err != nil {
		return rtdyld.Symbol{}, err
	}
	s, err := l.l.Lookup(text)
	if err != nil {
		err = failure(C.RTDYLD_ERROR_NOT_FOUND, "%s: no loaded object defines it", text)
	}
	return s, err
}

//export rtdyldx_linker_lookup
func rtdyldx_linker_lookup(l *C.rtdyld_linker, name *C.rtdyldx_cchar, definition *C.rtdyld_definition, object **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(object, 0)
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		if definition == nil || definition.size < sizeOf[C.size_t]() {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "definition is NULL, or its size is not set")
		}
		s, err := v.lookup(name)
		if err != nil {
			return err
		}
		var a arena
		defer a.free()
		d := &items[C.rtdyld_definition](&a, 1)[0]
		d.size, d.address, d.bytes, d.module, d.kind = definition.size, C.uint64_t(s.Addr), C.uint64_t(s.Size), C.uint64_t(s.Module), C.rtdyld_symbol_kind(s.Kind)
		C.rtdyldx_fit_definition(definition, d)
		setHandle(object, v.handleOf(s.Object))
		return nil
	})
}

//export rtdyldx_linker_objects
func rtdyldx_linker_objects(l *C.rtdyld_linker, missing C.int, list *C.struct_rtdyldx_list, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		return v.listObjects(missing, list, v.l.Objects())
	})
}

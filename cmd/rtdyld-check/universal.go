package main

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Files of several targets, and what llvm-jitlink's -triple says of targets.

// part is the slice of a universal file that the target takes, which owns what buf owned, or buf. Also beside an error it is to be closed.
func (t *tool) part(buf *objfmt.ObjectBuffer) (*objfmt.ObjectBuffer, error) {
	if t.action != actJITLink || !macho.IsUniversal(buf.Bytes()) {
		return buf, nil
	}
	want, err := t.jitTarget()
	if err != nil || want.IsZero() {
		return buf, err
	}
	slice, err := macho.SliceFor(want, buf)
	if err != nil {
		return buf, errorf("%s: %v", buf.Name(), err)
	}
	return slice, errors.Join(buf.Close())
}

// jitTarget is what -triple says, or the target of the first object; the zero Triple if neither is known yet.
func (t *tool) jitTarget() (triple.Triple, error) {
	if t.triple == "" {
		return t.jit.target, nil
	}
	want, err := triple.Parse(t.triple)
	if err != nil {
		return want, errorf("%v", err)
	}
	return want, nil
}

// firstTarget is jitTarget where no object has been read: it reads one.
func (t *tool) firstTarget(ctx context.Context) (triple.Triple, error) {
	want, err := t.jitTarget()
	for _, d := range t.jit.dylibs {
		if err != nil || !want.IsZero() {
			break
		}
		if len(d.paths) > 0 && d.paths[0] != "-" {
			img, e := t.image(ctx, d.paths[0])
			if e != nil {
				return want, e
			}
			want, err = img.Triple, img.Close()
		}
	}
	return want, err
}

// targets refuses an object for another target than -triple's, and notes that of the first one.
func (t *tool) targets(name string, img *objfmt.ObjectImage) error {
	if t.action != actJITLink {
		return nil
	}
	if t.jit.target.IsZero() {
		t.jit.target = img.Triple
	}
	if t.triple == "" {
		return nil
	}
	want, err := t.jitTarget()
	if err == nil {
		err = want.CheckObject(img.Triple)
	}
	if err != nil {
		return errorf("%s: %v", name, err)
	}
	return nil
}

// archive opens an archive, of a universal file the one for the target, which the first object says if nothing else does.
func (t *tool) archive(ctx context.Context, file string) (*ar.Archive, error) {
	a, err := ar.OpenContext(ctx, file)
	if err == nil || !errors.Is(err, objfmt.ErrUnknownFormat) {
		return a, err
	}
	buf, e := objfmt.OpenBuffer(file)
	if e != nil {
		return nil, err
	}
	defer buf.Close()
	if !macho.IsUniversal(buf.Bytes()) {
		return nil, err
	}
	want, e := t.firstTarget(ctx)
	if e != nil {
		return nil, e
	}
	slice, err := macho.SliceFor(want, buf)
	if err != nil {
		return nil, err
	}
	if a, err = ar.FromBufferContext(ctx, slice); err != nil {
		slice.Close()
	}
	return a, err
}

// addAll is -all_load: it takes all members of the dylib's archives.
func (d *dylib) addAll(ctx context.Context) error {
	for _, a := range d.archives {
		for m, err := range a.Members() {
			if err != nil {
				return err
			}
			img, err := objfile.ParseMemberContext(ctx, m)
			if err != nil {
				return graphError(err)
			}
			d.add(img, a.hidden)
		}
	}
	return nil
}

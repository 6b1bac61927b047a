package main

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// save writes objects as a linked image. What was written before is there until all of it is.
func (x *linking) save(ctx context.Context, objs []*rtdyld.Object) (err error) {
	cfg := rtdyld.SaveConfig{Base: x.imageBase, Fixed: x.imageFixed, Libraries: x.shared.list, Imports: x.shared.from}
	if err := x.linker.SaveFile(ctx, x.image, cfg, objs...); err != nil {
		return err
	}
	if err := x.shared.copied(x.image); err != nil {
		report(x.stderr, err)
	}
	x.clock.lap("write")
	return nil
}

// openImage takes over a shared object that is a linked image.
func (in *inputs) openImage(path string) (is bool, err error) {
	img, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{})
	if errors.Is(err, rtdyld.ErrNotImage) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	in.linked = append(in.linked, img)
	return true, nil
}

// load maps the images among the inputs, and loads objects on top of them, ready to run.
func (in *inputs) load(ctx context.Context, l *rtdyld.Linker, imgs []*objfmt.ObjectImage) (objs []*rtdyld.Object, err error) {
	for _, img := range in.linked {
		o, err := l.MapImage(ctx, img, rtdyld.MapConfig{})
		if err != nil {
			return nil, err
		}
		objs = append(objs, o)
	}
	loaded, err := l.Load(ctx, imgs...)
	if err != nil {
		return nil, err
	}
	return append(objs, loaded...), l.Finalize(ctx, loaded...)
}

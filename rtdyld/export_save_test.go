package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// ImagePlaces is where an image has the sections of the objects that it is saved of.
type ImagePlaces struct {
	Direct  map[string]uint64 // addresses of stubs and copies for imports that code refers to directly
	Threads map[string]uint64 // by object: offset of its thread-locals in the block of all

	s *saver
}

// ImagePlaces links objects as Save does, and says where they are in the image.
func (l *Linker) ImagePlaces(ctx context.Context, cfg SaveConfig, objs ...*Object) (p *ImagePlaces, err error) {
	if err := l.begin(ctx); err != nil {
		return nil, err
	}
	defer l.endWith(ctx, &err)
	set, err := l.savable(objs)
	if err != nil {
		return nil, err
	}
	s := &saver{l: l, cfg: cfg, set: set, target: imageTarget(sharedRows(set[0].img()))}
	if _, err := s.link(ctx); err != nil {
		return nil, err
	}
	p = &ImagePlaces{Direct: map[string]uint64{}, Threads: map[string]uint64{}, s: s}
	for _, o := range set {
		p.Threads[o.name] = s.threads[o]
	}
	c, err := s.canonical(importPasses[1])
	if err != nil {
		return nil, err
	}
	for k, g := range canonicalGroups {
		c.Pieces[k].Addr = s.layout.Addr[g] + s.directAt[k]
	}
	for k, d := range s.direct {
		p.Direct[l.names.Text(s.imports[d.i].id)] = c.Addr(k)
	}
	return p, nil
}

// Move moves the same objects of another linker there, and has p be about those.
func (p *ImagePlaces) Move(objs []*Object) {
	other, threads := map[*Object]*Object{}, map[*Object]uint64{}
	for i, o := range p.s.set {
		other[o], threads[objs[i]] = objs[i], p.s.threads[o]
	}
	s := &saver{set: objs, parts: slices.Clone(p.s.parts), threads: threads, layout: p.s.layout}
	for i := range s.parts {
		s.parts[i].o = other[s.parts[i].o]
	}
	for _, o := range objs {
		o.unshow()
	}
	s.moveTo(s.layout)
	for _, o := range objs {
		o.l.moved = true
		o.outdate()
		o.l.change()
	}
	p.s = s
}

// Each calls f for all sections that have contents, with what the objects' linker has written.
func (p *ImagePlaces) Each(f func(o *Object, id objfmt.SectionID, section string, addr uint64, mem []byte)) {
	for i := range p.s.parts {
		if x := &p.s.parts[i]; x.group != image.Zero && x.size > 0 {
			f(x.o, x.id, x.o.blockName(x.id), p.s.layout.Addr[x.group]+x.off, x.mem())
		}
	}
}

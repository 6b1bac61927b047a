package rtdyld

import (
	"context"
	"errors"
	"math/bits"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// savedPart is a section of an object, or one that the linker made, in an image.
type savedPart struct {
	o     *Object
	id    objfmt.SectionID
	group image.Group
	off   uint64 // in the group
	size  uint64 // bytes
	align uint64
	in    int // index in saver.together plus one, 0: the part lies by itself
}

// mem is what the linker has written.
func (p *savedPart) mem() []byte {
	k := int(p.id) - len(p.o.img().Sections)
	switch {
	case p.size == 0:
		return nil
	case p.group == image.Template:
		return p.o.cut(p.o.lay.Piece(p.id), p.o.lay.Template.Off(), p.size)
	case k >= 0:
		return p.o.pseudoMem(k, p.size)
	case p.group == image.Frames:
		return p.o.mem(p.id)
	}
	return p.o.whole(p.id)
}

// gatherParts lists the parts of all objects, object by object.
func (s *saver) gatherParts() error {
	s.first, s.nth = make(map[*Object]int, len(s.set)), make(map[*Object]int, len(s.set))
	most := 0
	for i, o := range s.set {
		s.nth[o] = i
		most += len(o.img().Sections) + int(place.NumMade) + 1
	}
	s.parts = arena.Make[savedPart](most, false)[:0]
	for _, o := range s.set {
		s.first[o] = len(s.parts)
		for i := range o.img().Sections {
			id, sec := objfmt.SectionID(i), &o.img().Sections[i]
			if sec.Flags&(objfmt.SecLoad|objfmt.SecTLS) != objfmt.SecLoad || !o.kept(id) {
				continue
			}
			p := savedPart{o: o, id: id, group: groupOf(o, id), size: uint64(len(o.whole(id))), align: sec.Alignment()}
			if extent := o.plan.Extent(id); extent != nil {
				p.align = extent.Align
			}
			if p.group == image.Frames {
				p.size, p.align = sec.Size, 1 // records follow each other without gaps, for an end looks like one
			}
			if isInitArray(sec.Role) {
				s.arrays += int(sec.Size / 8)
			}
			s.parts = append(s.parts, p)
		}
		for k := range place.NumMade {
			if size, align := o.pseudoSize(k); size > 0 {
				s.parts = append(s.parts, savedPart{o: o, id: o.pseudo(k), group: madeGroups[k], size: size, align: align})
			}
		}
		if t := o.threads(); t.Init > 0 {
			s.parts = append(s.parts, savedPart{o: o, id: o.lay.TemplateID(), group: image.Template, size: t.Init, align: 1})
		}
		s.arrays += len(o.fragments)
	}
	for i := range s.parts {
		p := &s.parts[i]
		if p.group != image.Frames {
			continue
		}
		n, err := image.CountFrames(p.mem(), bin.Order{Big: p.o.img().Big})
		var bad *image.FrameError
		if errors.As(err, &bad) {
			return &NotSavableError{Object: p.o.name, Section: p.o.sectionText(p.id), ID: p.id, Offset: bad.Off, Why: bad.Msg}
		}
		s.sizes.Functions += n
	}
	return s.gatherOutputs()
}

// gatherOutputs finds the parts of output sections with several sections, which lie together in the image, too.
func (s *saver) gatherOutputs() error {
	type section struct {
		o  *Object
		id objfmt.SectionID
	}
	at := map[section]int{}
	for i := range s.parts {
		if p := &s.parts[i]; p.o.batch.outputs != nil {
			at[section{p.o, p.id}] = i
		}
	}
	seen := map[*outputs]bool{}
	for _, o := range s.set {
		x := o.batch.outputs
		if x == nil || seen[x] {
			continue
		}
		seen[x] = true
		for i := range x.list {
			out := &x.list[i]
			var list []int
			for _, p := range out.parts {
				k, ok := at[section{p.o, p.id}]
				if !ok {
					return &NotSavableError{Object: o.name, Symbol: p.o.edgeName(out, false), Why: "there are such sections in " + short(p.o.name) + ", which is not saved with it"}
				}
				list = append(list, k)
			}
			if out.req == 0 {
				continue
			}
			s.together = append(s.together, list)
			for _, k := range list {
				s.parts[k].in = len(s.together)
			}
		}
	}
	s.joinGroups()
	return nil
}

// joinGroups has parts that lie together be in one group.
func (s *saver) joinGroups() {
	for _, list := range s.together {
		to := s.parts[list[0]].group
		for _, k := range list {
			to = joinedGroup(to, s.parts[k].group)
		}
		for _, k := range list {
			s.parts[k].group = to
		}
	}
}

// joinedGroup is the group for what lies together with parts of two.
func joinedGroup(a, b image.Group) image.Group {
	switch {
	case a == b:
		return a
	case a == image.Text || b == image.Text:
		return image.Text
	case max(a, b) >= image.Data: // .data with .bss, or some of them with constants
		return image.Data
	}
	return max(a, b)
}

// madeGroups are where sections that the linker makes lie.
var madeGroups = [place.NumMade]image.Group{
	place.Stubs: image.Text, place.GOT: image.Foreign, place.Commons: image.Zero,
	place.IFuncs: image.Text, place.IFuncData: image.Data, place.Index: image.Constants,
}

// groupOf is where a section of the file lies as far as its header tells.
func groupOf(o *Object, id objfmt.SectionID) image.Group {
	sec := &o.img().Sections[id]
	switch {
	case sec.Role == objfmt.RoleEHFrame && sec.Kind != objfmt.KindCode && sec.Size > 4: // not the end alone, as crtend.o has it
		return image.Frames
	case isTable(sec.Role):
		return image.Functions
	case sec.Kind == objfmt.KindCode:
		return image.Text
	case sec.Kind == objfmt.KindReadOnly:
		return image.Constants
	case sec.Flags&objfmt.SecZeroFill != 0:
		return image.Zero
	case isInitArray(sec.Role), strings.HasPrefix(o.img().SectionName(id), ".data.rel.ro"):
		return image.Relro
	}
	return image.Data
}

func isInitArray(r objfmt.Role) bool {
	switch r {
	case objfmt.RoleInitArray, objfmt.RoleFiniArray, objfmt.RolePreinitArray, objfmt.RoleCtors, objfmt.RoleDtors:
		return true
	}
	return false
}

// place gives all parts their offsets, with room for tables in front of them.
func (s *saver) place(base, meta uint64) (*image.Layout, error) {
	z := &s.sizes
	z.Size, z.Align = [image.NumGroups]uint64{}, [image.NumGroups]uint64{}
	if err := s.placeThreads(); err != nil {
		return nil, err
	}
	for i := range s.parts {
		p := &s.parts[i]
		var err error
		switch {
		case p.group == image.Template:
			p.off = s.threads[p.o]
		case p.in == 0:
			err = s.placePart(p, p.align)
		case s.together[p.in-1][0] == i:
			err = s.placeTogether(s.together[p.in-1])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := s.placeDirect(); err != nil {
		return nil, err
	}
	z.Init, z.Fini, z.Dynamic, z.Meta = s.arrays, s.arrays, image.DynamicSize(len(s.cfg.Libraries)), meta
	return image.Place(s.target, base, *z)
}

// placeTogether gives parts their offsets that lie together; the first is as aligned as any of them.
func (s *saver) placeTogether(list []int) error {
	align := uint64(1)
	for _, k := range list {
		align = max(align, s.parts[k].align)
	}
	for _, k := range list {
		if err := s.placePart(&s.parts[k], align); err != nil {
			return err
		}
		align = 1
	}
	return nil
}

// placePart gives a part the next offset in its group that is a multiple of align and of its own alignment.
func (s *saver) placePart(p *savedPart, align uint64) error {
	z := &s.sizes
	align = max(align, p.align)
	off, carry := bits.Add64(z.Size[p.group], align-1, 0)
	p.off = off &^ (align - 1)
	end, more := bits.Add64(p.off, p.size, carry)
	if more != 0 {
		return &NotSavableError{Object: p.o.name, Why: "sections are too large together", Err: ErrTooLarge}
	}
	z.Size[p.group], z.Align[p.group] = end, max(z.Align[p.group], align)
	return nil
}

// placeThreads gives each object its part of the block of thread-locals.
func (s *saver) placeThreads() error {
	s.threads = map[*Object]uint64{}
	z := &s.sizes
	block := place.Piece{Align: 1}
	for _, o := range s.set {
		t := o.threads()
		if t.Size == 0 {
			continue
		}
		off, err := block.Add(t.Size, t.Align)
		if err != nil {
			return &NotSavableError{Object: o.name, Why: "thread-locals are too large together", Err: err}
		}
		if s.threads[o] = off; t.Init > 0 {
			z.Size[image.Template] = off + t.Init
		}
	}
	z.Threads, z.Align[image.Template] = block.Size, block.Align
	return nil
}

// moveTo moves the objects to where a layout has them.
func (s *saver) moveTo(l *image.Layout) {
	var aligns [place.NumMade]uint64
	for i := range aligns {
		aligns[i] = 1 // all of them are moved by themselves
	}
	for i := range s.parts {
		if p := &s.parts[i]; p.group != image.Template {
			p.o.lay.Move(p.id, l.Addr[p.group]+p.off, &aligns)
		}
	}
	for _, o := range s.set {
		if o.threads().Size == 0 {
			continue
		}
		for i := range o.img().Sections {
			if off, ok := o.threads().Offset(objfmt.SectionID(i)); ok {
				o.lay.Move(objfmt.SectionID(i), l.Addr[image.Template]+s.threads[o]+off, &aligns)
			}
		}
	}
}

// putBack has an object be where it was: what refers to it is written when it is resolved.
func putBack(o *Object, was place.Kept) {
	o.unshow()
	o.lay.PutBack(was)
	_ = o.l.publish(context.Background(), o) // what it refuses is of no batch that is loaded
	o.outdate()
	o.l.change()
}

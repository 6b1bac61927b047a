package rtdyld

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
)

// linked is what an object of an image has in place of names and relocations.
type linked struct {
	img      *mapped.Image
	locals   mapped.Locals // symbols for people
	base     uint64        // where it is mapped
	bias     uint64        // added to addresses at the recorded base
	segments []Block       // parallel to those of img
	uses     []*Object     // of images that it is bound to
	threads  linkedThreads
}

// linkedThreads is where an image's thread-locals begin.
type linkedThreads struct {
	module, dtpoff, tpoff, size uint64
	each                        *[2]uint64 // the descriptor of a block with NoTPOffset; nil: tpoff is the same in all threads
}

// found is what is told of a thread-local at an offset in the block.
func (t *linkedThreads) found(off uint64) *ThreadLocal {
	x := &ThreadLocal{Module: t.module, Offset: t.dtpoff + off, Static: t.each == nil}
	if !x.Static && t.each[0] != 0 {
		x.Descriptor = [2]uint64{t.each[0], t.each[1] + off}
	}
	return x
}

// handle is what __dso_handle is in all objects that an image was linked of: the first address behind its tables.
func (k *linked) handle() uint64 {
	if len(k.segments) > 1 {
		return k.segments[1].Addr
	}
	return k.base
}

// memory is what is mapped for addresses of the recorded base, nil where they are not in one segment.
func (k *linked) memory(addr, size uint64) []byte {
	for i := range k.img.Segments {
		s := &k.img.Segments[i]
		if off := addr - s.Addr; addr >= s.Addr && off <= s.Size && size <= s.Size-off {
			return k.segments[i].Mem[off : off+size : off+size]
		}
	}
	return nil
}

// mappedImages are the objects of images, in the order in which they were mapped. The list is replaced, not changed.
func (l *Linker) mappedImages() []*Object {
	if p := l.images.Load(); p != nil {
		return *p
	}
	return nil
}

// mappedSince are the images that have come since before was the list of them; nil: none.
func (l *Linker) mappedSince(before []*Object) (later []*Object) {
	now := l.mappedImages()
	if slices.Equal(now, before) {
		return nil
	}
	for _, o := range now {
		if !slices.Contains(before, o) {
			later = append(later, o)
		}
	}
	return later
}

// lookImages finds a name in the images that are mapped, those mapped first before others. It takes no lock: an image's file is kept while it is looked at.
func (l *Linker) lookImages(name string) (sym Symbol, ok bool) {
	return lookAmong(l.mappedImages(), name)
}

// lookAmong is lookImages of some images.
func lookAmong(images []*Object, name string) (sym Symbol, ok bool) {
	for _, o := range images {
		if sym, ok = o.lookLinked(name); ok {
			return sym, true
		}
	}
	return Symbol{}, false
}

// lookLinked finds a name in an image.
func (o *Object) lookLinked(name string) (sym Symbol, ok bool) {
	if o.departed() || !o.buf.TryRetain() {
		return Symbol{}, false
	}
	defer o.buf.Close()
	s, ok := o.linked.img.Lookup(name)
	if !ok || o.departed() {
		return Symbol{}, false
	}
	sym = Symbol{Addr: s.Value, Size: s.Size, Found: true, Object: o}
	switch {
	case s.Type == mapped.TLS:
		t := &o.linked.threads
		sym.Kind, sym.Addr, sym.Module = TLS, t.tpoff+s.Value, t.module
		sym.Thread = t.found(s.Value)
	case s.Abs:
		sym.Kind = Abs
	case s.Type == mapped.IFunc:
		return Symbol{}, false
	default:
		sym.Addr += o.linked.bias
		if s.Type == mapped.Func {
			sym.Kind = Func
		} else if s.Type == mapped.Object {
			sym.Kind = Data
		}
	}
	return sym, true
}

// isLinked reports whether an object, which may be nil, is that of an image of the linker.
func (o *Object) isLinked(l *Linker) bool { return o != nil && o.l == l && o.linked != nil }

// dropImage has the names of an image be found no more.
func (l *Linker) dropImage(o *Object) {
	left := slices.DeleteFunc(slices.Clone(l.mappedImages()), func(x *Object) bool { return x == o })
	if l.images.Store(&left); len(left) == 0 {
		l.images.Store(nil)
	}
}

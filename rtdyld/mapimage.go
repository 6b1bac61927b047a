package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// ImageMapper brings linked images into the target's memory. Its methods may be called concurrently, and no lock is held while one
// runs.
type ImageMapper interface {
	// MapImage maps the segments of an image, all as far from each other as in the file's headers: at Base if there is room and Elsewhere is not set, else, unless
	// Fixed is set, anywhere. The blocks of the allocation are parallel to the segments. Those with Writes are writable through Mem until
	// Finalize, which gives them the permissions of their kind; others have them at once, and their Mem is only read. What follows a segment's contents up to its
	// size is zero. An error that matches [ErrImageBase] says that Fixed cannot be. On an error nothing is left mapped.
	MapImage(ctx context.Context, req *ImageRequest) (Allocation, error)
}

// ImageRequest describes an image to an [ImageMapper]. It is the linker's and must not be kept.
type ImageRequest struct {
	Name       string               // of the file
	File       *os.File             // open for reading; nil: Data alone has the contents, which must be copied
	Data       []byte               // of the whole file
	Buffer     *objfmt.ObjectBuffer // has Data: who keeps a part of that retains it
	Base, Size uint64               // the recorded base, and bytes from there to the end of the last segment
	Page       uint64               // bytes, a power of two: addresses and offsets of segments are multiples of it
	Segments   []ImageSegment
	Fixed      bool // not to be mapped anywhere but at Base
	Elsewhere  bool // not to be mapped at Base
}

// ImageSegment is a part of an image: whole pages with the same permissions.
type ImageSegment struct {
	Addr, Size    uint64      // at the recorded base; bytes in memory
	Off, FileSize uint64      // of its contents in the file, bytes
	Kind          objfmt.Kind // the permissions it ends with
	Writes        bool        // words are written before Finalize
}

// MapConfig says how an image is mapped.
type MapConfig struct {
	// Elsewhere has it run at another base than the recorded one, as if that were taken.
	Elsewhere bool
	// AnyLibrary has the image bound to the libraries that are there, whether they are those that it was bound to when it was saved or not.
	AnyLibrary bool
}

// MapImage brings a linked image into memory, ready to run, and adds it to the linker as one object: its names are found by [Linker.Lookup] and
// bound to by what is loaded or mapped later, before Config.Resolver is asked and after the definitions of loaded objects; it is unloaded by [Linker.Unload], listeners are told of it. At the recorded base
// only the words are written that hold addresses of imports. At another all words are that hold addresses, which takes longer; code is
// never written.
//
// Its imports are bound to images that were mapped before, or meanwhile, for which it begins anew, else by Config.Resolver, in one call for all; not to loaded objects. Where Config.Library
// knows a library that the image says an import is from as another one, that is an *ImageLibraryError, unless cfg.AnyLibrary is set. The names of an image take no part in
// what loading does with definitions: an object may define one of them, too, and counts then for what is bound later.
//
// Config.Images is needed. The file may be closed afterwards. Errors are an *UndefinedError, an *ImageLibraryError, *objfmt.FormatError for what is damaged, or match ErrTarget,
// ErrTLS, ErrUnsupported, [ErrImageBase], or are those of the mapper, the Resolver, the unwinder or the Initializer; then nothing is left mapped.
func (l *Linker) MapImage(ctx context.Context, img *LinkedImage, cfg MapConfig) (o *Object, err error) {
	for {
		if l.recording != nil {
			o, err = l.recordMapImage(ctx, img, cfg)
		} else {
			o, err = l.mapImage(ctx, img, cfg)
		}
		if err != errOvertaken {
			return o, err
		}
	}
}

// mapImage is MapImage, tried once.
func (l *Linker) mapImage(ctx context.Context, img *LinkedImage, cfg MapConfig) (*Object, error) {
	m := &mapping{l: l, x: img, img: img.img, cfg: cfg}
	o, err := m.run(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.start(ctx, []*Object{o}, initFuncs(o), 0); err != nil {
		return nil, errors.Join(err, l.unloadNow(context.WithoutCancel(ctx), []*Object{o}))
	}
	return o, nil
}

// recordMapImage is mapImage that the Recording is told of.
func (l *Linker) recordMapImage(ctx context.Context, img *LinkedImage, cfg MapConfig) (o *Object, err error) {
	op := &Operation{Do: DoMapImage, Images: []*objfmt.ObjectImage{img.object}, Map: cfg}
	err = l.record(ctx, op, func(ctx context.Context) (err error) {
		o, err = l.mapImage(ctx, img, cfg)
		switch {
		case err == nil:
			op.Objects = []*Object{o}
		case !op.entered && (op.gone || err == errOvertaken || unmade(ctx, err)):
			op.Order = 0
		}
		return err
	})
	return o, err
}

// mapping is what lives during one MapImage.
type mapping struct {
	l   *Linker
	x   *LinkedImage
	img *mapped.Image
	cfg MapConfig

	o       *Object
	alloc   Allocation
	known   bool // the unwinder knows its tables
	imports []Symbol
	before  []*Object // images that there were when they were bound
}

// run maps the image and enters it as an object. No lock is held but to enter it: nothing sees what is not entered.
func (m *mapping) run(ctx context.Context) (o *Object, err error) {
	done := false
	defer func() {
		if !done { // also if a callback panics
			err = join(err, m.undo(context.WithoutCancel(ctx)))
		}
	}()
	for _, step := range [...]func(context.Context) error{m.check, m.place, m.threads, m.bind, m.write, m.protect, m.register, m.enter} {
		if err := ctx.Err(); err != nil {
			return nil, m.failed("map", err)
		}
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	done = true
	return m.o, nil
}

func (m *mapping) failed(what string, err error) error {
	return fmt.Errorf("%s: %s: %w", texts.Name(m.x.Name()), what, err)
}

// check refuses what the linker cannot have.
func (m *mapping) check(ctx context.Context) error {
	l := m.l
	if l.cfg.Images == nil {
		return m.failed("map", fmt.Errorf("the linker has no Config.Images: %w", ErrUnsupported))
	}
	table, steps, err := targetOf(m.x.object)
	if err != nil {
		return err
	}
	if err := l.begin(ctx); err != nil {
		return err
	}
	target := l.cfg.Triple
	l.took(ctx, nil)
	if err := l.end(ctx); err != nil {
		return err
	}
	if !target.IsZero() {
		if err := target.CheckObject(m.img.Target); err != nil {
			return fmt.Errorf("%s: %w: %w", texts.Name(m.x.Name()), ErrTarget, err)
		}
	}
	if !m.x.object.Buffer.TryRetain() {
		return fmt.Errorf("%s: %w", texts.Name(m.x.Name()), objfmt.ErrClosed)
	}
	m.o = l.newImage(m.x.object, table, steps, &linked{img: m.img, locals: m.img.Locals()})
	return nil
}

// place maps the segments, and gives the object's sections their places.
func (m *mapping) place(ctx context.Context) (err error) {
	req := &ImageRequest{
		Name: m.x.Name(), File: m.x.file, Data: m.img.Data, Buffer: m.x.object.Buffer, Base: m.img.Base, Size: m.img.End - m.img.Base, Page: m.img.Page,
		Fixed: m.img.Note.Fixed, Elsewhere: m.cfg.Elsewhere, Segments: m.x.Segments(),
	}
	if req.Fixed && req.Elsewhere {
		return m.failed("map", ErrImageBase)
	}
	if m.alloc, err = m.l.cfg.Images.MapImage(ctx, req); err != nil {
		m.alloc = nil
		return m.failed("map", err)
	}
	k := m.o.linked
	k.segments = m.alloc.Blocks()
	if len(k.segments) != len(req.Segments) {
		return m.failed("map", fmt.Errorf("the mapper returned %d blocks for %d segments", len(k.segments), len(req.Segments)))
	}
	k.base = k.segments[0].Addr
	k.bias = k.base - m.img.Base
	for i := range k.segments {
		if b, s := &k.segments[i], &req.Segments[i]; b.Addr != s.Addr+k.bias || uint64(len(b.Mem)) != s.Size {
			return m.failed("map", fmt.Errorf("the mapper returned %#x bytes at %#x for %#x at %#x", len(b.Mem), b.Addr, s.Size, s.Addr+k.bias))
		}
	}
	if k.bias&(m.img.Page-1) != 0 || req.Fixed && k.bias != 0 {
		return m.failed("map", fmt.Errorf("the mapper has put it at %#x: %w", k.base, ErrImageBase))
	}
	m.sections()
	return nil
}

// sections gives each section of the object a block of its own, which is a part of a segment.
func (m *mapping) sections() {
	o, k := m.o, m.o.linked
	file := o.img().Sections
	o.lay.Init(file, make([]place.Section, len(file)+place.NumMade), true, objfmt.KindReadOnly)
	blocks := make([]Block, len(file))
	for i := range file {
		s, id := &file[i], objfmt.SectionID(i)
		h := m.img.Section(int(s.Number))
		blocks[i] = Block{k.memory(h.Addr, h.Size), h.Addr + k.bias}
		if s.Flags&objfmt.SecTLS == 0 && o.lay.AddFile(id, s, s.Size, 1) {
			p := o.lay.Piece(id)
			p.Req, p.Addr = uint32(i+1), blocks[i].Addr
		}
		o.lay.Put(id, blocks[i].Addr)
	}
	o.batch.giveMemory(nil, blocks)
}

// threads has the image's thread-locals placed.
func (m *mapping) threads(ctx context.Context) error {
	t := &m.img.TLS
	if t.Size == 0 {
		return nil
	}
	if m.l.cfg.TLS == nil {
		return m.failed("place thread-locals", ErrTLS)
	}
	block, err := m.l.cfg.TLS.Define(ctx, TLSRequest{Object: m.o.name, Size: t.Size, Align: t.Align})
	if err != nil {
		return m.failed("place thread-locals", err)
	}
	m.o.takeThreads(block, place.Threads{Size: t.Size, Align: t.Align, Init: t.FileSize})
	at := m.o.threads()
	m.o.linked.threads = linkedThreads{at.module, at.dtpoff, uint64(at.tpoff), t.Size, at.each}
	return nil
}

// protect gives what has been written its permissions, and the threads their initial values.
func (m *mapping) protect(ctx context.Context) error {
	if t := &m.img.TLS; t.Size > 0 {
		if err := m.o.tls.block.Initialize(ctx, m.o.linked.memory(t.Addr, t.FileSize)); err != nil {
			return m.failed("initialize thread-locals", err)
		}
	}
	if err := m.alloc.Finalize(ctx); err != nil {
		return m.failed("protect memory", err)
	}
	return nil
}

// register tells the unwinder.
func (m *mapping) register(ctx context.Context) error {
	tables := m.o.unwindTables(nil)
	if len(tables) == 0 {
		return nil
	}
	if err := m.l.cfg.Unwinder.Register(ctx, tables); err != nil {
		return m.failed("register unwind information", err)
	}
	m.known = true
	return nil
}

// enter adds the object to the linker, unless what it is bound to is no longer there.
func (m *mapping) enter(ctx context.Context) (err error) {
	l, o := m.l, m.o
	if err := l.begin(ctx); err != nil {
		return err
	}
	defer l.endWith(ctx, &err)
	for _, u := range o.linked.uses {
		if u.gone() {
			l.failedWith(ctx, o.linked.uses)
			return m.failed("map", fmt.Errorf("%s, which it is bound to: %w", texts.Name(u.name), ErrUnloaded))
		}
	}
	if m.overtaken() {
		return errOvertaken
	}
	if op := l.operation(ctx); op != nil {
		l.took(ctx, nil)
		op.entered = true
	}
	o.batch.giveMemory(m.alloc, o.batch.blocks)
	l.settleTarget(m.img.Target)
	l.enterImage(o)
	o.applied(current)
	o.enter(finalized)
	all := append(slices.Clone(l.mappedImages()), o)
	l.images.Store(&all)
	l.change()
	return nil
}

// undo takes back what steps have done before one failed.
func (m *mapping) undo(ctx context.Context) error {
	if m.o == nil {
		return nil
	}
	var errs []error
	if m.known {
		errs = appendError(errs, m.l.cfg.Unwinder.Deregister(ctx, m.o.unwindTables(nil)))
	}
	if b := m.o.takeTLS(); b != nil {
		errs = appendError(errs, b.Release(ctx))
	}
	if m.alloc != nil {
		errs = appendError(errs, m.alloc.Release(ctx))
	}
	return texts.Join(append(errs, m.o.closeImage())...)
}

package rtdyld

import (
	"context"
	"sync"
	"weak"

	"github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// An object has its image for as long as it is loaded or has just been finalized. Then most records of the image are of
// no use to the linker, and they are half of what the object takes of the heap: the next Finalize, or an Unload, gives
// them up. What asks for symbols later, as Symbols, Explain and listeners do, has the image parsed again, and it stays for as long as somebody looks at
// it: until the collector finds that nobody does. Sections stay, since unloading asks for them, whatever has become of the
// file. Lookup asks for neither.

// faded is what an object has in place of its image's records.
type faded struct {
	parser       objfmt.Parser
	module, user any // of the image
	symbols      int
	first        objfmt.SymbolID // that is global
	groups       int

	mu   sync.Mutex
	seen weak.Pointer[objfmt.ObjectImage] // the caller's, or one parsed since; guarded by mu
}

// img is the object's image. Any goroutine may call it. It is small enough to be inlined.
func (o *Object) img() *objfmt.ObjectImage {
	if img := o.image.Load(); img != nil {
		return img
	}
	return o.again()
}

// isImport reports whether the image is an import record.
func (o *Object) isImport() bool {
	img := o.image.Load()
	return img != nil && img.Import != nil // which are not given up
}

// again is the image that somebody has still, or is parsed now.
func (o *Object) again() *objfmt.ObjectImage {
	f := o.faded
	f.mu.Lock()
	defer f.mu.Unlock()
	img := f.seen.Value()
	if img == nil {
		img = f.parse(o)
		f.seen = weak.Make(img)
	}
	return img
}

// parse makes the image anew. Of a file that has changed, or that nobody keeps open any more, it is one whose symbols say nothing.
func (f *faded) parse(o *Object) *objfmt.ObjectImage {
	tally.Add(tally.Counts{Images: 1})
	if !o.buf.TryRetain() {
		return f.blank(o)
	}
	img, err := f.parser.Parse(context.Background(), o.buf)
	if err != nil {
		o.buf.Close()
		return f.blank(o)
	}
	img.Close() // the object is an owner already
	file := o.lay.File()
	if len(img.Symbols) != f.symbols || img.FirstGlobal != f.first || len(img.Groups) != f.groups || len(img.Sections) != len(file) {
		return f.blank(o)
	}
	img.Name, img.Module, img.User, img.Sections = o.name, f.module, f.user, file
	return img
}

// blank is an image with as many records, of symbols that are undefined and have no names.
func (f *faded) blank(o *Object) *objfmt.ObjectImage {
	file := o.lay.File()
	img := &objfmt.ObjectImage{
		Name: o.name, Triple: o.l.cfg.Triple, Buffer: o.buf, Format: changed{}, Module: f.module, User: f.user,
		Sections: make([]objfmt.Section, len(file)), Symbols: make([]objfmt.Symbol, f.symbols), Groups: make([]objfmt.Group, f.groups),
		FirstGlobal: f.first, Hashes: make([]uint32, f.symbols-int(f.first)),
	}
	for i := range file {
		img.Sections[i] = file[i]
		img.Sections[i].Data, img.Sections[i].Raw, img.Sections[i].Name = nil, nil, 0
	}
	for i := range img.Symbols {
		img.Symbols[i].Section = objfmt.SecUndef
	}
	return img
}

// changed is the objfmt.Format of such an image.
type changed struct{}

func (changed) err(img *objfmt.ObjectImage) error {
	return &objfmt.FormatError{File: img.Name, Msg: "has changed since it was loaded"}
}

func (f changed) Decode(img *objfmt.ObjectImage, _ *objfmt.Section, _ []objfmt.Reloc, _ []byte) (int, []byte, error) {
	return 0, nil, f.err(img)
}

func (changed) Layout(*objfmt.ObjectImage, *objfmt.Section) (*objfmt.Layout, uint64) { return nil, 0 }

func (f changed) Full(_ context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	return nil, f.err(img)
}

func (f changed) Contents(_ context.Context, img *objfmt.ObjectImage, _ *objfmt.Section) ([]byte, error) {
	return nil, f.err(img)
}

func (f changed) ContentsSize(img *objfmt.ObjectImage, _ *objfmt.Section) (uint64, error) {
	return 0, f.err(img)
}

// read is the object's image in a change: mu is given up while a large one is parsed.
func (l *Linker) read(o *Object) *objfmt.ObjectImage {
	if o.image.Load() != nil || len(o.buf.Bytes()) < muchWork {
		return o.img()
	}
	var img *objfmt.ObjectImage
	l.aside(func() { img = o.img() })
	return img
}

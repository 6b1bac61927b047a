package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/outfile"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// SaveConfig says how [Linker.Save] writes an image.
type SaveConfig struct {
	// Base is the address that the image is linked for, a multiple of its page size: 4 KiB on x86-64, else 64 KiB. It can be mapped there without a change of
	// any address in it. 0: one that is chosen by the contents of the objects, where other memory is seldom.
	Base uint64
	// Fixed binds the image to Base: code may hold addresses of the image, in 32 bits where Base is below 2 GiB, and the image cannot be mapped anywhere else. The file
	// is no shared object then, but what programs are that are not position-independent (ET_EXEC).
	Fixed bool
	// Name is the image's own, which others may ask for (DT_SONAME). Empty: it has none.
	Name string
	// KnownOnly makes a name that nothing defines and Config.Resolver does not know an error, an *UndefinedError. Otherwise it is an import
	// like all others.
	KnownOnly bool
	// Libraries are shared libraries that imports are bound to, and Imports says which of them has a name: dynamic linkers load those that
	// imports are from, and who maps the image can see whether they are the same still. A name that is not in Imports is looked for everywhere.
	Libraries []ImageLibrary
	Imports   map[string]ImageImport
	// Contents, if it is not nil, has memory for the first size bytes of the file, as a file that is mapped has: size zero bytes, the caller's. Save makes them there
	// and writes to w what follows them. Without memory (nil) all is written to w. It is called once as a rule; with another call what an earlier one has returned
	// is of no use any more. It must not call the linker. An error of its is Save's.
	Contents func(size uint64) ([]byte, error) `json:"-"`
}

// ImageLibrary is a shared library that an image's imports are bound to.
type ImageLibrary struct {
	Name    string   // by which dynamic linkers find it, its DT_SONAME
	BuildID []byte   // contents of its NT_GNU_BUILD_ID note, of which 32 bytes count; nil: it has none
	SHA256  [32]byte // of the file, which tells it apart where there is no build id; zero: not known
	Size    uint64   // of the file in bytes, 0 if it is not known
}

// ImageImport says where an import is from.
type ImageImport struct {
	Library int    // index in SaveConfig.Libraries
	Version string // that the name has there; empty: none
}

// ErrNotSavable is matched by a *NotSavableError.
var ErrNotSavable = errors.New("cannot be saved")

// NotSavableError says what keeps objects from being saved.
type NotSavableError struct {
	Object  string           // empty: it is not about one
	Section string           // empty: it is about the object
	ID      objfmt.SectionID // of Section in the object's image
	Offset  uint64           // in the section, bytes
	Type    string           // of the relocation there, empty if there is none
	Symbol  string           // that it refers to
	Why     string
	Err     error // what a step of the link says; nil: none does
}

func (e *NotSavableError) Error() string {
	s := ""
	if e.Object != "" {
		s = texts.Name(e.Object) + ": "
	}
	if e.Section != "" {
		s += fmt.Sprintf("%s+%#x: ", short(e.Section), e.Offset)
	}
	if e.Type != "" {
		s += e.Type + " "
	}
	if e.Symbol != "" {
		s += short(e.Symbol) + ": "
	}
	s += ErrNotSavable.Error()
	if e.Why != "" {
		s += ": " + e.Why
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Is matches [ErrNotSavable].
func (e *NotSavableError) Is(t error) bool { return t == ErrNotSavable }

// Unwrap returns Err.
func (e *NotSavableError) Unwrap() error { return e.Err }

// Save writes objects, as they are linked together, to one ELF shared object (ET_DYN): code that is never written, whatever address the
// file is mapped at, constants, data, a hashed table of the names that all see, a sorted unwind table, constructors and destructors, the names that no object
// defines as imports, and what has to be added to at another base. Readers of ELF read it, and dynamic linkers load it; what is said for those who map it
// beside that is a note (.note.rtdyld): format, target, SHA-256 of all parts of the file and of the objects that it was linked from.
//
// The objects are those of a linker with Config.Image, all Loaded, and refer to no others of the linker; without objects, all that are Loaded are saved. They stay Loaded,
// with the addresses that they have; meanwhile names are seen where the image has them. Config.Memory may be memory of any kind, Go's for one. The same objects
// give the same bytes.
//
// What is saved is proven: objects are linked at two bases, with two addresses for each import, and whatever differs between the two has to be
// a word that a loader is told of. What cannot be saved is a *NotSavableError, which says where it is: an address of 32 bits, or in code, or
// relative to an import, objects that are finalized, relocations that are left alone. Other errors are those of [Linker.Resolve], and w's.
func (l *Linker) Save(ctx context.Context, w io.Writer, cfg SaveConfig, objs ...*Object) error {
	if l.recording != nil {
		op := &Operation{Do: DoSave, Save: cfg, Objects: slices.Clone(objs)}
		op.Save.Contents = nil // it says nothing of the image
		return l.record(ctx, op, func(ctx context.Context) error { return l.saveNow(ctx, w, cfg, op.Objects) })
	}
	return l.saveNow(ctx, w, cfg, objs)
}

// SaveFile is [Linker.Save] to a file, which replaces the one that the path names, if there is one, once all of it is written; it may be read by all. A link stays one, and leads to the file then; a device or a pipe is not replaced, but written to. On Linux
// a large image is made in pages of the file, where the file system can set room for it aside, which takes less time and memory than writing it: cfg.Contents does not count. Other errors are those of the file.
func (l *Linker) SaveFile(ctx context.Context, path string, cfg SaveConfig, objs ...*Object) error {
	f, err := outfile.Create(path)
	if err != nil {
		return err
	}
	cfg.Contents = f.Contents
	if err = l.Save(ctx, f, cfg, objs...); err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = f.Done(0o644)
	}
	if err != nil {
		f.Drop()
	}
	return err
}

// saveNow is Save.
func (l *Linker) saveNow(ctx context.Context, w io.Writer, cfg SaveConfig, objs []*Object) error {
	f, objs, err := l.makeImage(ctx, cfg, objs)
	if err != nil {
		return err
	}
	defer releaseImages(objs) // names of the file are views of theirs
	return f.Write(w)
}

// releaseImages ends what makeImage began.
func releaseImages(objs []*Object) {
	for _, o := range objs {
		o.buf.Close()
	}
}

// makeImage links objects as an image, of which only the bytes are not yet in one place. The objects' buffers are retained.
func (l *Linker) makeImage(ctx context.Context, cfg SaveConfig, objs []*Object) (f *image.File, set []*Object, err error) {
	if err := l.begin(ctx); err != nil {
		return nil, nil, err
	}
	defer func() {
		l.took(ctx, err)
		l.endWith(ctx, &err)
	}()
	if set, err = l.savable(objs); err != nil {
		return nil, nil, err
	}
	for name, x := range cfg.Imports {
		if x.Library < 0 || x.Library >= len(cfg.Libraries) {
			return nil, nil, &NotSavableError{Symbol: name, Why: "SaveConfig.Imports names a library that is not in Libraries"}
		}
	}
	s := &saver{l: l, cfg: cfg, set: set, target: imageTarget(sharedRows(set[0].img()))}
	if f, err = s.link(ctx); err != nil {
		return nil, nil, err
	}
	for _, o := range set {
		o.buf.Retain()
	}
	return f, set, nil
}

// imageTarget is what images are like that a target's ELF rows describe.
func imageTarget(t *reloc.Table) *image.Target {
	return &image.Target{
		Machine: t.Shared.Machine, Page: t.Shared.Page, Base: t.Shared.Base, Bases: t.Shared.Bases,
		Word: t.DynamicType(reloc.DynamicAddress, false), GlobDat: t.DynamicType(reloc.DynamicAddress, true),
		Relative: t.DynamicType(reloc.DynamicRelative, false), Copy: t.DynamicType(reloc.DynamicCopy, false),
		Module: t.DynamicType(reloc.DynamicDTPMod, false), ModuleOffset: t.DynamicType(reloc.DynamicDTPOff, false),
		ThreadOffset: t.DynamicType(reloc.DynamicTPOff, false),
	}
}

// savable lists what Save is to write, in load order, and refuses what cannot be saved whatever its contents are.
func (l *Linker) savable(objs []*Object) ([]*Object, error) {
	if !l.cfg.Image || l.saving != nil || l.cfg.Layout != DefaultLayout || l.cfg.AllSections {
		return nil, &NotSavableError{Why: "the linker is not made for it: that takes Config.Image, and neither AllSections nor another Layout"}
	}
	if err := l.has(objs); err != nil {
		return nil, err
	}
	g := gather{}
	for _, o := range objs {
		g.add(o)
	}
	if len(objs) == 0 {
		for _, o := range l.pending {
			g.add(o)
		}
	}
	set := g.done()
	if len(set) == 0 {
		return nil, &NotSavableError{Why: "there are no objects"}
	}
	for _, o := range set {
		why := ""
		switch {
		case o.stage != loaded || o.batch.claimed:
			why = "it is finalized: what constructors have made is not in it"
		case sharedRows(o.img()) == nil:
			why = fmt.Sprintf("there are no images for %v", o.img().Triple)
		case o.img().Triple.Arch != set[0].img().Triple.Arch:
			why = "it is for another processor than the first object"
		}
		if why != "" {
			return nil, &NotSavableError{Object: o.name, Why: why}
		}
	}
	return set, nil
}

// saver is one call of Save.
type saver struct {
	l      *Linker
	cfg    SaveConfig
	set    []*Object // in load order
	target *image.Target

	imports  []savedImport
	index    map[uint32]int32 // of names in imports
	parts    []savedPart
	first    map[*Object]int // of an object's parts, which follow each other
	nth      map[*Object]int // in set
	together [][]int         // parts that lie together, of one group, the first of each list in the order of the parts
	sizes    image.Sizes
	layout   *image.Layout
	threads  map[*Object]uint64 // offset of an object's thread-locals in the block of all
	arrays   int                // words of init arrays, at most
	direct   []directImport
	directAt [stubs.NumCanonical]uint64 // offsets in their groups
	found    []partWords                // by part, of the last comparison
	words    []image.Word
	lists    []symbolLists // of each object, in these:
	symbols  []image.Symbol
	listed   []image.Symbol
	contents []byte // of the file as far as they are the objects': of the first pass until they are compared, then of the second
	given    bool   // contents are memory of SaveConfig.Contents
	delta    uint64 // from the addresses of the first pass to those of the second
}

// savedImport is an external name.
type savedImport struct {
	id     uint32
	was    uint64 // its address, as it is outside Save
	strong bool   // some object has to have it
	fn     bool   // some object says that it is a function
	tls    bool
	told   symtab.Answer // what the table of names knows beside that, of a thread-local
}

// link links the objects at two bases, and puts back how they were.
func (s *saver) link(ctx context.Context) (*image.File, error) {
	l := s.l
	l.saving = &openNames{none: s.cfg.KnownOnly}
	was := s.keep()
	defer was.putBack(s) // also if a callback panics
	if err := s.bind(ctx); err != nil {
		return nil, err
	}
	if err := s.findImports(); err != nil {
		return nil, err
	}
	if err := s.gatherParts(); err != nil {
		return nil, err
	}
	f, err := s.passes(ctx)
	var reach *reloc.RangeError
	if errors.As(err, &reach) {
		return nil, &NotSavableError{Object: reach.Object, Section: reach.Section, Offset: reach.Offset, Type: reach.Type, Symbol: reach.Symbol,
			Why: "it does not reach everywhere, as code that is compiled with -fPIC does", Err: err}
	}
	return f, err
}

// kept is how the objects, and what the linker knows for all, were.
type kept struct {
	objs    []place.Kept
	threads []tlsPlace
	bases   bases
}

// keep notes that, and has the objects be by themselves.
func (s *saver) keep() kept {
	k := kept{bases: s.l.takeBases(), objs: make([]place.Kept, len(s.set)), threads: make([]tlsPlace, len(s.set))}
	for i, o := range s.set {
		k.objs[i] = o.lay.Keep()
		k.threads[i] = o.putThreads(tlsPlace{})
	}
	return k
}

func (k *kept) putBack(s *saver) {
	l := s.l
	l.setBases(k.bases)
	for _, m := range s.imports {
		if l.names.Move(m.id, m.was); m.tls {
			l.names.Retell(m.id, m.told)
		}
	}
	l.saving.forget(&l.names)
	l.saving = nil
	for i, o := range s.set {
		o.putThreads(k.threads[i])
		putBack(o, k.objs[i])
	}
}

// bind finds out which names are imports.
func (s *saver) bind(ctx context.Context) error {
	l := s.l
	for {
		if err := ctx.Err(); err != nil {
			return s.set[0].ended("save", err)
		}
		changes := l.changes
		err := l.bindNames(ctx, s.set)
		if err != nil && err != errOvertaken {
			return err
		}
		if err == nil && l.changes == changes {
			break
		}
		for _, o := range s.set { // others were at work while the Resolver was
			if o.stage != loaded || o.batch.claimed {
				return &NotSavableError{Object: o.name, Why: "it is finalized, or unloaded, meanwhile"}
			}
		}
	}
	in := map[*Object]bool{}
	for _, o := range s.set {
		in[o] = true
	}
	for _, o := range s.set {
		for k, id := range o.ids {
			if id >= symtab.Special {
				continue
			}
			if num, ok := l.names.At(id).Owner(); ok && !in[l.object(num)] {
				sym := o.img().FirstGlobal + objfmt.SymbolID(k)
				return &NotSavableError{Object: o.name, Symbol: o.symbolName(sym), Why: "it is defined in " + short(l.object(num).name) + ", which is not saved with it"}
			}
		}
	}
	return nil
}

// findImports lists the external names, in the order in which objects mention them.
func (s *saver) findImports() error {
	s.index = map[uint32]int32{}
	l := s.l
	for _, o := range s.set {
		for k, id := range o.ids {
			if id >= symtab.Special {
				continue
			}
			e, strong := l.names.At(id), o.img().Symbols[int(o.img().FirstGlobal)+k].Bind != objfmt.BindWeak
			fn := callsIt(o, o.img().FirstGlobal+objfmt.SymbolID(k))
			if i, known := s.index[id]; known {
				s.imports[i].strong, s.imports[i].fn = s.imports[i].strong || strong, s.imports[i].fn || fn
				continue
			}
			if e.Class() != symtab.External || e.Abs() {
				continue
			}
			why := ""
			switch {
			case e.Left():
				why = "its relocations are to be left alone"
			case e.Redirected():
				why = "it has a stub or copy of this process"
			}
			if why != "" {
				return &NotSavableError{Object: o.name, Symbol: o.symbolName(o.img().FirstGlobal + objfmt.SymbolID(k)), Why: why}
			}
			s.index[id] = int32(len(s.imports))
			s.imports = append(s.imports, savedImport{id, e.Addr(), strong, fn, e.TLS(), l.names.Told(id)})
		}
	}
	return s.findDirect()
}

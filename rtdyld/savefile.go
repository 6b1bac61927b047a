package rtdyld

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// imageLinker is what images say of the program that wrote them.
const imageLinker = "rtdyld 1"

// inputs are the names and digests of the objects' files.
func (s *saver) inputs(ctx context.Context) ([]image.Input, error) {
	list := make([]image.Input, len(s.set))
	size := uint64(0)
	for i, o := range s.set {
		list[i].Name = o.name
		size += uint64(len(o.buf.Bytes()))
	}
	err := s.l.compute(ctx, size, s.set, task{do: func(_ *Linker, _ context.Context, o *Object, _ *scratch) error {
		list[s.nth[o]].Hash = sha256.Sum256(o.buf.Bytes())
		return nil
	}})
	return list, err
}

// base is the address that the image is linked for.
func (s *saver) base(inputs []image.Input) (uint64, error) {
	if s.cfg.Base != 0 {
		if s.cfg.Base&(s.target.Page-1) != 0 || s.cfg.Base >= 1<<47 {
			return 0, &NotSavableError{Why: "the base is no multiple of the page size, or not below 47 bits"}
		}
		return s.cfg.Base, nil
	}
	h := sha256.New()
	for i := range inputs {
		h.Write(inputs[i].Hash[:])
	}
	return s.target.Base + binary.LittleEndian.Uint64(h.Sum(nil))&(s.target.Bases-1)<<28, nil
}

// file is the image with all that the second pass has found out. Imports that no word holds are left out.
func (s *saver) file(ctx context.Context, inputs []image.Input) (*image.File, error) {
	f := s.head(inputs)
	f.Contents, f.Init, f.Fini = s.contents, len(s.inits()), len(s.finis())
	f.Given, f.Parallel = s.given, s.l.workers(s.layout.FileSize) > 1
	s.clearImports(f)
	if err := s.addSymbols(ctx, f, true); err != nil {
		return nil, err
	}
	f.Listed = append(f.Listed, f.Symbols...)
	return f, nil
}

// head is an image with what its words ask for.
func (s *saver) head(inputs []image.Input) *image.File {
	f := &image.File{Layout: s.layout, Name: s.cfg.Name, Fixed: s.cfg.Fixed, Triple: s.set[0].img().Triple.String(), Linker: imageLinker, Inputs: inputs}
	s.addImports(f)
	s.addLibraries(f)
	return f
}

// addImports lists imports and words.
func (s *saver) addImports(f *image.File) {
	number := make([]int32, len(s.imports)) // plus one
	numbered := func(i int32) int32 {
		if number[i] == 0 {
			f.Imports = append(f.Imports, s.importOf(i))
			number[i] = int32(len(f.Imports))
		}
		return number[i] - 1
	}
	f.Copies = s.copies()
	for i := range f.Copies {
		f.Copies[i].Import = numbered(f.Copies[i].Import)
	}
	f.Words, s.words = s.words, nil
	for i := range f.Words {
		w := &f.Words[i]
		if w.Import >= 0 {
			w.Import = numbered(w.Import)
		}
	}
}

// clearImports clears what the passes have in place of imports and thread-locals.
func (s *saver) clearImports(f *image.File) {
	for i := range f.Words {
		if w := &f.Words[i]; w.Import >= 0 || w.Kind != image.Address {
			clear(f.Contents[s.layout.Off(w.Addr):][:8])
		}
	}
}

// addLibraries lists the libraries that imports are from.
func (s *saver) addLibraries(f *image.File) {
	number := make([]int, len(s.cfg.Libraries)) // plus one
	for i := range f.Imports {
		m := &f.Imports[i]
		from, known := s.cfg.Imports[m.Name]
		if !known {
			continue
		}
		if number[from.Library] == 0 {
			lib := &s.cfg.Libraries[from.Library]
			x := image.Library{Name: lib.Name, Size: lib.Size}
			switch {
			case len(lib.BuildID) > 0:
				x.Kind, x.ID = image.BuildID, lib.BuildID[:min(len(lib.BuildID), 32)]
			case lib.SHA256 != [sha256.Size]byte{}:
				x.Kind, x.ID = image.Contents, lib.SHA256[:]
			}
			f.Libraries = append(f.Libraries, x)
			number[from.Library] = len(f.Libraries)
		}
		m.Library, m.Version = number[from.Library], from.Version
	}
}

// importOf says what an image tells of an import.
func (s *saver) importOf(i int32) image.Import {
	l := s.l
	id := s.imports[i].id
	m := image.Import{Name: l.names.Text(id), Bind: image.BindWeak, Size: l.names.Told(id).Size}
	if s.imports[i].strong {
		m.Bind = image.BindGlobal
	}
	e := l.names.At(id)
	switch {
	case e.Func():
		m.Type = image.TypeFunc
	case e.TLS():
		m.Type = image.TypeThread
	}
	return m
}

// symbolWork is what a definition takes beside work on bytes.
const symbolWork = 64

// symbolLists are definitions: those that others see, and those for debuggers alone.
type symbolLists struct{ global, local []image.Symbol }

// addSymbols lists the definitions of all objects, with local ones or without.
func (s *saver) addSymbols(ctx context.Context, f *image.File, locals bool) error {
	if s.lists == nil {
		s.makeLists()
	}
	size := 0
	for i := range s.lists {
		x := &s.lists[i]
		x.global, x.local = x.global[:0], x.local[:0]
		size += cap(x.global) + cap(x.local)
	}
	err := s.l.compute(ctx, uint64(size)*symbolWork, s.set, task{do: func(_ *Linker, _ context.Context, o *Object, _ *scratch) error {
		x, from := &s.lists[s.nth[o]], o.img().FirstGlobal
		if locals {
			x.local, from = append(x.local, image.Symbol{Name: o.name, Abs: true, Type: image.TypeFile}), 0
		}
		s.addDefinitions(x, o, from)
		return nil
	}})
	if err != nil {
		return err
	}
	// The lists lie behind each other: what is moved to the front comes from behind.
	f.Symbols, f.Listed = s.symbols[:0], s.listed[:0]
	for _, x := range s.lists {
		f.Symbols = append(f.Symbols, x.global...)
		f.Listed = append(f.Listed, x.local...)
	}
	return nil
}

// makeLists has memory for the definitions of all objects, in which those of each have a place of their own.
func (s *saver) makeLists() {
	globals, all := 0, 0
	for _, o := range s.set {
		n := len(o.img().Symbols)
		globals += n - int(o.img().FirstGlobal)
		all += 1 + n
	}
	s.symbols, s.listed = arena.Make[image.Symbol](globals, false), arena.Make[image.Symbol](all, false)
	global, listed := s.symbols, s.listed
	s.lists = make([]symbolLists, len(s.set))
	for i, o := range s.set {
		n := len(o.img().Symbols)
		g := n - int(o.img().FirstGlobal)
		s.lists[i] = symbolLists{global[:0:g], listed[: 0 : 1+n]}
		global, listed = global[g:], listed[1+n:]
	}
}

// addDefinitions lists an object's definitions from a symbol on.
func (s *saver) addDefinitions(to *symbolLists, o *Object, from objfmt.SymbolID) {
	for i := int(from); i < len(o.img().Symbols); i++ {
		sym, ok := s.l.loadedSymbol(o, o.img(), objfmt.SymbolID(i))
		if !ok {
			continue
		}
		x := image.Symbol{Name: sym.Name, Addr: sym.Addr, Size: sym.Size, Bind: image.BindGlobal}
		switch sym.Type {
		case objfmt.SymFunc, objfmt.SymIFunc: // code chooses the function to use when it is called first
			x.Type = image.TypeFunc
		case objfmt.SymData:
			x.Type = image.TypeObject
		}
		switch {
		case sym.Type == objfmt.SymTLS:
			x.Type, x.Group, x.Addr = image.TypeThread, image.Template, sym.Addr+s.threads[o]
		case sym.Section == objfmt.SecAbs:
			x.Abs = true
		default:
			x.Group = s.layout.GroupAt(sym.Addr)
		}
		switch {
		case sym.Local:
			x.Bind = image.BindLocal
			to.local = append(to.local, x)
			continue
		case sym.Bind == objfmt.BindWeak:
			x.Bind = image.BindWeak
		}
		to.global = append(to.global, x)
	}
}

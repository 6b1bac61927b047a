package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// dylib is a JITDylib of llvm-jitlink's command line: a name space of objects and archives. What it leaves undefined is looked for in itself, in
// the process, and in the dylibs that -l names, whose hidden names it does not see. Main, the first, has names of the process before those
// of its archives.
type dylib struct {
	name   string
	paths  []string // objects
	libs   []jitLibrary
	search []string // folders of -L
	links  []*dylib // that -l names
	fixed  []string // NAME=ADDR
	abs    map[string]uint64

	archives []jitArchive
	imgs     []*objfmt.ObjectImage
	hidden   map[*objfmt.ObjectImage]bool // of archives whose names others do not see
	defines  map[string]bool              // names of imgs, and of abs: whether others see them
	objs     []*rtdyld.Object
	addrs    map[string]rtdyld.Symbol // of all but local names, once objs lie where they are to
}

// jitLibrary is what -l, -hidden-l and -load_hidden name, or an input that is an archive.
type jitLibrary struct {
	name   string
	path   bool // a file; else lib NAME .so or .a in the folders of -L
	hidden bool
}

type jitArchive struct {
	*ar.Archive
	hidden bool
}

// dylibs are those of a command line, main first.
type dylibs struct {
	t        *tool
	all      []*dylib
	external *externals      // of main
	wanted   map[string]bool // what the harness leaves undefined; nil: there is none

	interposed []interposed
}

// interposed is a local symbol of an input for which a definition of the harness counts.
type interposed struct {
	sym  *objfmt.Symbol
	name string
}

// dylib is that of which the command line is about to say something.
func (o *jitOptions) dylib() *dylib {
	if o.dylibs == nil {
		o.dylibs = []*dylib{{name: "main"}}
	}
	return o.dylibs[o.current]
}

// setDylib is -jd. One of a name that there is already is another, which -l does not find.
func setDylib(o *options, name string) string {
	o.jit.dylib()
	o.jit.current = len(o.jit.dylibs)
	o.jit.dylibs = append(o.jit.dylibs, &dylib{name: name})
	return ""
}

// addInput takes an input for the dylib at hand: an archive by its name's end, as llvm-jitlink knows it.
func (o *jitOptions) addInput(name string) {
	d := o.dylib()
	if strings.HasSuffix(name, ".a") {
		d.libs = append(d.libs, jitLibrary{name: name, path: true})
	} else {
		d.paths = append(d.paths, name)
	}
}

// setAbsolute is -abs.
func setAbsolute(o *options, spec string) string {
	d := o.jit.dylib()
	d.fixed = append(d.fixed, spec)
	return ""
}

func setLibrary(path, hidden bool) func(*options, string) string {
	return func(o *options, v string) string {
		d := o.jit.dylib()
		d.libs = append(d.libs, jitLibrary{v, path, hidden})
		return ""
	}
}

// openDylibs opens what the command line says of libraries; close it, also beside an error.
func (t *tool) openDylibs(ctx context.Context) (*dylibs, error) {
	s := &dylibs{t: t, all: t.jit.dylibs}
	if err := t.findWeak(ctx); err != nil {
		return s, err
	}
	for _, d := range s.all {
		if err := d.open(ctx, t); err != nil {
			return s, err
		}
	}
	return s, nil
}

// absolutes reads what -abs says.
func (d *dylib) absolutes() error {
	d.abs = map[string]uint64{}
	for _, spec := range d.fixed {
		name, value, ok := strings.Cut(spec, "=")
		if !ok {
			return errorf("Invalid absolute define \"%s\". Syntax: <name>=<addr>", spec)
		}
		addr, ok := number(value)
		if !ok {
			return errorf("Invalid address expression \"%s\" in absolute define \"%s\"", value, spec)
		}
		if _, ok := d.abs[name]; ok {
			return errorf("Duplicate definition of symbol '%s'", name)
		}
		d.abs[name] = addr
	}
	return nil
}

// open finds and opens libraries: archives are the dylib's, shared libraries this process's.
func (d *dylib) open(ctx context.Context, t *tool) error {
	for _, l := range d.libs {
		file := l.name
		if i := slices.IndexFunc(t.jit.dylibs, func(d *dylib) bool { return d.name == l.name }); i >= 0 && !l.path {
			d.links = append(d.links, t.jit.dylibs[i])
			continue
		}
		if !l.path {
			if file = d.find(l.name); file == "" {
				return errorf("While linking against libraries for JITDylib %q: no library %s in %q", d.name, l.name, d.search)
			}
		}
		a, err := t.archive(ctx, file)
		switch {
		case err == nil:
			d.archives = append(d.archives, jitArchive{a, l.hidden})
			if !a.HasIndex() {
				return errorf("%s: archive without an index", file)
			}
		case l.path || strings.HasSuffix(file, ".a"):
			return errorf("%s: %v", file, err)
		default:
			t.dylibs = append(t.dylibs, file)
		}
	}
	return nil
}

// find looks a library up in the folders of -L.
func (d *dylib) find(name string) string {
	return d.findEnding(name, ".so", ".a")
}

func (d *dylib) findEnding(name string, ends ...string) string {
	for _, dir := range d.search {
		for _, end := range ends {
			if file, err := filepath.Abs(filepath.Join(dir, "lib"+name+end)); err == nil && regular(file) {
				return file
			}
		}
	}
	return ""
}

func regular(file string) bool {
	st, err := os.Stat(file)
	return err == nil && st.Mode().IsRegular()
}

// add takes an image into the dylib.
func (d *dylib) add(img *objfmt.ObjectImage, hidden bool) {
	d.imgs = append(d.imgs, img)
	if hidden {
		d.hidden[img] = true
	}
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; s.Defined() && s.Bind != objfmt.BindLocal {
			name := img.SymbolName(objfmt.SymbolID(i))
			d.defines[name] = d.defines[name] || d.shows(img, s)
		}
	}
}

// shows reports whether other dylibs see a definition.
func (d *dylib) shows(img *objfmt.ObjectImage, s *objfmt.Symbol) bool {
	return s.Bind != objfmt.BindLocal && s.Vis < objfmt.VisHidden && !d.hidden[img]
}

// has reports whether the dylib has a name for a dylib, itself or another, taking the member of an archive that defines it.
func (d *dylib) has(ctx context.Context, name string, own bool) (bool, error) {
	if seen, ok := d.defines[name]; ok {
		return seen || own, nil
	}
	for _, a := range d.archives {
		if a.hidden && !own {
			continue
		}
		m, ok, err := a.LookupContext(ctx, name)
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		img, err := objfile.ParseMemberContext(ctx, m)
		if err != nil {
			return false, fmt.Errorf("needed for %s: %w", name, err)
		}
		d.add(img, a.hidden)
		return true, nil
	}
	return false, nil
}

// read opens all libraries, parses objects and takes the members of archives that they need; close them.
func (s *dylibs) read(ctx context.Context) error {
	for _, d := range s.all {
		d.hidden, d.defines = map[*objfmt.ObjectImage]bool{}, map[string]bool{}
		for _, path := range d.paths {
			img, err := s.t.image(ctx, path)
			if err != nil {
				return err
			}
			d.add(img, false)
		}
		if s.t.jit.allLoad {
			if err := d.addAll(ctx); err != nil {
				return err
			}
		}
		if d == s.all[0] {
			if err := s.readHarness(ctx, d); err != nil {
				return err
			}
		}
		for name := range d.abs {
			if _, ok := d.defines[name]; ok {
				return errorf("Duplicate definition of symbol '%s'", name)
			}
			d.defines[name] = true
		}
	}
	if err := s.members(ctx); err != nil {
		return err
	}
	return s.included(ctx)
}

// readHarness reads the objects of -harness. What they define inputs do not; what they leave undefined may be an input's local name.
func (s *dylibs) readHarness(ctx context.Context, main *dylib) error {
	if len(s.t.jit.harness) == 0 {
		return nil
	}
	inputs := main.imgs
	main.imgs, main.defines = nil, map[string]bool{}
	for _, path := range s.t.jit.harness {
		img, err := s.t.image(ctx, path)
		if err != nil {
			closeImages(inputs)
			return err
		}
		main.add(img, false)
	}
	s.wanted = map[string]bool{}
	for _, img := range main.imgs {
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			if sym := &img.Symbols[i]; !sym.Defined() {
				s.wanted[img.SymbolName(objfmt.SymbolID(i))] = true
			}
		}
	}
	harness := maps.Clone(main.defines)
	for _, img := range inputs {
		for i := range img.Symbols {
			sym := &img.Symbols[i]
			name := img.SymbolName(objfmt.SymbolID(i))
			if _, ok := harness[name]; !ok || !sym.Defined() {
				continue
			}
			if sym.Bind != objfmt.BindLocal {
				sym.Section, sym.Bind = objfmt.SecUndef, objfmt.BindGlobal
			} else if sym.Type != objfmt.SymSection && sym.Type != objfmt.SymFile {
				sym.Section, sym.Value = objfmt.SecAbs, 0
				s.interposed = append(s.interposed, interposed{sym, name})
			}
		}
		main.add(img, false)
	}
	return nil
}

// promote gives the harness the local names of inputs that it refers to, and inputs the harness's definitions of local names, once all
// lie where they are to.
func (s *dylibs) promote() {
	if s.wanted == nil {
		return
	}
	for _, o := range s.all[0].objs {
		for _, sym := range o.Symbols() {
			if sym.Bind == objfmt.BindLocal && s.wanted[sym.Name] {
				s.external.dummies[sym.Name] = sym.Addr
			}
		}
	}
	for _, x := range s.interposed {
		if sym, ok := s.all[0].address(x.name); ok {
			x.sym.Value = sym.Addr
		}
	}
}

// members takes from archives what is undefined, and the entry, until there is nothing more.
func (s *dylibs) members(ctx context.Context) error {
	if len(s.all) == 1 && len(s.all[0].archives) == 0 {
		return nil
	}
	if _, err := s.entryOf(ctx, s.external.original(s.t.entry)); err != nil {
		return err
	}
	for before := 0; before < s.images(); {
		before = s.images()
		for _, d := range s.all {
			for i := 0; i < len(d.imgs); i++ { // members come to the end
				img := d.imgs[i]
				for k := int(img.FirstGlobal); k < len(img.Symbols); k++ {
					sym := &img.Symbols[k]
					if sym.Defined() || sym.Bind == objfmt.BindLocal {
						continue
					}
					if _, err := s.where(ctx, d, img.SymbolName(objfmt.SymbolID(k))); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// images counts the images of all.
func (s *dylibs) images() (n int) {
	for _, d := range s.all {
		n += len(d.imgs)
	}
	return n
}

// entryOf is the first dylib that has the entry; nil: none.
func (s *dylibs) entryOf(ctx context.Context, name string) (*dylib, error) {
	for _, d := range s.all {
		if ok, err := d.has(ctx, name, true); ok || err != nil {
			return d, err
		}
	}
	return nil, nil
}

// where is the dylib that has a name for another; nil: none, or the process does.
func (s *dylibs) where(ctx context.Context, d *dylib, name string) (*dylib, error) {
	if _, ok := d.defines[name]; ok {
		return d, nil
	}
	process := s.external.inProcess(ctx, name)
	if process && d == s.all[0] {
		return nil, nil
	}
	for _, x := range append([]*dylib{d}, d.links...) {
		if process && x != d {
			break
		}
		if ok, err := x.has(ctx, name, x == d); ok || err != nil {
			return x, err
		}
	}
	return nil, nil
}

// inProcess reports whether the process has a name.
func (e *externals) inProcess(ctx context.Context, name string) bool {
	if e.jit.noProcess {
		return false
	}
	got, err := e.ask(ctx, []rtdyld.Ref{{Name: name}})
	return err == nil && len(got) == 1 && got[0].Found
}

// close gives images and archives back; a linker that has loaded them has its own hold.
func (s *dylibs) close() (err error) {
	for _, d := range s.all {
		closeImages(d.imgs)
		for _, a := range d.archives {
			err = errors.Join(err, a.Close())
		}
	}
	return err
}

// load loads all: what main alone has as ever, several dylibs each by itself.
func (s *dylibs) load(ctx context.Context, l *rtdyld.Linker) (objs []*rtdyld.Object, err error) {
	if !slices.ContainsFunc(s.all, func(d *dylib) bool { return len(d.imgs) > 0 }) {
		return nil, notFound(nil, s.t.entry)
	}
	if len(s.all) == 1 {
		s.all[0].objs, err = l.Load(ctx, s.all[0].imgs...)
		return s.all[0].objs, err
	}
	for _, d := range s.all {
		if len(d.imgs) == 0 {
			continue
		}
		if d.objs, err = l.LoadWith(ctx, &dylibNames{s, d}, d.imgs...); err != nil {
			return objs, err
		}
		objs = append(objs, d.objs...)
	}
	return objs, nil
}

// address finds a name that the dylib defines.
func (d *dylib) address(name string) (rtdyld.Symbol, bool) {
	if addr, ok := d.abs[name]; ok {
		return absolute(addr), true
	}
	if d.addrs == nil {
		d.addrs = map[string]rtdyld.Symbol{}
		for _, o := range d.objs {
			img := o.Image()
			for _, s := range o.Symbols() {
				if img.Symbols[s.ID].Bind == objfmt.BindLocal {
					continue
				}
				found := rtdyld.Symbol{Addr: s.Addr, Size: s.Size, Found: true}
				if s.Type == objfmt.SymFunc {
					found.Kind = rtdyld.Func
				}
				d.addrs[s.Name] = found
			}
		}
	}
	s, ok := d.addrs[name]
	return s, ok
}

// dylibNames is what one dylib asks for what it leaves undefined.
type dylibNames struct {
	*dylibs
	of *dylib
}

// Resolve implements [rtdyld.Resolver].
func (r *dylibNames) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		d, err := r.where(ctx, r.of, refs[i].Name)
		if err != nil {
			return err
		}
		if d != nil {
			out[i], _ = d.address(refs[i].Name)
			continue
		}
		e := *r.external
		if r.of != r.all[0] {
			e.dummies, e.alias = nil, nil // which are main's
		}
		if err := e.resolveJIT(ctx, refs[i:i+1], out[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// entry is the address of a name that main sees.
func (s *dylibs) entry(l *rtdyld.Linker, objs []*rtdyld.Object, name string) (addr uint64, ok bool) {
	if len(s.all) < 2 {
		return entryAddress(l, objs, name)
	}
	for _, d := range s.all {
		if sym, ok := d.address(name); ok {
			return sym.Addr, true
		}
	}
	return 0, false
}

package program

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/mangle"
	"github.com/go-rtdyld/rtdyld/internal/nearest"
	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Program is loaded code. Its methods may be called concurrently. A call of Bind, Lookup or
// [Var] waits while another loads members of archives and runs their constructors, so a
// constructor must not make one, by a callback: it would wait for itself.
type Program struct {
	ctx    context.Context // of Load, without its end
	world  World
	linker *rtdyld.Linker
	gate   *abi.Gate       // shut when the program is closed; nil: the world has no caller
	names  rtdyld.Resolver // the world's, nil: it has none
	prefix string          // what C names begin with in symbol tables
	closed atomic.Bool

	unchecked atomic.Bool  // types are not compared with debug information
	described descriptions // what that says

	told struct { // what the collector told, which callbacks of loading may ask for
		sync.Mutex
		reasons []rtdyld.Reason
	}

	mu        sync.Mutex // guards what follows, and is held while members are loaded
	files     *files
	collector *rtdyld.Collector
	wrapped   *rtdyld.Wrapping
	images    []*objfmt.ObjectImage // of all that is loaded
	leaves    map[leafOf]*abi.Gate  // what BindLeaf has proved
	chosen    map[string]string     // the variant of a name, "": it has none for this processor
}

// Load loads inputs into a world, which is the program's from then on: [Program.Close] closes
// it, and so does Load when it fails. Objects are loaded with the members of archives that they
// need, as one unit, on top of the images; when Load returns, their constructors have run. Without objects only the
// indexes of archives are read.
//
// Errors are those of reading the inputs (an *fs.PathError, an *objfmt.FormatError) and
// of [rtdyld.New], [rtdyld.Collect], [rtdyld.Linker.Load] and [rtdyld.Linker.Finalize]: an
// *rtdyld.UndefinedError names all that nobody defines, as the world explains them.
func Load(ctx context.Context, world World, inputs ...Input) (*Program, error) {
	return new(files).load(ctx, inputs, func(Needs) (World, error) { return world, nil }, world)
}

// Needs is what inputs need of a world.
type Needs struct {
	Triple    triple.Triple // of the first object, as far as its header tells it; zero without any
	Libraries []string      // names of the shared libraries that linked images are bound to, each once
}

// LoadInto is [Load] into a world that depends on what the inputs are for, which open is told.
// If it fails, or is not called because an input cannot be read, there is no world to close.
func LoadInto(ctx context.Context, open func(needs Needs) (World, error), inputs ...Input) (*Program, error) {
	return new(files).load(ctx, inputs, open, nil)
}

// load makes a program of inputs and the world that open opens, or closes both. world is there already, if it is not nil.
func (f *files) load(ctx context.Context, inputs []Input, open func(Needs) (World, error), world World) (_ *Program, err error) {
	p := &Program{ctx: context.WithoutCancel(ctx), world: world, files: f}
	loaded := false
	defer func() {
		if !loaded { // also if a callback panics
			err = errors.Join(err, p.end(p.ctx))
		}
	}()
	if err := f.take(ctx, inputs); err != nil {
		return nil, err
	}
	if world == nil {
		target, err := f.target(ctx)
		if err == nil {
			p.world, err = open(Needs{target, f.libraries()})
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.start(ctx); err != nil {
		return nil, err
	}
	loaded = true
	return p, nil
}

// start loads what is to be loaded at first.
func (p *Program) start(ctx context.Context) error {
	if c := p.world.Caller(); c != nil {
		p.gate = abi.NewGate(c, refusal)
	}
	cfg := p.world.LinkerConfig()
	cfg.OneUnit = true // whatever is loaded later
	cfg.Wrap = rtdyld.NewWrapping(append(cfg.Wrap.Names(), p.files.wrapped...)...)
	target, err := p.files.target(ctx)
	if err != nil {
		return err
	}
	if !cfg.Triple.IsZero() {
		target = cfg.Triple
	}
	p.prefix = target.SymbolPrefix()
	p.names = cfg.Resolver
	if cfg.Reasons == nil {
		cfg.Reasons = p.reasons
	}
	if p.linker, err = rtdyld.New(cfg); err != nil {
		return err
	}
	p.wrapped = cfg.Wrap
	p.collect()
	first, err := rtdyld.CollectAll(ctx, p.files.objects, p.files.all)
	p.files.objects = first // to be closed with the others
	if err != nil {
		return err
	}
	members, err := p.collector.Collect(ctx, first)
	p.files.objects = append(first, members...)
	if err != nil {
		return err
	}
	for _, img := range p.files.linked {
		if _, err := p.linker.MapImage(ctx, img.LinkedImage, img.cfg); err != nil {
			return p.world.Explain(ctx, err, nil, p.files.archives)
		}
	}
	return p.link(ctx, p.files.objects)
}

// collect makes the collector, which tells why it takes members.
func (p *Program) collect() {
	p.collector = rtdyld.NewCollector(p.files.archives, p.world.Provides)
	p.collector.Wrap(p.wrapped)
	p.collector.Tell(func(r rtdyld.Reason) {
		p.told.Lock()
		defer p.told.Unlock()
		p.told.reasons = append(p.told.reasons, r)
	})
}

// reasons is rtdyld.Config.Reasons.
func (p *Program) reasons() []rtdyld.Reason {
	p.told.Lock()
	defer p.told.Unlock()
	return slices.Clone(p.told.reasons)
}

// untell forgets all but the first n reasons.
func (p *Program) untell(n int) {
	p.told.Lock()
	defer p.told.Unlock()
	p.told.reasons = p.told.reasons[:n]
}

// link loads images as one batch and makes them ready, or leaves nothing of them.
func (p *Program) link(ctx context.Context, imgs []*objfmt.ObjectImage) (err error) {
	if len(imgs) == 0 {
		return nil
	}
	objs, err := p.linker.Load(ctx, imgs...)
	if err != nil {
		return err
	}
	ready := false
	defer func() {
		if !ready { // also if a callback panics
			err = errors.Join(err, p.linker.Unload(p.ctx, objs...))
		}
	}()
	if err := p.linker.Finalize(ctx, objs...); err != nil {
		return p.world.Explain(ctx, err, imgs, p.files.archives)
	}
	ready = true
	p.images = append(p.images, imgs...)
	return nil
}

// Linker is the program's linker, to look at what is loaded: sections, symbols, a link map.
// What somebody loads through it can be bound once it is finalized, and goes with the program.
func (p *Program) Linker() *rtdyld.Linker { return p.linker }

// Caller calls the program's code, for [abi.Func4] and its like: nil, if the world has no caller. Once the program is closed, a call panics with a
// *[CallError].
func (p *Program) Caller() abi.Caller {
	if p.gate == nil {
		return nil
	}
	return p.gate
}

// Close is [Program.CloseContext] without a limit, with what the context of [Load] has besides.
func (p *Program) Close() error { return p.CloseContext(p.ctx) }

// CloseContext unloads the program: destructors run, memory is given back, the world is closed.
// Nobody may be inside its code then, nor use its variables any more; a call that begins later
// panics. It returns the errors of all that, joined. Closing twice is an error, ErrClosed.
func (p *Program) CloseContext(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed.Swap(true) {
		return ErrClosed
	}
	if p.gate != nil {
		p.gate.Shut()
	}
	for _, g := range p.leaves {
		g.Shut()
	}
	return p.end(ctx)
}

// end gives all back.
func (p *Program) end(ctx context.Context) error {
	var calls []func() error
	if l := p.linker; l != nil {
		calls = append(calls, func() error { return l.Unload(ctx, l.Objects()...) }, func() error { return l.CloseContext(ctx) })
	}
	calls = append(calls, p.files.close)
	if p.world != nil {
		calls = append(calls, p.world.Close)
	}
	return nested.Each(calls...)
}

// Lookup finds a name: a C name, or as the symbol table has it where that is another (C++'s;
// Mach-O's with an underscore). Names of the program come first, then those of archives, whose
// members are loaded and their constructors run, then the world's. The address may be used
// until the program is closed; github.com/ebitengine/purego's RegisterFunc takes it, for one.
//
// Errors are [ErrClosed], a *[NotFoundError], [ErrNotFinalized], and those of [Load] where members
// are loaded, of which then nothing stays: the next call tries again.
func (p *Program) Lookup(name string) (rtdyld.Symbol, error) {
	s, err := p.find(name)
	if err != nil {
		return rtdyld.Symbol{}, fmt.Errorf("look up %w", err)
	}
	return s, nil
}

// find is Lookup. Its errors begin with the name.
func (p *Program) find(name string) (rtdyld.Symbol, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed.Load() {
		return rtdyld.Symbol{}, fmt.Errorf("%s: %w", name, ErrClosed)
	}
	if p.files.varied {
		if s, found, err := p.variant(name); found || err != nil {
			return s, prefixed(name, err)
		}
	}
	if s, found, err := p.defined(name); found || err != nil {
		return s, prefixed(name, err)
	}
	if p.names == nil {
		return rtdyld.Symbol{}, p.missing(name)
	}
	for _, n := range slices.Backward(p.spellings(name)) { // C's first: it is the world's language
		out := make([]rtdyld.Symbol, 1)
		if err := p.names.Resolve(p.ctx, []rtdyld.Ref{{Name: n}}, out); err != nil {
			return rtdyld.Symbol{}, fmt.Errorf("%s: %w", name, err)
		}
		if out[0].Found {
			return out[0], nil
		}
	}
	return rtdyld.Symbol{}, p.missing(name)
}

// prefixed has an error begin with the name.
func prefixed(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// spellings are a C name as symbol tables have it.
func (p *Program) spellings(name string) []string {
	if p.prefix == "" {
		return []string{name}
	}
	return []string{name, p.prefix + name}
}

// own finds a name that loaded objects define.
func (p *Program) own(name string) (s rtdyld.Symbol, found bool, err error) {
	s, err = p.linker.Lookup(name)
	if err != nil {
		return s, false, nil
	}
	o := s.Object
	if o.State() != rtdyld.Finalized {
		return s, false, ErrNotFinalized
	}
	if s.Kind == rtdyld.Unspecified { // assembly, Mach-O
		s.Kind = kindAt(o, s.Addr)
	}
	return s, true, nil
}

// kindAt is what lies at an address of an object.
func kindAt(o *rtdyld.Object, addr uint64) rtdyld.Kind {
	for _, s := range o.Sections() {
		if addr-s.Addr < uint64(len(s.Mem)) {
			if s.Kind == objfmt.KindCode {
				return rtdyld.Unspecified // constants may lie among code
			}
			return rtdyld.Data
		}
	}
	return rtdyld.Unspecified
}

// fetch loads the members of archives that a name needs.
func (p *Program) fetch(name string) (err error) {
	known := len(p.reasons())
	var members []*objfmt.ObjectImage
	linked := false
	defer func() {
		if !linked { // also if a callback panics
			err = errors.Join(err, p.unfetch(known, members))
		}
	}()
	if members, err = p.collector.Collect(p.ctx, nil, name); err != nil {
		return err
	}
	if err = p.link(p.ctx, members); err != nil {
		return err
	}
	linked = true
	p.files.objects = append(p.files.objects, members...)
	return nil
}

// unfetch has all as if nobody had asked for members, when so many reasons were known.
func (p *Program) unfetch(known int, members []*objfmt.ObjectImage) error {
	p.untell(known)
	p.collect()
	none, err := p.collector.Collect(p.ctx, p.images)
	for _, img := range slices.Concat(members, none) {
		err = errors.Join(err, img.Close())
	}
	return err
}

// missing is the error for a name that nobody has.
func (p *Program) missing(name string) error {
	e := &NotFoundError{Name: name, Variants: p.others(name)}
	near, made := nearest.New(name), mangle.Search{Name: name}
	for _, img := range p.images {
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			s := &img.Symbols[i]
			if n := img.SymbolName(objfmt.SymbolID(i)); s.Defined() && s.Bind != objfmt.BindLocal && s.Vis >= objfmt.VisHidden && (n == name || p.cName(n) == name) {
				e.Hidden = true
			}
		}
	}
	p.eachName(func(n string) {
		n = p.cName(n)
		near.Add(n)
		made.Add(n)
	})
	e.Near, e.Mangled = strings.Clone(near.Best()), made.Found()
	return e
}

// eachName calls f for the names that objects define for others, and those that archives have.
func (p *Program) eachName(f func(name string)) {
	for _, img := range p.images {
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			s := &img.Symbols[i]
			if s.Defined() && s.Bind != objfmt.BindLocal && s.Vis < objfmt.VisHidden {
				f(img.SymbolName(objfmt.SymbolID(i)))
			}
		}
	}
	for _, a := range p.files.archives {
		for s, err := range a.Symbols() {
			if err != nil {
				break // it has other names to offer, or none
			}
			f(s.Name)
		}
	}
}

// cName is a name of a symbol table in C.
func (p *Program) cName(name string) string { return strings.TrimPrefix(name, p.prefix) }

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	counts "github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

var linkCommand = command{
	name:     "link",
	operands: []string{"FILE... | @LIST", "-each FILE... | @LIST"},
	summary:  "load and relocate without running; print a link map",
	about: `Any object is linked at any address, on any host. Archives give the members that objects need, wherever they stand. @LIST is a file with a name a line.

-layout reads {"sections": [{"file": "a.o", "section": 1, "addr": "0x401000"}], "symbols": {"puts": "0x10000000"}}: file is an input's base name (lib.a(m.o) for a member), section its number as dump and readelf -S print it. What it leaves out and GOT entries follow the highest section that it has. Stubs lie in gaps near the branches that need them, and so do GOT entries that would be out of reach: between all sections, or in "memory": [{"addr": "0x500000", "size": "0x1000"}]. A section with "name" instead of a number is where the linker has an input's "<stubs>" or "<got>".`,
	examples: []example{
		{"rtdyld link -undefined=phony a.o", "the map of an object whose undefined names do not matter"},
		{"rtdyld link -define puts=0x10000000 -layout a.json -out linked a.o", "its final bytes, a file a section"},
		{"rtdyld link -image a.so a.o lib.a -l m -l c", "one file that is mapped without linking: a shared object"},
		{"rtdyld link -why puts a.o lib.a", "which definition of puts counts, why its member is here, who refers to it"},
		{"rtdyld link -each /usr/lib/x86_64-linux-gnu/libc.a", "every member by itself, and which are refused"},
	},
	cleans: true,
	setup:  linkSetup,
}

// linkSetup defines the options of link.
func linkSetup(fs *flag.FlagSet) func(call) int {
	opt := linkOptions{defs: definitions{}}
	fs.BoolVar(&opt.json, "json", false, "print the link map as JSON")
	fs.BoolVar(&opt.quiet, "q", false, "print nothing: the exit status says whether the files link")
	fs.BoolVar(&opt.times, "times", false, "read all files, then print what each step took instead of a map")
	j := fs.Uint("j", 0, "`N` goroutines at work; 0: a processor each, fewer for small input")
	undefined := oneOf{"error", "phony"}
	fs.Var(&undefined, "undefined", "names that nothing defines are an error, or phony: all bound to one dummy address (`error|phony`)")
	fs.BoolVar(&opt.whole, "whole-archive", false, "load all members of all archives")
	fs.Var(opt.defs, "define", "`SYM=ADDR` is the address, 0x1000 or 4096, of a name that no input defines, 0xffffffffffffffff to leave its relocations alone; may be given more than once")
	layout := fs.String("layout", "", "take addresses of sections, and of names that no input defines, from the JSON `FILE`")
	fs.StringVar(&opt.out, "out", "", "write the final bytes of each section, and the map as map.json, to `DIR`")
	fs.BoolVar(&opt.lean, "lean", false, "let the system have pages of all files back once they are read, as is done with more than 16 MiB of them: less memory, and more time")
	relax := fs.Bool("relax", true, "leave instructions that can do without a GOT entry as they are")
	fs.Var(&opt.names, "why", "print instead of a map how `SYM` got its address, what else it could have had and who refers to it; may be given more than once")
	fs.BoolVar(&opt.locals, "v", false, "print local symbols, too")
	opt.page.flags(fs, " instead of a map, unless -json or -v ask for one, too; after an error it shows what failed")
	opt.record.flags(fs)
	opt.find.flags(fs, ": archives alone, with -image shared ones, too")
	fs.StringVar(&opt.image, "image", "", "write the objects, linked, to `FILE`, an ELF shared object that is mapped without linking; names that no input defines are its imports. Of shared libraries among the inputs, by their paths or -l, it says which names it has, in which version, and the build id")
	fs.BoolVar(&opt.imageFixed, "image-fixed", false, "bind the image to its address: its code may hold addresses then, of 32 bits if -image-base is below 2 GiB")
	base := fs.String("image-base", "", "link the image for the address `ADDR`; without -image-fixed it can be mapped elsewhere all the same")
	each := fs.Bool("each", false, "link every object and member by itself, tell which are refused, print no map; implies -undefined=phony")
	return func(c call) int {
		err := opt.together(fs, *each, *base != "")
		if err == nil && *base != "" {
			opt.imageBase, err = parseAddr(*base)
		}
		if err != nil {
			report(c.stderr, err)
			return 2
		}
		opt.j, opt.phony, opt.noRelax = int(min(*j, maxWorkers)), undefined.String() == "phony", !*relax
		opt.stderr = c.stderr
		refused, err := linkFiles(c, opt, *layout, *each)
		if err != nil {
			c.report(err)
		}
		if err != nil || refused > 0 {
			return 1
		}
		return 0
	}
}

// linkFiles links what a command line names, each file by itself or all together.
func linkFiles(c call, opt linkOptions, layout string, each bool) (refused int, err error) {
	paths, err := expand(c.args)
	if err == nil && len(paths) == 0 {
		err = errNoInput
	}
	if err == nil && layout != "" {
		opt.layout, err = readLayout(layout)
	}
	if err != nil {
		return 0, err
	}
	if err := opt.page.begin(c.ctx, "link", &c, paths); err != nil {
		return 0, err
	}
	stdout := heeding{c.ctx, c.stdout}
	if each {
		return linkEach(c.ctx, paths, opt, stdout, progressOn(c.stderr))
	}
	// One link and an exit: collecting garbage would only cost time.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(4 << 30)
	return 0, link(c.ctx, paths, opt, stdout)
}

// heeding is a stream that is written to for as long as a context lasts: maps may be long.
type heeding struct {
	ctx context.Context
	w   io.Writer
}

// Write implements io.Writer.
func (h heeding) Write(b []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.w.Write(b)
}

// together refuses flags that mean nothing with others.
func (opt *linkOptions) together(fs *flag.FlagSet, each, base bool) (err error) {
	switch {
	case each:
		err = alone(fs, "each", "json", "q", "times", "layout", "out", "v", "why", "lean", "html", "against", "record", "undefined")
	case opt.quiet:
		err = alone(fs, "q", "json", "times", "v", "why")
	}
	switch {
	case err != nil:
	case opt.image != "":
		err = alone(fs, "image", "json", "each", "define", "undefined", "layout", "out", "v", "why", "html", "against")
	case base || opt.imageFixed:
		err = errors.New("-image-base and -image-fixed go with -image alone")
	}
	return err
}

// alone refuses flags that mean nothing with one that is set. -undefined=phony goes with each.
func alone(fs *flag.FlagSet, with string, without ...string) (err error) {
	fs.Visit(func(f *flag.Flag) {
		if slices.Contains(without, f.Name) && !(f.Name == "undefined" && with == "each" && f.Value.String() == "phony") {
			err = fmt.Errorf("-%s does not go with -%s", with, f.Name)
		}
	})
	return err
}

// largeInput is from how many bytes on that it pays to have a large reservation.
const largeInput = 16 << 20

// maxWorkers is more than helps on any machine.
const maxWorkers = 1024

type linkOptions struct {
	json, times bool
	quiet       bool // prints nothing
	j           int
	phony       bool
	whole       bool
	noRelax     bool
	lean        bool        // pages of files are given back however small the input is
	defs        definitions // names that no input defines
	locals      bool        // are in the map
	names       stringList  // to explain instead of a map
	page        page
	record      recording
	find        finding
	layout      *layoutFile // nil for none
	out         string      // directory, empty for none
	image       string      // file, empty for none
	imageBase   uint64      // 0: the linker's choice
	imageFixed  bool
	stderr      io.Writer // for warnings
}

// linking is one run of the command: what it reads, and what it links with.
type linking struct {
	linkOptions
	in       *inputs
	clock    clock
	imgs     []*objfmt.ObjectImage
	files    []string     // base names of the images, where they are asked for
	anywhere *sliceMemory // nil without a layout
	external *recorder
	linker   *rtdyld.Linker
	shared   imageLibraries
}

// link reads inputs, loads and relocates them, and writes what opt asks for.
func link(ctx context.Context, paths []string, opt linkOptions, stdout io.Writer) (err error) {
	x := &linking{linkOptions: opt, in: &inputs{maps: opt.lean, j: opt.j, apart: opt.times || opt.page.file != "", find: opt.find, why: true, shares: opt.image != ""}}
	defer x.in.close()
	if err := x.read(ctx, paths); err != nil {
		return x.shown(ctx, err)
	}
	defer closeImages(x.imgs)
	defer func() { err = x.shown(ctx, err) }()
	defer func() { err = unresolved(ctx, err, x.in, x.imgs) }()
	if x.layout != nil || x.out != "" {
		if x.files, err = baseNames(x.imgs, x.in.archives); err != nil {
			return err
		}
	}
	cfg, done, err := x.memory()
	if err != nil {
		return err
	}
	defer done()
	defer func() { err = x.record.end(err) }()
	if err := x.configure(cfg); err != nil {
		return err
	}
	defer func() { err = x.collect(ctx, err) }()
	objs, err := x.linker.Load(ctx, x.imgs...)
	if err != nil {
		return err
	}
	if x.layout != nil {
		if err := x.layout.apply(objs, x.files, x.anywhere); err != nil {
			return err
		}
	}
	if x.image != "" {
		if err := new(stackWish).lookSaved(x.imgs); err != nil {
			report(x.stderr, err)
		}
		if err := x.save(ctx, objs); err != nil {
			return err
		}
		x.clock.stop()
		if x.times {
			return x.clock.print(stdout, objs)
		}
		return nil
	}
	if err := x.linker.Finalize(ctx, objs...); err != nil {
		return x.failed(ctx, err, objs, stdout)
	}
	x.clock.stop()
	return x.write(ctx, objs, stdout)
}

// read opens and parses the inputs.
func (x *linking) read(ctx context.Context, paths []string) error {
	if err := x.in.openAll(ctx, paths); err != nil {
		return err
	}
	x.j = workers.Count(x.j, x.in.bytes)
	x.clock.start()
	x.page.clock = &x.clock
	var err error
	if x.imgs, err = x.in.parse(ctx, x.j, x.whole); err != nil {
		return err
	}
	if len(x.imgs) == 0 {
		return x.in.nothing(ctx)
	}
	x.clock.lap("parse")
	return nil
}

// memory begins a linker's configuration with the memory that it has, which done gives back: pages of this process,
// or with a layout slices that may lie anywhere.
func (x *linking) memory() (cfg rtdyld.Config, done func() error, err error) {
	cfg = rtdyld.Config{TLS: newStaticTLS(x.imgs[0].Triple.Arch).forTarget(x.imgs[0].Triple), Workers: x.j, NoRelax: x.noRelax, GiveBack: x.lean || x.in.bytes > largeInput}
	if x.layout != nil {
		x.anywhere = &sliceMemory{limit: largestImage, next: firstAddr}
		cfg.Memory, cfg.Stubs = x.anywhere, rtdyld.StubsByAddress
		return cfg, func() error { return nil }, nil
	}
	opts := mem.Config{NoExec: true, StripeSize: 1 << 20} // what needs more has it
	if x.in.bytes > largeInput {
		opts.StripeSize = 256 << 20 // has huge pages
	}
	m, err := mem.New(opts)
	if err != nil {
		return cfg, nil, err
	}
	cfg.Memory, cfg.SectionsStay, cfg.Image = m, true, x.image != ""
	return cfg, m.Close, nil
}

// configure makes the linker.
func (x *linking) configure(cfg rtdyld.Config) error {
	cfg.Wrap = rtdyld.NewWrapping(x.in.find.wrapped...)
	x.page.listen(&cfg)
	if x.times {
		cfg.Logger = slog.New(&x.clock)
	}
	defs, err := x.definitions()
	if err != nil {
		return err
	}
	p := &phony{memory: cfg.Memory}
	p.tls, _ = cfg.TLS.(*staticTLS)
	cfg.Origin = x.origin
	cfg.Reasons = func() []rtdyld.Reason { return x.in.reasons }
	cfg.Resolver, cfg.Fixed, cfg.ImageBase = x.resolver(defs, p), defs.find, defs.imageBase()
	for _, path := range x.in.shared {
		if err := x.shared.add(path); err != nil {
			return err
		}
		cfg.Resolver = &x.shared
	}
	if err := x.record.begin(&cfg); err != nil {
		return err
	}
	x.external = externalsOf(&cfg)
	x.external.origin = x.origin
	if x.linker, err = rtdyld.New(cfg); err != nil {
		return err
	}
	p.linker = x.linker
	return nil
}

// failed is the error of a link that failed. Names that are undefined are explained first, where that is asked for.
func (x *linking) failed(ctx context.Context, err error, objs []*rtdyld.Object, stdout io.Writer) error {
	if len(x.names) == 0 || !errors.Is(err, rtdyld.ErrUndefined) {
		return err
	}
	m, err2 := makeMap(ctx, x.linker, objs, x.in.reasons, x.external)
	if err2 == nil {
		err2 = m.why(ctx, stdout, objs[0], x.names, x.json)
	}
	return cmp.Or(err2, err)
}

// write writes contents, and a map, times or what was asked of names.
func (x *linking) write(ctx context.Context, objs []*rtdyld.Object, stdout io.Writer) error {
	if x.times && x.out == "" && len(x.names) == 0 && x.page.file == "" {
		return x.clock.print(stdout, objs)
	}
	if x.quiet && x.out == "" {
		return nil
	}
	m, err := makeMap(ctx, x.linker, objs, x.in.reasons, x.external)
	if err != nil {
		return err
	}
	m.absolute, m.locals = x.layout != nil, x.locals
	if x.out != "" {
		if err := writeOut(ctx, x.out, x.files, m); err != nil {
			return err
		}
	}
	switch {
	case x.quiet:
		return nil
	case len(x.names) > 0:
		return m.why(ctx, stdout, objs[0], x.names, x.json)
	case x.times:
		return x.clock.print(stdout, objs)
	case x.json:
		return m.writeJSON(ctx, stdout)
	case x.page.file != "" && !x.locals:
		return nil
	}
	return m.write(ctx, stdout)
}

// collect finds out what a page shows while the memory of the objects is there. err is what the link has come to.
func (x *linking) collect(ctx context.Context, err error) error {
	return cmp.Or(err, x.page.collect(ctx, x.in, x.imgs, x.linker, x.external, err))
}

// shown writes the page, of as much as there is. err is what the link has come to.
func (x *linking) shown(ctx context.Context, err error) error {
	return cmp.Or(err, x.page.end(ctx, x.in, x.imgs, err))
}

// origin says where an external name has its address from.
func (opt *linkOptions) origin(name string, _ uint64) string {
	if _, ok := opt.defs[name]; ok {
		return "-define"
	}
	if opt.layout != nil {
		if _, ok := opt.layout.symbols[name]; ok {
			return "-layout"
		}
	}
	return "-undefined=phony"
}

// definitions are those of the command line and of the layout.
func (opt *linkOptions) definitions() (definitions, error) {
	if opt.layout == nil {
		return opt.defs, nil
	}
	all := opt.layout.symbols
	for name, addr := range opt.defs {
		if err := all.add(name, addr); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// resolver finds names in defs, then by p if -undefined=phony.
func (opt *linkOptions) resolver(defs definitions, p *phony) rtdyld.Resolver {
	switch {
	case len(defs) == 0 && opt.phony:
		return p
	case len(defs) == 0:
		return nil
	case opt.phony:
		return rtdyld.Resolvers{defs, p}
	}
	return defs
}

// clock measures steps; as a log handler it learns the linker's.
type clock struct {
	cpu, wall   float64 // at the start
	last, lastW float64
	end, endW   float64
	laps        []lap
}

type lap struct {
	name      string
	cpu, wall float64
}

func seconds() float64 { return float64(time.Now().UnixNano()) * 1e-9 }

func (c *clock) start() {
	c.laps = make([]lap, 0, 16)
	c.cpu, c.wall = cpuSeconds(), seconds()
	c.last, c.lastW = c.cpu, c.wall
}

// lap ends a step. Of a clock that is nil it does nothing.
func (c *clock) lap(name string) {
	if c == nil {
		return
	}
	now, w := cpuSeconds(), seconds()
	c.laps = append(c.laps, lap{name, now - c.last, w - c.lastW})
	c.last, c.lastW = now, w
}

func (c *clock) stop() { c.end, c.endW = cpuSeconds(), seconds() }

// Enabled, Handle, WithAttrs and WithGroup implement slog.Handler.
func (c *clock) Enabled(context.Context, slog.Level) bool { return true }

func (c *clock) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "step" {
			c.lap(a.Value.String())
		}
		return true
	})
	return nil
}

func (c *clock) WithAttrs([]slog.Attr) slog.Handler { return c }
func (c *clock) WithGroup(string) slog.Handler      { return c }

func (c *clock) print(w io.Writer, objs []*rtdyld.Object) error {
	for _, l := range c.laps {
		fmt.Fprintf(w, "%-10s cpu %.6f wall %.6f\n", l.name, l.cpu, l.wall)
	}
	var n rtdyld.Counts
	for _, o := range objs {
		k := o.Counts()
		n.Relocs += k.Relocs
		n.Sections += k.Sections
		n.Symbols += k.Symbols
	}
	done := counts.Now()
	_, err := fmt.Fprintf(w, "total %.6f wall %.6f relocs %d sections %d symbols %d maxrss_kb %d look-ups %d records %d\n",
		c.end-c.cpu, c.endW-c.wall, n.Relocs, n.Sections, n.Symbols, maxRSS(), done.LookUps, done.Records)
	return err
}

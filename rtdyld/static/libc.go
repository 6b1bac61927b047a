//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/glue"
	"github.com/go-rtdyld/rtdyld/triple"
)

// libc is the C library of this process: its archives, and the linker that has what is linked of them. Its objects are one unit
// of linking, so that hidden names are seen whenever a member comes.
type libc struct {
	given    []Archive
	archives []*ar.Archive
	memory   *mem.Manager
	way      *cross.Way // nil: C cannot call Go
	caller   abi.QuickCaller
	args     vector
	env      vector
	funcs    functions
	frames   frames
	tls      threadLocals
	audience audience
	shown    *traceback.Traceback // what reports of faults name

	mu        sync.Mutex // guards what follows, and is held while members are linked
	linker    *rtdyld.Linker
	collector *rtdyld.Collector
	images    []*objfmt.ObjectImage    // of all that is linked
	waiting   []uint64                 // constructors that came before libc was ready
	hidden    map[string]rtdyld.Symbol // of the first objects that are linked, names that others see, too
	indexed   int                      // so many of them
	ready     bool
}

// functions are those of the glue.
type functions struct {
	start, adopt, fill, finalize, destructor, destructed, flush, exit, blocked, threads uint64
	callbacks, bind, bounds, callable                                                   uint64
	shape                                                                               shape
}

// the is the process's C library.
var the struct {
	sync.Mutex
	c   *libc
	err error // it has begun to start, and will not
}

// theLibc returns the C library, which the first call starts.
func theLibc(ctx context.Context, cfg Config) (*libc, error) {
	the.Lock()
	defer the.Unlock()
	if the.err != nil {
		return nil, the.err
	}
	if the.c != nil {
		return the.c, the.c.same(cfg.Libc)
	}
	if err := Check(); err != nil {
		return nil, err
	}
	if len(cfg.Libc) == 0 {
		return nil, &LibcError{Msg: "no archive is given, and this is the first Load: see static.Libc"}
	}
	c := &libc{given: cfg.Libc, hidden: map[string]rtdyld.Symbol{}, way: cross.Here}
	if c.way != nil {
		if err := c.way.Check(); err != nil {
			return nil, err
		}
	}
	c.shown, reporter = traceback.Reporter()
	c.audience.join([]rtdyld.Listener{c.shown})
	c.frames.c = c
	if err := c.link(ctx, cfg.Whole); err != nil {
		return nil, errors.Join(err, c.unlink(ctx))
	}
	args := cfg.Args
	if args == nil {
		args = os.Args
	}
	if the.err = c.start(ctx, args); the.err != nil {
		return nil, the.err
	}
	the.c = c
	return c, nil
}

// same is an error for other archives than the process has.
func (c *libc) same(given []Archive) error {
	if len(given) == 0 {
		return nil
	}
	for i, a := range given {
		if i >= len(c.given) || !bytes.Equal(a.Data, c.given[i].Data) {
			return &LibcError{Name: a.Name, Msg: "the process has another C library already: " + c.given[0].Name}
		}
	}
	return nil
}

// first are names that are linked whatever is asked for: of members that others refer to weakly, so that it must not depend
// on the order in which they are asked for whether they are there. Each is defined by one member alone, which is not so of the names that are referred to.
// TestFirst compares with the archive.
var first = []string{
	"__libc_version", "__init_libc", "__stack_chk_fail", "setenv", "__stdio_exit_needed", "at_quick_exit", "__pthread_create", "__get_locale",
	"textdomain", "__malloc_alloc_meta", "__vm_lock", "aio_read", "stdin", "stdout", "stderr", "ftrylockfile", "sigaction", "__inhibit_ptc", "dlerror", "membarrier",
	"pthread_key_create",
	"pthread_mutex_lock", // which rtdyld libc has another of, for code that was compiled with glibc's headers: not musl's by chance
}

// link makes the linker and links what is needed to start.
func (c *libc) link(ctx context.Context, whole bool) error {
	for _, a := range c.given {
		parsed, err := ar.ParseContext(ctx, a.Name, a.Data)
		if err != nil {
			return &LibcError{a.Name, "read", err}
		}
		c.archives = append(c.archives, parsed)
	}
	var err error
	if c.memory, err = mem.New(mem.Config{PagesApart: true}); err != nil { // nothing closes the process's memory in one that C forks
		return err
	}
	cfg := c.config()
	cfg.OneUnit = true
	cfg.Initializer = delayed{c}
	cfg.Listeners = []rtdyld.Listener{&c.audience}
	if c.linker, err = rtdyld.New(cfg); err != nil {
		return err
	}
	var own []*objfmt.ObjectImage
	for _, o := range glue.Core(runtime.GOARCH) {
		img, err := objfile.ParseContext(ctx, o.Name, o.Data)
		if err != nil {
			return &LibcError{o.Name, "read", err}
		}
		own = append(own, img)
	}
	c.collector = rtdyld.NewCollector(c.archives, nil)
	if whole {
		all, err := c.whole(ctx, own)
		own = append(own, all...)
		if err != nil {
			return err
		}
	}
	return c.add(ctx, own, first...)
}

// whole opens the members of the first archive, but those that define what the glue has in their place.
func (c *libc) whole(ctx context.Context, own []*objfmt.ObjectImage) (all []*objfmt.ObjectImage, err error) {
	ours := map[string]bool{}
	for _, img := range own {
		eachStrong(img, func(name string) { ours[name] = true })
	}
	for m, err := range c.archives[0].Members() {
		if err != nil {
			return all, err
		}
		img, err := objfile.ParseMemberContext(ctx, m)
		if errors.Is(err, objfmt.ErrUnknownFormat) {
			continue // a text
		}
		if err != nil {
			return all, err
		}
		replaced := false
		eachStrong(img, func(name string) { replaced = replaced || ours[name] })
		if replaced {
			err = img.Close()
		} else {
			all = append(all, img)
		}
		if err != nil {
			return all, err
		}
	}
	return c.linkable(own, all)
}

// linkable leaves out members that refer to what no archive has, and those that refer to them: libgcc.a has some that want libgcc_eh.a.
func (c *libc) linkable(own, all []*objfmt.ObjectImage) ([]*objfmt.ObjectImage, error) {
	defined := map[string]int{"_GLOBAL_OFFSET_TABLE_": 1, "__dso_handle": 1, "_DYNAMIC": 1} // the linker's; by how many
	for _, img := range slices.Concat(own, all) {
		eachGlobal(img, func(name string, is bool) { defined[name] += count(is) })
	}
	for _, a := range c.archives[1:] {
		for s, err := range a.Symbols() {
			if err != nil {
				return all, err
			}
			defined[s.Name]++
		}
	}
	for again := true; again; {
		again = false
		for i, img := range all {
			if img == nil {
				continue
			}
			missing := false
			eachGlobal(img, func(name string, is bool) { missing = missing || !is && defined[name] == 0 })
			if !missing {
				continue
			}
			again = true
			eachGlobal(img, func(name string, is bool) { defined[name] -= count(is) })
			all[i] = nil
			if err := img.Close(); err != nil {
				return slices.DeleteFunc(all, isNil), err
			}
		}
	}
	return slices.DeleteFunc(all, isNil), nil
}

func isNil(img *objfmt.ObjectImage) bool { return img == nil }

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// eachGlobal calls f for the names that an image defines, and for those that it does not and needs.
func eachGlobal(img *objfmt.ObjectImage, f func(name string, defined bool)) {
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; s.Defined() || s.Bind != objfmt.BindWeak {
			f(img.SymbolName(objfmt.SymbolID(i)), s.Defined())
		}
	}
}

// eachStrong calls f for the names that an image defines and that are defined once.
func eachStrong(img *objfmt.ObjectImage, f func(name string)) {
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; s.Defined() && s.Bind == objfmt.BindGlobal {
			f(img.SymbolName(objfmt.SymbolID(i)))
		}
	}
}

// add links images and the members that they and names need, or leaves nothing of them.
func (c *libc) add(ctx context.Context, images []*objfmt.ObjectImage, names ...string) error {
	images, err := c.collect(ctx, images, names)
	if err == nil {
		err = c.load(ctx, images)
	}
	if err == nil {
		c.images = append(c.images, images...)
		c.frames.linked(images)
		return nil
	}
	for _, img := range images {
		err = errors.Join(err, img.Close())
	}
	// The members are to be found again.
	c.collector = rtdyld.NewCollector(c.archives, nil)
	again, failed := c.collector.Collect(context.WithoutCancel(ctx), c.images)
	for _, img := range again {
		failed = errors.Join(failed, img.Close())
	}
	return errors.Join(err, failed)
}

// collect adds to images the members that they and names need. Those that are only needed weakly are needed, too: libgcc's unwinder would take
// their absence for a process without threads, or call them all the same.
func (c *libc) collect(ctx context.Context, images []*objfmt.ObjectImage, names []string) ([]*objfmt.ObjectImage, error) {
	members, err := c.collector.Collect(ctx, images, names...)
	images = append(images, members...)
	for from := 0; err == nil && from < len(images); {
		names = names[:0:0]
		for _, img := range images[from:] {
			names = appendWeak(names, img)
		}
		from = len(images)
		members, err = c.collector.Collect(ctx, nil, names...)
		images = append(images, members...)
	}
	return images, err
}

// appendWeak appends the names that an image refers to weakly.
func appendWeak(names []string, img *objfmt.ObjectImage) []string {
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; !s.Defined() && s.Bind == objfmt.BindWeak {
			names = append(names, img.SymbolName(objfmt.SymbolID(i)))
		}
	}
	return names
}

// load links images.
func (c *libc) load(ctx context.Context, images []*objfmt.ObjectImage) error {
	if len(images) == 0 {
		return nil
	}
	objs, err := c.linker.Load(ctx, images...)
	if err != nil {
		return &LibcError{Msg: "link", Err: err}
	}
	if err := c.linker.Finalize(ctx, objs...); err != nil {
		return &LibcError{Msg: "link", Err: errors.Join(err, c.linker.Unload(context.WithoutCancel(ctx), objs...))}
	}
	return nil
}

// unlink gives back what a libc has that did not start.
func (c *libc) unlink(ctx context.Context) (err error) {
	if c.linker != nil {
		err = c.linker.Unload(context.WithoutCancel(ctx), c.linker.Objects()...)
	}
	if c.memory != nil {
		err = errors.Join(err, c.memory.Close())
	}
	return err
}

// config is what all linkers have that load into this process.
func (c *libc) config() rtdyld.Config {
	return rtdyld.Config{
		Memory: c.memory, TLS: &c.tls, Unwinder: &c.frames,
		Triple: triple.Triple{Arch: native, OS: triple.Linux, Environment: triple.Musl},
	}
}

// Resolve implements [rtdyld.Resolver] for programs: with what is linked of libc and, where that is not enough, what its
// archives have.
func (c *libc) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var missing []int
	var names []string
	for i, r := range refs {
		if c.find(r.Name, &out[i]) {
			continue
		}
		missing, names = append(missing, i), append(names, r.Name)
	}
	if names == nil {
		return nil
	}
	if err := c.add(ctx, nil, names...); err != nil {
		return err
	}
	for _, i := range missing {
		c.find(refs[i].Name, &out[i])
	}
	return nil
}

// find sets s to what is linked under a name.
func (c *libc) find(name string, s *rtdyld.Symbol) bool {
	if name == "_TLS_MODULE_BASE_" { // a linker's name for where offsets in its module count from
		*s = rtdyld.Symbol{Addr: uint64(tlsBase), Kind: rtdyld.TLS, Found: true, Thread: &rtdyld.ThreadLocal{Module: module, Static: true}}
		return true
	}
	if isGlue(name) {
		return false
	}
	found, err := c.linker.Lookup(name)
	if err != nil {
		*s, err = c.findHidden(name)
		return err == nil
	}
	*s = found
	s.Object, s.Found = nil, true
	if s.Kind == rtdyld.TLS {
		s.Thread = &rtdyld.ThreadLocal{Module: module, Offset: s.Addr - uint64(tlsBase), Static: true}
	}
	return true
}

// findHidden finds a name that is hidden in its unit of linking: in a static link that is the program, all of it. Compilers' builtins are so.
func (c *libc) findHidden(name string) (rtdyld.Symbol, error) {
	objs := c.linker.Objects()
	for _, o := range objs[c.indexed:] {
		for _, s := range o.Symbols() {
			if s.Bind != objfmt.BindLocal && s.Type != objfmt.SymTLS {
				c.hidden[s.Name] = rtdyld.Symbol{Addr: s.Addr, Size: s.Size, Found: true}
			}
		}
	}
	c.indexed = len(objs)
	if s, ok := c.hidden[name]; ok {
		return s, nil
	}
	return rtdyld.Symbol{}, errors.ErrUnsupported
}

//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/glue"
	"github.com/go-rtdyld/rtdyld/triple"
)

// libc is the C library of this process: its archives, and the linker that has what is linked of them. Its objects are one unit
// of linking, so that hidden names are seen whenever a member comes.
type libc struct {
	given  []Archive
	memory *mem.Manager
	caller caller
	args   vector
	env    vector
	funcs  functions
	tls    threadLocals

	mu        sync.Mutex // guards what follows, and is held while members are linked
	linker    *rtdyld.Linker
	collector *rtdyld.Collector
	waiting   []uint64 // constructors that came before libc was ready
	ready     bool
}

// functions are those of the glue.
type functions struct {
	start, adopt, fill, finalize, flush, exit uint64
	shape                                     shape
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
	c := &libc{given: cfg.Libc}
	if err := c.link(ctx); err != nil {
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
// on the order in which they are asked for whether they are there. TestFirst compares with the archive.
var first = []string{
	"__libc_version", "__init_libc", "__init_ssp", "__env_rm_add", "__stdio_exit", "__funcs_on_quick_exit", "__tl_lock", "__lctrans_impl",
	"__gettextdomain", "__libc_malloc_impl", "malloc", "__vm_wait", "__aio_close", "__stdin_used", "__stdout_used", "__stderr_used",
	"__unlist_locked_file", "__eintr_valid_flag", "__acquire_ptc", "__dl_thread_cleanup", "__membarrier_init", "__pthread_tsd_size",
}

// link makes the linker and links what is needed to start.
func (c *libc) link(ctx context.Context) error {
	var archives []*ar.Archive
	for _, a := range c.given {
		parsed, err := ar.ParseContext(ctx, a.Name, a.Data)
		if err != nil {
			return &LibcError{a.Name, "read", err}
		}
		archives = append(archives, parsed)
	}
	var err error
	if c.memory, err = mem.New(mem.Config{}); err != nil {
		return err
	}
	cfg := c.config()
	cfg.OneUnit = true
	cfg.Initializer = delayed{c}
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
	c.collector = rtdyld.NewCollector(archives, nil)
	return c.add(ctx, own, first...)
}

// add links images and the members that they and names need.
func (c *libc) add(ctx context.Context, images []*objfmt.ObjectImage, names ...string) error {
	members, err := c.collector.Collect(ctx, images, names...)
	images = append(images, members...)
	if err != nil || len(images) == 0 {
		return err
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
		Memory: c.memory, TLS: &c.tls, Unwinder: unwinder{c},
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
	if isGlue(name) {
		return false
	}
	found, err := c.linker.Lookup(name)
	if err != nil {
		return false
	}
	*s = found
	s.Object, s.Found = nil, true
	if s.Kind == rtdyld.TLS {
		s.Thread = &rtdyld.ThreadLocal{Module: module, Offset: tlsInModule(int64(s.Addr)), Static: true}
	}
	return true
}

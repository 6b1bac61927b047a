//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// unwinderLibrary has the unwinder that libstdc++ is bound to.
const unwinderLibrary = "libgcc_s.so.1"

// Process is this process as linkers see it: its memory, symbols, unwinder and the
// libraries opened for it. Its methods may be called concurrently.
type Process struct {
	c       *libc
	guest   guest
	cfg     rtdyld.Config
	bridge  *bridge    // nil: the guest needs none
	scopes  []uintptr  // for dlsym: the process, libraries, libgcc_s
	handles []uintptr  // to close
	paths   []string   // parallel to handles
	joint   []uintptr  // handles of what opened libraries together
	brought []*library // what came with Config.Libraries and Needed
	runs    runner
	args    vector
	env     vector

	segments *segments // of objects

	live atomic.Int64 // objects that are finalized and not unloaded

	callbacks callbacks.Set

	mu     sync.Mutex
	closed bool
}

// LinkerConfig returns a configuration that is ready for rtdyld.New, with the symbols of
// the process and of the named shared libraries (see [Config.Libraries]). What it
// takes is kept for the rest of the process; use [Open] to give it back. A field
// may be replaced or wrapped before use.
func LinkerConfig(libraries ...string) (rtdyld.Config, error) {
	p, err := Open(Config{Libraries: libraries})
	if err != nil {
		return rtdyld.Config{}, err
	}
	return p.LinkerConfig(), nil
}

// Open prepares the process for loaded code. The caller must close it after the
// objects loaded with it are unloaded.
func Open(cfg Config) (p *Process, err error) {
	c, err := getLibc()
	if err != nil {
		return nil, err
	}
	made := &Process{c: c}
	if made.guest, err = newGuest(cfg.Triple); err != nil {
		return nil, err
	}
	defer func() {
		if p == nil { // also if cfg.Memory panics
			err = errors.Join(err, made.release())
		}
	}()
	if err := made.open(cfg); err != nil {
		return nil, err
	}
	return made, nil
}

// open does the work of [Open]; what it leaves on an error, release takes back.
func (p *Process) open(cfg Config) (err error) {
	if err := p.openAll(cfg); err != nil {
		return err
	}
	p.startStreams()
	args := cfg.Args
	if args == nil {
		args = os.Args
	}
	if p.args, err = p.c.newVector(args); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	if cfg.Env != nil {
		if p.env, err = p.c.newVector(cfg.Env); err != nil {
			return fmt.Errorf("environment: %w", err)
		}
	}
	p.cfg.Memory = cfg.Memory
	if p.cfg.Memory == nil {
		if p.cfg.Memory, err = slab(); err != nil {
			return err
		}
	}
	p.cfg.SectionsStay = true
	p.cfg.Triple = p.guest.triple
	p.segments = &segments{c: p.c, of: map[any]*segmentBatch{}}
	p.cfg.Resolver = &resolver{p.c, p.scopes, p.segments}
	in := &initializer{c: p.c, guest: &p.guest, args: p.args, env: p.env}
	in.before, in.failed = append(in.before, p.segments.add), p.segments.Unloading
	if cfg.Export {
		x := &exports{of: map[*rtdyld.Object]exported{}}
		in.before = append(in.before, x.add)
		p.cfg.Listeners = append(p.cfg.Listeners, x)
	}
	if cfg.Preempt && len(p.brought) > 0 {
		x := preemptive{p.brought}
		in.before = append(in.before, x.add)
		p.cfg.Listeners = append(p.cfg.Listeners, x)
	}
	p.runs = in
	if p.guest.prefix != "" {
		p.cfg.Resolver = &darwin{p.cfg.Resolver, p.guest.prefix}
	}
	if p.guest.foreign() {
		if in.exits, err = windowsExits(); err != nil {
			return err
		}
		if p.bridge, err = newBridge(p, in.exits, cfg.Crossings); err != nil {
			return err
		}
		p.cfg.Resolver = p.bridge
	}
	p.cfg.Recorder = cfg.Recorder
	p.cfg.Origin = p.c.origin
	p.cfg.Library = p.c.imageLibrary
	if p.cfg.Images, err = mem.NewImages(mem.ImagesConfig{}); err != nil {
		return err
	}
	p.cfg.ReadMemory = readMemory
	frames := p.c.newUnwinder()
	p.cfg.Listeners = append(p.cfg.Listeners, listener{p, both{p.segments, frames}})
	if t := p.tmClones(); t != nil {
		p.cfg.Listeners = append(p.cfg.Listeners, t)
	}
	if !cfg.NoTraceback {
		p.cfg.Listeners = append(p.cfg.Listeners, p.traced()...)
	}
	p.cfg.Unwinder = withIndexTables(frames)
	p.placeThreads()
	p.cfg.Initializer = p.runs
	return nil
}

// openAll opens all libraries, and lists where names are looked for.
func (p *Process) openAll(cfg Config) error {
	// libgcc_s comes before all others: loaded on behalf of a library that brings
	// another unwinder it would be bound to parts of that. It is no error to be
	// without; then there are no exceptions of gcc's kind.
	gcc := p.dlopen(unwinderLibrary, purego.RTLD_LOCAL) == nil
	scope := purego.RTLD_LOCAL
	if cfg.Global {
		scope = purego.RTLD_GLOBAL
	}
	before := p.c.loadedImages()
	if err := p.openLibraries(cfg.Libraries, scope); err != nil {
		return err
	}
	if err := p.openNeeded(cfg.Needed, scope); err != nil {
		return err
	}
	p.brought = p.c.loadedImages().since(before)
	if readsSegments(p.brought) || p.c.loadedImages().collect() {
		segmentReaders.Store(true)
	}
	if cfg.Global {
		if err := p.destructAtExit(); err != nil {
			return err
		}
	}
	p.scopes = append(p.scopes, purego.RTLD_DEFAULT)
	if gcc { // searched last
		p.scopes = append(append(p.scopes, p.handles[1:]...), p.handles[0])
	} else {
		p.scopes = append(p.scopes, p.handles...)
	}
	return nil
}

// openLibraries opens libraries: those of a program, and others that refer to names of each other without naming each other, as one, as the dynamic linker opens
// those of a program. Constructors run in that order then.
func (p *Process) openLibraries(paths []string, scope int) error {
	together := func() bool {
		file, _ := hostTLS.naming(paths, nil)
		h, err := dlopenBytes(nextProc(), file, scope)
		if err == nil {
			p.joint = append(p.joint, h)
		}
		return err == nil
	}
	if scope == purego.RTLD_GLOBAL && len(paths) > 1 {
		together() // what fails is told below
	}
	for i, path := range paths {
		err := p.dlopen(path, scope)
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), p.c.kind.undefined) {
			return err
		}
		if paths = paths[i:]; scope == purego.RTLD_GLOBAL || len(paths) == 1 || !together() {
			return fmt.Errorf("%w: none of the libraries that are opened defines it (names of loaded objects are not among theirs)", err)
		}
		for _, path := range paths {
			if err := p.dlopen(path, scope); err != nil {
				return err
			}
		}
		break
	}
	return nil
}

// openNeeded opens libraries by names, but those of which a file of that name is open.
func (p *Process) openNeeded(names []string, scope int) error {
	for _, name := range names {
		if slices.ContainsFunc(p.paths, func(path string) bool { return filepath.Base(path) == name }) {
			continue
		}
		if err := p.dlopen(name, scope); err != nil {
			return err
		}
	}
	return nil
}

// dlopen opens a library, to be closed with p; scope is RTLD_LOCAL or RTLD_GLOBAL.
func (p *Process) dlopen(path string, scope int) error {
	h, err := dlopen(path, purego.RTLD_NOW|scope)
	if err != nil {
		return &LibraryError{path, err}
	}
	p.handles, p.paths = append(p.handles, h), append(p.paths, path)
	opened(h)
	return nil
}

// LinkerConfig returns the configuration of linkers that load into this process. All of
// it may be shared by several linkers; its Memory is that of [Config], or the
// process's slab, or whatever the caller puts in its place. It promises that sections stay where Memory puts them: for
// [rtdyld.Object.MapSectionAddress], SectionsStay is to be set to false.
func (p *Process) LinkerConfig() rtdyld.Config {
	cfg := p.cfg
	cfg.Listeners = append([]rtdyld.Listener(nil), cfg.Listeners...)
	return cfg
}

// Provides reports whether loaded code gets a name from this package, whatever the
// archives that it is linked with have: crt code that a program needs and an object
// does not, and what depends on the object that calls. It is for [rtdyld.Collect].
func (p *Process) Provides(name string) bool { return p.bridge != nil && p.bridge.provides(name) }

// Close gives back libraries and strings, and closes callbacks that p made. It refuses with [ErrInUse] while objects
// that were loaded with this process are finalized and not unloaded. The memory
// manager stays.
func (p *Process) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	if n := p.live.Load(); n != 0 {
		return fmt.Errorf("host: %d objects: %w", n, ErrInUse)
	}
	p.closed = true
	return p.release()
}

// release gives the bridge's memory back, then does the rest, also if that panics.
func (p *Process) release() (err error) {
	p.callbacks.Close()
	defer func() { err = errors.Join(err, p.closeLibraries()) }()
	if p.bridge != nil {
		return p.bridge.release()
	}
	return nil
}

// closeLibraries closes the libraries, the last opened first, and frees the strings.
func (p *Process) closeLibraries() error {
	var errs []error
	for i := len(p.handles) - 1; i >= 0; i-- {
		closing(p.handles[i])
		if err := dlclose(p.handles[i]); err != nil {
			errs = append(errs, &LibraryError{p.paths[i], err})
		}
	}
	for _, h := range p.joint {
		errs = append(errs, dlclose(h))
	}
	p.forgetClosed()
	p.c.release(p.args.addr)
	p.c.release(p.env.addr)
	return errors.Join(errs...)
}

// foreign reports that the guest's calls are not those of the system's libraries.
func (g *guest) foreign() bool { return g.conv != nativeConvention() }

package host

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
)

// Process is this process as linkers see it: its memory, symbols, function tables
// and the libraries opened for it. Its methods may be called concurrently.
type Process struct {
	c     *libc
	guest guest
	cfg   rtdyld.Config
	names resolver
	runs  runner
	args  vector
	env   vector
	live  atomic.Int64 // objects that are finalized and not unloaded

	callbacks callbacks.Set

	mu     sync.Mutex
	closed bool
}

// LinkerConfig returns a configuration that is ready for rtdyld.New, with the symbols of
// the process and of the named libraries (see [Config.Libraries]). What it takes is
// kept for the rest of the process; use [Open] to give it back. A field may be
// replaced or wrapped before use.
func LinkerConfig(libraries ...string) (rtdyld.Config, error) {
	p, err := Open(Config{Libraries: libraries})
	if err != nil {
		return rtdyld.Config{}, err
	}
	return p.LinkerConfig(), nil
}

// Open prepares the process for loaded code. The caller must close it after the
// objects loaded with it are unloaded.
func Open(cfg Config) (*Process, error) {
	c, err := getLibc()
	if err != nil {
		return nil, err
	}
	p := &Process{c: c}
	if p.guest, err = newGuest(cfg.Triple); err != nil {
		return nil, err
	}
	if err := p.open(cfg); err != nil {
		return nil, errors.Join(err, p.release())
	}
	return p, nil
}

// open does the work of [Open]; what it leaves on an error, release takes back.
func (p *Process) open(cfg Config) (err error) {
	p.names.loaded = map[string]windows.Handle{}
	for _, path := range cfg.Libraries {
		if err := p.names.open(path); err != nil {
			return err
		}
	}
	ex, err := windowsExits()
	if err != nil {
		return err
	}
	p.names.start(p.c, ex)
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
		shared, err := slab()
		if err != nil {
			return err
		}
		p.cfg.Memory, p.cfg.ImageBase = shared.manager, shared.base
	}
	p.cfg.SectionsStay = true
	p.cfg.Triple = p.guest.triple
	p.cfg.Resolver = &p.names
	p.cfg.Recorder = cfg.Recorder
	p.runs = &initializer{c: p.c, guest: &p.guest, exits: ex, args: p.args, env: p.env}
	p.cfg.Initializer = p.runs
	p.cfg.Origin = origin
	if p.cfg.Images, err = newImages(); err != nil {
		return err
	}
	p.cfg.ReadMemory = readMemory
	p.cfg.Listeners = []rtdyld.Listener{listener{p: p}}
	p.cfg.Unwinder = functionTables{}
	p.cfg.TLS = noThreads{}
	return nil
}

// LinkerConfig returns the configuration of linkers that load into this process. All of
// it may be shared by several linkers; its Memory is that of [Config], or the
// process's slab, or whatever the caller puts in its place. It promises that sections stay where Memory puts them: for
// [rtdyld.Object.MapSectionAddress], SectionsStay is to be set to false. With other memory than
// the slab, ImageBase must be 0 or suit it.
func (p *Process) LinkerConfig() rtdyld.Config {
	cfg := p.cfg
	cfg.Listeners = append([]rtdyld.Listener(nil), cfg.Listeners...)
	return cfg
}

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

// release closes the libraries, the last opened first, and frees the strings.
func (p *Process) release() error {
	p.callbacks.Close()
	err := p.names.close()
	p.c.release(p.args.addr)
	p.c.release(p.env.addr)
	return err
}

// Provides reports whether loaded code gets a name from this package, whatever the
// archives that it is linked with have: crt code that a program needs and an object
// does not, and what depends on the object that calls. It is for [rtdyld.Collect].
func (p *Process) Provides(name string) bool {
	_, ok := p.names.own[name]
	return ok || name == throwName
}

// Alone says false: the threads of this process are not counted on Windows.
func Alone() bool { return false }

// showData and hideData are for what looks for segments of all images, which nothing does here.
func (p *Process) showData([]*RemoteObject) {}
func (p *Process) hideData([]*RemoteObject) {}

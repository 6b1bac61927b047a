//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/explain"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
)

// world is what one program is loaded into. It implements [program.World].
type world struct {
	c     *libc
	args  vector // libc's, or its own
	own   bool
	glibc bool
	told  []rtdyld.Listener
	seats []*seat   // theirs in libc's audience
	back  cross.Set // functions for C that are closed with the program; nil: there cannot be any

	recorder rtdyld.Recorder
}

func open(ctx context.Context, cfg Config) (program.World, error) {
	if err := checkArgs(cfg.Args); err != nil {
		return nil, err
	}
	c, err := theLibc(ctx, cfg)
	if err != nil {
		return nil, err
	}
	w := &world{c: c, args: c.args, told: cfg.Listeners, glibc: cfg.Glibc, recorder: cfg.Recorder}
	if cfg.Args != nil {
		if w.args, err = newVector(cfg.Args); err != nil {
			return nil, &ThreadError{"arguments", err}
		}
		w.own = true
	}
	w.seats = c.audience.join(w.told)
	if c.way != nil {
		w.back = c.way.Set()
	}
	return w, nil
}

// LinkerConfig implements [program.World].
func (w *world) LinkerConfig() rtdyld.Config {
	cfg := w.c.config()
	cfg.Resolver = w.c
	if w.glibc {
		cfg.Resolver = glibcNames{w.c}
	}
	cfg.Listeners = append([]rtdyld.Listener{w.c.shown}, w.told...)
	cfg.Initializer = &initializer{w.c, w.args}
	cfg.Recorder = w.recorder
	return cfg
}

// Caller implements [program.World].
func (w *world) Caller() abi.Caller { return w.c.caller }

// Provides implements [program.World]: archives may define what libc does.
func (w *world) Provides(string) bool { return false }

// Callback implements [program.World].
func (w *world) Callback(fn any) (uint64, error) {
	if w.back == nil {
		return 0, noCallbacks()
	}
	return w.back.New(fn)
}

// Explain implements [program.World].
func (w *world) Explain(ctx context.Context, err error, images []*objfmt.ObjectImage, archives []*ar.Archive) error {
	return missing(explain.Undefined(ctx, err, explain.Config{Images: images, Archives: archives}))
}

// Close implements [program.World]: what streams hold is written.
func (w *world) Close() error {
	err := w.c.flush()
	w.c.audience.leave(w.seats)
	if w.own {
		w.args.release()
	}
	if w.back != nil {
		err = errors.Join(err, w.back.Close())
	}
	return err
}

// initializer runs constructors and destructors, and exit handlers of code that goes.
type initializer struct {
	c    *libc
	args vector
}

// Init implements [rtdyld.Initializer]. Each function gets argc, argv and envp, as glibc's do: musl's get nothing, and look at nothing.
func (in *initializer) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	return in.init(ctx, funcs, rtdyld.Destructors(objs...))
}

// init is Init with destructors in the order in which they run.
func (in *initializer) init(ctx context.Context, funcs, fini []uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, f := range funcs {
		if f == 0 {
			return errors.New("static: a constructor without an address")
		}
	}
	for _, f := range slices.Backward(fini) {
		in.c.call(in.c.funcs.destructor, f) // C's exit runs them
	}
	for _, f := range funcs {
		in.c.call(f, uint64(in.args.n), uint64(in.args.addr), uint64(in.c.environ()))
	}
	return nil
}

// Fini implements [rtdyld.Initializer]. What the objects registered goes first, the youngest object's before, then funcs.
func (in *initializer) Fini(_ context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	for i := len(objs) - 1; i >= 0; i-- {
		for _, b := range objs[i].Blocks() {
			if len(b.Mem) > 0 {
				in.c.finalize(b.Addr, b.Addr+uint64(len(b.Mem))-1)
			}
		}
	}
	for i, f := range funcs {
		if f == 0 {
			return fmt.Errorf("static: destructor %d has no address", i)
		}
	}
	for _, f := range funcs {
		in.c.call(in.c.funcs.destructed, f)
		in.c.call(f)
	}
	return nil
}

package remote

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Source gives an executor, by Start or Dial.
type Source func(ctx context.Context) (*Executor, error)

// SessionConfig says how a session links. The zero value is usable.
type SessionConfig struct {
	// Configure may change the configuration of each linker that the session makes, one
	// for each executor that it comes to.
	Configure func(e *Executor, cfg *rtdyld.Config)
}

// Session is a linker that outlives its executor. What is loaded is kept: when the
// executor has ended, the next call that needs one starts another, and loads, resolves
// and relocates everything again at its addresses, in the order in which it was loaded;
// constructors run again. What memory held is lost.
//
// A call that runs while the executor ends is not made again: it returns how the executor
// ended. Methods may be called concurrently.
type Session struct {
	cfg  SessionConfig
	from placer

	busy   chan struct{} // holds one token while a method is at work on what follows
	exec   *Executor     // nil before the first use
	linker *rtdyld.Linker
	kept   []*Kept
	closed bool
}

// placer gives a session its executors, and takes them back.
type placer interface {
	place(ctx context.Context) (*Executor, error)
	leave(e *Executor) error
}

// Kept is what one Load of a session has loaded, or one Map has mapped.
type Kept struct {
	s      *Session
	imgs   []*objfmt.ObjectImage
	linked *rtdyld.LinkedImage // in place of imgs
	how    rtdyld.MapConfig    // it is mapped
	objs   []*rtdyld.Object    // in the session's present linker; nil until it is loaded there
	gone   bool
}

// own has a session's executors be its alone.
type own struct{ source Source }

func (o own) place(ctx context.Context) (*Executor, error) { return o.source(ctx) }

func (o own) leave(e *Executor) error {
	if err := e.Close(); !errors.Is(err, ErrClosed) {
		return err
	}
	return nil
}

// NewSession makes a session with an executor of its own, which is started now.
func NewSession(ctx context.Context, source Source, cfg SessionConfig) (*Session, error) {
	return newSession(ctx, own{source}, cfg)
}

func newSession(ctx context.Context, from placer, cfg SessionConfig) (*Session, error) {
	s := &Session{from: from, cfg: cfg, busy: make(chan struct{}, 1)}
	if _, _, err := s.Use(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Use returns the present executor and its linker, a fresh one with everything loaded
// again if the last has ended.
func (s *Session) Use(ctx context.Context) (*Executor, *rtdyld.Linker, error) {
	if err := s.enter(ctx); err != nil {
		return nil, nil, err
	}
	defer s.exit()
	return s.use(ctx)
}

// enter waits for other methods, which may be starting an executor.
func (s *Session) enter(ctx context.Context) error {
	select {
	case s.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("remote: session: %w", ended(ctx))
	}
}

func (s *Session) exit() { <-s.busy }

func (s *Session) use(ctx context.Context) (*Executor, *rtdyld.Linker, error) {
	if s.closed {
		return nil, nil, fmt.Errorf("remote: session: %w", ErrClosed)
	}
	if s.exec != nil && s.exec.Err() == nil {
		return s.exec, s.linker, nil
	}
	s.drop()
	e, err := s.from.place(ctx)
	if err != nil {
		return nil, nil, err
	}
	s.exec = e
	whole := false
	defer func() {
		if !whole { // also if a callback panics
			s.drop()
		}
	}()
	if err := s.reload(ctx); err != nil {
		return nil, nil, fmt.Errorf("remote: load again: %w", err)
	}
	whole = true
	return s.exec, s.linker, nil
}

// drop leaves the executor. What its linker had is forgotten.
func (s *Session) drop() {
	if s.exec == nil {
		return
	}
	if s.linker != nil {
		_ = s.linker.Close() // gives memory back here
	}
	for _, k := range s.kept {
		k.objs = nil
	}
	_ = s.from.leave(s.exec)
	s.exec, s.linker = nil, nil
}

// reload makes a linker and loads what is kept.
func (s *Session) reload(ctx context.Context) error {
	linker, err := s.exec.LinkerConfig()
	if err != nil {
		return err
	}
	if s.cfg.Configure != nil {
		s.cfg.Configure(s.exec, &linker)
	}
	if s.linker, err = rtdyld.New(linker); err != nil {
		return err
	}
	for _, k := range s.kept {
		if k.objs, err = k.bring(ctx, s.linker); err != nil {
			return err
		}
	}
	return nil
}

// bring loads and finalizes images, or maps a linked one, or leaves nothing of them.
func (k *Kept) bring(ctx context.Context, l *rtdyld.Linker) ([]*rtdyld.Object, error) {
	if k.linked != nil {
		o, err := l.MapImage(ctx, k.linked, k.how)
		if err != nil {
			return nil, err
		}
		return []*rtdyld.Object{o}, nil
	}
	objs, err := l.Load(ctx, k.imgs...)
	if err != nil {
		return nil, err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		if undo := l.Unload(ctx, objs...); undo != nil && !errors.Is(undo, ErrEnded) {
			err = errors.Join(err, undo)
		}
		return nil, err
	}
	return objs, nil
}

// Load loads and finalizes images as one batch, and keeps them: the session is another
// owner of their buffers until they are unloaded. After an error nothing of it is kept.
func (s *Session) Load(ctx context.Context, imgs ...*objfmt.ObjectImage) (*Kept, error) {
	return s.keep(ctx, &Kept{s: s, imgs: slices.Clone(imgs)})
}

// Map maps a linked image, and keeps it as Load does objects. It is the caller's, who closes it when it is unloaded or the session is closed: another executor
// maps it again. Libraries that it is bound to are to be in each executor that the session's source gives.
func (s *Session) Map(ctx context.Context, img *rtdyld.LinkedImage, cfg rtdyld.MapConfig) (*Kept, error) {
	return s.keep(ctx, &Kept{s: s, linked: img, how: cfg})
}

// keep brings what is to be kept.
func (s *Session) keep(ctx context.Context, k *Kept) (*Kept, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.exit()
	_, l, err := s.use(ctx)
	if err != nil {
		return nil, err
	}
	if k.objs, err = k.bring(ctx, l); err != nil {
		return nil, err
	}
	for _, img := range k.imgs {
		img.Buffer.Retain()
	}
	s.kept = append(s.kept, k)
	return k, nil
}

// Unload unloads batches together, if the executor still has them, and keeps them no
// longer. Batches that others use are refused with an *[rtdyld.InUseError].
func (s *Session) Unload(ctx context.Context, batches ...*Kept) error {
	if err := s.enter(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	defer s.exit()
	var objs []*rtdyld.Object
	for _, k := range batches {
		if k.s != s || k.gone {
			return fmt.Errorf("remote: session: %w", rtdyld.ErrUnloaded)
		}
		objs = append(objs, k.objs...)
	}
	var err error
	if s.linker != nil && len(objs) > 0 {
		err = s.linker.Unload(ctx, objs...)
		if errors.Is(err, rtdyld.ErrInUse) {
			return err
		}
	}
	var errs []error
	for _, k := range batches {
		errs = append(errs, k.forget())
	}
	s.kept = slices.DeleteFunc(s.kept, func(k *Kept) bool { return k.gone })
	return errors.Join(append(errs, err)...)
}

// forget gives the images back.
func (k *Kept) forget() error {
	if k.gone {
		return nil
	}
	k.gone, k.objs = true, nil
	var errs []error
	for _, img := range k.imgs {
		errs = append(errs, img.Buffer.Close())
	}
	return errors.Join(errs...)
}

// Objects are the batch's objects in the session's present linker, nil if it has been
// unloaded or the session has no executor now.
func (k *Kept) Objects() []*rtdyld.Object {
	k.s.busy <- struct{}{}
	defer k.s.exit()
	return slices.Clone(k.objs)
}

// Lookup finds a name that loaded objects define. Its address is good as long as the
// executor that is returned with it lives.
func (s *Session) Lookup(ctx context.Context, name string) (*Executor, rtdyld.Symbol, error) {
	if err := s.enter(ctx); err != nil {
		return nil, rtdyld.Symbol{}, err
	}
	defer s.exit() // the linker is not closed meanwhile
	e, l, err := s.use(ctx)
	if err != nil {
		return nil, rtdyld.Symbol{}, err
	}
	sym, err := l.Lookup(name)
	if err != nil {
		return nil, sym, fmt.Errorf("remote: %w: %s", rtdyld.ErrUndefined, name)
	}
	return e, sym, nil
}

// Call is [Executor.Call] of a function by its name, in the executor's own convention.
func (s *Session) Call(ctx context.Context, name string, sig abi.Signature, args ...uint64) (uint64, error) {
	e, sym, err := s.Lookup(ctx, name)
	if err != nil {
		return 0, err
	}
	return e.Call(ctx, sym.Addr, sig, nil, args...)
}

// Main is [Executor.Main] of a function by its name.
func (s *Session) Main(ctx context.Context, name string, args, env []string) (int, error) {
	e, sym, err := s.Lookup(ctx, name)
	if err != nil {
		return 0, err
	}
	return e.Main(ctx, sym.Addr, args, env)
}

// Close is [Session.CloseContext] without a limit.
func (s *Session) Close() error { return s.CloseContext(context.Background()) }

// CloseContext unloads everything, with destructors if the executor lives, and leaves the
// executor: one that is the session's own ends. Closing twice is an error that matches
// [ErrClosed].
func (s *Session) CloseContext(ctx context.Context) error {
	if err := s.enter(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	defer s.exit()
	if s.closed {
		return fmt.Errorf("remote: session: %w", ErrClosed)
	}
	s.closed = true
	var errs []error
	if s.exec != nil && s.exec.Err() == nil {
		if objs := s.linker.Objects(); len(objs) > 0 {
			errs = append(errs, s.linker.Unload(ctx, objs...))
		}
	}
	s.drop()
	for _, k := range s.kept {
		errs = append(errs, k.forget())
	}
	s.kept = nil
	return errors.Join(errs...)
}

package rtdyld

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// Linker.mu guards what a linker, its batches and its objects are. Who only looks takes it and
// nothing else, for a moment: it is never held while code of the user's runs, nor while much
// memory is copied or relocated.
//
// What changes a linker is an operation. It holds mu, too, and gives it up in one of these ways:
//
//   - compute: it reads names and objects and writes memory that no other goroutine looks at. Every other
//     operation waits for the end, which comes by itself.
//   - behind: Load, whose context has ended, has left it to a goroutine to take back what it has entered. That holds mu, but for a
//     moment now and then; every other operation waits for its end, too, and Close until it has released memory.
//   - letLook: Unload forgets very many names, and gives mu up for a moment between some thousand of them. Every other
//     operation waits; readers no longer find the objects.
//   - call: code of the user's runs in the middle of a change (Logger, Allocate, Reserve, Define, Initialize,
//     ReadMemory). Other operations wait, as long as their contexts let them; one that comes from
//     inside the call would wait for itself and is refused with ErrNested.
//   - pause: code of the user's runs between two changes (Resolve, Fixed, Finalize of copies). Other
//     operations go on; afterwards it looks at Linker.changes.
//   - claimed: Finalize and what registers, for batches that are claimed. Other operations go on, but those
//     that would finalize or unload objects of these batches wait, or are refused with ErrNested.
//   - none: Initializer, listeners and Release are called at the end, when nothing is held or claimed.
//
// So names, and the list of objects, change only under mu while Linker.work is idle: an operation that
// is at work without mu may read them.

// work is what the operation does that has begun and does not hold mu.
type work uint8

const (
	idle work = iota // there is none
	computing
	calling
)

// change notes that an object comes, goes, moves or is finalized.
func (l *Linker) change() { l.changes++ }

// begin begins an operation: mu is held unless there is an error, ErrClosed, ErrNested or that of the context.
// Whatever it waits for, it returns soon after the context ends.
func (l *Linker) begin(ctx context.Context) error {
	if err := l.lock(ctx); err != nil {
		return err
	}
	for l.work != idle && !l.closed.Load() {
		if l.work == calling && nested.InCall.Inside(ctx) {
			l.mu.Unlock()
			return ErrNested
		}
		if err := l.unlockedWait(ctx); err != nil {
			return err
		}
		if err := l.lock(ctx); err != nil {
			return err
		}
	}
	if l.closed.Load() {
		l.mu.Unlock()
		return ErrClosed
	}
	return nil
}

// lock takes mu. An operation may hold it for long, while it enters many names, so the wait ends with the context, too.
// After an error, which is the context's, mu is not held.
func (l *Linker) lock(ctx context.Context) error {
	if l.mu.TryLock() {
		return nil
	}
	return l.lockSlowly(ctx)
}

// lockSlowly is lock where somebody else has mu.
func (l *Linker) lockSlowly(ctx context.Context) error {
	if ctx.Done() == nil {
		l.mu.Lock()
		return nil
	}
	for range briefly { // as others have it, for a moment
		if runtime.Gosched(); l.mu.TryLock() {
			return nil
		}
	}
	got := make(chan struct{})
	go func() {
		l.mu.Lock()
		select {
		case got <- struct{}{}: // it is the other's now
		case <-ctx.Done():
			l.mu.Unlock()
		}
	}()
	select {
	case <-got:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// briefly is how many times mu is tried before somebody is made to wait for it.
const briefly = 8

// end ends an operation, and calls for the release of what it freed. The last one after Close takes
// everything down.
func (l *Linker) end(ctx context.Context) error {
	if l.left && l.quiet() {
		return l.takeDown(ctx)
	}
	return l.unlock(ctx)
}

// endWith is end, whose error joins that of the operation.
func (l *Linker) endWith(ctx context.Context, err *error) { *err = join(*err, l.end(ctx)) }

// quiet reports whether no operation uses memory.
func (l *Linker) quiet() bool { return l.work == idle && l.claims == 0 && l.releasing == 0 }

// unlock gives mu up, to whom waits for a change, and calls for the release of what was freed.
func (l *Linker) unlock(ctx context.Context) error {
	if l.work == idle && l.later != nil {
		for len(l.later) > 0 { // f may let others look, who put more there
			f := l.later[0]
			l.later = l.later[1:]
			f()
		}
		l.later = nil
	}
	l.wake()
	if len(l.freed) == 0 {
		l.mu.Unlock()
		return nil
	}
	return l.unlockFreed(ctx)
}

// unlockFreed is unlock where something was freed.
func (l *Linker) unlockFreed(ctx context.Context) error {
	var few [len(l.initial.freed)]freed
	free := few[:0]
	for i := range l.freed {
		free = append(free, l.freed[i])
		l.freed[i] = freed{}
	}
	l.freed = l.freed[:0]
	l.mu.Unlock()
	return texts.Join(releaseAll(ctx, free)...)
}

// wake has those look again who wait.
func (l *Linker) wake() {
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// freed is what is to be released: one of the two.
type freed struct {
	alloc Allocation
	block TLSBlock
	of    string // an object
}

func (f *freed) release(ctx context.Context) (err error) {
	if f.block != nil {
		err = f.block.Release(ctx)
	} else {
		err = f.alloc.Release(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: release: %w", texts.Name(f.of), err)
	}
	return nil
}

// releaseAll releases, the rest also if one panics.
func releaseAll(ctx context.Context, free []freed) (errs []error) {
	n := 0
	defer func() {
		if n < len(free) {
			releaseAll(ctx, free[n:])
		}
	}()
	for n < len(free) {
		n++
		errs = appendError(errs, free[n-1].release(ctx))
	}
	return errs
}

// free has memory of an object released when the operation ends.
func (l *Linker) free(a Allocation, of string) { l.freed = append(l.freed, freed{alloc: a, of: of}) }

// freeBlock has an object's thread-locals released when the operation ends.
func (l *Linker) freeBlock(b TLSBlock, of string) {
	l.freed = append(l.freed, freed{block: b, of: of})
}

// takeFreed takes back what was to be released.
func (l *Linker) takeFreed() []freed {
	kept := slices.Clone(l.freed)
	clear(l.freed)
	l.freed = l.freed[:0]
	return kept
}

// freeAgain gives back what takeFreed has taken.
func (l *Linker) freeAgain(kept []freed) { l.freed = append(l.freed, kept...) }

// wait gives mu up until some operation ends, or the context does.
func (l *Linker) wait(ctx context.Context) error {
	defer l.mu.Lock()
	return l.unlockedWait(ctx)
}

// unlockedWait is wait which leaves mu given up.
func (l *Linker) unlockedWait(ctx context.Context) error {
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	changed := l.changed
	l.mu.Unlock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waitIdle waits until names and objects may be changed.
func (l *Linker) waitIdle(ctx context.Context) error {
	for l.work != idle {
		if l.closed.Load() {
			return ErrClosed
		}
		if l.work == calling && nested.InCall.Inside(ctx) {
			return ErrNested
		}
		if err := l.wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// waitClaim waits until a batch may have been given up by who finalizes it.
func (l *Linker) waitClaim(ctx context.Context) error {
	if nested.InClaim.Inside(ctx) {
		return ErrNested
	}
	if err := l.wait(ctx); err != nil {
		return err
	}
	if err := l.waitIdle(ctx); err != nil {
		return err
	}
	if l.closed.Load() {
		return ErrClosed
	}
	return nil
}

// whenIdle does what changes names or objects: at once, or at the end of the operation that is at work. It
// is for what cannot wait and cannot fail.
func (l *Linker) whenIdle(f func()) {
	if l.work == idle {
		f()
		return
	}
	l.later = append(l.later, f)
}

// muchWork is from how many bytes of input on mu is given up while they are worked on: some hundred microseconds.
const muchWork = 1 << 20

// compute does what reads names and objects and writes memory for each object, of size bytes of input together.
func (l *Linker) compute(ctx context.Context, size uint64, objs []*Object, t task) error {
	if size >= muchWork {
		return l.computeLong(ctx, size, objs, t)
	}
	if len(objs) == 1 {
		return t.one(l, ctx, objs[0])
	}
	return l.each(ctx, objs, l.workers(size), t)
}

func (l *Linker) computeLong(ctx context.Context, size uint64, objs []*Object, t task) error {
	l.work = computing
	l.mu.Unlock()
	defer l.resume()
	return l.each(ctx, objs, l.workers(size), t)
}

// call calls code of the user's in the middle of a change. Its error is ErrClosed if the linker was closed
// meanwhile.
func (l *Linker) call(f func()) error {
	l.callOut(f)
	if l.closed.Load() {
		return ErrClosed
	}
	return nil
}

func (l *Linker) callOut(f func()) {
	l.work = calling
	l.mu.Unlock()
	defer l.resume()
	nested.InCall.Call(f)
}

func (l *Linker) resume() {
	l.mu.Lock()
	l.work = idle
}

// behind goes on with a change when the operation has ended for its caller, whom others wait for as before. f looks
// at names and objects, and changes them, with mu; it calls letLook now and then.
// Its errors, and panics of what it calls, go to Config.Logger, since no caller is left to return them to. Those of the Logger are lost.
func (l *Linker) behind(ctx context.Context, step string, f func() error) {
	l.work = computing
	start := l.stepStart()
	go func() {
		l.mu.Lock()
		err := f()
		l.work = idle
		l.releasing++
		ctx := context.WithoutCancel(ctx)
		nested.InClaim.Call(func() { err = join(err, caught(func() error { return l.end(ctx) })) })
		l.mu.Lock()
		l.releasing--
		_ = caught(func() error { l.stepDone(step, start, err); return nil })
		_ = caught(func() error { return l.end(ctx) }) // for whom waits until the logger has it
	}()
}

// caught makes an error of a callback's panic on a goroutine of the linker's own, where no caller could recover from it.
func caught(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("a callback panicked: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}

// letLook gives mu up for a moment in a change that takes long, for readers. What would change the linker
// waits as for compute.
func (l *Linker) letLook() { l.aside(func() {}) }

// aside is letLook for as long as f runs, which reads what does not change meanwhile.
func (l *Linker) aside(f func()) {
	was := l.work // that of the change itself
	l.work = computing
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.work = was
	}()
	f()
}

// pause calls code of the user's between two changes. Whether there is an error or not mu is held afterwards;
// with one, names and objects are not to be changed but by whenIdle.
func (l *Linker) pause(ctx context.Context, f func()) error {
	l.paused++
	defer func() { l.paused-- }()
	err := l.unlocked(ctx, f)
	if werr := l.waitIdle(ctx); werr != nil {
		return werr
	}
	if l.closed.Load() {
		return ErrClosed
	}
	return err
}

func (l *Linker) unlocked(ctx context.Context, f func()) error {
	defer l.mu.Lock() // also if something panics
	err := l.unlock(ctx)
	f()
	return err
}

// claimed calls code of the user's for batches that are claimed. Afterwards mu is held, and states of their
// objects may be changed, names and objects by whenIdle alone.
func (l *Linker) claimed(f func()) {
	l.mu.Unlock()
	defer l.mu.Lock()
	nested.InClaim.Call(f)
}

// stepStart and stepDone tell the Logger what a step took, at its end.
func (l *Linker) stepStart() (start time.Time) {
	if l.cfg.Logger != nil {
		start = time.Now()
	}
	return start
}

func (l *Linker) stepDone(name string, start time.Time, err error) {
	if l.cfg.Logger != nil {
		l.tellStep(name, start, err)
	}
}

// tellStep is stepDone where there is a Logger. The record says nothing of the line here, which a Logger would walk the stack for.
func (l *Linker) tellStep(name string, start time.Time, err error) {
	now := time.Now()
	tell := func() {
		ctx, h := context.Background(), l.cfg.Logger.Handler()
		if !h.Enabled(ctx, slog.LevelDebug) {
			return
		}
		r := slog.NewRecord(now, slog.LevelDebug, "rtdyld", 0)
		r.AddAttrs(slog.String("step", name), slog.Duration("took", now.Sub(start)), slog.Any("err", err))
		_ = h.Handle(ctx, r) // as a Logger does
	}
	if l.work == idle {
		l.callOut(tell)
	} else {
		l.claimed(tell) // another operation is at work without mu
	}
}

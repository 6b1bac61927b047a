package rtdyld

import (
	"context"
	"errors"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Recorder is told what linkers work with and do, so that the same links can be made again elsewhere; package rtdyld/record has one, which
// writes a file. It is for all linkers that [New] makes with a [Config] that has it.
type Recorder interface {
	// Configure is called by New. The linker works with the Config that is returned, whose interfaces may be others that go on to those of
	// cfg. The Recording is told of this linker alone; nil: it is not recorded.
	Configure(cfg Config) (Config, *Recording)
}

// Recording is what is told of the calls of one linker. Both functions are called with no lock held, and concurrently for calls that
// are at work at once. They are not to call the linker.
type Recording struct {
	// Begin is told of a call before anything is done. It may set Own, and put another Resolver in the place of op.Resolver.
	// It is not called for MapSectionAddress, Lookup and Close.
	Begin func(op *Operation)
	// End is told of the same call before it returns; of a Load, before Config.Loaded is told of the objects. op is not changed any more.
	End func(op *Operation)

	order uint64 // of the last operation
}

// Doing says which call an Operation is.
type Doing uint8

const (
	DoLoad     Doing = iota // Load and LoadWith
	DoResolve               // Resolve
	DoFinalize              // Finalize
	DoUnload                // Unload, also of what Config.Loaded has refused
	DoDestruct              // Destruct
	DoDetach                // Detach
	DoSave                  // Save
	DoMap                   // MapSectionAddress and MapLocalAddress
	DoMapImage              // MapImage
	DoLookup                // Lookup of a linker or an object
	DoClose                 // Close and CloseContext
)

var doings = [...]string{"load", "resolve", "finalize", "unload", "destruct", "detach", "save", "map", "map image", "lookup", "close"}

// String names the call.
func (d Doing) String() string {
	if int(d) < len(doings) {
		return doings[d]
	}
	return "invalid"
}

// Operation is a call that a [Recording] is told of.
type Operation struct {
	Do       Doing
	Own      any                   // the Recording's
	Images   []*objfmt.ObjectImage // of DoLoad. Of DoMapImage one, whose Buffer has the file's bytes
	Alone    bool                  // LoadWith
	Resolver Resolver              // of LoadWith, nil: none
	Objects  []*Object             // that the call is about, none: all. Of DoLoad and DoMapImage what is loaded, at the end
	Section  objfmt.SectionID      // of DoMap
	Addr     uint64                // of DoMap and DoLookup: what was found
	Name     string                // of DoLookup
	Save     SaveConfig            // of DoSave
	Map      MapConfig             // of DoMapImage
	// Libraries are what Config.Library has said, of DoMapImage: all of it when Initializer and Listeners are called.
	Libraries []LibraryAnswer

	// Order is the place of the call among those of the linker: as if it had been made as a whole after all whose Order is less, and, a
	// DoLookup, after the one that has the same. It is known when callbacks of the call run that are not inside a change: Allocation.Finalize, Initializer, Listeners. 0: it was
	// refused, or its context ended, before it took effect, or it failed with objects that were unloaded meanwhile.
	Order uint64
	// Passes are calls of Resolve that a Finalize had made before other calls came between, in order.
	Passes []Pass
	// Failed are the objects that a Resolve or Finalize could not resolve, where other calls came between, so that they may be others than the
	// same call would be about at its place.
	Failed []*Object
	Err    error // what it returns

	l       *Linker
	start   uint64 // place of the last operation when the present pass began
	gone    bool   // others have unloaded what it failed with, or are at work on it
	entered bool   // a MapImage has taken effect: what it does later does not move it
}

// LibraryAnswer is what Config.Library has said of a name.
type LibraryAnswer struct {
	Name  string // that it was asked for
	Found ImageLibrary
	Known bool // it has said true
}

// Pass is a call of Resolve that is a part of a Finalize.
type Pass struct {
	Order   uint64
	Objects []*Object
	alone   bool // no other operation came between its begin and its end
}

// operationKey is the key of an operation in the contexts of what it calls.
type operationKey struct{}

// OperationOf is the operation that a callback of a linker with a [Recorder] is called by, for which ctx is the context that the callback was given; nil: none.
func OperationOf(ctx context.Context) *Operation {
	op, _ := ctx.Value(operationKey{}).(*Operation)
	return op
}

// record makes a call that the Recording is told of.
func (l *Linker) record(ctx context.Context, op *Operation, f func(context.Context) error) error {
	op.l = l
	l.recording.Begin(op)
	op.Err = f(context.WithValue(ctx, operationKey{}, op))
	l.recording.End(op)
	return op.Err
}

// recordCall makes a call about objects that the Recording is told of. Those that it is not told of do not go through here: with a function
// that is a variable, a caller's list of objects would be on the heap.
func (l *Linker) recordCall(ctx context.Context, do Doing, objs []*Object, f func(*Linker, context.Context, []*Object) error) error {
	op := &Operation{Do: do, Objects: objs}
	return l.record(ctx, op, func(ctx context.Context) error { return f(l, ctx, op.Objects) })
}

// took notes that the operation which ctx is of takes effect now, with an error or without. mu is held.
func (l *Linker) took(ctx context.Context, err error) {
	if op := l.operation(ctx); op != nil && !op.gone && !op.entered && !unmade(ctx, err) {
		l.recording.order++
		op.Order = l.recording.order
	}
}

// unmade reports whether an error is not that of what was to be done, but of when: it would be another one at another time.
func unmade(ctx context.Context, err error) bool {
	return err != nil && (errors.Is(err, ErrNested) || errors.Is(err, ErrClosed) || ctx.Err() != nil && errors.Is(err, ctx.Err()))
}

// operation is what ctx is of, if the Recording is told of it; nil: it is not.
func (l *Linker) operation(ctx context.Context) *Operation {
	if l.recording != nil {
		if op := OperationOf(ctx); op != nil && op.l == l {
			return op
		}
	}
	return nil
}

// beginPass notes that a Resolve or Finalize, which do says, finds out now what it is about, and forgets what failedPass has noted. mu is held.
func (l *Linker) beginPass(ctx context.Context, do Doing) {
	if op := l.operation(ctx); op != nil && op.Do == do {
		op.start, op.Failed, op.gone = l.recording.order, nil, false
	}
}

// passed notes that a Finalize has resolved objects. mu is held.
func (l *Linker) passed(ctx context.Context, set []*Object) {
	if op := l.operation(ctx); op != nil {
		alone := op.start == l.recording.order
		l.recording.order++
		op.Passes = append(op.Passes, Pass{l.recording.order, slices.Clone(set), alone})
	}
}

// tookPasses is took of a Finalize: the last passes are left out which nothing came between, for they would be the same again. mu is held.
func (l *Linker) tookPasses(ctx context.Context, err error) {
	l.took(ctx, err)
	op := l.operation(ctx)
	if op == nil || op.Order == 0 {
		return
	}
	n, next := len(op.Passes), op.Order
	for n > 0 && op.Passes[n-1].alone && op.Passes[n-1].Order == next-1 {
		n, next = n-1, next-1
	}
	op.Passes = op.Passes[:n]
}

// failedPass notes that set could not be resolved, which others may have changed since beginPass. mu is held.
func (l *Linker) failedPass(ctx context.Context, set []*Object) {
	if op := l.operation(ctx); op != nil && (op.Do == DoResolve || op.Do == DoFinalize) && op.start != l.recording.order {
		op.Failed = slices.Clone(set)
		l.failedWith(ctx, set)
	}
}

// failedWith notes which objects are the reason of an error: those that other operations are unloading keep it from having an order among them. mu is held.
func (l *Linker) failedWith(ctx context.Context, objs []*Object) {
	if op := l.operation(ctx); op != nil && slices.ContainsFunc(objs, (*Object).gone) {
		op.gone = true
	}
}

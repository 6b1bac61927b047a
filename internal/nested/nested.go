// Package nested tells whether a function was called from inside a callback: a call that would have to
// wait until the callback returns, from which it comes itself, must not wait.
//
// A callback is called through [Kind.Call], and given a context that [Kind.Mark] made. A call
// from inside it is found by the stack if it is on the same goroutine, whatever context it has, and on another one by its
// context. [Panicked] names the callback that has panicked, by its stack as well, and [Each]
// makes the other calls then.
//
// Law: it looks when a call is about to wait, which costs no allocation, and little where no callback of the
// kind runs at all; a callback costs a call, and no allocation where the context is the background.
package nested

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
)

// Kind is what others do while the callback runs.
type Kind uint8

const (
	// InCall: all operations wait.
	InCall Kind = iota
	// InClaim: operations go on, but for those on what is claimed.
	InClaim
	// InMake: those wait that need what is being made.
	InMake
)

// running is how many callbacks of a kind run, on whatever goroutine. One that panicked counts for ever; all that
// costs is a look at the stack for each question from then on.
var running [InMake + 1]atomic.Int64

// Call calls f, found by Inside until it returns.
func (k Kind) Call(f func()) {
	running[k].Add(1)
	switch k { // an indirect call would have f allocated
	case InCall:
		alone(f)
	case InClaim:
		claimed(f)
	default:
		made(f)
	}
	running[k].Add(-1)
}

// frames are where the functions lie through which callbacks are called.
var frames = [...]func() frame{InCall: sync.OnceValue(frameOf(alone)), InClaim: sync.OnceValue(frameOf(claimed)), InMake: sync.OnceValue(frameOf(made))}

// frame is the code of a function: addresses from lo up to, not including, hi.
type frame struct{ lo, hi uintptr }

// frameOf finds the code of a function of a package, no closure.
func frameOf(f func(func())) func() frame {
	return func() frame {
		lo := reflect.ValueOf(f).Pointer()
		hi := lo + 1
		for at := runtime.FuncForPC(hi); at != nil && at.Entry() == lo; at = runtime.FuncForPC(hi) {
			hi++
		}
		return frame{lo, hi}
	}
}

// alone, claimed and made are on the stack of who calls back.
//
//go:noinline
func alone(f func()) { f() }

//go:noinline
func claimed(f func()) { f() }

//go:noinline
func made(f func()) { f() }

// Inside reports whether the caller is inside a callback of the kind.
func (k Kind) Inside(ctx context.Context) bool {
	return ctx.Value(key(k)) != nil || running[k].Load() > 0 && within(frames[k]())
}

// within reports whether the calling goroutine is inside a call of a function that is not inlined.
func within(f frame) bool {
	var pcs [64]uintptr
	for skip := 0; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		for _, pc := range pcs[:n] {
			if f.lo < pc && pc <= f.hi { // where the call returns to
				return true
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}

// key is the key of a mark in contexts.
type key Kind

// Mark is the context of a callback.
type Mark struct {
	context.Context
	kind Kind
	over atomic.Bool
}

// Mark makes the context of a callback of the kind. It is in room, if that is not nil, has not been used
// and would keep nothing alive by ctx.
func (k Kind) Mark(ctx context.Context, room *Mark) *Mark {
	if room == nil || room.Context != nil || ctx != context.Background() && ctx != context.TODO() {
		room = new(Mark)
	}
	room.Context, room.kind = ctx, k
	return room
}

// Value implements [context.Context].
func (m *Mark) Value(k any) any {
	if k == key(m.kind) && !m.over.Load() {
		return m
	}
	return m.Context.Value(k)
}

// Leave says that the callback has returned: a call with a context that it has kept does not come from inside any more.
func (m *Mark) Leave() { m.over.Store(true) }

package mem

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// MaxArgs is how many words a [Call] may pass.
const MaxArgs = 6

var (
	// ErrNoRunner is matched by the *[ActionError] of an Initialize with actions that
	// a mapper without a [Runner] refuses.
	ErrNoRunner = errors.New("there is nothing to run actions with")
	// errArgs says that a call has too many arguments.
	errArgs = errors.New("more than six arguments")
)

// ActionError reports a call of an [Action] that failed, or that cannot be made.
type ActionError struct {
	Index   int  // of the action in its Initialization
	Call    Call // that failed
	Dealloc bool // it is the one that undoes
	Err     error
}

func (e *ActionError) Error() string {
	kind := "finalize"
	if e.Dealloc {
		kind = "dealloc"
	}
	return fmt.Sprintf("mem: %s action %d at %#x: %v", kind, e.Index, e.Call.Addr, e.Err)
}

// Unwrap returns the error of the [Runner].
func (e *ActionError) Unwrap() error { return e.Err }

// checkActions returns an error for the first call that cannot be made.
func (r Runner) checkActions(actions []Action) error {
	for i := range actions {
		for k, call := range [...]Call{actions[i].Finalize, actions[i].Dealloc} {
			e := &ActionError{Index: i, Call: call, Dealloc: k == 1}
			switch {
			case call.Addr == 0:
				continue
			case r == nil:
				e.Err = ErrNoRunner
			case len(call.Args) > MaxArgs:
				e.Err = errArgs
			default:
				continue
			}
			return e
		}
	}
	return nil
}

// finalize makes the finalize calls in order. If one fails, those before it are
// undone, and an *ActionError is returned, joined with those of the dealloc calls
// that failed.
func (r Runner) finalize(ctx context.Context, actions []Action) (err error) {
	made := 0
	defer func() {
		if made == len(actions) {
			return
		}
		if undo := r.dealloc(ctx, actions[:made]); undo != nil { // also if one has panicked
			err = errors.Join(err, undo)
		}
	}()
	for ; made < len(actions); made++ {
		call := actions[made].Finalize
		if call.Addr == 0 {
			continue
		}
		if err := r(ctx, call); err != nil {
			return &ActionError{Index: made, Call: call, Err: err}
		}
	}
	return nil
}

// dealloc makes the dealloc calls in reverse, all of them whatever the errors. They
// are not stopped by ctx: memory goes afterwards.
func (r Runner) dealloc(ctx context.Context, actions []Action) error {
	if len(actions) == 0 {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	var errs []error
	i := len(actions)
	defer func() {
		if i > 0 { // one has panicked
			_ = r.dealloc(ctx, actions[:i])
		}
	}()
	for i > 0 {
		i--
		call := actions[i].Dealloc
		if call.Addr == 0 {
			continue
		}
		if err := r(ctx, call); err != nil {
			errs = append(errs, &ActionError{Index: i, Call: call, Dealloc: true, Err: err})
		}
	}
	return texts.Join(errs...)
}

package program

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Bind sets the function variable that fn points to, so that it calls the function of that
// name, found as [Program.Lookup] does. What the variable's type may have is at the package's
// documentation and [abi.SetFunc]; that the function has that type nobody can check.
//
// The function may be called concurrently, as far as the code allows that, until the program is
// closed; from then on a call panics with a *[CallError]. A string with a NUL byte in it makes
// a call panic with an *[abi.StringError]. A fault in loaded code ends the process.
//
// Errors are those of [Program.Lookup], a *[KindError] for what is no function, and an
// *[abi.SignatureError], which says which parameter cannot be passed. On an error the
// variable stays as it is.
func (p *Program) Bind(name string, fn any) error {
	s, err := p.find(name)
	if err != nil {
		return fmt.Errorf("bind %w", err)
	}
	switch s.Kind {
	case rtdyld.Data:
		return fmt.Errorf("bind %w", &KindError{name, s.Kind, "Var"})
	case rtdyld.TLS, rtdyld.Abs:
		return fmt.Errorf("bind %w", &KindError{name, s.Kind, ""})
	}
	if p.caller == nil {
		return fmt.Errorf("bind %s: %w", name, errNoCaller)
	}
	if err := abi.SetFunc(&guard{p.caller, &p.closed, name}, s.Addr, fn); err != nil {
		return fmt.Errorf("bind %s: %w", name, err)
	}
	return nil
}

var errNoCaller = errors.New("the world has no caller")

// guard refuses calls once the program is closed.
type guard struct {
	abi.Caller
	closed *atomic.Bool
	name   string
}

// Call implements [abi.Caller].
func (g *guard) Call(f *abi.Frame) {
	if g.closed.Load() {
		panic(&CallError{g.name, ErrClosed})
	}
	g.Caller.Call(f)
}

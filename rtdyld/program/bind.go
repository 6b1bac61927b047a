package program

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Callback gives the address of a C function that calls fn, for loaded code, to be passed as a uintptr. It is there until the program is
// closed: what ends sooner is for the world's own package, such as host.NewCallback. Which types a function may have
// the world says (host.NewCallback), as it does what a panic does. The error is the world's, or [ErrClosed].
func (p *Program) Callback(fn any) (uint64, error) {
	if p.closed.Load() {
		return 0, fmt.Errorf("callback: %w", ErrClosed)
	}
	return p.world.Callback(fn)
}

// Bind sets the function variable that fn points to, so that it calls the function of that
// name, found as [Program.Lookup] does. What the variable's type may have is at the package's
// documentation and [abi.SetFunc].
//
// Where the object that defines the function has DWARF, the type is compared with what that says of the function. A function of C can be
// called as a Go function if there are as many parameters, and integers and pointers are of the same size, whatever their
// signs and what pointers lead to; floating point numbers, complex numbers and vectors are those of package ctype's table; structures lie in
// memory alike ([ctype.MatchPassed]) and are passed in the same registers. A result may be left out, if nothing is left behind then.
// Without a prototype numbers are promoted, as they are behind "...". Debug information that cannot be read is as good as
// none, and of other languages than C, C++ and Objective-C only those are compared; [Program.Prototype] tells what there is, and
// [Program.LeaveUnchecked] has nothing compared. Without debug information nobody can check the type.
//
// The function may be called concurrently, as far as the code allows that, until the program is
// closed; from then on a call panics with a *[CallError]. A string with a NUL byte in it makes
// a call panic with an *[abi.StringError]. A fault in loaded code ends the process.
//
// Errors are those of [Program.Lookup], a *[KindError] for what is no function, a *[MismatchError], and an
// *[abi.SignatureError], which says which parameter cannot be passed. On an error the
// variable stays as it is.
func (p *Program) Bind(name string, fn any) error {
	s, err := p.callable(name)
	if err != nil {
		return err
	}
	if err := p.check(name, &s, fn, false); err != nil {
		return err
	}
	if err := p.gate.SetFunc(name, s.Addr, fn); err != nil {
		return fmt.Errorf("bind %s: %w", name, err)
	}
	return nil
}

// BindWords is [Program.Bind] for code that is generated: a function of the Go type t, all of whose parameters are numbers and pointers, to be called with
// words ([abi.Bound.Words]).
func (p *Program) BindWords(name string, t reflect.Type) (*abi.Bound, error) {
	s, err := p.callable(name)
	if err != nil {
		return nil, err
	}
	if p.checks(&s) {
		if err := p.checkType(name, &s, t, false); err != nil {
			return nil, err
		}
	}
	b, err := p.gate.BindWords(name, s.Addr, t)
	if err != nil {
		return nil, fmt.Errorf("bind %s: %w", name, err)
	}
	return b, nil
}

// BindAs is [Program.Bind] for a function whose C type is known, by [abi.SetFuncAs]: for unions, packed structures and
// bit-fields, whose Go types do not say how they are passed, and for variadic functions. That the Go types lie in memory as C's do
// is checked, and so is what debug information says, as by Bind.
func (p *Program) BindAs(name string, fn any, sig *ctype.Func) error {
	s, err := p.callable(name)
	if err != nil {
		return err
	}
	if err := p.check(name, &s, fn, true); err != nil {
		return err
	}
	if err := p.gate.SetFuncAs(name, s.Addr, fn, sig); err != nil {
		return fmt.Errorf("bind %s: %w", name, err)
	}
	return nil
}

// BindTyped is [Program.BindAs] for code that is generated: a function of the Go type t, to be called with the addresses of values ([abi.Typed.Values]).
// nil for its C type is [abi.Convention.FuncOf]'s.
func (p *Program) BindTyped(name string, t reflect.Type, sig *ctype.Func) (*abi.Typed, error) {
	s, err := p.callable(name)
	if err != nil {
		return nil, err
	}
	if p.checks(&s) {
		if err := p.checkType(name, &s, t, sig != nil); err != nil {
			return nil, err
		}
	}
	f, err := p.gate.BindTyped(name, s.Addr, t, sig)
	if err != nil {
		return nil, fmt.Errorf("bind %s: %w", name, err)
	}
	return f, nil
}

// callable finds a function that can be called.
func (p *Program) callable(name string) (rtdyld.Symbol, error) {
	s, err := p.find(name)
	if err != nil {
		return s, fmt.Errorf("bind %w", err)
	}
	if err := function(name, s); err != nil {
		return s, err
	}
	if p.gate == nil {
		return s, fmt.Errorf("bind %s: %w", name, errNoCaller)
	}
	return s, nil
}

// function is an error for what is no function.
func function(name string, s rtdyld.Symbol) error {
	switch s.Kind {
	case rtdyld.Data:
		return fmt.Errorf("bind %w", &KindError{name, s.Kind, "Var"})
	case rtdyld.TLS, rtdyld.Abs:
		return fmt.Errorf("bind %w", &KindError{name, s.Kind, ""})
	}
	return nil
}

var errNoCaller = errors.New("the world has no caller")

// errNotOurs is for functions of libraries.
var errNotOurs = errors.New("its code is not the program's: a leaf is a function that the program has loaded")

// refusal is what a call panics with once the program is closed.
func refusal(name string) error { return &CallError{name, ErrClosed} }

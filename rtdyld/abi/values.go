package abi

import (
	"errors"
	"reflect"
	"runtime"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// FuncOf gives the C type of a Go function type by the convention's C: structs and the types of
// package ctype are what [ctype.FromGo] says, strings and slices are pointers. A variadic function
// is described by its parameters at hand: set Variadic, and Fixed to the number of those that
// are declared, and give it to [SetFuncAs]. It fails with a *SignatureError.
func (c *Convention) FuncOf(t reflect.Type) (*ctype.Func, error) {
	known, err := goTypeOf(t)
	if err != nil {
		return nil, err
	}
	return c.funcOf(t, known)
}

// model gives the convention's C.
func (c *Convention) model() (*ctype.Model, error) {
	if c.rules == nil {
		return nil, errors.New("nothing but numbers and pointers can be passed by " + c.Name)
	}
	return ctype.ModelOf(c.goos, c.goarch)
}

// funcOf is FuncOf for a type of which something is known.
func (c *Convention) funcOf(t reflect.Type, known *goType) (fn *ctype.Func, err error) {
	fn = &ctype.Func{Params: make([]ctype.Param, len(known.in)), Fixed: len(known.in)}
	m, modelErr := c.model()
	typ := func(t reflect.Type, how passing) (*ctype.Type, error) {
		switch {
		case modelErr != nil:
			return nil, modelErr
		case how == passString || how == passSlice:
			return m.PointerTo(nil), nil
		case t.Kind() == reflect.Array && !ctype.Special(t):
			return nil, &ctype.TypeError{Type: t.String(), Msg: "cannot be passed: C passes the address of an array; use a pointer to it, or a slice"}
		}
		return ctype.FromGo(t, m)
	}
	for i, how := range known.in {
		if fn.Params[i].Type, err = typ(t.In(i), how); err != nil {
			return nil, valueError(t, i, err)
		}
	}
	if t.NumOut() == 1 {
		if fn.Result, err = typ(t.Out(0), known.out); err != nil {
			return nil, valueError(t, -1, err)
		}
	}
	return fn, nil
}

// valueError says which parameter an error of package ctype is about.
func valueError(t reflect.Type, param int, err error) error {
	e := &SignatureError{Type: typeName(t), Param: param, Msg: err.Error(), Err: err}
	var te *ctype.TypeError
	var le *ctype.LayoutError
	switch {
	case errors.As(err, &te):
		e.Field = te.Field
	case errors.As(err, &le):
		e.Field = le.Field
	}
	return e
}

// SetFuncAs is [SetFunc] for a function whose C type is known: it decides how values are passed, which
// Go types do not say of unions, packed structs, bit-fields and variadic functions. Each Go type must be
// the same in memory ([ctype.Match]), but for strings and slices, which are passed for pointers. A variadic function is
// called with the parameters that sig names.
//
// It fails as SetFunc does; the *SignatureError of types that differ wraps a [*ctype.LayoutError].
func SetFuncAs(c Caller, addr uint64, fn any, sig *ctype.Func) error {
	if c == nil {
		return ErrNil
	}
	return gateOf(c).SetFuncAs("", addr, fn, sig)
}

// SetFuncAs is the function [SetFuncAs] for a function that calls pass the gate to, which has that name where the gate refuses it.
func (g *Gate) SetFuncAs(name string, addr uint64, fn any, sig *ctype.Func) error {
	t, p, err := variable(fn)
	if err != nil {
		return err
	}
	_, in, out, err := signatureOf(t)
	if err != nil {
		return err
	}
	if err := describes(sig, t, &goType{in: in, out: out}); err != nil {
		return err
	}
	f, err := g.BindAs(name, sig, addr)
	if err != nil {
		return err
	}
	setValues(*f, t, p, &goType{in: in, out: out})
	return nil
}

// BindTyped prepares calls of the function at addr with the addresses of values ([Typed.Values]) that lie in memory as a function of the Go type t takes them; sig
// is its C type as [Gate.SetFuncAs] has it, nil what [Convention.FuncOf] says.
func (g *Gate) BindTyped(name string, addr uint64, t reflect.Type, sig *ctype.Func) (*Typed, error) {
	known, err := goTypeOf(t)
	if err != nil {
		return nil, err
	}
	if sig != nil {
		if err := describes(sig, t, known); err != nil {
			return nil, err
		}
		return g.BindAs(name, sig, addr)
	}
	if g.caller == nil || addr == 0 {
		return nil, ErrNil
	}
	conv := g.caller.Convention()
	if conv == nil {
		return nil, errNoConvention
	}
	if err := g.admits(addr); err != nil {
		return nil, err
	}
	h, err := known.prepareTyped(conv, t)
	if err != nil {
		return nil, err
	}
	return &Typed{gate: g, how: h, addr: addr, name: name}, nil
}

// describes fails if sig is not the C type of functions of type t.
func describes(sig *ctype.Func, t reflect.Type, known *goType) error {
	if len(known.in) != len(sig.Params) {
		return &SignatureError{Type: typeName(t), Param: -1, Msg: "has not as many parameters as " + sig.String()}
	}
	for i, how := range known.in {
		if err := matches(sig.Params[i].Type, t.In(i), how); err != nil {
			return valueError(t, i, err)
		}
	}
	switch {
	case (t.NumOut() == 1) != sig.HasResult():
		return &SignatureError{Type: typeName(t), Param: -1, Msg: "has another result than " + sig.String()}
	case sig.HasResult():
		if err := matches(sig.Result, t.Out(0), known.out); err != nil {
			return valueError(t, -1, err)
		}
	}
	return nil
}

// matches is ctype.Match for what is passed in some way.
func matches(c *ctype.Type, t reflect.Type, how passing) error {
	if how == passString || how == passSlice {
		t = reflect.TypeFor[unsafe.Pointer]()
	}
	return ctype.Match(c, t)
}

// prepareTyped is [Convention.prepareTyped] for the type, of which t says more.
func (g *goType) prepareTyped(conv *Convention, t reflect.Type) (*typedHow, error) {
	if h := g.typed.Load(); h != nil && h.conv == conv {
		return h, nil
	}
	sig, err := conv.funcOf(t, g)
	if err != nil {
		return nil, err
	}
	h, err := conv.prepareTyped(sig)
	if err == nil {
		g.typed.Store(h)
	}
	return h, err
}

// setValues sets the variable of type t at p to a function that passes values.
func setValues(f Typed, t reflect.Type, p unsafe.Pointer, known *goType) {
	v := &valued{Typed: f, typ: t, in: known.in, out: known.out}
	v.scratch.New = func() any { return newScratch(t, v.in) }
	reflect.NewAt(t, p).Elem().Set(reflect.MakeFunc(t, v.call))
}

// valued is a function that is called by reflection, with values of any size.
type valued struct {
	Typed
	typ     reflect.Type
	in      []passing
	out     passing
	scratch sync.Pool
}

// scratch has variables for the arguments of one call.
type scratch struct {
	vars  []reflect.Value
	addrs []unsafe.Pointer
}

func newScratch(t reflect.Type, in []passing) *scratch {
	s := &scratch{make([]reflect.Value, len(in)), make([]unsafe.Pointer, len(in))}
	for i, how := range in {
		typ := t.In(i)
		if how == passString || how == passSlice {
			typ = reflect.TypeFor[unsafe.Pointer]()
		}
		v := reflect.New(typ)
		s.vars[i], s.addrs[i] = v.Elem(), v.UnsafePointer()
	}
	return s
}

// call is the body of the Go function.
func (v *valued) call(args []reflect.Value) []reflect.Value {
	s := v.scratch.Get().(*scratch)
	for i, a := range args {
		switch v.in[i] {
		case passString:
			b, err := terminated(a.String())
			if err != nil {
				err.Type, err.Param = v.typ.String(), i
				panic(err)
			}
			*(*unsafe.Pointer)(s.addrs[i]) = unsafe.Pointer(b)
		case passSlice:
			*(*unsafe.Pointer)(s.addrs[i]) = a.UnsafePointer()
		default:
			s.vars[i].Set(a)
		}
	}
	var out []reflect.Value
	var ret unsafe.Pointer
	var r reflect.Value
	if v.typ.NumOut() == 1 {
		if v.out == passString {
			r = reflect.New(reflect.TypeFor[uintptr]())
		} else {
			r = reflect.New(v.typ.Out(0))
		}
		ret = r.UnsafePointer()
	}
	_ = v.Call(ret, s.addrs...) // there are as many as parameters
	runtime.KeepAlive(args)
	for i := range s.vars {
		s.vars[i].SetZero()
	}
	v.scratch.Put(s)
	switch {
	case ret == nil:
	case v.out == passString:
		out = []reflect.Value{reflect.ValueOf(goString(uint64(*(*uintptr)(ret)))).Convert(v.typ.Out(0))}
	default:
		out = []reflect.Value{r.Elem()}
	}
	return out
}

package library

import (
	"context"
	"reflect"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Typed is a function of a library that takes or returns structures, unions or other values of more than a word, for code that is generated:
//
//	var result Point
//	cMiddle.Get().Values(unsafe.Pointer(&result), unsafe.Pointer(&a), unsafe.Pointer(&b))
//
// A call allocates nothing. A pointer is passed as the address of a uintptr that [Pointer] or [Address] has made, a value with pointers in it by [Value].
type Typed struct {
	Library *Library
	Name    string      // in the archive
	Type    any         // a nil function of its Go type
	As      *ctype.Func // its C type, where Type does not say how values are passed: nil if it does

	bound atomic.Pointer[abi.Typed]
}

// Get returns what calls the function, by [abi.Typed.Values]. The first call links it, and panics with a *[Error] if that
// fails; [Typed.Bind] returns that.
func (t *Typed) Get() *abi.Typed {
	if b := t.bound.Load(); b != nil {
		return b
	}
	if err := t.Bind(); err != nil {
		panic(err)
	}
	return t.bound.Load()
}

// Bind links the function, unless it is linked.
func (t *Typed) Bind() error {
	if t.bound.Load() != nil {
		return nil
	}
	p, err := t.Library.program(context.Background())
	if err != nil {
		return err
	}
	b, err := p.BindTyped(t.Name, reflect.TypeOf(t.Type), t.As)
	if err != nil {
		return &Error{t.Library.Name, t.Name, err}
	}
	t.bound.Store(b)
	return nil
}

// CString is [Proc.CString].
func (t *Typed) CString(param int, s string) *byte { return cString(t.Type, param, s) }

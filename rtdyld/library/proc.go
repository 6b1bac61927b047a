package library

import (
	"context"
	"reflect"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Proc is a function of a library that takes and returns numbers and pointers, for code that is generated:
//
//	result := int32(cOpen.Get().Words(library.Pointer(name), library.Pointer(db), uint64(flags)))
//	runtime.KeepAlive(name)
//	runtime.KeepAlive(db)
//
// A call costs about what cgo's does, and allocates nothing. Arguments are words: of integers by conversion, of all else by [Pointer], [Address], [Bit],
// [math.Float64bits] and [math.Float32bits]; so is the result, of which the low bits count.
type Proc struct {
	Library *Library
	Name    string // in the archive
	Type    any    // a nil function of its Go type

	bound atomic.Pointer[abi.Bound]
}

// Get returns what calls the function, by [abi.Bound.Words]. The first call links it, and panics with a *[Error] if that
// fails; [Proc.Bind] returns that.
func (p *Proc) Get() *abi.Bound {
	if b := p.bound.Load(); b != nil {
		return b
	}
	return p.mustBind()
}

// mustBind links the function for a call.
func (p *Proc) mustBind() *abi.Bound {
	if err := p.Bind(); err != nil {
		panic(err)
	}
	return p.bound.Load()
}

// Bind links the function, unless it is linked.
func (p *Proc) Bind() error {
	if p.bound.Load() != nil {
		return nil
	}
	prog, err := p.Library.program(context.Background())
	if err != nil {
		return err
	}
	b, err := prog.BindWords(p.Name, reflect.TypeOf(p.Type))
	if err != nil {
		return &Error{p.Library.Name, p.Name, err}
	}
	p.bound.Store(b)
	return nil
}

// CString copies a string for parameter param, with a NUL byte behind it. A string that contains one panics with an *[abi.StringError].
func (p *Proc) CString(param int, s string) *byte { return cString(p.Type, param, s) }

func cString(fn any, param int, s string) *byte {
	b := make([]byte, len(s)+1)
	copy(b, s)
	for i := range len(s) {
		if s[i] == 0 {
			panic(&abi.StringError{Type: reflect.TypeOf(fn).String(), Param: param, At: i})
		}
	}
	return &b[0]
}

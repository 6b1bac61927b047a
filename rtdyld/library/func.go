package library

import (
	"context"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// Func is a function of a library, of the Go type F, as [program.Program.Bind] has it.
type Func[F any] struct {
	Library *Library
	Name    string // in the archive

	fn atomic.Pointer[F]
}

// Get returns the Go function, which calls the C function. The first call links it, and panics with a *[Error] if that
// fails; [Func.Bind] returns that.
func (f *Func[F]) Get() F {
	if fn := f.fn.Load(); fn != nil {
		return *fn
	}
	if err := f.Bind(); err != nil {
		panic(err)
	}
	return *f.fn.Load()
}

// Bind links the function, unless it is linked.
func (f *Func[F]) Bind() error {
	if f.fn.Load() != nil {
		return nil
	}
	p, err := f.Library.program(context.Background())
	if err != nil {
		return err
	}
	fn := new(F)
	if err := p.Bind(f.Name, fn); err != nil {
		return &Error{f.Library.Name, f.Name, err}
	}
	f.fn.Store(fn)
	return nil
}

// Var is a variable of a library, of the Go type T.
type Var[T any] struct {
	Library *Library
	Name    string // in the archive

	at atomic.Pointer[T]
}

// Get returns the variable's address, as [Func.Get] does.
func (v *Var[T]) Get() *T {
	if at := v.at.Load(); at != nil {
		return at
	}
	p, err := v.Library.program(context.Background())
	if err != nil {
		panic(err)
	}
	s, err := p.Lookup(v.Name)
	if err == nil && s.Kind != rtdyld.Data && s.Kind != rtdyld.Unspecified {
		err = &program.KindError{Name: v.Name, Kind: s.Kind, Use: "Bind"}
	}
	if err != nil {
		panic(&Error{v.Library.Name, v.Name, err})
	}
	addr := uintptr(s.Addr)
	at := *(**T)(unsafe.Pointer(&addr)) // of C, which the garbage collector leaves alone
	v.at.Store(at)
	return at
}

// FuncPtr is a C pointer to a function that takes and returns what the Go function type F does. 0 is none.
type FuncPtr[F any] uintptr

// Callback is a Go function that C can call.
type Callback[F any] struct{ made Callable }

// NewCallback makes a C function of a Go function, in the library's world: see host.NewCallback for what it may be, and what a
// panic in it does. It is there until it is closed.
func NewCallback[F any](l *Library, fn F) (*Callback[F], error) {
	if l.World == nil || l.World.Callback == nil {
		return nil, &Error{Library: l.Name, Err: ErrNoWorld}
	}
	made, err := l.World.Callback(fn)
	if err != nil {
		return nil, &Error{Library: l.Name, Err: err}
	}
	return &Callback[F]{made}, nil
}

// Ptr is what C is given.
func (c *Callback[F]) Ptr() FuncPtr[F] { return FuncPtr[F](c.made.Addr()) }

// Close ends the callback: C must not have it any more.
func (c *Callback[F]) Close() error { return c.made.Close() }

// Bind gives a Go function that calls the C function, which must be the library's or of its world.
func (p FuncPtr[F]) Bind(l *Library) (F, error) {
	var fn F
	prog, err := l.program(context.Background())
	if err == nil {
		if err = abi.SetFunc(prog.Caller(), uint64(p), &fn); err != nil {
			err = &Error{Library: l.Name, Err: err}
		}
	}
	return fn, err
}

// Variadic is a C function with a variable number of arguments.
type Variadic struct {
	Library *Library
	Name    string

	addr atomic.Uint64
}

// bind binds the function as a call needs it. The first time by its name, so that the parameters are compared with what C says.
func (v *Variadic) bind(p *program.Program, fn any) error {
	if addr := v.addr.Load(); addr != 0 {
		return abi.SetFunc(p.Caller(), addr, fn)
	}
	if err := p.Bind(v.Name, fn); err != nil {
		return err
	}
	s, err := p.Lookup(v.Name)
	if err == nil {
		v.addr.Store(s.Addr)
	}
	return err
}

// CallVariadic calls a variadic function with fixed arguments and those behind them, which are promoted as C does: integers
// narrower than int and booleans to int, float32 to float64. nil is a null pointer. What cannot be passed panics with a *[Error];
// R is struct{} for a function without a result. It goes through reflection.
func CallVariadic[R any](v *Variadic, rest []any, fixed ...any) R {
	p, err := v.Library.program(context.Background())
	if err != nil {
		panic(err)
	}
	var args []reflect.Value
	for _, a := range fixed {
		args = append(args, reflect.ValueOf(a))
	}
	for _, a := range rest {
		args = append(args, promote(a))
	}
	types := make([]reflect.Type, len(args))
	for i, a := range args {
		types[i] = a.Type()
	}
	var results []reflect.Type
	if r := reflect.TypeFor[R](); r != reflect.TypeFor[struct{}]() {
		results = append(results, r)
	}
	fn := reflect.New(reflect.FuncOf(types, results, false))
	if err := v.bind(p, fn.Interface()); err != nil {
		panic(&Error{v.Library.Name, v.Name, err})
	}
	var none R
	if out := fn.Elem().Call(args); len(out) > 0 {
		return out[0].Interface().(R)
	}
	return none
}

package program

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Var returns the variable of that name, found as [Program.Lookup] does. It may be used
// until p is closed; writing to one that is const ends the process. T is made of numbers,
// booleans and pointers, arrays and structs among them, and has the size that the symbol table tells, if it
// tells one (ELF does). Do not store pointers to Go memory: the garbage collector does
// not look there.
//
// Errors are those of [Program.Lookup], a *[KindError] for functions and thread-locals, and a
// *[TypeError].
func Var[T any](p *Program, name string) (*T, error) {
	t := reflect.TypeFor[T]()
	if bad := foreign(t); bad != nil {
		msg := "is nothing that C has"
		if bad != t {
			msg = fmt.Sprintf("has a %v in it, which C does not have", bad)
		}
		return nil, fmt.Errorf("variable %w", &TypeError{name, t.String(), msg})
	}
	s, err := p.find(name)
	if err != nil {
		return nil, fmt.Errorf("variable %w", err)
	}
	switch s.Kind {
	case rtdyld.Func:
		return nil, fmt.Errorf("variable %w", &KindError{name, s.Kind, "Bind"})
	case rtdyld.TLS, rtdyld.Abs:
		return nil, fmt.Errorf("variable %w", &KindError{name, s.Kind, ""})
	}
	if s.Size != 0 && uint64(t.Size()) != s.Size {
		return nil, fmt.Errorf("variable %w", &TypeError{name, t.String(), fmt.Sprintf("has %d bytes, the variable %d", t.Size(), s.Size)})
	}
	addr := uintptr(s.Addr)
	return *(**T)(unsafe.Pointer(&addr)), nil
}

// foreign is what of a type C does not have, nil if there is nothing.
func foreign(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Array:
		return foreign(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if bad := foreign(t.Field(i).Type); bad != nil {
				return bad
			}
		}
	case reflect.String, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		return t
	}
	return nil
}

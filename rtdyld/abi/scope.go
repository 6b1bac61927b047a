package abi

import (
	"reflect"
	"runtime"
)

// Scope is memory that loaded code may use until the scope is closed: strings and arrays made for it, and memory
// of the caller's that must stay where it is. It is Go memory, pinned, so that nothing has to be freed by C and
// none is lost. The zero Scope is ready, and is so again after Close. It is not for concurrent use.
//
//	var s abi.Scope
//	defer s.Close()
//	name, err := s.String("a name")
type Scope struct{ pinner runtime.Pinner }

// String copies a string, with a NUL byte behind it. The error is a *[StringError] if it has one itself.
func (s *Scope) String(text string) (*byte, error) {
	p, err := terminated(text)
	if err != nil {
		err.Type, err.Param = "Scope.String", 0
		return nil, err
	}
	s.pinner.Pin(p)
	return p, nil
}

// Strings is an array of strings as C has argv: their addresses, and a null pointer behind them.
func (s *Scope) Strings(texts []string) (**byte, error) {
	list := make([]*byte, len(texts)+1)
	for i, text := range texts {
		p, err := s.String(text)
		if err != nil {
			return nil, err
		}
		list[i] = p
	}
	s.pinner.Pin(&list[0])
	return &list[0], nil
}

// Array makes n zero values of a type of numbers, which loaded code may write to. The error is a *[SignatureError] for a type that has
// something else in it, or a negative n.
func Array[T any](s *Scope, n int) ([]T, error) {
	if t := reflect.TypeFor[T](); !plainData(t) || n < 0 {
		return nil, &SignatureError{Type: t.String(), Param: -1, Msg: "cannot be in an array for C: it is made of numbers alone"}
	}
	list := make([]T, max(n, 1))
	s.pinner.Pin(&list[0])
	return list[:n:n], nil
}

// Pin has what a Go pointer points to, made by new, & or make, stay alive and where it is until Close, as [runtime.Pinner.Pin] does. What it
// points to in turn has to be pinned, too.
func (s *Scope) Pin(pointer any) { s.pinner.Pin(pointer) }

// Close ends the use of all memory of the scope. It does not fail.
func (s *Scope) Close() error {
	s.pinner.Unpin()
	return nil
}

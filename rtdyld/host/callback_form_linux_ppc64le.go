package host

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"
)

// A floating point number in a register leaves the register for an integer, or the word of
// the stack, unused (ELF V2 ABI, "Parameter Passing in Registers"), which purego takes for the
// next integer. So purego gets a function that has a word for each parameter, in order, and
// then the floating point numbers.

// callbackFloats is how many floating point numbers purego takes from registers; the ABI has
// five more there.
const callbackFloats = 8

// floatKind tells whether parameters of a type are in floating point registers.
func floatKind(t reflect.Type) bool {
	return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64
}

// callbackRefused says why purego cannot make a callback of a type here, if so.
func callbackRefused(t reflect.Type) string {
	floats := 0
	for i := range t.NumIn() {
		if floatKind(t.In(i)) {
			floats++
		}
	}
	switch {
	case floats > callbackFloats:
		return fmt.Sprintf("%d floating point parameters, at most %d are possible on this machine", floats, callbackFloats)
	case floats > 0 && t.NumIn()+floats > callbackParams:
		return fmt.Sprintf("%d parameters, %d of them floating point numbers, take more than %d words", t.NumIn(), floats, callbackParams)
	}
	return ""
}

// callbackForm is the function that purego is given for one.
func callbackForm(fn any) any {
	f := reflect.ValueOf(fn)
	t := f.Type()
	var in, floats, out []reflect.Type
	for i := range t.NumIn() {
		in = append(in, reflect.TypeFor[uintptr]())
		if floatKind(t.In(i)) {
			floats = append(floats, t.In(i))
		}
	}
	if len(floats) == 0 {
		return fn
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	words := len(in)
	form := reflect.FuncOf(append(in, floats...), out, false)
	return reflect.MakeFunc(form, func(got []reflect.Value) []reflect.Value {
		args, next := make([]reflect.Value, words), words
		for i := range args {
			if floatKind(t.In(i)) {
				args[i] = got[next]
				next++
				continue
			}
			word := new(uint64)
			*word = got[i].Uint()
			args[i] = reflect.NewAt(t.In(i), unsafe.Pointer(word)).Elem() // the low bytes are first
		}
		return f.Call(args)
	}).Interface()
}

// Go code is entered by a function of purego's that does not keep v20 to v31, which are the
// caller's. So there is a table of entries before it, which lead to a function that keeps them.

// guarded is what each entry of the table leads to, from the second element on.
var guarded [MaxCallbacks + 1]struct {
	addr  uint64 // purego's
	words uint64 // words of parameters on the stack
}

var (
	guards  uint64        // address of the table
	guardUp atomic.Uint64 // how many are in use
)

// guardSize is how many bytes an entry has.
const guardSize = 8

// callbackEntry is where C enters purego's callback, of so many parameters.
func callbackEntry(addr uint64, params int) uint64 {
	n := guardUp.Add(1) // purego has no more than MaxCallbacks
	guarded[n].addr, guarded[n].words = addr, uint64(max(params-8, 0))
	return guards + (n-1)*guardSize
}

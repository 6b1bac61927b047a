package abi

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// passing is how a value of a Go type goes to C and back.
type passing uint8

const (
	passWord   passing = iota // as it is
	passString                // as the address of a copy with a NUL byte behind it
	passSlice                 // as the address of the first element
	passValue                 // as the bytes that it has, by the convention's rules for its type
)

// signatureOf gives the signature of a Go function type, in which strings and slices are
// pointers, and how its parameters and its result are passed. What is passed by value has
// the kind None.
func signatureOf(t reflect.Type) (sig Signature, in []passing, out passing, err error) {
	fail := func(param int, msg string) (Signature, []passing, passing, error) {
		return Signature{}, nil, passWord, &SignatureError{Type: typeName(t), Param: param, Msg: msg}
	}
	switch {
	case t == nil || t.Kind() != reflect.Func:
		return fail(-1, "is not a function")
	case t.IsVariadic():
		return fail(t.NumIn()-1, "a list of unknown length cannot be passed; name the parameters of the call at hand")
	case t.NumOut() > 1:
		return fail(-1, "has more than one result")
	}
	sig.Params, in = make([]Kind, t.NumIn()), make([]passing, t.NumIn())
	for i := range in {
		var msg string
		if sig.Params[i], in[i], msg = passes(t.In(i)); msg != "" {
			return fail(i, msg)
		}
	}
	if t.NumOut() == 1 {
		r := t.Out(0)
		var msg string
		switch sig.Result, out, msg = passes(r); {
		case out == passSlice:
			return fail(-1, r.String()+" cannot be returned: its length is not known")
		case msg != "":
			return fail(-1, r.String()+" cannot be returned")
		}
	}
	return sig, in, out, nil
}

// passes says how values of a type go to C; msg is why they do not.
func passes(t reflect.Type) (k Kind, how passing, msg string) {
	if ctype.Special(t) {
		return None, passValue, ""
	}
	if k, ok := kindOfType(t); ok {
		return k, passWord, ""
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Complex64, reflect.Complex128, reflect.Array: // of an array the C type must say what it is
		return None, passValue, ""
	case reflect.String:
		return Pointer, passString, ""
	case reflect.Slice:
		if plainData(t.Elem()) {
			return Pointer, passSlice, ""
		}
		msg = "%s cannot be passed: its elements hold Go pointers, or are nothing that C has"
	case reflect.Func:
		msg = "%s cannot be passed: a Go function is no C function; pass the address of one as a uintptr"
	default: // interfaces, maps, channels
		msg = "%s cannot be passed"
	}
	return None, passWord, fmt.Sprintf(msg, t)
}

// plainData reports that values of a type are numbers and nothing else.
func plainData(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plainData(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plainData(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Complex64, reflect.Complex128: // in memory two numbers, as C has them
		return true
	}
	k, ok := kindOfType(t)
	return ok && (k != Pointer || t.Kind() == reflect.Uintptr)
}

// byWords reports that all is passed as words are.
func byWords(in []passing, out passing) bool {
	return out != passValue && !slices.Contains(in, passValue)
}

package host

import (
	"reflect"
	"syscall"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Go itself can call what the system has, and be called: there is no need for purego.

func callBest(conv *abi.Convention) (abi.Caller, error) { return abi.PrivateStackFor(conv) }

func callPurego(conv *abi.Convention) (abi.Caller, error) { return callBest(conv) }

// callbackNew makes a callback. The runtime takes no floating point numbers here, and
// panics for that and when it has no slot left.
func callbackNew(fn any) (addr uint64, err error) {
	t := reflect.TypeOf(fn)
	for i := range t.NumIn() {
		if k := t.In(i).Kind(); k == reflect.Float32 || k == reflect.Float64 {
			return 0, &CallbackError{t.String(), "takes a floating point number, which is not possible on Windows"}
		}
	}
	v := reflect.ValueOf(fn)
	f := func(args []reflect.Value) []reflect.Value {
		out := v.Call(args)
		if len(out) == 0 {
			return []reflect.Value{reflect.ValueOf(uintptr(0))}
		}
		return []reflect.Value{reflect.ValueOf(uintptr(word(out[0])))}
	}
	defer func() {
		if r := recover(); r != nil {
			addr, err = 0, ErrCallbacksUsed
		}
	}()
	in := make([]reflect.Type, t.NumIn())
	for i := range in {
		in[i] = t.In(i)
	}
	if t.NumOut() != 1 || t.Out(0).Kind() != reflect.Uintptr {
		fn = reflect.MakeFunc(reflect.FuncOf(in, []reflect.Type{reflect.TypeFor[uintptr]()}, false), f).Interface()
	}
	return uint64(syscall.NewCallback(fn)), nil
}

// word is the result of a callback.
func word(v reflect.Value) uint64 {
	switch {
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	}
	return uint64(v.Pointer())
}

package host

import (
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"runtime"
	"sync/atomic"
)

// MaxCallbacks is the number of callbacks that a process can make.
const MaxCallbacks = 2000

var (
	// ErrCallback is matched by a *CallbackError.
	ErrCallback = errors.New("cannot be called by loaded code")
	// ErrCallbacksUsed says that all slots for callbacks are taken.
	ErrCallbacksUsed = fmt.Errorf("all %d callbacks of the process are in use", MaxCallbacks)
)

// CallbackError reports a Go function that loaded code cannot call.
type CallbackError struct {
	Type string // of the function
	Msg  string
}

func (e *CallbackError) Error() string { return fmt.Sprintf("callback %s: %s", e.Type, e.Msg) }

// Is matches [ErrCallback].
func (e *CallbackError) Is(t error) bool { return t == ErrCallback }

// callbackCount counts the slots that Callback took.
var callbackCount atomic.Int64

// Callbacks returns how many callbacks [Callback] made. Other packages that use
// purego take from the same [MaxCallbacks].
func Callbacks() int { return int(callbackCount.Load()) }

// Callback returns the address of a C function that calls fn, for loaded code on
// any thread. fn's parameters are booleans, integers, floats, uintptr,
// unsafe.Pointer and pointers, of which those that find no register left come from
// the stack, together at most 50, on 32-bit machines 40 words; it returns one
// boolean, integer or pointer, or nothing: results in a floating point register are
// not possible. On 32-bit ARM no float64 may come after an odd number of float32, and
// on systems without hardware floating point (armel) there can be no floats at all.
//
// A callback is never freed, nor is fn: each call takes one of [MaxCallbacks] slots
// for good. A program that needs many makes one and tells them apart by an
// argument.
//
// A panic that fn does not recover goes on in the Go function that called the
// loaded code, whose frames are dropped; on a thread that loaded code made it ends
// the process. A function of the wrong type is a *[CallbackError]; when no slot is
// left the error is [ErrCallbacksUsed]; elsewhere it matches [ErrSystem].
func Callback(fn any) (uint64, error) {
	if err := callbackCheck(fn); err != nil {
		return 0, err
	}
	addr, err := callbackNew(fn)
	if err == nil {
		callbackCount.Add(1)
	}
	return addr, err
}

// callbackParams is the largest number of parameters: purego reads 64 words,
// registers included.
const callbackParams = 50

// callbackWords is how many words parameters may have where those of 8 bytes take two
// and perhaps leave one unused.
const callbackWords = 40

const wordSize = bits.UintSize / 8

// callbackCheck refuses what purego would panic for, now or when it is called.
func callbackCheck(fn any) error {
	t := reflect.TypeOf(fn)
	if t == nil {
		return &CallbackError{"nil", "is no function"}
	}
	bad := func(format string, args ...any) error {
		return &CallbackError{t.String(), fmt.Sprintf(format, args...)}
	}
	switch {
	case t.Kind() != reflect.Func:
		return bad("is no function")
	case reflect.ValueOf(fn).IsNil():
		return bad("is nil")
	case t.IsVariadic():
		return bad("takes a list of unknown length")
	case t.NumIn() > callbackParams:
		return bad("%d parameters, at most %d are possible", t.NumIn(), callbackParams)
	case t.NumOut() > 1:
		return bad("has more than one result")
	}
	words, singles := 0, 0
	for i := range t.NumIn() {
		k := t.In(i).Kind()
		float := k == reflect.Float32 || k == reflect.Float64
		switch {
		case !callbackKind(k) && !float:
			return bad("parameter %d: %s cannot be passed", i, t.In(i))
		case float && nativeConvention() != nil && nativeConvention().SoftFloat:
			return bad("parameter %d: %s cannot be passed on a system without hardware floating point", i, t.In(i))
		case k == reflect.Float64 && singles%2 != 0 && runtime.GOARCH == "arm":
			return bad("parameter %d: a float64 cannot be passed after %d float32 on this machine", i, singles)
		case k == reflect.Float32:
			singles++
		}
		words += int(t.In(i).Size()+wordSize-1) / wordSize
	}
	if wordSize == 4 && words > callbackWords {
		return bad("parameters of %d words, at most %d are possible", words, callbackWords)
	}
	if why := callbackRefused(t); why != "" {
		return bad("%s", why)
	}
	if t.NumOut() == 1 && !callbackKind(t.Out(0).Kind()) {
		return bad("%s cannot be returned", t.Out(0))
	}
	return nil
}

// callbackKind tells whether values of a kind are in an integer register.
func callbackKind(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Uintptr || k == reflect.Pointer || k == reflect.UnsafePointer
}

package abi

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/crt"
)

// A Crossing lets code of the convention [Win64] call a function of [SystemV], on
// x86-64: loaded code for Windows the C library of Linux, say. Its [Crossing.Append]
// writes a few instructions that stand for the function.
//
// What is known of the function decides what passes:
//
//   - With Params, up to 32 integers, pointers and floating point numbers in any
//     order, and any result of a word. A Long is extended from 32 bits to 64 bits,
//     for a C long is that narrow on Windows.
//   - Without Params either up to 22 integers and pointers, or up to four floating
//     point numbers and nothing else. Functions that take both need Params.
//   - With Fixed, a function of a list of unknown length, such as printf: Addr is
//     then the variant of it that takes a va_list (vprintf) behind so many other
//     parameters. A long double cannot be in the list. With List too, what is called
//     has a va_list as its last parameter already, as vprintf has.
//
// Structures by value, long double, _Complex and vectors do not pass, nor do functions
// that are called back, which are of the other convention ([Crossing] is one way
// only). Exceptions and longjmp must not go across.
type Crossing struct {
	Addr   uint64 // of the function
	Params []Kind // nil: not known. Not nil and empty: none
	Fixed  int    // parameters in front of a list, at most MaxFixed; 0: there is no list
	List   bool   // the list is a va_list
}

// Long is C's long, of which loaded code for Windows passes the lowest 32 bits. It is
// a Kind for [Crossing] alone.
const Long = numKinds

const (
	// CrossingSize is the number of bytes that Append appends.
	CrossingSize = 32
	// MaxFixed is the largest number of parameters in front of a list.
	MaxFixed = 5
	// maxCrossing is the largest number of parameters of any crossing.
	maxCrossing = 31
)

// Append appends the machine code of a crossing, CrossingSize bytes that run at any
// address and write to nothing but the stack, of which they use some 700 bytes. The
// error is a *SignatureError, ErrNil, or an *UnsupportedError on other machines than
// x86-64.
func (x *Crossing) Append(code []byte) ([]byte, error) {
	how, routine, err := x.describe()
	if err != nil {
		return code, err
	}
	if routine == 0 {
		return code, &UnsupportedError{What: "crossing from " + win64.Name + " to " + systemV.Name}
	}
	if x.Addr == 0 {
		return code, ErrNil
	}
	code = slices.Grow(code, CrossingSize)
	word := func(w uint64, opcode ...byte) {
		code = binary.LittleEndian.AppendUint64(append(code, opcode...), w)
	}
	word(x.Addr, 0x49, 0xbb)             // mov r11, Addr
	word(how, 0x49, 0xba)                // mov r10, how
	word(uint64(routine), 0x48, 0xb8)    // mov rax, routine
	return append(code, 0xff, 0xe0), nil // jmp rax
}

// describe gives the word that tells the routine what to do, and the routine.
func (x *Crossing) describe() (how uint64, routine uintptr, err error) {
	bad := func(param int, format string, args ...any) (uint64, uintptr, error) {
		return 0, 0, &SignatureError{Type: "crossing to " + systemV.Name, Param: param, Msg: fmt.Sprintf(format, args...)}
	}
	switch {
	case x.Fixed < 0 || x.Fixed > MaxFixed:
		return bad(-1, "%d parameters in front of a list", x.Fixed)
	case x.Fixed > 0:
		how = uint64(x.Fixed)
		if x.List {
			how |= 1 << 8
		}
		return how, crossList, nil
	case x.List:
		return bad(-1, "a list behind no parameter")
	case x.Params == nil:
		return 0, crossPlain, nil
	case len(x.Params) > maxCrossing:
		return bad(maxCrossing, "there are %d, at most %d can pass", len(x.Params), maxCrossing)
	}
	for i, k := range x.Params {
		class := uint64(1)
		switch {
		case k == None || k > Long:
			return bad(i, "invalid kind")
		case k == Long:
			class = 3
		case k.float():
			class = 2
		}
		how |= class << (2 * i)
	}
	return how, crossTyped, nil
}

func init() {
	crt.StackProbe, crt.Return = uint64(stackProbe), uint64(justReturn)
}

package abi

import (
	"reflect"
	"runtime"
	"slices"
	"unsafe"
)

// A Go function may be a few instructions in assembly that are the same for all function types: they put the registers in which Go passes
// arguments in a row, and call stubCall, which knows the types. So functions of any parameters cost little more than those that
// have a shape, without reflection, as long as Go passes all of them in registers. (Go's internal ABI, "Function call argument and result passing":
// integers and pointers take the one sequence of registers, floating point numbers the other, a string two and a slice three of the first.)

// How many registers of each class are looked at.
const (
	stubInts   = 9
	stubFloats = 8
)

// stubRegs is what the registers held.
type stubRegs [stubInts + stubFloats]uint64

// stub is such a function: a function variable points to it.
type stub struct {
	code  uintptr           // of stubEntry
	masks *[stubInts]uint64 // of general registers, all ones: it has a pointer
	*stubType
	bound Bound
}

// stubType is what is known of a function type.
type stubType struct {
	pointers [stubInts]uint64
	words    []stubWord
	text     string // of the type
	result   Kind
	out      passing
	simple   bool // neither is a string
	pointer  bool // the result is a pointer of Go's
}

// stubWord is where a parameter is.
type stubWord struct {
	at  uint8 // in stubRegs
	how stubHow
}

type stubHow uint8

const (
	stubPlain  stubHow = iota
	stubBool           // a byte
	stubString         // two words
)

// stubTypeOf works out how functions of a type get their arguments, nil if not all are in registers.
func stubTypeOf(t reflect.Type, sig Signature, in []passing, out passing) *stubType {
	if stubEntryAddr == 0 || !registersServe() {
		return nil
	}
	s := &stubType{text: t.String(), result: sig.Result, out: out, words: make([]stubWord, len(in))}
	ints, floats := 0, 0
	for i, how := range in {
		w := &s.words[i]
		if sig.Params[i].float() {
			w.at = uint8(stubInts + floats)
			if floats++; floats > stubFloats {
				return nil
			}
			continue
		}
		w.at = uint8(ints)
		switch {
		case how == passString:
			w.how = stubString
			ints++
		case how == passSlice:
			ints += 2
		case sig.Params[i] == Bool:
			w.how = stubBool
		}
		if ints++; ints > stubInts {
			return nil
		}
		if k := t.In(i).Kind(); how != passWord || k == reflect.Pointer || k == reflect.UnsafePointer {
			s.pointers[w.at] = 1<<64 - 1
		}
	}
	s.simple = out != passString && !slices.Contains(in, passString)
	if t.NumOut() == 1 {
		k := t.Out(0).Kind()
		s.pointer = k == reflect.Pointer || k == reflect.UnsafePointer
	}
	return s
}

// make gives the function, as the one word that it is.
func (s *stubType) make(b Bound) unsafe.Pointer {
	return unsafe.Pointer(&stub{code: stubEntryAddr, masks: &s.pointers, stubType: s, bound: b})
}

// stubCall is the body of the function. pointers has those of the registers that are pointers: they are alive here. What it returns
// is for the first two general registers, and the first for the first floating point register, too; seen is the first where that is a
// pointer, for the garbage collector, which nobody else tells of it before the caller has it.
//
//lint:ignore U1000 assembly calls it
//go:norace
func stubCall(s *stub, r *stubRegs, pointers [stubInts]unsafe.Pointer) (first, second uint64, seen unsafe.Pointer) {
	if s.simple && s.bound.how.quick {
		first = s.quick(r)
	} else {
		first, second, seen = s.any(r)
	}
	if s.pointer {
		seen = *(*unsafe.Pointer)(unsafe.Pointer(&first))
	}
	if s.result == Float32 {
		first |= 0xffffffff << 32 // as RISC-V has it; others do not look there
	}
	for i := range pointers {
		runtime.KeepAlive(pointers[i])
	}
	return first, second, seen
}

// quick is stubCall for what a Quick has room for.
//
//go:norace
func (s *stub) quick(r *stubRegs) uint64 {
	b := &s.bound
	if b.gate.shut.Load() {
		b.gate.refuse(b.name)
	}
	h := b.how
	var q Quick
	q.Addr, q.Floats = b.addr, h.floats
	for i := range min(len(s.words), len(h.plan)) {
		w := s.words[i]
		word := r[w.at]
		if w.how == stubBool {
			word &= 0xff
		}
		q.put(h.plan[i], word)
	}
	b.gate.quick.CallQuick(hide(&q))
	return h.take(h.quickResult(&q))
}

// any is stubCall for all else. A string that it returns is on the heap, since seen is its address.
//
//go:norace
func (s *stub) any(r *stubRegs) (first, second uint64, seen unsafe.Pointer) {
	var words [stubInts + stubFloats]uint64
	var kept []*byte
	for i, w := range s.words {
		word := r[w.at]
		switch w.how {
		case stubBool:
			word &= 0xff
		case stubString:
			c := s.cString(i, word, r[w.at+1])
			kept = append(kept, c)
			word = uint64(uintptr(unsafe.Pointer(c)))
		}
		words[i] = word
	}
	first, err := s.bound.Call(words[:len(s.words)])
	if err != nil {
		panic(err) // cannot be: there are as many
	}
	if s.out == passString {
		text := goString(first)
		seen = unsafe.Pointer(unsafe.StringData(text))
		first, second = uint64(uintptr(seen)), uint64(len(text))
	}
	runtime.KeepAlive(kept)
	return first, second, seen
}

// cString makes the copy of a string that C gets.
//
//go:noinline
func (s *stub) cString(param int, data, length uint64) *byte {
	at := uintptr(data)
	c, err := terminated(unsafe.String(*(**byte)(unsafe.Pointer(&at)), int(length)))
	if err != nil {
		err.Type, err.Param = s.text, param
		panic(err)
	}
	return c
}

package abi

import (
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Plan is where a calling convention has the arguments and the result of a function. It is
// data, and is read in both directions:
//
//   - who calls a function writes each parameter's bytes to the places of its Moves, with
//     what Extend says around them, and after the call reads those of Result.
//   - who is called (a callback) reads each parameter's bytes from there, and writes those
//     of Result.
//
// Where an Arg is Indirect, its Moves are about an address instead: the caller makes a copy
// of the value, at a multiple of Arg.Align, which belongs to the function called until it
// returns, and passes the address of that. An Indirect result is memory that the caller
// makes; its address is passed as Hidden says, before all parameters, and Result.Moves is
// where the function gives that address back, which is nowhere by some conventions.
//
// A Plan must not be changed once it is made.
type Plan struct {
	Convention *Convention
	Func       *ctype.Func
	Params     []Arg // one for each of Func.Params
	Result     Arg   // without a Type if there is none
	Hidden     Move  // where the address of memory for an Indirect result is passed
	// Stack is how many bytes the arguments on the stack take, a multiple of a word.
	Stack int
	// Vecs is how many vector registers have arguments; System V x86-64 tells variadic
	// functions.
	Vecs int
	// VecSize is the size of the largest part of a vector register that an argument or the
	// result takes, 0 if none takes any: 8 or less means that doubles are all.
	VecSize int
	// Pops is how many bytes of the stack the function takes away when it returns: 4 with an
	// Indirect result on i386.
	Pops int
}

// Arg is a parameter or a result.
type Arg struct {
	Type *ctype.Type
	// Indirect says that Moves are about the address of the value.
	Indirect bool
	Align    int // of the copy of an Indirect one
	// Moves are in order of their offsets. A value that takes no bytes (an empty struct of C) has none.
	Moves []Move
}

// Move says that Size bytes of a value, from Offset on, are in the low bytes of a register, or on
// the stack.
type Move struct {
	In     Class
	Extend Extend
	// Reg is the number of a register among those of its class, in the order in which arguments
	// take them, and among those of results for a result (see [Class]).
	Reg    uint8
	Size   uint32
	Offset uint32 // in the value
	Stack  uint32 // on the stack, bytes behind where its first argument begins
}

// Class is what a Move leads to.
type Class uint8

const (
	// InInt is a general register: rdi, rsi, rdx, rcx, r8, r9 and for results rax, rdx of System V
	// x86-64; rcx, rdx, r8, r9 and rax of Windows x64; x0 to x7, and as number 8 x8, of AAPCS64;
	// r0 to r3 of AAPCS32; eax and edx of i386, for results.
	InInt Class = iota
	// InVec is a floating point or vector register: xmm0 to xmm7, or ymm or zmm by the move's size;
	// xmm0 to xmm3 of Windows x64, where an argument below 16 bytes is in the general register of
	// the same number, too; v0 to v7; s0 to s15 of AAPCS32, where a move of 8 bytes is in
	// the two that are a double register, and one of 16 in four.
	InVec
	// InX87 is st(0) and, for the imaginary part, st(1), as 10 bytes of extended precision; where Size
	// is 4 or 8 the number is a float or a double in memory.
	InX87
	// InMMX is mm0 to mm2 of i386.
	InMMX
	// InStack is the stack.
	InStack
)

// Extend is what the bytes of a register, or of a word on the stack, have above those of a Move of an
// integer. What is called must not count on it by most psABIs; compilers do.
type Extend uint8

const (
	// ExtendNone leaves them as they are.
	ExtendNone Extend = iota
	// ExtendZero sets them to 0.
	ExtendZero
	// ExtendSign repeats the highest bit.
	ExtendSign
	// ExtendBool sets them to 0, and the lowest byte to 1 if it is not 0.
	ExtendBool
)

// Package abi calls machine code at an address, with integers, pointers, floats
// and doubles, any number of them, without cgo.
//
// A call is prepared once and made often. [Bind] takes a [Signature] and an
// address and gives a [Bound], whose Call takes words. [Func0] to [Func8] give Go
// functions of the types at hand, [SetFunc] and [MakeFunc] those of types that only the running program knows, for some by
// reflection. All others neither allocate nor reflect when the function is called. Generated code has words ([Bound.Words]).
//
// # How a call is made
//
// A [Convention] says which registers take arguments; it is data. Binding works
// out the place of each argument once. A call fills a [Frame], which holds what
// the registers and the stack shall hold, and gives it to a [Caller], which runs
// the code (a [Quick], where registers are enough, and a [QuickCaller]): [PrivateStack] here, for programs that are linked statically, or those
// of package rtdyld/host, for programs that have the C library.
//
// What is called very often and does little is called by [Leaf], after its code has been looked at. A [Gate] in front
// of a caller can be shut, when the code goes away.
//
// # What loaded code may expect
//
//   - Integers narrower than a word are extended to the whole word, signed ones
//     with their sign; a bool is 0 or 1. Results are taken from their own width
//     alone.
//   - A float32 is passed as a float. A variadic C function expects promoted
//     arguments: bind those as Float64, Int32 and wider, as C promotes them.
//   - The garbage collector runs while loaded code runs. Go memory that loaded code
//     is given must be reachable from Go until it is done with it: what is passed
//     as unsafe.Pointer or as a Go pointer lives until the call returns. What is passed
//     as a uintptr or a word is an address only: pin its memory ([runtime.Pinner]),
//     or it may be freed, or move with the goroutine's stack. Pin Go memory that
//     contains Go pointers, too, as with cgo. A [Scope] pins, and makes strings and arrays for C; a [Handle] stands
//     for a Go value that C only passes on.
//   - A fault in loaded code ends the process; recover does not see it.
//
// There is no way to check that the code at an address has the signature it is
// bound with, or that it is code.
//
// Law: this package knows no object file, no linker and no C library. Outside it
// needs golang.org/x/sys alone, and builds into a static binary.
package abi

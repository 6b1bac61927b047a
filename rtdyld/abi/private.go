package abi

// PrivateStack returns the caller for programs that are linked statically. It
// runs loaded code on stacks of its own, 8 MiB of address space each with a guard
// below, of which only what is touched takes memory; one is kept for each
// processor that makes calls and 64 more. To the Go scheduler a call is a system
// call: other goroutines run and the garbage collector works meanwhile.
//
// Loaded code must not use the C library or thread-locals, which a static Go
// program does not set up, and must not call back into Go: package rtdyld/host is
// for that. It may run endlessly, sleep, and make system calls; like any C code in
// a Go program it must leave signal handlers and the signal mask alone.
//
// It works on linux/amd64. Everywhere else the error is an *UnsupportedError: on
// most other CPUs a register that C code may use holds what the Go runtime's
// signal handlers need.
func PrivateStack() (Caller, error) { return privateStack() }

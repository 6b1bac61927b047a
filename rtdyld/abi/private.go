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
// On linux/amd64 and 386 that is all. On linux/arm64 and all others a signal handler of the
// Go runtime would look for the goroutine in a register that loaded code may use: all
// signals of the thread are blocked while it runs loaded code, at the cost of two
// system calls a call. Signals to the process go to other threads; a fault ends the
// process without a trace; profiles don't show the code; and what wants all threads
// to do something ([syscall.AllThreadsSyscall]) waits until it returns. On
// windows/amd64 loaded code runs on the stack that the system gave the thread, 2 MiB
// as a rule, and may use all libraries and call back into Go. Everywhere
// else the error is an *UnsupportedError.
//
// The convention is [Native]'s.
func PrivateStack() (Caller, error) {
	c := Native()
	if c == nil {
		return nil, &UnsupportedError{What: "calls on private stacks"}
	}
	return privateStack(c)
}

// PrivateStackFor is [PrivateStack] with another convention of this machine, as
// [AAPCS32]. One without an Entry is an *UnsupportedError.
func PrivateStackFor(conv *Convention) (Caller, error) {
	if conv == nil {
		return nil, ErrNil
	}
	if conv.Entry == 0 {
		return nil, &UnsupportedError{What: "convention " + conv.Name}
	}
	return privateStack(conv)
}

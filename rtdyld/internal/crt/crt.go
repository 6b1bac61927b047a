// Package crt has the addresses of functions that stand for some of Windows' C runtime:
// package rtdyld/abi, which has their code, sets them, and rtdyld/host has names for them.
//
// Law: addresses alone; 0 on other machines than x86-64.
package crt

var (
	// StackProbe is what compilers for Windows call before they take rax bytes of stack
	// (__chkstk, ___chkstk_ms): it touches each page and changes no register.
	StackProbe uint64
	// Return does nothing, in any convention without arguments.
	Return uint64
)

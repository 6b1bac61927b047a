package abi

// cdecl386EntryAddr is the address of cdecl386Entry, a C function, set in assembly.
var cdecl386EntryAddr uintptr

// What this machine cannot call.
const (
	sysvEntryAddr    uintptr = 0
	aapcs64EntryAddr uintptr = 0
	aapcs32EntryAddr uintptr = 0
)

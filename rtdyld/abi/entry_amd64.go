package abi

// sysvEntryAddr is the address of sysvEntry, a C function, set in assembly.
var sysvEntryAddr uintptr

// What this machine cannot call.
const (
	aapcs64EntryAddr  uintptr = 0
	aapcs32EntryAddr  uintptr = 0
	cdecl386EntryAddr uintptr = 0
)

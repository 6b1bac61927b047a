package abi

// aapcs64EntryAddr is the address of aapcs64Entry, a C function, set in assembly.
var aapcs64EntryAddr uintptr

// What this machine cannot call.
const (
	sysvEntryAddr     uintptr = 0
	aapcs32EntryAddr  uintptr = 0
	cdecl386EntryAddr uintptr = 0
)

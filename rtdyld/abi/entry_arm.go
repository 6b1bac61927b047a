package abi

// aapcs32EntryAddr is the address of aapcs32Entry, a C function, set in assembly.
var aapcs32EntryAddr uintptr

// What this machine cannot call.
const (
	sysvEntryAddr     uintptr = 0
	aapcs64EntryAddr  uintptr = 0
	cdecl386EntryAddr uintptr = 0
)

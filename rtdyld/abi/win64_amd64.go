package abi

// win64EntryAddr is the address of win64Entry, a C function of the system that this
// is built for, set in assembly.
var win64EntryAddr uintptr

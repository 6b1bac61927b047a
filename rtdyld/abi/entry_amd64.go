package abi

// sysvEntryAddr is the address of sysvEntry, a C function, set in assembly.
var sysvEntryAddr uintptr

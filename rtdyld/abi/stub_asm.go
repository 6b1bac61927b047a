//go:build amd64 || arm64

package abi

// stubEntryAddr is the address of the code of all stubs, set in assembly.
var stubEntryAddr uintptr

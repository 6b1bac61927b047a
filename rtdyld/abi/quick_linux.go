//go:build amd64 || arm64

package abi

// quickEntryAddr is the address of the entry of this machine's convention for a Quick, set in
// assembly.
var quickEntryAddr uintptr

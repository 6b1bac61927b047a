//go:build !amd64

package abi

// win64EntryAddr says that this machine cannot call x86-64 code.
const win64EntryAddr uintptr = 0

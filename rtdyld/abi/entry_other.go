//go:build !amd64

package abi

// sysvEntryAddr says that this machine cannot call x86-64 code.
const sysvEntryAddr uintptr = 0

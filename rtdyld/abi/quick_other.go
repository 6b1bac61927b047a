//go:build !(linux && (amd64 || arm64))

package abi

// quickEntryAddr says that a Quick cannot be run here.
const quickEntryAddr uintptr = 0

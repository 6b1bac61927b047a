//go:build !amd64 && !arm64

package abi

// stubEntryAddr is 0: this machine has none.
const stubEntryAddr uintptr = 0

//go:build !amd64

package abi

// What this machine does not have.
const crossPlain, crossTyped, crossList, stackProbe, justReturn uintptr = 0, 0, 0, 0, 0

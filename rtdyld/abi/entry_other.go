//go:build !amd64 && !arm64 && !arm && !386

package abi

// What this machine cannot call.
const (
	sysvEntryAddr     uintptr = 0
	aapcs64EntryAddr  uintptr = 0
	aapcs32EntryAddr  uintptr = 0
	cdecl386EntryAddr uintptr = 0
)

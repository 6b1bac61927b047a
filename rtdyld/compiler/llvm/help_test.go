package llvm

import "unsafe"

// pointerTo is the address of a result that C writes.
func pointerTo(p *[10]uintptr) uintptr { return uintptr(unsafe.Pointer(p)) }

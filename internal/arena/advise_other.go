//go:build !linux

package arena

import "unsafe"

// advise does nothing on hosts without such a call.
func advise(unsafe.Pointer, uintptr) {}

//go:build !ppc64le

package host

// callbackForm is the function that purego is given for one.
func callbackForm(fn any) any { return fn }

// callbackEntry is where C enters purego's callback, of so many parameters.
func callbackEntry(addr uint64, params int) uint64 { return addr }

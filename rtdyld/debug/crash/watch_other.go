//go:build !linux || !(amd64 || arm64)

package crash

import "runtime"

// Watch fails with an *[UnsupportedError].
func Watch(func(*Crash)) error {
	return &UnsupportedError{"the runtime has no other handler of signals on " + runtime.GOOS + "/" + runtime.GOARCH}
}

// EmulateTrampolines fails with an *[UnsupportedError].
func EmulateTrampolines() error {
	return &UnsupportedError{"trampolines are not emulated on " + runtime.GOOS + "/" + runtime.GOARCH}
}

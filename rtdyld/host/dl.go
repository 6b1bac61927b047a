//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"runtime"

	"github.com/ebitengine/purego"
)

// dlerror tells of the last failure of its thread, in memory of that: what was not told there is lost, or is another's.

// dlopen opens a library, to be closed by the caller.
func dlopen(path string, mode int) (handle uintptr, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return purego.Dlopen(path, mode)
}

// dlsym finds a name of a library.
func dlsym(handle uintptr, name string) (addr uintptr, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return purego.Dlsym(handle, name)
}

// dlclose gives a library back.
func dlclose(handle uintptr) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return purego.Dlclose(handle)
}

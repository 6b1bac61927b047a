//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"os"
	"unsafe"

	"github.com/ebitengine/purego"
)

// OpenJITCollector opens a collector of Intel's JIT Profiling API, as VTune has programs load it: the library at path or, if that is "",
// the one that the environment names by INTEL_JIT_PROFILER64, else by INTEL_LIBITTNOTIFY64 (with 32 for 64 in processes of 32 bits).
// The collector stays open. notify is its NotifyEvent, for perf.VTuneConfig, may be called concurrently, and reads data while it is called. It is
// nil if no library is named, or the collector says that nothing is profiled. What cannot be opened, or is no collector, is a
// *[LibraryError].
func OpenJITCollector(path string) (notify func(event uint32, data unsafe.Pointer), err error) {
	bits := "64"
	if unsafe.Sizeof(uintptr(0)) == 4 {
		bits = "32"
	}
	for _, name := range []string{"INTEL_JIT_PROFILER", "INTEL_LIBITTNOTIFY"} {
		if path == "" {
			path = os.Getenv(name + bits)
		}
	}
	if path == "" {
		return nil, nil
	}
	lib, err := dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, &LibraryError{Path: path, Err: err}
	}
	var found [2]uintptr
	for i, name := range []string{"Initialize", "NotifyEvent"} {
		if found[i], err = dlsym(lib, name); err != nil {
			return nil, &LibraryError{Path: path, Err: err}
		}
	}
	if uint32(callC(found[0])) == 0 { // iJIT_NOTHING_RUNNING
		return nil, nil
	}
	return func(event uint32, data unsafe.Pointer) { callC(found[1], uintptr(event), uintptr(data)) }, nil
}

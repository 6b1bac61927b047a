//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (darwin && (amd64 || arm64))

package llvm

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// sonames are Debian's, Fedora's and upstream's: libLLVM-14.so.1, libLLVM.so.19.1.
func sonames() (names []string) {
	if runtime.GOOS == "darwin" {
		return []string{"libLLVM.dylib", "/opt/homebrew/opt/llvm/lib/libLLVM.dylib", "/usr/local/opt/llvm/lib/libLLVM.dylib"}
	}
	for v := newest; v >= oldest; v-- {
		if v >= 18 {
			names = append(names, fmt.Sprintf("libLLVM.so.%d.1", v))
		}
		names = append(names, fmt.Sprintf("libLLVM-%d.so.1", v), fmt.Sprintf("libLLVM-%d.so", v))
	}
	return append(names, "libLLVM.so")
}

// dlopen opens a library and returns what finds its symbols.
func dlopen(name string) (symbol func(name string) uintptr, err error) {
	runtime.LockOSThread() // dlerror tells of its thread
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
	runtime.UnlockOSThread()
	if err != nil {
		return nil, err
	}
	return func(name string) uintptr {
		addr, err := purego.Dlsym(handle, name)
		if err != nil {
			return 0
		}
		return addr
	}, nil
}

// callC calls a C function.
func callC(f uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(f, args...)
	return r
}

// fileOf tells which file an address was mapped from, "" if that is not known.
func fileOf(addr uintptr) string {
	dladdr, err := purego.Dlsym(purego.RTLD_DEFAULT, "dladdr")
	if err != nil {
		return ""
	}
	var info struct{ fname, fbase, sname, saddr uintptr } // Dl_info of <dlfcn.h>
	if int32(callInfo(dladdr, addr, uintptr(unsafe.Pointer(&info)))) == 0 {
		return ""
	}
	return goString(info.fname)
}

// callInfo is callC for an argument that points to Go memory.
//
//go:uintptrescapes
func callInfo(f, addr, info uintptr) uintptr { return callC(f, addr, info) }

// fatalHandler is LLVM's LLVMFatalErrorHandler in Go, which does not return: it leaves
// LLVM's frames by a panic that the job recovers.
var fatalHandler = sync.OnceValue(func() uintptr {
	return purego.NewCallback(func(reason uintptr) { panic(&fatal{goString(reason)}) })
})

// diagnosticHandler is LLVM's LLVMDiagnosticHandler in Go.
var diagnosticHandler = sync.OnceValue(func() uintptr {
	return purego.NewCallback(diagnose)
})

//go:build !((linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (darwin && (amd64 || arm64)))

package llvm

import (
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

func sonames() []string { return []string{"libLLVM"} }

func dlopen(string) (func(string) uintptr, error) {
	return nil, fmt.Errorf("%s/%s: libraries opened at run time: %w on this system", runtime.GOOS, runtime.GOARCH, objfmt.ErrUnsupported)
}

// Nothing of the rest is reached without a library.

func callC(uintptr, ...uintptr) uintptr { return 0 }
func fileOf(uintptr) string             { return "" }
func fatalHandler() uintptr             { return 0 }
func diagnosticHandler() uintptr        { return 0 }

//go:build !linux

package confine

import (
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// unsupported is the reason for which nothing is restricted on this system.
func unsupported(what string) error {
	return fmt.Errorf("%s on %s: %w", what, runtime.GOOS, objfmt.ErrUnsupported)
}

// Landlock fails: it is Linux's.
func Landlock() error { return unsupported("Landlock") }

// CheckLandlock fails: it is Linux's.
func CheckLandlock() error { return unsupported("Landlock") }

func filter(filterKind) error  { return unsupported("filters of system calls") }
func limitCPU(uint64) error    { return unsupported("limits of processor time") }
func limitMemory(uint64) error { return unsupported("limits of memory") }

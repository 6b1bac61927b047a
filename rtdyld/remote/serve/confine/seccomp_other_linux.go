//go:build linux && !(amd64 || arm64 || riscv64 || ppc64le || arm || 386)

package confine

import (
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// filter fails: nobody has written the filter for this machine.
func filter(filterKind) error {
	return fmt.Errorf("seccomp on linux/%s: %w", runtime.GOARCH, objfmt.ErrUnsupported)
}

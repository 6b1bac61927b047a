//go:build !linux && !darwin && !windows

package mem

import (
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// hostSystem reports that there is no manager for this host yet.
func hostSystem(bool) (*system, error) {
	return nil, fmt.Errorf("mem: in-process memory on %s/%s: %w", runtime.GOOS, runtime.GOARCH, objfmt.ErrUnsupported)
}

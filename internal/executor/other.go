//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386))

package executor

import (
	"fmt"
	"io"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// unsupported is the error of all but -version on this system.
func unsupported() error {
	return fmt.Errorf("executor on this system, %s/%s: %w", runtime.GOOS, runtime.GOARCH, objfmt.ErrUnsupported)
}

func session(*options, io.Writer) error { return unsupported() }

func listen(*options, []string, io.Writer, io.Writer) error { return unsupported() }

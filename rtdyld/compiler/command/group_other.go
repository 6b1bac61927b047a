//go:build !unix && !windows

package command

import (
	"context"
	"os/exec"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

func runGroup(context.Context, *exec.Cmd) error { return objfmt.ErrUnsupported }

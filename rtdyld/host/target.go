//go:build linux && (amd64 || arm64 || arm || 386)

package host

import (
	"runtime"

	"github.com/go-rtdyld/rtdyld/triple"
)

// target is what runs here.
var target = triple.ForObject(map[string]triple.Arch{
	"amd64": triple.X86_64, "arm64": triple.AArch64, "arm": triple.ARM, "386": triple.X86,
}[runtime.GOARCH], triple.ELF)

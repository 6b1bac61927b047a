//go:build linux && (arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
)

// bridge is for code of another convention, of which there is none on this machine.
type bridge struct{ rtdyld.Resolver }

func newBridge(*Process, *exits, map[string]abi.Crossing) (*bridge, error) {
	return nil, systemError("code of another calling convention")
}

func (*bridge) release() error { return nil }

func (*bridge) provides(string) bool { return false }

// thunks are what the guest calls.
func (*guest) thunks() *callbacks.Pool { return &callbacks.Native }

//go:build (linux && (arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package callbacks

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

// thunksFor are those that save what a function needs: there are no vectors of more than 16 bytes in registers.
func thunksFor(_ *abi.Callee, thunks *Pool) *Pool { return thunks }

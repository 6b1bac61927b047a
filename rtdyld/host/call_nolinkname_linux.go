//go:build (amd64 || arm64 || riscv64 || arm || 386) && rtdyld_nolinkname

package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

func callBest(conv *abi.Convention) (abi.Caller, error) { return callPurego(conv) }

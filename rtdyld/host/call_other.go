//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) && !(windows && amd64)

package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

func callBest(*abi.Convention) (abi.Caller, error) { return nil, systemError("calls of loaded code") }

func callPurego(*abi.Convention) (abi.Caller, error) { return nil, systemError("calls of loaded code") }

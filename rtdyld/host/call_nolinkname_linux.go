//go:build (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386) && rtdyld_nolinkname

package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

func callBest(conv *abi.Convention) (abi.Caller, error) { return callPurego(conv) }

func callPair(*pairCall) bool { return false }

//go:build rtdyld_nolinkname

package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

func callBest(conv *abi.Convention) (abi.Caller, error) { return callPurego(conv) }

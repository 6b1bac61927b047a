//go:build !(linux && amd64)

package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

func callBest() (abi.Caller, error) { return nil, systemError("calls of loaded code") }

func callPurego() (abi.Caller, error) { return nil, systemError("calls of loaded code") }

func callbackNew(any) (uint64, error) { return 0, systemError("callbacks") }

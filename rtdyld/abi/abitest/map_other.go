//go:build !linux && !windows

package abitest

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

func mapCode([]byte, uintptr) (uint64, error) {
	return 0, &abi.UnsupportedError{What: "the test functions"}
}

func interrupt() {}

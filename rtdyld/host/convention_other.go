//go:build !linux || !arm

package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

// nativeConvention is the convention of the C library.
func nativeConvention() *abi.Convention { return abi.Native() }

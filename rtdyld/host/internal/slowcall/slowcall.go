// Package slowcall has callers of package rtdyld/host that comparisons need and programs do
// not.
//
// Law: set by rtdyld/host; for tests.
package slowcall

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

// Purego returns a caller that uses nothing but purego.SyscallN: what rtdyld/host.Caller
// returns in a program that is built with the tag rtdyld_nolinkname. nil without rtdyld/host.
var Purego func() (abi.Caller, error)

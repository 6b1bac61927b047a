//go:build amd64 || arm64

package abi

// leaf3 calls the function at addr on the goroutine's stack, with three words in the first three registers for integers and
// in those for floating point numbers, and returns the result's register of each class.
func leaf3(addr, a, b, c uint64) (ret, float uint64)

// leaf3Big is leaf3 with leafBig bytes of stack.
func leaf3Big(addr, a, b, c uint64) (ret, float uint64)

// leafQuick calls a function with any registers.
//
//go:noescape
func leafQuick(q *Quick)

// leafQuickBig is leafQuick with leafBig bytes of stack.
//
//go:noescape
func leafQuickBig(q *Quick)

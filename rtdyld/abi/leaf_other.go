//go:build !(linux && (amd64 || arm64))

package abi

// There is nothing that Leaf returns, so that nobody calls these.

func leaf3(addr, a, b, c uint64) (ret, float uint64) { return 0, 0 }

func leaf3Big(addr, a, b, c uint64) (ret, float uint64) { return 0, 0 }

func leafQuick(*Quick) {}

func leafQuickBig(*Quick) {}

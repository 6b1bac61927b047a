//go:build rtdyld_nolinkname

package abi

func takeFrame() *Frame { return takeIdle() }

func putFrame(f *Frame) { putIdle(f) }

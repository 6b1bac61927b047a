//go:build !rtdyld_nolinkname

package abi

import (
	_ "unsafe" // go:linkname
)

// Each processor of the Go scheduler keeps one frame. A goroutine that is pinned
// is the only one on its processor, so that a plain load and store do, which costs
// half of what sync.Pool does.

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

// kept has a frame for each processor, a cache line each.
var kept [256]struct {
	frame *Frame
	_     [56]byte
}

// takeFrame takes a frame for one call. It belongs to the caller until putFrame.
//
//go:norace
func takeFrame() *Frame {
	p := procPin()
	var f *Frame
	if uint(p) < uint(len(kept)) {
		f = kept[p].frame
		kept[p].frame = nil
	}
	procUnpin()
	if f == nil {
		f = takeIdle()
	}
	return f
}

// putFrame ends the use of a frame.
//
//go:norace
func putFrame(f *Frame) {
	p := procPin()
	if uint(p) < uint(len(kept)) && kept[p].frame == nil {
		kept[p].frame = f
		f = nil
	}
	procUnpin()
	if f != nil {
		putIdle(f)
	}
}

//go:build race || rtdyld_nolinkname

package abi

// The race detector does not know that a pinned goroutine is alone on its
// processor, so with it frames are kept under the lock alone.

func takeFrame() *Frame { return takeIdle() }

func putFrame(f *Frame) { putIdle(f) }

package abi

import "sync"

// maxIdle is how many frames are kept beyond those that processors keep. Frames
// beyond that are given back with their private stacks.
const maxIdle = 64

// idle keeps frames that no processor had room for.
var idle struct {
	mu     sync.Mutex
	frames []*Frame
}

// takeIdle takes a kept frame or makes one.
func takeIdle() *Frame {
	idle.mu.Lock()
	defer idle.mu.Unlock()
	if n := len(idle.frames); n > 0 {
		f := idle.frames[n-1]
		idle.frames = idle.frames[:n-1]
		return f
	}
	return newFrame()
}

// putIdle keeps a frame or gives it back.
func putIdle(f *Frame) {
	idle.mu.Lock()
	if len(idle.frames) < maxIdle {
		idle.frames = append(idle.frames, f)
		f = nil
	}
	idle.mu.Unlock()
	if f != nil && f.private != 0 {
		freeStack(f)
	}
}

// Package workers says how many goroutines pay for some bytes of input.
//
// Law: one function, so that the linker and the commands say the same.
package workers

import "runtime"

// perWorker is how many bytes of input keep a goroutine busy for long enough to be
// worth waking: some milliseconds.
const perWorker = 16 << 20

// Count is how many goroutines work on size bytes of input: n, or if that is 0 as many as
// pay, at most one a processor.
func Count(n int, size uint64) int {
	if n > 0 {
		return n
	}
	return int(min(uint64(runtime.GOMAXPROCS(0)), 1+size/perWorker))
}

package main

import (
	"bytes"
	"errors"
	"runtime"
	"slices"
	"testing"
)

// TestZstdWindows: a frame behind others that says it needs a window of terabytes, or has as much, costs no such memory.
func TestZstdWindows(t *testing.T) {
	const run = 100
	magic := "\x28\xb5\x2f\xfd"
	block := string([]byte{run<<3&0xff | 1<<1 | 1, run >> 5, 0, 'z'}) // the last, of one byte repeated
	skipped := "\x50\x2a\x4d\x18\x03\x00\x00\x00\x28\xb5\x2f"
	wide := magic + "\x00\xff" + block + magic + "\x05\xff\x00" + block + "\x6d\x76\x2a\x9c"
	for name, c := range map[string]struct {
		frames string
		n      int
		err    error
	}{
		"sound":            {magic + "\x20" + string([]byte{run}) + block, run, nil},
		"windows":          {skipped + wide + wide, 4 * run, nil},
		"contents":         {magic + "\xe0\x00\x00\x00\x00\x00\x01\x00\x00" + block, run, errLarger},
		"contents, behind": {magic + "\x00\x00" + block + skipped + magic + "\xc0\x00\x00\x00\x00\x00\x00\x01\x00\x00" + block, 2 * run, errLarger},
		"too many":         {magic + "\x00\xff" + block + magic + "\x00\xff" + block, run, errLarger},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out, err := inflateZstd([]byte(c.frames), uint64(c.n))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, c.err) || err == nil && !bytes.Equal(out, slices.Repeat([]byte{'z'}, c.n)) {
			t.Errorf("%s: %d bytes, %v, want %v", name, len(out), err, c.err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%s: %d bytes allocated", name, n)
		}
	}
}

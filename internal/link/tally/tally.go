// Package tally counts what the steps of all links in this process have done: work that grows with the input, in numbers that do not depend
// on the machine. Tests and benchmarks hold them against what was linked.
//
// Law: a step counts for itself and adds its sums here once it is done, so that a record or a name costs nothing.
package tally

import "sync/atomic"

// Counts are such sums.
type Counts struct {
	LookUps uint64 // of keys in tables of names, by batches that enter names
	Records uint64 // relocation records that were decoded, each time
	Images  uint64 // that were parsed again
}

var lookUps, records, images atomic.Uint64

// Add adds what a step has done.
func Add(c Counts) {
	if c.LookUps > 0 {
		lookUps.Add(c.LookUps)
	}
	if c.Records > 0 {
		records.Add(c.Records)
	}
	if c.Images > 0 {
		images.Add(c.Images)
	}
}

// Now are the sums since the process began.
func Now() Counts { return Counts{lookUps.Load(), records.Load(), images.Load()} }

// Since is what has come to earlier sums.
func (c Counts) Since(before Counts) Counts {
	return Counts{c.LookUps - before.LookUps, c.Records - before.Records, c.Images - before.Images}
}

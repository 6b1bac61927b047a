//go:build cgo

package main

import (
	"strings"
	"testing"
	"time"
)

// TestCalls: functions of numbers and pointers that are bound, by hand or by what rtdyld bind writes, and callbacks cost no allocation, and about what cgo costs. The table of this command has
// the exact figures; here is room for what a machine does besides.
func TestCalls(t *testing.T) {
	rows, err := measured()
	if err != nil {
		t.Skip(err)
	}
	var cgo *row
	for i := range rows {
		r := &rows[i]
		if cgo == nil || cgo.group != r.group {
			cgo = r
			continue
		}
		most := 2.0
		switch {
		case strings.HasPrefix(r.name, "host."):
			most = 4
		case r.name == boundName && strings.Contains(r.group, "structure"): // by reflection
			continue
		case r.name == generatedName:
		case r.name == boundName && !strings.HasPrefix(r.group, "twelve"): // which Go does not have in registers
			most = 4
		case !strings.HasPrefix(r.name, "abi."):
			continue
		}
		want := 0.0
		switch {
		case r.group == "a string": // C's copy of it
			want = 1
		case r.name == boundName && strings.Contains(r.group, "local variable"): // it is on the heap
			want = 1
		}
		if n := allocations(r.call); n != want && !raceEnabled { // with the detector pools forget at random
			t.Errorf("%s, %s: %v allocations", r.group, r.name, n)
		}
		ratio := 0.0
		for range 5 { // a machine that does much else may need several looks
			measure([]*row{cgo, r}, 100)
			if ratio = float64(r.least) / float64(cgo.least); ratio < most {
				break
			}
		}
		t.Logf("%s, %s: %.2f times cgo's", r.group, r.name, ratio)
		if ratio >= most && !raceEnabled {
			t.Errorf("%s, %s: it costs %.2f times what cgo's does", r.group, r.name, ratio)
		}
	}
	if cgo == nil || cgo.least == time.Hour {
		t.Error("nothing was measured")
	}
}

//go:build cgo

package main

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
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
		most := 3.0
		switch {
		case strings.HasPrefix(r.name, "host."):
			most = 5
		case r.name == boundName && strings.Contains(r.group, "structure"): // by reflection
			continue
		case r.name == generatedName:
		case r.name == boundName && !strings.HasPrefix(r.group, "twelve"): // which Go does not have in registers
			most = 5
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
		if raceEnabled { // which changes what calls cost
			continue
		}
		ratio := citest.Times(cgo.call, r.call, most)
		t.Logf("%s, %s: %.2f times cgo's", r.group, r.name, ratio)
		if ratio >= most {
			t.Errorf("%s, %s: it costs %.2f times what cgo's does", r.group, r.name, ratio)
		}
	}
	if cgo == nil {
		t.Error("nothing was measured")
	}
}

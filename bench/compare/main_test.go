//go:build linux

package main

import (
	"fmt"
	"testing"
)

// TestSettled: a least time counts once three runs are near it.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		cpu  []float64
		want bool
	}{
		{[]float64{1}, false},
		{[]float64{1, 1.04, 1.05}, true},
		{[]float64{1, 1.04, 1.06, 2}, false},
		{[]float64{2, 2, 2, 1}, false}, // one that was luck
		{[]float64{9, 1, 9, 1.01, 9, 1.02}, true},
	} {
		var cs []cost
		for _, v := range c.cpu {
			cs = append(cs, cost{cpu: v})
		}
		if got := settled(cs); got != c.want {
			t.Errorf("%v: %v", c.cpu, got)
		}
	}
}

// TestLeast: each figure has its own least.
func TestLeast(t *testing.T) {
	out := "parse      cpu 0.%d wall 0.5\nscan       cpu 0.02%d wall 0.5\ntotal 0.1 wall 0.2 relocs 3\n"
	cs := []cost{{cpu: 3, start: 1, peak: 9, out: fmt.Sprintf(out, 3, 1)}, {cpu: 2, start: 2, peak: 10, out: fmt.Sprintf(out, 2, 4)}, {cpu: 4, start: 3, peak: 11}}
	if l := least(cs); l.cpu != 2 || l.start != 1 || l.peak != 9 {
		t.Errorf("%+v", l)
	}
	if m := median(cs); m != 3 {
		t.Errorf("median %v", m)
	}
	if got, want := fmt.Sprint(leastSteps(cs)), "[{parse 0.2} {scan 0.021}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

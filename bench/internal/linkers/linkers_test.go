//go:build linux

package linkers_test

import (
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
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
		var cs []linkers.Cost
		for _, v := range c.cpu {
			cs = append(cs, linkers.Cost{CPU: v})
		}
		if got := linkers.Settled(cs); got != c.want {
			t.Errorf("%v: %v", c.cpu, got)
		}
	}
}

// TestLeast: each figure has its own least.
func TestLeast(t *testing.T) {
	out := "parse      cpu 0.%d wall 0.5\nscan       cpu 0.02%d wall 0.5\ntotal 0.1 wall 0.2 relocs 3\n"
	cs := []linkers.Cost{{CPU: 3, Start: 1, Peak: 9, Out: fmt.Sprintf(out, 3, 1)}, {CPU: 2, Start: 2, Peak: 10, Out: fmt.Sprintf(out, 2, 4)}, {CPU: 4, Start: 3, Peak: 11}}
	if l := linkers.Least(cs); l.CPU != 2 || l.Start != 1 || l.Peak != 9 {
		t.Errorf("%+v", l)
	}
	if m := linkers.Median(cs); m != 3 {
		t.Errorf("median %v", m)
	}
	if got, want := fmt.Sprint(linkers.LeastSteps(cs)), "[{parse 0.2 0.5} {scan 0.021 0.5} {total 0.1 0.2}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

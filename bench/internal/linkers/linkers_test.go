//go:build linux

package linkers_test

import (
	"fmt"
	"os"
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
		if got := linkers.Settled(cs, nil); got != c.want {
			t.Errorf("%v: %v", c.cpu, got)
		}
		for i := range cs {
			cs[i].CPU, cs[i].Wall = 0, cs[i].CPU
		}
		if got := linkers.Settled(cs, func(c linkers.Cost) float64 { return c.Wall }); got != c.want {
			t.Errorf("%v, another figure: %v", c.cpu, got)
		}
	}
}

// TestRounds: a tool runs until the figure that is wanted of it is settled, three times as often as others at most.
func TestRounds(t *testing.T) {
	n := 0.0
	tool := func(name string, figure func(linkers.Cost) float64) linkers.Tool {
		return linkers.Tool{Name: name, Command: os.Args[0], Args: func(string) []string { return []string{"-test.run=^$"} }, Alone: true, Figure: figure}
	}
	tools := []linkers.Tool{
		tool("settled", func(linkers.Cost) float64 { return 1 }),
		tool("never settled", func(linkers.Cost) float64 { n++; return n * n }),
	}
	all, errs := linkers.Compare(&linkers.Set{}, tools, linkers.Sample{Rounds: 4})
	for i, want := range []int{4, 12} {
		if errs[i] != nil || len(all[i]) != want {
			t.Errorf("%s: %d runs, %v; want %d", tools[i].Name, len(all[i]), errs[i], want)
		}
	}
	all, errs = linkers.Compare(&linkers.Set{}, tools[:1], linkers.Sample{Rounds: 1, Least: 1})
	if errs[0] != nil || len(all[0]) != 3 { // settled is what three runs agree on
		t.Errorf("%d runs, %v", len(all[0]), errs[0])
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

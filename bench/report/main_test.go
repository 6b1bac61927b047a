//go:build linux

package main

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
)

// TestCompare: what is worse by more than the factor is told, and the rest is not.
func TestCompare(t *testing.T) {
	changes := []figures.Change{{ID: "a", Old: 1, New: 2, Unit: "ms", Ratio: 2}, {ID: "b", Old: 2, New: 1, Unit: "ms", Ratio: 0.5}}
	var out strings.Builder
	if !compare(&out, changes, 1.5) || strings.Count(out.String(), "WORSE") != 1 {
		t.Error(out.String())
	}
	if out.Reset(); compare(&out, changes, 2) || strings.Contains(out.String(), "WORSE") {
		t.Error(out.String())
	}
}

// TestSettled: a time that no others come near is not the least.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		all  []time.Duration
		want time.Duration
	}{
		{[]time.Duration{1300, 570, 1301, 1290, 1400}, 1290}, {[]time.Duration{100, 104, 105}, 100}, {[]time.Duration{570, 1000, 580, 1001, 1002}, 1000},
		{[]time.Duration{300, 100, 200}, 100}, {[]time.Duration{7}, 7},
	} {
		if got := settled(c.all); got != c.want {
			t.Errorf("%v: %v, want %v", c.all, got, c.want)
		}
	}
}

// TestReadBenchmarks: the least of each benchmark, by name and unit.
func TestReadBenchmarks(t *testing.T) {
	const out = `goos: linux
BenchmarkA/of-256-2         	   10000	     29567 ns/op	       115.5 ns/instance	       0 B/op	       3 allocs/op
BenchmarkA/of-256-2         	   10000	     29566 ns/op	       116.5 ns/instance	       0 B/op	       3 allocs/op
BenchmarkB-2                	       1	        12 ns/op
PASS
`
	rows := benchmarkRows{}
	rows.read([]byte(out), 2)
	want := benchmarkRows{
		{"A/of-256", "ns/op"}: 29566, {"A/of-256", "ns/instance"}: 115.5, {"A/of-256", "B/op"}: 0, {"A/of-256", "allocs/op"}: 3, {"B", "ns/op"}: 12,
	}
	if !maps.Equal(rows, want) {
		t.Errorf("%v, want %v", rows, want)
	}
	if rows.read([]byte("BenchmarkA/of-256 1 5 ns/op\n"), 1); rows[[2]string{"A/of-256", "ns/op"}] != 5 {
		t.Errorf("one processor: %v", rows)
	}
}

// TestReadEmit: the least of each layer over the runs of the program, each by itself.
func TestReadEmit(t *testing.T) {
	least := map[string]emitted{}
	for _, out := range []string{"a.o\t1280\t24.6\t14.5\t0.59\t2\nb.o\t96\t9.0\t4.0\t0.44\t2\n", "a.o\t1280\t24.0\t15.5\t0.65\t2\n"} {
		if err := readEmit(out, least); err != nil {
			t.Fatal(err)
		}
	}
	if want := map[string]emitted{"a.o": {1280, 24.0, 14.5}, "b.o": {96, 9, 4}}; !maps.Equal(least, want) {
		t.Errorf("%v, want %v", least, want)
	}
	for _, bad := range []string{"a.o\t1280\n", "a.o\tmany\t1\t2\t3\n"} {
		if readEmit(bad, least) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

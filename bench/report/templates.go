//go:build linux

package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"
)

// templateRows are the figures of templates, by the benchmarks that stand beside the code: what a benchmark prints in one unit, and in how many of it the figure is.
var templateRows = []struct {
	id, benchmark, unit string
	scale               float64
	to                  string
	ours                bool
}{
	{"one", "Template/one", "ns/op", 1, "ns", true},
	{"batch", "Template/batch-of-256", "ns/instance", 1, "ns", true},
	{"made", "Template/batch-of-256", "ns/made", 1, "ns", true},
	{"allocations", "Template/batch-of-256", "allocs/op", 1, "", true},
	{"loop", "Template/loop", "ns/instance", 1, "ns", false},
	{"sequence", "Sequence", "ns/op", 1e3, "us", true},
	{"stencil/compile", "Compile/stencils", "ns/op", 1e3, "us", true},
	{"stencil/open", "Open", "ns/op", 1e3, "us", true},
	{"stencil/row", "Rows/stencils", "ns/op", 1e6, "ns", true}, // of a million
	{"interpreter/row", "Rows/interpreter", "ns/op", 1e6, "ns", false},
	{"llvm/O0", "Compile/llvm-O0", "ns/op", 1e3, "us", false},
	{"llvm/O3", "Compile/llvm-O3", "ns/op", 1e3, "us", false},
}

// templates measures objects that are patched again and again.
func (b *bench) templates() error {
	rows := benchmarkRows{}
	for _, x := range []struct{ folder, match string }{{"rtdyld/mem", "^Benchmark(Template|Sequence)$"}, {"examples/stencil", "^Benchmark(Compile|Open|Rows)$"}} {
		b.say(x.folder)
		out, err := b.output(nil, "go", "test", "-run", "^$", "-bench", x.match, "-benchmem", "-benchtime", "5ms", "-count", strconv.Itoa(5*b.rounds), module+"/"+x.folder)
		if err != nil {
			b.miss("benchmarks of "+x.folder, err)
		}
		rows.read(out, runtime.GOMAXPROCS(0))
	}
	for _, r := range templateRows {
		v, ok := rows[[2]string{r.benchmark, r.unit}]
		add := b.theirs
		if r.ours {
			add = b.ours
		}
		if ok {
			add(r.id, v/r.scale, r.to)
		} else {
			b.miss("templates", fmt.Errorf("no figure of %s: it does not run here", r.benchmark))
		}
	}
	return b.ctx.Err()
}

// benchmarkRows are what go test -bench prints: the least of all runs, by name and unit.
type benchmarkRows map[[2]string]float64

// read adds lines such as "BenchmarkX/y-2  100  12.5 ns/op  3 allocs/op", which have the number of processors at the name if there is more than one.
func (rows benchmarkRows) read(out []byte, processors int) {
	for line := range bytes.Lines(out) {
		words := strings.Fields(string(line))
		if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(words[0], "Benchmark")
		if processors > 1 {
			name = strings.TrimSuffix(name, fmt.Sprint("-", processors))
		}
		for i := 2; i+1 < len(words); i += 2 {
			v, err := strconv.ParseFloat(words[i], 64)
			key := [2]string{name, words[i+1]}
			if was, ok := rows[key]; err == nil && (!ok || v < was) {
				rows[key] = v
			}
		}
	}
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// timers measure the phases of -execute for -show-times.
type timers struct {
	phases []phase
}

// phase is how long something took, in seconds.
type phase struct {
	name               string
	user, system, wall float64
}

// now is the time, of no named phase.
func now() phase {
	user, system := cpuSeconds()
	return phase{"", user, system, float64(time.Now().UnixNano()) * 1e-9}
}

// start begins a phase and ends the one before.
func (c *timers) start(name string) {
	c.stop()
	p := now()
	p.name = name
	c.phases = append(c.phases, p)
}

// stop ends the last phase.
func (c *timers) stop() {
	if n := len(c.phases); n > 0 {
		p, t := &c.phases[n-1], now()
		p.user, p.system, p.wall = t.user-p.user, t.system-p.system, t.wall-p.wall
	}
}

// print prints the phases, the longest first, as LLVM's tools do.
func (c *timers) print(w io.Writer) {
	if len(c.phases) == 0 {
		return
	}
	c.stop()
	total := phase{name: "Total"}
	for _, p := range c.phases {
		total.user, total.system, total.wall = total.user+p.user, total.system+p.system, total.wall+p.wall
	}
	slices.SortStableFunc(c.phases, func(a, b phase) int { return cmp.Compare(b.wall, a.wall) })
	const title = "timers for llvm-rtdyld phases"
	rule := "===" + strings.Repeat("-", 73) + "==="
	fmt.Fprintf(w, "%s\n%*s\n%s\n", rule, 40+len(title)/2, title, rule)
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds (%.4f wall clock)\n\n", total.user+total.system, total.wall)
	for _, c := range columns {
		if c.get(&total) != 0 {
			fmt.Fprint(w, c.title)
		}
	}
	fmt.Fprint(w, "  --- Name ---\n")
	for _, p := range append(c.phases, total) {
		for _, c := range columns {
			if all := c.get(&total); all != 0 {
				fmt.Fprintf(w, "  %7.4f (%5.1f%%)", c.get(&p), c.get(&p)/all*100)
			}
		}
		fmt.Fprintf(w, "  %s\n", p.name)
	}
	fmt.Fprintln(w)
}

// columns are what is printed of each phase; one without any time is left out.
var columns = []struct {
	title string
	get   func(p *phase) float64
}{
	{"   ---User Time---", func(p *phase) float64 { return p.user }},
	{"   --System Time--", func(p *phase) float64 { return p.system }},
	{"   --User+System--", func(p *phase) float64 { return p.user + p.system }},
	{"   ---Wall Time---", func(p *phase) float64 { return p.wall }},
}

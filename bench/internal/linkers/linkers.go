//go:build linux

// Package linkers runs linkers' commands over sets of objects, in turns, so that what else the machine does meets all alike.
//
// Law: it knows commands, not the linker.
package linkers

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Tool is a command with the arguments for objects. What it writes goes to a file that is thrown away.
type Tool struct {
	Name    string
	Command string
	Args    func(out string) []string // those in front of the objects
	Starts  bool                      // it is measured with nothing but a main, too
	Null    bool                      // what it prints goes nowhere
	Alone   bool                      // it has the set's own objects alone, which leave names undefined
	Figure  func(Cost) float64        // what its least is wanted of, which has to be settled; nil: the processor time of the process
}

// Tools are the linkers that are compared: ours first. An empty command leaves a tool out.
func Tools(ours, llvm, lld, mold string) (all []Tool) {
	for _, t := range []Tool{
		{"rtdyld", ours, func(string) []string { return []string{"link", "-times", "-j", "1", "-undefined=phony"} }, true, false, false, nil},
		{"llvm-rtdyld", llvm, func(string) []string { return []string{"-execute", "-entry=main"} }, true, false, false, nil},
		{"ld.lld", lld, func(out string) []string { return []string{"--threads=1", "-e", "main", "-o", out} }, true, false, false, nil},
		{"mold", mold, func(out string) []string { return []string{"--no-fork", "--thread-count=1", "-e", "main", "-o", out} }, true, false, false, nil},
	} {
		if t.Command != "" {
			all = append(all, t)
		}
	}
	return all
}

// Set is a folder that bench/sets.sh has made.
type Set struct {
	Name    string
	Dir     string
	Objects []string
}

// ReadSet reads which objects a set has. One that has none is an error.
func ReadSet(dir string) (*Set, error) {
	list, err := os.ReadFile(filepath.Join(dir, "objs.txt"))
	if err != nil {
		return nil, err
	}
	objects := strings.Fields(string(list))
	if len(objects) == 0 {
		return nil, fmt.Errorf("%s: no objects: see bench/sets.sh", dir)
	}
	return &Set{filepath.Base(dir), dir, objects}, nil
}

// Main is an object with a main that does nothing.
func (s *Set) Main() string { return filepath.Join(s.Dir, "main.o") }

// Whole are all objects that a program of the set has: its own, one with a main, and one that defines what the others leave undefined.
func (s *Set) Whole() []string {
	return append(slices.Clone(s.Objects), s.Main(), filepath.Join(s.Dir, "dummy.o"))
}

// Cost is what one run of a command took: seconds of processors and of the clock, and MiB. Start is what it takes for a
// main alone.
type Cost struct {
	CPU, Wall, Start, Peak float64
	Out                    string
}

// Sample says how often commands run: Rounds times, three times as often where the least time is not settled, and all of them as often as
// they can within Least, for what is over in milliseconds seldom meets a moment in which the machine does nothing else. After
// three rounds no longer than Budget for each tool. 0: as long as it takes.
type Sample struct {
	Rounds        int
	Least, Budget time.Duration
}

// enough reports whether a tool has run often enough before a round.
func (s Sample) enough(t *Tool, round int, took time.Duration, cs []Cost) bool {
	if round >= 3 && s.Budget > 0 && took > s.Budget {
		return true
	}
	return round >= s.Rounds && took >= s.Least && (round >= 3*s.Rounds || Settled(cs, t.Figure))
}

// Compare runs tools over a set. A tool that fails is left out of what is returned for it, with its error.
func Compare(set *Set, tools []Tool, s Sample) (all [][]Cost, errs []error) {
	all, errs = make([][]Cost, len(tools)), make([]error, len(tools))
	tmp, err := os.MkdirTemp("", "linkers")
	if err != nil {
		for i := range errs {
			errs[i] = err
		}
		return all, errs
	}
	defer os.RemoveAll(tmp)
	took := make([]time.Duration, len(tools))
	for round := 0; ; round++ {
		done := true
		for i, t := range tools {
			if errs[i] != nil || s.enough(&t, round, took[i], all[i]) {
				continue
			}
			done = false
			begun := time.Now()
			c, err := t.run(filepath.Join(tmp, "out"), set)
			if took[i] += time.Since(begun); err != nil {
				errs[i], all[i] = err, nil
				continue
			}
			all[i] = append(all[i], c)
		}
		if done {
			break
		}
	}
	return all, errs
}

// run links a set once.
func (t *Tool) run(out string, set *Set) (c Cost, err error) {
	var start Cost
	args := append([]string{t.Command}, t.Args(out)...)
	if t.Starts {
		if start, err = run(args, []string{set.Main()}, t.Null); err != nil {
			return c, err
		}
	}
	objects := set.Whole()
	if t.Alone {
		objects = set.Objects
	}
	c, err = run(args, objects, t.Null)
	c.Start = start.CPU
	return c, err
}

// Settled reports whether the least of a figure, or of the processor times, is no luck: three runs are within 5 % of it.
func Settled(cs []Cost, figure func(Cost) float64) bool {
	if figure == nil {
		figure = func(c Cost) float64 { return c.CPU }
	}
	near, lowest := 0, math.Inf(1)
	for _, c := range cs {
		lowest = min(lowest, figure(c))
	}
	for _, c := range cs {
		if figure(c) <= 1.05*lowest {
			near++
		}
	}
	return near >= 3
}

// Least has the least of each figure over some runs.
func Least(cs []Cost) Cost {
	l := cs[0]
	for _, c := range cs[1:] {
		l.CPU, l.Wall, l.Start, l.Peak = min(l.CPU, c.CPU), min(l.Wall, c.Wall), min(l.Start, c.Start), min(l.Peak, c.Peak)
	}
	return l
}

// Median is that of the CPU times.
func Median(cs []Cost) float64 {
	var v []float64
	for _, c := range cs {
		v = append(v, c.CPU)
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// Step is a step of a link, or all of it ("total"), in seconds of processors and of the clock.
type Step struct {
	Name      string
	CPU, Wall float64
}

// LeastSteps are the steps that rtdyld link -times has printed, in order, each with its least time, and the total.
func LeastSteps(cs []Cost) (all []Step) {
	for _, c := range cs {
		for line := range strings.Lines(c.Out) {
			var s Step
			if n, _ := fmt.Sscanf(line, "%s cpu %g wall %g", &s.Name, &s.CPU, &s.Wall); n < 3 {
				if n, _ := fmt.Sscanf(line, "total %g wall %g", &s.CPU, &s.Wall); n < 2 {
					continue
				}
				s.Name = "total"
			}
			if i := slices.IndexFunc(all, func(o Step) bool { return o.Name == s.Name }); i >= 0 {
				all[i].CPU, all[i].Wall = min(all[i].CPU, s.CPU), min(all[i].Wall, s.Wall)
			} else {
				all = append(all, s)
			}
		}
	}
	return all
}

// Run runs a command to its end, on files whose names it reads from a list.
func Run(args, files []string) (Cost, error) { return run(args, files, false) }

// run is Run; null: what is printed goes nowhere.
func run(args, files []string, null bool) (Cost, error) {
	f, err := os.CreateTemp("", "linkers")
	if err != nil {
		return Cost{}, err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(strings.Join(files, "\n") + "\n")
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return Cost{}, err
	}
	cmd := exec.Command(args[0], append(slices.Clone(args[1:]), "@"+f.Name())...)
	if null {
		nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			return Cost{}, err
		}
		defer nowhere.Close()
		cmd.Stdout = nowhere
	}
	return Command(cmd)
}

// Command runs a command and measures it. What it prints is in the cost, if it has nowhere else to go.
func Command(cmd *exec.Cmd) (Cost, error) {
	var out bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	cmd.Stderr = &out
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		return Cost{}, fmt.Errorf("%s: %w\n%s", cmd.Args[0], err, out.String()[:min(out.Len(), 2000)])
	}
	wall := time.Since(begun).Seconds()
	ru := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return Cost{
		CPU:  (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		Wall: wall,
		Peak: float64(ru.Maxrss) / 1024,
		Out:  out.String(),
	}, nil
}

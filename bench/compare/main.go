//go:build linux

// Command compare runs rtdyld, llvm-rtdyld and ld.lld over sets of objects, in
// turns so that what else the machine does meets all alike, and prints what each
// took: CPU seconds of the whole process and peak memory, the least of the rounds,
// and the ratios of these. A tool whose least time no other run came near is run
// again: that one was luck, or the others were outliers. The column "spread" is the
// median over the least, which says how quiet the machine was.
//
//	go build -o /tmp/rtdyld ./cmd/rtdyld
//	bench/sets.sh /tmp/rtdyld-sets
//	go run ./bench/compare [-n 9] [-steps] [-ours /tmp/rtdyld] /tmp/rtdyld-sets/lua ...
//
// With -steps it prints the least that each step of rtdyld took, as link -times has it of one run.
//
// llvm-rtdyld spends some time before it looks at an object; the column "less
// start" takes off what each tool needs for an object that only has a main.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

var (
	rounds = flag.Int("n", 9, "rounds; up to three times as many where runs differ")
	steps  = flag.Bool("steps", false, "print the least CPU time of each step of rtdyld, in milliseconds")
	ours   = flag.String("ours", "/tmp/rtdyld", "the rtdyld command")
	theirs = flag.String("llvm", "llvm-rtdyld-14", "the llvm-rtdyld command")
	lld    = flag.String("lld", "ld.lld", "the ld.lld command")
)

// tool is a command with the arguments for a set.
type tool struct {
	name string
	args func(dir string, objs []string) []string
}

func main() {
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: compare [flags] SET...")
		flag.PrintDefaults()
		os.Exit(2)
	}
	tmp, err := os.MkdirTemp("", "compare")
	if err != nil {
		fail(err)
	}
	defer os.RemoveAll(tmp)
	tools := []tool{
		{"rtdyld -j 1", func(dir string, objs []string) []string {
			return append([]string{*ours, "link", "-times", "-j", "1", "-undefined=phony"}, objs...)
		}},
		{"llvm-rtdyld", func(dir string, objs []string) []string {
			return append([]string{*theirs, "-execute", "-entry=main"}, objs...)
		}},
		{"ld.lld", func(dir string, objs []string) []string {
			return append([]string{*lld, "--threads=1", "-e", "main", "-o", filepath.Join(tmp, "out")}, objs...)
		}},
	}
	fmt.Printf("%-10s %-11s %9s %10s %9s %10s %8s %9s %7s\n", "set", "tool", "cpu s", "less start", "ours/its", "less start", "peak MB", "ours/its", "spread")
	for _, dir := range flag.Args() {
		if err := compare(dir, tools); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "compare:", err)
	os.Exit(1)
}

// cost is what one run took.
type cost struct {
	cpu, start, peak float64
	out              string
}

func compare(dir string, tools []tool) error {
	list, err := os.ReadFile(filepath.Join(dir, "objs.txt"))
	if err != nil {
		return err
	}
	main := filepath.Join(dir, "main.o")
	objs := append(strings.Fields(string(list)), main, filepath.Join(dir, "dummy.o"))
	all := make([][]cost, len(tools))
	for round := range 3 * *rounds {
		done := true
		for i, t := range tools {
			if round >= *rounds && settled(all[i]) {
				continue
			}
			done = false
			start, err := run(t.args(dir, []string{main}))
			if err != nil {
				return err
			}
			c, err := run(t.args(dir, objs))
			if err != nil {
				return err
			}
			c.start = start.cpu
			all[i] = append(all[i], c)
		}
		if done {
			break
		}
	}
	ours := least(all[0])
	for i, t := range tools {
		c := least(all[i])
		fmt.Printf("%-10s %-11s %9.4f %10.4f %9.3f %10.3f %8.1f %9.3f %7.2f\n", filepath.Base(dir), t.name, c.cpu, c.cpu-c.start,
			ours.cpu/c.cpu, (ours.cpu-ours.start)/max(c.cpu-c.start, 1e-6), c.peak, ours.peak/c.peak, median(all[i])/c.cpu)
	}
	if *steps {
		for _, s := range leastSteps(all[0]) {
			fmt.Printf("%-10s   %-9s %9.3f ms\n", filepath.Base(dir), s.name, 1000*s.cpu)
		}
	}
	return nil
}

// settled reports whether the least time is no luck: three runs are within 5 % of it.
func settled(cs []cost) bool {
	near, lowest := 0, least(cs).cpu
	for _, c := range cs {
		if c.cpu <= 1.05*lowest {
			near++
		}
	}
	return near >= 3
}

// least has the least of each figure over some runs.
func least(cs []cost) cost {
	l := cs[0]
	for _, c := range cs[1:] {
		l.cpu, l.start, l.peak = min(l.cpu, c.cpu), min(l.start, c.start), min(l.peak, c.peak)
	}
	return l
}

// median is that of the CPU times.
func median(cs []cost) float64 {
	var v []float64
	for _, c := range cs {
		v = append(v, c.cpu)
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// step is a step of a link, in CPU seconds.
type step struct {
	name string
	cpu  float64
}

// leastSteps are the steps that link -times has printed, in order, each with its least time.
func leastSteps(cs []cost) (all []step) {
	for _, c := range cs {
		for line := range strings.Lines(c.out) {
			var s step
			var wall float64
			if n, _ := fmt.Sscanf(line, "%s cpu %g wall %g", &s.name, &s.cpu, &wall); n < 3 {
				continue
			}
			if i := slices.IndexFunc(all, func(o step) bool { return o.name == s.name }); i >= 0 {
				all[i].cpu = min(all[i].cpu, s.cpu)
			} else {
				all = append(all, s)
			}
		}
	}
	return all
}

// run runs a command to its end. Long argument lists go through a file.
func run(args []string) (cost, error) {
	f, err := os.CreateTemp("", "compare")
	if err != nil {
		return cost{}, err
	}
	defer os.Remove(f.Name())
	i := slices.IndexFunc(args, func(a string) bool { return strings.HasSuffix(a, ".o") })
	_, err = f.WriteString(strings.Join(args[i:], "\n") + "\n")
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return cost{}, err
	}
	cmd := exec.Command(args[0], append(slices.Clone(args[1:i]), "@"+f.Name())...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", args[0], err, out.String()[:min(out.Len(), 2000)])
	}
	ru := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cost{
		cpu:  (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		peak: float64(ru.Maxrss) / 1024,
		out:  out.String(),
	}, nil
}

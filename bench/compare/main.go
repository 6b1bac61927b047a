//go:build linux

// Command compare runs rtdyld, llvm-rtdyld and ld.lld over sets of objects, in
// turns so that what else the machine does meets all alike, and prints what each
// took: CPU seconds of the whole process and peak memory, medians over the rounds,
// and the medians of the ratios round by round.
//
//	go build -o /tmp/rtdyld ./cmd/rtdyld
//	bench/sets.sh /tmp/rtdyld-sets
//	go run ./bench/compare [-n 9] [-ours /tmp/rtdyld] /tmp/rtdyld-sets/lua ...
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
	rounds = flag.Int("n", 9, "rounds")
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
	fmt.Printf("%-10s %-11s %9s %10s %9s %10s %8s %9s\n", "set", "tool", "cpu s", "less start", "ours/its", "less start", "peak MB", "ours/its")
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
type cost struct{ cpu, start, peak float64 }

func compare(dir string, tools []tool) error {
	list, err := os.ReadFile(filepath.Join(dir, "objs.txt"))
	if err != nil {
		return err
	}
	main := filepath.Join(dir, "main.o")
	objs := append(strings.Fields(string(list)), main, filepath.Join(dir, "dummy.o"))
	all := make([][]cost, len(tools))
	for range *rounds {
		for i, t := range tools {
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
	}
	cpu := func(c cost) float64 { return c.cpu }
	less := func(c cost) float64 { return c.cpu - c.start }
	peak := func(c cost) float64 { return c.peak }
	for i, t := range tools {
		fmt.Printf("%-10s %-11s %9.4f %10.4f %9.3f %10.3f %8.1f %9.3f\n", filepath.Base(dir), t.name, median(all[i], cpu), median(all[i], less),
			ratio(all[0], all[i], cpu), ratio(all[0], all[i], less), median(all[i], peak), ratio(all[0], all[i], peak))
	}
	return nil
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
	}, nil
}

func median(cs []cost, of func(cost) float64) float64 {
	var v []float64
	for _, c := range cs {
		v = append(v, of(c))
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// ratio is the median of a/b, round by round.
func ratio(a, b []cost, of func(cost) float64) float64 {
	var v []float64
	for i := range a {
		v = append(v, of(a[i])/max(of(b[i]), 1e-6))
	}
	slices.Sort(v)
	return v[len(v)/2]
}

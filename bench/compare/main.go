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
//	go run ./bench/compare [-n 9] [-steps] [-ours /tmp/rtdyld] [-mold mold] /tmp/rtdyld-sets/lua ...
//
// With -steps it prints the least that each step of rtdyld took, as link -times has it of one run.
//
// llvm-rtdyld spends some time before it looks at an object; the column "less
// start" takes off what each tool needs for an object that only has a main.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
)

func main() {
	rounds := flag.Int("n", 9, "rounds; up to three times as many where runs differ")
	steps := flag.Bool("steps", false, "print the least CPU time of each step of rtdyld, in milliseconds")
	ours := flag.String("ours", "/tmp/rtdyld", "the rtdyld command")
	theirs := flag.String("llvm", "llvm-rtdyld-14", "the llvm-rtdyld command")
	lld := flag.String("lld", "ld.lld", "the ld.lld command")
	mold := flag.String("mold", "", "the mold command; empty: without it")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: compare [flags] SET...")
		flag.PrintDefaults()
		os.Exit(2)
	}
	tools := linkers.Tools(*ours, *theirs, *lld, *mold)
	fmt.Printf("%-10s %-11s %9s %10s %9s %10s %8s %9s %7s\n", "set", "tool", "cpu s", "less start", "ours/its", "less start", "peak MB", "ours/its", "spread")
	for _, dir := range flag.Args() {
		if err := compare(dir, tools, *rounds, *steps); err != nil {
			fmt.Fprintln(os.Stderr, "compare:", err)
			os.Exit(1)
		}
	}
}

// compare prints a set's rows.
func compare(dir string, tools []linkers.Tool, rounds int, steps bool) error {
	set, err := linkers.ReadSet(dir)
	if err != nil {
		return err
	}
	all, errs := linkers.Compare(set, tools, linkers.Sample{Rounds: rounds})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	ours := linkers.Least(all[0])
	for i, t := range tools {
		c := linkers.Least(all[i])
		fmt.Printf("%-10s %-11s %9.4f %10.4f %9.3f %10.3f %8.1f %9.3f %7.2f\n", set.Name, t.Name, c.CPU, c.CPU-c.Start,
			ours.CPU/c.CPU, (ours.CPU-ours.Start)/max(c.CPU-c.Start, 1e-6), c.Peak, ours.Peak/c.Peak, linkers.Median(all[i])/c.CPU)
	}
	if steps {
		for _, s := range linkers.LeastSteps(all[0]) {
			fmt.Printf("%-10s   %-9s %9.3f ms\n", set.Name, s.Name, 1000*s.CPU)
		}
	}
	return nil
}

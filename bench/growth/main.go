//go:build linux

// Command growth writes objects that scale one thing at a time, links them and
// prints how the time grows: with exponent 1 twice the input takes twice the time,
// with exponent 2 four times.
//
//	go build -o /tmp/rtdyld ./cmd/rtdyld
//	go run ./bench/growth [-ours /tmp/rtdyld] [-n 9] [KIND...]
//
// It needs GNU as.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/go-rtdyld/rtdyld/bench/internal/growth"
	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
)

func main() {
	ours := flag.String("ours", "/tmp/rtdyld", "the rtdyld command")
	rounds := flag.Int("n", 9, "rounds, of which the least counts")
	flag.Parse()
	for _, k := range growth.Kinds {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), k.Name) {
			continue
		}
		if err := measure(&k, *ours, *rounds); err != nil {
			fmt.Fprintln(os.Stderr, "growth:", err)
			os.Exit(1)
		}
	}
}

// measure prints a kind's times and their exponent.
func measure(k *growth.Kind, ours string, rounds int) error {
	fmt.Printf("%-9s", k.Name)
	var took []float64
	for _, n := range k.Sizes {
		objects, err := k.Objects(n)
		if err != nil {
			return err
		}
		t, err := linkers.LinkBytes(ours, objects, rounds)
		if err != nil {
			return err
		}
		fmt.Printf(" %7d: %8.2f ms", n, t*1000)
		took = append(took, t)
	}
	fmt.Printf("  exponent %.2f  (%s)\n", growth.Exponent(k.Sizes, took), k.What)
	return nil
}

//go:build linux

// Command many loads very many small objects one after another into one linker, as a compiler that works at run time
// does, and prints what users of it feel: the longest Load, how many names goroutines look up beside it, how much
// memory an object takes, and what is left once all are unloaded.
//
//	go run ./bench/many [-objects 10000] [-names 100] [-gc=false]
//
// Half of an object's calls lead to the object before it. It needs GNU as.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/many"
)

func main() {
	objects := flag.Int("objects", 10000, "how `many` objects")
	names := flag.Int("names", 100, "how `many` functions in each")
	gc := flag.Bool("gc", true, "with Go's garbage collector")
	profile := flag.String("profile", "", "`file` for a profile of the heap with all objects loaded")
	flag.Parse()
	if !*gc {
		debug.SetGCPercent(-1)
	}
	r, err := many.Run(context.Background(), *objects, *names, func() error { return write(*profile) })
	if err != nil {
		fmt.Fprintln(os.Stderr, "many:", err)
		os.Exit(1)
	}
	report(r.Took)
	fmt.Printf("processors for an object, with parsing, Finalize and the garbage collector: %.1f us\n", us(r.Life))
	fmt.Printf("look-ups alone: %.2f M/s of one goroutine, %.2f M/s of two, %d ns of a processor each\n", r.One, r.Two, r.LookUp.Nanoseconds())
	fmt.Printf("look-ups beside loads: %.2f M/s of two\n", r.Beside)
	fmt.Printf("heap: %.0f bytes an object, of which the garbage collector reads %.0f\n", r.Heap, r.Scanned)
	fmt.Printf("unloaded in %v, heap then: %.1f MB\n", r.Gone.Round(time.Millisecond), float64(r.Left)/1e6)
}

// write writes a profile of the heap, if there is a name for it.
func write(profile string) error {
	if profile == "" {
		return nil
	}
	f, err := os.Create(profile)
	if err != nil {
		return err
	}
	defer f.Close()
	return pprof.WriteHeapProfile(f)
}

// report prints means by tenths of the loads, and the longest ones.
func report(took []time.Duration) {
	n := len(took)
	fmt.Print("Load, us, median by tenth:")
	for q := range 10 {
		s := slices.Sorted(slices.Values(took[n*q/10 : n*(q+1)/10]))
		fmt.Printf(" %.1f", float64(s[len(s)/2].Nanoseconds())/1e3)
	}
	s := slices.Sorted(slices.Values(took))
	sum := time.Duration(0)
	for _, d := range s {
		sum += d
	}
	fmt.Printf("\nLoad, us: mean %.1f, 99 of 100 within %.0f, 999 of 1000 %.0f, longest five", us(sum)/float64(n), us(s[n*99/100]), us(s[n*999/1000]))
	for _, d := range s[max(0, n-5):] {
		fmt.Printf(" %.0f", us(d))
	}
	fmt.Println()
}

func us(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// Command calls prints what a call of C costs: by cgo, by this module's callers in each of their forms, and by purego. It needs
// cgo and a C compiler.
//
//	CGO_ENABLED=1 go run ./bench/calls
//
// All call the same few instructions. Each row is the least time of many short bursts, in turns, so that what else the machine does counts for
// little; with -rounds more of them.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"text/tabwriter"
	"time"
)

// row is a way to call.
type row struct {
	name  string
	group string // rows of a group are compared with its first
	call  func()
	least time.Duration // of burst calls
	times int           // what is measured is in a call, if more than once
}

const burst = 100

func main() {
	rounds := flag.Int("rounds", 2000, "how many bursts a row has")
	asJSON := flag.Bool("json", false, "print a list of rows for programs")
	flag.Parse()
	rows, err := measured()
	if err != nil {
		log.Fatal(err)
	}
	all := make([]*row, len(rows))
	for i := range rows {
		all[i] = &rows[i]
	}
	measure(all, *rounds)
	if *asJSON {
		printJSON(rows)
		return
	}
	print(rows)
}

// measure calls each row's function in bursts, in turns, and notes the least time.
func measure(rows []*row, rounds int) {
	for _, r := range rows {
		r.least = time.Hour
	}
	for range rounds {
		for _, r := range rows {
			start := time.Now()
			for range burst {
				r.call()
			}
			r.least = min(r.least, time.Since(start))
		}
	}
}

// cost is what a call of a row takes, in nanoseconds.
func (r *row) cost() float64 { return float64(r.least) / float64(burst*max(r.times, 1)) }

// allocations is how many a call of a row makes.
func (r *row) allocations() float64 { return allocations(r.call) / float64(max(r.times, 1)) }

// printJSON prints the rows with their groups.
func printJSON(rows []row) {
	type figure struct {
		Group, Name     string
		Ns, Allocations float64
	}
	var all []figure
	for i := range rows {
		r := &rows[i]
		all = append(all, figure{r.group, r.name, r.cost(), r.allocations()})
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		log.Fatal(err)
	}
}

// print prints the table.
func print(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tns\ttimes\tallocations\t")
	var first *row
	for i := range rows {
		r := &rows[i]
		if first == nil || r.group != first.group {
			first = r
			fmt.Fprintf(w, "%s\t\t\t\t\n", r.group)
		}
		fmt.Fprintf(w, "%s\t%.1f\t%.2f\t%.0f\t\n", r.name, r.cost(), float64(r.least)/float64(first.least), r.allocations())
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

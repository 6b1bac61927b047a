// Command sqlite compares drivers of database/sql for SQLite: the one of examples/sqlite/driver,
// which links SQLite's archive when the program runs, with mattn's (cgo), modernc's (C made Go) and
// ncruces' (WebAssembly made Go).
//
//	go run .
//
// Of ours there are three: with the same SQLite as mattn's, compiled with the same options; the same in a program that is linked
// statically, with musl's libc.a; and with Debian's archive, which is older and compiled with more checks.
//
// It builds a program a driver, runs them in turns, and prints the least time of processors for each work
// and its ratio to mattn's, or the first of -drivers. It is a module of its own, so that these drivers are nobody's
// dependencies.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// name and open are the driver that this program was built for, see driver_*.go. Empty: it is the
// one that runs the others.
var name, source string

var drivers = []string{"mattn", "rtdyld", "static", "debian", "modernc", "ncruces"}

func main() {
	runs := flag.Int("n", 5, "runs of each driver; the least time counts")
	scale := flag.Int("scale", 1, "divide the work by that")
	only := flag.String("drivers", strings.Join(drivers, ","), "which drivers, the first is what others are compared with")
	asJSON := flag.Bool("json", false, "print the times by driver and work for programs, in nanoseconds")
	flag.Parse()
	drivers = strings.Split(*only, ",")
	if err := run(*runs, *scale, *asJSON); err != nil {
		fmt.Fprintln(os.Stderr, "sqlite:", err)
		os.Exit(1)
	}
}

func run(runs, scale int, asJSON bool) error {
	if name != "" {
		return measure(scale)
	}
	dir, err := os.MkdirTemp("", "sqlite-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, d := range drivers {
		if err := build(dir, d); err != nil {
			return fmt.Errorf("%s: %w", d, err)
		}
	}
	least := map[string]map[string]time.Duration{}
	for range runs {
		for _, d := range drivers {
			cmd := exec.Command(filepath.Join(dir, d), "-scale", fmt.Sprint(scale))
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				return fmt.Errorf("%s: %w", d, err)
			}
			var took map[string]time.Duration
			if err := json.Unmarshal(out, &took); err != nil {
				return fmt.Errorf("%s: %w", d, err)
			}
			if least[d] == nil {
				least[d] = took
			}
			for work, t := range took {
				least[d][work] = min(least[d][work], t)
			}
		}
	}
	if asJSON {
		return json.NewEncoder(os.Stdout).Encode(least)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "work\t")
	for _, d := range drivers {
		fmt.Fprintf(w, "%s\t\t", d)
	}
	fmt.Fprintln(w)
	for _, work := range works {
		fmt.Fprintf(w, "%s\t", work.name)
		for _, d := range drivers {
			t := least[d][work.name]
			fmt.Fprintf(w, "%.1f ms\t%.2f\t", float64(t)/1e6, float64(t)/float64(least[drivers[0]][work.name]))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

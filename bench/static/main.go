//go:build linux

// Command static compares static programs, which bring their C library along (package rtdyld/static), with programs that have the
// system's (package rtdyld/host): what a call costs, and what it takes until the first.
//
//	go run ./bench/static
//
// It needs gcc and musl-dev. It builds a program of each kind, runs them in turns, and prints the least time and its ratio to host's: of a call that
// Bind has set with two arguments, and of processors (user and system) for Load of an object that needs printf, with all that
// starts with it. How SQLite does in static programs is measured by bench/sqlite, beside cgo and others.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
	"time"
)

// load is the world that this program was built for, see world_*.go. nil: it is the one that runs the others.
var load func(libc []byte, object string, whole bool) (bind func(name string, fn any) error, err error)

// kinds are the programs that there are, by build tag, and what each is run with.
var kinds = []struct{ name, tag, whole string }{{"host", "world_host", ""}, {"static", "world_static", ""}, {"static, whole", "world_static", "-whole"}}

func main() {
	runs := flag.Int("n", 20, "runs of each program; the least time counts")
	whole := flag.Bool("whole", false, "for the programs that are run: link all of libc")
	asJSON := flag.Bool("json", false, "print a list of figures for programs, in nanoseconds")
	flag.Parse()
	var err error
	if load != nil {
		err = measure(flag.Arg(0), flag.Arg(1), *whole)
	} else {
		err = compare(*runs, *asJSON)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "static:", err)
		os.Exit(1)
	}
}

// figures are what a program measures of itself, in nanoseconds.
type figures struct{ Call, Start time.Duration }

// compare builds and runs.
func compare(runs int, asJSON bool) error {
	dir, err := os.MkdirTemp("", "static-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	libc, source, object := filepath.Join(dir, "libc.a"), filepath.Join(dir, "add.c"), filepath.Join(dir, "add.o")
	if err := os.WriteFile(source, []byte(code), 0o666); err != nil {
		return err
	}
	for _, command := range [][]string{
		{"gcc", "-O2", "-c", source, "-o", object},
		{"go", "run", "github.com/go-rtdyld/rtdyld/cmd/rtdyld", "libc", "-o", libc},
		{"go", "build", "-tags", "world_host", "-o", filepath.Join(dir, "world_host"), "github.com/go-rtdyld/rtdyld/bench/static"},
		{"go", "build", "-tags", "world_static", "-o", filepath.Join(dir, "world_static"), "github.com/go-rtdyld/rtdyld/bench/static"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", cmd, err, out)
		}
	}
	least := make([]figures, len(kinds))
	for i := range runs {
		for k, kind := range kinds {
			args := []string{libc, object}
			if kind.whole != "" {
				args = append([]string{kind.whole}, args...)
			}
			cmd := exec.Command(filepath.Join(dir, kind.tag), args...)
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				return fmt.Errorf("%s: %w", kind.name, err)
			}
			var f figures
			if err := json.Unmarshal(out, &f); err != nil {
				return fmt.Errorf("%s: %w", kind.name, err)
			}
			if i == 0 {
				least[k] = f
			}
			least[k].Call, least[k].Start = min(least[k].Call, f.Call), min(least[k].Start, f.Start)
		}
	}
	if asJSON {
		return printJSON(least)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\ta call\t\tLoad\t\t")
	for k, kind := range kinds {
		f := least[k]
		fmt.Fprintf(w, "%s\t%.1f ns\t%.2f\t%.2f ms\t%.2f\t\n", kind.name, float64(f.Call)/burst, float64(f.Call)/float64(least[0].Call),
			float64(f.Start)/1e6, float64(f.Start)/float64(least[0].Start))
	}
	return w.Flush()
}

// printJSON prints what the programs have measured, a call and Load.
func printJSON(least []figures) error {
	type figure struct {
		Name       string
		Call, Load float64
	}
	var all []figure
	for k, kind := range kinds {
		all = append(all, figure{kind.name, float64(least[k].Call) / burst, float64(least[k].Start)})
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}

// code is what is called.
const code = `
int printf(const char *, ...);
long add(long a, long b) { return a + b; }
int say(long n) { return printf("%ld\n", n); }
`

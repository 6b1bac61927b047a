package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "query:", err)
		}
		os.Exit(1)
	}
}

// run is the command with its arguments.
func run(ctx context.Context, args []string, out io.Writer) (err error) {
	fs := flag.NewFlagSet("query", flag.ContinueOnError)
	n := fs.Int("rows", 10_000_000, "rows of the table")
	ir := fs.Bool("ir", false, "print the filter's IR")
	way := fs.String("compiler", "", irc.Usage)
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *n < 0 {
		return fmt.Errorf("-rows %d is less than 0", *n)
	}
	text := filter.Default
	if fs.NArg() > 0 {
		text = strings.Join(fs.Args(), " ")
	}
	f, err := filter.Parse(text)
	if err != nil {
		return err
	}
	nat, err := filter.OpenNative(ctx, irc.Config{Compiler: *way})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, nat.Close()) }()
	if *ir {
		out.Write(filter.IR(f, nat.Compiler.Opaque))
	}
	began := time.Now()
	q, err := nat.Query(ctx, f)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\ncompiled by %s and linked in %v\n\n", text, nat.Compiler.Name, round(time.Since(began)))
	return race(out, f, text, q, filter.Rows(*n))
}

// race counts in each way and prints how long that took. Different counts are an error.
func race(out io.Writer, f *filter.Node, text string, q *filter.Query, t *filter.Table) error {
	ways := []struct {
		name  string
		count func() int64
	}{
		{"native code", func() int64 { return q.Run(t) }},
		{"Go by hand", func() int64 { return filter.ByHand(t) }},
		{"Go closures", func() int64 { return filter.Closures(f, t) }},
		{"Go, walking the tree", func() int64 { return filter.Walk(f, t) }},
	}
	q.Run(t) // so that all find the table in the caches alike
	first, base := int64(-1), time.Duration(0)
	for _, w := range ways {
		if w.name == "Go by hand" && text != filter.Default {
			continue
		}
		began := time.Now()
		n := w.count()
		took := max(time.Since(began), 1)
		if first < 0 {
			first, base = n, took
		}
		fmt.Fprintf(out, "%-22s%12v  %8.1f million rows/s  %6.1f times  %d of %d rows\n", w.name, round(took),
			float64(len(t.Price))/took.Seconds()/1e6, float64(took)/float64(base), n, len(t.Price))
		if n != first {
			return fmt.Errorf("%s counts %d rows, native code %d", w.name, n, first)
		}
	}
	return nil
}

// round leaves three or four digits of a time.
func round(d time.Duration) time.Duration {
	for unit := time.Second; unit > time.Nanosecond; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 1000)
		}
	}
	return d
}

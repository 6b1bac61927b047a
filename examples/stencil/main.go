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
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "stencil:", err)
		}
		os.Exit(1)
	}
}

// run is the command with its arguments.
func run(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("stencil", flag.ContinueOnError)
	n := fs.Int("rows", 10_000_000, "rows of the table")
	list := fs.Bool("code", false, "print the filter's instructions")
	shown := fs.Bool("show", false, "show the filter's code to gdb and perf, which takes longer than making it")
	compiler := fs.String("compiler", "", irc.Usage)
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
	if *list {
		code, err := compile(nil, f)
		if err != nil {
			return err
		}
		for _, in := range code {
			fmt.Fprintln(out, in)
		}
	}
	fmt.Fprintf(out, "%s\n\n%-16s%12s%12s%14s%16s%10s\n", text, "", "once", "compile", "first result", "million rows/s", "counted")
	var display *instances.Display
	if *shown {
		if display, err = newDisplay(); err != nil {
			return err
		}
	}
	few, many := filter.Rows(min(*n, firstRows)), filter.Rows(*n)
	first := int64(-1)
	for _, w := range ways(*compiler, display) {
		got, err := w.measure(ctx, out, f, few, many)
		var missing *irc.MissingError
		if errors.As(err, &missing) {
			fmt.Fprintf(out, "%-16s%v\n", w.name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		if first >= 0 && got != first {
			return fmt.Errorf("%s counts %d rows, stencils %d", w.name, got, first)
		}
		first = got
	}
	return nil
}

// firstRows is how many rows a first result is of.
const firstRows = 1000

// way is a way to count rows.
type way struct {
	name string
	// open gets ready to compile any filters; close is called in the end.
	open func(ctx context.Context) (compile compileFunc, close func() error, err error)
}

// counter is a compiled filter.
type counter struct {
	count func(*filter.Table) int64
	close func() error
}

// measure prints what a way takes: once, to compile a filter, the least of some times, from then to the first result, and for each row, the least, too. It returns how many were counted.
func (w *way) measure(ctx context.Context, out io.Writer, f *filter.Node, few, many *filter.Table) (n int64, err error) {
	began := time.Now()
	compile, close, err := w.open(ctx)
	if err != nil {
		return 0, err
	}
	once := time.Since(began)
	defer func() { err = errors.Join(err, close()) }()
	took, first := time.Hour, time.Hour
	for start := time.Now(); first == time.Hour || time.Since(start) < 50*time.Millisecond; {
		began := time.Now()
		c, err := compile(ctx, f)
		if err != nil {
			return 0, err
		}
		took = min(took, time.Since(began))
		c.count(few)
		first = min(first, time.Since(began))
		if err := c.close(); err != nil {
			return 0, err
		}
	}
	c, err := compile(ctx, f)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	each := time.Hour
	for range 5 {
		began = time.Now()
		n = c.count(many)
		each = min(each, max(time.Since(began), 1))
	}
	rows := float64(len(many.Price)) / each.Seconds() / 1e6
	fmt.Fprintf(out, "%-16s%12v%12v%14v%16.1f%10d\n", w.name, round(once), round(took), round(first), rows, n)
	return n, nil
}

// round leaves three digits or so of a time.
func round(d time.Duration) time.Duration {
	for unit := time.Second; unit > time.Nanosecond; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}

// ways are stencils, the interpreter of their instructions, and LLVM.
func ways(compiler string, display *instances.Display) []way {
	return []way{
		{"stencils", openStencils(display)},
		{"interpreter", openInterpreter},
		{"Go closures", openClosures},
		{"LLVM -O0", openLLVM(irc.Config{Compiler: compiler, Fast: true})},
		{"LLVM -O3", openLLVM(irc.Config{Compiler: compiler})},
	}
}

type compileFunc = func(context.Context, *filter.Node) (counter, error)

// newDisplay shows code to gdb and lldb, perf and Go's tracebacks.
func newDisplay() (*instances.Display, error) {
	cfg, err := host.LinkerConfig()
	if err != nil {
		return nil, err
	}
	gdb, err := gdbjit.New()
	if err == nil {
		cfg.Listeners = append(cfg.Listeners, gdb)
	} else if !errors.Is(err, gdbjit.ErrStripped) { // as go run does
		return nil, err
	}
	lines, err := perf.NewMap(perf.Config{})
	if err != nil {
		return nil, err
	}
	cfg.Listeners = append(cfg.Listeners, lines)
	return instances.New(cfg), nil
}

func openStencils(display *instances.Display) func(context.Context) (compileFunc, func() error, error) {
	return func(ctx context.Context) (compileFunc, func() error, error) {
		j, err := openJIT(ctx, display)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, f *filter.Node) (counter, error) {
			q, err := j.compile(ctx, f)
			if err != nil {
				return counter{}, err
			}
			return counter{q.run, func() error { return q.close(ctx) }}, nil
		}, j.close, nil
	}
}

func nothing() error { return nil }

func openInterpreter(context.Context) (compileFunc, func() error, error) {
	return func(_ context.Context, f *filter.Node) (counter, error) {
		code, err := compile(nil, f)
		return counter{func(t *filter.Table) int64 { return interpret(code, t) }, nothing}, err
	}, nothing, nil
}

func openClosures(context.Context) (compileFunc, func() error, error) {
	return func(_ context.Context, f *filter.Node) (counter, error) {
		return counter{func(t *filter.Table) int64 { return filter.Closures(f, t) }, nothing}, nil // which makes them, too
	}, nothing, nil
}

func openLLVM(cfg irc.Config) func(context.Context) (compileFunc, func() error, error) {
	return func(ctx context.Context) (compileFunc, func() error, error) {
		nat, err := filter.OpenNative(ctx, cfg)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, f *filter.Node) (counter, error) {
			q, err := nat.Query(ctx, f)
			if err != nil {
				return counter{}, err
			}
			return counter{q.Run, q.Close}, nil
		}, nat.Close, nil
	}
}

// Reload runs C code that changes while it runs. The program calls step in code/step.c ten
// times a second; whenever that file is saved it is compiled and takes the place of
// what ran, with the next call. The state, in code/world.c, goes on; a file that does not
// compile or link leaves everything as it was, and the compiler's messages are printed.
//
//	go run ./examples/reload
//	go run ./examples/reload -dir mycode -every 50ms
//
// It needs clang or gcc.
//
// program.go has the engine: the replaced module, the one that stays, and a Go function that
// both may call. watch.go looks for changes.
//
// Law: an example; it knows the engine and the process as any program can.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "reload:", err)
		}
		os.Exit(1)
	}
}

// run is the command with its arguments. It ends with ctx, or after -ticks.
func run(ctx context.Context, args []string, out io.Writer) (err error) {
	fs := flag.NewFlagSet("reload", flag.ContinueOnError)
	dir := fs.String("dir", "examples/reload/code", "folder of step.c and world.c")
	every := fs.Duration("every", 100*time.Millisecond, "time between steps")
	ticks := fs.Int("ticks", -1, "steps to do, -1: until interrupted")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *every <= 0 {
		return fmt.Errorf("-every %v is not above 0", *every)
	}
	out = &printer{out: out}
	p, err := start(ctx, *dir, func(tick int64, height float64) {
		fmt.Fprintf(out, "%6d %s\n", tick, picture(height))
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()

	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { p.watch(ctx, out) })

	clock := time.NewTicker(*every)
	defer clock.Stop()
	for n := 0; n != *ticks; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-clock.C:
		}
		if _, err := p.step.Call(); err != nil {
			return err
		}
	}
	return nil
}

// picture shows a height as a ball somewhere on a line.
func picture(height float64) string {
	const width = 60
	at := min(max(height, 0), width)
	return fmt.Sprintf("%7.2f |%s*", height, strings.Repeat(" ", int(at)))
}

// printer is a writer for goroutines that print whole lines.
type printer struct {
	mu  sync.Mutex
	out io.Writer
}

func (p *printer) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// look is how often the file is looked at. It is read each time: the times of files
// are too coarse to tell two quick changes.
const look = 50 * time.Millisecond

// watch reloads the file whenever it has changed, until ctx ends, and prints how that went.
// It may run while others call step.
func (p *program) watch(ctx context.Context, out io.Writer) {
	seen := p.text
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(look):
		}
		text, err := os.ReadFile(p.file)
		if err != nil || bytes.Equal(text, seen) {
			continue // an editor that replaces a file takes it away for a moment
		}
		seen = text
		began := time.Now()
		if err := p.reload(ctx, text); err != nil {
			fmt.Fprint(out, explain(p.file, err))
			continue
		}
		fmt.Fprintf(out, "%s is replaced, after %v\n", p.file, time.Since(began).Round(time.Millisecond))
	}
}

// explain is an error for people: what the compiler said, line by line, or what the
// linker missed.
func explain(file string, err error) string {
	var chain *engine.ChainError
	if errors.As(err, &chain) {
		err = chain // without who asked for it
	}
	var failed *command.Error
	if !errors.As(err, &failed) || len(failed.Diagnostics) == 0 {
		return fmt.Sprintf("%s stays as it was: %v\n", file, err)
	}
	var b strings.Builder
	for _, d := range failed.Diagnostics {
		fmt.Fprintln(&b, d.String())
	}
	fmt.Fprintf(&b, "%s stays as it was\n", file)
	return b.String()
}

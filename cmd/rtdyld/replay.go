package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// replayCommand makes the link of a record again. Its status is 0 if each call does what it did, errors among that, else 1.
var replayCommand = command{
	name:     "replay",
	operands: []string{"FILE"},
	summary:  "make a recorded link again",
	about: `FILE is what -record of run or link has written, record of rtdyld_options in the C library, or package rtdyld/record: objects, addresses of memory, answers for names, calls. Each call is
made again, in memory that nothing runs in, and printed with its result. Its error may be that of the record: then all is as it was.`,
	examples: []example{{"rtdyld replay -map session.rec", "the calls of a session, and what was linked before it was taken down"}},
	setup: func(fs *flag.FlagSet) func(call) int {
		asMap := fs.Bool("map", false, "print the link map of what was loaded before all was taken down")
		limit := size(1 << 30)
		fs.Var(&limit, "limit", "most `BYTES` of memory that the link may have; K, M or G may follow")
		return func(c call) int {
			if len(c.args) != 1 {
				report(c.stderr, &usageError{Command: "replay", Msg: "it takes one file"})
				return 2
			}
			if err := replay(c.ctx, c.args[0], uint64(limit), *asMap, c.stdout); err != nil {
				report(c.stderr, err)
				return 1
			}
			return 0
		}
	},
}

// errDiffers says that a call of a record does something else now.
var errDiffers = errors.New("the link is not what it was")

// replay replays a record.
func replay(ctx context.Context, path string, limit uint64, asMap bool, stdout io.Writer) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(stdout)
	var maps bytes.Buffer
	cfg := record.ReplayConfig{Name: path, Limit: limit, Show: func(s record.Step) { showStep(out, s) }}
	if asMap {
		cfg.Linked = func(ctx context.Context, all []record.Linked) error { return mapLinked(ctx, all, &maps) }
	}
	same, err := record.Replay(ctx, data, cfg)
	if err = errors.Join(out.Flush(), err); err != nil {
		return err
	}
	if _, err := stdout.Write(maps.Bytes()); err != nil {
		return err
	}
	if !same {
		return errDiffers
	}
	return nil
}

// showStep prints a call and its result.
func showStep(out io.Writer, s record.Step) {
	said := func(err string) string {
		if err == "" {
			return "ok"
		}
		return texts.Line(err)
	}
	switch {
	case !s.Made:
		fmt.Fprintf(out, "%s: not made again: %s\n", s.What, said(s.Was))
	case !s.Ended:
		fmt.Fprintf(out, "%s: %s\n  and was: it did not return\n", s.What, said(s.Err))
	default:
		fmt.Fprintf(out, "%s: %s\n", s.What, said(s.Err))
	}
	if !s.Same() {
		fmt.Fprintf(out, "  and was: %s\n", said(s.Was))
	}
}

// mapLinked writes the maps of linkers that have something loaded.
func mapLinked(ctx context.Context, all []record.Linked, w io.Writer) error {
	for _, l := range all {
		if len(l.Objects) == 0 {
			continue
		}
		m, err := makeMap(ctx, l.Linker, l.Objects, nil, &recorder{})
		if err != nil {
			return err
		}
		if err := m.write(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

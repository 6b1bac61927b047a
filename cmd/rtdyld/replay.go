package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/go-rtdyld/rtdyld/internal/recording"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// replayCommand makes the link of a record again. Its status is 0 if each call does what it did, errors among that, else 1.
var replayCommand = command{
	name:     "replay",
	operands: []string{"FILE"},
	summary:  "make a recorded link again",
	about: `FILE is what the C library has recorded (record of rtdyld_options): objects, addresses of memory, answers for names, calls. Each call is
made again, in memory that nothing runs in, and printed with its result. Its error may be that of the record: then all is as it was.`,
	examples: []example{{"rtdyld replay -map session.rec", "the calls of a session, and what was linked at the end"}},
	setup: func(fs *flag.FlagSet) func(call) int {
		asMap := fs.Bool("map", false, "print the link map of what is loaded at the end")
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
	same := true
	r, err := recording.Replay(ctx, path, data, limit, func(s recording.Step) {
		said := s.Err
		if said == "" {
			said = "ok"
		}
		fmt.Fprintf(out, "%s: %s\n", s.What, texts.Line(said))
		if !s.Same() {
			same = false
			was := s.Was
			if was == "" {
				was = "ok"
			}
			fmt.Fprintf(out, "  and was: %s\n", texts.Line(was))
		}
	})
	if err != nil {
		return errors.Join(out.Flush(), err)
	}
	defer r.Close()
	if err := out.Flush(); err != nil {
		return err
	}
	if asMap && len(r.Objects) > 0 {
		m, err := makeMap(ctx, r.Linker, r.Objects, nil, &recorder{})
		if err != nil {
			return err
		}
		if err := m.write(ctx, stdout); err != nil {
			return err
		}
	}
	if !same {
		return errDiffers
	}
	return nil
}

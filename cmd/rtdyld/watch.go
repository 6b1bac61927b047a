package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/crash"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// watching says who is shown what a program loads.
type watching struct {
	gdb       bool
	perf      perfMode
	traceback bool
}

// perfMode is how perf is told.
type perfMode string

const (
	perfMap  perfMode = "map"
	perfDump perfMode = "dump"
)

func (w *perfMode) String() string { return string(*w) }

// IsBoolFlag has -perf alone be -perf=true.
func (w *perfMode) IsBoolFlag() bool { return true }

// Set implements flag.Value.
func (w *perfMode) Set(text string) error {
	switch text {
	case "true", string(perfMap):
		*w = perfMap
	case string(perfDump):
		*w = perfDump
	case "false":
		*w = ""
	default:
		return errors.New("want map or dump")
	}
	return nil
}

// flags defines the options.
func (o *watching) flags(fs *flag.FlagSet) {
	fs.BoolVar(&o.gdb, "gdb", false, "show the program to debuggers: gdb --args rtdyld run -gdb FILE")
	fs.BoolVar(&o.traceback, "traceback", true, "tell by the program's functions, with lines, where it crashes; false: leave it to Go's runtime, which writes its own traceback and ends with status 2")
	fs.Var(&o.perf, "perf", "show the program to perf (`map|dump`) by a map, /tmp/perf-PID.map, or by a dump, jit-PID.dump in $JITDUMPDIR or the folder for temporary files, for perf record -k mono and perf inject -j")
}

// watchError refuses what cannot be shown of another process.
type watchError struct{ option, why string }

func (e *watchError) Error() string { return e.option + " is for this process alone: " + e.why }

// Is matches [errors.ErrUnsupported].
func (e *watchError) Is(t error) bool { return t == errors.ErrUnsupported }

// check refuses what does not go with a program in another process. Of a child of this
// command the functions' addresses are known here, which is all that a map needs.
func (o *watching) check(apart *isolation) error {
	switch {
	case !apart.asked():
	case !o.traceback:
		return &watchError{"-traceback=false", "how an executor crashed is told by its traceback"}
	case o.gdb:
		return &watchError{"-gdb", "an executor has no list of loaded code for debuggers"}
	case o.perf == perfDump:
		return &watchError{"-perf=dump", "perf finds a dump by the process that maps it"}
	case o.perf == perfMap && !apart.here:
		return &watchError{"-perf", "the process of -executor may be an emulator's, or elsewhere; -isolated goes with -perf=map"}
	}
	return nil
}

// listeners makes what is asked for, for the process pid, 0 for this one; names comes
// before them. done ends it once the program has ended. A file for perf that cannot be made or written is reported
// to stderr, and the program runs all the same.
func (o *watching) listeners(pid int, names *symbolize.Symbolizer, stderr io.Writer) (ls []rtdyld.Listener, done func(), err error) {
	ls, done = []rtdyld.Listener{names}, func() {}
	tell := func(err error) { report(stderr, err) }
	if o.gdb {
		jit, err := gdbjit.New()
		if err != nil {
			return nil, done, err
		}
		jit.Report = tell
		ls = append(ls, jit)
	}
	opts := perf.Config{PID: pid, OnError: tell, Lines: names}
	switch o.perf {
	case perfMap:
		m, err := perf.NewMap(opts)
		if err != nil {
			tell(err)
			break
		}
		ls, done = append(ls, m), func() { m.Close() }
	case perfDump:
		d, err := perf.NewDump(opts)
		if err != nil {
			tell(err)
			break
		}
		ls, done = append(ls, d), func() { d.Close() }
	}
	return ls, done, nil
}

// explained says in words of the source where it was that a signal ended a program, or
// what lies at the addresses that another error is about, as far as that is known.
func explained(err error, names *symbolize.Symbolizer) error {
	var crash *remote.CrashError
	if !errors.As(err, &crash) {
		return names.Explain(err)
	}
	// The crash tells its function itself.
	if !crash.PCKnown {
		return err
	}
	if len(crash.Stack) == 0 {
		crash.Stack = []remote.Frame{{PC: crash.PC}}
	}
	last, times := "", 0
	repeated := func() {
		if times > 0 {
			err = fmt.Errorf("%w\n%s: %d times more", err, last, times)
		}
	}
	for i, f := range crash.Stack {
		at, ok := names.Symbolize(f.PC)
		if !ok || at.Line == 0 && i == 0 {
			continue
		}
		if text := at.String(); text == last {
			times++
		} else {
			repeated()
			last, times = text, 0
			err = fmt.Errorf("%w\n%s", err, text)
		}
	}
	repeated()
	if unread := names.Unread(); unread != nil {
		err = fmt.Errorf("%w\nlines are missing: %w", err, unread)
	}
	return err
}

// programCrash is a crash of a program in this process.
type programCrash struct{ *remote.CrashError }

func (e *programCrash) Error() string {
	return "program " + strings.TrimPrefix(e.CrashError.Error(), "executor ")
}

// Unwrap returns what is known of it.
func (e *programCrash) Unwrap() error { return e.CrashError }

// crashes has a crash of the program in this process told as one of a process of its own, and end it by its signal, where the
// system has that. names are of what is loaded.
func (opt *runOptions) crashes(ctx context.Context, names *symbolize.Symbolizer, stderr io.Writer) (told bool) {
	return opt.watching.traceback && crash.Watch(func(c *crash.Crash) {
		err := opt.stack.explain(explained(crashed(c, names), names))
		report(stderr, err)
		if opt.inMain.Load() {
			ctx, cancel := context.WithTimeout(ctx, crash.Limit/2)
			defer cancel()
			opt.page.clock.lap("run")
			if err := opt.page.write(ctx, err); err != nil {
				report(stderr, err)
			}
		}
	}) == nil
}

// siKernel is the si_code of a fault for which the processor told no address.
const siKernel = 128

// crashed says what is known of a crash.
func crashed(c *crash.Crash, names *symbolize.Symbolizer) error {
	e := &remote.CrashError{Signal: remote.Signal(c.Signal), Code: c.Code, PC: c.PC, PCKnown: true}
	switch e.Signal.String() {
	case "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE":
		if e.AddrKnown = c.Code > 0 && c.Code != siKernel; e.AddrKnown {
			e.Addr = c.Addr
		}
	}
	for i, f := range c.Stack {
		where := remote.Location{Object: f.Object, Section: f.Section, Symbol: f.Func, Offset: f.Offset}
		if l, ok := names.Symbol(f.PC); ok {
			where = remote.Location{Object: l.Object, Section: l.Section, Symbol: l.Symbol, Offset: l.Offset}
		} else if f.Object == "" {
			where.Section, where.Offset = inFile(f.PC)
		}
		if i == 0 {
			e.Where = where
		}
		e.Stack = append(e.Stack, remote.Frame{PC: f.PC, Where: where})
	}
	return &programCrash{e}
}

// explainLimits bound what it costs to say where a program crashed.
func explainLimits(ctx context.Context) symbolize.Limits {
	return symbolize.Limits{Bytes: 256 << 20, Time: 10 * time.Second, Context: ctx}
}

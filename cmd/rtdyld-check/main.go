// Command rtdyld-check links objects at made-up addresses and evaluates the
// rtdyld-check rules of a file against the result. It takes the command line of
// LLVM's llvm-rtdyld, gives its messages and exit statuses and lays out memory as it
// does, so that it can stand in its place in a test's RUN line:
//
//	rtdyld-check -verify -triple=x86_64-linux-gnu -check=a.s a.o
//
// Without -verify it runs the objects, or prints the line tables of their
// functions. rtdyld-check -help lists all options.
//
// Called by a name with jitlink in it, or with -jitlink as its first argument, it takes
// llvm-jitlink's command line and evaluates jitlink-check rules:
//
//	rtdyld-check -jitlink -noexec -abs ext=0x1000 -check=a.s a.o
//
// Where llvm-rtdyld crashes, cuts a value off or aborts, this command reports an
// error and exits 1. Behind llvm-rtdyld's line for a failing rule it prints where
// the rule is, what its symbols and instructions are, and the command that runs the
// rule's file alone.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-rtdyld/rtdyld/cmd/internal/interrupt"
	_ "github.com/go-rtdyld/rtdyld/internal/zstd" // for debug sections
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

func main() {
	ctx, signals := interrupt.Watch()
	status := mainWith(ctx, signals, os.Args, os.Stdin, os.Stdout, os.Stderr)
	signals.End()
	os.Exit(status)
}

// Main is the command with its arguments, the program's name first, and its
// streams. It returns the exit status, and leaves signals alone.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return mainWith(context.Background(), nil, args, stdin, stdout, stderr)
}

// mainWith is Main for as long as ctx lasts, which signals end.
func mainWith(ctx context.Context, signals *interrupt.Signals, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t := &tool{signals: signals, arg0: "rtdyld-check", stdin: stdin, stdout: bufio.NewWriter(stdout), stderr: stderr}
	if len(args) > 0 {
		t.arg0, args = args[0], args[1:]
	}
	status := t.main(ctx, args)
	if err := t.stdout.Flush(); err != nil && status == 0 {
		t.report(err)
		status = 1
	}
	return status
}

// tool is a run of the command.
type tool struct {
	options
	arg0   string // the program's name, as called
	stdin  io.Reader
	stdout *bufio.Writer
	stderr io.Writer
	clock  timers

	signals *interrupt.Signals // nil: they are left alone
	atEnd   []func() error     // what is closed when the program has run
}

// prog is the program's name without its folder.
func (t *tool) prog() string { return filepath.Base(t.arg0) }

func (t *tool) main(ctx context.Context, args []string) (status int) {
	status, done := t.parse(args)
	if done {
		return status
	}
	var err error
	switch t.action {
	case actExecute:
		status, err = t.execute(ctx)
	case actVerify:
		err = t.verify(ctx)
	case actJITLink:
		status, err = t.jitLink(ctx)
	default:
		err = t.printLines(ctx)
	}
	for _, f := range t.atEnd {
		err = errors.Join(err, f())
	}
	if err != nil && ctx.Err() == nil { // else nobody has to be told
		t.report(err)
	}
	if err != nil {
		status = 1
	}
	if t.showTimes {
		t.clock.print(t.stderr)
	}
	return status
}

// shape is how llvm-rtdyld begins a message.
type shape uint8

const (
	shapeError   shape = iota // PROG: error: MSG
	shapeBare                 // PROG: MSG
	shapeFatal                // LLVM ERROR: MSG; llvm-rtdyld aborts
	shapeSession              // llvm-jitlink error: MSG, whatever the program is called
)

// failure is an error in llvm-rtdyld's words. Everything else is reported in shapeError.
type failure struct {
	shape  shape
	msg    string
	detail error // what llvm-rtdyld does not say, nil for nothing
}

func (e *failure) Error() string { return e.msg }
func (e *failure) Unwrap() error { return e.detail }

func errorf(format string, args ...any) error {
	return &failure{msg: fmt.Sprintf(format, args...)}
}

func fatalf(format string, args ...any) error {
	return &failure{shape: shapeFatal, msg: fmt.Sprintf(format, args...)}
}

// errFailed ends a run whose failure is already told.
var errFailed = errors.New("failed")

// report prints an error and what is known of it.
func (t *tool) report(err error) {
	if errors.Is(err, errFailed) {
		return
	}
	t.stdout.Flush()
	f := (*failure)(nil)
	if !errors.As(err, &f) {
		f = &failure{msg: err.Error()}
	}
	how := f.shape
	if t.action == actJITLink && how != shapeSession {
		how = shapeBare
	}
	switch how {
	case shapeError:
		fmt.Fprintf(t.stderr, "%s: error: %s\n", t.arg0, f.msg)
	case shapeBare:
		fmt.Fprintf(t.stderr, "%s: %s\n", t.arg0, f.msg)
	case shapeSession:
		fmt.Fprintf(t.stderr, "llvm-jitlink error: %s\n", f.msg)
	case shapeFatal:
		fmt.Fprintf(t.stderr, "LLVM ERROR: %s\n", f.msg)
	}
	if f.detail != nil {
		fmt.Fprintf(t.stderr, "\t%s\n", strings.ReplaceAll(f.detail.Error(), "\n", "\n\t"))
	}
}

// linkError puts what the linker says into llvm-rtdyld's words, where it has some.
// zero are names that have an address, which is 0.
func linkError(err error, zero map[string]bool) error {
	undef := (*rtdyld.UndefinedError)(nil)
	if !errors.As(err, &undef) {
		return err
	}
	first := undef.Symbols[0].Name // llvm-rtdyld looks them up in alphabetical order and says the first
	for _, s := range undef.Symbols {
		first = min(first, s.Name)
	}
	if zero[first] {
		return &failure{msg: "RTDyld reported an error applying relocations:\n  Symbol not found: " + first, detail: err}
	}
	return &failure{shapeBare, `Could not find definition for "` + first + `"`, err}
}

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// maxStderr is how much of what a command says is kept.
const maxStderr = 256 << 10

// run is one run of the command.
type run struct {
	c      *Compiler
	src    *compiler.Source // nil if there is none
	dir    string           // for its temporary files
	in     string           // working directory, "": Config.Dir
	args   []string
	stdin  [][]byte
	limit  int64  // of the standard output, in bytes
	rename string // what messages call the source

	stdout, stderr output
}

// output keeps what is written, up to a limit.
type output struct {
	b     []byte
	limit int64
	cut   bool // the rest is dropped, else it is an error
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	room := o.limit - int64(len(o.b))
	if int64(len(b)) <= room {
		o.b = append(o.b, b...)
		return len(b), nil
	}
	o.b = append(o.b, b[:room]...)
	if o.cut {
		return len(b), nil
	}
	return int(room), ErrTooLarge
}

// stuck is how long a process that has left the group may hold a pipe after the command
// has ended.
const stuck = time.Second

// do runs the command to its end, or to ctx's. Afterwards no process of its group lives.
func (r *run) do(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return r.cancelled(err)
	}
	cmd := exec.Command(r.c.path, r.args...)
	cmd.Dir = r.c.cfg.Dir
	if r.in != "" {
		cmd.Dir = r.in
	}
	cmd.Env = append(r.c.cfg.Env[:len(r.c.cfg.Env):len(r.c.cfg.Env)], "TMPDIR="+r.dir, "TMP="+r.dir, "TEMP="+r.dir)
	if r.stdin != nil {
		readers := make([]io.Reader, len(r.stdin))
		for i, b := range r.stdin {
			readers[i] = bytes.NewReader(b)
		}
		cmd.Stdin = io.MultiReader(readers...)
	}
	r.stdout.limit = r.limit
	r.stderr = output{limit: maxStderr, cut: true}
	cmd.Stdout, cmd.Stderr = &r.stdout, &r.stderr
	cmd.WaitDelay = stuck
	err := runGroup(ctx, cmd)
	if cause := context.Cause(ctx); cause != nil && err != nil {
		return r.cancelled(cause)
	}
	if err != nil {
		return r.fail(err)
	}
	return nil
}

// cancelled is the error of a run that ctx ended.
func (r *run) cancelled(cause error) error {
	if r.src == nil {
		return fmt.Errorf("%s: %w", r.c.cfg.Name, cause)
	}
	return fmt.Errorf("%s: %s: %w", r.c.cfg.Name, r.src.Name, cause)
}

// fail is the error of a run that failed.
func (r *run) fail(err error) error {
	e := &Error{Command: r.c.cfg.Name, Status: -1, Stderr: string(r.stderr.b), Diagnostics: r.diagnostics(), Err: err}
	if r.src != nil {
		e.Source = r.src.Name
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		e.Status = exit.ExitCode()
	} else if err != nil {
		// It went well as the system sees it: what it made is not what was wanted.
		e.Diagnostics = nil
	}
	return e
}

// diagnostics are those in what the command wrote, with the source under its own name.
func (r *run) diagnostics() []compiler.Diagnostic {
	ds := compiler.ParseDiagnostics(string(r.stderr.b))
	if r.src == nil {
		return ds
	}
	for i := range ds {
		switch f := &ds[i].File; {
		case *f == "<stdin>" || *f == "-" || *f == "{standard input}" || r.rename != "" && *f == r.rename:
			*f = place(r.src)
		default:
			*f = strings.TrimPrefix(*f, r.dir+"/")
		}
	}
	return ds
}

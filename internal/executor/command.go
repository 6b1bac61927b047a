// Package executor is command rtdyld-executor, which command rtdyld and programs of users have in them, too: it
// joins package serve with package host, or with the tag rtdyld_static with package static.
//
// Law: nothing but commands and package rtdyld/remote/executor imports it.
package executor

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
)

const usage = `usage:
  rtdyld-executor -listen unix:PATH | tcp:HOST:PORT [-cert FILE -key FILE -ca FILE] [OPTION]...
        wait for controllers; each connection gets a process of its own.
        TCP is for loopback addresses unless there are certificates, which both
        sides must have: the server's, its key, and the authority of controllers'.
        Without them all users of the machine can connect: there must be a -token-file,
        or -insecure
  rtdyld-executor -fd N [-pass N] [-crash N] [-life N] [OPTION]... [-- ARG...]
        serve the controller on an inherited socket; memory is passed on another,
        the text of a crash goes to a file of 64 KiB. All processes of the executor
        end with it, and when the pipe of -life is closed at its other end. ARGs are
        what constructors see
  rtdyld-executor -version

options:
  -lib PATH             a shared library to take names from; may be given again
  -needed NAME          a library that linked images are bound to: it is opened unless
                        a -lib is a file of that name; may be given again
  -token-file FILE      what controllers must know; white space around it does not count
  -insecure             whoever can connect by TCP may have code run (-listen)
  -stdio                the standard streams are the controller's (-listen does that)
  -memory BYTES         most private memory of each process, beside that of the executor
                        itself, and of all together, with memory that they share and
                        files in memory: more ends them. The system holds that in a
                        control group, if this user may make one; otherwise it is looked
                        at 20 times a second
  -max-init BYTES       most memory for linked code and data at a time (as -memory)
  -cpu SECONDS          most processor time, of each process and, looked at 20 times a
                        second, of all together
  -no-group             no control group is made for -memory and -cpu
  -no-new-privileges    no program that is executed gets rights by its file
  -no-wx                no memory is writable and executable
  -sandbox              no files, sockets, processes or signals to others: a filter of
                        system calls and, where the kernel has it, Landlock
  -anonymous            memory is no file, and so not shared: perf looks for names there
  -empty-env            no environment
  -sessions N           most sessions at a time (-listen; 64)
  -drain DURATION       how long sessions may go on after SIGTERM (-listen: 30s;
                        -fd: SIGTERM ends the process if it is not given)
  -v                    report sessions to standard error
`

// options are the command line.
type options struct {
	*keeper.Options
	landlock error // why Landlock does not hold
}

// Main is the command with its arguments and streams. before are the arguments of the
// program that come before the command's own, with which it starts itself for each
// session. It must be called by the process's first thread, which is for loaded code.
func Main(before, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	parsed, err := keeper.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "rtdyld-executor: %v\n%s", err, usage)
		return 2
	}
	o := &options{Options: parsed}
	switch {
	case o.Version:
		fmt.Fprint(stdout, version())
		return 0
	case o.Listen != "":
		err = listen(o, before, stdout, stderr)
	default:
		o.Before = before
		if !o.Kept {
			if status, ok := o.Keep(); ok {
				return status
			}
		}
		err = session(o, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "rtdyld-executor: %v\n", err)
		return 1
	}
	return 0
}

// version says what this is.
func version() string {
	of := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		of = info.Main.Version
	}
	return fmt.Sprintf("rtdyld-executor %s protocol %d %s %s/%s\n", of, serve.Protocol, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

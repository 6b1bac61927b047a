// Package executor is command rtdyld-executor, which command rtdyld has in it, too: it
// joins package serve with package host, or with the tag rtdyld_static with package static.
//
// Law: nothing but commands imports it.
package executor

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
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
	listen, cert, key, ca     string
	fd, pass, crash, life     int
	libs, needed              list
	tokenFile                 string
	stdio, emptyEnv, verbose  bool
	insecure                  bool
	anonymous                 bool
	limits                    confine.Limits
	noGroup                   bool
	maxInit                   uint64
	sessions                  int
	drain                     time.Duration
	version                   bool
	program                   []string
	instance, descriptorsPath string

	before, args []string // the command line, without the program's name
	kept         bool     // started by a keeper
	share        int      // where the keeper is asked for a group
	landlocked   bool     // started anew, for Landlock
	landlock     error    // why not
}

// list is an option that may be given again.
type list []string

func (l *list) String() string { return fmt.Sprint(*l) }

// Set implements flag.Value.
func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// errUsage says that the command line is wrong.
var errUsage = errors.New("usage")

// flags defines the options.
func (o *options) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("rtdyld-executor", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.listen, "listen", "", "")
	fs.StringVar(&o.cert, "cert", "", "")
	fs.StringVar(&o.key, "key", "", "")
	fs.StringVar(&o.ca, "ca", "", "")
	fs.IntVar(&o.fd, "fd", -1, "")
	fs.IntVar(&o.pass, "pass", -1, "")
	fs.IntVar(&o.crash, "crash", -1, "")
	fs.IntVar(&o.life, "life", -1, "")
	fs.Var(&o.libs, "lib", "")
	fs.Var(&o.needed, "needed", "")
	fs.StringVar(&o.tokenFile, "token-file", "", "")
	fs.BoolVar(&o.insecure, "insecure", false, "")
	fs.BoolVar(&o.stdio, "stdio", false, "")
	fs.BoolVar(&o.emptyEnv, "empty-env", false, "")
	fs.BoolVar(&o.anonymous, "anonymous", false, "")
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.Uint64Var(&o.limits.Memory, "memory", 0, "")
	fs.Uint64Var(&o.limits.CPU, "cpu", 0, "")
	fs.BoolVar(&o.limits.NoNewPrivileges, "no-new-privileges", false, "")
	fs.BoolVar(&o.limits.NoWX, "no-wx", false, "")
	fs.BoolVar(&o.limits.Sandbox, "sandbox", false, "")
	fs.BoolVar(&o.noGroup, "no-group", false, "")
	fs.Uint64Var(&o.maxInit, "max-init", 0, "")
	fs.IntVar(&o.sessions, "sessions", 64, "")
	fs.DurationVar(&o.drain, "drain", 30*time.Second, "")
	fs.BoolVar(&o.version, "version", false, "")
	// Those that a listening server gives the process of a session.
	fs.StringVar(&o.instance, "instance", "", "")
	fs.StringVar(&o.descriptorsPath, "descriptors", "", "")
	// Those that it gives itself.
	fs.BoolVar(&o.kept, "kept", false, "")
	fs.IntVar(&o.share, "share", -1, "")
	fs.BoolVar(&o.landlocked, "landlocked", false, "")
	return fs
}

// parse reads the command line.
func parse(args []string) (*options, error) {
	o := &options{args: args}
	fs := o.flags()
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var wrong string
	switch {
	case o.version:
	case fs.NArg() > 0 && !(given["fd"] && args[len(args)-fs.NArg()-1] == "--"):
		wrong = fmt.Sprintf("unexpected argument %q", fs.Arg(0))
	case given["listen"] == given["fd"]:
		wrong = "one of -listen and -fd is needed"
	case given["listen"] && (given["pass"] || given["crash"] || given["life"] || given["instance"] || given["descriptors"]):
		wrong = "-pass, -crash and -life go with -fd"
	case !given["listen"] && (given["cert"] || given["key"] || given["ca"] || given["sessions"]):
		wrong = "-cert, -key, -ca and -sessions go with -listen"
	case (o.cert == "") != (o.key == "") || (o.cert == "") != (o.ca == ""):
		wrong = "-cert, -key and -ca go together"
	case o.cert != "" && !strings.HasPrefix(o.listen, "tcp:"):
		wrong = "certificates go with tcp:HOST:PORT"
	case o.insecure && !strings.HasPrefix(o.listen, "tcp:"):
		wrong = "-insecure goes with tcp:HOST:PORT"
	case strings.HasPrefix(o.listen, "tcp:") && o.cert == "" && o.tokenFile == "" && !o.insecure:
		wrong = "tcp without certificates serves every user of the machine: give -token-file, or -insecure"
	case o.sessions < 1:
		wrong = "-sessions must be at least 1"
	case given["fd"] && o.fd < 3, given["pass"] && o.pass < 3, given["crash"] && o.crash < 3, given["life"] && o.life < 3:
		wrong = "descriptors are 3 or more"
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w: %s", errUsage, wrong)
	}
	if fs.NArg() > 0 {
		o.program = fs.Args()
	}
	if !given["max-init"] {
		o.maxInit = o.limits.Memory // which RLIMIT_DATA does not count
	}
	if given["fd"] && !given["drain"] {
		o.drain = 0
	}
	return o, nil
}

// Main is the command with its arguments and streams. before are the arguments of the
// program that come before the command's own, with which it starts itself for each
// session. It must be called by the process's first thread, which is for loaded code.
func Main(before, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	o, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "rtdyld-executor: %v\n%s", err, usage)
		return 2
	case o.version:
		fmt.Fprint(stdout, version())
		return 0
	case o.listen != "":
		err = listen(o, before, stdout, stderr)
	default:
		o.before = before
		if !o.kept {
			if status, ok := o.keep(); ok {
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

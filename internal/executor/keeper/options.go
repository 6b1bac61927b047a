package keeper

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
)

// Options are the command line of rtdyld-executor.
type Options struct {
	Listen, Cert, Key, CA     string
	FD, Pass, Crash, Life     int
	Libs, Needed              list
	TokenFile                 string
	Stdio, EmptyEnv, Verbose  bool
	Insecure                  bool
	Anonymous                 bool
	Limits                    confine.Limits
	NoGroup                   bool
	MaxInit                   uint64
	Sessions                  int
	Drain                     time.Duration
	Version                   bool
	Program                   []string
	Instance, DescriptorsPath string

	Before, Args []string // the command line, without the program's name
	Kept         bool     // started by a keeper
	Share        int      // where the keeper is asked for a group
	Landlocked   bool     // started anew, for Landlock
}

// list is an option that may be given again.
type list []string

func (l *list) String() string { return fmt.Sprint(*l) }

// Set implements flag.Value.
func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// ErrUsage says that the command line is wrong.
var ErrUsage = errors.New("usage")

// flags defines the options.
func (o *Options) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("rtdyld-executor", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.Listen, "listen", "", "")
	fs.StringVar(&o.Cert, "cert", "", "")
	fs.StringVar(&o.Key, "key", "", "")
	fs.StringVar(&o.CA, "ca", "", "")
	fs.IntVar(&o.FD, "fd", -1, "")
	fs.IntVar(&o.Pass, "pass", -1, "")
	fs.IntVar(&o.Crash, "crash", -1, "")
	fs.IntVar(&o.Life, "life", -1, "")
	fs.Var(&o.Libs, "lib", "")
	fs.Var(&o.Needed, "needed", "")
	fs.StringVar(&o.TokenFile, "token-file", "", "")
	fs.BoolVar(&o.Insecure, "insecure", false, "")
	fs.BoolVar(&o.Stdio, "stdio", false, "")
	fs.BoolVar(&o.EmptyEnv, "empty-env", false, "")
	fs.BoolVar(&o.Anonymous, "anonymous", false, "")
	fs.BoolVar(&o.Verbose, "v", false, "")
	fs.Uint64Var(&o.Limits.Memory, "memory", 0, "")
	fs.Uint64Var(&o.Limits.CPU, "cpu", 0, "")
	fs.BoolVar(&o.Limits.NoNewPrivileges, "no-new-privileges", false, "")
	fs.BoolVar(&o.Limits.NoWX, "no-wx", false, "")
	fs.BoolVar(&o.Limits.Sandbox, "sandbox", false, "")
	fs.BoolVar(&o.NoGroup, "no-group", false, "")
	fs.Uint64Var(&o.MaxInit, "max-init", 0, "")
	fs.IntVar(&o.Sessions, "sessions", 64, "")
	fs.DurationVar(&o.Drain, "drain", 30*time.Second, "")
	fs.BoolVar(&o.Version, "version", false, "")
	// Those that a listening server gives the process of a session.
	fs.StringVar(&o.Instance, "instance", "", "")
	fs.StringVar(&o.DescriptorsPath, "descriptors", "", "")
	// Those that it gives itself.
	fs.BoolVar(&o.Kept, "kept", false, "")
	fs.IntVar(&o.Share, "share", -1, "")
	fs.BoolVar(&o.Landlocked, "landlocked", false, "")
	return fs
}

// Parse reads the command line. The error matches [ErrUsage], or is of package flag.
func Parse(args []string) (*Options, error) {
	o := &Options{Args: args}
	fs := o.flags()
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var wrong string
	switch {
	case o.Version:
	case fs.NArg() > 0 && !(given["fd"] && args[len(args)-fs.NArg()-1] == "--"):
		wrong = fmt.Sprintf("unexpected argument %q", fs.Arg(0))
	case given["listen"] == given["fd"]:
		wrong = "one of -listen and -fd is needed"
	case given["listen"] && (given["pass"] || given["crash"] || given["life"] || given["instance"] || given["descriptors"]):
		wrong = "-pass, -crash and -life go with -fd"
	case !given["listen"] && (given["cert"] || given["key"] || given["ca"] || given["sessions"]):
		wrong = "-cert, -key, -ca and -sessions go with -listen"
	case (o.Cert == "") != (o.Key == "") || (o.Cert == "") != (o.CA == ""):
		wrong = "-cert, -key and -ca go together"
	case o.Cert != "" && !strings.HasPrefix(o.Listen, "tcp:"):
		wrong = "certificates go with tcp:HOST:PORT"
	case o.Insecure && !strings.HasPrefix(o.Listen, "tcp:"):
		wrong = "-insecure goes with tcp:HOST:PORT"
	case strings.HasPrefix(o.Listen, "tcp:") && o.Cert == "" && o.TokenFile == "" && !o.Insecure:
		wrong = "tcp without certificates serves every user of the machine: give -token-file, or -insecure"
	case o.Sessions < 1:
		wrong = "-sessions must be at least 1"
	case given["fd"] && o.FD < 3, given["pass"] && o.Pass < 3, given["crash"] && o.Crash < 3, given["life"] && o.Life < 3:
		wrong = "descriptors are 3 or more"
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w: %s", ErrUsage, wrong)
	}
	if fs.NArg() > 0 {
		o.Program = fs.Args()
	}
	if !given["max-init"] {
		o.MaxInit = o.Limits.Memory // which RLIMIT_DATA does not count
	}
	if given["fd"] && !given["drain"] {
		o.Drain = 0
	}
	return o, nil
}

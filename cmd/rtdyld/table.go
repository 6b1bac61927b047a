package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/cmd/internal/interrupt"
	"github.com/go-rtdyld/rtdyld/internal/nearest"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// command is a row of the table of commands, of which usage, help, completion and man
// pages are made.
type command struct {
	name     string
	operands []string // what follows the options, a line a form; "" for nothing
	summary  string   // one line, as what to do: "print a link map"
	about    string   // paragraphs, for help
	examples []example
	optional bool // may have no operands
	dashes   bool // what follows -- is for the program
	cleans   bool // it cleans up when it is told to end

	// setup defines the options and returns what runs once they are parsed. The value's
	// name, in `backquotes` in the usage of an option, is what completion goes by:
	// words with | between them are all that it may be.
	setup func(fs *flag.FlagSet) func(call) int
}

// example is a command line and what it does.
type example struct{ line, does string }

// call is a parsed command line.
type call struct {
	ctx            context.Context    // ends when the command is to
	signals        *interrupt.Signals // that end it, nil: they are left alone
	watches        bool               // signals may be watched, and the process is the command's own
	again          bool               // the command has started itself once more
	fs             *flag.FlagSet      // options that were given are set
	args           []string           // operands
	rest           []string           // behind --, if the command takes them
	stdout, stderr io.Writer
}

// table has the commands in the order in which help prints them.
func table() []*command {
	return []*command{&runCommand, &linkCommand, &replayCommand, &bindCommand, &libcCommand, &dumpCommand, &tripleCommand, &helpCommand, &versionCommand, &completionCommand}
}

// find returns the command of a name, nil for none.
func find(name string) *command {
	for _, c := range table() {
		if c.name == name {
			return c
		}
	}
	return nil
}

// options are the command's, by name.
func (c *command) options() []*flag.Flag {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.setup(fs)
	var all []*flag.Flag
	fs.VisitAll(func(f *flag.Flag) { all = append(all, f) })
	return all
}

// isSwitch reports an option that needs no value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// argument is the name of an option's value, "" for a switch, and the help without
// backquotes.
func argument(f *flag.Flag) (arg, help string) {
	arg, help = flag.UnquoteUsage(f)
	if !strings.Contains(f.Usage, "`") && isSwitch(f) {
		arg = ""
	}
	return arg, help
}

// dashed is an option as help has it: "-lib PATH", "-perf[=map|dump]".
func dashed(f *flag.Flag) string {
	arg, _ := argument(f)
	switch {
	case arg == "":
		return written(f)
	case isSwitch(f):
		return "-" + f.Name + "[=" + arg + "]"
	}
	return "-" + f.Name + " " + arg
}

// written is what one writes of an option: a switch that is on is there to be turned off.
func written(f *flag.Flag) string {
	if isSwitch(f) && f.DefValue == "true" {
		return "-" + f.Name + "=false"
	}
	return "-" + f.Name
}

// synopses are the command's forms, "rtdyld run [OPTION]... FILE...".
func (c *command) synopses() []string {
	options := " [OPTION]..."
	if len(c.options()) == 0 {
		options = ""
	}
	forms := make([]string, len(c.operands))
	for i, o := range c.operands {
		forms[i] = strings.TrimSpace("rtdyld " + c.name + options + " " + o)
	}
	return forms
}

// errNoInput says that a command has nothing to work on.
var errNoInput = errors.New("no input files")

// usageError is what is wrong with a command line.
type usageError struct {
	Command string // "": the command itself is wrong
	Msg     string
	Near    string // what may have been meant, "" for nothing
}

func (e *usageError) Error() string {
	s := e.Msg
	if e.Near != "" {
		s += "; did you mean " + e.Near + "?"
	}
	return texts.Line(s + " (" + strings.TrimSpace("rtdyld help "+e.Command) + ")")
}

// errHelp says that help was asked for.
var errHelp = flag.ErrHelp

// parse takes the options out of args, wherever they stand before "--", and sets them.
// It returns the operands and what follows "--".
//
// Options have one dash or two. A value follows as a word of its own or behind "=", of -l
// and -L, which compilers have, too, at once.
func (c *command) parse(fs *flag.FlagSet, args []string) (operands, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			if rest = args[i+1:]; !c.dashes {
				operands, rest = append(operands, rest...), nil
			}
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			operands = append(operands, arg)
			continue
		}
		name, value, has := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := fs.Lookup(name)
		if short := fs.Lookup(arg[1:2]); f == nil && short != nil && !isSwitch(short) && short.Name != "u" { // -lm, but what begins with -u is rather a longer word misspelt
			f, name, value, has = short, short.Name, arg[2:], true
		}
		switch {
		case f == nil && (name == "h" || name == "help"):
			return nil, nil, errHelp
		case f == nil:
			near := nearest.New(name)
			fs.VisitAll(func(f *flag.Flag) { near.Add(f.Name) })
			e := &usageError{Command: c.name, Msg: "unknown option " + arg, Near: near.Best()}
			if e.Near != "" {
				e.Near = "-" + e.Near
			}
			return nil, nil, e
		case isSwitch(f) && !has:
			value = "true"
		case !has:
			if i++; i == len(args) {
				return nil, nil, &usageError{Command: c.name, Msg: "-" + name + " needs a value: " + dashed(f)}
			}
			value = args[i]
		}
		if err := fs.Set(name, value); err != nil {
			return nil, nil, &usageError{Command: c.name, Msg: fmt.Sprintf("invalid value %q for flag -%s: %v", value, name, err)}
		}
	}
	if len(operands) == 0 && !c.optional {
		return nil, nil, &usageError{Command: c.name, Msg: errNoInput.Error()}
	}
	return operands, rest, nil
}

// report prints an error, but not what comes of the command's having been told to end.
func (c *call) report(err error) {
	if c.ctx.Err() == nil {
		report(c.stderr, err)
	}
}

// do runs the command with its arguments and returns its status.
func (c *command) do(to *call, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	run := c.setup(fs)
	operands, rest, err := c.parse(fs, args)
	switch {
	case errors.Is(err, errHelp):
		c.help(to.stdout)
		return 0
	case err != nil:
		report(to.stderr, err)
		return 2
	}
	own := *to
	own.fs, own.args, own.rest = fs, operands, rest
	if c.cleans && own.watches {
		own.ctx, own.signals = interrupt.Watch()
		defer own.signals.End()
	}
	return run(own)
}

// unknown is the error of an unknown command.
func unknown(name string) error {
	names := []string{}
	for _, c := range table() {
		names = append(names, c.name)
	}
	e := &usageError{Msg: fmt.Sprintf("unknown command %q", name), Near: nearest.Of(name, names...)}
	if e.Near == "" && slices.ContainsFunc([]string{".o", ".a", ".c", ".obj"}, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) {
		e.Near = "run " + name
	}
	return e
}

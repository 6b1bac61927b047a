package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// width is how long lines of help are at most, in letters.
const width = 96

var helpCommand = command{
	name:     "help",
	operands: []string{"[COMMAND]"},
	summary:  "print what a command does and its options",
	examples: []example{
		{"rtdyld help run", "every option of run"},
		{"rtdyld help -man run >rtdyld-run.1", "the same as a page for man; without a command, rtdyld.1"},
	},
	optional: true,
}

// setup is set here since help prints the table that it is in.
func init() {
	helpCommand.setup = func(fs *flag.FlagSet) func(call) int {
		man := fs.Bool("man", false, "print the page for man(1), in its language")
		return func(c call) int {
			cmd := (*command)(nil)
			if len(c.args) > 0 {
				if cmd = find(c.args[0]); cmd == nil {
					report(c.stderr, unknown(c.args[0]))
					return 2
				}
			}
			b := bufio.NewWriter(c.stdout)
			switch {
			case *man:
				manPage(b, cmd)
			case cmd != nil:
				cmd.help(b)
			default:
				usage(b)
			}
			if err := b.Flush(); err != nil {
				report(c.stderr, err)
				return 1
			}
			return 0
		}
	}
}

// about says what the command is, for help and its page.
const about = `Links relocatable objects (ELF, COFF, Mach-O) and archives of them in memory, runs and shows them. No compiler and no linker is needed but for sources.`

// statuses says how the command ends.
const statuses = `0; 1 for an error; 2 for wrong usage. run ends with the program's status, 125 if it could not be linked or started, 124 if its time was over, 128 and the number of the signal that ended it in a process of its own.`

// usage prints the commands.
func usage(w io.Writer) {
	fmt.Fprintln(w, "usage:")
	for _, c := range table() {
		for _, s := range c.synopses() {
			fmt.Fprintln(w, " ", s)
		}
		wrap(w, "        ", c.summary)
	}
	fmt.Fprintln(w, "\nrtdyld help COMMAND prints its options and examples.")
}

// help prints one command.
func (c *command) help(w io.Writer) {
	for i, s := range c.synopses() {
		fmt.Fprintf(w, "%-6s %s\n", []string{"usage:", ""}[min(i, 1)], s)
	}
	fmt.Fprintln(w)
	wrap(w, "", sentence(c.summary))
	for _, p := range paragraphs(c.about) {
		fmt.Fprintln(w)
		wrap(w, "", p)
	}
	if all := c.options(); len(all) > 0 {
		fmt.Fprintln(w, "\noptions:")
		for _, f := range all {
			_, help := argument(f)
			fmt.Fprintln(w, " ", dashed(f))
			wrap(w, "        ", help)
		}
	}
	if len(c.examples) > 0 {
		fmt.Fprintln(w, "\nexamples:")
		for _, e := range c.examples {
			fmt.Fprintln(w, " ", e.line)
			wrap(w, "        ", e.does)
		}
	}
}

// sentence begins with a capital and ends with a period.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

// paragraphs are the parts of a text between empty lines.
func paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSpace(text), "\n\n")
}

// wrap prints words in lines.
func wrap(w io.Writer, indent, text string) {
	line := indent
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > width && len(line) > len(indent) {
			fmt.Fprintln(w, line)
			line = indent
		}
		if len(line) > len(indent) {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(w, line)
}

// manPage prints a page in the language of man(7): of a command, or of all if c is nil.
func manPage(w io.Writer, c *command) {
	name, summary := "rtdyld", "link, run and show relocatable objects"
	if c != nil {
		name, summary = "rtdyld-"+c.name, c.summary
	}
	fmt.Fprintf(w, ".TH %s 1 \"\" \"rtdyld\" \"User Commands\"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.nf\n", strings.ToUpper(roff(name)), roff(name), roff(summary))
	all := table()
	if c != nil {
		all = []*command{c}
	}
	for _, c := range all {
		for _, s := range c.synopses() {
			fmt.Fprintln(w, roff(s))
		}
	}
	fmt.Fprintln(w, ".fi\n.SH DESCRIPTION")
	if c == nil {
		fmt.Fprintln(w, roff(about))
		for _, c := range all {
			fmt.Fprintf(w, ".TP\n.BR rtdyld\\-%s (1)\n%s\n", roff(c.name), roff(sentence(c.summary)))
		}
	} else {
		fmt.Fprintln(w, roff(sentence(c.summary)))
		for _, p := range paragraphs(c.about) {
			fmt.Fprintf(w, ".PP\n%s\n", roff(strings.Join(strings.Fields(p), " ")))
		}
		if options := c.options(); len(options) > 0 {
			fmt.Fprintln(w, ".SH OPTIONS")
			for _, f := range options {
				_, help := argument(f)
				fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(dashed(f)), roff(help))
			}
		}
		if len(c.examples) > 0 {
			fmt.Fprintln(w, ".SH EXAMPLES")
			for _, e := range c.examples {
				fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(e.line), roff(e.does))
			}
		}
	}
	fmt.Fprintf(w, ".SH EXIT STATUS\n%s\n", roff(statuses))
	if c != nil {
		fmt.Fprintln(w, ".SH SEE ALSO\n.BR rtdyld (1)")
	}
}

// roff is a text that man shows as it is.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "~", `\(ti`, "^", `\(ha`, "\"", `\(dq`).Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

var versionCommand = command{
	name:     "version",
	operands: []string{""},
	summary:  "print the version, its commit and the Go that built it",
	optional: true,
	setup: func(*flag.FlagSet) func(call) int {
		return func(c call) int {
			fmt.Fprintln(c.stdout, version())
			return 0
		}
	},
}

// version is one line: "rtdyld v1.2.0 (0123456789ab, modified) go1.26.0 linux/amd64", as
// far as the build tells.
func version() string {
	s := "rtdyld"
	if info, ok := debug.ReadBuildInfo(); ok {
		v, commit, modified := info.Main.Version, "", ""
		for _, b := range info.Settings {
			switch {
			case b.Key == "vcs.revision":
				commit = b.Value[:min(len(b.Value), 12)]
			case b.Key == "vcs.modified" && b.Value == "true":
				modified = ", modified"
			}
		}
		if v == "" {
			v = "(devel)"
		}
		if s += " " + v; commit != "" && !strings.Contains(v, commit) {
			s += " (" + commit + modified + ")"
		}
	}
	return s + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

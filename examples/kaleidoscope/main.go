package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"golang.org/x/term"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "kaleidoscope:", err)
		}
		os.Exit(1)
	}
}

// run is the command with its arguments.
func run(ctx context.Context, args []string) (err error) {
	fs := flag.NewFlagSet("kaleidoscope", flag.ContinueOnError)
	opt := options{out: os.Stdout}
	fs.StringVar(&opt.cache, "cache", "", "`folder` that keeps what was compiled")
	fs.StringVar(&opt.compiler, "compiler", "", irc.Usage)
	if err := fs.Parse(args); err != nil {
		return err
	}
	s, err := newSession(ctx, opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	read := lines(os.Stdin)
	if fd := int(os.Stdin.Fd()); term.IsTerminal(fd) {
		read = editor(fd)
	}
	return repl(ctx, s, read)
}

// Prompts: for a line, and for more of it.
const (
	prompt = "> "
	more   = ". "
)

// repl reads lines and does them until there are no more. A line that is not complete goes on
// with the next; an empty one ends that.
func repl(ctx context.Context, s *session, read func(prompt string) (string, error)) error {
	for {
		text, err := read(prompt)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch strings.TrimSpace(text) {
		case ":quit":
			return nil
		case ":functions":
			s.list()
			continue
		case ":stats":
			s.stats()
			continue
		}
		l, err := parse(text)
		for errors.Is(err, errEnd) {
			next, rerr := read(more)
			if rerr != nil && !errors.Is(rerr, io.EOF) {
				return rerr
			}
			if strings.TrimSpace(next) == "" {
				break
			}
			text += "\n" + next
			l, err = parse(text)
		}
		if err == nil && l != nil {
			err = s.do(ctx, l)
		}
		if err != nil {
			fmt.Fprintf(s.out, "error: %s\n", explain(err))
		}
	}
}

// lines reads lines of a file, without prompts.
func lines(r io.Reader) func(prompt string) (string, error) {
	in := bufio.NewReader(r)
	return func(string) (string, error) {
		text, err := in.ReadString('\n')
		if text != "" {
			err = nil
		}
		return strings.TrimRight(text, "\r\n"), err
	}
}

// editor reads lines from a terminal, with editing and history. The terminal is raw only while
// a line is edited: what programs print, and Ctrl-C while they run, is as ever.
func editor(fd int) func(prompt string) (string, error) {
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{os.Stdin, os.Stdout}, "")
	return func(prompt string) (text string, err error) {
		state, err := term.MakeRaw(fd)
		if err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, term.Restore(fd, state)) }()
		if w, h, err := term.GetSize(fd); err == nil && w > 0 && h > 0 {
			if err := t.SetSize(w, h); err != nil {
				return "", err
			}
		}
		t.SetPrompt(prompt)
		return t.ReadLine()
	}
}

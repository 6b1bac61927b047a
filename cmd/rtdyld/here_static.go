//go:build rtdyld_static

package main

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/brought"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
	"github.com/go-rtdyld/rtdyld/triple"
)

// isStatic says that this command is linked statically, brings its C library along, and opens no shared library.
const isStatic = true

// stdioError says that output was lost.
type stdioError = static.StdioError

// process is this process, into which run loads code.
type process struct{ *static.Process }

// openProcess prepares this process, for what a static program runs; watch is called before any of it runs, and after package static has set
// its own handlers of signals.
func openProcess(ctx context.Context, opt *runOptions, target triple.Triple, watch func()) (*process, error) {
	if !target.IsZero() && (target.OS == triple.Windows || triple.Host().CheckObject(target) != nil) {
		return nil, &static.UnsupportedError{What: "code for " + target.String(), Why: "a static program runs that of " + triple.Host().String()}
	}
	p, err := brought.Open(ctx, static.Config{Args: opt.args}, opt.libs)
	watch()
	return &process{p}, err
}

// Provides reports no name: archives may define what the C library does.
func (p *process) Provides(string) bool { return false }

// main calls main.
func (p *process) main(ctx context.Context, addr uint64, args []string) (int, error) {
	return p.RunMain(ctx, addr, args, nil)
}

// origin tells where names are from: the members of the C library.
func (p *process) origin() func(name string, addr uint64) string {
	return func(name string, _ uint64) string { return p.Origin(name) }
}

// alone reports whether no thread of the program is left, which nobody knows.
func (p *process) alone() bool { return false }

// leave writes what C's streams hold.
func (p *process) leave() { p.Close() }

// flushStdio writes what C's streams hold.
func (p *process) flushStdio() error { return p.FlushStdio() }

// exit ends the command, after exit handlers.
func exit(status int) { static.Exit(status) }

// isBrought reports whether a shared library's names are in the C library that this command brings along.
func isBrought(path string) (bool, error) { return brought.Has(path) }

// checkShared refuses shared libraries whose names are not there.
func checkShared(paths []string) error { return brought.Check(paths) }

// broughtNames are the archives whose names may have been meant.
func broughtNames() []*ar.Archive {
	if l, err := brought.Libc(); err == nil {
		return []*ar.Archive{l.Names}
	}
	return nil
}

// notBrought adds to an error about names that nobody defines why the C library has them not.
func notBrought(err error) error { return brought.Explain(err) }

// threadsEnv is env: threads of static programs have what they want.
func threadsEnv(env []string, _ uint64) []string { return env }

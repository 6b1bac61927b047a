//go:build !rtdyld_static

package main

import (
	"context"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/triple"
)

// isStatic says that this command is linked statically, brings its C library along, and opens no shared library.
const isStatic = false

// stdioError says that output was lost.
type stdioError = host.StdioError

// process is this process, into which run loads code.
type process struct{ *host.Process }

// openProcess prepares this process for code that is made for a target; watch is called before any of it runs.
func openProcess(_ context.Context, opt *runOptions, target triple.Triple, watch func()) (*process, error) {
	watch()
	p, err := host.Open(host.Config{Libraries: opt.libs, Needed: opt.needed, Global: true, Preempt: true, Export: opt.export, Args: opt.args, Env: os.Environ(), Triple: target, NoTraceback: true})
	ran = true
	return &process{p}, err
}

// ran says that code was loaded into this process, or was to be.
var ran bool

// main calls main. The program may close any descriptor, and have its files at any number: those of Go's runtime are not its own.
func (p *process) main(ctx context.Context, addr uint64, args []string) (int, error) {
	defer keepDescriptors()()
	return host.RunMain(ctx, p.Caller(), addr, args, os.Environ())
}

// origin tells where names are from.
func (p *process) origin() func(name string, addr uint64) string { return mappedFiles(0) }

// alone reports whether no thread of the program, or of its libraries, is left.
func (p *process) alone() bool { return host.Alone() }

// leave closes the libraries if no thread is in them. This process ends next: on Linux exit runs their destructors, in the order in which it does in a program that was linked with them.
func (p *process) leave() {
	if runtime.GOOS != "linux" && p.alone() {
		p.Close()
	}
}

// flushStdio writes what C's streams hold.
func (p *process) flushStdio() error { return host.FlushStdio() }

// exit ends the command, after exit handlers.
func exit(status int) {
	if ran {
		host.Exit(status)
	}
	os.Exit(status)
}

// What follows is for the static command alone.

func isBrought(string) (bool, error) { return false, nil }

func checkShared([]string) error { return nil }

func broughtNames() []*ar.Archive { return nil }

func notBrought(err error) error { return err }

// threadsEnv is an environment in which an executor's threads have room for so many bytes of thread-locals.
func threadsEnv(env []string, size uint64) []string { return host.ThreadLocalEnv(env, size) }

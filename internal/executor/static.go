//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386) && rtdyld_static

package executor

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/brought"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

// process is this process, with the C library that the command brings along.
type process struct{ *static.Process }

// openProcess starts the C library: all of it at once if later there may be no memory that becomes executable, or too little.
func openProcess(o *options) (*process, error) {
	whole := o.Limits.NoWX || o.Limits.Sandbox || o.Limits.Memory > 0
	p, err := brought.Open(context.Background(), static.Config{Args: o.Program, Whole: whole}, o.Libs)
	return &process{p}, err
}

// flushStdio writes what C's stdio has buffered.
func (p *process) flushStdio() error { return p.FlushStdio() }

// newThreads gives none: functions run on threads of Go's, which have the server's descriptors, while the first is busy.
func newThreads(int) (run func(f func()) error, err error) { return nil, nil }

// preopen opens nothing: musl opens files when it is asked to, and does without them.
func preopen(context.Context) error { return nil }

// stockThreads has Go's runtime have n threads more than it needs, idle.
func stockThreads(n int) {
	var all, ready sync.WaitGroup
	ready.Add(n)
	for range n {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread() // the thread stays
			ready.Done()
			ready.Wait()
		})
	}
	all.Wait()
}

// callers has one convention, the C library's.
func (p *process) callers() ([]serve.Caller, error) {
	native := p.Caller()
	for _, c := range conventions {
		if c.conv == native.Convention() {
			return []serve.Caller{{Name: c.name, Caller: native}}, nil
		}
	}
	return nil, errors.ErrUnsupported
}

// runMain calls main. A program that ran has its status, even if output was lost.
func (p *process) runMain(ctx context.Context, _ abi.Caller, addr uint64, args, env []string) (status int, lost, err error) {
	status, err = p.RunMain(ctx, addr, args, env)
	if e := (*static.StdioError)(nil); errors.As(err, &e) {
		return status, e, nil
	}
	return status, nil, err
}

// callback makes no C functions for stubs.
func callback(func(context, number uint64) uint64) (uint64, error) {
	return 0, &static.UnsupportedError{What: "functions that are linked when they are called", Why: "loaded code cannot call Go in a static program"}
}

// members is told of objects.
func (p *process) members() serve.Members { return members{p} }

type members struct{ p *process }

// Attach implements serve.Members.
func (m members) Attach(ctx context.Context, _ []*serve.Object, init, fini []uint64) error {
	return m.p.Attach(ctx, init, fini)
}

// Detach implements serve.Members.
func (m members) Detach(ctx context.Context, objs []*serve.Object, fini []uint64) error {
	var memory []mem.Range
	for _, o := range objs {
		memory = append(memory, o.Memory...)
	}
	return errors.Join(m.p.Detach(ctx, memory, fini), m.p.flushStdio())
}

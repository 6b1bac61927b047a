//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386) && !rtdyld_static

package executor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/apart"
)

// process is this process, with the C library that the system has.
type process struct{ *host.Process }

func openProcess(o *options) (*process, error) {
	p, err := host.Open(host.Config{Libraries: o.Libs, Needed: o.Needed, Global: true, Args: o.Program, Memory: noMemory{}})
	return &process{p}, err
}

// flushStdio writes what C's stdio has buffered.
func (p *process) flushStdio() error { return host.FlushStdio() }

// newThreads starts n threads, which have this one's descriptors, and returns what has them run something.
func newThreads(n int) (run func(f func()) error, err error) {
	t, err := host.NewThreads(n)
	if err != nil {
		return nil, err
	}
	return t.Go, nil
}

// preopen opens what loaded code will need before it may open nothing.
func preopen(ctx context.Context) error { return host.Preopen(ctx) }

// stockThreads has Go's runtime have n threads more than it needs.
func stockThreads(n int) { host.StockThreads(n) }

// noMemory is in place of a manager: what is linked here has its memory already.
type noMemory struct{}

// Allocate implements rtdyld.MemoryManager.
func (noMemory) Allocate(context.Context, []rtdyld.Request) (rtdyld.Allocation, error) {
	return nil, fmt.Errorf("linking in an executor: %w", objfmt.ErrUnsupported)
}

// callers lists the conventions of this machine, the C library's first.
func (p *process) callers() ([]serve.Caller, error) {
	native, err := host.Caller()
	if err != nil {
		return nil, err
	}
	var first, others []serve.Caller
	for _, c := range conventions {
		if c.conv == native.Convention() {
			first = append(first, serve.Caller{Name: c.name, Caller: native})
			continue
		}
		caller, err := host.CallerFor(c.conv)
		if errors.Is(err, host.ErrSystem) {
			continue
		}
		if err != nil {
			return nil, err
		}
		others = append(others, serve.Caller{Name: c.name, Caller: caller})
	}
	return append(first, others...), nil
}

// runMain calls main. A program that ran has its status, even if output was lost.
func (p *process) runMain(ctx context.Context, caller abi.Caller, addr uint64, args, env []string) (status int, lost, err error) {
	status, err = host.RunMain(ctx, caller, addr, args, env)
	if e := (*host.StdioError)(nil); errors.As(err, &e) {
		return status, e, nil
	}
	return status, nil, err
}

// callback makes a C function for stubs. In a process that loaded code has forked nobody can be asked what one leads to: it has no
// threads but the one that forked, and ends where it would wait for ever. It might do so in Go's runtime before f is called, when another thread
// had its processor: apart.Unforked sees to that where it can, and this function on other machines.
func callback(f func(context, number uint64) uint64) (uint64, error) {
	pid := unix.Getpid()
	addr, err := host.CallbackAddr(func(context, number uintptr) uintptr {
		if now := unix.Getpid(); now != pid {
			_, _, _ = syscall.RawSyscall(unix.SYS_WRITE, 2, uintptr(unsafe.Pointer(unsafe.StringData(forked))), uintptr(len(forked)))
			_, _, _ = syscall.RawSyscall(unix.SYS_KILL, uintptr(now), uintptr(unix.SIGKILL), 0)
		}
		return uintptr(f(uint64(context), uint64(number)))
	})
	if err != nil {
		return 0, err
	}
	return apart.Unforked(addr, forked), nil
}

// forked is written by a process that ends so.
const forked = "rtdyld-executor: a function that is linked when it is called was called first in a forked process\n"

// members makes what is told of objects.
func (p *process) members() serve.Members {
	return &members{p: p, objs: map[*serve.Object]*host.RemoteObject{}}
}

// members are the objects of this process.
type members struct {
	p    *process
	mu   sync.Mutex
	objs map[*serve.Object]*host.RemoteObject
}

// Attach implements serve.Members.
func (m *members) Attach(ctx context.Context, objs []*serve.Object, init, fini []uint64) error {
	list := make([]*host.RemoteObject, len(objs))
	for i, o := range objs {
		list[i] = &host.RemoteObject{Name: o.Name, Memory: o.Memory, Handle: o.DSOHandle}
	}
	m.mu.Lock() // constructors may call for more objects: not held while they run
	for i, o := range objs {
		m.objs[o] = list[i]
	}
	m.mu.Unlock()
	err := m.p.Attach(ctx, list, init, fini)
	if err != nil {
		m.take(objs)
	}
	return err
}

// take drops objects.
func (m *members) take(objs []*serve.Object) []*host.RemoteObject {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := make([]*host.RemoteObject, len(objs))
	for i, o := range objs {
		list[i] = m.objs[o]
		delete(m.objs, o)
	}
	return list
}

// Detach implements serve.Members.
func (m *members) Detach(ctx context.Context, objs []*serve.Object, fini []uint64) error {
	err := m.p.Detach(ctx, m.take(objs), fini)
	return errors.Join(err, host.FlushStdio())
}

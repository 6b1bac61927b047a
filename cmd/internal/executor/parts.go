//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package executor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/apart"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// newServer joins a server with this process, and restricts the process last.
func newServer(o *options, l *loadedCode, opts *serve.Config) (srv *serve.Server, err error) {
	p := l.process
	opts.Go = l.threads.Go
	run := func(ctx context.Context, c mem.Call) error { return srv.RunAction(ctx, c) }
	if err := memory(opts, mem.MapperConfig{Runner: run, Limit: o.maxInit}, o.anonymous); err != nil {
		return nil, err
	}
	if o.pass < 0 {
		opts.Shared = nil // nothing can be passed
	}
	cfg := p.LinkerConfig()
	opts.Triple = cfg.Triple
	opts.Resolver = cfg.Resolver
	opts.Unwinder = cfg.Unwinder
	// A crash tells the controller where it was called from, if the runtime can.
	if w, err := traceback.Frames(); err == nil {
		opts.Unwinder = rtdyld.Unwinders{cfg.Unwinder, w}
	}
	opts.TLS = cfg.TLS
	opts.Members = &members{p: p, objs: map[*serve.Object]*host.RemoteObject{}}
	opts.Main = runMain
	opts.Callback = callback
	if opts.Callers, err = callers(); err != nil {
		return nil, err
	}
	if opts.Near, err = near(cfg.Resolver); err != nil {
		return nil, err
	}
	if o.limits.Memory > 0 {
		stockUp()
	}
	var limits []confine.Restriction
	if o.emptyEnv {
		limits = append(limits, forget(cfg.Resolver))
	}
	if o.limits.Sandbox {
		if err := host.Preopen(context.Background()); err != nil {
			return nil, err
		}
		if o.landlock == nil {
			o.landlock = confine.CheckLandlock()
		}
		limits = append(limits, confine.Result(confine.Landlocked, o.landlock))
	}
	alone := o.askKeeper()
	limits = append(limits, confine.Apply(o.limits)...)
	limits = append(limits, o.ofAll(alone)...)
	opts.Restrictions = restrictions(limits)
	srv, err = serve.New(*opts)
	return srv, err
}

// memory makes a mapper: one that can share memory, if the system has that and it may be
// a file.
func memory(opts *serve.Config, mo mem.MapperConfig, anonymous bool) (err error) {
	if !anonymous {
		dual, err := mem.NewDualMapped(mo)
		if err == nil {
			opts.Mapper, opts.Shared = dual, dual
			return nil
		}
		if !errors.Is(err, objfmt.ErrUnsupported) && !errors.Is(err, mem.ErrExecDenied) {
			return err
		}
	}
	opts.Mapper, err = mem.NewInProcess(mo)
	return err
}

const (
	// spareThreads are how many threads of each kind there are before memory is limited.
	spareThreads = 16
	// spareMemory is how many more bytes Go may have in the executor then.
	spareMemory = 64 << 20
	// ownMemory is that of the executor itself which does not count for all together.
	ownMemory = spareMemory * instrumented
)

// stockUp has Go's runtime take threads and memory that it will need, before a limit of
// memory could keep it from that, which would be its end: the limit is for loaded code.
func stockUp() {
	host.StockThreads(spareThreads)
	runtime.KeepAlive(make([]byte, spareMemory)) // its addresses stay, not its pages
	runtime.GC()
}

// noMemory is in place of a manager: what is linked here has its memory already.
type noMemory struct{}

// Allocate implements rtdyld.MemoryManager.
func (noMemory) Allocate(context.Context, []rtdyld.Request) (rtdyld.Allocation, error) {
	return nil, fmt.Errorf("linking in an executor: %w", objfmt.ErrUnsupported)
}

// near is an address of the C library, which loaded code refers to.
func near(r rtdyld.Resolver) (uint64, error) {
	var out [1]rtdyld.Symbol
	err := r.Resolve(context.Background(), []rtdyld.Ref{{Name: "malloc"}}, out[:])
	return out[0].Addr, err
}

// conventions are those that there may be callers for.
var conventions = []struct {
	name wire.Convention
	conv *abi.Convention
}{
	{wire.Convention_CONVENTION_SYSV64, abi.SystemV()},
	{wire.Convention_CONVENTION_WIN64, abi.Win64()},
	{wire.Convention_CONVENTION_AAPCS64, abi.AAPCS64()},
	{wire.Convention_CONVENTION_APPLE_ARM64, abi.AppleARM64()},
	{wire.Convention_CONVENTION_AAPCS32_VFP, abi.AAPCS32VFP()},
	{wire.Convention_CONVENTION_AAPCS32, abi.AAPCS32()},
	{wire.Convention_CONVENTION_CDECL386, abi.Cdecl386()},
	{wire.Convention_CONVENTION_RISCV64, abi.RISCV64()},
	{wire.Convention_CONVENTION_RISCV64_SOFT, abi.RISCV64Soft()},
	{wire.Convention_CONVENTION_ELFV2, abi.ELFv2()},
	{wire.Convention_CONVENTION_ELFV2_SOFT, abi.ELFv2Soft()},
	{wire.Convention_CONVENTION_S390X, abi.S390X()},
}

// callers lists the conventions of this machine, the C library's first.
func callers() ([]serve.Caller, error) {
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
func runMain(ctx context.Context, caller abi.Caller, addr uint64, args, env []string) (status int, lost, err error) {
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

// members are the objects of this process.
type members struct {
	p    *host.Process
	mu   sync.Mutex
	objs map[*serve.Object]*host.RemoteObject
}

// Attach implements serve.Members.
func (m *members) Attach(ctx context.Context, objs []*serve.Object, init []uint64) error {
	list := make([]*host.RemoteObject, len(objs))
	for i, o := range objs {
		list[i] = &host.RemoteObject{Name: o.Name, Memory: o.Memory, Handle: o.DSOHandle}
	}
	m.mu.Lock() // constructors may call for more objects: not held while they run
	for i, o := range objs {
		m.objs[o] = list[i]
	}
	m.mu.Unlock()
	err := m.p.Attach(ctx, list, init)
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

// token reads what controllers must know.
func token(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if b = bytes.TrimSpace(b); len(b) == 0 {
		return "", fmt.Errorf("%s is empty", file)
	}
	return string(b), nil
}

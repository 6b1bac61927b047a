//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package executor

import (
	"context"
	"errors"
	"runtime"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// newServer joins a server with this process, and restricts the process last.
func newServer(o *options, l *loadedCode, opts *serve.Config) (srv *serve.Server, err error) {
	p := l.process
	opts.Go = l.run
	run := func(ctx context.Context, c mem.Call) error { return srv.RunAction(ctx, c) }
	if err := memory(opts, mem.MapperConfig{Runner: run, Limit: o.MaxInit}, o.Anonymous); err != nil {
		return nil, err
	}
	if o.Pass < 0 {
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
	opts.Library = cfg.Library
	if opts.Images, err = mem.NewImages(mem.ImagesConfig{}); err != nil {
		return nil, err
	}
	opts.Members = p.members()
	opts.Main = p.runMain
	opts.Callback = callback
	if opts.Callers, err = p.callers(); err != nil {
		return nil, err
	}
	if opts.Near, err = near(cfg.Resolver); err != nil {
		return nil, err
	}
	if o.Limits.Memory > 0 {
		stockUp()
	}
	var limits []confine.Restriction
	if o.EmptyEnv {
		limits = append(limits, forget(cfg.Resolver))
	}
	if o.Limits.Sandbox {
		if err := preopen(context.Background()); err != nil {
			return nil, err
		}
		if o.landlock == nil {
			o.landlock = confine.CheckLandlock()
		}
		limits = append(limits, confine.Result(confine.Landlocked, o.landlock))
	}
	alone := o.AskKeeper()
	limits = append(limits, confine.Apply(o.Limits)...)
	limits = append(limits, o.OfAll(alone)...)
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

// spareThreads are how many threads of each kind there are before memory is limited.
const spareThreads = 16

// stockUp has Go's runtime take threads and memory that it will need, before a limit of
// memory could keep it from that, which would be its end: the limit is for loaded code.
func stockUp() {
	stockThreads(spareThreads)
	runtime.KeepAlive(make([]byte, keeper.SpareMemory)) // its addresses stay, not its pages
	runtime.GC()
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

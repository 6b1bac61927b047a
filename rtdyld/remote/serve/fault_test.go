package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// faulty is what an executor is made of, with hooks. What takes something back does so, and fails then.
type faulty struct {
	insidetest.Hooks
	mem.Mapper
	images                                     rtdyld.ImageMapper
	reserved, blocks, frames, attached, mapped int
}

func (f *faulty) call(name string) error { return f.Hooks.Call(insidetest.None, name) }

func (f *faulty) Reserve(ctx context.Context, size uint64, where mem.Placement) (r mem.Range, err error) {
	if err = f.call("Mapper.Reserve"); err == nil {
		r, err = f.Mapper.Reserve(ctx, size, where)
	}
	if err == nil {
		f.reserved++
	}
	return r, err
}

func (f *faulty) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	if err := f.call("Mapper.Prepare"); err != nil {
		return nil, err
	}
	return f.Mapper.Prepare(ctx, addr, size)
}

func (f *faulty) Initialize(ctx context.Context, init mem.Initialization) (mem.InitID, error) {
	if err := f.call("Mapper.Initialize"); err != nil {
		return 0, err
	}
	return f.Mapper.Initialize(ctx, init)
}

func (f *faulty) Deinitialize(ctx context.Context, ids ...mem.InitID) error {
	return errors.Join(f.Mapper.Deinitialize(ctx, ids...), f.call("Mapper.Deinitialize"))
}

func (f *faulty) Release(ctx context.Context, bases ...uint64) error {
	err := f.Mapper.Release(ctx, bases...)
	f.reserved -= len(bases)
	return errors.Join(err, f.call("Mapper.Release"))
}

// parted are the parts that are no mapper.
type parted struct{ *faulty }

func (p parted) Read(ctx context.Context, addr uint64, dst []byte) error {
	if err := p.call("Memory.Read"); err != nil {
		return err
	}
	return OwnMemory().Read(ctx, addr, dst)
}

func (p parted) Write(ctx context.Context, addr uint64, src []byte) error {
	if err := p.call("Memory.Write"); err != nil {
		return err
	}
	return OwnMemory().Write(ctx, addr, src)
}

func (p parted) Store(ctx context.Context, addr, word uint64) error {
	if err := p.call("Memory.Store"); err != nil {
		return err
	}
	return OwnMemory().Store(ctx, addr, word)
}

func (p parted) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	return p.call("Resolver.Resolve")
}

func (p parted) Attach(context.Context, []*Object, []uint64, []uint64) error {
	err := p.call("Members.Attach")
	if err == nil {
		p.attached++
	}
	return err
}

func (p parted) Detach(context.Context, []*Object, []uint64) error {
	p.attached--
	return p.call("Members.Detach")
}

func (p parted) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

func (p parted) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	err := p.call("Unwinder.Register")
	if err == nil {
		p.frames += len(tables)
	}
	return err
}

func (p parted) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	p.frames -= len(tables)
	return p.call("Unwinder.Deregister")
}

func (p parted) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if err := p.call("TLSProvider.Define"); err != nil {
		return nil, err
	}
	p.blocks++
	return faultyBlock(p), nil
}

func (p parted) MapImage(ctx context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	if err := p.call("ImageMapper.MapImage"); err != nil {
		return nil, err
	}
	a, err := p.images.MapImage(ctx, req)
	if err != nil {
		return nil, err
	}
	p.mapped++
	return faultyImage{a, p.faulty}, nil
}

type faultyImage struct {
	rtdyld.Allocation
	*faulty
}

func (a faultyImage) Blocks() []rtdyld.Block {
	_ = a.call("Allocation.Blocks")
	return a.Allocation.Blocks()
}

func (a faultyImage) Finalize(ctx context.Context) error {
	if err := a.call("Allocation.Finalize"); err != nil {
		return err
	}
	return a.Allocation.Finalize(ctx)
}

func (a faultyImage) Release(ctx context.Context) error {
	err := a.Allocation.Release(ctx)
	a.mapped--
	return errors.Join(err, a.call("Allocation.Release"))
}

type faultyBlock struct{ *faulty }

func (b faultyBlock) Module() uint64    { _ = b.call("TLSBlock.Module"); return 1 }
func (b faultyBlock) DTPOffset() uint64 { _ = b.call("TLSBlock.DTPOffset"); return 0 }
func (b faultyBlock) TPOffset() int64   { _ = b.call("TLSBlock.TPOffset"); return 0 }
func (b faultyBlock) Initialize(context.Context, []byte) error {
	return b.call("TLSBlock.Initialize")
}
func (b faultyBlock) Release(context.Context) error {
	b.blocks--
	return b.call("TLSBlock.Release")
}

// faultyLog is a log's handler.
type faultyLog struct{ *faulty }

func (faultyLog) Enabled(context.Context, slog.Level) bool      { return true }
func (l faultyLog) Handle(context.Context, slog.Record) error   { return l.call("Config.Logger") }
func (l faultyLog) WithAttrs([]slog.Attr) slog.Handler          { return l }
func (l faultyLog) WithGroup(string) slog.Handler               { return l }
func (f *faulty) Convention() *abi.Convention                   { return abi.SystemV() }
func (f *faulty) Call(*abi.Frame)                               { _ = f.call("Callers") }
func (f *faulty) threads(run func()) error                      { err := f.call("Config.Go"); start(err, run); return err }
func (f *faulty) main(context.Context, abi.Caller) (int, error) { return 0, f.call("Config.Main") }
func start(err error, run func()) {
	if err == nil {
		go run()
	}
}

// notCalled are callbacks that the life below does not call, with why.
var notCalled = map[string]string{
	"Mapper.Traits": "it is constant", "Unwinder.Formats": "it is constant",
	"SharedMapper.ReserveShared": "descriptors come by a socket; it is called as Mapper.Reserve is",
	"Config.End":                 "it ends the process",
}

// life has a controller do all that it may ask for, and give back what it has got. The first error is returned.
func (r *rig) life() (err error) {
	ctx := r.t.Context()
	keep := func(e error) bool {
		if err == nil {
			err = e
		}
		return e == nil
	}
	_, e := r.Hello(ctx, &wire.HelloRequest{Version: Protocol})
	keep(e)
	reply, e := r.Reserve(ctx, &wire.ReserveRequest{Instance: r.id, Size: 1 << 12})
	if !keep(e) {
		return err
	}
	at := reply.Range.Addr
	defer func() {
		_, e := r.Release(ctx, &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{at}})
		keep(e)
	}()
	id, e := r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{
		{Addr: at, Size: 64, Content: 8, Kind: wire.Kind_KIND_WRITABLE}}, Actions: []*wire.Action{{Finalize: &wire.FunctionCall{Addr: 1}, Dealloc: &wire.FunctionCall{Addr: 2}}}}, []byte("8 bytes."), 8)
	if !keep(e) {
		return err
	}
	_, e = r.read(at, 8)
	keep(e)
	keep(r.write(at, []byte("8 other.")))
	_, e = r.Store(ctx, &wire.StoreRequest{Instance: r.id, Addrs: []uint64{at}, Words: []uint64{8}})
	keep(e)
	_, e = r.beginLazy(ctx)
	keep(e)
	_, e = r.Lookup(ctx, &wire.LookupRequest{Instance: r.id, Refs: []*wire.Ref{{Name: []byte("x")}}})
	keep(e)
	r.threadLocals(keep)
	r.image(keep)
	_, e = r.Libraries(ctx, &wire.LibrariesRequest{Instance: r.id, Names: [][]byte{[]byte("libc.so.6")}})
	keep(e)
	frames := []*wire.Frames{{Tables: []*wire.Range{{Addr: at, Size: 8}}}, {Tables: []*wire.Range{{Addr: at, Size: 4}}}}
	objs := []*wire.Object{{Id: 1, Name: []byte("a.o")}}
	if _, e = r.Attach(ctx, &wire.AttachRequest{Instance: r.id, Objects: objs, Frames: frames, Init: []uint64{5}}); keep(e) {
		_, e = r.Detach(ctx, &wire.DetachRequest{Instance: r.id, Objects: objs, Frames: frames, Fini: []uint64{7}})
		keep(e)
	}
	_, e = r.Call(ctx, &wire.CallRequest{Instance: r.id, Addr: 3})
	keep(e)
	_, e = r.Main(ctx, &wire.MainRequest{Instance: r.id, Addr: 4})
	keep(e)
	_, e = r.Deinitialize(ctx, &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}})
	keep(e)
	return err
}

func (r *rig) image(keep func(error) bool) {
	m, e := r.mapImage(imageRequest())
	if !keep(e) {
		return
	}
	keep(r.finishImage(&wire.FinishImageRequest{Id: m.Id}))
	_, e = r.UnmapImage(r.t.Context(), &wire.UnmapImageRequest{Instance: r.id, Id: m.Id})
	keep(e)
}

func (r *rig) threadLocals(keep func(error) bool) {
	b, e := r.DefineThreadLocals(r.t.Context(), &wire.DefineThreadLocalsRequest{Instance: r.id, Size: 8, Align: 8})
	if !keep(e) {
		return
	}
	_, e = r.InitializeThreadLocals(r.t.Context(), &wire.InitializeThreadLocalsRequest{Instance: r.id, Id: b.Id, Init: []byte{1}})
	keep(e)
	_, e = r.ReleaseThreadLocals(r.t.Context(), &wire.ReleaseThreadLocalsRequest{Instance: r.id, Id: b.Id})
	keep(e)
}

// TestFaults has each call of each callback fail, or panic: the request fails, and the executor goes on with nothing
// left. A callback that is not in the table fails the test.
func TestFaults(t *testing.T) {
	callbacks := append(insidetest.Callbacks(reflect.TypeFor[Config]()), insidetest.Callback{Name: "Callers"})
	for _, c := range callbacks {
		if notCalled[c.Name] != "" {
			continue
		}
		for _, kind := range []string{"error", "panic"} {
			if kind == "error" && (!c.Error || c.Name == "Config.Logger") {
				continue
			}
			for k, calls := 0, 1; k < calls; k++ {
				t.Run(fmt.Sprintf("%s/%s/%d", c.Name, kind, k), func(t *testing.T) { calls = max(calls, serveFault(t, c.Name, kind, k)) })
			}
		}
	}
}

var errFault = errors.New("the callback cannot")

// silent are callbacks whose panics no request fails by.
var silent = []string{"Config.Logger", "Config.Returned"}

func serveFault(t *testing.T, name, kind string, k int) (calls int) {
	f := &faulty{}
	r := newRig(t, func(o *Config) {
		p := parted{f}
		m, err := mem.NewInProcess(mem.MapperConfig{NoExec: true, Runner: func(ctx context.Context, c mem.Call) error { return nil }})
		if errors.Is(err, objfmt.ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Mapper = m
		if f.images, err = mem.NewImages(mem.ImagesConfig{}); err != nil {
			t.Fatal(err)
		}
		o.Images = p
		o.Library = func(string) (rtdyld.ImageLibrary, bool) {
			_ = f.call("Config.Library")
			return rtdyld.ImageLibrary{}, false
		}
		o.Mapper, o.Memory, o.Resolver, o.Members, o.Unwinder, o.TLS = f, p, p, p, p, p
		o.Callers = []Caller{{wire.Convention_CONVENTION_SYSV64, f}}
		o.Logger = slog.New(faultyLog{f})
		o.Callback = func(func(_, _ uint64) uint64) (uint64, error) { return 1, f.call("Config.Callback") }
		o.Go, o.Returned = f.threads, func() { _ = f.call("Config.Returned") }
		o.Main = func(ctx context.Context, c abi.Caller, _ uint64, _, _ []string) (int, error, error) {
			status, err := f.main(ctx, c)
			return status, nil, err
		}
	})
	if name == "Config.Go" { // which is called while the main thread is busy
		for !r.srv.main.Give() {
			runtime.Gosched()
		}
		defer func() { r.srv.tasks <- r.srv.main.Free }()
	}
	made := f.Spoil(name, kind, k, errFault, func() {})
	var err error
	insidetest.Hang(t, "life", func() { err = r.life() })
	switch {
	case *made == 0:
		t.Error("it was not called")
	case *made <= k:
		return *made // it is called as often only where an earlier call fails
	}
	if quiet := strings.Contains(strings.Join(silent, " "), name); (err == nil) != quiet || err != nil && !strings.Contains(status.Convert(err).Message(), errFault.Error()) {
		t.Errorf("error is %v", err)
	}
	f.Fail = nil
	s := r.srv
	if name == "Memory.Read" && k > 2 {
		f.frames = 0 // who cannot read tables cannot tell the unwinder which ones go
	}
	if name == "Config.Go" && k == 1 {
		f.attached = 0 // their destructors have no thread to run on
	}
	left := fmt.Sprint(f.reserved, f.blocks, f.frames, f.attached, f.mapped, len(s.space.list), s.space.total, s.memory.used, len(s.objects), len(s.blocks), len(s.images), len(s.slots))
	if left != "0 0 0 0 0 0 0 0 0 0 0 0" {
		t.Errorf("left: %s", left)
	}
	insidetest.Hang(t, "what comes after", func() {
		if err := r.life(); err != nil {
			t.Error(err)
		}
	})
	return *made
}

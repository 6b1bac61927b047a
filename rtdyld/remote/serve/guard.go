package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// What a Config has is called on goroutines of which nobody else could recover. A call that panics has failed: the request
// fails as it does when the call returns an error, the Logger has a record with the stack, and the executor goes on.

// panicError says that a callback panicked.
type panicError struct {
	callback string // "Members.Attach"
	value    any    // that it panicked with
}

func (e *panicError) Error() string { return fmt.Sprintf("%s panicked: %v", e.callback, e.value) }

// guard is deferred where a callback is called: a panic becomes the error. log may be nil.
func guard(log *slog.Logger, callback string, err *error) {
	v := recover()
	if v == nil {
		return
	}
	*err = &panicError{callback, v}
	if log != nil {
		log.Error("callback panicked", "callback", callback, "value", v, "stack", string(debug.Stack()))
	}
}

// guardAll has the callbacks guarded that return errors. Others are guarded where they are called.
func (o *Config) guardAll() {
	o.Logger = slog.New(guardedHandler{o.Logger.Handler()})
	o.Mapper = &guardedMapper{o.Mapper, o.Logger}
	o.Memory = &guardedMemory{o.Memory, o.Logger}
	if o.Shared != nil {
		o.Shared = &guardedShared{o.Shared, o.Logger}
	}
	if o.Resolver != nil {
		o.Resolver = &guardedResolver{o.Resolver, o.Logger}
	}
	if o.Members != nil {
		o.Members = &guardedMembers{o.Members, o.Logger}
	}
	if o.Unwinder != nil {
		o.Unwinder = &guardedUnwinder{o.Unwinder, o.Logger}
	}
	if o.Images != nil {
		o.Images = &guardedImages{o.Images, o.Logger}
	}
	if o.TLS != nil {
		o.TLS = &guardedTLS{o.TLS, o.Logger}
	}
}

// guardedHandler is the Logger's. Its own panics have nowhere to go.
type guardedHandler struct{ slog.Handler }

func (h guardedHandler) Enabled(ctx context.Context, level slog.Level) (on bool) {
	defer func() { _ = recover() }()
	return h.Handler.Enabled(ctx, level)
}

func (h guardedHandler) Handle(ctx context.Context, r slog.Record) (err error) {
	defer guard(nil, "Logger", &err)
	return h.Handler.Handle(ctx, r)
}

type guardedMapper struct {
	mem.Mapper
	log *slog.Logger
}

func (m *guardedMapper) Reserve(ctx context.Context, size uint64, where mem.Placement) (r mem.Range, err error) {
	defer guard(m.log, "Mapper.Reserve", &err)
	return m.Mapper.Reserve(ctx, size, where)
}

func (m *guardedMapper) Prepare(ctx context.Context, addr, size uint64) (b []byte, err error) {
	defer guard(m.log, "Mapper.Prepare", &err)
	return m.Mapper.Prepare(ctx, addr, size)
}

func (m *guardedMapper) Initialize(ctx context.Context, init mem.Initialization) (id mem.InitID, err error) {
	defer guard(m.log, "Mapper.Initialize", &err)
	return m.Mapper.Initialize(ctx, init)
}

func (m *guardedMapper) Deinitialize(ctx context.Context, ids ...mem.InitID) (err error) {
	defer guard(m.log, "Mapper.Deinitialize", &err)
	return m.Mapper.Deinitialize(ctx, ids...)
}

func (m *guardedMapper) Release(ctx context.Context, bases ...uint64) (err error) {
	defer guard(m.log, "Mapper.Release", &err)
	return m.Mapper.Release(ctx, bases...)
}

type guardedShared struct {
	SharedMapper
	log *slog.Logger
}

func (m *guardedShared) ReserveShared(ctx context.Context, f *os.File, size uint64, where mem.Placement) (r mem.Range, err error) {
	defer guard(m.log, "Shared.ReserveShared", &err)
	return m.SharedMapper.ReserveShared(ctx, f, size, where)
}

type guardedMemory struct {
	Memory
	log *slog.Logger
}

func (m *guardedMemory) Read(ctx context.Context, addr uint64, dst []byte) (err error) {
	defer guard(m.log, "Memory.Read", &err)
	return m.Memory.Read(ctx, addr, dst)
}

func (m *guardedMemory) Write(ctx context.Context, addr uint64, src []byte) (err error) {
	defer guard(m.log, "Memory.Write", &err)
	return m.Memory.Write(ctx, addr, src)
}

func (m *guardedMemory) Store(ctx context.Context, addr, word uint64) (err error) {
	defer guard(m.log, "Memory.Store", &err)
	return m.Memory.Store(ctx, addr, word)
}

type guardedResolver struct {
	rtdyld.Resolver
	log *slog.Logger
}

func (r *guardedResolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) (err error) {
	defer guard(r.log, "Resolver.Resolve", &err)
	return r.Resolver.Resolve(ctx, refs, out)
}

type guardedMembers struct {
	Members
	log *slog.Logger
}

func (m *guardedMembers) Attach(ctx context.Context, objs []*Object, init, fini []uint64) (err error) {
	defer guard(m.log, "Members.Attach", &err)
	return m.Members.Attach(ctx, objs, init, fini)
}

func (m *guardedMembers) Detach(ctx context.Context, objs []*Object, fini []uint64) (err error) {
	defer guard(m.log, "Members.Detach", &err)
	return m.Members.Detach(ctx, objs, fini)
}

type guardedUnwinder struct {
	rtdyld.Unwinder
	log *slog.Logger
}

func (u *guardedUnwinder) Register(ctx context.Context, tables []rtdyld.UnwindTable) (err error) {
	defer guard(u.log, "Unwinder.Register", &err)
	return u.Unwinder.Register(ctx, tables)
}

func (u *guardedUnwinder) Deregister(ctx context.Context, tables []rtdyld.UnwindTable) (err error) {
	defer guard(u.log, "Unwinder.Deregister", &err)
	return u.Unwinder.Deregister(ctx, tables)
}

type guardedImages struct {
	rtdyld.ImageMapper
	log *slog.Logger
}

func (m *guardedImages) MapImage(ctx context.Context, req *rtdyld.ImageRequest) (a rtdyld.Allocation, err error) {
	defer guard(m.log, "Images.MapImage", &err)
	if a, err = m.ImageMapper.MapImage(ctx, req); err != nil {
		return nil, err
	}
	g := &guardedImage{Allocation: a, log: m.log}
	if err = g.ask(); err != nil {
		return nil, errors.Join(err, g.Release(context.WithoutCancel(ctx)))
	}
	return g, nil
}

// guardedImage is an image that is mapped.
type guardedImage struct {
	rtdyld.Allocation
	blocks []rtdyld.Block
	log    *slog.Logger
}

// ask asks for the blocks.
func (a *guardedImage) ask() (err error) {
	defer guard(a.log, "an image's Blocks", &err)
	a.blocks = a.Allocation.Blocks()
	return nil
}

func (a *guardedImage) Blocks() []rtdyld.Block { return a.blocks }

func (a *guardedImage) Finalize(ctx context.Context) (err error) {
	defer guard(a.log, "an image's Finalize", &err)
	return a.Allocation.Finalize(ctx)
}

func (a *guardedImage) Release(ctx context.Context) (err error) {
	defer guard(a.log, "an image's Release", &err)
	return a.Allocation.Release(ctx)
}

type guardedTLS struct {
	rtdyld.TLSProvider
	log *slog.Logger
}

func (p *guardedTLS) Define(ctx context.Context, req rtdyld.TLSRequest) (b rtdyld.TLSBlock, err error) {
	defer guard(p.log, "TLS.Define", &err)
	b, err = p.TLSProvider.Define(ctx, req)
	if err != nil {
		return nil, err
	}
	if d, ok := b.(rtdyld.DescribedTLSBlock); ok {
		return &guardedDescribed{guardedBlock{b, p.log}, d}, nil
	}
	return &guardedBlock{b, p.log}, nil
}

// guardedDescribed is a block to which descriptors lead.
type guardedDescribed struct {
	guardedBlock
	of rtdyld.DescribedTLSBlock
}

func (b *guardedDescribed) TLSDescriptor() [2]uint64 { return b.of.TLSDescriptor() }

// guardedBlock is a block of thread-locals.
type guardedBlock struct {
	rtdyld.TLSBlock
	log *slog.Logger
}

func (b *guardedBlock) Initialize(ctx context.Context, init []byte) (err error) {
	defer guard(b.log, "TLS block's Initialize", &err)
	return b.TLSBlock.Initialize(ctx, init)
}

func (b *guardedBlock) Release(ctx context.Context) (err error) {
	defer guard(b.log, "TLS block's Release", &err)
	return b.TLSBlock.Release(ctx)
}

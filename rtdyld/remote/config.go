package remote

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// LinkerConfig returns a configuration that is ready for [rtdyld.New]: what the linker loads
// runs in the executor. Each call is for one linker; all share the executor's memory. A
// field may be wrapped before use, but Memory, Unwinder, Initializer and
// Listeners belong together. It does not promise that sections stay (SectionsStay): who controls the executor may set that, unless
// sections are mapped elsewhere there.
func (e *Executor) LinkerConfig() (rtdyld.Config, error) {
	m, err := e.Manager()
	if err != nil {
		return rtdyld.Config{}, err
	}
	b := &binding{e: e, attached: map[*rtdyld.Object]*attachment{}}
	cfg := rtdyld.Config{
		Memory:      memory{m, b},
		Resolver:    resolver{e},
		Unwinder:    b,
		TLS:         threadLocals{e},
		Initializer: b,
		ReadMemory:  e.Read,
		Images:      images{e, b},
		Library:     e.library,
		Listeners:   []rtdyld.Listener{&e.locator, b},
		Triple:      e.hello.Triple,
		Logger:      e.cfg.Logger,
	}
	return cfg, nil
}

// Manager is the memory manager of all linkers of the executor. It lives as long as the
// executor does.
func (e *Executor) Manager() (*mem.Manager, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.manager == nil {
		memory := e.cfg.Memory
		if memory.Near == 0 {
			memory.Near = e.hello.Near
		}
		m, err := mem.NewManager(e.mapper, memory)
		if err != nil {
			return nil, err
		}
		e.manager = m
	}
	return e.manager, nil
}

// memory is the manager as one linker has it.
type memory struct {
	*mem.Manager
	b *binding
}

// Allocate implements rtdyld.MemoryManager.
func (m memory) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a, err := m.Manager.Allocate(ctx, reqs)
	if err != nil {
		return nil, err
	}
	return allocation{a, m.b}, nil
}

// allocation sees to it that nothing stays attached whose memory goes.
type allocation struct {
	rtdyld.Allocation
	b *binding
}

// Release implements rtdyld.Allocation.
func (a allocation) Release(ctx context.Context) error {
	err := a.b.detachLeft(ctx)
	if err2 := a.Allocation.Release(ctx); err == nil {
		err = err2
	}
	return err
}

// resolver finds names in the executor.
type resolver struct{ e *Executor }

// Resolve implements rtdyld.Resolver, with one request unless it would be too large.
func (r resolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for len(refs) > 0 {
		n := r.fit(refs)
		if err := r.lookup(ctx, refs[:n], out[:n]); err != nil {
			return err
		}
		refs, out = refs[n:], out[n:]
	}
	return nil
}

// fit is how many names one message has room for. A Ref has up to three strings.
func (r resolver) fit(refs []rtdyld.Ref) int {
	room, entries := r.e.hello.maxMessage-1<<10, r.e.hello.maxEntries-16
	for i := range refs {
		size, strings := len(refs[i].Name), 2
		if m := refs[i].Import; m != nil {
			size, strings = size+len(m.Library)+len(m.Name), 4
		}
		room -= size + 48
		if entries -= strings; (room < 0 || entries < 0) && i > 0 {
			return i
		}
	}
	return len(refs)
}

func (r resolver) lookup(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	req := &wire.LookupRequest{Instance: r.e.hello.Instance, Refs: make([]*wire.Ref, len(refs))}
	room := make([]wire.Ref, len(refs))
	for i := range refs {
		from, w := &refs[i], &room[i]
		w.Name, w.Weak, w.Tls = []byte(from.Name), from.Weak || from.Unused, from.TLS
		if m := from.Import; m != nil {
			w.Library, w.ImportName, w.Ordinal = []byte(m.Library), []byte(m.Name), uint32(m.Ordinal)
		}
		req.Refs[i] = w
	}
	var reply *wire.LookupReply
	err := r.e.read(ctx, "lookup", func(ctx context.Context) (err error) {
		reply, err = r.e.client.Lookup(ctx, req)
		return err
	})
	if err != nil {
		return err
	}
	if len(reply.Symbols) != len(refs) {
		return protocolError("%d symbols for %d names", len(reply.Symbols), len(refs))
	}
	for i, s := range reply.Symbols {
		if s.GetFound() {
			out[i] = rtdyld.Symbol{Addr: s.Addr, Size: s.Size, Module: s.Module, Kind: rtdyld.Kind(min(s.Kind, wire.SymbolKind_SYMBOL_KIND_ABS)), Found: true}
			if t := s.Thread; t != nil {
				out[i].Thread = &rtdyld.ThreadLocal{Module: t.Module, Offset: t.Offset, Static: t.Static, Descriptor: [2]uint64{t.Function, t.Argument}}
			}
		}
	}
	r.e.locator.found(refs, out)
	return nil
}

// threadLocals places thread-locals in the executor's threads.
type threadLocals struct{ e *Executor }

// Define implements rtdyld.TLSProvider.
func (t threadLocals) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	b := &tlsBlock{e: t.e}
	err := t.e.change(ctx, "define thread-locals", func(ctx context.Context) (err error) {
		b.at, err = t.e.client.DefineThreadLocals(ctx, &wire.DefineThreadLocalsRequest{
			Instance: t.e.hello.Instance, Object: []byte(req.Object), Size: req.Size, Align: req.Align,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	if b.at.Each != nil {
		return &describedBlock{b}, nil
	}
	return b, nil
}

// describedBlock is one to which descriptors lead. It implements rtdyld.DescribedTLSBlock.
type describedBlock struct{ *tlsBlock }

// TLSDescriptor implements rtdyld.DescribedTLSBlock.
func (b *describedBlock) TLSDescriptor() [2]uint64 {
	return [2]uint64{b.at.Each.Function, b.at.Each.Argument}
}

// tlsBlock is an object's thread-locals. It implements rtdyld.TLSBlock.
type tlsBlock struct {
	e  *Executor
	at *wire.DefineThreadLocalsReply
}

func (b *tlsBlock) Module() uint64    { return b.at.Module }
func (b *tlsBlock) DTPOffset() uint64 { return b.at.DtpOffset }
func (b *tlsBlock) TPOffset() int64   { return b.at.TpOffset }

// Initialize implements rtdyld.TLSBlock.
func (b *tlsBlock) Initialize(ctx context.Context, init []byte) error {
	return b.e.change(ctx, "initialize thread-locals", func(ctx context.Context) error {
		_, err := b.e.client.InitializeThreadLocals(ctx, &wire.InitializeThreadLocalsRequest{Instance: b.e.hello.Instance, Id: b.at.Id, Init: init})
		return err
	})
}

// Release implements rtdyld.TLSBlock.
func (b *tlsBlock) Release(ctx context.Context) error {
	return b.e.tear(ctx, "release thread-locals", func(ctx context.Context) error {
		_, err := b.e.client.ReleaseThreadLocals(ctx, &wire.ReleaseThreadLocalsRequest{Instance: b.e.hello.Instance, Id: b.at.Id})
		return err
	})
}

// ranges are an object's parts of the executor's memory.
func ranges(o *rtdyld.Object) []mem.Range {
	var rs []mem.Range
	for _, b := range o.Blocks() {
		if len(b.Mem) > 0 {
			rs = append(rs, mem.Range{Addr: b.Addr, Size: uint64(len(b.Mem))})
		}
	}
	return rs
}

func contains(rs []mem.Range, addr uint64) bool {
	return slices.ContainsFunc(rs, func(r mem.Range) bool { return addr-r.Addr < r.Size })
}

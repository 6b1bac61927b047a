package record

import (
	"context"
	"crypto/sha256"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// configure is a configuration whose callbacks are written down.
func (s *session) configure(cfg rtdyld.Config) rtdyld.Config {
	cfg.Memory = &recordedMemory{s, cfg.Memory}
	if cfg.Resolver != nil {
		cfg.Resolver = &recordedResolver{s, cfg.Resolver, 0}
	}
	if cfg.Reserver != nil {
		cfg.Reserver = &recordedReserver{s, cfg.Reserver}
	}
	if cfg.Images != nil {
		cfg.Images = &recordedImages{s, cfg.Images}
	}
	if cfg.TLS != nil {
		cfg.TLS = &recordedTLS{s, cfg.TLS}
	}
	if cfg.Unwinder != nil {
		cfg.Unwinder = &recordedUnwinder{s, cfg.Unwinder}
	}
	if cfg.Initializer != nil {
		cfg.Initializer = &recordedInit{s, cfg.Initializer}
	}
	if ask := cfg.Fixed; ask != nil {
		cfg.Fixed = func(name string) (addr uint64, ok bool) {
			addr, ok = ask(name)
			s.putFixed(fixed{name, addr, ok})
			return addr, ok
		}
	}
	if read := cfg.ReadMemory; read != nil {
		cfg.ReadMemory = func(ctx context.Context, addr uint64, dst []byte) error {
			err := read(ctx, addr, dst)
			s.put(&event{Data: &readData{idOf(ctx), addr, dst, text(err)}})
			return err
		}
	}
	return cfg
}

// idOf is the number of the call that a callback is from, 0 if it is not known.
func idOf(ctx context.Context) uint64 {
	if op := rtdyld.OperationOf(ctx); op != nil {
		if c, ok := op.Own.(*call); ok {
			return c.id
		}
	}
	return 0
}

// nth counts a callback of the call that it is from.
func (s *session) nth(ctx context.Context, what int) int {
	op := rtdyld.OperationOf(ctx)
	if op == nil {
		return 0
	}
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	c, ok := op.Own.(*call)
	if !ok {
		return 0
	}
	c.made[what]++
	return c.made[what] - 1
}

// said writes down the error of a callback, if there is one.
func (s *session) said(ctx context.Context, what int, err error) error {
	n := s.nth(ctx, what)
	if err != nil {
		s.put(&event{Failed: &failed{idOf(ctx), callbacks[what], n, err.Error(), sentinel(err)}})
	}
	return err
}

// putFixed writes down what a name means, unless it was told of.
func (s *session) putFixed(f fixed) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if was, ok := s.fixed[f.Name]; ok && was == f {
		return
	}
	if s.fixed == nil {
		s.fixed = map[string]fixed{}
	}
	s.fixed[f.Name] = f
	s.write(&event{Fixed: &f})
}

// recordedMemory writes down what memory is asked for.
type recordedMemory struct {
	s    *session
	next rtdyld.MemoryManager
}

// Allocate implements [rtdyld.MemoryManager].
func (m *recordedMemory) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a, err := m.next.Allocate(ctx, reqs)
	e := &memory{Of: idOf(ctx), Error: text(err), Is: sentinel(err), Blocks: make([]block, len(reqs))}
	for i := range reqs {
		e.Blocks[i] = blockOf(&reqs[i])
	}
	if err != nil {
		m.s.put(&event{Memory: e})
		return a, err
	}
	given := recordedAllocation{s: m.s, next: a, blocks: a.Blocks()}
	for i := range min(len(given.blocks), len(reqs)) {
		e.Blocks[i].Addr = given.blocks[i].Addr
	}
	m.s.put(&event{Memory: e})
	if mover, ok := a.(rtdyld.Mover); ok {
		return &recordedMover{given, mover}, nil
	}
	return &given, nil
}

// blockOf is a request, without the address that it gets.
func blockOf(q *rtdyld.Request) block {
	return block{Object: q.Object, Name: q.Name, Section: q.Section, Kind: q.Kind, Size: q.Size, Align: q.Align}
}

// recordedAllocation has blocks that have been asked for.
type recordedAllocation struct {
	s      *session
	next   rtdyld.Allocation
	blocks []rtdyld.Block
}

// Blocks implements [rtdyld.Allocation].
func (a *recordedAllocation) Blocks() []rtdyld.Block { return a.blocks }

// Finalize implements [rtdyld.Allocation].
func (a *recordedAllocation) Finalize(ctx context.Context) error {
	sha := digest(a.blocks)
	err := a.next.Finalize(ctx)
	n := a.s.nth(ctx, protect)
	if err != nil {
		a.s.put(&event{Failed: &failed{idOf(ctx), callbacks[protect], n, err.Error(), sentinel(err)}})
	} else if len(a.blocks) > 0 {
		a.s.put(&event{Sum: &sum{idOf(ctx), a.blocks[0].Addr, sha}})
	}
	return err
}

// Release implements [rtdyld.Allocation].
func (a *recordedAllocation) Release(ctx context.Context) error {
	return a.s.said(ctx, release, a.next.Release(ctx))
}

// recordedMover is an allocation whose contents come to lie elsewhere.
type recordedMover struct {
	recordedAllocation
	mover rtdyld.Mover
}

// Moved implements [rtdyld.Mover].
func (a *recordedMover) Moved(blocks []rtdyld.Block) { a.mover.Moved(blocks) }

// digest is what contents of memory are compared by.
func digest(blocks []rtdyld.Block) []byte {
	h := sha256.New()
	for _, b := range blocks {
		h.Write(b.Mem)
	}
	return h.Sum(nil)
}

// recordedResolver writes down answers for names.
type recordedResolver struct {
	s     *session
	next  rtdyld.Resolver
	batch uint64
}

// Resolve implements [rtdyld.Resolver].
func (n *recordedResolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	err := n.next.Resolve(ctx, refs, out)
	e := &names{Of: idOf(ctx), Batch: n.batch, Error: text(err), Answers: make([]answer, len(refs))}
	for i := range refs {
		s := &out[i]
		e.Answers[i] = answer{Name: refs[i].Name, Found: s.Found, Addr: s.Addr, Size: s.Size, Module: s.Module, Kind: s.Kind, Thread: s.Thread}
	}
	n.s.put(&event{Names: e})
	return err
}

// recordedReserver writes down what a Reserver refuses.
type recordedReserver struct {
	s    *session
	next rtdyld.Reserver
}

// Reserve implements [rtdyld.Reserver].
func (v *recordedReserver) Reserve(ctx context.Context, code, readOnly, writable rtdyld.Need) error {
	return v.s.said(ctx, reserve, v.next.Reserve(ctx, code, readOnly, writable))
}

// recordedTLS writes down where thread-locals are.
type recordedTLS struct {
	s    *session
	next rtdyld.TLSProvider
}

// Define implements [rtdyld.TLSProvider].
func (p *recordedTLS) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	b, err := p.next.Define(ctx, req)
	e := &tls{Of: idOf(ctx), Object: req.Object, Error: text(err)}
	if err == nil {
		asked := &recordedBlock{s: p.s, next: b, module: b.Module(), dtp: b.DTPOffset(), tp: b.TPOffset()}
		if d, ok := b.(rtdyld.DescribedTLSBlock); ok {
			asked.descriptor = d.TLSDescriptor()
		}
		e.Module, e.DTPOffset, e.TPOffset, e.Descriptor = asked.module, asked.dtp, asked.tp, asked.descriptor
		b = asked
	}
	p.s.put(&event{TLS: e})
	return b, err
}

// recordedBlock has offsets that have been asked for.
type recordedBlock struct {
	s           *session
	next        rtdyld.TLSBlock
	module, dtp uint64
	tp          int64
	descriptor  [2]uint64 // that of a rtdyld.DescribedTLSBlock
}

func (b *recordedBlock) Module() uint64    { return b.module }
func (b *recordedBlock) DTPOffset() uint64 { return b.dtp }
func (b *recordedBlock) TPOffset() int64   { return b.tp }

// TLSDescriptor implements [rtdyld.DescribedTLSBlock].
func (b *recordedBlock) TLSDescriptor() [2]uint64 { return b.descriptor }

// Initialize implements [rtdyld.TLSBlock].
func (b *recordedBlock) Initialize(ctx context.Context, init []byte) error {
	return b.s.said(ctx, initTLS, b.next.Initialize(ctx, init))
}

// Release implements [rtdyld.TLSBlock].
func (b *recordedBlock) Release(ctx context.Context) error {
	return b.s.said(ctx, releaseTLS, b.next.Release(ctx))
}

// recordedUnwinder writes down what an unwinder refuses.
type recordedUnwinder struct {
	s    *session
	next rtdyld.Unwinder
}

// Formats implements [rtdyld.Unwinder].
func (u *recordedUnwinder) Formats() rtdyld.UnwindFormat { return u.next.Formats() }

// Register implements [rtdyld.Unwinder].
func (u *recordedUnwinder) Register(ctx context.Context, tables []rtdyld.UnwindTable) error {
	return u.s.said(ctx, register, u.next.Register(ctx, tables))
}

// Deregister implements [rtdyld.Unwinder].
func (u *recordedUnwinder) Deregister(ctx context.Context, tables []rtdyld.UnwindTable) error {
	return u.s.said(ctx, deregister, u.next.Deregister(ctx, tables))
}

// recordedInit writes down where code of the program's runs, which may be the end of all.
type recordedInit struct {
	s    *session
	next rtdyld.Initializer
}

// Init implements [rtdyld.Initializer].
func (n *recordedInit) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	n.s.took(ctx)
	return n.s.said(ctx, init_, n.next.Init(ctx, objs, funcs))
}

// Fini implements [rtdyld.Initializer].
func (n *recordedInit) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	n.s.took(ctx)
	return n.s.said(ctx, fini, n.next.Fini(ctx, objs, funcs))
}

package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// StencilsConfig says where the functions of [Stencils] live. Memory is required.
type StencilsConfig struct {
	// Memory gives the memory that functions live in, in pieces for many of them.
	Memory MemoryManager
	// Open and Publish are as those of a [TemplateConfig]. Without Open each function has memory of its own.
	Open    bool
	Publish func(addr, size uint64) error
}

// Stencils is a set of templates for the same target whose instances are joined into functions, see [Sequence]: what copy-and-patch compilers have for each
// instruction of a language. Constants that depend on no hole, and stubs, are shared by the functions in some piece of memory. All methods may be called concurrently.
type Stencils struct {
	cfg   StencilsConfig
	all   []*Template
	align amounts // of functions, at most

	mu     sync.Mutex
	slabs  []*slab // of Open memory
	live   int     // functions
	inUse  amounts // by functions
	has    uint64  // code in slabs, bytes
	demand demand  // of code, bytes
	closed bool
}

// amounts are one of each kind of memory, in bytes.
type amounts [objfmt.NumKinds]uint64

const (
	// slabBytes is how much code a slab is made for, unless a function is larger, and firstSlab how much the first one is.
	slabBytes = 1 << 20
	firstSlab = 16 << 10
)

// slab is memory for functions, which begins with what they share.
type slab struct {
	set    *Stencils
	alloc  Allocation
	blocks [objfmt.NumKinds]Block
	shared amounts                // taken, at the start of each block
	first  amounts                // where functions begin
	units  [objfmt.NumKinds]units // from there on
	tables [][]uint64             // by template: addresses of what its parts share; nil: none is here yet
	words  map[uint64]uint64      // address of the GOT entry, by what it holds
	stubs  map[uint64]uint64      // address of the stub, by where it leads; 0: nowhere needed
	live   int                    // functions
}

// NewStencils makes a set of templates, which must stay open until it is closed. It asks for no memory yet. The error matches ErrTarget for a template that is for
// another target than the first.
func NewStencils(cfg StencilsConfig, templates ...*Template) (*Stencils, error) {
	if cfg.Memory == nil {
		return nil, errors.New("rtdyld: StencilsConfig.Memory is required")
	}
	for _, t := range templates {
		if first := templates[0]; t.obj.table != first.obj.table || t.obj.img().Big != first.obj.img().Big {
			return nil, fmt.Errorf("%s: %w", texts.Name(t.obj.name), ErrTarget)
		}
	}
	set := &Stencils{cfg: cfg, all: slices.Clone(templates)}
	for k := range set.align {
		set.align[k] = unitSize
		for _, t := range templates {
			if t.parts[k].own {
				set.align[k] = max(set.align[k], t.partAlign(objfmt.Kind(k)))
			}
		}
	}
	return set, nil
}

// Function is what a [Sequence] has made: code that runs, with its data. It is small and may be copied: what has been released must not be used any more.
type Function struct {
	s    *slab
	at   [objfmt.NumKinds]uint32 // units of the slab
	n    [objfmt.NumKinds]uint32
	size uint32 // of the code, bytes
	odd  uint8
}

// Addr is the target address by which the function is entered: that of its first part.
func (f Function) Addr() uint64 { return f.addr(objfmt.KindCode) | uint64(f.odd) }

// Code is the function's code, where it is written, and must not be: the memory is the manager's, and another's after Release.
func (f Function) Code() []byte {
	return f.block(objfmt.KindCode).Mem[:f.size:f.size]
}

// addr is the target address of the function's memory of a kind.
func (f *Function) addr(kind objfmt.Kind) uint64 {
	return f.s.blocks[kind].Addr + f.s.first[kind] + uint64(f.at[kind])*unitSize
}

// block is the function's memory of a kind.
func (f *Function) block(kind objfmt.Kind) Block {
	off := f.s.first[kind] + uint64(f.at[kind])*unitSize
	return Block{Mem: f.s.blocks[kind].Mem[off:][:uint64(f.n[kind])*unitSize], Addr: f.s.blocks[kind].Addr + off}
}

// Release gives the function's memory back: it must not run, or be referred to, any more. The error is ErrUnloaded for one that is released already and where no
// other one begins yet, and what the memory manager returned.
func (f Function) Release(ctx context.Context) error {
	if f.s == nil {
		return ErrUnloaded
	}
	gone, ok := f.give()
	if !ok {
		return ErrUnloaded
	}
	if gone == nil {
		return nil
	}
	return gone.release(ctx)
}

// give gives memory back; gone is the slab if that is of no use any more.
func (f *Function) give() (gone *slab, ok bool) {
	s, set := f.s, f.s.set
	set.mu.Lock()
	defer set.mu.Unlock()
	if f.n[objfmt.KindCode] == 0 || !s.units[objfmt.KindCode].give(int(f.at[objfmt.KindCode]), int(f.n[objfmt.KindCode])) {
		return nil, false
	}
	for k := range f.n {
		if k != int(objfmt.KindCode) && f.n[k] > 0 {
			s.units[k].give(int(f.at[k]), int(f.n[k]))
		}
		set.inUse[k] -= uint64(f.n[k]) * unitSize
	}
	s.live--
	set.live--
	if s.live > 0 {
		return nil, true
	}
	if set.cfg.Open {
		size := uint64(len(s.blocks[objfmt.KindCode].Mem))
		used := set.inUse[objfmt.KindCode]
		if idle := int(set.has - size - used); !set.closed && idle < set.demand.idle(int(used), idleBytes) {
			return nil, true
		}
		set.has -= size
		set.slabs = slices.DeleteFunc(set.slabs, func(x *slab) bool { return x == s })
	}
	return s, true
}

// release gives the memory back.
func (s *slab) release(ctx context.Context) error { return s.alloc.Release(context.WithoutCancel(ctx)) }

// take gets memory for the function of a sequence, and what its parts share.
func (set *Stencils) take(ctx context.Context, q *Sequence) (f Function, err error) {
	if !set.cfg.Open {
		s, err := set.newSlab(ctx, q, q.need, q.used())
		if err != nil {
			return f, err
		}
		set.mu.Lock()
		f, ok, err := set.place(s, q)
		set.mu.Unlock()
		if !ok && err == nil {
			err = ErrClosed
		}
		if err != nil {
			err = errors.Join(err, s.release(ctx))
		}
		return f, err
	}
	for {
		ok, more := false, amounts{}
		set.mu.Lock()
		for i := len(set.slabs) - 1; i >= 0 && !ok && err == nil && !set.closed; i-- {
			f, ok, err = set.place(set.slabs[i], q)
		}
		if closed := set.closed; closed {
			err = ErrClosed
		}
		more = set.size(q.need)
		set.mu.Unlock()
		if ok || err != nil {
			return f, err
		}
		s, err := set.newSlab(ctx, q, more, set.all)
		if err != nil {
			return f, err
		}
		set.mu.Lock()
		closed := set.closed
		if !closed {
			set.slabs = append(set.slabs, s)
			set.has += uint64(len(s.blocks[objfmt.KindCode].Mem))
		}
		set.mu.Unlock()
		if closed {
			return f, errors.Join(ErrClosed, s.release(ctx))
		}
	}
}

// size is how much memory a slab is made with for functions, of which one needs so much.
func (set *Stencils) size(need amounts) amounts {
	code := max(need[objfmt.KindCode], unitSize)
	n := max(code, min(max(set.inUse[objfmt.KindCode], firstSlab), slabBytes))
	all := amounts{objfmt.KindCode: n}
	for k := range need {
		if k != int(objfmt.KindCode) {
			likely := need[k] * (n / code)
			if used := set.inUse[objfmt.KindCode]; used > 0 {
				likely = max(likely, set.inUse[k]*n/used)
			}
			all[k] = max(need[k], min(likely, 4*slabBytes))
		}
	}
	return all
}

// place takes memory of a slab; ok is false if there is too little.
func (set *Stencils) place(s *slab, q *Sequence) (f Function, ok bool, err error) {
	if set.closed {
		return f, false, nil
	}
	f.s, f.size, f.odd = s, uint32(q.size), uint8(q.odd)
	for k := range q.need {
		n := int((q.need[k] + unitSize - 1) / unitSize)
		if n == 0 {
			continue
		}
		at, ok := s.units[k].take(n, int(max(q.align[k], unitSize)/unitSize))
		if !ok {
			for j := range k {
				if f.n[j] > 0 {
					s.units[j].give(int(f.at[j]), int(f.n[j]))
				}
			}
			return f, false, nil
		}
		f.at[k], f.n[k] = uint32(at), uint32(n)
	}
	for i := range q.parts {
		if no := q.parts[i].template; s.tables[no] == nil && err == nil {
			err = s.share(int(no))
		}
	}
	if err != nil {
		for k := range f.n {
			if f.n[k] > 0 {
				s.units[k].give(int(f.at[k]), int(f.n[k]))
			}
		}
		return f, false, err
	}
	s.live++
	set.live++
	for k := range f.n {
		set.inUse[k] += uint64(f.n[k]) * unitSize
	}
	set.demand.take(int(f.n[objfmt.KindCode])*unitSize, int(set.inUse[objfmt.KindCode]))
	return f, true, nil
}

// newSlab gets memory for functions, so much, and for what parts of some templates share.
func (set *Stencils) newSlab(ctx context.Context, q *Sequence, need amounts, of []*Template) (*slab, error) {
	s := &slab{set: set, tables: make([][]uint64, len(set.all)), words: map[uint64]uint64{}, stubs: map[uint64]uint64{}}
	align := set.align
	for _, t := range of {
		t.addShared(&s.first, &align)
	}
	var reqs []Request
	for k := range need {
		s.first[k] = (s.first[k] + align[k] - 1) &^ (align[k] - 1)
		need[k] = (need[k] + unitSize - 1) &^ (unitSize - 1)
		s.units[k] = newUnits(int(need[k] / unitSize))
		if size := s.first[k] + need[k]; size > 0 {
			reqs = append(reqs, Request{Kind: objfmt.Kind(k), Size: size, Align: align[k], Object: q.name(), Image: q.image()})
		}
	}
	var err error
	if s.alloc, err = set.cfg.Memory.Allocate(ctx, reqs); err != nil {
		return nil, fmt.Errorf("allocate memory for functions: %w", err)
	}
	blocks := s.alloc.Blocks()
	if err = checkBlocks(ctx, reqs, blocks); err == nil && set.cfg.Open {
		err = s.alloc.Finalize(ctx)
		blocks = s.alloc.Blocks() // writable memory may have moved
	}
	if err != nil {
		return nil, errors.Join(err, s.release(ctx))
	}
	for i, r := range reqs {
		s.blocks[r.Kind] = blocks[i]
	}
	return s, nil
}

// addShared adds what a slab has of a template for all functions.
func (t *Template) addShared(size, align *amounts) {
	add := func(kind objfmt.Kind, n, to uint64) {
		size[kind] = (size[kind]+to-1)&^(to-1) + n
		align[kind] = max(align[kind], to)
	}
	if ro := &t.parts[objfmt.KindReadOnly]; !ro.own && len(ro.master) > 0 {
		add(objfmt.KindReadOnly, uint64(len(ro.master)), ro.align)
	}
	arch := t.obj.table.Arch
	for range t.stubs {
		add(objfmt.KindCode, arch.StubSize, max(arch.StubAlign, 1))
		add(objfmt.KindReadOnly, arch.PtrSize, arch.PtrSize)
	}
}

// carve takes memory that all functions of a slab share.
func (s *slab) carve(kind objfmt.Kind, n, align uint64) Block {
	at := (s.shared[kind] + align - 1) &^ (align - 1)
	s.shared[kind] = at + n
	return Block{Mem: s.blocks[kind].Mem[at:][:n:n], Addr: s.blocks[kind].Addr + at}
}

// share writes what parts of a template share in a slab.
func (s *slab) share(no int) error {
	t := s.set.all[no]
	addr := slices.Clone(t.addr)
	arch := t.obj.table.Arch
	if ro := &t.parts[objfmt.KindReadOnly]; !ro.own && len(ro.master) > 0 {
		at := s.carve(objfmt.KindReadOnly, uint64(len(ro.master)), ro.align)
		for _, p := range t.located {
			if p.kind == objfmt.KindReadOnly {
				addr[p.at] = at.Addr + p.off
			}
		}
		env := t.env(addr)
		if err := t.constants(&env, at); err != nil {
			return err
		}
		t.sameWords(s.words, addr)
	}
	code := &s.blocks[objfmt.KindCode]
	for _, i := range t.stubs {
		to := addr[t.obj.plan.List[i].Sym]
		at, ok := s.stubs[to]
		if !ok {
			stub, word := s.carve(objfmt.KindCode, arch.StubSize, max(arch.StubAlign, 1)), s.carve(objfmt.KindReadOnly, arch.PtrSize, arch.PtrSize)
			m := stubs.Memory{Stubs: stubs.Area(stub), GOT: stubs.Area(word), Lo: code.Addr, Hi: code.Addr + uint64(len(code.Mem))}
			var err error
			if at, err = t.obj.plan.WriteStub(m, i, addr); err != nil {
				return t.obj.planError(err)
			}
			if at != 0 && s.set.cfg.Open && s.set.cfg.Publish != nil {
				if err := s.set.cfg.Publish(stub.Addr, arch.StubSize); err != nil {
					return err
				}
			}
			s.stubs[to] = at
		}
		addr[t.obj.plan.Symbols+i] = at
	}
	s.tables[no] = addr
	return nil
}

// sameWords has GOT entries that hold the same address everywhere be one for all templates.
func (t *Template) sameWords(words map[uint64]uint64, addr []uint64) {
	for i := range t.obj.plan.List {
		e := &t.obj.plan.List[i]
		if e.Need != reloc.NeedGOT || t.symbol(e.Sym) != never {
			continue
		}
		at := &addr[t.obj.plan.Symbols+i]
		if first, ok := words[addr[e.Sym]]; ok {
			*at = first
		} else {
			words[addr[e.Sym]] = *at
		}
	}
}

// Close is [Stencils.CloseContext] without a limit.
func (set *Stencils) Close() error { return set.CloseContext(context.Background()) }

// CloseContext gives back the memory for functions to come. While functions live it does nothing, and its error matches ErrInUse. Closing twice does nothing.
func (set *Stencils) CloseContext(ctx context.Context) error {
	set.mu.Lock()
	if set.live > 0 {
		set.mu.Unlock()
		return fmt.Errorf("%d functions of stencils: %w", set.live, ErrInUse)
	}
	left := set.slabs
	set.slabs, set.closed, set.has = nil, true, 0
	set.mu.Unlock()
	var errs error
	for _, s := range left {
		errs = errors.Join(errs, s.release(ctx))
	}
	return errs
}

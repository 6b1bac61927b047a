package mem

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Config says how a [Manager] works. The zero value is usable.
type Config struct {
	// Near is an address that slabs are placed within 2 GiB of, where there is
	// room: that of a library whose data the code refers to directly. A request
	// with a Near of its own goes by that. 0: anywhere.
	Near uint64
	// StripeSize is the address space of each of the three stripes of a slab, in
	// bytes; it is rounded up to whole pages. A slab takes less where the host
	// refuses so much, and more for a batch that needs it. 0: 64 MiB, for Go reserves
	// more than a GiB below libc, under which libraries lie that are opened later: all
	// of a slab above libc reaches them, too. On 32-bit hosts and with NoExec 32 MiB,
	// so that a 32-bit target has room for many. The largest is a third of 2 GiB. A
	// 32-bit executor is better off with less than the default of a 64-bit host.
	StripeSize uint64
	// Limit is the most bytes that may live at a time, counted in whole pages, or
	// in whole units behind a mapper ([Traits]). 0: no limit.
	Limit uint64
	// ReleaseBatch is how many bytes of released memory a stripe holds, contents and
	// permissions as they were, to give them back together: that makes load and
	// unload of small objects more than twice as fast. A larger piece is given back
	// at once. Behind a mapper it is how much a manager holds altogether, for one
	// Deinitialize; allocations with actions are never held. 0: 64 KiB. Negative:
	// everything at once, so that a stray call into code that was just unloaded
	// faults.
	ReleaseBatch int
	// NoProbe leaves it to the first Finalize to find out that the host does not
	// allow code ([ErrExecDenied]); New then asks it for nothing. NewManager never
	// does.
	NoProbe bool
	// PagesApart gives each batch pages of its own. Without it, small ones share pages on Linux on x86-64, code with code: what does not stay writable is
	// linked elsewhere and written to its place through /proc/self/mem, which the process needs to be allowed. A load then changes no permissions, and
	// no processor is interrupted for it. With NoExec, NoProbe or a negative ReleaseBatch pages are apart, and so they are in an emulator that keeps code which was written over.
	PagesApart bool
	// NoHuge does without huge pages.
	NoHuge bool
	// NoExec is for links whose result does not run in this process. Code gets the
	// permission to be read, not to run, which works where executable memory is denied.
	// Block.Addr is apart from where the bytes lie, Block.Mem: each manager hands
	// addresses out by itself, the lowest that are free from [FirstAddr] on, so that any host
	// links for any target and a 32-bit one has addresses that it can hold. Near and
	// requests mean these addresses. A manager that [NewManager] makes has its mapper's.
	NoExec bool
	// ConstantsWithCode has read-only data lie among the code of their batch, in pages that may be read and executed, as in programs
	// that are linked without a segment for them: a small object takes a page and a system call less, and a fifth of its time. A jump that
	// loaded code should not make may then lead to constants. What is writable lies apart as ever.
	ConstantsWithCode bool
	// TablesApart has unwind tables and GOT entries lie among read-only data in any case. Without it those of a batch of up to 16 KiB that has no
	// other read-only data lie among its code, in pages that may be read and executed: that saves such a batch, as of a compiler that works at run
	// time, a page, a system call and a fifth of its time. What compilers write in tables is about their code, entries are addresses of symbols, as
	// stubs of RuntimeDyld have them among their code: their bytes are not chosen by the program, as constants are, which stay apart. With NoExec
	// tables are apart.
	TablesApart bool
	// Logger gets a debug record for each slab that is reserved or released. nil: no records.
	Logger *slog.Logger
}

const defaultBatch = 64 << 10

// FirstAddr is the lowest target address that a manager with NoExec hands out: above
// where programs lie that are linked at a fixed address.
const FirstAddr = 0x1000_0000

// Manager is a memory manager for linkers: over the memory of this process if New
// made it, else over a [Mapper]. It reserves slabs, cuts them in stripes by
// permission, and gives every batch a piece of each. All methods may be called
// concurrently.
//
// The memory outlives the linker, and the manager itself when nobody refers to
// it any more: only Release and Close give it back.
type Manager struct {
	sys    *system // of this process; nil behind a mapper
	mapper Mapper
	page   uint64
	unit   uint64 // of what is given out: page, or less behind a mapper
	final  [numStripes]prot
	kind   [numStripes]objfmt.Kind // of segments
	huge   bool
	joined bool // Config.ConstantsWithCode
	packs  bool // small batches share pages
	mixes  bool // small batches may have unwind tables and GOT entries with their code
	apart  bool // target addresses are not where the bytes lie
	near   uint64
	size   uint64 // of a stripe
	limit  uint64
	batch  uint64       // bytes
	log    *slog.Logger // nil: no records

	// gate is held to add slabs, to drain and to close: for all that may take long.
	// It is taken before mu, which is never held meanwhile.
	gate   chan struct{}
	mu     sync.Mutex
	slabs  []*slab
	live   uint64 // bytes given out
	asked  uint64 // bytes of the requests for them
	allocs int
	noNear [2]uint64 // where a slab was wanted last and could not be placed
	gone   uint64    // bytes of the largest slab for one batch that was given back, whose pieces a stripe may keep
	closed bool
	open   []*unfinished // in no order
	later  later
}

var _ rtdyld.MemoryManager = (*Manager)(nil)

// New makes a manager of this process's own memory: what is written at Block.Mem
// runs at Block.Addr, which is the same place unless NoExec. It reserves nothing before the first Allocate. Errors match
// objfmt.ErrUnsupported on a host without an in-process manager, [ErrExecDenied]
// where the process may not make memory executable (unless NoExec), [ErrNoSpace]
// for a configuration that asks too much.
func New(cfg Config) (*Manager, error) {
	sys, err := hostSystem(!cfg.NoExec)
	if err != nil {
		return nil, err
	}
	return newManager(cfg, sys)
}

// NewManager makes a manager over a mapper, which may serve other managers, too.
// It reserves nothing before the first Allocate, and never closes the mapper.
// Errors are *[MapperError] for traits that cannot be, and match [ErrNoSpace] for
// a configuration that asks too much.
func NewManager(mapper Mapper, cfg Config) (*Manager, error) {
	if mapper == nil {
		return nil, &MapperError{"Traits", "there is no mapper"}
	}
	tr := mapper.Traits()
	if err := tr.check(); err != nil {
		return nil, err
	}
	m := &Manager{mapper: mapper, page: tr.Page, unit: tr.Unit}
	return m, m.configure(cfg)
}

func newManager(cfg Config, sys *system) (*Manager, error) {
	m := &Manager{sys: sys, page: sys.page, unit: sys.page}
	if err := m.configure(cfg); err != nil {
		return nil, err
	}
	m.packs = sys.packs(&cfg, m.size)
	if !cfg.NoExec && !cfg.NoProbe {
		if err := sys.probe(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// configure takes the configuration in.
func (m *Manager) configure(cfg Config) error {
	m.gate, m.log = make(chan struct{}, 1), cfg.Logger
	m.near, m.size, m.limit, m.huge = cfg.Near, cfg.StripeSize, cfg.Limit, !cfg.NoHuge
	m.joined, m.mixes = cfg.ConstantsWithCode, !cfg.TablesApart && !cfg.NoExec
	m.final = [numStripes]prot{protRX, protR, protRW}
	m.kind = [numStripes]objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable}
	m.apart = cfg.NoExec && m.mapper == nil
	if cfg.NoExec {
		m.final[stripeCode], m.kind[stripeCode] = protR, objfmt.KindReadOnly
	}
	switch {
	case m.size == 0 && (m.apart || math.MaxUint == math.MaxUint32):
		m.size = 32 << 20
	case m.size == 0:
		m.size = 64 << 20
	case m.size > maxSlab/numStripes:
		return &LimitError{What: "stripe", Asked: m.size, Limit: maxSlab / numStripes}
	}
	m.size = alignUp(m.size, m.page)
	switch {
	case cfg.ReleaseBatch == 0:
		m.batch = defaultBatch
	case cfg.ReleaseBatch > 0:
		m.batch = min(uint64(cfg.ReleaseBatch), maxSlab)
	}
	return nil
}

// probe makes a page of code, as Finalize would.
func (s *system) probe() error {
	b, err := s.reserve(0, s.page, mapAny)
	if err != nil {
		return err
	}
	if err = s.protect(b, protRW); err == nil {
		b[0] = 1
		err = s.protect(b, protRX)
	}
	return errors.Join(err, s.unmap(b))
}

// Allocate implements [rtdyld.MemoryManager]. All blocks come from one slab, so
// they reach each other; where one request asks for Low32, all get it; the batch
// is within reach of each request's Near, or else of the manager's, where there
// is room. No requests make an allocation without blocks. Besides ctx's errors
// and a mapper's there are [*RequestError], [*LimitError], [*SystemError],
// [*MapperError] and [ErrClosed].
func (m *Manager) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var w want
	w.joined = m.joined || m.mixes && fewTables(reqs)
	if m.packs && packable(reqs, m.page) {
		w.first = numStripes
	}
	if err := w.measure(reqs); err != nil {
		return nil, err
	}
	if w.near[0] == 0 && m.near != 0 {
		w.addNear(m.near)
	}
	if m.mapper != nil {
		return m.allocateMapped(ctx, &w, reqs)
	}
	a := &allocation{m: m, first: w.first}
	if err := m.place(ctx, &w, a); err != nil {
		return nil, err
	}
	var piece [numStripes][]byte
	var addr [numStripes]uint64
	for k, e := range a.piece {
		if e.n == 0 {
			continue
		}
		t := a.stripe(k)
		piece[k] = t.bytes(e)
		addr[k] = t.addr(e)
		if n := len(piece[k]); populateMin <= n && n < hugeMin && k != stripeWritable && !w.kept[k] {
			m.sys.populate(piece[k])
		}
	}
	if w.first != 0 {
		a.stage(&piece)
	}
	a.blocks = cut(reqs, w.joined, &piece, &addr, a.few[:])
	return a, nil
}

// place takes the pieces of a batch from the first slab that suits it, or from a
// new one, or from one that does not lie where it is wanted.
func (m *Manager) place(ctx context.Context, w *want, a *allocation) error {
	var total uint64
	unit := m.unit
	if w.first != 0 {
		unit = packedUnit
	}
	for k := range w.size {
		total += alignUp(w.size[k], unit)
	}
	if total > maxSlab {
		return &LimitError{What: "slab", Asked: total, Limit: maxSlab}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	if m.limit != 0 && (total > m.limit || m.live > m.limit-total) {
		return &LimitError{What: "live memory", Asked: m.live + total, Limit: m.limit}
	}
	a.bytes, a.asked = uint32(total), uint32(w.asked)
	m.count(a)
	if total == 0 {
		return nil
	}
	placed := false
	defer func() {
		if !placed { // also if a mapper panics
			m.uncount(a)
			if a.slab != nil {
				a.slab.untake(a.first, &a.piece)
				a.slab = nil
			}
		}
	}()
	err := m.takeNow(w, a)
	if err == errFull {
		err = m.unlocked(func() error { return m.findRoom(ctx, w, a) })
	}
	placed = err == nil
	return err
}

// count adds an allocation to those that live: from then on the manager is not
// closed. m.mu is held.
func (m *Manager) count(a *allocation) {
	m.live += uint64(a.bytes)
	m.asked += uint64(a.asked)
	m.allocs++
}

func (m *Manager) uncount(a *allocation) {
	m.live -= uint64(a.bytes)
	m.asked -= uint64(a.asked)
	m.allocs--
}

// release takes the pieces of an allocation in this process back.
func (m *Manager) release(a *allocation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.uncount(a)
	s := a.slab
	if s == nil {
		return nil
	}
	err := s.put(a.first, &a.piece, uint32(m.batch/m.page))
	if !s.once || s.live > 0 || s.wanted {
		return err
	}
	if s.largest() <= keepWanted {
		m.gone = max(m.gone, s.size)
	}
	return m.drop(s)
}

// remove takes a slab out of the list. There may be room again where one was
// wanted. m.mu is held.
func (m *Manager) remove(s *slab) {
	m.noNear = [2]uint64{}
	m.slabs = slices.DeleteFunc(m.slabs, func(x *slab) bool { return x == s })
}

// Trim gives all memory that no allocation uses back to the host and joins the
// free ranges. Address space stays reserved, but for that of large batches; behind a mapper slabs without
// allocations are released. An error says that some released pages are still as
// they were; they are tried again with the next release, or by the next Trim.
func (m *Manager) Trim(ctx context.Context) error {
	if m.mapper != nil {
		return m.trimMapped(ctx)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gone = 0
	errs := m.dropWanted()
	for _, s := range m.slabs {
		for k := range s.stripe {
			s.stripe[k].forget()
			if err := s.stripe[k].trim(); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	return errs
}

// Close is [Manager.CloseContext] without a limit.
func (m *Manager) Close() error { return m.CloseContext(context.Background()) }

// CloseContext unmaps all slabs. While an allocation lives it does nothing and returns
// an error that matches [ErrLive], for code of it may be running or referred to.
// Closing twice does nothing, but for slabs that the first could not unmap. A
// program that wants to keep what it loaded does not call Close. A mapper is not
// closed.
func (m *Manager) CloseContext(ctx context.Context) error {
	if err := m.liveError(); err != nil {
		return err
	}
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.leave()
	if err := m.liveError(); err != nil {
		return err
	}
	m.mu.Lock()
	slabs := m.slabs
	m.slabs = nil
	m.later.drop()
	m.mu.Unlock()
	return m.unreserve(ctx, slabs...)
}

// liveError is what Close returns while an allocation lives. If none does, the
// manager is closed.
func (m *Manager) liveError() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.allocs > 0 {
		return fmt.Errorf("mem: close: %w: %d of them, %d bytes", ErrLive, m.allocs, m.live)
	}
	m.closed = true
	return nil
}

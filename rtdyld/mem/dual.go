package mem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// dualUnit is what segments of memory with two addresses begin at: what compilers
// align functions to.
const dualUnit = 16

// exposeStep is how far pages that were never accessible get the permissions of those
// before them, so that most segments cost no system call.
const exposeStep = 64 << 10

// DualMapped is a [Mapper] whose executor is this process, with memory that has two
// addresses: one that is only ever written, and one where it has its final
// permissions. So several initializations can share a page of code, and a segment in
// pages that have its permissions already need not be protected again. No mapping is ever
// writable and executable.
//
// The one that is written lies at a random distance, and is writable from Prepare to Initialize
// alone, but for pages of data: code can find nothing to write through while it runs, unless it
// shares a page with what is prepared meanwhile. That costs two system calls a piece of memory;
// with [MapperConfig].KeepWritable there are none.
//
// Where processes fork, segments of KindWritable are copied by Initialize to memory that is this
// process's alone, so that a child has data of its own as it has everywhere. Their Mem is there
// afterwards. Code and constants are shared with children: one that is to live on needs them to
// stay loaded here.
//
// It also maps memory that another process made and writes to: see [DualMapped.ReserveShared].
//
// Memory that Deinitialize frees keeps its permissions, and small pieces of it their
// contents, until they are prepared again or until there are more of them in a
// reservation than 256 KiB; on Windows, where all of a reservation counts as committed,
// until its release. A host that has no memory left when a page is written for the
// first time, although the reservation was made, ends the process (SIGBUS on Linux), as
// with every mapped file.
type DualMapped struct {
	core
	sys  *system
	huge bool
}

var _ Mapper = (*DualMapped)(nil)

// NewDualMapped makes a mapper. Errors match objfmt.ErrUnsupported on a host where
// memory cannot have two addresses, [ErrExecDenied] where the process may not make
// memory executable, unless cfg says otherwise.
func NewDualMapped(cfg MapperConfig) (*DualMapped, error) {
	sys, err := sharingSystem(!cfg.NoExec)
	if err != nil {
		return nil, err
	}
	return newDualMapped(cfg, sys)
}

// sharingSystem is hostSystem where memory can be shared.
func sharingSystem(exec bool) (*system, error) {
	sys, err := hostSystem(exec)
	if err == nil && sys.share == nil {
		err = fmt.Errorf("mem: shared memory on %s/%s: %w", runtime.GOOS, runtime.GOARCH, objfmt.ErrUnsupported)
	}
	return sys, err
}

func newDualMapped(cfg MapperConfig, sys *system) (*DualMapped, error) {
	m := &DualMapped{sys: sys, huge: !cfg.NoHuge}
	m.init(dualUnit, sys.page, &cfg)
	m.open = func(_ context.Context, size uint64, where Placement) (pages, uint64, error) {
		p, err := m.newWriter(sys, size, m.huge && where.Huge, sys.reserveApart)
		if err != nil {
			return nil, 0, err
		}
		if err = p.show(p.file, size, where, m.huge); err == nil && !cfg.KeepWritable {
			p.guarded, err = true, sys.reveal(p.write, protR)
		}
		if err != nil {
			return nil, 0, errors.Join(err, m.drop(p))
		}
		return p, address(p.view), nil
	}
	if !cfg.NoExec && !cfg.NoProbe {
		if err := m.probe(); err != nil {
			_ = m.Close() // what the host did not take at once
			return nil, err
		}
	}
	return m, nil
}

// probe makes a page of code, as Initialize would.
func (m *DualMapped) probe() error {
	p, _, err := m.open(context.Background(), m.sys.page, Placement{})
	if err != nil {
		return err
	}
	_, err = p.expose(0, m.sys.page, protRX)
	return errors.Join(err, m.drop(p))
}

// ReserveShared is Reserve for memory that another process, the writer, made: size
// bytes behind a descriptor, which stays the caller's and is not needed afterwards. It is
// mapped without access; Initialize gives segments, which have no Mem, their
// permissions. What is not written is zero. There is no working memory here: Prepare is
// refused. The writer gives freed memory back, and sees to it that it is zero.
func (m *DualMapped) ReserveShared(ctx context.Context, memory *os.File, size uint64, where Placement) (Range, error) {
	if err := m.reservable(ctx, size); err != nil {
		return Range{}, err
	}
	if size%m.sys.page != 0 {
		return Range{}, &RangeError{Op: "reserve", Size: size, Msg: "shared memory is no whole number of pages"}
	}
	if err := m.sys.fits(memory, size); err != nil {
		return Range{}, err
	}
	p := &dual{sys: m.sys, pageTable: newPageTable(size, m.sys.page)}
	if m.sys.own != nil || m.sys.renew != nil {
		f, err := m.sys.again(memory)
		if err != nil {
			return Range{}, err
		}
		p.file = f
	}
	if err := p.show(memory, size, where, m.huge); err != nil {
		return Range{}, errors.Join(err, m.drop(p))
	}
	return m.add(&room{base: address(p.view), size: size, pages: p, elsewhere: true})
}

// dual is memory with two addresses, of which the other process has one if it is
// shared with one.
type dual struct {
	sys       *system
	file      *os.File  // the writer's
	write     []byte    // where it is written; nil: in the other process
	view      []byte    // where it runs; nil: in the other process
	pageTable           // permissions in view, dirt in write
	copies    pageTable // dirt in pages of view with pageOwn; no state: there was none yet
	guarded   bool      // write is writable where pages have pageOpen
}

// newWriter makes memory that is written here.
func (c *core) newWriter(sys *system, size uint64, huge bool, reserve func(uint64, Placement) ([]byte, error)) (*dual, error) {
	f, err := sys.share(size)
	if err != nil {
		return nil, err
	}
	p := &dual{sys: sys, file: f, pageTable: newPageTable(size, sys.page)}
	if p.write, err = sys.place(f, size, Placement{}, true, reserve); err != nil {
		return nil, errors.Join(err, c.drop(p))
	}
	if huge {
		sys.huge(p.write)
	}
	return p, nil
}

// show maps memory where it runs. After an error it does not.
func (m *dual) show(f *os.File, size uint64, where Placement, huge bool) (err error) {
	m.view, err = m.sys.place(f, size, where, false, m.sys.reserveNearly)
	if err == nil && huge && where.Huge {
		m.sys.huge(m.view)
	}
	return err
}

// place maps a descriptor's memory at a place.
func (s *system) place(f *os.File, size uint64, where Placement, writable bool, reserve func(uint64, Placement) ([]byte, error)) (b []byte, err error) {
	for range gapTries {
		var over []byte
		if over, err = reserve(size, where); err != nil {
			return nil, err
		}
		if b, err = s.attach(f, over, writable); !errors.Is(err, errTaken) {
			return b, err
		}
	}
	return nil, err
}

// close unmaps what it can. It may be tried again after an error.
func (m *dual) close() error {
	var errs error
	for _, b := range [...]*[]byte{&m.view, &m.write} {
		if *b == nil {
			continue
		}
		if err := m.sys.detach(*b); err != nil {
			errs = errors.Join(errs, err)
		} else {
			*b = nil
		}
	}
	if m.file != nil {
		errs = errors.Join(errs, m.file.Close())
		m.file = nil
	}
	return errs
}

func (m *dual) holds(off uint64, b []byte) bool {
	return m.write != nil && address(b) == address(m.write)+off
}

func (m *dual) work(off, n uint64) ([]byte, spans, error) {
	if m.guarded {
		if err := m.mark(m.write, off, n, pageOpen, protRW); err != nil {
			return nil, spans{}, err
		}
	}
	return m.write[off : off+n : off+n], m.use(off, n), nil
}

// shut implements pages. After an error pages are open and marked so.
func (m *dual) shut(lo, hi uint64) error {
	if !m.guarded || lo == hi {
		return nil
	}
	return m.mark(m.write, lo, hi-lo, 0, protR)
}

// mark changes the permissions of working memory where its pages are not marked so.
func (m *dual) mark(b []byte, off, n uint64, open pageState, p prot) error {
	lo, hi := m.span(off, n)
	for i := lo; i < hi; {
		if m.state[i]&pageOpen == open {
			i++
			continue
		}
		end := i + 1
		for end < hi && m.state[end]&pageOpen != open {
			end++
		}
		if err := m.sys.reveal(m.bytes(b, i, end), p); err != nil {
			if p == protRW {
				_ = m.sys.reveal(m.bytes(b, i, end), protR) // it is not known how far it got
			}
			return err
		}
		for ; i < end; i++ {
			m.state[i] = m.state[i]&^pageOpen | open
		}
	}
	return nil
}

func (m *dual) expose(off, n uint64, p prot) (was exposed, err error) {
	if m.view == nil {
		return was, nil
	}
	lo, hi := m.span(off, n)
	for i := lo; i < hi; {
		if m.state[i].has(p) {
			i++
			continue
		}
		own := m.state[i] & pageOwn
		end := i + 1
		for end < hi && !m.state[end].has(p) && m.state[end]&pageOwn == own {
			end++
		}
		ahead := end
		for limit := m.ahead(end); end >= hi && ahead < limit && m.state[ahead]&(pageProt|pageOpen|pageOwn) == 0; {
			ahead++
		}
		err := m.change(i, ahead, p)
		if err != nil && ahead > end { // RLIMIT_DATA may allow less
			err = m.change(i, end, p)
		}
		if err != nil {
			return was, err
		}
		i = end
	}
	switch {
	case p == protRW && m.sys.own != nil:
		was.dirty = m.copies.use(off, n)
	case p == protRX && m.sys.renew != nil:
		was.reused, err = m.renew(lo, hi)
	}
	return was, err
}

// renew makes sure that no thread sees the code that was in pages before.
func (m *dual) renew(lo, hi int) (any bool, err error) {
	for i := lo; i < hi; i++ {
		if m.state[i]&pageStale == 0 {
			continue
		}
		end := i + 1
		for end < hi && m.state[end]&pageStale != 0 {
			end++
		}
		if err := m.sys.renew(m.file, uint64(i)*m.page, m.bytes(m.view, i, end)); err != nil {
			return any, err
		}
		for any = true; i < end; i++ {
			m.state[i] &^= pageStale
		}
	}
	return any, nil
}

// change gives pages from lo up to hi other permissions. All of them are this process's
// alone, or none is.
func (m *dual) change(lo, hi int, p prot) error {
	pages, flag := m.bytes(m.view, lo, hi), pageState(0)
	var err error
	switch {
	case p == protRW && m.sys.own != nil:
		if m.copies.state == nil {
			m.copies = newPageTable(uint64(len(m.view)), m.page)
		}
		for i := lo; i < hi; i++ {
			m.copies.forget(i) // of a change that failed
		}
		err, flag = m.sys.own(pages), pageOwn
	case m.state[lo]&pageOwn != 0:
		for i := lo; i < hi; i++ {
			m.copies.forget(i)
		}
		err = m.sys.rejoin(m.file, uint64(lo)*m.page, pages, p)
	default:
		err = m.sys.reveal(pages, p)
	}
	for i := lo; i < hi; i++ {
		if err != nil {
			m.state[i] &^= pageProt // it is not known how far it got
			continue
		}
		m.state[i].set(p)
		m.state[i] = m.state[i]&^pageOwn | flag
	}
	return err
}

// ahead is the end of the pages that may be exposed with those before end.
func (m *dual) ahead(end int) int {
	return int(min(alignUp(uint64(end)*m.page, exposeStep), uint64(len(m.view))) / m.page)
}

func (m *dual) settle(off, n uint64, p prot, was exposed) error {
	switch {
	case m.view == nil:
	case p == protRW && m.sys.own != nil:
		was.dirty.zero(m.view, 0)
		if m.write != nil && n <= exposeStep {
			copy(m.view[off:off+n], m.write[off:])
			return nil
		}
		return m.sys.read(m.file, off, m.view[off:off+n])
	case p == protRX:
		if err := m.sys.flush(m.view[off : off+n]); err != nil {
			return err
		}
		if was.reused {
			m.sys.synchronize()
		}
	}
	return nil
}

func (m *dual) shown(off, n uint64) []byte {
	if m.view == nil || m.sys.own == nil {
		return nil
	}
	return m.view[off : off+n : off+n]
}

// free implements pages.
func (m *dual) free(off, n, lo, hi uint64, code bool) error {
	if code && m.view != nil {
		for i, end := m.span(off, n); i < end; i++ {
			m.state[i] |= pageStale
		}
	}
	first, end := int(lo/m.page), int(hi/m.page)
	if m.copies.state != nil {
		m.copies.unuse(first, end, m.disown)
	}
	if m.write != nil {
		m.unuse(first, end, m.punch)
	}
	return m.shut(lo, hi)
}

// disown gives memory of this process back.
func (m *dual) disown(lo, hi int) error { return m.sys.discard(m.bytes(m.view, lo, hi)) }

func (m *dual) punch(lo, hi int) error {
	return m.sys.punch(m.file, uint64(lo)*m.page, uint64(hi-lo)*m.page)
}

package mem

import (
	"context"
	"slices"
)

// MapperConfig says how a mapper works. The zero value is usable.
type MapperConfig struct {
	// Runner runs actions; several at a time if the mapper is used so. nil: initializations that have any are refused, with an error
	// that matches [ErrNoRunner].
	Runner Runner
	// Limit is the most bytes, in whole units, that may be initialized at a time. 0: no
	// limit.
	Limit uint64
	// NoExec gives code the permission to be read, not to run. It works where
	// executable memory is denied.
	NoExec bool
	// NoProbe leaves it to the first Initialize to find out that the host does not
	// allow code ([ErrExecDenied]); otherwise the constructor tries.
	NoProbe bool
	// NoHuge does without huge pages.
	NoHuge bool
	// KeepWritable leaves the working memory of a [DualMapped] writable all the time. That
	// saves two system calls for each piece of code and of constants: an object with both came
	// and went in 1.2 µs, not 23 (BenchmarkMapper, x86-64, two processors). But who can write
	// anywhere in this process, and finds that memory, can change code. Other mappers take no notice.
	KeepWritable bool
}

// InProcess is a [Mapper] whose executor is this process. Working memory is where the
// code will run: pages are writable from Prepare to Initialize, which changes the
// permissions of whole pages, and again, not executable, after Deinitialize, which gives
// large pieces back to the host and keeps up to 256 KiB of small ones a reservation for the
// next Prepare. All methods may be called concurrently.
type InProcess struct{ core }

var _ Mapper = (*InProcess)(nil)

// NewInProcess makes a mapper for this process. Errors match objfmt.ErrUnsupported on a
// host without one, [ErrExecDenied] where the process may not make memory
// executable, unless cfg says otherwise.
func NewInProcess(cfg MapperConfig) (*InProcess, error) {
	sys, err := hostSystem(!cfg.NoExec)
	if err != nil {
		return nil, err
	}
	return newInProcess(cfg, sys)
}

func newInProcess(cfg MapperConfig, sys *system) (*InProcess, error) {
	if !cfg.NoExec && !cfg.NoProbe {
		if err := sys.probe(); err != nil {
			return nil, err
		}
	}
	m := new(InProcess)
	m.init(sys.page, sys.page, &cfg)
	m.open = func(_ context.Context, size uint64, where Placement) (pages, uint64, error) {
		b, err := sys.reserveNearly(size, where)
		if err != nil {
			return nil, 0, err
		}
		if where.Huge && !cfg.NoHuge {
			sys.huge(b)
		}
		return &private{sys: sys, mem: b, pageTable: newPageTable(size, sys.page)}, address(b), nil
	}
	return m, nil
}

// reserveNearly reserves size bytes at a place, or elsewhere if they need not lie there.
func (s *system) reserveNearly(size uint64, where Placement) ([]byte, error) {
	switch {
	case where.Low:
		return s.reserveLow(size)
	case where.Near != [2]uint64{}:
		if b, err := s.reserveNear(size, &want{near: where.Near}); err == nil {
			return b, nil
		}
	}
	return s.reserveAligned(size, mapAny)
}

// private is memory of this process that has one address.
type private struct {
	sys *system
	mem []byte
	pageTable
}

func (m *private) holds(off uint64, b []byte) bool { return address(b) == address(m.mem)+off }

// work implements pages. What the host had to be asked for is writable for some way
// ahead, so that most calls need not ask.
func (m *private) work(off, n uint64) ([]byte, spans, error) {
	lo, hi := m.span(off, n)
	for i := lo; i < hi; {
		if m.state[i].has(protRW) {
			i++
			continue
		}
		end := i + 1
		for end < hi && !m.state[end].has(protRW) {
			end++
		}
		ahead := end
		for limit := m.ahead(end); end == hi && ahead < limit && m.state[ahead]&pageProt == 0; {
			ahead++
		}
		err := m.sys.protect(m.bytes(m.mem, i, ahead), protRW)
		if err != nil && ahead > end { // RLIMIT_DATA may allow less
			ahead = end
			err = m.sys.protect(m.bytes(m.mem, i, ahead), protRW)
		}
		if err != nil {
			return nil, spans{}, err
		}
		for ; i < ahead; i++ {
			m.state[i].set(protRW)
		}
	}
	return m.mem[off : off+n : off+n], m.use(off, n), nil
}

// ahead is the end of the pages that may be made writable with those before end.
func (m *private) ahead(end int) int {
	return int(min(alignUp(uint64(end)*m.page, commitStep), uint64(len(m.mem))) / m.page)
}

func (m *private) shut(uint64, uint64) error { return nil } // expose does it

func (m *private) expose(off, n uint64, p prot) (exposed, error) {
	if p == protRW {
		return exposed{}, nil // from Prepare
	}
	for i, end := m.span(off, n); i < end; i++ {
		m.state[i].set(p) // even if it fails: it may have been done in part
	}
	return exposed{}, m.sys.protect(m.mem[off:off+n], p)
}

func (m *private) settle(off, n uint64, p prot, _ exposed) error {
	if p != protRX {
		return nil
	}
	return m.sys.flush(m.mem[off : off+n])
}

func (m *private) shown(off, n uint64) []byte { return m.mem[off : off+n : off+n] }

// free implements pages: they are writable, and zero at the latest when they are
// prepared. What the host refuses Prepare tries again.
func (m *private) free(off, n, _, _ uint64, _ bool) error {
	lo, hi := m.span(off, n)
	var err error
	if slices.ContainsFunc(m.state[lo:hi], func(s pageState) bool { return s&pageProt != 0 && !s.has(protRW) }) {
		if err = m.sys.protect(m.bytes(m.mem, lo, hi), protRW); err == nil {
			for i := lo; i < hi; i++ {
				m.state[i].set(protRW)
			}
		}
	}
	m.unuse(lo, hi, m.discard)
	return err
}

func (m *private) discard(lo, hi int) error {
	err := m.sys.discard(m.bytes(m.mem, lo, hi))
	if err == nil && m.sys.hides {
		for i := lo; i < hi; i++ {
			m.state[i] &^= pageProt
		}
	}
	return err
}

func (m *private) close() error { return m.sys.unmap(m.mem) }

package mem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// newSharedLedger is a ledger of what mappers with two addresses do, too.
func newSharedLedger(t *testing.T) *ledger {
	l := newLedger(t)
	host := l.sys.sharing
	if host.share == nil {
		t.Skip("no shared memory")
	}
	l.sys.share = func(size uint64) (*os.File, error) {
		if l.fails("share") {
			return nil, errInjected
		}
		return host.share(size)
	}
	l.sys.attach = func(f *os.File, over []byte, writable bool) ([]byte, error) {
		if l.fails("attach") {
			l.remove(t, span{address(over), address(over) + uint64(len(over))})
			return nil, errors.Join(errInjected, unmap(over))
		}
		return host.attach(f, over, writable)
	}
	l.sys.detach = func(b []byte) error {
		if l.fails("detach") {
			l.stuck = true
			return errInjected
		}
		l.remove(t, span{address(b), address(b) + uint64(len(b))})
		return host.detach(b)
	}
	l.sys.reveal = func(b []byte, p prot) error {
		if l.fails("reveal") {
			return errInjected
		}
		return host.reveal(b, p)
	}
	l.sys.punch = func(f *os.File, off, size uint64) error {
		if l.fails("punch") {
			return errInjected
		}
		return host.punch(f, off, size)
	}
	l.sys.own = func(pages []byte) error {
		if l.fails("own") {
			return errInjected
		}
		return host.own(pages)
	}
	l.sys.rejoin = func(f *os.File, off uint64, pages []byte, p prot) error {
		if l.fails("rejoin") {
			return errInjected
		}
		return host.rejoin(f, off, pages, p)
	}
	l.sys.read = func(f *os.File, off uint64, dst []byte) error {
		if l.fails("read") {
			return errInjected
		}
		return host.read(f, off, dst)
	}
	l.sys.again = func(f *os.File) (*os.File, error) {
		if l.fails("again") {
			return nil, errInjected
		}
		return host.again(f)
	}
	if host.renew != nil {
		l.sys.renew = func(f *os.File, off uint64, pages []byte) error {
			if l.fails("renew") {
				return errInjected
			}
			return host.renew(f, off, pages)
		}
	}
	flush := l.sys.flush
	l.sys.flush = func(code []byte) error {
		if l.fails("flush") {
			return errInjected
		}
		return flush(code)
	}
	return l
}

// direct is an executor that is this process.
type direct struct{ *DualMapped }

func (x direct) Reserve(ctx context.Context, size uint64, where Placement, f *os.File) (Range, error) {
	return x.ReserveShared(ctx, f, size, where)
}

func (x direct) Initialize(ctx context.Context, init Initialization) (InitID, error) {
	init.Segments = slices.Clone(init.Segments)
	for i := range init.Segments {
		init.Segments[i].Mem = nil // it is there
	}
	return x.DualMapped.Initialize(ctx, init)
}

// closer is what all mappers of this package are.
type closer interface {
	Mapper
	Close() error
}

// pair is a Shared and its executor.
type pair struct {
	*Shared
	executor *DualMapped
}

func (p pair) Close() error { return errors.Join(p.Shared.Close(), p.executor.Close()) }

// makers make the mappers over a system.
var makers = map[string]func(sys *system, r Runner) (closer, error){
	"in process": func(sys *system, r Runner) (closer, error) { return newInProcess(MapperConfig{Runner: r}, sys) },
	"dual":       func(sys *system, r Runner) (closer, error) { return newDualMapped(MapperConfig{Runner: r}, sys) },
	"shared": func(sys *system, r Runner) (closer, error) {
		x, err := newDualMapped(MapperConfig{Runner: r}, sys)
		if err != nil {
			return nil, err
		}
		m, err := newShared(direct{x}, MapperConfig{}, sys)
		return pair{m, x}, err
	},
}

// verbsLife goes through all that a mapper does. It tolerates errors of the system and
// checks that they leave what was before.
func verbsLife(t *testing.T, m Mapper) {
	t.Helper()
	ctx := context.Background()
	tolerate := func(what string, err error) bool {
		t.Helper()
		if err != nil && !errors.Is(err, ErrNoSpace) && !errors.As(err, new(*ActionError)) {
			t.Errorf("%s: %v", what, err)
		}
		return err == nil
	}
	page := m.Traits().Page
	var bases []uint64
	for i, where := range []Placement{{}, {Low: true}, {Near: [2]uint64{0x5000_0000_0000, 0x5000_0000_0000}}} {
		r, err := m.Reserve(ctx, 4<<20, where)
		if !tolerate("reserve", err) {
			continue
		}
		bases = append(bases, r.Addr)
		var ids []InitID
		for j, size := range []uint64{100, 2 * page, 300 << 10, page + 1, 100} {
			var segs []Segment
			kinds := []objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable}
			if j == 4 { // in pages of another kind
				kinds = []objfmt.Kind{objfmt.KindWritable, objfmt.KindCode, objfmt.KindReadOnly}
			}
			for k, kind := range kinds {
				b, err := m.Prepare(ctx, r.Addr+uint64(k)<<20+uint64(j%2)*16*page, size)
				if !tolerate("prepare", err) {
					continue
				}
				for n := 0; n < len(b); n += 97 {
					if b[n] != 0 {
						t.Fatalf("byte %d is %#x, want 0", n, b[n])
					}
					b[n] = 0xcc
				}
				segs = append(segs, Segment{Addr: r.Addr + uint64(k)<<20 + uint64(j%2)*16*page, Size: size, Mem: b, Kind: kind})
			}
			if j == 1 && len(segs) > 1 {
				segs[1].Life = FinalizeOnly
			}
			init := Initialization{Segments: segs, Actions: []Action{{Call{Addr: 1}, Call{Addr: 2}}}}
			if j == 3 {
				init.Actions = append(init.Actions, Action{Finalize: Call{Addr: 3}})
			}
			id, err := m.Initialize(ctx, init)
			if tolerate("initialize", err) {
				ids = append(ids, id)
			}
			list := regions(t)
			for _, s := range segs {
				want := map[objfmt.Kind]string{objfmt.KindCode: "r-x", objfmt.KindReadOnly: "r--", objfmt.KindWritable: "rw-"}[s.Kind]
				if got := perms(list, s.Addr, s.Size); err == nil && s.Life == Standard && got[:len(got)-1] != want {
					t.Errorf("%v is %s", s.Kind, got)
				}
			}
			if i == 1 && j == 1 {
				break // these stay
			}
			if j > 0 {
				tolerate("deinitialize", m.Deinitialize(ctx, ids...))
				ids = nil
			}
		}
	}
	for _, base := range bases[:len(bases)/2] {
		tolerate("release", m.Release(ctx, base))
	}
}

// TestFailuresOfMappers makes each system call of a mapper's life fail in turn, once and
// from then on: nothing is left behind, what was there still works, and memory is zero
// again.
func TestFailuresOfMappers(t *testing.T) {
	ops := map[string][]string{
		"in process": {"reserve", "unmap", "protect", "discard", "maps", "flush"},
		"dual":       {"reserve", "unmap", "maps", "share", "attach", "detach", "reveal", "punch", "flush", "own", "rejoin", "read", "discard"},
		"shared":     {"reserve", "unmap", "maps", "share", "attach", "detach", "reveal", "punch", "flush", "own", "rejoin", "read", "discard", "again"},
	}
	for name, open := range makers {
		for _, on := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/on=%v", name, on), func(t *testing.T) {
				if on && citest.Sample() {
					t.Skip("short")
				}
				descriptors := openFiles(t)
				failed := map[string]int{}
				for n := 1; failNth(t, open, n, on, failed); n++ {
				}
				t.Logf("failed in turn: %v", failed)
				for _, op := range ops[name] {
					if failed[op] == 0 {
						t.Errorf("no call to %s failed", op)
					}
				}
				if now := openFiles(t); now > descriptors {
					t.Errorf("%d descriptors are open, %d before", now, descriptors)
				}
			})
		}
	}
}

// failNth makes the nth call fail, and reports whether there was one.
func failNth(t *testing.T, open func(*system, Runner) (closer, error), n int, on bool, failed map[string]int) bool {
	l := newSharedLedger(t)
	l.failAt, l.on = n, on
	balance := 0 // finalize actions that were not undone
	m, err := open(l.sys, func(_ context.Context, c Call) error {
		switch c.Addr {
		case 1:
			balance++
		case 2:
			balance--
		case 3:
			return errors.New("as it should")
		}
		return nil
	})
	if err != nil {
		if len(l.mapped) > 0 && !l.stuck {
			t.Errorf("call %d (%s) failed when it was made: %x is still mapped", n, l.op, l.mapped)
		}
		failed[l.op]++
		return true
	}
	verbsLife(t, m)
	more := l.calls >= n
	failed[l.op]++
	l.failAt = 0
	verbsLife(t, m)
	audit(t)
	if err := m.Close(); err != nil {
		t.Errorf("call %d (%s) failed: close: %v", n, l.op, err)
	}
	// What could not be mapped whole, and then not be unmapped, nobody knows any more.
	if len(l.mapped) > 0 && !(l.stuck && on) || balance != 0 {
		t.Errorf("call %d (%s) failed: %x is still mapped, %d actions are not undone", n, l.op, l.mapped, balance)
	}
	if _, err := m.Reserve(context.Background(), 1, Placement{}); !errors.Is(err, ErrClosed) {
		t.Errorf("reserve after close: %v", err)
	}
	return more
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestMapperCloseFails: what the host refuses to take can be released again.
func TestMapperCloseFails(t *testing.T) {
	for name, open := range makers {
		t.Run(name, func(t *testing.T) {
			l := newSharedLedger(t)
			undone := 0
			m, err := open(l.sys, func(_ context.Context, c Call) error { undone += int(c.Addr); return nil })
			if err != nil {
				t.Fatal(err)
			}
			ctx := t.Context()
			r, err := m.Reserve(ctx, 1<<20, Placement{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Initialize(ctx, Initialization{Segments: segments(t, m, r.Addr), Actions: []Action{{Dealloc: Call{Addr: 1}}}}); err != nil {
				t.Fatal(err)
			}
			l.failAt, l.on, l.op = 1, true, "unmap"
			if name != "in process" {
				l.op = "detach"
			}
			if err := m.Release(ctx, r.Addr); !errors.Is(err, ErrNoSpace) {
				t.Errorf("release: %v", err)
			}
			if _, err := m.Prepare(ctx, r.Addr, 1); !errors.As(err, new(*RangeError)) {
				t.Errorf("prepare what is half gone: %v", err)
			}
			if err := m.Close(); !errors.Is(err, ErrNoSpace) {
				t.Errorf("close: %v", err)
			}
			l.on = false
			if err := m.Close(); err != nil || len(l.mapped) > 0 || undone != 1 {
				t.Errorf("second close: %v, still mapped: %x, undone %d times", err, l.mapped, undone)
			}
		})
	}
}

// segments prepares one of each kind, a megabyte from addr on in all.
func segments(t *testing.T, m Mapper, addr uint64) (segs []Segment) {
	t.Helper()
	for k, kind := range []objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable} {
		b, err := m.Prepare(t.Context(), addr+uint64(k)*64<<10, 100)
		if err != nil {
			t.Fatal(err)
		}
		segs = append(segs, Segment{Addr: addr + uint64(k)*64<<10, Size: 100, Mem: b, Kind: kind})
	}
	return segs
}

// TestFlushMappers: every byte of a segment of code, zeros at its end too, is made visible
// to instruction fetch at the address where it runs, after its last byte is written and
// while nobody can write there; and nothing else is.
func TestFlushMappers(t *testing.T) {
	for name, open := range makers {
		t.Run(name, func(t *testing.T) {
			l := newSharedLedger(t)
			var calls []flushed
			var renewed, synchronized int
			l.sys.flush = func(code []byte) error {
				at := span{address(code), address(code) + uint64(len(code))}
				perm := perms(regions(t), at.lo, at.hi-at.lo)
				calls = append(calls, flushed{at, append([]byte(nil), code...), perm[:3] == "r-x"})
				return nil
			}
			l.sys.renew = func(*os.File, uint64, []byte) error { renewed++; return nil }
			l.sys.synchronize = func() { synchronized++ }
			m, err := open(l.sys, nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx := t.Context()
			r, err := m.Reserve(ctx, 1<<20, Placement{})
			if err != nil {
				t.Fatal(err)
			}
			unit, page := m.Traits().Unit, m.Traits().Page
			for round := range 3 {
				var segs []Segment
				for i, kind := range []objfmt.Kind{objfmt.KindCode, objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindCode} {
					addr := r.Addr + uint64(i)*2*page + unit
					b, err := m.Prepare(ctx, addr, page+1)
					if err != nil {
						t.Fatal(err)
					}
					for j := range b[:300] {
						b[j] = byte(round + i + j)
					}
					segs = append(segs, Segment{Addr: addr, Size: page + 1, Mem: b[:300], Kind: kind})
				}
				segs[3].Life = FinalizeOnly
				calls = nil
				id, err := m.Initialize(ctx, Initialization{Segments: segs})
				if err != nil {
					t.Fatal(err)
				}
				checkFlushes(t, calls, segs, round)
				if err := m.Deinitialize(ctx, id); err != nil {
					t.Fatal(err)
				}
			}
			// Where permissions do not change, other processors may have fetched what was there.
			if want := map[string]bool{"in process": false, "dual": true, "shared": true}[name]; want != (renewed > 0) || want != (synchronized > 0) {
				t.Errorf("%d times pages were renewed, %d times processors synchronized", renewed, synchronized)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func checkFlushes(t *testing.T, calls []flushed, segs []Segment, round int) {
	t.Helper()
	for i, s := range segs {
		found := false
		for _, c := range calls {
			if c.at.hi <= s.Addr || s.Addr+s.Size <= c.at.lo {
				continue
			}
			found = true
			switch {
			case s.Kind != objfmt.KindCode:
				t.Errorf("round %d: segment %d is flushed, which is %v", round, i, s.Kind)
			case c.at.lo > s.Addr || c.at.hi < s.Addr+s.Size:
				t.Errorf("round %d: of segment %d, %#x-%#x, %#x-%#x is flushed", round, i, s.Addr, s.Addr+s.Size, c.at.lo, c.at.hi)
			case !c.exec:
				t.Errorf("round %d: segment %d is flushed while it is not executable alone", round, i)
			default:
				got := c.bytes[s.Addr-c.at.lo:][:s.Size]
				for j := range got {
					want := byte(0)
					if j < 300 {
						want = byte(round + i + j)
					}
					if got[j] != want {
						t.Fatalf("round %d: byte %d of segment %d is %#x when it is flushed, want %#x", round, j, i, got[j], want)
					}
				}
			}
		}
		if !found && s.Kind == objfmt.KindCode {
			t.Errorf("round %d: segment %d is not flushed", round, i)
		}
	}
}

// TestDualSystemCalls: a segment in pages that have their permission costs none, or where
// working memory is only writable in between, one at its beginning and one at its end.
func TestDualSystemCalls(t *testing.T) {
	for _, keep := range []bool{true, false} {
		t.Run(fmt.Sprintf("keep=%t", keep), func(t *testing.T) { testDualSystemCalls(t, keep) })
	}
}

func testDualSystemCalls(t *testing.T, keep bool) {
	l := newSharedLedger(t)
	m, err := newDualMapped(MapperConfig{KeepWritable: keep}, l.sys)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	r, err := m.Reserve(ctx, 64<<20, Placement{})
	if err != nil {
		t.Fatal(err)
	}
	const modules, size = 10000, 2048
	guard := 2 * modules
	if keep {
		guard = 0
	}
	before := l.calls
	ids := make([]InitID, modules)
	load := func(i int) {
		addr := r.Addr + uint64(i)*size
		b, err := m.Prepare(ctx, addr, size)
		if err != nil {
			t.Fatal(err)
		}
		b[0] = 0xc3
		if ids[i], err = m.Initialize(ctx, Initialization{Segments: []Segment{{Addr: addr, Size: size, Mem: b, Kind: objfmt.KindCode}}}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range modules {
		load(i)
	}
	calls := l.calls - before - modules // flushes, which are none here
	if calls > guard+modules*size/exposeStep+1 {
		t.Errorf("%d system calls for %d modules of %d bytes", calls, modules, size)
	}
	before = l.calls
	for i := 0; i < modules; i += 2 { // half of every page stays
		if err := m.Deinitialize(ctx, ids[i]); err != nil {
			t.Fatal(err)
		}
		load(i)
	}
	want := guard / 2
	if l.sys.renew != nil { // processors, or emulators, must be told
		want += modules / 2
	}
	if calls := l.calls - before - modules/2; calls != want {
		t.Errorf("%d system calls to load again into pages in use, want %d", calls, want)
	}
	if n := mappingsIn(t, r); n > 2 {
		t.Errorf("%d mappings", n)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

func mappingsIn(t *testing.T, r Range) (n int) {
	for _, m := range regions(t) {
		if m.lo < r.Addr+r.Size && r.Addr < m.hi {
			n++
		}
	}
	return n
}

// TestMapperExecDenied: a host that refuses executable memory says so when the mapper
// is made.
func TestMapperExecDenied(t *testing.T) {
	for name, open := range makers {
		l := newSharedLedger(t)
		denied := func(b []byte, p prot) error {
			if p == protRX {
				return &SystemError{Op: "mprotect", Err: unix.EACCES, Kind: ErrExecDenied}
			}
			return protect(b, p)
		}
		l.sys.protect, l.sys.reveal = denied, denied
		if _, err := open(l.sys, nil); !errors.Is(err, ErrExecDenied) {
			t.Errorf("%s: %v", name, err)
		}
		if len(l.mapped) > 0 {
			t.Errorf("%s: %x is still mapped", name, l.mapped)
		}
	}
}

// TestReserveShared: memory that is too small, or none, is refused.
func TestReserveShared(t *testing.T) {
	l := newSharedLedger(t)
	m, err := newDualMapped(MapperConfig{}, l.sys)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	f, err := l.sys.share(2 * l.sys.page)
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, c := range []struct {
		f    *os.File
		size uint64
	}{{f, 3 * l.sys.page}, {f, l.sys.page + 1}, {f, 0}, {f, 1 << 62}, {r, l.sys.page}} {
		if got, err := m.ReserveShared(t.Context(), c.f, c.size, Placement{}); err == nil {
			t.Errorf("%d bytes of %s: %+v", c.size, c.f.Name(), got)
		}
	}
	at, err := m.ReserveShared(t.Context(), f, 2*l.sys.page, Placement{})
	if err != nil {
		t.Fatal(err)
	}
	f.Close() // it is not needed any more
	if _, err := m.Prepare(t.Context(), at.Addr, 1); !errors.As(err, new(*RangeError)) {
		t.Errorf("prepare: %v", err)
	}
	id, err := m.Initialize(t.Context(), Initialization{Segments: []Segment{{Addr: at.Addr, Size: 1, Kind: objfmt.KindCode}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Initialize(t.Context(), Initialization{Segments: []Segment{{Addr: at.Addr + l.sys.page, Size: 1, Mem: []byte{1}, Kind: objfmt.KindCode}}})
	if !errors.As(err, new(*RangeError)) {
		t.Errorf("contents for memory of another process: %v", err)
	}
	if err := errors.Join(m.Deinitialize(t.Context(), id), m.Release(t.Context(), at.Addr)); err != nil {
		t.Error(err)
	}
}

// TestMapperLimit: only so many bytes may be initialized at a time.
func TestMapperLimit(t *testing.T) {
	m, err := NewDualMapped(MapperConfig{Limit: 1000})
	if err != nil {
		t.Skip(err)
	}
	defer m.Close()
	r, err := m.Reserve(t.Context(), 1<<20, Placement{})
	if err != nil {
		t.Fatal(err)
	}
	init := func(addr, size uint64) (InitID, error) {
		if _, err := m.Prepare(t.Context(), addr, size); err != nil {
			t.Fatal(err)
		}
		return m.Initialize(t.Context(), Initialization{Segments: []Segment{{Addr: addr, Size: size, Kind: objfmt.KindWritable}}})
	}
	a, err := init(r.Addr, 500)
	if err != nil {
		t.Fatal(err)
	}
	var le *LimitError
	if _, err := init(r.Addr+4096, 600); !errors.As(err, &le) || le.Limit != 1000 {
		t.Errorf("1,100 bytes: %v", err)
	}
	if err := m.Deinitialize(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := init(r.Addr+4096, 600); err != nil {
		t.Errorf("600 bytes: %v", err)
	}
}

// TestDualLimits: what limits files limits memory with two addresses; it is an error,
// not a signal.
func TestDualLimits(t *testing.T) {
	inChild(t, func(t *testing.T) {
		m, err := NewDualMapped(MapperConfig{})
		if errors.Is(err, objfmt.ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			what  int
			limit uint64
		}{{unix.RLIMIT_FSIZE, 1 << 20}, {unix.RLIMIT_NOFILE, 3}} {
			var old unix.Rlimit
			if err := unix.Getrlimit(c.what, &old); err != nil {
				t.Fatal(err)
			}
			if err := unix.Setrlimit(c.what, &unix.Rlimit{Cur: c.limit, Max: old.Max}); err != nil {
				t.Fatal(err)
			}
			_, err := m.Reserve(t.Context(), 2<<20, Placement{})
			if !errors.Is(err, ErrNoSpace) || !errors.As(err, new(*SystemError)) {
				t.Errorf("limit %d: %v", c.what, err)
			}
			if err := unix.Setrlimit(c.what, &old); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := m.Reserve(t.Context(), 2<<20, Placement{}); err != nil {
			t.Error(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

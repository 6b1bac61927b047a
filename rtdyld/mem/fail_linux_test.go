package mem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// errInjected is what a call returns that a test makes fail.
var errInjected = &SystemError{Op: "injected", Err: unix.ENOMEM, Kind: ErrNoSpace}

// ledger is a system whose nth call fails, and which knows what is mapped.
type ledger struct {
	sys    *system
	calls  int
	failAt int    // 0: never
	on     bool   // all later calls of that kind fail, too
	op     string // the kind
	mapped []span
	stuck  bool // a call to unmap failed
}

func newLedger(t *testing.T) *ledger {
	host, err := hostSystem(true)
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	l := &ledger{sys: new(system)}
	*l.sys = *host
	l.sys.reserve = func(addr, size uint64, how mapping) ([]byte, error) {
		if l.fails("reserve") {
			return nil, errInjected
		}
		b, err := host.reserve(addr, size, how)
		if err == nil && how != mapExact { // not aligned to more than a page
			if err := host.unmap(b); err != nil {
				t.Error(err)
			}
			if b, err = host.reserve(0, size+host.page, how); err == nil {
				if err := host.unmap(b[:host.page]); err != nil {
					t.Error(err)
				}
				b = b[host.page:]
			}
		}
		if err == nil {
			l.mapped = append(l.mapped, span{address(b), address(b) + uint64(len(b))})
		}
		return b, err
	}
	l.sys.unmap = func(b []byte) error {
		if l.fails("unmap") {
			l.stuck = true
			return errInjected
		}
		l.remove(t, span{address(b), address(b) + uint64(len(b))})
		return host.unmap(b)
	}
	l.sys.protect = func(b []byte, p prot) error {
		if l.fails("protect") {
			return errInjected
		}
		return host.protect(b, p)
	}
	if host.write != nil {
		l.sys.write = func(over, contents []byte) error {
			if l.fails("write") {
				return errInjected
			}
			return host.write(over, contents)
		}
	}
	l.sys.discard = func(b []byte) error {
		if l.fails("discard") {
			return errInjected
		}
		return host.discard(b)
	}
	l.sys.maps = func() ([]span, error) {
		if l.fails("maps") {
			return nil, errInjected
		}
		return host.maps()
	}
	return l
}

func (l *ledger) fails(op string) bool {
	l.calls++
	if l.calls == l.failAt {
		l.op = op
		return true
	}
	return l.on && l.failAt != 0 && op == l.op
}

// remove cuts a range out of what is mapped.
func (l *ledger) remove(t *testing.T, s span) {
	for i, m := range l.mapped {
		if m.lo <= s.lo && s.hi <= m.hi {
			l.mapped = slices.Delete(l.mapped, i, i+1)
			for _, rest := range []span{{m.lo, s.lo}, {s.hi, m.hi}} {
				if rest.lo < rest.hi {
					l.mapped = append(l.mapped, rest)
				}
			}
			return
		}
	}
	t.Errorf("unmap of %#x-%#x, which is not mapped", s.lo, s.hi)
}

// lives runs through all that a manager does: small and large, low and near,
// finalized and not. It tolerates errors and checks that they leave nothing.
func lives(t *testing.T, m *Manager) {
	ctx := context.Background()
	low, near := small(), small()
	low[0].Low32 = true
	near[0].Near = 0x5000_0000_0000
	var all []rtdyld.Allocation
	for _, reqs := range [][]rtdyld.Request{
		small(), {code(300), rodata(20), data(9)}, {code(200 << 10), rodata(1 << 20), data(200 << 10)}, low, near, small(), {data(5 << 20), code(10)},
	} {
		before := m.Stats()
		a, err := m.Allocate(ctx, reqs)
		if err != nil {
			after := m.Stats()
			if after.Live != before.Live || after.Allocations != before.Allocations {
				t.Errorf("after %v: %+v, before %+v", err, after, before)
			}
			if !errors.Is(err, ErrNoSpace) {
				t.Errorf("allocate: %v", err)
			}
			continue
		}
		for i, b := range a.Blocks() {
			for j, c := range b.Mem {
				if c != 0 {
					t.Fatalf("block %d: byte %d is %#x, want 0", i, j, c)
				}
				b.Mem[j] = 0xcc
			}
		}
		all = append(all, a)
		if len(all)%3 == 0 {
			continue
		}
		if err := a.Finalize(ctx); err != nil && !errors.Is(err, ErrNoSpace) {
			t.Errorf("finalize: %v", err)
		}
	}
	for _, a := range all {
		if err := a.Release(ctx); err != nil && !errors.Is(err, ErrNoSpace) {
			t.Errorf("release: %v", err)
		}
	}
}

// TestFailures makes each system call of a manager's life fail in turn. Nothing
// is left behind, what was there still works, released memory is zero again, and
// at the end all is unmapped.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		cfg Config
		on  bool
	}{
		{Config{StripeSize: 4 << 20}, false},
		{Config{StripeSize: 4 << 20}, true},
		{Config{StripeSize: 4 << 20, ReleaseBatch: -1}, false},
	} {
		cfg := c.cfg
		failed, packs := map[string]int{}, false
		for n := 1; ; n++ {
			l := newLedger(t)
			l.failAt, l.on = n, c.on
			m, err := newManager(cfg, l.sys)
			if err != nil {
				if len(l.mapped) > 0 && !l.stuck {
					t.Errorf("call %d (%s) failed in New: %v is still mapped", n, l.op, l.mapped)
				}
				failed["New: "+l.op]++
				continue
			}
			packs = packs || m.packs
			lives(t, m)
			if l.calls < n { // none failed: all have been through
				l.failAt = 0
				if err := m.Close(); err != nil || len(l.mapped) > 0 {
					t.Errorf("close: %v, still mapped: %v", err, l.mapped)
				}
				break
			}
			failed[l.op]++
			l.failAt = 0
			lives(t, m)
			audit(t)
			if err := m.Trim(context.Background()); err != nil {
				t.Errorf("call %d (%s) failed: trim: %v", n, l.op, err)
			}
			if st := m.Stats(); st.Live != 0 || st.Allocations != 0 || st.Held != 0 || st.FreeRanges != stripesOf(m) {
				t.Errorf("call %d (%s) failed: %+v", n, l.op, st)
			}
			if err := m.Close(); err != nil {
				t.Errorf("call %d (%s) failed: close: %v", n, l.op, err)
			}
			if len(l.mapped) > 0 && !(l.stuck && l.on) { // a slab that was not used and cannot be unmapped
				t.Errorf("call %d (%s) failed: %x is still mapped", n, l.op, l.mapped)
			}
		}
		t.Logf("failed in turn: %v", failed)
		for _, op := range []string{"reserve", "unmap", "protect", "discard", "maps", "New: protect", "write"} {
			if failed[op] == 0 && (op != "write" || packs) {
				t.Errorf("no call to %s failed", op)
			}
		}
	}
}

// TestCloseFails: what cannot be unmapped stays with the manager for another try.
func TestCloseFails(t *testing.T) {
	l := newLedger(t)
	m, err := newManager(Config{}, l.sys)
	if err != nil {
		t.Fatal(err)
	}
	release(t, allocate(t, m, small()...))
	l.failAt = l.calls + 1
	if err := m.Close(); !errors.Is(err, ErrNoSpace) {
		t.Errorf("close: %v", err)
	}
	if err := m.Close(); err != nil || len(l.mapped) > 0 {
		t.Errorf("second close: %v, still mapped: %v", err, l.mapped)
	}
}

// TestCommitLess: where the host allows less than the usual step, what is needed
// does.
func TestCommitLess(t *testing.T) {
	m, fake := newFake(t, Config{})
	fake.protect = func(b []byte, p prot) error {
		if len(b) > 64<<10 {
			return errInjected
		}
		return nil
	}
	for range 100 {
		allocate(t, m, small()...)
	}
	if _, err := m.Allocate(context.Background(), []rtdyld.Request{data(128 << 10)}); !errors.Is(err, ErrNoSpace) {
		t.Errorf("128 KiB: %v", err)
	}
	allocate(t, m, small()...)
}

// TestDiscardDenied: locked memory cannot be discarded; it is cleared instead.
func TestDiscardDenied(t *testing.T) {
	host, err := hostSystem(true)
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	sys := *host
	sys.discard = func([]byte) error { return &SystemError{Op: "madvise", Err: unix.EINVAL} }
	m, err := newManager(Config{StripeSize: 1 << 20}, &sys)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		a := allocate(t, m, code(300<<10), data(100))
		for _, b := range a.Blocks() {
			for j, c := range b.Mem {
				if c != 0 {
					t.Fatalf("byte %d is %#x", j, c)
				}
				b.Mem[j] = 1
			}
		}
		finalize(t, a)
		release(t, a)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// inChild runs a test of this package in a process of its own, which may change
// what the host allows it, and reports what it printed.
func inChild(t *testing.T, child func(t *testing.T)) {
	const env = "RTDYLD_MEM_CHILD"
	if os.Getenv(env) == t.Name() {
		child(t)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), env+"="+t.Name())
	out, err := cmd.CombinedOutput()
	switch {
	case errors.Is(err, unix.ENOEXEC):
		t.Skip("the kernel does not run this program, so what it allows is not the kernel's to say: ", err)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skipf("%s", out)
	case !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Errorf("child did not run:\n%s", out)
	}
}

// TestExecDenied: the host itself refuses executable memory (PR_SET_MDWE of
// prctl(2), what systemd's MemoryDenyWriteExecute does).
func TestExecDenied(t *testing.T) {
	inChild(t, func(t *testing.T) {
		early, err := New(Config{PagesApart: true}) // what is committed as code is written whatever comes
		if errors.Is(err, objfmt.ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		a := allocate(t, early, small()...)
		const setMDWE, refuseExecGain = 65, 1
		if err := unix.Prctl(setMDWE, refuseExecGain, 0, 0, 0); err != nil {
			t.Skip("the kernel has no PR_SET_MDWE: ", err)
		}
		_, err = New(Config{})
		var se *SystemError
		if !errors.Is(err, ErrExecDenied) || !errors.As(err, &se) || se.Op != "mprotect" {
			t.Errorf("New: %v", err)
		}
		if err := a.Finalize(context.Background()); !errors.Is(err, ErrExecDenied) {
			t.Errorf("finalize: %v", err)
		}
		release(t, a)
		if err := early.Close(); err != nil {
			t.Error(err)
		}
		m, err := New(Config{NoExec: true})
		if err != nil {
			t.Fatal(err)
		}
		a = allocate(t, m, small()...)
		finalize(t, a)
		if got := perms(regions(t), address(a.Blocks()[0].Mem), 1); got != "r--p" {
			t.Errorf("code is %s, want r--p", got)
		}
		release(t, a)
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestDataLimit: only what is committed counts against RLIMIT_DATA, and what goes
// over it is a typed error that leaves the rest working.
func TestDataLimit(t *testing.T) {
	inChild(t, func(t *testing.T) {
		m := manager(t, Config{})
		keep := allocate(t, m, small()...)
		limit := vm(t, "VmData") + 64<<20
		if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
			t.Fatal(err)
		}
		other := manager(t, Config{}) // 768 MiB of address space, none of it data
		fine := allocate(t, other, data(8<<20))
		fine.Blocks()[0].Mem[8<<20-1] = 1
		_, err := m.Allocate(context.Background(), []rtdyld.Request{code(10), data(100 << 20)})
		var se *SystemError
		if !errors.Is(err, ErrNoSpace) || !errors.As(err, &se) || se.Op != "mprotect" {
			t.Errorf("100 MiB: %v", err)
		}
		for _, a := range []rtdyld.Allocation{allocate(t, m, data(4<<20)), keep, fine} {
			finalize(t, a)
			release(t, a)
		}
	})
}

// TestAddressLimit: a slab takes less where the host has no room for the usual one.
func TestAddressLimit(t *testing.T) {
	inChild(t, func(t *testing.T) {
		m := manager(t, Config{})
		limit := vm(t, "VmSize") + 128<<20
		if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
			t.Fatal(err)
		}
		a := allocate(t, m, small()...)
		b := allocate(t, m, code(20<<20))
		if st := m.Stats(); st.Reserved >= 128<<20 {
			t.Errorf("%+v", st)
		}
		_, err := m.Allocate(context.Background(), []rtdyld.Request{data(300 << 20)})
		if !errors.Is(err, ErrNoSpace) {
			t.Errorf("300 MiB: %v", err)
		}
		finalize(t, a)
		release(t, a)
		release(t, b)
	})
}

// vm reads a size out of /proc/self/status, in bytes.
func vm(t *testing.T, field string) uint64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kb uint64
		if n, _ := fmt.Sscanf(line, field+": %d kB", &kb); n == 1 {
			return kb << 10
		}
	}
	t.Fatalf("no %s", field)
	return 0
}

package mem

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// perms says what VirtualQuery, the tests' oracle, has for the pages of a range:
// "rw", "r", "rx", "none" for pages that cannot be accessed, "free", or "mixed".
func perms(t testing.TB, addr, n uint64) string {
	t.Helper()
	names := map[uint32]string{windows.PAGE_READWRITE: "rw", windows.PAGE_READONLY: "r", windows.PAGE_EXECUTE_READ: "rx", windows.PAGE_NOACCESS: "none", 0: "none"}
	found := ""
	for end := addr + n; addr < end; {
		var info windows.MemoryBasicInformation
		if err := windows.VirtualQuery(uintptr(addr), &info, unsafe.Sizeof(info)); err != nil {
			t.Fatal(err)
		}
		name, ok := names[info.Protect]
		switch {
		case info.State == 0x10000:
			name = "free"
		case info.State != windows.MEM_COMMIT:
			name = "none"
		case !ok:
			t.Fatalf("%#x has protection %#x", addr, info.Protect)
		}
		if found != "" && found != name {
			return "mixed"
		}
		found, addr = name, uint64(info.BaseAddress+info.RegionSize)
	}
	return found
}

// audit fails if any page of the process is writable and executable.
func audit(t testing.TB) {
	t.Helper()
	const executeReadWrite, executeWriteCopy = 0x40, 0x80
	var info windows.MemoryBasicInformation
	for at := uintptr(0); windows.VirtualQuery(at, &info, unsafe.Sizeof(info)) == nil; at = info.BaseAddress + info.RegionSize {
		if info.State == windows.MEM_COMMIT && info.Type == 0x20000 /* MEM_PRIVATE */ && info.Protect&(executeReadWrite|executeWriteCopy) != 0 {
			t.Errorf("%#x, %d bytes: protection %#x", info.BaseAddress, info.RegionSize, info.Protect)
		}
	}
}

func manager(t testing.TB, cfg Config) *Manager {
	t.Helper()
	m, err := New(cfg)
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		var bases []uint64
		for _, s := range m.slabs {
			bases = append(bases, address(s.mem)) // base is elsewhere without code
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		for _, base := range bases {
			if got := perms(t, base, 1); got != "free" {
				t.Errorf("slab at %#x is %s after Close", base, got)
			}
		}
	})
	return m
}

func allocate(t testing.TB, m *Manager, reqs ...rtdyld.Request) rtdyld.Allocation {
	t.Helper()
	a, err := m.Allocate(context.Background(), reqs)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range a.Blocks() {
		for k, c := range b.Mem {
			if c != 0 {
				t.Fatalf("block %d, byte %d is %#x", i, k, c)
			}
		}
	}
	return a
}

func request(kind objfmt.Kind, size uint64) rtdyld.Request {
	return rtdyld.Request{Kind: kind, Size: size, Align: 16, Object: "a.o"}
}

func finalize(t testing.TB, a rtdyld.Allocation) {
	t.Helper()
	if err := a.Finalize(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func release(t testing.TB, a rtdyld.Allocation) {
	t.Helper()
	if err := a.Release(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func three(size uint64) []rtdyld.Request {
	return []rtdyld.Request{request(objfmt.KindCode, size), request(objfmt.KindReadOnly, size), request(objfmt.KindWritable, size)}
}

// TestPermissions asks the host before and after each step.
func TestPermissions(t *testing.T) {
	for _, c := range []struct {
		name        string
		cfg         Config
		size        uint64
		final, gone [3]string
	}{
		{"held", Config{}, 5000, [3]string{"rx", "r", "rw"}, [3]string{"rx", "r", "rw"}},
		{"at once", Config{ReleaseBatch: -1}, 5000, [3]string{"rx", "r", "rw"}, [3]string{"rw", "rw", "rw"}},
		{"large", Config{}, 3 << 20, [3]string{"rx", "r", "rw"}, [3]string{"rw", "rw", "rw"}},
		{"no exec", Config{NoExec: true}, 5000, [3]string{"r", "r", "rw"}, [3]string{"r", "r", "rw"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := manager(t, c.cfg)
			a, other := allocate(t, m, three(c.size)...), allocate(t, m, three(100)...)
			check := func(when string, a rtdyld.Allocation, want [3]string) {
				t.Helper()
				for i, b := range a.Blocks() {
					if got := perms(t, address(b.Mem), uint64(len(b.Mem))); got != want[i] {
						t.Errorf("%s: block %d is %s, want %s", when, i, got, want[i])
					}
				}
				audit(t)
			}
			rw := [3]string{"rw", "rw", "rw"}
			check("allocated", a, rw)
			for _, b := range a.Blocks() {
				b.Mem[0], b.Mem[len(b.Mem)-1] = 1, 1
			}
			finalize(t, a)
			check("finalized", a, c.final)
			check("the other", other, rw)
			release(t, a)
			check("released", a, c.gone)
			if err := m.Trim(context.Background()); err != nil {
				t.Error(err)
			}
			check("trimmed", a, rw)
			allocate(t, m, three(c.size)...).Release(context.Background()) // zero again
			release(t, other)
		})
	}
}

// TestLow: what must be below 2 GiB is, and what must be near something.
func TestLow(t *testing.T) {
	m := manager(t, Config{StripeSize: 4 << 20})
	r := request(objfmt.KindCode, 100)
	r.Low32 = true
	a := allocate(t, m, r, request(objfmt.KindWritable, 1<<20))
	for _, b := range a.Blocks() {
		if b.Addr+uint64(len(b.Mem)) > lowEnd {
			t.Errorf("%#x is not low", b.Addr)
		}
	}
	release(t, a)
	for range 20 {
		far, err := reserve(0, 1<<20, mapAny)
		if err != nil {
			t.Fatal(err)
		}
		defer unmap(far)
		near := manager(t, Config{StripeSize: 4 << 20, Near: address(far)})
		a = allocate(t, near, three(3<<20)...)
		for _, b := range a.Blocks() {
			if d := int64(b.Addr - address(far)); d > lowEnd || d < -lowEnd {
				t.Errorf("%#x is %#x from what it should be near", b.Addr, d)
			}
		}
		release(t, a)
	}
}

// TestReserve: what is taken is not given, and what is not on the host's grid is
// refused, not moved.
func TestReserve(t *testing.T) {
	b, err := reserve(0, 1<<20, mapAny)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reserve(address(b)+64<<10, 64<<10, mapExact); !errors.Is(err, errTaken) {
		t.Errorf("taken: %v", err)
	}
	used, err := maps()
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for i, u := range used {
		inside = inside || u.lo <= address(b) && u.hi >= address(b)+1<<20
		if i > 0 && u.lo <= used[i-1].hi {
			t.Errorf("range %d, %#x, is not above %#x", i, u.lo, used[i-1].hi)
		}
	}
	if !inside {
		t.Error("the reservation is not in maps")
	}
	at := address(b)
	if err := unmap(b); err != nil {
		t.Fatal(err)
	}
	if b, err = reserve(at+4096, 4096, mapExact); err == nil {
		t.Errorf("off the grid: %#x for %#x", address(b), at+4096)
	}
	if err := unmap(make([]byte, 1)); err == nil {
		t.Error("memory that is not ours was unmapped")
	}
}

// TestRun runs code: uint64(a, b) a+2*b in the convention of Windows.
func TestRun(t *testing.T) {
	m := manager(t, Config{})
	for i := range 100 {
		a := allocate(t, m, request(objfmt.KindCode, 64))
		copy(a.Blocks()[0].Mem, []byte{0x48, 0x8d, 0x04, 0x51, 0x48, 0x83, 0xc0, byte(i), 0xc3}) // lea (rcx,rdx,2), rax; add $i, rax; ret
		finalize(t, a)
		if got, _, _ := syscall.SyscallN(uintptr(a.Blocks()[0].Addr), 1000, 10); got != uintptr(1020+i) {
			t.Errorf("%d, want %d", got, 1020+i)
		}
		release(t, a)
	}
	audit(t)
}

// TestRefused: the host's refusals leave pages that can be used again.
func TestRefused(t *testing.T) {
	sys, err := hostSystem(true)
	if err != nil {
		t.Fatal(err)
	}
	refuse := false
	broken := *sys
	broken.protect = func(b []byte, p prot) error {
		if refuse && p == protRW {
			return errTaken
		}
		return sys.protect(b, p)
	}
	m, err := newManager(Config{ReleaseBatch: -1}, &broken)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for range 3 {
		for _, size := range []uint64{5000, 700 << 10} { // kept, and given back
			a := allocate(t, m, three(size)...)
			for _, b := range a.Blocks() {
				for i := range b.Mem {
					b.Mem[i] = 0xcc
				}
			}
			finalize(t, a)
			refuse = true
			if err := a.Release(context.Background()); !errors.Is(err, errTaken) {
				t.Errorf("%d bytes: release without the host: %v", size, err)
			}
			refuse = false
			release(t, allocate(t, m, three(size)...))
		}
		refuse = true
		_ = m.Trim(context.Background())
		refuse = false
		if err := m.Trim(context.Background()); err != nil {
			t.Error(err)
		}
		if st := m.Stats(); st.Held != 0 || st.Live != 0 {
			t.Errorf("stats %+v", st)
		}
	}
}

// TestStorm allocates and releases from many goroutines; every block is zero when
// it comes.
func TestStorm(t *testing.T) {
	m := manager(t, Config{StripeSize: 16 << 20})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(g)))
			var live []rtdyld.Allocation
			for range 200 {
				if len(live) > 5 {
					k := rng.IntN(len(live))
					if err := live[k].Release(context.Background()); err != nil {
						t.Error(err)
					}
					live = append(live[:k], live[k+1:]...)
				}
				a, err := m.Allocate(context.Background(), three(1+rng.Uint64N(40_000)))
				if err != nil {
					t.Error(err)
					continue
				}
				for _, b := range a.Blocks() {
					for i := range b.Mem {
						if b.Mem[i] != 0 {
							t.Errorf("byte %d of %#x is %#x", i, b.Addr, b.Mem[i])
							break
						}
						b.Mem[i] = 0xaa
					}
				}
				if rng.IntN(2) == 0 {
					if err := a.Finalize(context.Background()); err != nil {
						t.Error(err)
					}
				}
				live = append(live, a)
			}
			for _, a := range live {
				if err := a.Release(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := m.Trim(context.Background()); err != nil {
		t.Error(err)
	}
	if st := m.Stats(); st.Live != 0 || st.Held != 0 || st.FreeRanges != 3*st.Slabs {
		t.Errorf("stats %+v", st)
	}
}

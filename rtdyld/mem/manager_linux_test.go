package mem

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestPermissions reads what the host says before and after each step.
func TestPermissions(t *testing.T) {
	for _, c := range []struct {
		name  string
		cfg   Config
		final [3]string
		gone  [3]string // after release
	}{
		{"held", Config{PagesApart: true}, [3]string{"r-xp", "r--p", "rw-p"}, [3]string{"r-xp", "r--p", "rw-p"}},
		{"at once", Config{ReleaseBatch: -1}, [3]string{"r-xp", "r--p", "rw-p"}, [3]string{"rw-p", "rw-p", "rw-p"}},
		{"no exec", Config{NoExec: true}, [3]string{"r--p", "r--p", "rw-p"}, [3]string{"r--p", "r--p", "rw-p"}},
		{"constants with code", Config{ConstantsWithCode: true, PagesApart: true}, [3]string{"r-xp", "r-xp", "rw-p"}, [3]string{"r-xp", "r-xp", "rw-p"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := manager(t, c.cfg)
			page := m.sys.page
			a := allocate(t, m, code(page+1), rodata(3), data(page))
			other := allocate(t, m, small()...) // its pages never change
			check := func(when string, a rtdyld.Allocation, want [3]string) {
				t.Helper()
				list := regions(t)
				for i, b := range a.Blocks() {
					at := address(b.Mem) // Addr is elsewhere without code
					lo := at &^ (page - 1)
					n := alignUp(at+uint64(len(b.Mem)), page) - lo
					if got := perms(list, lo, n); got != want[i] {
						t.Errorf("%s: block %d is %s, want %s", when, i, got, want[i])
					}
				}
			}
			rw := [3]string{"rw-p", "rw-p", "rw-p"}
			check("allocated", a, rw)
			finalize(t, a)
			finalize(t, a)
			check("finalized", a, c.final)
			check("the other", other, rw)
			release(t, a)
			check("released", a, c.gone)
			check("the other", other, rw)
			if err := m.Trim(context.Background()); err != nil {
				t.Error(err)
			}
			check("trimmed", a, rw)
			if err := a.Release(context.Background()); !errors.Is(err, ErrReleased) {
				t.Errorf("second release: %v", err)
			}
			if err := a.Finalize(context.Background()); !errors.Is(err, ErrReleased) {
				t.Errorf("finalize after release: %v", err)
			}
			release(t, other)
		})
	}
}

// TestReleaseLarge: what is larger than the batch loses its permissions and its
// memory at once.
func TestReleaseLarge(t *testing.T) {
	m := manager(t, Config{})
	a := allocate(t, m, code(600<<10), rodata(600<<10), data(600<<10))
	for _, b := range a.Blocks() {
		for i := range b.Mem {
			b.Mem[i] = 0xc3
		}
	}
	finalize(t, a)
	s := m.slabs[0]
	wantInMemory(t, "when written", s, 1800<<10, 4<<20)
	blocks := a.Blocks()
	release(t, a)
	list := regions(t)
	for i, b := range blocks {
		if got := perms(list, b.Addr, 600<<10); got != "rw-p" {
			t.Errorf("block %d is %s after release, want rw-p", i, got)
		}
	}
	wantInMemory(t, "after release", s, 0, 0)
}

// TestOneSlab: everything of a batch is within reach, whatever its shape.
func TestOneSlab(t *testing.T) {
	m := manager(t, Config{StripeSize: 8 << 20})
	for _, mb := range []uint64{1, 3, 7, 9, 40} {
		a := allocate(t, m, code(mb<<20), rodata(1), data(mb<<19))
		lo, hi := ^uint64(0), uint64(0)
		for _, b := range a.Blocks() {
			lo, hi = min(lo, b.Addr), max(hi, b.Addr+uint64(len(b.Mem)))
		}
		if hi-lo > maxSlab {
			t.Errorf("%d MB: blocks are %#x apart", mb, hi-lo)
		}
		defer release(t, a)
	}
}

// TestLargeBatch: a batch that is larger than the stripes gets a slab of its size,
// which goes with it; beyond 2 GiB there is a typed error.
func TestLargeBatch(t *testing.T) {
	m := manager(t, Config{StripeSize: 2 << 20})
	keep := allocate(t, m, small()...)
	defer release(t, keep)
	before := m.Stats()
	a := allocate(t, m, code(100<<20), data(5<<20), rodata(10))
	if st := m.Stats(); st.Slabs != 2 || st.Reserved < before.Reserved+105<<20 {
		t.Errorf("stats %+v", st)
	}
	a.Blocks()[0].Mem[100<<20-1] = 1
	finalize(t, a)
	release(t, a)
	if st := m.Stats(); st.Slabs != 1 || st.Reserved != before.Reserved {
		t.Errorf("after release: %+v, before: %+v", st, before)
	}
	if unsafe.Sizeof(uintptr(0)) == 8 {
		a = allocate(t, m, code(1000<<20), data(900<<20), rodata(20<<20))
		release(t, a)
	}
	_, err := m.Allocate(context.Background(), []rtdyld.Request{code(1000 << 20), data(1100 << 20)})
	var le *LimitError
	if !errors.As(err, &le) || le.Asked != 2100<<20 || le.Limit != maxSlab {
		t.Errorf("2.1 GB: %v", err)
	}
}

// TestAlignment: over a page, over a huge page, over a stripe.
func TestAlignment(t *testing.T) {
	m := manager(t, Config{StripeSize: 4 << 20})
	var all []rtdyld.Allocation
	for shift := 0; shift <= 26; shift++ {
		for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
			a := allocate(t, m, rtdyld.Request{Kind: k, Size: 10, Align: 1}, rtdyld.Request{Kind: k, Size: 10, Align: 1 << shift})
			for _, b := range a.Blocks() {
				b.Mem[9] = 1
			}
			if b := a.Blocks()[1]; b.Addr&(1<<shift-1) != 0 {
				t.Errorf("%s: %#x is not aligned to 1<<%d", k, b.Addr, shift)
			}
			finalize(t, a)
			all = append(all, a)
		}
	}
	for _, a := range all {
		release(t, a)
	}
}

// TestLow32: such a batch is below 2 GiB, others do not take that room.
func TestLow32(t *testing.T) {
	m := manager(t, Config{})
	low := small()
	low[1].Low32 = true
	for range 3 {
		a := allocate(t, m, low...)
		for i, b := range a.Blocks() {
			if b.Addr+uint64(len(b.Mem)) > 1<<31 {
				t.Errorf("block %d is at %#x", i, b.Addr)
			}
			b.Mem[0] = 1
		}
		finalize(t, a)
		defer release(t, a)
	}
	a := allocate(t, m, small()...)
	defer release(t, a)
	if st := m.Stats(); st.Slabs != 2 {
		t.Errorf("%d slabs, want one low and one other", st.Slabs)
	}
	if b := a.Blocks()[0]; unsafe.Sizeof(uintptr(0)) == 8 && b.Addr < 1<<31 {
		t.Errorf("a batch that may be anywhere is at %#x", b.Addr)
	}
	// More than there is: a typed error, and what is there still works.
	_, err := m.Allocate(context.Background(), []rtdyld.Request{{Kind: objfmt.KindWritable, Size: 1900 << 20, Align: 1, Low32: true}})
	if !errors.Is(err, ErrNoSpace) {
		t.Errorf("1.9 GB below 2 GiB: %v", err)
	}
	defer release(t, allocate(t, m, low...))
}

// TestLow32Fallback: without /proc the host's own flag serves.
func TestLow32Fallback(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("MAP_32BIT is of x86-64 alone")
	}
	m := manager(t, Config{StripeSize: 64 << 20})
	sys := *m.sys
	sys.maps = func() ([]span, error) { return nil, &SystemError{Op: "read maps", Err: os.ErrNotExist} }
	m.sys = &sys
	q := code(10)
	q.Low32 = true
	a := allocate(t, m, q)
	defer release(t, a)
	if b := a.Blocks()[0]; b.Addr >= 1<<31 {
		t.Errorf("block at %#x", b.Addr)
	}
}

// mappedAbove reports whether anything is mapped above an address.
func mappedAbove(addr uint64) (bool, error) {
	sys, err := hostSystem(false)
	if err != nil {
		return false, err
	}
	used, err := sys.maps()
	return len(used) > 0 && used[len(used)-1].hi > addr, err
}

// TestNear: within ±2 GiB of an address that something else lies at: the vDSO, the
// program's own code, a mapping in the middle of nowhere.
func TestNear(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) == 4 {
		t.Skip("everything is near on a 32-bit host")
	}
	far, err := syscall.Mmap(-1, 0, 1<<12, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(far)
	const nowhere = 0x1234_5678_9000
	for name, addr := range map[string]uint64{
		"mapping": uint64(uintptr(unsafe.Pointer(&far[0]))),
		"program": uint64(**(**uintptr)(unsafe.Pointer(&allocateFunc))),
		"heap":    uint64(uintptr(unsafe.Pointer(new([1 << 16]byte)))),
		"nowhere": nowhere,
	} {
		if above, err := mappedAbove(addr); err != nil {
			t.Fatal(err)
		} else if !above {
			t.Logf("%s: %#x is above all mappings (an emulator may choose so), where nothing is given", name, addr)
			continue
		}
		near := func(b rtdyld.Block) bool {
			d := int64(b.Addr - addr)
			e := int64(b.Addr + uint64(len(b.Mem)) - addr)
			return d == int64(int32(d)) && e == int64(int32(e))
		}
		m := manager(t, Config{Near: addr})
		for range 2 {
			a := allocate(t, m, small()...)
			for i, b := range a.Blocks() {
				if !near(b) {
					t.Errorf("%s: option: block %d at %#x is not near %#x", name, i, b.Addr, addr)
				}
			}
			defer release(t, a)
		}
		if st := m.Stats(); st.Slabs != 1 {
			t.Errorf("%s: %d slabs", name, st.Slabs)
		}
		m = manager(t, Config{})
		defer release(t, allocate(t, m, small()...)) // a slab anywhere
		reqs := small()
		reqs[2].Near = addr
		a := allocate(t, m, reqs...)
		for i, b := range a.Blocks() {
			if !near(b) {
				t.Errorf("%s: request: block %d at %#x is not near %#x", name, i, b.Addr, addr)
			}
		}
		release(t, a)
	}
}

var allocateFunc = allocate

// TestNearImpossible: no room near is no error, and is not looked for each time.
func TestNearImpossible(t *testing.T) {
	m := manager(t, Config{})
	sys := *m.sys
	looked := 0
	sys.maps = func() ([]span, error) { looked++; return []span{{0, 1 << 47}}, nil }
	m.sys = &sys
	for range 5 {
		q := code(10)
		q.Near = 1 << 40
		a := allocate(t, m, q)
		defer release(t, a)
	}
	if st := m.Stats(); st.Slabs != 1 {
		t.Errorf("%d slabs", st.Slabs)
	}
	if n := looked; n == 0 || n > 16 {
		t.Errorf("maps read %d times", n)
	}
}

// TestLimit: Config.Limit counts whole pages that live.
func TestLimit(t *testing.T) {
	page := uint64(os.Getpagesize())
	m := manager(t, Config{Limit: 10 * page, PagesApart: true})
	a := allocate(t, m, code(page), rodata(page), data(4*page))
	b := allocate(t, m, data(4*page))
	_, err := m.Allocate(context.Background(), []rtdyld.Request{data(1)})
	var le *LimitError
	if !errors.As(err, &le) || le.Asked != 11*page || le.Limit != 10*page || !errors.Is(err, ErrNoSpace) {
		t.Errorf("over the limit: %v", err)
	}
	release(t, b)
	release(t, allocate(t, m, data(1)))
	release(t, a)
	if _, err := New(Config{StripeSize: 1 << 30}); !errors.As(err, &le) {
		t.Errorf("stripes of 1 GiB: %v", err)
	}
}

func TestContext(t *testing.T) {
	m := manager(t, Config{})
	ctx, cancel := context.WithCancel(context.Background())
	a, err := m.Allocate(ctx, small())
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := m.Allocate(ctx, small()); !errors.Is(err, context.Canceled) {
		t.Errorf("allocate: %v", err)
	}
	if err := a.Finalize(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("finalize: %v", err)
	}
	if err := a.Release(ctx); err != nil {
		t.Errorf("release: %v", err)
	}
}

// TestClose: refused while something lives, then everything is unmapped.
func TestClose(t *testing.T) {
	m, err := New(Config{})
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	a := allocate(t, m, small()...)
	addr := a.Blocks()[0].Addr
	if err := m.Close(); !errors.Is(err, ErrLive) || !strings.Contains(err.Error(), "1 of them") {
		t.Errorf("close with a live allocation: %v", err)
	}
	a.Blocks()[0].Mem[0] = 1
	finalize(t, a)
	release(t, allocate(t, m, small()...)) // it goes on working
	release(t, a)
	base, size := m.slabs[0].base, uint64(len(m.slabs[0].mem))
	if got := perms(regions(t), addr, 1); got == "none" {
		t.Errorf("slab is gone before Close")
	}
	for range 2 {
		if err := m.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	for _, r := range regions(t) {
		if r.lo == base && r.hi-r.lo >= size {
			t.Errorf("slab is still mapped: %x-%x", r.lo, r.hi)
		}
	}
	if _, err := m.Allocate(context.Background(), small()); !errors.Is(err, ErrClosed) {
		t.Errorf("allocate after close: %v", err)
	}
	if st := m.Stats(); st != (Stats{}) {
		t.Errorf("stats %+v", st)
	}
}

// TestTwoManagers: neither knows of the other.
func TestTwoManagers(t *testing.T) {
	m1, m2 := manager(t, Config{}), manager(t, Config{})
	a1, a2 := allocate(t, m1, small()...), allocate(t, m2, small()...)
	for i := range 3 {
		a1.Blocks()[i].Mem[0], a2.Blocks()[i].Mem[0] = 1, 2
	}
	finalize(t, a1)
	a2.Blocks()[0].Mem[1] = 2
	release(t, a1)
	if err := m1.Close(); err != nil {
		t.Error(err)
	}
	for i := range 3 {
		if got := a2.Blocks()[i].Mem[0]; got != 2 {
			t.Errorf("block %d of the other manager is %d", i, got)
		}
	}
	release(t, a2)
}

// call runs code without arguments that leaves its result in the first result
// register. The code must not use the stack.
func call(addr uint64) uintptr {
	entry := uintptr(addr)
	fn := &entry
	return (*(*func() uintptr)(unsafe.Pointer(&fn)))()
}

// machineCode returns n for this host's processor.
func machineCode(t *testing.T, n byte) []byte {
	switch runtime.GOARCH {
	case "amd64":
		return []byte{0xb8, n, 0, 0, 0, 0xc3} // mov $n, %eax; ret
	}
	t.Skip("no machine code for " + runtime.GOARCH + " here")
	return nil
}

// TestExecute runs code in memory that is used again and again, each time with
// other code.
func TestExecute(t *testing.T) {
	for _, cfg := range []Config{{}, {ReleaseBatch: -1}} {
		m := manager(t, cfg)
		for i := range 200 {
			text := machineCode(t, byte(i))
			a := allocate(t, m, code(uint64(len(text))))
			copy(a.Blocks()[0].Mem, text)
			finalize(t, a)
			if got := call(a.Blocks()[0].Addr); got != uintptr(byte(i)) {
				t.Fatalf("code returned %d, want %d", got, byte(i))
			}
			release(t, a)
		}
	}
}

// TestOutlive: code runs when nothing refers to linker, allocation and manager.
func TestOutlive(t *testing.T) {
	text := machineCode(t, 42)
	addr := func() uint64 {
		m, err := New(Config{StripeSize: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		a := allocate(t, m, code(uint64(len(text))), data(8))
		copy(a.Blocks()[0].Mem, text)
		finalize(t, a)
		return a.Blocks()[0].Addr
	}()
	for range 3 {
		runtime.GC()
	}
	if got := call(addr); got != 42 {
		t.Errorf("code returned %d, want 42", got)
	}
}

// touchFaults counts the page faults of writing to each page of b.
func touchFaults(b []byte) int64 {
	const thisThread = 1 // RUSAGE_THREAD
	var before, after syscall.Rusage
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_ = syscall.Getrusage(thisThread, &before)
	for i := 0; i < len(b); i += os.Getpagesize() {
		b[i] = 1
	}
	_ = syscall.Getrusage(thisThread, &after)
	return int64(after.Minflt - before.Minflt)
}

// TestPopulated: code that is large for small pages and small for huge ones is written without a fault a page.
func TestPopulated(t *testing.T) {
	const size, populateWrite = 512 << 10, 23
	own, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(own)
	most := int64(size / os.Getpagesize() / 10)
	if err := syscall.Madvise(own, populateWrite); err != nil || touchFaults(own) > most {
		t.Skipf("the host does not do that: %v", err)
	}
	a := allocate(t, manager(t, Config{NoHuge: true}), code(size), data(size))
	if n := touchFaults(a.Blocks()[0].Mem); n > most {
		t.Errorf("%d faults for %d KiB", n, size>>10)
	}
	release(t, a)
}

// givesHuge is whether the host gives huge pages to a mapping of our own that asks for them.
func givesHuge(t *testing.T) bool {
	t.Helper()
	const size = 16 << 20
	own, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(own)
	err = syscall.Madvise(own, 14 /* MADV_HUGEPAGE */)
	// Its ends need not be those of huge pages.
	return err == nil && touchFaults(own[hugeSize:size-hugeSize]) <= int64(size/os.Getpagesize()/20)
}

// TestHugePages: a large piece takes a fraction of the page faults.
func TestHugePages(t *testing.T) {
	const none = "this host has no transparent huge pages to give"
	if !givesHuge(t) {
		t.Skip(none)
	}
	// The second life of the same memory is as good: whole huge pages come and go.
	faults := func(cfg Config, size uint64) int64 {
		m := manager(t, cfg)
		defer release(t, allocate(t, m, code(6<<20+5000))) // ends within a huge page
		a := allocate(t, m, code(size))
		copy(a.Blocks()[0].Mem, bytes.Repeat([]byte{1}, int(size)))
		finalize(t, a)
		addr := a.Blocks()[0].Addr
		release(t, a)
		a = allocate(t, m, code(size))
		if b := a.Blocks()[0]; b.Addr != addr || !cfg.NoHuge && b.Addr%hugeSize != 0 {
			t.Errorf("block at %#x, first at %#x", b.Addr, addr)
		}
		defer release(t, a)
		defer finalize(t, a)
		return touchFaults(a.Blocks()[0].Mem)
	}
	for _, size := range []uint64{8 << 20, 5<<20 + 5000} {
		for try := 1; ; try++ { // it may have none left for a moment
			huge, plain := faults(Config{}, size), faults(Config{NoHuge: true}, size)
			t.Logf("%d bytes: %d faults with huge pages, %d without", size, huge, plain)
			if plain < int64(size)/int64(os.Getpagesize()) {
				t.Errorf("%d faults without huge pages: they do not count", plain)
			}
			if huge <= plain/20 {
				break
			}
			if try == 5 {
				if !givesHuge(t) {
					t.Skip(none)
				}
				t.Fatalf("%d faults with huge pages, %d without", huge, plain)
			}
		}
	}
}

// TestHugeFirst: a batch that is too small for huge pages of its own lies in those of the slab that is made for it, of which it uses
// enough, and in no other.
func TestHugeFirst(t *testing.T) {
	advised := func(cfg Config, reqs ...rtdyld.Request) (huge []uint64) {
		sys, err := hostSystem(false)
		if err != nil {
			t.Fatal(err)
		}
		cfg.NoExec = true
		m, err := newManager(cfg, sys)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		sys.huge = func(b []byte) { huge = append(huge, address(b), uint64(len(b))) }
		defer release(t, allocate(t, m, reqs...))
		for i := range huge {
			if i%2 == 0 {
				huge[i] -= address(m.slabs[0].mem)
			}
			huge[i] >>= 20
		}
		return huge
	}
	for _, c := range []struct {
		cfg  Config
		reqs []rtdyld.Request
		want []uint64 // offset and size, MB
	}{
		{Config{StripeSize: 1 << 20}, []rtdyld.Request{code(900 << 10), rodata(200 << 10), data(1000)}, []uint64{0, 2}},
		{Config{StripeSize: 1 << 20, NoHuge: true}, []rtdyld.Request{code(900 << 10), rodata(200 << 10), data(1000)}, nil},
		{Config{StripeSize: 1 << 20}, []rtdyld.Request{code(700 << 10), rodata(200 << 10), data(100 << 10)}, nil},
		{Config{StripeSize: 1 << 20}, []rtdyld.Request{code(3 << 20), rodata(100 << 10), data(100 << 10)}, []uint64{0, 4}},
		{Config{StripeSize: 1 << 20}, []rtdyld.Request{code(5 << 19), rodata(1), data(7 << 19)}, []uint64{0, 2, 4, 4}},
		{Config{StripeSize: 16 << 20}, []rtdyld.Request{code(3 << 20), rodata(1 << 20), data(1 << 19)}, []uint64{0, 4, 16, 2}},
		{Config{StripeSize: 16 << 20}, []rtdyld.Request{code(8 << 20), rodata(1 << 20), data(1 << 19)}, []uint64{16, 2, 4, 12}}, // code lies behind
	} {
		if got := advised(c.cfg, c.reqs...); !slices.Equal(got, c.want) {
			t.Errorf("%+v: huge pages at %v MB, want %v", c.cfg, got, c.want)
		}
	}
}

// TestMappings: neighbours become one mapping, and small objects cost none.
func TestMappings(t *testing.T) {
	count := func(m *Manager) int {
		n, err := m.Mappings()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var reqs []rtdyld.Request
	for range 1000 {
		reqs = append(reqs, small()...)
	}
	m := manager(t, Config{})
	batch := allocate(t, m, reqs...)
	for _, b := range batch.Blocks() {
		b.Mem[0] = 1
	}
	finalize(t, batch)
	together := count(m)
	release(t, batch)

	m = manager(t, Config{})
	for i := range 1000 {
		a := allocate(t, m, reqs[3*i:3*i+3]...)
		for _, b := range a.Blocks() {
			b.Mem[0] = 1
		}
		finalize(t, a)
		defer release(t, a)
	}
	single := count(m)
	t.Logf("mappings: %d for one batch of 3000 blocks, %d for 1000 batches of 3", together, single)
	// Each stripe: finalized, writable, not yet accessible, and the seam where huge pages begin.
	if together > 12 || single > 12 {
		t.Errorf("more than 4 a stripe")
	}
}

// TestSystemCalls counts those of a small object's life: none to allocate, one a
// stripe to finalize, few to release.
func TestSystemCalls(t *testing.T) {
	m := manager(t, Config{PagesApart: true})
	sys := *m.sys
	calls := 0
	sys.protect = func(b []byte, p prot) error { calls++; return protect(b, p) }
	sys.discard = func(b []byte) error { calls++; return discard(b) }
	sys.reserve = func(a, n uint64, how mapping) ([]byte, error) { calls++; return reserve(a, n, how) }
	m.sys = &sys
	const rounds = 160
	var sum [3]int
	for range rounds {
		step := func(k int, f func()) { calls = 0; f(); sum[k] += calls }
		var a rtdyld.Allocation
		step(0, func() { a = allocate(t, m, small()...) })
		step(1, func() { finalize(t, a); finalize(t, a) })
		step(2, func() { release(t, a) })
	}
	t.Logf("%d objects: allocate %d, finalize %d, release %d calls", rounds, sum[0], sum[1], sum[2])
	if sum[0] > 8 || sum[1] != 2*rounds || sum[2] > rounds/4 {
		t.Errorf("allocate %d, want 8 at most; finalize %d, want %d; release %d, want %d at most", sum[0], sum[1], 2*rounds, sum[2], rounds/4)
	}
}

// TestAllocs: a batch costs its record and its blocks, however many they are.
func TestAllocs(t *testing.T) {
	m := manager(t, Config{})
	ctx := context.Background()
	var reqs []rtdyld.Request
	for range 1000 {
		reqs = append(reqs, small()...)
	}
	for _, n := range []int{3, 3000} {
		got := testing.AllocsPerRun(20, func() {
			a, err := m.Allocate(ctx, reqs[:n])
			if err != nil {
				t.Fatal(err)
			}
			_ = a.Finalize(ctx)
			_ = a.Release(ctx)
		})
		if got > 3 {
			t.Errorf("%d requests: %v Go allocations, want 3 at most", n, got)
		}
	}
}

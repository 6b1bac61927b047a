package mem

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// packing makes a manager whose small batches share pages, with what is called of the host counted.
func packing(t testing.TB, calls *int) *Manager {
	t.Helper()
	sys, err := hostSystem(true)
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if sys.write == nil || !sys.writes() {
		t.Skip("the host does not write to pages that the process cannot write to, or keeps what it has translated")
	}
	sys.sharing = sharing{}
	counted(sys, calls)
	m, err := newManager(Config{StripeSize: 4 << 20}, sys)
	return made(t, m, err)
}

// scramble writes something to the blocks of an allocation, which must be zero, and returns it.
func scramble(t testing.TB, r *rand.ChaCha8, a rtdyld.Allocation) (want [][]byte) {
	t.Helper()
	for i, b := range a.Blocks() {
		if len(bytes.Trim(b.Mem, "\x00")) > 0 {
			t.Fatalf("block %d is not zero", i)
		}
		_, _ = r.Read(b.Mem)
		want = append(want, bytes.Clone(b.Mem))
	}
	return want
}

// TestPacked: small batches lie beside each other, in pages of which none changes its permissions for them; what was written is at the addresses of
// the blocks, and nowhere else, after Finalize; released memory is used again, and given back where there is much of it.
func TestPacked(t *testing.T) {
	calls := 0
	m := packing(t, &calls)
	r := rand.NewChaCha8([32]byte{1})
	reqs := []rtdyld.Request{code(300), rodata(40), data(70), {Kind: objfmt.KindCode, Size: 10, Align: 256}}
	first := allocate(t, m, reqs...) // has the stripes made accessible
	finalize(t, first)
	calls = 0
	type one struct {
		a    rtdyld.Allocation
		want [][]byte
	}
	var all []one
	load := func() {
		a := allocate(t, m, reqs...)
		x := one{a, scramble(t, r, a)}
		finalize(t, a)
		a.(rtdyld.Mover).Moved(a.Blocks())
		all = append(all, x)
	}
	check := func() {
		t.Helper()
		list := regions(t)
		for i, x := range all {
			for k, b := range x.a.Blocks() {
				switch want := [...]string{"r-xp", "r--p", "rw-p", "r-xp"}[k]; {
				case address(b.Mem) != b.Addr || b.Addr%reqs[k].Align != 0 || !bytes.Equal(b.Mem, x.want[k]):
					t.Fatalf("allocation %d: block %d is at %#x, shown at %#x, as written: %v", i, k, b.Addr, address(b.Mem), bytes.Equal(b.Mem, x.want[k]))
				case perms(list, b.Addr, uint64(len(b.Mem))) != want:
					t.Fatalf("allocation %d: block %d is %s, want %s", i, k, perms(list, b.Addr, uint64(len(b.Mem))), want)
				}
			}
		}
	}
	for range 400 {
		load()
	}
	check()
	if calls != 2*400 {
		t.Errorf("%d calls of the host for 400 allocations, want two writes each", calls)
	}
	st := m.Stats()
	if st.Slabs != 1 || st.Asked != 401*420 || st.Waste > st.Asked {
		t.Errorf("%+v", st)
	}
	for i := range all {
		if k := i + r1(r, len(all)-i); i%2 == 0 {
			all[i], all[k] = all[k], all[i]
			release(t, all[i].a)
			all[i] = one{}
		}
	}
	all = slices.DeleteFunc(all, func(x one) bool { return x.a == nil })
	for range 200 {
		load()
	}
	check()
	for _, x := range all {
		release(t, x.a)
	}
	release(t, first)
	if st := m.Stats(); st.Live != 0 || st.Kept == 0 || st.Kept > 3*keepMost {
		t.Errorf("all is released: %+v", st)
	}
	if err := m.Trim(context.Background()); err != nil {
		t.Error(err)
	}
	wantInMemory(t, "when all is given back", m.slabs[0], 0, 0)
}

// r1 is a number below n.
func r1(r *rand.ChaCha8, n int) int { return int(r.Uint64() % uint64(n)) }

// TestPackedApart: what is not small, or must fault when it is gone, has pages of its own.
func TestPackedApart(t *testing.T) {
	calls := 0
	m := packing(t, &calls)
	shares := func(m *Manager, reqs ...rtdyld.Request) bool {
		t.Helper()
		a := allocate(t, m, reqs...)
		defer release(t, a)
		return a.(*allocation).first != 0
	}
	page := m.page
	for _, c := range []struct {
		reqs   []rtdyld.Request
		shares bool
	}{
		{[]rtdyld.Request{code(1000), rodata(500), data(packedMost)}, true},
		{[]rtdyld.Request{code(packedMost)}, true},
		{[]rtdyld.Request{code(packedMost + 1)}, false},
		{[]rtdyld.Request{code(packedMost / 2), rodata(packedMost/2 + 1)}, false},
		{[]rtdyld.Request{code(packedMost / 2), data(packedMost/2 + 1)}, true},
		{[]rtdyld.Request{data(packedMost + 1)}, false},
		{[]rtdyld.Request{{Kind: objfmt.KindCode, Size: 1, Align: page}}, true},
		{[]rtdyld.Request{{Kind: objfmt.KindCode, Size: 1, Align: 2 * page}}, false},
	} {
		if got := shares(m, c.reqs...); got != c.shares {
			t.Errorf("%v: shares pages: %v", c.reqs, got)
		}
	}
	for _, cfg := range []Config{{PagesApart: true}, {NoExec: true}, {ReleaseBatch: -1}, {NoProbe: true}, {StripeSize: page}} {
		if shares(manager(t, cfg), code(10)) {
			t.Errorf("%+v: shares pages", cfg)
		}
	}
	sys := *m.sys
	sys.writes = func() bool { return false }
	other, err := newManager(Config{}, &sys)
	if err != nil {
		t.Fatal(err)
	}
	if shares(other, code(10)) {
		t.Error("shares pages where code stays as it was translated")
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
}

// TestPackedRefused: where the host refuses a write, Finalize says so and may be called again.
func TestPackedRefused(t *testing.T) {
	calls := 0
	m := packing(t, &calls)
	write, refuse := m.sys.write, true
	m.sys.write = func(over, contents []byte) error {
		if refuse {
			return errInjected
		}
		return write(over, contents)
	}
	a := allocate(t, m, code(500), rodata(70), data(10))
	want := scramble(t, rand.NewChaCha8([32]byte{2}), a)
	if err := a.Finalize(context.Background()); !errors.Is(err, errInjected) {
		t.Errorf("finalize: %v", err)
	}
	a.(rtdyld.Mover).Moved(a.Blocks()) // which it has not
	refuse = false
	finalize(t, a)
	a.(rtdyld.Mover).Moved(a.Blocks())
	for i, b := range a.Blocks() {
		if !bytes.Equal(b.Mem, want[i]) {
			t.Errorf("block %d is not as it was written", i)
		}
	}
	release(t, a)
}

// TestStagedAgain: memory in which contents of batches are linked is used again, zero, and never for two at once.
func TestStagedAgain(t *testing.T) {
	calls := 0
	m := packing(t, &calls)
	r := rand.NewChaCha8([32]byte{3})
	type one struct {
		a    rtdyld.Allocation
		want [][]byte
	}
	var open []one
	end := func(x one) {
		finalize(t, x.a)
		x.a.(rtdyld.Mover).Moved(x.a.Blocks())
		for k, b := range x.a.Blocks() {
			if !bytes.Equal(b.Mem, x.want[k]) {
				t.Fatalf("block %d is not as it was written", k)
			}
		}
		release(t, x.a)
	}
	staged := map[*byte]int{}
	for range 500 {
		size := uint64(1 + r1(r, packedMost))
		a := allocate(t, m, code(size), rodata(packedMost-size))
		staged[unsafe.SliceData(a.Blocks()[0].Mem)]++
		open = append(open, one{a, scramble(t, r, a)})
		if k := r1(r, len(open)); len(open) > 4 {
			if k%4 == 0 {
				release(t, open[k].a) // never finalized
			} else {
				end(open[k])
			}
			open = slices.Delete(open, k, k+1)
		}
	}
	for _, x := range open {
		end(x)
	}
	if len(staged) == 500 {
		t.Error("no memory was used again")
	}
}

package stubs_test

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// other is another process's memory, as words that were stored there.
type other struct {
	mu     sync.Mutex
	words  map[uint64]uint64
	stores int
	fail   error
	inside int
	t      *testing.T
}

func (o *other) store(_ context.Context, addrs, words []uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.inside++; o.inside != 1 {
		o.t.Error("two calls store at a time")
	}
	defer func() { o.inside-- }()
	o.stores++
	if o.fail != nil {
		return o.fail
	}
	if o.words == nil {
		o.words = map[uint64]uint64{}
	}
	for i, at := range addrs {
		o.words[at] = words[i]
	}
	return nil
}

// TestStore: pointers of stubs in another process begin in its byte order, and are what they were set to after Sync, not before;
// what could not be stored is stored by the next Sync; a stub that was given back leads nowhere when it is given out again.
func TestStore(t *testing.T) {
	for _, arch := range []triple.Arch{triple.X86_64, triple.AArch64, triple.RISCV64, triple.PPC64LE, triple.SystemZ, triple.X86, triple.ARM} {
		m, o := &memory{gap: 1 << 24}, &other{t: t}
		tab, err := stubs.New(stubs.Config{Memory: m, Arch: arch, Resolver: 0x11223344, Context: 5, Store: o.store})
		if err != nil {
			t.Fatal(err)
		}
		get := func() *stubs.Stub {
			t.Helper()
			s, err := tab.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		sync := func(want error) {
			t.Helper()
			if err := tab.Sync(t.Context()); !errors.Is(err, want) || tab.Pending() != (want != nil) {
				t.Errorf("%v: %v, something is pending: %t", arch, err, tab.Pending())
			}
		}
		order := binary.ByteOrder(binary.LittleEndian)
		if arch.IsBigEndian() {
			order = binary.BigEndian
		}
		a, b := get(), get()
		pointers := m.blocks[1]
		at := func(s *stubs.Stub) uint64 { return pointers.Addr + 8*uint64(s.Number()) }
		lazy := order.Uint64(pointers.Mem[8*a.Number():])
		if off := lazy - a.Addr(); off < 4 || off > 20 || order.Uint64(pointers.Mem[8*b.Number():]) != b.Addr()+off {
			t.Errorf("%v: stubs at %#x, %#x lead to %#x, %#x at first", arch, a.Addr(), b.Addr(), lazy, order.Uint64(pointers.Mem[8*b.Number():]))
		}
		if o.stores != 0 || tab.Pending() {
			t.Errorf("%v: what is new has been stored", arch)
		}
		a.Set(0x1000)
		b.Set(0x2000)
		b.Set(0x3000)
		if len(o.words) != 0 || a.Target() != 0x1000 || !tab.Pending() {
			t.Errorf("%v: set: %#x is stored, target %#x", arch, o.words, a.Target())
		}
		sync(nil)
		if o.words[at(a)] != 0x1000 || o.words[at(b)] != 0x3000 || o.stores != 1 {
			t.Errorf("%v: %#x are stored by %d calls", arch, o.words, o.stores)
		}
		a.Set(0x1000)
		sync(nil)
		if o.stores != 1 {
			t.Errorf("%v: what is the same is stored again", arch)
		}
		o.fail = errFull
		a.Set(0x4000)
		sync(errFull)
		b.Free()
		if _, err := tab.Get(t.Context()); !errors.Is(err, errFull) {
			t.Errorf("%v: a stub is given out that leads to what it led to before: %v", arch, err)
		}
		o.fail = nil
		if c := get(); c != b || o.words[at(b)] != b.Addr()+lazy-a.Addr() || o.words[at(a)] != 0x4000 {
			t.Errorf("%v: %#x are stored in the end", arch, o.words)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := tab.Sync(ended); err != nil {
			t.Errorf("%v: nothing to do: %v", arch, err)
		}
		a.Set(0x5000)
		if err := tab.Close(); err != nil || m.live != 0 {
			t.Error(err)
		}
		sync(nil) // nothing is there any more
		if o.words[at(a)] != 0x4000 {
			t.Errorf("%v: memory that is released is written", arch)
		}
	}
}

// TestStoreConcurrent: whatever many goroutines set, each call of Sync has stored what its caller set, or what was set later.
func TestStoreConcurrent(t *testing.T) {
	m, o := &memory{gap: 1 << 24}, &other{t: t}
	tab, err := stubs.New(stubs.Config{Memory: m, Arch: triple.X86_64, Store: o.store})
	if err != nil {
		t.Fatal(err)
	}
	var all []*stubs.Stub
	for range 4 {
		s, err := tab.Get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	at := func(s *stubs.Stub) uint64 { return m.blocks[1].Addr + 8*uint64(s.Number()) }
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			own := all[g%4]
			for i := range uint64(300) {
				value := i*16 + uint64(g/4) + 16 // two goroutines a stub, each of which counts up
				own.Set(value)
				if err := tab.Sync(t.Context()); err != nil {
					t.Error(err)
				}
				o.mu.Lock()
				stored := o.words[at(own)]
				o.mu.Unlock()
				if stored%16 == value%16 && stored < value {
					t.Errorf("%#x is stored, %#x was set", stored, value)
				}
			}
		})
	}
	wg.Wait()
	if tab.Pending() {
		t.Error("something is left")
	}
	for _, s := range all {
		if o.words[at(s)] != s.Target() {
			t.Errorf("%#x is stored, the target is %#x", o.words[at(s)], s.Target())
		}
	}
}

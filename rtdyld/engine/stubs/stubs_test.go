package stubs_test

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// memory gives slices at made-up addresses, data so far from code as gap says.
type memory struct {
	gap    uint64
	live   int
	fail   bool
	blocks []rtdyld.Block
}

type allocation struct {
	m      *memory
	blocks []rtdyld.Block
}

var errFull = errors.New("full")

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if m.fail {
		return nil, errFull
	}
	a := &allocation{m: m}
	addr := uint64(0x40000000) + uint64(m.live)<<20
	for _, r := range reqs {
		// words, so that pointers are aligned
		words := make([]uint64, (r.Size+7)/8)
		b := rtdyld.Block{Mem: bytesOf(words)[:r.Size], Addr: addr}
		a.blocks = append(a.blocks, b)
		m.blocks = append(m.blocks, b)
		addr += m.gap
	}
	m.live++
	return a, nil
}

func (a *allocation) Blocks() []rtdyld.Block         { return a.blocks }
func (a *allocation) Finalize(context.Context) error { return nil }
func (a *allocation) Release(context.Context) error  { a.m.live--; return nil }

// TestStubs: every stub jumps through its own pointer, which leads to its lazy part at
// first, as the instructions say.
func TestStubs(t *testing.T) {
	for _, c := range []struct {
		arch    triple.Arch
		pointer func(code []byte, addr uint64) uint64 // that the stub jumps through
		lazy    uint64
	}{
		{triple.X86_64, func(code []byte, addr uint64) uint64 {
			return addr + 6 + uint64(int64(int32(binary.LittleEndian.Uint32(code[2:]))))
		}, 6},
		{triple.AArch64, func(code []byte, addr uint64) uint64 {
			adrp, ldr := binary.LittleEndian.Uint32(code), binary.LittleEndian.Uint32(code[4:])
			pages := int64(int32(adrp<<8)>>11&^3 | int32(adrp>>29&3))
			return addr&^0xfff + uint64(pages<<12) + uint64(ldr>>10&0xfff)<<3
		}, 12},
		{triple.RISCV64, func(code []byte, addr uint64) uint64 {
			auipc, ld := binary.LittleEndian.Uint32(code), binary.LittleEndian.Uint32(code[4:])
			return addr + uint64(int64(int32(auipc&^0xfff))+int64(int32(ld)>>20))
		}, 12},
		{triple.PPC64LE, func(code []byte, addr uint64) uint64 {
			addis, ld := binary.LittleEndian.Uint16(code), binary.LittleEndian.Uint16(code[4:])
			return addr + uint64(int64(int16(addis))<<16+int64(int16(ld)))
		}, 16},
		{triple.SystemZ, func(code []byte, addr uint64) uint64 {
			return addr + uint64(int64(int32(binary.BigEndian.Uint32(code[2:]))))*2
		}, 14},
		{triple.X86, func(code []byte, _ uint64) uint64 { return uint64(binary.LittleEndian.Uint32(code[2:])) }, 6},
		{triple.ARM, func(code []byte, _ uint64) uint64 { return uint64(binary.LittleEndian.Uint32(code[16:])) }, 8},
	} {
		m := &memory{gap: 1 << 24}
		tab, err := stubs.New(stubs.Config{Memory: m, Arch: c.arch, Resolver: 0x1122334455667788, Context: 3})
		if err != nil {
			t.Fatal(err)
		}
		at := func(addr uint64) []byte {
			for _, b := range m.blocks {
				if addr-b.Addr < uint64(len(b.Mem)) {
					return b.Mem[addr-b.Addr:]
				}
			}
			t.Fatalf("%v: nothing is at %#x", c.arch, addr)
			return nil
		}
		seen := map[uint64]bool{}
		for i := range 600 {
			s, err := tab.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			p := c.pointer(at(s.Addr()), s.Addr())
			if seen[p] || seen[s.Addr()] {
				t.Fatalf("%v: stub %d shares its pointer or address", c.arch, i)
			}
			seen[p], seen[s.Addr()] = true, true
			word := func() uint64 { return binary.NativeEndian.Uint64(at(p)) }
			if s.Target() != 0 || word() != s.Addr()+c.lazy {
				t.Errorf("%v: a new stub leads to %#x, %#x", c.arch, word(), s.Target())
			}
			s.Set(0xabcd00)
			if s.Target() != 0xabcd00 || word() != 0xabcd00 {
				t.Errorf("%v: set, it leads to %#x", c.arch, word())
			}
			if old := s.Swap(0xef); old != 0xabcd00 || word() != 0xef {
				t.Errorf("%v: swapped from %#x", c.arch, old)
			}
			if s.Reset(); word() != s.Addr()+c.lazy {
				t.Errorf("%v: reset, it leads to %#x", c.arch, word())
			}
			if i%2 == 0 {
				s.Free()
				delete(seen, p)
				delete(seen, s.Addr())
			}
		}
		if made, used := tab.Stats(); made != 512 || used != 300 {
			t.Errorf("%v: %d made, %d used", c.arch, made, used)
		}
		m.fail = true
		var failed error
		for range 600 {
			if _, err := tab.Get(t.Context()); err != nil {
				failed = err
			}
		}
		if !errors.Is(failed, errFull) {
			t.Errorf("%v: without memory: %v", c.arch, failed)
		}
		m.fail = false
		if err := tab.Close(); err != nil || m.live != 0 {
			t.Errorf("%v: close: %v, %d allocations are left", c.arch, err, m.live)
		}
		if _, err := tab.Get(t.Context()); !errors.Is(err, stubs.ErrClosed) {
			t.Errorf("%v: after Close: %v", c.arch, err)
		}
		far := &memory{gap: 1 << 36}
		if tab, err = stubs.New(stubs.Config{Memory: far, Arch: c.arch}); err != nil {
			t.Fatal(err)
		}
		if _, err := tab.Get(t.Context()); err == nil || far.live != 0 {
			t.Errorf("%v: pointers out of reach: %v, %d allocations are left", c.arch, err, far.live)
		}
	}
	if _, err := stubs.New(stubs.Config{Memory: &memory{}, Arch: triple.AVR}); !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("AVR: %v", err)
	}
	if _, err := stubs.New(stubs.Config{Arch: triple.X86_64}); err == nil {
		t.Error("no memory is no error")
	}
}

// TestConcurrent: stubs are got, switched and freed by many goroutines.
func TestConcurrent(t *testing.T) {
	tab, err := stubs.New(stubs.Config{Memory: &memory{gap: 1 << 20}, Arch: triple.X86_64})
	if err != nil {
		t.Fatal(err)
	}
	one, err := tab.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 500 {
				s, err := tab.Get(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				one.Set(uint64(16 * (g*500 + i + 1)))
				if a := one.Target(); a%16 != 0 || a > 16*4001 {
					t.Errorf("torn pointer %#x", a)
				}
				s.Free()
			}
		})
	}
	wg.Wait()
	if _, used := tab.Stats(); used != 1 {
		t.Errorf("%d are used", used)
	}
}

// bytesOf is the memory of words.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}

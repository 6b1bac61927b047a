//go:build amd64

package stubs_test

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestMemory: what is set is what a stub jumps through, wherever its memory is written.
func TestMemory(t *testing.T) {
	mapper, err := mem.NewDualMapped(mem.MapperConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer mapper.Close()
	dual, err := mem.NewManager(mapper, mem.Config{})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := mem.New(mem.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]rtdyld.MemoryManager{"dual-mapped": dual, "plain": plain} {
		tab, err := stubs.New(stubs.Config{Memory: m, Arch: triple.X86_64, Resolver: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			s, err := tab.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			at := uintptr(s.Addr())
			jump := unsafe.Slice((*byte)(unsafe.Add(nil, at)), 6)
			pointer := at + 6 + uintptr(int32(binary.LittleEndian.Uint32(jump[2:])))
			word := (*uint64)(unsafe.Add(nil, pointer))
			if *word != s.Addr()+6 {
				t.Fatalf("%s: a new stub leads to %#x", name, *word)
			}
			s.Set(0xabcd00)
			if *word != 0xabcd00 || s.Target() != 0xabcd00 {
				t.Fatalf("%s: set, it leads to %#x, %#x", name, *word, s.Target())
			}
			if s.Reset(); *word != s.Addr()+6 {
				t.Fatalf("%s: reset, it leads to %#x", name, *word)
			}
		}
		if err := tab.Close(); err != nil {
			t.Error(err)
		}
	}
}

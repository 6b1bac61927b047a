package mem_test

import (
	"context"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// TestGivenBack: memory that was deinitialized is the host's again, in large pieces and
// where small ones that shared pages went one by one; and it is not touched by Prepare.
func TestGivenBack(t *testing.T) {
	for name, open := range map[string]func() (mem.Mapper, func(addr, size uint64) (uint64, error), error){
		"in process": func() (mem.Mapper, func(addr, size uint64) (uint64, error), error) {
			m, err := mem.NewInProcess(mem.MapperConfig{})
			return m, mem.InMemory, err
		},
		"dual": func() (mem.Mapper, func(addr, size uint64) (uint64, error), error) {
			m, err := mem.NewDualMapped(mem.MapperConfig{})
			return m, func(addr, _ uint64) (uint64, error) { return mem.Blocks(m, addr) }, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if !mem.TellsMemory && name == "in process" {
				t.Skip("an emulator does not tell")
			}
			m, used, err := open()
			unsupported(t, err)
			ctx := t.Context()
			const size = 8 << 20
			at, err := m.Reserve(ctx, size, mem.Placement{})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Release(context.Background(), at.Addr)
			check := func(what string, least, most uint64) {
				t.Helper()
				n, err := used(at.Addr, at.Size)
				if err != nil {
					t.Fatal(err)
				}
				if n < least || n > most {
					t.Errorf("%s: %d bytes in memory, want %d to %d", what, n, least, most)
				}
			}
			load := func(addr uint64, n int) mem.InitID {
				b, err := m.Prepare(ctx, addr, uint64(n))
				if err != nil {
					t.Fatal(err)
				}
				for i := range b {
					b[i] = 0xcc
				}
				id, err := m.Initialize(ctx, mem.Initialization{Segments: []mem.Segment{{Addr: addr, Size: uint64(n), Mem: b, Kind: objfmt.KindCode}}})
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			check("reserved", 0, 0)
			id := load(at.Addr, size)
			check("a large piece", size, size)
			if err := m.Deinitialize(ctx, id); err != nil {
				t.Fatal(err)
			}
			check("a large piece that went", 0, 64<<10)
			if _, err := m.Prepare(ctx, at.Addr, size); err != nil {
				t.Fatal(err)
			}
			check("prepared again", 0, 64<<10)
			// None of these has a page of its own where pages are shared.
			step := max(1008, m.Traits().Unit)
			var ids []mem.InitID
			for addr := at.Addr; addr+step <= at.Addr+size; addr += step {
				ids = append(ids, load(addr, 1000))
			}
			check("small pieces", size-64<<10, size)
			for _, id := range ids {
				if err := m.Deinitialize(ctx, id); err != nil {
					t.Fatal(err)
				}
			}
			check("small pieces that went", 0, 512<<10)
		})
	}
}

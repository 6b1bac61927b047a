package rtdyld_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// blockCounter is memory whose allocations count how often their blocks are asked for, which looks at the linker.
type blockCounter struct {
	rtdyld.MemoryManager
	l *rtdyld.Linker
	n int
}

type countedBlocks struct {
	rtdyld.Allocation
	of *blockCounter
}

func (m *blockCounter) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a, err := m.MemoryManager.Allocate(ctx, reqs)
	return &countedBlocks{a, m}, err
}

func (a *countedBlocks) Blocks() []rtdyld.Block {
	a.of.n++
	a.of.l.Objects()
	return a.Allocation.Blocks()
}

// TestBlocks: blocks are asked for once, with no lock held, and those of a Mover show code where it runs once they are finalized.
func TestBlocks(t *testing.T) {
	img, err := objfile.Open("../testdata/elf-link/base.o")
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	plain, err := mem.New(mem.Config{})
	if err != nil {
		t.Skip(err)
	}
	defer plain.Close()
	m := &blockCounter{MemoryManager: plain}
	for _, memory := range []rtdyld.MemoryManager{m, plain} {
		l, err := rtdyld.New(rtdyld.Config{Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		m.l = l
		objs, err := l.Load(t.Context(), img)
		if err == nil {
			err = l.Resolve(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		var before [][]byte
		for _, b := range objs[0].Blocks() {
			before = append(before, bytes.Clone(b.Mem))
		}
		if err := l.Finalize(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, b := range objs[0].Blocks() {
			if !bytes.Equal(b.Mem, before[i]) {
				t.Errorf("block %d shows other bytes than were written", i)
			}
			if at := fmt.Sprintf("%p", b.Mem); memory == rtdyld.MemoryManager(plain) && at != fmt.Sprintf("%#x", b.Addr) {
				t.Errorf("block %d runs at %#x and is shown at %s", i, b.Addr, at)
			}
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if m.n != 1 {
		t.Errorf("blocks of one allocation were asked for %d times", m.n)
	}
}

//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// fakeObject is a member with memory of its own choice.
type fakeObject struct {
	handle uint64
	blocks []rtdyld.Block
	mem    []uintptr
}

func (o *fakeObject) Blocks() []rtdyld.Block { return o.blocks }
func (o *fakeObject) DSOHandle() uint64      { return o.handle }

// TestRegistry adds, asks and drops objects at random against a plain list.
func TestRegistry(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	r := registry{fresh: map[member]struct{}{}, kept: map[member][]uintptr{}}
	var live []*fakeObject
	used := map[uint64]bool{}
	memory := make([]byte, 0x100)
	for step := range 5000 {
		switch n := rnd.IntN(10); {
		case len(live) < 5 || n < 4:
			o := &fakeObject{handle: uint64(step + 1)}
			for range rnd.IntN(4) {
				if slot := rnd.Uint64N(1000); !used[slot] {
					used[slot] = true
					o.blocks = append(o.blocks, rtdyld.Block{Mem: memory[:1+rnd.IntN(0x100)], Addr: slot * 0x100})
				}
			}
			live = append(live, o)
			r.add(o)
		case n < 6:
			o := live[rnd.IntN(len(live))]
			if len(o.blocks) == 0 {
				continue
			}
			mem := uintptr(step + 1)
			if !r.keep(o.blocks[0].Addr, mem) {
				t.Fatal("object is not known")
			}
			o.mem = append(o.mem, mem)
		case n < 8:
			i := rnd.IntN(len(live))
			o := live[i]
			if got := r.drop(o); !slices.Equal(got, o.mem) {
				t.Fatalf("memory %v, want %v", got, o.mem)
			}
			for _, b := range o.blocks {
				delete(used, b.Addr/0x100)
			}
			live = slices.Delete(live, i, i+1)
		default:
			n := 0
			for _, o := range live {
				n += len(o.blocks)
				for _, b := range o.blocks {
					size := uint64(len(b.Mem))
					for _, a := range []uint64{b.Addr, b.Addr + size/2, b.Addr + size - 1} {
						if got := r.owner(uintptr(a)); uint64(got) != o.handle {
							t.Fatalf("%#x is of %d, want %d", a, got, o.handle)
						}
					}
					if end := b.Addr + size; size < 0x100 && r.owner(uintptr(end)) != 0 {
						t.Fatalf("%#x, behind object %d, is of %d", end, o.handle, r.owner(uintptr(end)))
					}
				}
			}
			r.find(0)
			if n != len(r.spans)-r.gone || !slices.IsSortedFunc(r.spans, bySpan) {
				t.Fatalf("%d spans, want %d, sorted", len(r.spans), n)
			}
		}
	}
	for _, o := range live {
		r.drop(o)
	}
	if len(r.spans)+len(r.fresh)+len(r.kept) != 0 {
		t.Errorf("left: %d spans, %d fresh, %d kept", len(r.spans), len(r.fresh), len(r.kept))
	}
	if r.keep(0x100, 1) {
		t.Error("memory kept for no object")
	}
}

// TestRegistryDropCosts: objects that go one by one move in all no more spans than there were.
func TestRegistryDropCosts(t *testing.T) {
	r := registry{fresh: map[member]struct{}{}, kept: map[member][]uintptr{}}
	memory := make([]byte, 0x100)
	all := make([]*fakeObject, 4096)
	for i := range all {
		all[i] = &fakeObject{handle: uint64(i + 1), blocks: []rtdyld.Block{{Mem: memory, Addr: uint64(i) * 0x100}}}
		r.add(all[i])
	}
	r.find(0)
	moved := 0
	for _, o := range all {
		before := len(r.spans)
		if r.drop(o); len(r.spans) < before {
			moved += len(r.spans)
		}
		if r.owner(uintptr(o.blocks[0].Addr)) != 0 {
			t.Fatalf("object %d is there still", o.handle)
		}
	}
	if moved > len(all) || len(r.spans) != 0 {
		t.Errorf("%d spans were moved, and %d are left, of %d", moved, len(r.spans), len(all))
	}
}

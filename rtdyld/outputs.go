package rtdyld

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// The parts of an output section are pieces of their objects (see place.Isolated) that lie in one block: the batch asks for it, and
// each piece then has its share for a block.

// placeOutputs places the parts of output sections behind each other, each at its alignment, and asks for their blocks.
func (b *batch) placeOutputs(ctx context.Context) error {
	var done heed.Count
	for i := range b.outputs.list {
		out := &b.outputs.list[i]
		if len(out.parts) < 2 {
			continue
		}
		var all place.Piece
		for k := range out.parts {
			p := &out.parts[k]
			if err := done.Items(ctx, 1); err != nil {
				return p.o.ended("allocate", err)
			}
			piece := p.o.lay.Piece(p.id)
			var err error
			if p.off, err = all.Add(piece.Size, max(piece.Align, 1)); err != nil {
				return p.o.tooLarge(p.id, piece.Size)
			}
		}
		out.size, out.align = max(all.Size, 1), all.Align // a start that no other memory has
		first := &out.parts[0]
		img := first.o.img()
		r := Request{Kind: out.kind, Size: out.size, Align: out.align, Object: first.o.name, Image: img, Module: img.Module, User: img.User}
		if b.l.cfg.BySection {
			r.Section, r.Name = first.id, first.o.blockName(first.id)
		}
		b.load.reqs = append(b.load.reqs, r)
		out.req = len(b.load.reqs)
	}
	return nil
}

// cutOutputs gives the parts their shares of the blocks.
func (b *batch) cutOutputs(ctx context.Context) error {
	x := b.outputs
	x.whole = len(b.blocks)
	var cut []Block
	var done heed.Count
	for i := range x.list {
		out := &x.list[i]
		if out.req == 0 {
			continue
		}
		block := b.blocks[out.req-1]
		for k := range out.parts {
			p := &out.parts[k]
			if err := done.Items(ctx, 1); err != nil {
				return p.o.ended("allocate", err)
			}
			piece := p.o.lay.Piece(p.id)
			end := p.off + piece.Size
			cut = append(cut, Block{Mem: block.Mem[p.off:end:end], Addr: block.Addr + p.off})
			piece.Req = uint32(x.whole + len(cut))
		}
	}
	b.cutBlocks(cut)
	return nil
}

// locateOutputs computes where the output sections of objects' batches are. It is an error if their parts do not lie behind each other
// any more.
func locateOutputs(ctx context.Context, set []*Object) error {
	for _, o := range set {
		x, l := o.batch.outputs, o.l
		if x == nil || x.located == l.changes+1 && l.saving == nil {
			continue
		}
		if err := x.locate(ctx); err != nil {
			return err
		}
		x.located = l.changes + 1
	}
	return nil
}

func (x *outputs) locate(ctx context.Context) error {
	var done heed.Count
	for i := range x.list {
		out := &x.list[i]
		if len(out.parts) == 0 || out.parts[0].o.gone() { // who refers to it goes before
			continue
		}
		out.start = out.parts[0].o.addr(out.parts[0].id)
		for k := range out.parts {
			p := &out.parts[k]
			if err := done.Items(ctx, 1); err != nil {
				return p.o.ended("bind", err)
			}
			if at := p.o.addr(p.id); at != out.start+p.off {
				return fmt.Errorf("%s: section %s has another place than among those of its name: %#x, not %#x: %w",
					texts.Name(p.o.name), short(out.name), at, out.start+p.off, ErrUnsupported)
			}
		}
		last := &out.parts[len(out.parts)-1]
		if out.stop = out.start; !out.empty {
			out.stop += last.off + last.o.lay.File()[last.id].Size
		}
	}
	return nil
}

// at is the address of the start or the end.
func (out *output) at(stop bool) uint64 {
	if stop {
		return out.stop
	}
	return out.start
}

// addresses computes S of an object's symbols that are the start or the end of an output section.
func (x *outputs) addresses(ctx context.Context, o *Object, addr []uint64) error {
	list := x.edges[o]
	for lo := 0; lo < len(list); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(list))
		if err != nil {
			return err
		}
		for _, e := range list[lo:hi] {
			addr[e.sym] = x.list[e.of].at(e.stop)
		}
	}
	return nil
}

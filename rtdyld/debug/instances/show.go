package instances

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/elfimage"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// Code is code that is shown under a name.
type Code struct {
	Name  string
	Addr  uint64 // target address, with the bit that tells instruction sets apart where there is one
	Mem   []byte // its bytes, wherever they can be read; they are copied
	Parts []Part // stencils that it is made of
}

// Part is a stretch of a Code that was copied from the code of one template, from its beginning on.
type Part struct {
	Off, Size uint64  // in Mem, bytes
	Frames    *Frames // of the template
}

// Of is an instance under a name.
func Of(name string, in rtdyld.Instance, frames *Frames) Code {
	mem := in.Code()
	return Code{name, in.Addr(), mem, []Part{{0, uint64(len(mem)), frames}}}
}

// OfFunction is a function under a name, which a sequence has made last. frames are those of the templates of its parts, in their order.
func OfFunction(name string, f rtdyld.Function, q *rtdyld.Sequence, frames []*Frames) Code {
	c := Code{Name: name, Addr: f.Addr(), Mem: f.Code(), Parts: make([]Part, len(frames))}
	end := uint64(len(c.Mem))
	for i := len(frames) - 1; i >= 0; i-- {
		off := uint64(q.Offset(i))
		c.Parts[i] = Part{off, end - off, frames[i]}
		end = off
	}
	return c
}

// Display shows code to the listeners of a linker's configuration. It may be used concurrently.
type Display struct{ cfg rtdyld.Config }

// New makes a display for the Listeners and the Unwinder of a configuration of linkers, whose Memory it asks for room for call frames. All else of it does not count.
func New(cfg rtdyld.Config) *Display {
	return &Display{rtdyld.Config{Listeners: cfg.Listeners, Unwinder: cfg.Unwinder, Memory: cfg.Memory, Logger: cfg.Logger, BySection: true, Stubs: rtdyld.NoStubs, Workers: 1}}
}

// Batch is code that is shown. It is to be closed before any of it is released.
type Batch struct {
	linker *rtdyld.Linker // of its own, so that one does not wait for another; nil: there is nothing to tell
	object *rtdyld.Object
}

// Object is what listeners have been told of, nil if there are none.
func (b *Batch) Object() *rtdyld.Object { return b.object }

// Show tells the listeners of code, of one target and with at least one Part each, that may run from now on. Errors are those of [elfimage.Object] and [rtdyld.Linker.Finalize], and what Memory
// returned; then nothing is shown.
func (d *Display) Show(ctx context.Context, code ...Code) (*Batch, error) {
	if len(d.cfg.Listeners) == 0 && d.cfg.Unwinder == nil || len(code) == 0 {
		return &Batch{}, nil
	}
	if d.cfg.Memory == nil {
		return nil, errors.New("instances: Config.Memory is required")
	}
	like, moved, err := partsOf(code)
	if err != nil {
		return nil, err
	}
	runs, err := runsOf(code, like.Triple.Arch.CodeBit())
	if err != nil {
		return nil, err
	}
	table := unwind.Join(moved)
	at := &place{runs: runs, inner: d.cfg.Memory}
	var frames []byte
	if table != nil && table.Len() > 0 {
		// Nothing is further away than the half of all addresses: memory for that is enough wherever it lies. The linker ends the section once more.
		size := uint64(len(table.AppendEHFrame(nil, code[0].Addr+1<<63))) + 8
		if at.frames, err = d.cfg.Memory.Allocate(ctx, []rtdyld.Request{{Kind: objfmt.KindReadOnly, Size: size, Align: 16, Object: code[0].Name}}); err != nil {
			return nil, fmt.Errorf("memory for call frames of instances: %w", err)
		}
		frames = table.AppendEHFrame(make([]byte, 0, size), at.frames.Blocks()[0].Addr)
	}
	b, err := d.load(ctx, like, code[0].Name, runs, frames, at)
	if err != nil && at.frames != nil && !at.taken {
		err = errors.Join(err, at.frames.Release(context.WithoutCancel(ctx)))
	}
	return b, err
}

// load links the object of a batch to where it is.
func (d *Display) load(ctx context.Context, like *objfmt.ObjectImage, name string, runs []elfimage.Code, frames []byte, at *place) (*Batch, error) {
	file, err := elfimage.Object(like, runs, frames)
	if err != nil {
		return nil, err
	}
	img, err := objfile.ParseContext(ctx, name, file)
	if err != nil {
		return nil, err
	}
	defer img.Close()
	cfg := d.cfg
	cfg.Memory = at
	l, err := rtdyld.New(cfg)
	if err != nil {
		return nil, err
	}
	objs, err := l.Load(ctx, img)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		return nil, errors.Join(err, l.CloseContext(context.WithoutCancel(ctx)))
	}
	return &Batch{l, objs[0]}, nil
}

// Close is [Batch.CloseContext] without a limit.
func (b *Batch) Close() error { return b.CloseContext(context.Background()) }

// CloseContext tells the listeners that the code of a batch goes, which must not run any more. Closing twice does nothing.
func (b *Batch) CloseContext(ctx context.Context) error {
	if b.linker == nil {
		return nil
	}
	if err := b.linker.CloseContext(ctx); !errors.Is(err, rtdyld.ErrClosed) {
		return err
	}
	return nil
}

// partsOf lists the call frames of all parts, and gives an image of their target.
func partsOf(code []Code) (like *objfmt.ObjectImage, moved []unwind.Moved, err error) {
	for i := range code {
		c := &code[i]
		for _, p := range c.Parts {
			if p.Off > uint64(len(c.Mem)) || p.Size > uint64(len(c.Mem))-p.Off {
				return nil, nil, fmt.Errorf("%s: a part of %d bytes at %d of %d", c.Name, p.Size, p.Off, len(c.Mem))
			}
			f := p.Frames
			if f == nil {
				return nil, nil, fmt.Errorf("%s: a part without Frames: %w", c.Name, elfimage.ErrTarget)
			}
			if like == nil {
				like = f.image
			} else if like.Triple != f.image.Triple {
				return nil, nil, fmt.Errorf("%s: %v with code for %v: %w", c.Name, f.image.Triple, like.Triple, elfimage.ErrTarget)
			}
			moved = append(moved, unwind.Moved{From: f.table, Lo: f.start, Hi: f.start + p.Size, At: c.Addr&^f.image.Triple.Arch.CodeBit() + p.Off})
		}
	}
	if like == nil {
		return nil, nil, fmt.Errorf("%s: code without parts: %w", code[0].Name, elfimage.ErrTarget)
	}
	return like, moved, nil
}

// unit is what instances and functions begin at multiples of: between two that are less apart there is nothing else.
const unit = 16

// runsOf joins code that lies side by side, so that a batch has few sections. bit is that of addresses which tells instruction sets apart.
func runsOf(code []Code, bit uint64) (runs []elfimage.Code, err error) {
	order := make([]*Code, len(code))
	for i := range code {
		order[i] = &code[i]
	}
	slices.SortStableFunc(order, func(a, b *Code) int { return cmp.Compare(a.Addr, b.Addr) })
	for _, c := range order {
		at, n := c.Addr&^bit, len(runs)-1
		end := uint64(0)
		if n >= 0 {
			end = runs[n].Addr + uint64(len(runs[n].Mem))
		}
		if at < end {
			return nil, fmt.Errorf("%s: code at %#x where %s is", c.Name, at, runs[n].Functions[len(runs[n].Functions)-1].Name)
		}
		if n < 0 || at-end >= unit {
			runs = append(runs, elfimage.Code{Addr: at})
			n++
		}
		r := &runs[n]
		r.Mem = append(r.Mem, make([]byte, at-r.Addr-uint64(len(r.Mem)))...)
		r.Mem = append(r.Mem, c.Mem...)
		r.Functions = append(r.Functions, elfimage.Function{Name: c.Name, Addr: c.Addr, Size: uint64(len(c.Mem))})
	}
	return runs, nil
}

// place is the memory of a batch: its code is in memory of the linker's alone, at the addresses where it runs, and its call frames where the manager has put them.
type place struct {
	runs   []elfimage.Code
	inner  rtdyld.MemoryManager
	frames rtdyld.Allocation
	taken  bool // a linker releases it
	blocks []rtdyld.Block
}

// Allocate implements [rtdyld.MemoryManager].
func (p *place) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	p.blocks = make([]rtdyld.Block, len(reqs))
	for i := range reqs {
		if n := int(reqs[i].Section); n < len(p.runs) { // they come first in the file
			p.blocks[i] = rtdyld.Block{Mem: make([]byte, reqs[i].Size), Addr: p.runs[n].Addr}
			continue
		}
		b := p.frames.Blocks()[0]
		if reqs[i].Size > uint64(len(b.Mem)) {
			return nil, fmt.Errorf("%s: %d bytes for call frames: there are %d", reqs[i].Object, reqs[i].Size, len(b.Mem))
		}
		p.blocks[i] = rtdyld.Block{Mem: b.Mem[:reqs[i].Size], Addr: b.Addr}
	}
	p.taken = true
	return p, nil
}

// Blocks implements [rtdyld.Allocation].
func (p *place) Blocks() []rtdyld.Block { return p.blocks }

// Finalize implements [rtdyld.Allocation].
func (p *place) Finalize(ctx context.Context) error {
	if p.frames == nil {
		return nil
	}
	return p.frames.Finalize(ctx)
}

// Release implements [rtdyld.Allocation].
func (p *place) Release(ctx context.Context) error {
	if p.frames == nil {
		return nil
	}
	return p.frames.Release(ctx)
}

package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// publishDefs gives the batch's definitions their addresses.
func (l *Linker) publishDefs(ctx context.Context, b *batch) error {
	l.names.Commit(&b.names) // from here on they are seen with the lock
	w := 1
	if b.load.plain {
		w = l.spread(b)
	}
	if err := l.each(ctx, b.objs, w, task{do: (*Linker).publishObject}); err != nil {
		l.names.Uncommit(&b.names)
		return err
	}
	b.show()
	l.names.End(&b.names)
	l.pending = slices.Grow(l.pending, len(b.objs))
	for _, o := range b.objs {
		o.enter(loaded)
		l.pend(o)
	}
	if len(b.objs) > 0 {
		l.settleTarget(*b.load.target)
	}
	l.low = l.low || b.load.low
	if b.alloc != nil {
		l.near = b.blocks[0].Addr
	}
	l.change()
	return nil
}

// settleTarget makes the first target that there is that of the linker.
func (l *Linker) settleTarget(t triple.Triple) {
	if l.cfg.Triple.IsZero() {
		l.cfg.Triple = t
	}
}

func (l *Linker) publishObject(ctx context.Context, o *Object, _ *scratch) error {
	return l.publish(ctx, o)
}

// publish writes the addresses of an object's definitions into the table of names. Goroutines may, each of another object, if none has aliases or
// common symbols.
func (l *Linker) publish(ctx context.Context, o *Object) error {
	ids, syms := o.ids, o.img().Symbols[o.img().FirstGlobal:]
	for lo := 0; lo < len(ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(ids))
		if err != nil {
			return o.ended("publish", err)
		}
		for k := lo; k < hi; k++ {
			id := ids[k]
			if id >= symtab.Special || syms[k].Section == objfmt.SecUndef {
				continue
			}
			if sym := o.img().FirstGlobal + objfmt.SymbolID(k); l.names.At(id).IsYet(o.num, sym) {
				addr := l.symbolAddr(o, sym, id)
				if !o.batch.isTogether(&syms[k], addr) {
					return errScattered
				}
				l.names.Publish(id, addr, syms[k].Size, publishAs(&syms[k]))
			}
		}
	}
	o.lay.Settle()
	o.show()
	return nil
}

// publishAs is what the table of names shows of a definition.
func publishAs(s *objfmt.Symbol) symtab.AnswerKind {
	switch {
	case s.Type == objfmt.SymTLS, s.Type == objfmt.SymIFunc, s.Section >= objfmt.SecSpecial && s.Section != objfmt.SecAbs:
		return symtab.TLS
	case s.Section == objfmt.SecAbs:
		return symtab.Abs
	case s.Type == objfmt.SymFunc:
		return symtab.Func
	case s.Type == objfmt.SymData:
		return symtab.Data
	}
	return symtab.Other
}

// pend puts an object on the list of those that are Loaded.
func (l *Linker) pend(o *Object) {
	o.at = len(l.pending)
	l.pending = append(l.pending, o)
	l.change()
}

// unpendAll empties the list of those that are Loaded.
func (l *Linker) unpendAll() { l.pending = nil }

// unpend takes an object off the list of those that are Loaded.
func (l *Linker) unpend(o *Object) {
	if o.at >= len(l.pending) || l.pending[o.at] != o {
		return
	}
	last := len(l.pending) - 1
	l.pending[o.at] = l.pending[last]
	l.pending[o.at].at = o.at
	l.pending[last] = nil
	l.pending = l.pending[:last]
	l.change()
}

// Near is an address of the memory that was given last, 0 before any was: what
// must be within reach of the loaded code should be near it.
func (l *Linker) Near() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.near
}

package rtdyld

import (
	"context"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// enterHidden makes room for so many names, and enters those that the batch hides.
func (l *Linker) enterHidden(ctx context.Context, b *batch, names, hiding int) error {
	if len(b.objs) > 1 && names > 64 {
		names = names * 2 / 5 // most names of a large batch are mentioned twice or more
	}
	l.names.Reserve(l.names.Len() + names)
	if hiding > 0 {
		l.names.MayHide(&b.names, hiding)
		for _, o := range b.objs {
			if err := l.hideNames(ctx, o, nil); err != nil {
				return o.ended("select definitions", err)
			}
		}
	}
	return nil
}

// hideNames makes names its batch's own that the object mentions as hidden: those of a shard, or if that is nil all.
func (l *Linker) hideNames(ctx context.Context, o *Object, e *shard) error {
	img := o.img()
	if !img.HasHidden || img.Import != nil {
		return nil
	}
	hashes, syms := img.Hashes, img.Symbols[img.FirstGlobal:]
	var at, hash [symtab.Ahead]uint32
	n := 0
	for lo := 0; lo < len(syms); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(syms))
		if err != nil {
			return err
		}
		for w := lo / 64; w*64 < hi; w++ { // heed.Every is a number of words
			hidden := uint64(0)
			if e != nil {
				hidden = e.hidden[o.order][w]
			} else {
				hidden = hiddenIn(img, w)
			}
			for ; hidden != 0; hidden &= hidden - 1 {
				i := w*64 + bits.TrailingZeros64(hidden)
				if i >= hi || hashes[i] == 0 || e != nil && !e.Has(hashes[i]) || syms[i].Bind == objfmt.BindLocal {
					continue
				}
				if at[n], hash[n], n = uint32(i), hashes[i], n+1; n == symtab.Ahead {
					l.hideSome(o, at[:], hash[:], e)
					n = 0
				}
			}
		}
	}
	l.hideSome(o, at[:n], hash[:n], e)
	return nil
}

// hiddenIn says which of 64 global symbols, from 64*w on, are hidden, a bit each.
func hiddenIn(img *objfmt.ObjectImage, w int) (hidden uint64) {
	syms := img.Symbols[int(img.FirstGlobal)+w*64:]
	for i := range syms[:min(64, len(syms))] {
		if syms[i].Vis >= objfmt.VisHidden {
			hidden |= 1 << i
		}
	}
	return hidden
}

// hideSome is hideNames for some symbols, by their numbers. It changes their hashes.
func (l *Linker) hideSome(o *Object, at, hashes []uint32, e *shard) {
	l.names.AheadHidden(&o.batch.names, hashes)
	img, ids, few, wraps := o.img(), o.ids, o.fewOwn(), l.cfg.Wrap.of(o.img().Triple)
	syms := img.Symbols[img.FirstGlobal:]
	for _, k := range at {
		s := &syms[k]
		key, text := nameFor(wraps, img, img.FirstGlobal+objfmt.SymbolID(k))
		if mayBeOwn(s, img.Hashes[k], few) && o.ownName(text) != 0 {
			continue
		}
		if e != nil {
			ids[k] = e.Hide(o.num, key, text)
		} else {
			ids[k] = l.names.Hide(o.num, key, text)
		}
	}
}

// enterNames gives global symbols of an object the IDs of their names, which are looked up once: those of a shard, or if that is nil all.
func (l *Linker) enterNames(ctx context.Context, o *Object, e *shard) error {
	img := o.img()
	if img.Import != nil {
		return nil
	}
	hashes := img.Hashes
	var at, hash [symtab.Ahead]uint32
	for lo := 0; lo < len(hashes); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(hashes))
		if err != nil {
			return err
		}
		for k := lo; k < hi; {
			n := 0
			for ; k < hi && n < symtab.Ahead; k++ {
				at[n], hash[n] = uint32(k), hashes[k]
				if e != nil {
					n += e.One(hashes[k])
				} else {
					n++
				}
			}
			l.names.ReadAhead(hash[:n])
			l.enterSome(o, at[:n], e)
		}
	}
	return nil
}

// enterSome is enterNames for some symbols, by their numbers.
func (l *Linker) enterSome(o *Object, at []uint32, e *shard) {
	img, ids, few, wraps := o.img(), o.ids, o.fewOwn(), l.cfg.Wrap.of(o.img().Triple)
	hashes, syms := img.Hashes, img.Symbols[img.FirstGlobal:]
	for _, k := range at {
		s := &syms[k]
		if e != nil && (s.Section == objfmt.SecAlias || s.Section == objfmt.SecCommon) {
			e.order = true
		}
		switch {
		case ids[k] != 0: // it is hidden
		case hashes[k] == 0 || s.Bind == objfmt.BindLocal:
			ids[k] = idNone
		default:
			key, text := nameFor(wraps, img, img.FirstGlobal+objfmt.SymbolID(k))
			if mayBeOwn(s, hashes[k], few) {
				if ids[k] = o.ownName(text); ids[k] != 0 {
					continue
				}
			}
			if e != nil {
				ids[k] = e.Declare(o.num, key, text)
			} else {
				ids[k] = l.names.Declare(o.num, key, text)
			}
		}
	}
}

// fewOwn reports whether all names for which ownName may have an ID are those of ownHashes.
func (o *Object) fewOwn() bool {
	return len(o.table.Arch.TableNames) == 0 && len(o.steps.BaseNames) == 0
}

// mayBeOwn reports whether ownName may have an ID for a symbol's name, by its hash where few names have one.
func mayBeOwn(s *objfmt.Symbol, hash uint32, few bool) bool {
	return s.Section == objfmt.SecUndef && (!few || hash == ownHashes[0] || hash == ownHashes[1] || hash == ownHashes[2])
}

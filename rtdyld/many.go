package rtdyld

import (
	"cmp"
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// manyNames is from how many global symbols on several goroutines enter a batch's names.
const manyNames = 1 << 13

// enterMany is hideNames and enterNames for all objects of a large batch, on w goroutines.
func (l *Linker) enterMany(ctx context.Context, b *batch, w, names, hiding int) error {
	if hiding > 0 {
		l.names.MayHide(&b.names, hiding)
	}
	m := l.names.BeginMany(&b.names, names, w)
	defer m.End()
	shards := m.Shards()
	errs := make([]error, len(shards))
	enter := func(i int) { errs[i] = l.enterShard(ctx, b.objs, len(b.objs)*i/len(shards), &shards[i]) }
	var wg sync.WaitGroup
	for i := 1; i < len(shards); i++ {
		wg.Go(func() { enter(i) })
	}
	enter(0)
	wg.Wait()
	b.load.entered = true
	return cmp.Or(errs...)
}

// enterShard enters the names of a shard. It begins with another object than goroutines do that enter others: IDs of an object's names lie
// together.
func (l *Linker) enterShard(ctx context.Context, objs []*Object, first int, e *symtab.Shard) error {
	for _, enter := range [...]func(*Linker, context.Context, *Object, *symtab.Shard) error{(*Linker).hideNames, (*Linker).enterNames} {
		for i := range objs {
			o := objs[(first+i)%len(objs)]
			if err := enter(l, ctx, o, e); err != nil {
				return o.ended("select definitions", err)
			}
		}
	}
	return nil
}

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
func (l *Linker) hideNames(ctx context.Context, o *Object, e *symtab.Shard) error {
	if !o.img().HasHidden || o.img().Import != nil {
		return nil
	}
	hashes, syms := o.img().Hashes, o.img().Symbols[o.img().FirstGlobal:]
	var at, hash [symtab.Ahead]uint32
	n := 0
	for lo := 0; lo < len(syms); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(syms))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			if s := &syms[i]; s.Vis < objfmt.VisHidden || hashes[i] == 0 || s.Bind == objfmt.BindLocal || e != nil && !e.Has(hashes[i]) {
				continue
			}
			if at[n], hash[n], n = uint32(i), hashes[i], n+1; n == symtab.Ahead {
				l.hideSome(o, at[:], hash[:], e)
				n = 0
			}
		}
	}
	l.hideSome(o, at[:n], hash[:n], e)
	return nil
}

// hideSome is hideNames for some symbols, by their numbers. It changes their hashes.
func (l *Linker) hideSome(o *Object, at, hashes []uint32, e *symtab.Shard) {
	l.names.AheadHidden(&o.batch.names, hashes)
	img, ids, few := o.img(), o.ids, o.fewOwn()
	syms := img.Symbols[img.FirstGlobal:]
	for _, k := range at {
		s := &syms[k]
		text := img.NameAt(s.Name, s.NameLen)
		if mayBeOwn(s, img.Hashes[k], few) && o.ownName(text) != 0 {
			continue
		}
		key := img.Key(img.FirstGlobal + objfmt.SymbolID(k))
		if e != nil {
			ids[k] = e.Hide(o.num, key, text)
		} else {
			ids[k] = l.names.Hide(o.num, key, text)
		}
	}
}

// enterNames gives global symbols of an object the IDs of their names, which are looked up once: those of a shard, or if that is nil all.
func (l *Linker) enterNames(ctx context.Context, o *Object, e *symtab.Shard) error {
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
		n := 0
		for k := lo; k < hi; k++ {
			if e == nil || e.Has(hashes[k]) {
				at[n], hash[n] = uint32(k), hashes[k]
				n++
			}
			if n == symtab.Ahead || k == hi-1 {
				l.names.ReadAhead(hash[:n])
				l.enterSome(o, at[:n], e)
				n = 0
			}
		}
	}
	return nil
}

// enterSome is enterNames for some symbols, by their numbers.
func (l *Linker) enterSome(o *Object, at []uint32, e *symtab.Shard) {
	img, ids, few := o.img(), o.ids, o.fewOwn()
	hashes, syms := img.Hashes, img.Symbols[img.FirstGlobal:]
	for _, k := range at {
		s := &syms[k]
		switch {
		case ids[k] != 0: // it is hidden
		case hashes[k] == 0 || s.Bind == objfmt.BindLocal:
			ids[k] = idNone
		default:
			text := img.NameAt(s.Name, s.NameLen)
			if mayBeOwn(s, hashes[k], few) {
				if ids[k] = o.ownName(text); ids[k] != 0 {
					continue
				}
			}
			key := img.Key(img.FirstGlobal + objfmt.SymbolID(k))
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

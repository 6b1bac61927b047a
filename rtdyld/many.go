package rtdyld

import (
	"context"

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
	b.load.many = m
	defer func() {
		b.load.many = nil
		m.End()
	}()
	if hiding > 0 {
		if err := l.each(ctx, b.objs, w, task{do: (*Linker).hideSome}); err != nil {
			return err
		}
	}
	b.load.entered = true
	return l.each(ctx, b.objs, w, task{do: (*Linker).enterSome})
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

// hideSome is hideNames on one of several goroutines.
func (l *Linker) hideSome(ctx context.Context, o *Object, _ *scratch) error {
	m := o.batch.load.many
	e := m.Take()
	defer m.Give(e)
	if err := l.hideNames(ctx, o, e); err != nil {
		return o.ended("select definitions", err)
	}
	return nil
}

// enterSome is enterNames on one of several goroutines.
func (l *Linker) enterSome(ctx context.Context, o *Object, _ *scratch) error {
	m := o.batch.load.many
	e := m.Take()
	defer m.Give(e)
	if err := l.enterNames(ctx, o, e); err != nil {
		return o.ended("select definitions", err)
	}
	return nil
}

// hideNames makes names its batch's own that the object mentions as hidden, by e, or if that is nil by itself.
func (l *Linker) hideNames(ctx context.Context, o *Object, e *symtab.Enterer) error {
	if !o.img.HasHidden || o.img.Import != nil {
		return nil
	}
	ids, hashes, syms := o.allIDs(), o.img.Hashes, o.img.Symbols[o.img.FirstGlobal:]
	for lo := 0; lo < len(syms); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(syms))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			s := &syms[i]
			if s.Vis < objfmt.VisHidden || hashes[i] == 0 || s.Bind == objfmt.BindLocal {
				continue
			}
			if text := o.img.NameAt(s.Name, s.NameLen); o.ownName(s, hashes[i], text) == 0 {
				key := o.img.Key(o.img.FirstGlobal + objfmt.SymbolID(i))
				if e != nil {
					ids[i] = e.Hide(o.num, key, text)
				} else {
					ids[i] = l.names.Hide(o.num, key, text)
				}
			}
		}
	}
	return nil
}

// enterNames gives each global symbol of an object the ID of its name, which is looked up once: by e, or if that is nil by itself.
func (l *Linker) enterNames(ctx context.Context, o *Object, e *symtab.Enterer) error {
	img := o.img
	if img.Import != nil {
		return nil
	}
	ids, hashes, syms := o.allIDs(), img.Hashes, img.Symbols[img.FirstGlobal:]
	for lo := 0; lo < len(hashes); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(hashes))
		if err != nil {
			return err
		}
		for k := lo; k < hi; k++ {
			s := &syms[k]
			if k%symtab.Ahead == 0 {
				l.names.ReadAhead(hashes[k:min(k+symtab.Ahead, hi)])
			}
			switch {
			case ids[k] != 0: // it is hidden
			case hashes[k] == 0 || s.Bind == objfmt.BindLocal:
				ids[k] = idNone
			default:
				text := img.NameAt(s.Name, s.NameLen)
				if ids[k] = o.ownName(s, hashes[k], text); ids[k] != 0 {
					continue
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
	return nil
}

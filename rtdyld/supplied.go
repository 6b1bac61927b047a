package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// supplied is a name of an object that means a function of [reloc.Arch].Supplies.
type supplied struct {
	sym    objfmt.SymbolID
	of     uint32 // index in Supplies
	number uint32
}

// enterSupplied enters an undefined symbol that may mean such a function.
func (o *Object) enterSupplied(sym objfmt.SymbolID, text string) {
	if i, n, ok := o.table.Arch.SuppliedName(text); ok && !o.l.compat.noOwnNames {
		o.supplied = append(o.supplied, supplied{sym, uint32(i), n})
	}
}

// supply leaves, of an object's names for functions that linkers supply, those that its batch does not define: these
// are the object's own from then on, and in no table. Other batches' functions could not be called: the ABI has these
// functions keep what stubs use, and callers restore nothing behind them. The error is the context's.
func (l *Linker) supply(ctx context.Context, o *Object) error {
	list := o.supplied
	o.supplied = list[:0]
	for lo := 0; lo < len(list); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(list))
		if err != nil {
			return err
		}
		for _, s := range list[lo:hi] {
			id := &o.ids[s.sym-o.img().FirstGlobal]
			if num, ok := l.names.At(*id).Owner(); ok && l.object(num).batch == o.batch {
				continue
			}
			l.names.RetractMention(o.num, *id)
			*id = idSupplied
			o.supplied = append(o.supplied, s)
		}
	}
	return nil
}

// isSupplied reports whether a name of the object means such a function.
func (o *Object) isSupplied(name string) bool {
	return slices.ContainsFunc(o.supplied, func(s supplied) bool { return o.img().SymbolName(s.sym) == name })
}

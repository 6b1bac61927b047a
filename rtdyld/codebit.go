package rtdyld

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// marksCode reports whether whatever is in code has the bit in its address that functions have there, see quirk.Steps.MarksCode.
func (o *Object) marksCode() bool { return o.steps.MarksCode && !o.l.compat.plainLabels }

// isMarked reports whether a symbol that the object defines has that bit in its address, whatever its type.
func (o *Object) isMarked(s *objfmt.Symbol) bool {
	return s.Section < objfmt.SecSpecial && o.marksCode() && o.img().Sections[s.Section].Kind == objfmt.KindCode && !o.dropped(s.Section)
}

// markCode sets the bit in the addresses of an object's symbols. The error is that of a context that has ended.
func (l *Linker) markCode(ctx context.Context, o *Object, addr []uint64) error {
	if !o.marksCode() {
		return nil
	}
	bit := o.img().Triple.Arch.CodeBit()
	var done heed.Count
	for i := range addr {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if owner, s := l.definedBy(o, objfmt.SymbolID(i)); s != nil && owner.isMarked(s) {
			addr[i] |= bit
		}
	}
	for _, d := range o.dead { // which have the address of a counterpart
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if l.object(d.owner).img().Sections[d.sec].Kind == objfmt.KindCode {
			addr[d.sym] |= bit
		}
	}
	return nil
}

// definedBy returns the object and the symbol that define what a symbol of an object means: nil for a symbol that no object defines.
func (l *Linker) definedBy(o *Object, sym objfmt.SymbolID) (*Object, *objfmt.Symbol) {
	if sym >= o.img().FirstGlobal {
		if id := o.ids[sym-o.img().FirstGlobal]; id < symtab.Special {
			if !l.names.At(id).HasOwner() {
				return nil, nil
			}
			o, sym = l.definition(id)
		}
	}
	return o, &o.img().Symbols[sym]
}

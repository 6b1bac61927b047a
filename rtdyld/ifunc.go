package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// findIFuncs lists the indirect functions that the object defines.
func (o *Object) findIFuncs(ctx context.Context) error {
	if !o.img().HasIFunc {
		return nil
	}
	var done heed.Count
	for i := range o.img().Symbols {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("lay out", err)
		}
		if s := &o.img().Symbols[i]; s.Type == objfmt.SymIFunc && s.Section < objfmt.SecSpecial && o.kept(s.Section) {
			o.ifuncs = append(o.ifuncs, objfmt.SymbolID(i))
		}
	}
	return nil
}

// ifuncCode is the code behind their symbols.
func (o *Object) ifuncCode() stubs.IFuncs {
	return stubs.IFuncs{Arch: o.table.Arch, Order: bin.Order{Big: o.img().Big}, N: len(o.ifuncs)}
}

// ifuncAddr is the address of an indirect function's symbol.
func (o *Object) ifuncAddr(sym objfmt.SymbolID) uint64 {
	i, ok := slices.BinarySearch(o.ifuncs, sym)
	if !ok {
		return 0
	}
	f := o.ifuncCode()
	return o.addr(o.pseudo(place.IFuncs)) + f.Offset(i)
}

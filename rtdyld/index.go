package rtdyld

import (
	"context"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// indexArea is the table that a target's steps make of an object's unwind information.
type indexArea struct {
	size uint64 // bytes that it may have; written by index.go, in Load
	used uint64 // bytes that it has, once it is written
}

// seen is the object as steps of its target see it.
func (o *Object) seen() *quirk.Object {
	return &quirk.Object{Name: o.name, Image: o.img(), Layout: &o.lay, Mem: o.mem, Erased: o.erased}
}

// planIndex finds out how large the object's table may become.
func (l *Linker) planIndex(ctx context.Context, o *Object) (err error) {
	if o.steps.Index == nil || l.unwind&indexFormat == 0 || l.compat.noIndex {
		return nil
	}
	o.index.size, err = o.steps.Index.Size(ctx, o.seen())
	return o.endedOr("lay out", err)
}

// writeIndex makes the table, of sections that are relocated.
func (o *Object) writeIndex(ctx context.Context) (err error) {
	o.index.used, err = o.steps.Index.Write(ctx, o.seen(), o.pseudoMem(place.Index, o.index.size), o.addr(o.pseudo(place.Index)))
	return o.endedOr("make the index table", err)
}

// appendIndex appends the object's table or, if its sections have been given addresses of
// their own, the parts of it for each section of code.
func (o *Object) appendIndex(tables []UnwindTable) []UnwindTable {
	used := o.index.used
	if used == 0 {
		return tables
	}
	mem, addr := o.pseudoMem(place.Index, used), o.addr(o.pseudo(place.Index))
	if !o.lay.Remapped() && !o.lay.Apart() {
		code := &o.lay.Pieces[objfmt.KindCode]
		return append(tables, UnwindTable{Format: indexFormat, Block: Block{mem, addr}, Lo: code.Addr, Hi: code.Addr + code.Size})
	}
	for _, p := range o.steps.Index.Parts(o.seen(), mem, addr) {
		tables = append(tables, UnwindTable{Format: indexFormat, Block: Block{mem[p.From:p.To:p.To], addr + p.From}, Lo: p.Lo, Hi: p.Hi})
	}
	return tables
}

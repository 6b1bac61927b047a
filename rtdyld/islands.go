package rtdyld

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// unreachable is what an object's code does not reach as it lies.
type unreachable struct {
	branches []stubs.Branch
	got      stubs.TableReach
}

// makeIslands makes the stubs of objects that are to be relocated, whose names are bound.
func (l *Linker) makeIslands(ctx context.Context, set []*Object) error {
	if l.cfg.Stubs != StubsByAddress || len(set) == 0 || set[0].plan.Policy() != stubs.ByAddress {
		return nil // it is the target's that decides: all objects have the same
	}
	found, at := make([]unreachable, len(set)), make(map[*Object]int, len(set))
	size := uint64(0)
	for i, o := range set {
		l.freeIslands(o)
		size += uint64(len(o.buf.Bytes()))
		at[o] = i
	}
	find := func(l *Linker, ctx context.Context, o *Object, sc *scratch) (err error) {
		found[at[o]], err = l.findUnreachable(ctx, o, sc)
		return err
	}
	if err := l.compute(ctx, size, set, task{find, true}); err != nil {
		return err
	}
	in := nested.InCall.Mark(ctx, nil)
	defer in.Leave()
	for i, o := range set {
		if err := l.placeTable(in, o, &found[i].got); err != nil {
			return err
		}
		if err := stubs.SortBranches(ctx, found[i].branches); err != nil {
			return o.ended("place stubs", err)
		}
		if err := l.placeStubs(in, o, found[i].branches); err != nil {
			return err
		}
	}
	return nil
}

// findUnreachable walks over the relocations of an object.
func (l *Linker) findUnreachable(ctx context.Context, o *Object, sc *scratch) (u unreachable, err error) {
	if n := len(o.img().Symbols); cap(sc.addr) < n {
		sc.addr = make([]uint64, n*5/4)
	}
	addr := sc.addr[:len(o.img().Symbols)]
	if err := l.symbolAddresses(ctx, o, addr); err != nil {
		return u, o.ended("place stubs", err)
	}
	u.got = stubs.NewTableReach()
	cur := &sc.cursor
	o.begin(ctx, cur)
	var done heed.Count
	for i := range o.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return u, o.ended("place stubs", err)
		}
		id := objfmt.SectionID(i)
		if len(o.img().Sections[i].Raw) == 0 || !o.kept(id) {
			continue
		}
		for o.start(cur, id); cur.Next(); {
			o.plan.Reach(&u.got, &cur.Section, cur.Chunk, addr, o.isTable, !l.cfg.NoRelax)
			if u.branches, err = heed.Grow(ctx, u.branches, len(cur.Chunk)); err != nil {
				return u, o.ended("place stubs", err)
			}
			u.branches = o.plan.Short(u.branches, &cur.Section, cur.Chunk, addr, (*answers)(o), o.isLeft)
		}
		if err := cur.Err(); err != nil {
			return u, err
		}
	}
	return u, nil
}

// isTable reports whether a symbol is the start of the object's own GOT.
func (o *Object) isTable(sym objfmt.SymbolID) bool {
	return sym >= o.img().FirstGlobal && o.ids[sym-o.img().FirstGlobal] == idGOT && !o.l.got.ok
}

// placeTable has the GOT of an object where all that refers to it reaches it. Where there is no
// such place it stays, and relocations tell what does not reach.
func (l *Linker) placeTable(ctx context.Context, o *Object, reach *stubs.TableReach) error {
	size, align := o.pseudoSize(place.GOT)
	id := o.pseudo(place.GOT)
	if size == 0 || reach.All.Holds(o.addr(id), size) {
		return nil
	}
	for _, where := range [...]stubs.Span{reach.All, reach.Must} {
		if where.Holds(o.addr(id), size) {
			return nil
		}
		got, err := l.obtainIsland(ctx, o, Request{
			Kind: o.lay.Kind(id), Size: size, Align: align, Section: id, Name: o.pseudoName(place.GOT), Within: AddressRange(where),
		})
		if err == nil {
			x := o.addLate()
			x.got, x.gotWas = got, o.addr(id)
			o.lay.Put(id, got.Addr)
			return nil
		} else if !errors.Is(err, ErrOutOfReach) {
			return err
		}
	}
	return nil
}

// placeStubs makes stubs for branches, which are sorted: in one island that all of them reach, as long as there are
// such places.
func (l *Linker) placeStubs(ctx context.Context, o *Object, list []stubs.Branch) error {
	for len(list) > 0 {
		n, err := stubs.Together(ctx, list)
		if err != nil {
			return o.ended("place stubs", err)
		}
		if err := l.placeIsland(ctx, o, list[:n]); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// placeIsland makes stubs for branches: in one island, or for each half by itself.
func (l *Linker) placeIsland(ctx context.Context, o *Object, list []stubs.Branch) error {
	list, err := o.plan.Served(ctx, list)
	if err != nil {
		return o.ended("place stubs", err)
	}
	if len(list) == 0 {
		return nil
	}
	size, align, where, err := o.plan.IslandSize(ctx, list)
	if err == nil {
		err = ctx.Err() // a list is halved again and again where there is no memory
	}
	if err != nil {
		return o.ended("place stubs", err)
	}
	id := o.pseudo(place.Stubs)
	d, err := l.obtainIsland(ctx, o, Request{
		Kind: objfmt.KindCode, Size: size, Align: align, Section: id, Name: o.pseudoName(place.Stubs), Within: AddressRange(where),
	})
	switch b := &list[0]; {
	case err == nil:
		x := o.addLate()
		x.islands = append(x.islands, d)
		return o.endedOr("place stubs", o.plan.Island(ctx, stubs.Area{Mem: d.Mem[:size:size], Addr: d.Addr}, list))
	case !errors.Is(err, ErrOutOfReach):
		return err
	case len(list) > 1:
		half := len(list) / 2
		if err := l.placeIsland(ctx, o, list[:half]); err != nil {
			return err
		}
		return l.placeIsland(ctx, o, list[half:])
	case b.Near:
		return nil // the relocation tells if it does not get there
	default:
		return &OutOfReachError{
			Object: o.name, Section: o.sectionText(b.ID), ID: b.ID, Offset: b.Off, Type: o.table.Name(b.Type),
			Symbol: o.symbolName(b.Sym), Distance: b.Distance(), Within: AddressRange(where), Err: err,
		}
	}
}

// obtainIsland asks for memory at an address of a range. An error that matches ErrOutOfReach says
// that there is none.
func (l *Linker) obtainIsland(ctx context.Context, o *Object, r Request) (d island, err error) {
	if r.Within.First > r.Within.Last {
		return d, ErrOutOfReach
	}
	r.Object, r.Image, r.Module, r.User, r.CodeModel = o.name, o.img(), o.img().Module, o.img().User, l.cfg.CodeModel
	r.Near = r.Within.First + (r.Within.Last-r.Within.First)/2
	reqs := []Request{r}
	var blocks []Block
	d.kind = r.Kind
	kept := false
	defer func() {
		if !kept && d.alloc != nil { // also if a callback panics
			l.free(d.alloc, o.name)
		}
	}()
	closed := l.call(func() {
		if d.alloc, err = l.cfg.Memory.Allocate(ctx, reqs); err == nil {
			blocks = d.alloc.Blocks()
		}
	})
	if err != nil {
		d.alloc = nil
		return d, fmt.Errorf("%s: allocate memory for stubs: %w", texts.Name(o.name), err)
	}
	if closed == nil {
		closed = checkBlocks(ctx, reqs, blocks)
	}
	if closed == nil && !stubs.Span(r.Within).Holds(blocks[0].Addr, r.Size) {
		closed = fmt.Errorf("memory manager returned %#x: %w", blocks[0].Addr, ErrOutOfReach)
	}
	if closed != nil {
		return d, closed
	}
	kept, d.Block = true, blocks[0]
	return d, nil
}

// freeIslands gives up the stubs that an object has got for its former addresses, and its GOT,
// which is where it was before if nobody has moved it.
func (l *Linker) freeIslands(o *Object) {
	o.plan.Forget()
	x := o.takeLate()
	for _, d := range x.list() {
		l.free(d.alloc, o.name)
	}
	if id := o.pseudo(place.GOT); x != nil && x.got.alloc != nil && o.addr(id) == x.got.Addr {
		o.lay.Put(id, x.gotWas)
	}
}

package rtdyld

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// manyNames is from how many global symbols on several goroutines select a batch's definitions.
const manyNames = 1 << 13

// shard is what a goroutine does of that: all for the names of a part of the table.
type shard struct {
	*symtab.Shard
	hidden    [][]uint64 // see findHidden
	first     int        // object with which it begins: another one than others, so that IDs of an object's names lie together
	order     bool       // some symbol asks for what goes object by object
	tls       []*Object  // mention thread-locals
	conflicts []conflict
}

// conflict is a definition that is refused.
type conflict struct {
	o   *Object
	sym objfmt.SymbolID
	id  uint32
	*symtab.Conflict
}

// selectMany does for a large batch what selectObject does for each of its objects, or as much of it as w goroutines can: it
// says what is done. What some objects ask for goes object by object only.
func (l *Linker) selectMany(ctx context.Context, b *batch, w, names, hiding int) (done selecting, errs []error, err error) {
	if hiding > 0 {
		l.names.MayHide(&b.names, hiding)
	}
	nums := make([]uint32, len(b.objs))
	for i, o := range b.objs {
		nums[i] = o.num
	}
	m := l.names.BeginMany(&b.names, nums, names, w)
	shards, hidden := make([]shard, len(m.Shards())), make([][]uint64, len(b.objs))
	if hiding > 0 {
		words := make([]uint64, names/64+len(b.objs))
		for i, o := range b.objs {
			hidden[i], words = cut(words, (len(o.img().Hashes)+63)/64)
		}
	}
	for i := range shards {
		shards[i] = shard{Shard: &m.Shards()[i], hidden: hidden, first: len(b.objs) * i / len(shards)}
	}
	done, err = l.inShards(ctx, b, m, shards)
	m.End()
	if err != nil {
		return done, nil, err
	}
	var all []conflict
	for i := range shards {
		for _, o := range shards[i].tls {
			o.mentionTLS()
		}
		all = append(all, shards[i].conflicts...)
	}
	slices.SortFunc(all, func(x, y conflict) int {
		return cmp.Or(cmp.Compare(x.o.order, y.o.order), cmp.Compare(x.sym, y.sym))
	})
	for _, c := range all {
		if err := l.refused(c.o, c.Conflict, &c.o.img().Symbols[c.sym], c.id); err != nil {
			errs = append(errs, err)
		}
	}
	return done, errs, nil
}

// inShards is the part of selectMany that goroutines do.
func (l *Linker) inShards(ctx context.Context, b *batch, m *symtab.Many, shards []shard) (done selecting, err error) {
	grouped := !l.compat.keepsGroups && !slices.ContainsFunc(b.objs, (*Object).ordersGroups)
	if err = l.each(ctx, b.objs, len(shards), task{do: shards[0].findHidden}); err == nil {
		err = together(len(shards), func(i int) error { return l.enterShard(ctx, b.objs, &shards[i], grouped) })
	}
	if done = names; err != nil || !grouped {
		return done, err
	}
	var next atomic.Int64
	err = together(len(shards), func(int) error { return l.dropGroups(ctx, b.objs, m.Users(), &next) })
	if done = namesAndGroups; err != nil || slices.ContainsFunc(shards, func(e shard) bool { return e.order }) || slices.ContainsFunc(b.objs, (*Object).ordersNames) {
		return done, err
	}
	return everything, together(len(shards), func(i int) error { return l.defineShard(ctx, b.objs, &shards[i]) })
}

// findHidden says which of an object's global symbols are hidden, a bit each.
func (e *shard) findHidden(_ *Linker, ctx context.Context, o *Object, _ *scratch) error {
	if !o.img().HasHidden {
		return nil
	}
	words := e.hidden[o.order]
	var done heed.Count
	for w := range words {
		if err := done.Items(ctx, 64); err != nil {
			return o.ended("select definitions", err)
		}
		words[w] = hiddenIn(o.img(), w)
	}
	return nil
}

// together does n things at a time.
func together(n int, do func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := 1; i < n; i++ {
		wg.Go(func() { errs[i] = do(i) })
	}
	errs[0] = do(0)
	wg.Wait()
	return cmp.Or(errs...)
}

// ordersGroups reports whether which of the object's groups count is to be decided object by object.
func (o *Object) ordersGroups() bool { return o.steps.LaterGroups || o.img().HasLinkOnce }

// ordersNames reports whether what the object's names mean is.
func (o *Object) ordersNames() bool {
	return o.steps.Undefined != nil || o.img().Import != nil || len(o.img().Directives) > 0
}

// enterShard enters the names of a shard, and of groups where they are to be entered.
func (l *Linker) enterShard(ctx context.Context, objs []*Object, e *shard, groups bool) error {
	for i := range objs {
		o := objs[(e.first+i)%len(objs)]
		if err := l.hideNames(ctx, o, e); err != nil {
			return o.ended("select definitions", err)
		}
	}
	for i := range objs {
		o := objs[(e.first+i)%len(objs)]
		if err := l.enterNames(ctx, o, e); err != nil {
			return o.ended("select definitions", err)
		}
		if groups {
			if err := l.enterGroups(ctx, o, e); err != nil {
				return o.ended("select groups", err)
			}
		}
	}
	return nil
}

// enterGroups enters the object's groups that have names of a shard.
func (l *Linker) enterGroups(ctx context.Context, o *Object, e *shard) error {
	groups := o.img().Groups
	for lo := 0; lo < len(groups); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(groups))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			if g := &groups[i]; g.Comdat {
				if id := o.groupOf(g, e); id != 0 {
					o.nameGroup(i, id)
					e.Group(id, o.num)
				}
			}
		}
	}
	return nil
}

// groupOf is groupID for names of a shard, 0 for others.
func (o *Object) groupOf(g *objfmt.Group, e *shard) uint32 {
	img := o.img()
	if !g.BySection && g.Signature >= img.FirstGlobal {
		at := g.Signature - img.FirstGlobal
		if hash := img.Hashes[at]; hash != 0 {
			if !e.Has(hash) {
				return 0
			}
			if id := o.ids[at]; id < symtab.Special {
				e.Mention(id)
				return id
			}
			return e.Declare(o.num, img.Key(g.Signature), img.GroupName(g))
		}
	}
	text := img.GroupName(g)
	if key := objfmt.KeyOf(text); e.Has(key.Hash) {
		return e.Declare(o.num, key, text)
	}
	return 0
}

// dropGroups drops groups that do not count, of some objects at a time, and what describes them.
func (l *Linker) dropGroups(ctx context.Context, objs []*Object, u *symtab.Users, next *atomic.Int64) error {
	const some = 16
	for {
		hi := int(next.Add(some))
		for i := hi - some; i < hi; i++ {
			if i >= len(objs) {
				return nil
			}
			o := objs[i]
			err := o.dropOthers(ctx, u)
			if err == nil {
				err = l.dropLinked(ctx, o)
			}
			if err != nil {
				return o.ended("select groups", err)
			}
		}
	}
}

// dropOthers drops the object's groups where another object's count.
func (o *Object) dropOthers(ctx context.Context, u *symtab.Users) error {
	groups := o.img().Groups
	var done heed.Count
	for i := range groups {
		g := &groups[i]
		if err := done.Items(ctx, 1+uint64(g.N)); err != nil {
			return err
		}
		if g.Comdat && u.Group(o.groupNames[i], o.num) != o.num {
			o.dropGroup(g)
		}
	}
	return nil
}

// defineShard enters definitions of a shard's names, object by object.
func (l *Linker) defineShard(ctx context.Context, objs []*Object, e *shard) error {
	for _, o := range objs {
		img := o.img()
		hashes, ids, syms := img.Hashes, o.ids, img.Symbols[img.FirstGlobal:]
		tls := false
		for lo := 0; lo < len(ids); lo += heed.Every {
			hi, err := heed.Piece(ctx, lo, len(ids))
			if err != nil {
				return o.ended("select definitions", err)
			}
			for k := lo; k < hi; k++ {
				id := ids[k]
				if id >= symtab.Special || !e.Has(hashes[k]) {
					continue
				}
				s := &syms[k]
				if s.Type == objfmt.SymTLS {
					tls = true
					e.MarkTLS(id)
				}
				if s.Section == objfmt.SecUndef || o.lost(s) {
					continue
				}
				sym := img.FirstGlobal + objfmt.SymbolID(k)
				if c := e.Define(id, symtab.DefOf(o.num, sym, s)); c != nil {
					e.conflicts = append(e.conflicts, conflict{o, sym, id, c})
				}
			}
		}
		if tls {
			e.tls = append(e.tls, o)
		}
	}
	return nil
}

package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// numbersFree is how many numbers of objects a table has left. Tests leave it fewer.
var numbersFree = (*symtab.Table).Free

// fillBatch makes the objects of a batch.
func (l *Linker) fillBatch(ctx context.Context, b *batch, imgs []*objfmt.ObjectImage) error {
	target := &l.cfg.Triple
	if target.IsZero() && len(imgs) > 0 {
		target = &imgs[0].Triple
	}
	b.l, b.num, b.live = l, l.nextBatch(), uint32(len(imgs))
	b.load.target, b.load.emitted = target, l.emitted
	unit := symtab.OneUnit + b.num
	if l.cfg.OneUnit && !b.alone {
		unit = symtab.OneUnit
	}
	l.names.Begin(&b.names, unit, b.alone)
	if n := numbersFree(&l.names); n < len(imgs) {
		return fmt.Errorf("%s: %w", texts.Name(imgs[n].Name), ErrTooMany)
	}
	nsections, nnumbers, input := 0, 0, uint64(0)
	for _, img := range imgs {
		input += uint64(len(img.Buffer.Bytes()))
		s, n := needs(img)
		nsections, nnumbers = nsections+s, nnumbers+n
	}
	objs, sections, numbers := b.allocate(len(imgs), nsections, nnumbers, input >= arena.Large)
	for i, img := range imgs {
		if err := l.checkTarget(target, img); err != nil {
			return err
		}
		o := &objs[i]
		if err := l.takeImage(ctx, o, img); err != nil {
			return err
		}
		img = o.img()
		o.l, o.batch, o.order = l, b, uint32(i)
		b.load.edges = b.load.edges || img.HasEdges
		if err := o.findDescriptors(ctx); err != nil {
			return o.ended("select", err)
		}
		var own []place.Section
		own, sections = cut(sections, len(img.Sections)+place.NumMade)
		o.lay.Init(img.Sections, own, l.cfg.BySection, l.compat.gotKind())
		if o.table.Arch.SharedTable && !l.compat.order {
			o.lay.Gather()
		}
		o.ids, numbers = cut(numbers, len(img.Hashes)+reloc.FirstsLen(len(img.Symbols)))
		o.ids = o.ids[:0]
		o.groupNames, numbers = cut(numbers, len(img.Groups))
		l.number(o)
		b.objs = append(b.objs, o)
		b.load.bytes += uint64(len(img.Buffer.Bytes()))
	}
	return nil
}

// nextBatch numbers a batch.
func (l *Linker) nextBatch() uint32 {
	l.batches++
	return l.batches
}

// number gives an object of the batch that is entered its number.
func (l *Linker) number(o *Object) {
	if o.num = l.names.Add(&o.batch.names); int(o.num) == l.objects.Len() {
		l.objects.Add(moveObjects)
	}
	if o.buf != nil {
		l.names.SetFile(o.num, o.buf.Bytes())
	}
	l.objects.At(int(o.num)).object.Store(o)
}

// newImage makes the object of an image, in a batch of its own. Nothing sees it before it is entered.
func (l *Linker) newImage(img *objfmt.ObjectImage, t *reloc.Table, steps *quirk.Steps, k *linked) *Object {
	b := &loneBatch{batch: batch{l: l, memory: final}}
	o := &b.initial.objs[0]
	b.insides.put(o)
	b.objs = append(b.initial.ptrs[:0], o)
	o.l, o.batch, o.linked = l, &b.batch, k
	o.setImage(img, t, steps)
	return o
}

// enterImage enters the object of an image. It has no names in the table.
func (l *Linker) enterImage(o *Object) {
	b := o.batch
	b.num, b.live = l.nextBatch(), 1
	l.names.Begin(&b.names, symtab.OneUnit+b.num, true)
	l.number(o)
	l.names.Commit(&b.names)
	b.show()
	l.names.End(&b.names)
}

// takeImage gives an object its share of an image that can be linked, with its rows and steps. The share may be of
// another image of the same buffer: with all sections, without the padding that a target leaves to linkers.
func (l *Linker) takeImage(ctx context.Context, o *Object, img *objfmt.ObjectImage) error {
	t, steps, err := targetOf(img)
	if err == nil && img.HasIFunc && t.Arch.WriteIFunc == nil {
		err = fmt.Errorf("%s: symbol of type STT_GNU_IFUNC: %w", texts.Name(img.Name), ErrUnsupported)
	}
	if err == nil {
		err = l.conflict(t, img)
	}
	if err == nil && steps.Refuses != nil {
		var why string
		if why, err = steps.Refuses(ctx, img); why != "" {
			err = fmt.Errorf("%s: %s: %w", texts.Name(img.Name), why, ErrUnsupported)
		} else if err != nil {
			return fmt.Errorf("%s: select: %w", texts.Name(img.Name), err)
		}
	}
	if err != nil {
		return err
	}
	full := l.cfg.AllSections && img.Import == nil
	if full {
		if img, err = img.FullContext(ctx); err != nil {
			return err
		}
		if err := img.CheckContents(func(objfmt.SectionID) bool { return true }); err != nil {
			img.Close()
			return err
		}
	}
	trimmed, err := t.TrimContext(ctx, img)
	if err != nil {
		if full {
			img.Close()
		}
		return err
	}
	if img = trimmed; !img.Buffer.TryRetain() {
		return fmt.Errorf("%s: %w", texts.Name(img.Name), objfmt.ErrClosed)
	}
	o.setImage(img, t, steps)
	o.fullImage = full
	return nil
}

// setImage says what an object is of.
func (o *Object) setImage(img *objfmt.ObjectImage, t *reloc.Table, steps *quirk.Steps) {
	o.buf, o.name, o.table, o.steps, o.dwarf = img.Buffer, img.Name, t, steps, img.HasDWARF
	o.big, o.is64, o.flags = img.Big, img.Is64, img.Flags
	o.image.Store(img)
}

// conflict is the error of an object whose code is not supported, or cannot call that of the
// first one that there is.
func (l *Linker) conflict(t *reloc.Table, img *objfmt.ObjectImage) error {
	if t.Arch.Refuses != nil {
		if why := t.Arch.Refuses(img.Flags); why != "" {
			return fmt.Errorf("%s: %s: %w", img.Name, why, ErrUnsupported)
		}
	}
	if t.Arch.Conflict == nil {
		return nil
	}
	for o := range l.all() {
		why := ""
		switch a := o.table.Arch; {
		case a.Descriptors && !t.Arch.Descriptors:
			why = "no function descriptors,"
		case !a.Descriptors && t.Arch.Descriptors:
			why = "function descriptors, not functions"
		default:
			why = t.Arch.Conflict(img.Flags, o.flags)
		}
		if why != "" {
			return fmt.Errorf("%s: %s as %s has it: %w", texts.Name(img.Name), why, texts.Name(o.name), ErrTarget)
		}
		break
	}
	return nil
}

// allocate allocates what the objects of a batch have for each section, name and
// symbol, each kind in one piece; one small object finds it in the batch itself. huge has them in huge pages.
func (b *batch) allocate(nobjs, nsections, nnumbers int, huge bool) (objs []Object, sections []place.Section, numbers []uint32) {
	objs = b.initial.objs[:min(nobjs, 1)]
	b.objs = b.initial.ptrs[:0]
	if b.inside != nil {
		b.inside.put(&objs[0])
	} else if nobjs > 0 {
		objs, b.objs = arena.Make[Object](nobjs, huge), make([]*Object, 0, nobjs)
		in := arena.Make[insides](nobjs, huge)
		for i := range objs {
			in[i].put(&objs[i])
		}
	}
	if b.few != nil {
		return objs, b.few.sections[:], b.few.numbers[:]
	}
	return objs, arena.Make[place.Section](nsections, huge), arena.Make[uint32](nnumbers, huge)
}

// cut takes n elements from the front of a slice, or a new slice where AllSections has
// made the object another one than the batch was made for.
func cut[T any](all []T, n int) (mine, rest []T) {
	if n > len(all) {
		return make([]T, n), all
	}
	return all[:n:n], all[n:]
}

// selectDefs decides which definitions of the batch count: groups first, then
// symbols, object by object in argument order.
func (l *Linker) selectDefs(ctx context.Context, b *batch) (err error) {
	before := l.names.LookUps()
	want, hiding := 0, 0
	for _, o := range b.objs {
		o.ids = o.ids[:len(o.img().Hashes)] // to be filled in: 0 for those that are not known yet
		want += len(o.img().Hashes)
		if o.img().HasHidden {
			hiding += len(o.img().Hashes)
		}
	}
	if b.alone {
		hiding = 0 // all names are
	}
	w := 1
	if want >= manyNames && !b.alone && l.cfg.Wrap == nil { // shards are by the hashes that objects have
		w = l.workers(b.load.bytes)
	}
	if l.cfg.GiveBack {
		if back := b.givingBack(w > 1); back != nil {
			defer back.Wait()
		}
	}
	var errs []error
	var done selecting
	if w > 1 {
		done, errs, err = l.selectMany(ctx, b, w, want, hiding)
		b.load.plain = done == everything
	} else {
		err = l.enterHidden(ctx, b, want, hiding)
	}
	if err != nil {
		return err
	}
	turns := []selecting{everything}
	if len(b.objs) > 0 && b.objs[0].steps.LaterGroups {
		turns = []selecting{namesAndGroups, definitions}
	}
	for _, what := range turns {
		if what &^= done; what == 0 {
			continue
		}
		for _, o := range b.objs {
			if errs, err = l.selectObject(ctx, o, what, errs); err != nil {
				return err
			}
		}
	}
	for _, o := range b.objs {
		if err := l.supply(ctx, o); err != nil {
			return o.ended("select definitions", err)
		}
	}
	tally.Add(tally.Counts{LookUps: l.names.LookUps() - before})
	if len(errs) > 0 || !b.load.edges || l.compat.noEdges {
		return texts.Join(errs...)
	}
	return l.encapsulate(ctx, b)
}

// selecting says what selectObject does.
type selecting uint8

const (
	names selecting = 1 << iota
	groups
	definitions
	namesAndGroups = names | groups
	everything     = namesAndGroups | definitions
)

// selectObject does what an object has to do with: its names are looked up, its groups dropped or kept, its definitions entered.
func (l *Linker) selectObject(ctx context.Context, o *Object, what selecting, errs []error) (_ []error, err error) {
	if what&names != 0 {
		if err := l.enterNames(ctx, o, nil); err != nil {
			return errs, o.ended("select definitions", err)
		}
	}
	if what&groups != 0 {
		if errs, err = l.selectGroups(ctx, o, errs); err != nil {
			return errs, o.ended("select groups", err)
		}
	}
	if what&definitions != 0 {
		if err := l.dropLinked(ctx, o); err != nil {
			return errs, o.ended("select groups", err)
		}
		if errs, err = l.selectSymbols(ctx, o, errs); err != nil {
			return errs, o.ended("select definitions", err)
		}
	}
	return errs, nil
}

// selectGroups drops the sections of COMDAT and linkonce groups whose name
// another object has brought already.
func (l *Linker) selectGroups(ctx context.Context, o *Object, errs []error) ([]error, error) {
	if l.compat.keepsGroups {
		return errs, nil
	}
	img := o.img()
	var done heed.Count
	for i := range img.Groups {
		g := &img.Groups[i]
		if err := done.Items(ctx, 1+uint64(g.N)); err != nil {
			return errs, err
		}
		if !g.Comdat {
			continue
		}
		o.choosy = o.choosy || g.Select != objfmt.SelectAny
		id := l.groupID(o, g)
		o.nameGroup(i, id)
		winner := l.object(l.names.Group(id, o.num))
		if winner == o {
			continue
		}
		wins := false
		if g.Select != objfmt.SelectAny || winner.choosy {
			var err error
			if wins, err = l.chooseGroup(ctx, o, g, id, winner); err != nil {
				if !errors.Is(err, ErrDuplicate) {
					return errs, err
				}
				errs = append(errs, err)
			}
		}
		if !wins {
			o.dropGroup(g)
		}
	}
	for lo := 0; img.HasLinkOnce && lo < len(img.Sections); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Sections))
		if err != nil {
			return errs, err
		}
		for i := lo; i < hi; i++ {
			if img.Sections[i].Role == objfmt.RoleLinkOnce {
				l.selectLinkOnce(o, objfmt.SectionID(i))
			}
		}
	}
	return errs, nil
}

// selectLinkOnce is selectGroups for a section that is a linkonce group.
func (l *Linker) selectLinkOnce(o *Object, sec objfmt.SectionID) {
	text := o.img().SectionName(sec)
	id := l.names.Declare(o.num, objfmt.KeyOf(text), text)
	o.groupNames = append(o.groupNames, id)
	if l.names.Group(id, o.num) != o.num {
		o.drop(sec)
	}
}

// dropLinked drops what describes a dropped section.
func (l *Linker) dropLinked(ctx context.Context, o *Object) error {
	if !o.drops {
		return nil
	}
	img := o.img()
	for lo := 0; lo < len(img.Sections); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Sections))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			if s := &img.Sections[i]; s.Flags&objfmt.SecLinkOrder != 0 && s.Link < objfmt.SecSpecial && o.dropped(s.Link) {
				o.drop(objfmt.SectionID(i))
			}
		}
	}
	return nil
}

func (o *Object) drop(id objfmt.SectionID) {
	o.lay.Sections[id].Drop()
	o.drops = true
}

// groupID is the name of a group, mentioned once more: that of a symbol, nearly always.
func (l *Linker) groupID(o *Object, g *objfmt.Group) uint32 {
	img := o.img()
	if !g.BySection && g.Signature >= img.FirstGlobal {
		if id := o.ids[g.Signature-img.FirstGlobal]; id < symtab.Special {
			l.names.Mention(id)
			return id
		}
		if k := img.Key(g.Signature); k.Hash != 0 {
			return l.names.Declare(o.num, k, img.GroupName(g))
		}
	}
	text := img.GroupName(g)
	return l.names.Declare(o.num, objfmt.KeyOf(text), text)
}

// group finds a COMDAT group by name.
func (o *Object) group(name string) *objfmt.Group {
	img := o.img()
	if o.groups == nil {
		o.groups = make(map[string]uint32, len(img.Groups))
		for i := range img.Groups {
			if g := &img.Groups[i]; g.Comdat {
				o.groups[img.GroupName(g)] = uint32(i)
			}
		}
	}
	if i, ok := o.groups[name]; ok && int(i) < len(img.Groups) {
		return &img.Groups[i]
	}
	return nil
}

func (o *Object) dropGroup(g *objfmt.Group) {
	for _, id := range o.img().GroupMembers(g) {
		o.drop(id)
	}
}

// selectSymbols enters the global names of an object.
func (l *Linker) selectSymbols(ctx context.Context, o *Object, errs []error) ([]error, error) {
	img := o.img()
	first := int(img.FirstGlobal)
	if img.Import != nil { // its names stay undefined: the Resolver is told where they are
		for k := range o.ids {
			o.ids[k] = idNone
		}
		return errs, l.enterDirectives(ctx, o)
	}
	ids, syms := o.ids, img.Symbols[first:]
	for lo := 0; lo < len(ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(ids))
		if err != nil {
			return errs, err
		}
		for k := lo; k < hi; k++ {
			id, s := ids[k], &syms[k]
			if id >= symtab.Special {
				continue
			}
			if s.Section == objfmt.SecUndef && o.steps.Undefined != nil {
				l.enterUndefined(o, objfmt.SymbolID(first+k), img.NameAt(s.Name, s.NameLen))
			}
			if s.Section == objfmt.SecAlias && l.enterAlias(o, s, id) {
				continue
			}
			if s.Type == objfmt.SymTLS {
				o.mentionTLS()
				l.names.MarkTLS(id)
			}
			if s.Section == objfmt.SecUndef {
				continue
			}
			if o.drops && s.Section < objfmt.SecSpecial && (o.dropped(s.Section) || o.descriptors != nil && o.lostCode(s)) { // lost
				continue
			}
			if err := l.define(o, objfmt.SymbolID(first+k), s, id); err != nil {
				errs = append(errs, err)
			}
		}
	}
	o.batch.load.forgetAliases()
	if len(img.Directives) > 0 {
		return errs, l.enterDirectives(ctx, o)
	}
	return errs, nil
}

// define enters a definition.
func (l *Linker) define(o *Object, sym objfmt.SymbolID, s *objfmt.Symbol, id uint32) error {
	if c := l.names.Define(id, symtab.DefOf(o.num, sym, s)); c != nil {
		return l.refused(o, c, s, id)
	}
	return nil
}

// refused is the error of a definition that is refused, nil where it is what the one that counts is.
func (l *Linker) refused(o *Object, c *symtab.Conflict, s *objfmt.Symbol, id uint32) error {
	if l.sameValue(o, c, s, id) {
		l.names.Use(o.num, c.First)
		return nil
	}
	text, first := l.entryName(id), l.object(c.First).name
	if c.Common != (symtab.CommonSymbol{}) {
		return &CommonSizeError{Symbol: text, First: first, Second: o.name,
			Size: c.Common.Size, Want: s.Size, Align: c.Common.Align, WantAlign: s.Value}
	}
	return &DuplicateError{Symbol: text, First: first, Second: o.name, Bound: c.Bound}
}

// nameGroup says what the name of a group is. Goroutines may, each of other groups.
func (o *Object) nameGroup(i int, id uint32) { o.groupNames[i] = id }

// mentionTLS says that the object mentions a thread-local.
func (o *Object) mentionTLS() { o.namesTLS = true }

// retract takes the mentions and definitions of an object out of the table, in steps.
func (l *Linker) retract(o *Object) {
	for ids := range slices.Chunk(o.ids, heed.Every) {
		l.names.Retract(o.num, ids)
		if len(ids) == heed.Every {
			l.letLook()
		}
	}
	for ids := range slices.Chunk(o.groupNames, heed.Every) {
		l.names.RetractGroups(o.num, ids)
		if len(ids) == heed.Every {
			l.letLook()
		}
	}
	l.forgetMentions(o)
	o.ids, o.groupNames = nil, nil
}

// strike takes an object off the list; its names are retracted already.
func (l *Linker) strike(o *Object) {
	l.names.Drop(o.num)
	o.unshow()
	l.objects.At(int(o.num)).object.Store(nil)
}

// strikeAll empties the list of objects, and the table.
func (l *Linker) strikeAll() {
	l.objects.Clear()
	l.names.Clear()
}

// leave notes that an object of a batch is unloaded, and reports whether it was the last.
func (b *batch) leave() (last bool) {
	if b.live > 0 {
		if b.live--; b.live == 0 {
			b.resolver = nil
			last = true
		}
	}
	return last
}

package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// common is a common symbol: the largest size and alignment of what was loaded
// until somebody was bound to it.
type common struct {
	size, align uint64
	off         uint64 // in the host's common area
	placed      bool
}

type commonArea struct{ size, align uint64 }

// undo remembers a definition that a batch replaced, for a load that fails later.
type undo struct {
	id  uint32
	was name
	com *common
}

// deadRef is a local symbol in a dropped section that kept sections refer to: it
// stands for the same place in the winner's section.
type deadRef struct {
	sym   objfmt.SymbolID
	owner uint32 // object number
	sec   objfmt.SectionID
	value uint64
}

// fillBatch makes the objects of a batch.
func (l *Linker) fillBatch(b *batch, imgs []*objfmt.ObjectImage) error {
	target := l.target
	if target == (triple.Triple{}) && len(imgs) > 0 {
		target = imgs[0].Triple
	}
	l.batches++
	b.num, b.live, b.target, b.emitted = l.batches, len(imgs), target, l.emitted
	b.unit = oneUnit + b.num
	if l.cfg.OneUnit && !b.alone {
		b.unit = oneUnit
	}
	nplaces, nnumbers := 0, 0
	for _, img := range imgs {
		nplaces += len(img.Sections) + numPseudo
		nnumbers += len(img.Hashes) + len(img.Symbols)
	}
	objs := b.makeRoom(len(imgs), nplaces, nnumbers)
	places, numbers := b.places, b.numbers
	l.objects = slices.Grow(l.objects, len(imgs))
	for i, img := range imgs {
		if err := target.CheckObject(img.Triple); err != nil {
			l.abandon(context.Background(), b)
			return fmt.Errorf("%s: %w: %w", img.Name, ErrTarget, err)
		}
		t, err := table(img)
		if err == nil && img.HasIFunc && t.Arch.WriteIFunc == nil {
			err = fmt.Errorf("%s: symbol of type STT_GNU_IFUNC: %w", img.Name, ErrUnsupported)
		}
		full := l.cfg.AllSections && img.Import == nil
		if err == nil && full {
			img, err = img.Full()
		}
		if err == nil && !img.Buffer.TryRetain() {
			err = fmt.Errorf("%s: %w", img.Name, objfmt.ErrClosed)
		}
		if err != nil {
			l.abandon(context.Background(), b)
			return err
		}
		o := &objs[i]
		o.l, o.img, o.name, o.table, o.batch, o.order = l, img, img.Name, t, b, uint32(i)
		o.carrier, o.fullImage = objfmt.SecUndef, full
		o.coff = img.Triple.Format() == triple.COFF
		for k := range o.piece {
			o.piece[k].req = -1
		}
		if l.cfg.BySection {
			o.split = make([]piece, len(img.Sections)+numPseudo+1)
		}
		if n := len(img.Sections) + numPseudo; n <= len(places) {
			o.place, places = places[:n:n], places[n:]
		} else {
			o.place = make([]place, n) // AllSections has more than the image given
		}
		o.idRoom, numbers = cutNumbers(numbers, len(img.Hashes))
		o.firstRoom, numbers = cutNumbers(numbers, len(img.Symbols))
		if n := len(l.freeNum); n > 0 {
			o.num, l.freeNum = l.freeNum[n-1], l.freeNum[:n-1]
			l.objects[o.num] = o
		} else {
			o.num = uint32(len(l.objects))
			l.objects = append(l.objects, o)
		}
		b.objs = append(b.objs, o)
		b.bytes += uint64(len(img.Buffer.Bytes()))
	}
	return nil
}

// makeRoom allocates what the objects of a batch have for each section, name and
// symbol, each kind in one piece; one small object finds it in the batch itself.
func (b *batch) makeRoom(nobjs, nplaces, nnumbers int) []Object {
	objs := b.room.objs[:min(nobjs, 1)]
	b.objs = b.room.ptrs[:0]
	if nobjs > 1 {
		objs, b.objs = make([]Object, nobjs), make([]*Object, 0, nobjs)
	}
	if b.places = b.room.places[:]; nplaces > len(b.places) {
		b.places = make([]place, nplaces)
	}
	if b.numbers = b.room.numbers[:]; nnumbers > len(b.numbers) {
		b.numbers = make([]uint32, nnumbers)
	}
	return objs
}

// cutNumbers takes n numbers from the front of a slice, or a new slice where
// AllSections has made the object another one than the batch was made for.
func cutNumbers(all []uint32, n int) (mine, rest []uint32) {
	if n > len(all) {
		return make([]uint32, n), nil
	}
	return all[:n:n], all[n:]
}

// abandon takes a batch back that could not be loaded.
func (l *Linker) abandon(ctx context.Context, b *batch) {
	for i := range b.undo { // their owners were noted as users of what replaced them
		if u := &b.undo[i]; u.was.obj != 0 {
			old := l.objects[u.was.obj-1]
			old.uses = slices.DeleteFunc(old.uses, func(n uint32) bool { return l.objects[n].batch == b })
		}
	}
	l.stamped, l.emitted = nil, b.emitted
	for i := len(b.objs) - 1; i >= 0; i-- {
		o := b.objs[i]
		l.forgetNames(o)
		o.releaseTLS(ctx)
		l.forget(o)
	}
	for i := len(b.undo) - 1; i >= 0; i-- {
		u := &b.undo[i]
		e := &l.names.entries[u.id]
		e.obj, e.sym, e.class, e.addr, e.flags = u.was.obj, u.was.sym, u.was.class, u.was.addr, u.was.flags
		if u.com != nil {
			l.commons[u.id] = u.com
		}
	}
	if b.alloc != nil {
		b.alloc.Release(ctx)
		b.alloc = nil
	}
}

// forget takes an object out of the linker's books; its names are gone already.
func (l *Linker) forget(o *Object) {
	for _, u := range o.uses {
		if used := l.objects[u]; used != nil { // two that use each other may go together
			used.users--
		}
	}
	o.uses = nil
	l.objects[o.num] = nil
	l.freeNum = append(l.freeNum, o.num)
	l.unpend(o)
	o.state = Unloaded
	o.closeImage()
}

// closeImage gives up the linker's share of the buffer, and the image if the linker made
// it. Who has the object may have closed that, which does not matter.
func (o *Object) closeImage() error {
	if o.fullImage {
		o.img.Close()
	}
	return o.img.Buffer.Close()
}

// selectDefs decides which definitions of the batch count: groups first, then
// symbols, object by object in argument order.
func (l *Linker) selectDefs(_ context.Context, b *batch) error {
	want := 0
	hidden := l.hidden
	for _, o := range b.objs {
		want += len(o.img.Hashes)
		if o.img.HasHidden {
			hidden = anyHidden
		}
	}
	if want > 64 {
		want = want * 2 / 5 // most names of a large batch are mentioned twice or more
	}
	l.names.reserve(l.names.used + want)
	if b.alone {
		hidden = allHidden
	} else if hidden == anyHidden {
		hidden = l.hidden
		for _, o := range b.objs {
			hidden = l.internHidden(o, hidden)
		}
		if l.cfg.OneUnit {
			l.hidden = hidden
		}
	}
	var errs []error
	for _, o := range b.objs {
		errs = l.selectGroups(o, hidden, errs)
	}
	for _, o := range b.objs {
		l.dropLinked(o)
		errs = l.selectSymbols(o, hidden, errs)
	}
	return errors.Join(errs...)
}

// internHidden makes the batch's own entries of names that some object of it
// mentions as hidden: in a link unit the least visible mention of a name counts. It returns
// hidden with these names.
func (l *Linker) internHidden(o *Object, hidden hiddenNames) hiddenNames {
	if !o.img.HasHidden {
		return hidden
	}
	for i := int(o.img.FirstGlobal); i < len(o.img.Symbols); i++ {
		s := &o.img.Symbols[i]
		h := o.img.Hashes[i-int(o.img.FirstGlobal)]
		if s.Vis < objfmt.VisHidden || h == 0 || s.Bind == objfmt.BindLocal {
			continue
		}
		if text := o.img.NameAt(s.Name, s.NameLen); ownName(s, text) == 0 {
			l.names.internHidden(h, text, o.batch.unit, o.num+1)
			hidden = hidden.with(h)
		}
	}
	return hidden
}

// selectGroups drops the sections of COMDAT and linkonce groups whose name
// another object has brought already.
func (l *Linker) selectGroups(o *Object, hidden hiddenNames, errs []error) []error {
	if l.isClassic() {
		return errs
	}
	img := o.img
	o.grouped = true
	for i := range img.Groups {
		g := &img.Groups[i]
		if !g.Comdat {
			continue
		}
		o.choosy = o.choosy || g.Select != objfmt.SelectAny
		winner := l.enterGroup(o, img.GroupName(g), l.groupHash(img, g), hidden)
		if winner == nil {
			continue
		}
		wins := false
		if g.Select != objfmt.SelectAny || winner.choosy {
			var err error
			if wins, err = l.chooseGroup(o, g, winner); err != nil {
				errs = append(errs, err)
			}
		}
		if !wins {
			o.dropGroup(g)
		}
	}
	for i := range img.Sections {
		if img.Sections[i].Role == objfmt.RoleLinkOnce {
			text := img.SectionName(objfmt.SectionID(i))
			if l.enterGroup(o, text, objfmt.HashName(text), hidden) != nil {
				o.drop(objfmt.SectionID(i))
			}
		}
	}
	return errs
}

// dropLinked drops what describes a dropped section.
func (l *Linker) dropLinked(o *Object) {
	if !o.drops {
		return
	}
	img := o.img
	for i := range img.Sections {
		if s := &img.Sections[i]; s.Flags&objfmt.SecLinkOrder != 0 && s.Link < objfmt.SecSpecial && o.dropped(s.Link) {
			o.drop(objfmt.SectionID(i))
		}
	}
}

func (o *Object) drop(id objfmt.SectionID) {
	o.place[id].off |= droppedBit
	o.drops = true
}

func (l *Linker) groupHash(img *objfmt.ObjectImage, g *objfmt.Group) uint32 {
	if !g.BySection && g.Signature >= img.FirstGlobal {
		if h := img.Hash(g.Signature); h != 0 {
			return h
		}
	}
	return objfmt.HashName(img.GroupName(g))
}

// group finds a COMDAT group by name.
func (o *Object) group(name string) *objfmt.Group {
	img := o.img
	if o.groups == nil {
		o.groups = make(map[string]uint32, len(img.Groups))
		for i := range img.Groups {
			if g := &img.Groups[i]; g.Comdat {
				o.groups[img.GroupName(g)] = uint32(i)
			}
		}
	}
	if i, ok := o.groups[name]; ok {
		return &img.Groups[i]
	}
	return nil
}

func (o *Object) dropGroup(g *objfmt.Group) {
	for _, id := range o.img.GroupMembers(g) {
		o.drop(id)
	}
}

// enterGroup enters a group's name and returns the other object whose group counts,
// nil if it is o's.
func (l *Linker) enterGroup(o *Object, text string, hash uint32, hidden hiddenNames) *Object {
	id := l.names.intern(hash, text, o.batch.unit, hidden, o.num+1)
	e := &l.names.entries[id]
	e.refs++
	if e.comdat == 0 {
		e.comdat = o.num + 1
	}
	if e.comdat == o.num+1 {
		return nil
	}
	l.use(o, e.comdat-1)
	return l.objects[e.comdat-1]
}

// selectSymbols enters the global names of an object.
func (l *Linker) selectSymbols(o *Object, hidden hiddenNames, errs []error) []error {
	img := o.img
	first := int(img.FirstGlobal)
	o.ids = o.idRoom
	if img.Import != nil { // its names stay open: the Resolver is told where they are
		for k := range o.ids {
			o.ids[k] = idNone
		}
		l.enterDirectives(o, hidden)
		return errs
	}
	for k, h := range img.Hashes {
		s := &img.Symbols[first+k]
		if h == 0 || s.Bind == objfmt.BindLocal {
			o.ids[k] = idNone
			continue
		}
		text := img.NameAt(s.Name, s.NameLen)
		if own := ownName(s, text); own != 0 {
			o.ids[k] = own
			continue
		}
		id := l.names.intern(h, text, o.batch.unit, hidden, o.num+1)
		o.ids[k] = id
		e := &l.names.entries[id]
		e.refs++
		if o.coff && s.Section == objfmt.SecUndef {
			l.mentionImport(o, objfmt.SymbolID(first+k), text, hidden)
			l.mentionThreads(o, objfmt.SymbolID(first+k), text)
			continue
		}
		if s.Section == objfmt.SecAlias {
			if l.enterAlias(o, s, id, hidden) {
				continue
			}
			e = &l.names.entries[id] // the table may have grown
		}
		if s.Type == objfmt.SymTLS {
			o.namesTLS = true
			e.flags |= nameTLS
		}
		if s.Section == objfmt.SecUndef || s.Section < objfmt.SecSpecial && o.drops && o.dropped(s.Section) {
			continue
		}
		if err := l.define(o, objfmt.SymbolID(first+k), s, id, e); err != nil {
			errs = append(errs, err)
		}
	}
	clear(l.aliased)
	if len(img.Directives) > 0 {
		l.enterDirectives(o, hidden)
	}
	return errs
}

// ownName is the id of a name that the linker gives each object itself, 0 for
// all others.
func ownName(s *objfmt.Symbol, text string) uint32 {
	if s.Section == objfmt.SecUndef && text[0] == '_' {
		switch text {
		case "_GLOBAL_OFFSET_TABLE_":
			return idGOT
		case "__dso_handle", "___dso_handle": // where names have an underscore in front
			return idDSO
		case "__ImageBase", "___ImageBase":
			return idImage
		}
	}
	return 0
}

// classOf ranks a definition.
func classOf(s *objfmt.Symbol) defClass {
	switch {
	case s.Section == objfmt.SecCommon:
		return defCommon
	case s.Bind == objfmt.BindWeak:
		return defWeak
	case s.Bind == objfmt.BindUnique:
		return defUnique
	}
	return defStrong
}

// define decides between a definition and what the name stands for so far:
// strong and unique ones beat common ones, these beat weak ones, the first of two
// equals counts, and two strong ones are an error. What code has been relocated
// with is not replaced any more.
func (l *Linker) define(o *Object, sym objfmt.SymbolID, s *objfmt.Symbol, id uint32, e *name) error {
	class := classOf(s)
	if e.class == defNone || e.class == defExternal {
		if e.class == defExternal { // older objects keep the outside definition
			l.remember(o, id, e)
		}
		l.setDef(o, sym, s, class, id, e)
		return nil
	}
	if e.obj == o.num+1 && e.sym == sym {
		return nil
	}
	bound := e.flags&nameBound != 0
	duplicate := func() error {
		return &DuplicateError{Symbol: strings.Clone(e.text), First: l.objects[e.obj-1].name, Second: o.name, Bound: bound && e.class != defStrong}
	}
	switch {
	case class == defCommon && e.class == defCommon:
		return l.mergeCommon(o, sym, s, id, e)
	case class == defStrong && e.class == defStrong:
		return duplicate()
	case class > e.class && !(class == defStrong && e.class == defUnique):
		if bound {
			if class == defStrong {
				return duplicate()
			}
			break // the definition in use stays
		}
		l.remember(o, id, e)
		old := l.objects[e.obj-1]
		if e.class == defCommon {
			delete(l.commons, id)
		}
		l.setDef(o, sym, s, class, id, e)
		l.use(old, o.num)
		return nil
	}
	l.use(o, e.obj-1)
	return nil
}

// remember notes a definition of an older batch before it is replaced.
func (l *Linker) remember(o *Object, id uint32, e *name) {
	if e.obj != 0 && l.objects[e.obj-1].batch == o.batch {
		return
	}
	u := undo{id: id, was: *e}
	if c := l.commons[id]; c != nil {
		old := *c
		u.com = &old
	}
	o.batch.undo = append(o.batch.undo, u)
}

func (l *Linker) setDef(o *Object, sym objfmt.SymbolID, s *objfmt.Symbol, class defClass, id uint32, e *name) {
	e.obj, e.sym, e.class, e.addr = o.num+1, sym, class, 0
	e.flags &^= nameFunc | nameAbs | nameLeft | nameBound // nothing is bound to this definition yet
	if class == defCommon {
		if l.commons == nil {
			l.commons = map[uint32]*common{}
		}
		l.commons[id] = &common{size: s.Size, align: s.Value}
		o.batch.hosts = append(o.batch.hosts, id)
	}
}

// commonOf is the common symbol behind a name, also behind a hidden one that stands for
// that which all see.
func (l *Linker) commonOf(id uint32, e *name) common {
	if e.flags&nameAdopted != 0 {
		id = l.names.global(e)
	}
	if c := l.commons[id]; c != nil {
		return *c
	}
	return common{}
}

// mergeCommon makes one common symbol of two. Its memory is with the object that
// asked for the most.
func (l *Linker) mergeCommon(o *Object, sym objfmt.SymbolID, s *objfmt.Symbol, id uint32, e *name) error {
	c := l.commons[id]
	owner := l.objects[e.obj-1]
	if s.Size <= c.size && s.Value <= c.align {
		l.use(o, owner.num)
		return nil
	}
	if e.flags&nameBound != 0 {
		return &CommonSizeError{Symbol: strings.Clone(e.text), First: owner.name, Second: o.name,
			Size: c.size, Want: s.Size, Align: c.align, WantAlign: s.Value}
	}
	if owner.batch == o.batch && s.Size <= c.size { // only the alignment grows
		c.align = s.Value
		l.use(o, owner.num)
		return nil
	}
	l.remember(o, id, e)
	size, align := max(s.Size, c.size), max(s.Value, c.align)
	l.setDef(o, sym, s, defCommon, id, e)
	*l.commons[id] = common{size: size, align: align}
	l.use(owner, o.num)
	return nil
}

// use notes that object o needs object num to stay.
func (l *Linker) use(o *Object, num uint32) {
	if o.num == num {
		return
	}
	if n := len(o.uses); n > 0 && o.uses[n-1] == num {
		return
	}
	if len(l.stamps) < len(l.objects) {
		s := make([]uint32, len(l.objects)+len(l.objects)/2)
		copy(s, l.stamps)
		l.stamps = s
	}
	if l.stamped != o {
		l.stamped, l.stamp = o, l.stamp+1
		for _, u := range o.uses {
			l.stamps[u] = l.stamp
		}
	}
	if l.stamps[num] == l.stamp {
		return
	}
	l.stamps[num] = l.stamp
	o.uses = append(o.uses, num)
	l.objects[num].users++
}

// forgetNames takes the mentions and definitions of an object out of the table.
func (l *Linker) forgetNames(o *Object) {
	img := o.img
	for _, id := range o.ids {
		if id >= idSpecial || id == 0 {
			continue
		}
		if e := &l.names.entries[id]; e.obj == o.num+1 {
			if e.class == defCommon {
				delete(l.commons, id)
			}
			e.obj, e.class, e.addr = 0, defNone, 0
			e.flags &^= nameBound
		}
		l.names.unref(id, o)
	}
	unref := func(text string, hash uint32) {
		id := l.names.find(hash, text, o.batch.unit, anyHidden)
		if id == 0 {
			return
		}
		if e := &l.names.entries[id]; e.comdat == o.num+1 {
			e.comdat = 0
		}
		l.names.unref(id, o)
	}
	if o.grouped {
		for i := range img.Groups {
			if g := &img.Groups[i]; g.Comdat {
				unref(img.GroupName(g), l.groupHash(img, g))
			}
		}
		for i := range img.Sections {
			if img.Sections[i].Role == objfmt.RoleLinkOnce {
				text := img.SectionName(objfmt.SectionID(i))
				unref(text, objfmt.HashName(text))
			}
		}
	}
	l.forgetMentions(o)
	o.ids, o.grouped = nil, false
}

package rtdyld

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// In ELF, encapsulation symbols, __start_NAME and __stop_NAME, are where an output section begins and ends: all sections NAME of a batch, which lie
// one behind the other, in the order of the objects and of the sections in each. What an object defines by such a name counts before that; what a
// resolver says does not, as definitions of shared libraries do not in a static link. Each batch has its own symbols, which no other sees.
// In Mach-O, section$start$SEG$sect and section$end$SEG$sect are that, and if there are no such sections both are one address (ld64).
// In COFF there are groups of sections, NAME$part, which always lie so, in the order of the parts' names.

// outputs are the output sections of a batch that are referred to so.
type outputs struct {
	list  []output
	edges map[*Object][]edge // an object's symbols, in order

	whole   int    // blocks of the batch, those that are cut of them for parts not among them; written by outputs.go
	located uint64 // Linker.changes plus one, when start and stop of all were computed; written by outputs.go
}

// output is an output section.
type output struct {
	name  string // __DATA,__foo in Mach-O
	kind  objfmt.Kind
	parts []outputPart // in the order in which they lie
	empty bool         // there are no such sections: the one part is where the start and the end are
	unfit bool         // there are such sections which cannot lie together

	req         int    // number of its request plus one, 0 if it has one part, which lies among others; written by outputs.go
	size, align uint64 // of the block, bytes; written by outputs.go
	start, stop uint64 // target addresses; written by outputs.go
}

// outputPart is a section of an object in an output section.
type outputPart struct {
	o    *Object
	id   objfmt.SectionID
	rest string // of its name, which decides where it lies; only while output sections are gathered
	off  uint64 // in the output section; written by outputs.go
}

// edge is a symbol that is the start or the end of an output section.
type edge struct {
	sym  objfmt.SymbolID
	of   uint32 // index in outputs.list
	stop bool
}

// elfEdges are the words of targets that have no others.
var elfEdges = quirk.Edges{Start: "__start_", Stop: "__stop_"}

// edgeWords are those of the object's target.
func (o *Object) edgeWords() *quirk.Edges {
	if o.steps.Edges != nil {
		return o.steps.Edges
	}
	return &elfEdges
}

// edgeName is the name of the start or the end of an output section that the object has a part of.
func (o *Object) edgeName(out *output, stop bool) string {
	w := o.edgeWords()
	word := w.Start
	if stop {
		word = w.Stop
	}
	return word + strings.Replace(out.name, ",", "$", 1)
}

// outputKey is what sections of one output section have in common.
type outputKey struct{ segment, section string } // views of an image; the segment is that of Mach-O

// text is how people are told of it.
func (k outputKey) text() string {
	if k.segment == "" {
		return k.section
	}
	return k.segment + "," + k.section
}

// encapsulated returns the sections that an encapsulation symbol is the start or the end of.
func encapsulated(w *quirk.Edges, symbol string) (k outputKey, stop, ok bool) {
	rest, ok := strings.CutPrefix(symbol, w.Start)
	if !ok {
		rest, stop = strings.CutPrefix(symbol, w.Stop)
	}
	switch {
	case !ok && !stop:
		return k, false, false
	case w.Segments:
		k.segment, k.section, ok = strings.Cut(rest, "$")
		return k, stop, ok && k.segment != "" && k.section != ""
	}
	return outputKey{section: rest}, stop, isIdentifier(rest)
}

// isIdentifier reports whether a name is an identifier of C: other sections have no encapsulation symbols.
func isIdentifier(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return name != ""
}

// encapsulate finds the encapsulation symbols that the batch leaves undefined, and the sections that they ask for.
func (l *Linker) encapsulate(ctx context.Context, b *batch) error {
	x := &outputs{edges: map[*Object][]edge{}}
	if b.objs[0].steps.Grouped != nil {
		if err := x.group(ctx, l, b); err != nil || len(x.list) == 0 {
			return err
		}
		b.outputs = x
		return x.isolate(ctx, b)
	}
	index, err := x.find(ctx, l, b)
	if err != nil || len(index) == 0 {
		return err
	}
	if err := x.gather(ctx, b, index); err != nil {
		return err
	}
	if err := x.bind(ctx, l, b); err != nil || len(x.edges) == 0 {
		return err
	}
	b.outputs = x
	return x.isolate(ctx, b)
}

// group gathers the parts of COFF's groups of sections, each kind of memory by itself: symbols in the first part and the last are their start and end.
func (x *outputs) group(ctx context.Context, l *Linker, b *batch) error {
	type key struct {
		group string
		kind  objfmt.Kind
	}
	index := map[key]uint32{}
	if err := b.eachPlaced(ctx, func(o *Object, id objfmt.SectionID, s *objfmt.Section) error {
		name, rest, ok := o.steps.Grouped(o.img().SectionName(id))
		if !ok || s.Flags&objfmt.SecTLS != 0 {
			return nil
		}
		of, known := index[key{name, s.Kind}]
		if !known {
			of = uint32(len(x.list))
			index[key{name, s.Kind}] = of
			x.list = append(x.list, output{name: name, kind: s.Kind})
		}
		x.list[of].parts = append(x.list[of].parts, outputPart{o: o, id: id, rest: rest})
		return nil
	}); err != nil {
		return err
	}
	x.list = slices.DeleteFunc(x.list, func(out output) bool {
		return len(out.parts) < 2 || !slices.ContainsFunc(out.parts, func(p outputPart) bool { return p.rest != "" })
	})
	for i := range x.list {
		parts := x.list[i].parts
		err := heed.SortStable(ctx, parts, func(a, b outputPart) int { return strings.Compare(a.rest, b.rest) })
		if err != nil {
			return parts[0].o.ended("select sections", err)
		}
		for k := range parts { // all of them stay together: what refers to the first finds the others behind it
			parts[k].rest = ""
			l.names.Use(parts[k].o.num, parts[(k+1)%len(parts)].o.num)
		}
	}
	return nil
}

// find lists the symbols, and output sections for them, whose places in x.list are returned.
func (x *outputs) find(ctx context.Context, l *Linker, b *batch) (index map[outputKey]uint32, err error) {
	index = map[outputKey]uint32{}
	words := b.objs[0].edgeWords()
	var done heed.Count
	for _, o := range b.objs {
		img := o.img()
		if !img.HasEdges {
			continue
		}
		for k, id := range o.ids {
			if err := done.Items(ctx, 1); err != nil {
				return nil, o.ended("select sections", err)
			}
			sym := img.FirstGlobal + objfmt.SymbolID(k)
			s := &img.Symbols[sym]
			if id >= symtab.Special || s.Section != objfmt.SecUndef || l.names.At(id).HasOwner() {
				continue
			}
			key, stop, ok := encapsulated(words, img.NameAt(s.Name, s.NameLen))
			if !ok {
				continue
			}
			of, known := index[key]
			if !known {
				of = uint32(len(x.list))
				index[key] = of
				x.list = append(x.list, output{name: key.text()})
			}
			x.edges[o] = append(x.edges[o], edge{sym, of, stop})
		}
	}
	return index, nil
}

// gather lists the sections of the batch that the output sections have.
func (x *outputs) gather(ctx context.Context, b *batch, index map[outputKey]uint32) error {
	return b.eachPlaced(ctx, func(o *Object, id objfmt.SectionID, s *objfmt.Section) error {
		of, ok := index[outputKey{o.img().SegmentName(id), o.img().SectionName(id)}]
		if !ok {
			return nil
		}
		out := &x.list[of]
		if s.Flags&objfmt.SecTLS != 0 || describing[s.Role].unwind {
			out.unfit = true
			return nil
		}
		if err := out.mix(o, s.Kind); err != nil {
			return err
		}
		out.parts = append(out.parts, outputPart{o: o, id: id})
		return nil
	})
}

// eachPlaced calls f with the sections of the batch that are in memory.
func (b *batch) eachPlaced(ctx context.Context, f func(*Object, objfmt.SectionID, *objfmt.Section) error) error {
	var done heed.Count
	for _, o := range b.objs {
		sections := o.img().Sections
		for i := range sections {
			if err := done.Items(ctx, 1); err != nil {
				return o.ended("select sections", err)
			}
			id := objfmt.SectionID(i)
			if sections[i].Flags&objfmt.SecLoad == 0 || o.dropped(id) {
				continue
			}
			if err := f(o, id, &sections[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// mix adds a kind of memory to what an output section is in: what is written by some is written by all, but never code.
func (out *output) mix(o *Object, k objfmt.Kind) error {
	switch {
	case len(out.parts) == 0 || out.kind == objfmt.KindReadOnly:
		out.kind = k
	case k != objfmt.KindReadOnly && k != out.kind:
		return fmt.Errorf("%s: section %s is %v, that of %s is %v, and both are to lie between %s and %s: %w",
			texts.Name(o.name), short(out.name), k, texts.Name(out.parts[0].o.name), out.kind, short(o.edgeName(out, false)), short(o.edgeName(out, true)), ErrUnsupported)
	}
	return nil
}

// bind takes the symbols of output sections that there are out of the table of names, and notes what objects that have some use: the first and the last
// part, and each part the next one.
func (x *outputs) bind(ctx context.Context, l *Linker, b *batch) error {
	var done heed.Count
	for _, o := range b.objs {
		list := x.edges[o]
		if list == nil {
			continue
		}
		if err := done.Items(ctx, uint64(len(list))); err != nil {
			return o.ended("select sections", err)
		}
		list = slices.DeleteFunc(list, func(e edge) bool { return len(x.list[e.of].parts) == 0 && !x.list[e.of].anchor(o) })
		if len(list) == 0 {
			delete(x.edges, o)
			continue
		}
		x.edges[o] = list
		for _, e := range list {
			id := &o.ids[e.sym-o.img().FirstGlobal]
			l.names.RetractMention(o.num, *id)
			*id = idEdge
			parts := x.list[e.of].parts
			l.names.Use(o.num, parts[0].o.num)
			l.names.Use(o.num, parts[len(parts)-1].o.num)
		}
	}
	for i := range x.list {
		parts := x.list[i].parts
		for k := 1; k < len(parts); k++ {
			l.names.Use(parts[k-1].o.num, parts[k].o.num)
		}
	}
	return nil
}

// anchor gives an output section of Mach-O without sections an address, that of a section of an object that refers to it, and reports whether
// it has one.
func (out *output) anchor(o *Object) bool {
	if !o.edgeWords().Segments || out.unfit {
		return false
	}
	for i := range o.img().Sections {
		s, id := &o.img().Sections[i], objfmt.SectionID(i)
		if s.Flags&(objfmt.SecLoad|objfmt.SecTLS) == objfmt.SecLoad && !o.dropped(id) {
			out.parts, out.empty = []outputPart{{o: o, id: id}}, true
			return true
		}
	}
	return false
}

// isolate has the parts of an output section with several be laid out by themselves.
func (x *outputs) isolate(ctx context.Context, b *batch) error {
	lists := map[*Object][]place.Isolated{}
	var done heed.Count
	for i := range x.list {
		out := &x.list[i]
		out.name = strings.Clone(out.name)
		if len(out.parts) < 2 {
			continue
		}
		for _, p := range out.parts {
			if err := done.Items(ctx, 1); err != nil {
				return p.o.ended("select sections", err)
			}
			lists[p.o] = append(lists[p.o], place.Isolated{ID: p.id, Kind: out.kind})
		}
	}
	for o, list := range lists {
		if err := done.Items(ctx, uint64(len(list))); err != nil {
			return o.ended("select sections", err)
		}
		slices.SortFunc(list, func(a, b place.Isolated) int { return int(a.ID) - int(b.ID) })
		o.lay.Isolate(list)
	}
	return nil
}

// isEdge reports whether a name of the object is the start or the end of an output section.
func (o *Object) isEdge(name string) bool {
	x := o.batch.outputs
	return x != nil && slices.ContainsFunc(x.edges[o], func(e edge) bool { return o.img().SymbolName(e.sym) == name })
}

// text is how people are told of one's start or end.
func (out *output) text(stop bool) string {
	what := "start"
	if stop {
		what = "end"
	}
	n := len(out.parts)
	if out.empty {
		n = 0
	}
	return fmt.Sprintf("the %s of %d sections %s of the objects that are loaded together", what, n, short(out.name))
}

// edgeOf is the output section that a symbol of the object is the start or the end of; nil: none.
func (o *Object) edgeOf(sym objfmt.SymbolID) (out *output, stop bool) {
	if x := o.batch.outputs; x != nil {
		for _, e := range x.edges[o] {
			if e.sym == sym {
				return &x.list[e.of], e.stop
			}
		}
	}
	return nil, false
}

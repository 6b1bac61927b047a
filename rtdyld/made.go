package rtdyld

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Made is a stub or GOT entry that the linker made for an object.
type Made struct {
	Symbol  string           // what it was made for, cloned; empty for the pair of the object's own module
	Section string           // name of the section that it is in, as Sections has it
	In      objfmt.SectionID // of that section; SecUndef for one in an island, see Object.Islands
	For     objfmt.SectionID // section that it is for alone, SecUndef if for the whole object
	What    string           // "stub", "got", "tlsgd", "tlsld", "tpoff", "tlsdesc", "dtpoff"
	Addr    uint64           // target address
}

// Made is [Object.MadeContext] without a limit.
func (o *Object) Made() []Made {
	out, _ := o.MadeContext(context.Background()) // which does not end
	return out
}

// MadeContext lists the object's stubs and GOT entries: those that are among its code, then
// those of the whole object, in the order of the symbol table. There are none once it is unloaded. The error is
// that of a ctx that ends, which names the object and matches ctx's.
func (o *Object) MadeContext(ctx context.Context) ([]Made, error) {
	if err := o.l.lock(ctx); err != nil {
		return nil, o.ended("list what was made", err)
	}
	defer o.l.mu.Unlock()
	if o.stage == unloaded {
		return nil, nil
	}
	out, err := o.made(ctx, nil, &nameTexts{o: o})
	if err != nil {
		return nil, o.ended("list what was made", err)
	}
	return out, nil
}

// AppendMade appends to a list what [Object.MadeContext] returns, with names that view the image instead of clones: they
// are valid for as long as [Object.Image] may be read. But for names of places in RuntimeDyld's stubs nothing else is
// allocated, so that going over many objects with one list costs no memory. After an error the list is as it was.
func (o *Object) AppendMade(ctx context.Context, list []Made) ([]Made, error) {
	if err := o.l.lock(ctx); err != nil {
		return list, o.ended("list what was made", err)
	}
	defer o.l.mu.Unlock()
	if o.stage == unloaded {
		return list, nil
	}
	all, err := o.made(ctx, list, &nameTexts{o: o, views: true})
	if err != nil {
		return list, o.ended("list what was made", err)
	}
	return all, nil
}

// made appends what was made to a list, with mu held. The error is the context's.
func (o *Object) made(ctx context.Context, out []Made, text *nameTexts) ([]Made, error) {
	img := o.img() // stays until all is listed
	defer runtime.KeepAlive(img)
	out, err := o.madeAmongCode(ctx, out, text)
	if err != nil {
		return nil, err
	}
	var done heed.Count
	for i, en := range o.plan.All() {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		what := madeNames[en.Need]
		if d := o.plan.Detail(i); what == "" || d != nil && d.In != objfmt.SecUndef {
			continue
		}
		k := place.GOT
		if en.Need == reloc.NeedStub {
			k = place.Stubs
		}
		addr, in := o.addr(o.pseudo(k)), o.pseudo(k)
		if island := o.plan.IslandOf(i); island != nil {
			addr, in = island.Addr, objfmt.SecUndef
		}
		symbol := text.symbol(en.Sym)
		if en.Need == reloc.NeedTLSLD {
			symbol = "" // the object's own module
		}
		out = append(out, Made{
			Symbol: symbol, Section: o.madeName(k), In: in, For: objfmt.SecUndef, What: what,
			Addr: addr + uint64(en.Off),
		})
	}
	return out, nil
}

var madeNames = [reloc.NumNeeds]string{
	reloc.NeedStub: "stub", reloc.NeedGOT: "got", reloc.NeedTLSGD: "tlsgd", reloc.NeedTLSLD: "tlsld",
	reloc.NeedGOTTPOff: "tpoff", reloc.NeedTLSDesc: "tlsdesc", reloc.NeedGOTDTPOff: "dtpoff",
}

// madeAmongCode appends the entries behind the contents of sections. One for a place in a
// section has the name of what is there. Of several with one name RuntimeDyld tells last
// of that farthest behind it, of Thumb code after ARM code.
func (o *Object) madeAmongCode(ctx context.Context, out []Made, text *nameTexts) ([]Made, error) {
	if o.plan.Extents == nil {
		return out, nil
	}
	var order []int
	var done heed.Count
	for i := range o.plan.List {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		if d := o.plan.Detail(i); d != nil && d.In != objfmt.SecUndef {
			order = append(order, i)
		}
	}
	if o.l.compat.stubs && o.table.RuntimeDyld.EntryPoint != nil {
		err := heed.SortStable(ctx, order, func(a, b int) int {
			x, y := o.plan.Detail(a), o.plan.Detail(b)
			return cmp.Or(cmp.Compare(uint64(x.Addend), uint64(y.Addend)), cmp.Compare(x.State, y.State))
		})
		if err != nil {
			return nil, err
		}
	}
	var at labels
	for _, i := range order {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		d := o.plan.Detail(i)
		name, err := o.labelName(ctx, i, text, &at)
		if err != nil {
			return nil, err
		}
		out = append(out, Made{
			Symbol: name, Section: text.section(d.In), In: d.In, For: d.In, What: madeNames[o.plan.List[i].Need],
			Addr: o.addr(d.In) + o.plan.Offset(i),
		})
	}
	return out, nil
}

// labelName is the name of the symbol that an entry is for or, for a place in the object
// itself, of the last symbol there.
func (o *Object) labelName(ctx context.Context, i int, text *nameTexts, at *labels) (name string, err error) {
	en, d := &o.plan.List[i], o.plan.Detail(i)
	s := &o.img().Symbols[en.Sym]
	behind := o.table.Arch.BranchTarget != nil && en.Need == reloc.NeedStub && d.Addend != 0 && s.Section < objfmt.SecSpecial
	if s.Type != objfmt.SymSection && !behind {
		return text.symbol(en.Sym), nil
	}
	if *at == nil {
		if *at, err = o.labels(ctx); err != nil {
			return "", err
		}
	}
	if sym, ok := (*at)[sectionOffset{s.Section, o.plan.OffsetOf(s) + uint64(d.Addend)}]; ok {
		return text.symbol(sym), nil
	}
	name = text.symbol(en.Sym)
	if behind {
		return fmt.Sprintf("%s%+#x", short(name), d.Addend), nil
	}
	return name, nil
}

// labels has the last symbol with a name at each offset in an object's sections.
type labels map[sectionOffset]objfmt.SymbolID

type sectionOffset struct {
	sec objfmt.SectionID
	off uint64
}

func (o *Object) labels(ctx context.Context) (labels, error) {
	at := labels{}
	var done heed.Count
	img := o.img()
	for i := range img.Symbols {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		s, sym := &img.Symbols[i], objfmt.SymbolID(i)
		if s.Type != objfmt.SymSection && s.Type != objfmt.SymFile && (img.SymbolName(sym) != "" || img.SectionName(s.Section) != "") {
			at[sectionOffset{s.Section, o.plan.OffsetOf(s)}] = sym
		}
	}
	return at, nil
}

// nameTexts clones names of an object, each once however many stubs it is told of, or has views of them.
type nameTexts struct {
	o        *Object
	views    bool
	symbols  map[objfmt.SymbolID]string
	sections map[objfmt.SectionID]string
}

// symbol is symbolName.
func (t *nameTexts) symbol(sym objfmt.SymbolID) string {
	img := t.o.img()
	if uint64(sym) < uint64(len(img.Symbols)) {
		name := img.SymbolName(sym)
		if name == "" {
			name = t.section(img.Symbols[sym].Section) // that is the name of a section symbol
		} else if !t.views {
			name = ""
		}
		if name != "" {
			return name
		}
	}
	text, known := t.symbols[sym]
	if !known {
		if text = t.o.symbolName(sym); t.symbols == nil {
			t.symbols = map[objfmt.SymbolID]string{}
		}
		t.symbols[sym] = text
	}
	return text
}

// section is sectionText.
func (t *nameTexts) section(id objfmt.SectionID) string {
	if t.views {
		return t.o.img().SectionName(id)
	}
	text, known := t.sections[id]
	if !known {
		if text = t.o.sectionText(id); t.sections == nil {
			t.sections = map[objfmt.SectionID]string{}
		}
		t.sections[id] = text
	}
	return text
}

package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// setGraphs is -show-graphs, the names of whose objects fit a regular expression.
func setGraphs(o *options, v string) (problem string) {
	re, err := regexp.CompilePOSIX(v)
	if err != nil {
		return "'" + v + "' is no regular expression: " + err.Error()
	}
	o.jit.graphs = append(o.jit.graphs, re)
	return ""
}

// showGraphs prints objects as llvm-jitlink prints link graphs after fixups, those that -show-graphs or -show-graph mean.
func (t *tool) showGraphs(ctx context.Context, l *rtdyld.Linker, objs []*rtdyld.Object, external *externals) {
	address := func(name string) uint64 {
		if s, err := l.Lookup(name); err == nil {
			return s.Addr
		}
		var out [1]rtdyld.Symbol
		if err := external.Resolve(ctx, []rtdyld.Ref{{Name: name}}, out[:]); err != nil {
			return 0
		}
		return out[0].Addr
	}
	for _, o := range objs {
		if slices.ContainsFunc(t.jit.graphs, func(re *regexp.Regexp) bool { return re.MatchString(o.Name()) }) {
			newGraph(o, address).print(t.stdout)
		}
	}
}

// graph is an object as sections of blocks, which have symbols and edges.
type graph struct {
	o        *rtdyld.Object
	img      *objfmt.ObjectImage
	table    *reloc.Table
	syms     map[objfmt.SectionID][]rtdyld.LoadedSymbol // by address
	weak     map[objfmt.SymbolID]bool                   // names of COMDAT groups that give way
	external func(name string) uint64                   // the address of what the object leaves undefined
}

func newGraph(o *rtdyld.Object, external func(string) uint64) *graph {
	g := &graph{o: o, img: o.Image(), syms: map[objfmt.SectionID][]rtdyld.LoadedSymbol{}, weak: map[objfmt.SymbolID]bool{}, external: external}
	g.table = rtdyld.Relocations(g.img)
	for _, s := range o.Symbols() {
		g.syms[s.Section] = append(g.syms[s.Section], s)
	}
	for i := range g.img.Symbols { // of COFF, whose sections are symbols by their names where nothing else begins them
		s, id := &g.img.Symbols[i], objfmt.SymbolID(i)
		if s.Type != objfmt.SymSection || g.img.Triple.Format() != triple.COFF {
			continue
		}
		addr := o.SectionAddress(s.Section)
		named := slices.ContainsFunc(g.syms[s.Section], func(x rtdyld.LoadedSymbol) bool { return x.Addr == addr })
		if addr != 0 && !named && g.img.Sections[s.Section].Size > 0 {
			g.syms[s.Section] = append(g.syms[s.Section], rtdyld.LoadedSymbol{ID: id, Name: g.img.SymbolName(id), Addr: addr, Section: s.Section})
		}
	}
	for i := range g.img.Groups {
		if x := &g.img.Groups[i]; g.img.Triple.Format() == triple.COFF && x.Select != objfmt.SelectOnly {
			g.weak[x.Signature] = true
		}
	}
	for _, list := range g.syms {
		slices.SortStableFunc(list, func(a, b rtdyld.LoadedSymbol) int { return cmp.Compare(a.Addr, b.Addr) })
	}
	return g
}

// print prints the graph.
func (g *graph) print(w io.Writer) {
	fmt.Fprintf(w, "Link graph \"%s\" post-fixup:\n", g.o.Name())
	for _, s := range g.o.Sections() {
		name := s.Name
		if segment := g.segment(s.ID); segment != "" {
			name = segment + "," + name
		}
		fmt.Fprintf(w, "section %s:\n\n", name)
		if len(s.Mem) == 0 && len(g.syms[s.ID]) == 0 {
			continue
		}
		starts := []uint64{s.Addr}
		if g.img.Triple.Format() == triple.MachO {
			for _, sym := range g.syms[s.ID] {
				starts = append(starts, sym.Addr)
			}
			starts = slices.Compact(starts)
		}
		for i, from := range starts {
			to := s.Addr + uint64(len(s.Mem))
			if i+1 < len(starts) {
				to = starts[i+1]
			}
			g.block(w, &s, from, to)
		}
	}
	g.outside(w, "Absolute symbols:", func(s *objfmt.Symbol) bool { return s.Section == objfmt.SecAbs && s.Type != objfmt.SymFile })
	fmt.Fprintln(w)
	g.outside(w, "External symbols:", func(s *objfmt.Symbol) bool { return !s.Defined() })
}

func (g *graph) segment(id objfmt.SectionID) string {
	if int(id) >= len(g.img.Sections) {
		return ""
	}
	return g.img.SegmentName(id)
}

// block prints the part of a section between two addresses.
func (g *graph) block(w io.Writer, s *rtdyld.LoadedSection, from, to uint64) {
	zero := ""
	if zeroFilled(g.o, s) {
		zero = ", zero-fill"
	}
	align := max(s.Align, 1)
	fmt.Fprintf(w, "  block %#x size = 0x%08x, align = %d, alignment-offset = %d%s\n", from, to-from, align, (from-s.Addr)%align, zero)
	var syms []rtdyld.LoadedSymbol
	for _, sym := range g.syms[s.ID] {
		if sym.Addr == from || from < sym.Addr && sym.Addr < to {
			syms = append(syms, sym)
		}
	}
	if len(syms) == 0 {
		fmt.Fprintln(w, "    no symbols")
	} else {
		fmt.Fprintln(w, "    symbols:")
	}
	for i := range syms {
		sym := &syms[i]
		if size := sym.Size; g.img.Triple.Format() != triple.ELF && size == 0 {
			next := slices.IndexFunc(syms[i:], func(x rtdyld.LoadedSymbol) bool { return x.Addr > sym.Addr })
			if sym.Size = to - sym.Addr; next >= 0 {
				sym.Size = syms[i+next].Addr - sym.Addr
			}
		}
		fmt.Fprintf(w, "      %#x (block + 0x%08x): %s\n", sym.Addr, sym.Addr-from, g.symbol(&g.img.Symbols[sym.ID], sym.ID, sym.Size))
	}
	g.edges(w, s, from, to)
	fmt.Fprintln(w)
}

// symbol says what a symbol is.
func (g *graph) symbol(s *objfmt.Symbol, id objfmt.SymbolID, size uint64) string {
	linkage, scope := "strong", "default"
	if s.Bind == objfmt.BindWeak || g.weak[id] || g.img.Triple.Format() == triple.MachO && s.Other&macho.OtherWeakDef != 0 {
		linkage = "weak"
	}
	switch {
	case s.Bind == objfmt.BindLocal:
		scope = "local"
	case s.Vis >= objfmt.VisHidden:
		scope = "hidden"
	}
	return fmt.Sprintf("size: 0x%08x, linkage: %s, scope: %s, live  -   %s", size, linkage, scope, g.img.SymbolName(id))
}

// edges prints the relocations of a block, in the order of their addresses.
func (g *graph) edges(w io.Writer, s *rtdyld.LoadedSection, from, to uint64) {
	var rs []objfmt.Reloc
	if int(s.ID) < len(g.img.Sections) {
		for r, err := range g.img.Relocs(s.ID) {
			if err != nil {
				break // it is linked, so that this cannot be
			}
			if at := s.Addr + r.Offset; at >= from && at < to {
				rs = append(rs, r)
			}
		}
	}
	if len(rs) == 0 {
		fmt.Fprintln(w, "    no edges")
		return
	}
	fmt.Fprintln(w, "    edges:")
	slices.SortStableFunc(rs, func(a, b objfmt.Reloc) int { return cmp.Compare(a.Offset, b.Offset) })
	for _, r := range rs {
		at := s.Addr + r.Offset
		addend, sign, kind := r.Addend, '+', cmp.Or(edgeName(g.table.Name(r.Type)), fmt.Sprint(r.Type))
		if uint64(r.Type) < uint64(len(g.table.Rows)) {
			addend = g.table.Addend(bin.Order{Big: g.img.Big}, g.img.Sections[s.ID].Data, &r)
		}
		if kind == "BranchPCRel32" {
			addend += 4 // it counts from the end of its field
		}
		if addend < 0 {
			addend, sign = -addend, '-'
		}
		fmt.Fprintf(w, "      %#x (block + 0x%08x), addend = %c0x%08x, kind = %s, target = %s\n",
			at, at-from, sign, uint64(addend), kind, g.target(r.Sym))
	}
}

// target is how an edge names what it leads to.
func (g *graph) target(id objfmt.SymbolID) string {
	if name := g.img.SymbolName(id); name != "" {
		return name
	}
	if s := &g.img.Symbols[id]; s.Section < objfmt.SecSpecial {
		return g.img.SectionName(s.Section)
	}
	return "<anonymous symbol>"
}

// outside prints symbols that are in no section.
func (g *graph) outside(w io.Writer, title string, is func(*objfmt.Symbol) bool) {
	fmt.Fprintln(w, title)
	none := true
	for i := range g.img.Symbols {
		s, id := &g.img.Symbols[i], objfmt.SymbolID(i)
		if !is(s) || g.img.SymbolName(id) == "" || g.img.Triple.Format() == triple.MachO && s.Other&macho.OtherStab != 0 {
			continue
		}
		none = false
		addr := s.Value
		if !s.Defined() {
			addr = g.external(g.img.SymbolName(id))
		}
		fmt.Fprintf(w, "  %#x: %#[1]x (addressable + 0x00000000): %s\n", addr, g.symbol(s, id, s.Size))
	}
	if none {
		fmt.Fprintln(w, "  none")
	}
}

// edgeName is how JITLink calls the fixup of a relocation type, where it has another word for it.
func edgeName(typ string) string {
	if name, ok := edgeNames()[typ]; ok {
		return name
	}
	return typ
}

//go:embed edges.tsv
var edgeText string

// edgeNames are JITLink's names by those of the relocation types.
var edgeNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(edgeText) {
		typ, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		names[typ] = name
	}
	return names
})

// fixupError puts a value that does not fit into llvm-jitlink's words: those of version 19, and in parentheses what
// version 22 has in their place.
func fixupError(e *reloc.RangeError, objs []*rtdyld.Object) string {
	what := "is out of range of"
	if e.Align != 0 {
		what = "is not aligned for"
	}
	target, at, short, place := "offset", e.Value, e.Symbol, ""
	for _, o := range objs {
		if s, err := o.Lookup(e.Symbol); err == nil && s.Found && s.Object == o {
			target, at, short = "address", s.Addr, fmt.Sprintf("%s:%#x + %#x", e.Symbol, s.Addr, e.Value)
		}
		for _, s := range o.Sections() {
			if o.Name() == e.Object && s.Name == e.Section {
				place = fmt.Sprintf(" at address %#x (%s)", s.Addr+e.Offset, within(o, s, e.Offset))
			}
		}
	}
	return fmt.Sprintf("In graph %s, section %s: relocation target \"%s\" at %s %#x (%s) %s %s fixup%s",
		e.Object, strings.TrimSpace(e.Section), e.Symbol, target, at, short, what, edgeName(e.Type), place)
}

// within says which symbol a place in a section belongs to, and how far behind it that is.
func within(o *rtdyld.Object, s rtdyld.LoadedSection, offset uint64) string {
	name, start := s.Name, s.Addr
	for _, x := range o.Symbols() {
		if x.Name != "" && x.Addr-s.Addr <= offset && x.Addr >= start {
			name, start = x.Name, x.Addr
		}
	}
	return fmt.Sprintf("%s, %#x + %#x", name, start, s.Addr+offset-start)
}

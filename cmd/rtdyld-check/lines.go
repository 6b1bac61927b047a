package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// printLines is -printline, -printdebugline and -printobjline: the functions of each
// object with the rows of its line table. The first two link the object and print
// where the function came to lie, which here is a made-up address; the last prints
// the address in the object. All read the line table of a linked copy, for its
// addresses need relocation.
func (t *tool) printLines(ctx context.Context) (err error) {
	if err := t.checkDylibs(); err != nil {
		return err
	}
	external := &externals{libs: t.dylibs, phony: true, any: t.action == actPrintObjLine}
	defer func() { err = errors.Join(err, external.close()) }()
	if len(t.dylibs) > 0 {
		if _, err := external.open(); err != nil {
			return err
		}
	}
	for _, name := range t.inputs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.printFileLines(ctx, name, external); err != nil {
			return err
		}
	}
	return nil
}

func (t *tool) printFileLines(ctx context.Context, name string, external *externals) error {
	img, err := t.image(ctx, name)
	if err != nil {
		return err
	}
	defer img.Close()
	l, objs, err := t.load(ctx, external, img)
	if err != nil {
		return err
	}
	defer l.Close()
	if t.action != actPrintObjLine {
		if err := t.showRequests(objs, false); err != nil {
			return err
		}
	}
	p := newPlacer(objs, firstAddress, math.MaxUint64)
	if err := p.place(); err != nil {
		return err
	}
	if err := l.Resolve(ctx); err != nil {
		return linkError(err, nil)
	}
	lines, err := lineTable(ctx, p.sections, len(p.sections) > 0 && p.sections[0].obj.Image().Big)
	if err != nil { // the functions are worth printing without
		fmt.Fprintf(t.stderr, "%s: warning: %s: %v\n", t.arg0, name, err)
	}
	t.printFunctions(p, lines)
	return nil
}

// printFunctions prints the functions in the order of the symbol table.
func (t *tool) printFunctions(p *placer, lines []sequence) {
	if len(p.sections) == 0 {
		return
	}
	img := p.sections[0].obj.Image()
	sizes := symbolSizes(img)
	place := map[objfmt.SectionID]*placed{}
	for i := range p.sections {
		place[p.sections[i].ID] = &p.sections[i]
	}
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if s.Type != objfmt.SymFunc || s.Section >= objfmt.SecSpecial {
			continue
		}
		sec := place[s.Section]
		if sec == nil {
			continue // dropped with its group
		}
		addr := sec.Addr + s.Value
		shown := addr
		if t.action == actPrintObjLine {
			shown = s.Value
		}
		fmt.Fprintf(t.stdout, "Function: %s, Size = %d, Addr = %d\n", img.SymbolName(objfmt.SymbolID(i)), sizes[i], shown)
		for _, r := range rowsOf(lines, sec, addr, sizes[i]) {
			fmt.Fprintf(t.stdout, "  Line info @ %d: %s, line:%d\n", r.addr-addr, r.file, r.line)
		}
	}
}

// symbolSizes are the sizes of an image's symbols. ELF says them; elsewhere a symbol
// reaches to the next in its section, or to its end.
func symbolSizes(img *objfmt.ObjectImage) []uint64 {
	sizes := make([]uint64, len(img.Symbols))
	if img.Triple.Format() == triple.ELF {
		for i := range img.Symbols {
			sizes[i] = img.Symbols[i].Size
		}
		return sizes
	}
	var order []int
	for i := range img.Symbols {
		if img.Symbols[i].Section < objfmt.SecSpecial {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &img.Symbols[a], &img.Symbols[b]
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Value, y.Value))
	})
	for k := len(order) - 1; k >= 0; k-- { // the last first: those at one place have one size
		s := &img.Symbols[order[k]]
		end := max(img.Sections[s.Section].Size, s.Value)
		if k+1 < len(order) {
			next := &img.Symbols[order[k+1]]
			switch {
			case next.Section != s.Section:
			case next.Value == s.Value:
				end = s.Value + sizes[order[k+1]]
			default:
				end = next.Value
			}
		}
		sizes[order[k]] = end - s.Value
	}
	return sizes
}

// row is a row of a line table.
type row struct {
	addr uint64
	file []byte
	line int
}

// sequence is a run of rows with addresses that do not fall; the last row is behind
// its code.
type sequence []row

func (s sequence) low() uint64 { return s[0].addr }
func (s sequence) end() uint64 { return s[len(s)-1].addr }

// at is the index of the last row for an address that the sequence has.
func (s sequence) at(addr uint64) int {
	return sort.Search(len(s)-2, func(i int) bool { return s[i+1].addr > addr })
}

// rowsOf returns the rows for the size bytes at addr in a section, as LLVM's
// DWARFContext does: from the row that the first byte belongs to, to that of the
// last, and on into sequences that begin before the end. That takes rows of other
// sections, too, when an object has several; they are left out here.
func rowsOf(lines []sequence, sec *placed, addr, size uint64) []row {
	var out []row
	i := slices.IndexFunc(lines, func(s sequence) bool { return s.low() <= addr && addr < s.end() })
	if i < 0 {
		return nil
	}
	for k, s := range lines[i:] {
		if s.low() >= addr+size || s.low()-sec.Addr >= uint64(len(sec.Mem)) {
			break
		}
		first, last := 0, len(s)-1
		if k == 0 {
			first = s.at(addr)
		}
		if end := addr + size - 1; s.low() <= end && end < s.end() {
			last = s.at(end)
		}
		if first <= last {
			out = append(out, s[first:last+1]...)
		}
	}
	return out
}

// debugSections are the contents of the sections with debug information, by their
// name without .debug_ or __debug_; of several, the first. The room that RuntimeDyld
// adds to a section is not among them.
func debugSections(ctx context.Context, sections []placed) (map[string][]byte, error) {
	out := map[string][]byte{}
	for i := range sections {
		s := &sections[i]
		name, ok := strings.CutPrefix(strings.TrimLeft(s.Name, "._"), "debug_")
		if _, have := out[name]; !ok || have {
			continue
		}
		b, err := s.obj.Image().ContentsContext(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		out[name] = s.Mem[:min(len(b), len(s.Mem))]
	}
	return out, nil
}

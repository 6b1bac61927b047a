package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// linkMap is what link prints; its JSON names are a promise to programs.
type linkMap struct {
	Sections []mapSection  `json:"sections"`
	Symbols  []mapSymbol   `json:"symbols"`
	Base     hex           `json:"base"`    // lowest address of a section
	Files    []mapFile     `json:"files"`   // by size
	External []mapExternal `json:"outside"` // names that the objects have from elsewhere, by origin
	Stubs    []mapStub     `json:"stubs"`
	GOT      []mapGOT      `json:"slots"`
	Copies   []mapCopy     `json:"copies"`
	Counts   mapCounts     `json:"counts"`

	end      uint64 // behind the highest section
	absolute bool   // addresses are printed as they are: somebody chose them
	locals   bool   // local symbols are printed
}

// mapFile is what an object takes, in bytes.
type mapFile struct {
	File     string  `json:"file"`
	Size     uint64  `json:"size"` // of all sections
	Code     uint64  `json:"code"`
	ReadOnly uint64  `json:"readonly"`
	Data     uint64  `json:"data"`             // writable, zeros and thread-locals among it
	Needed   *reason `json:"needed,omitempty"` // why this member of an archive is here
}

// reason is why a member of an archive was taken.
type reason struct {
	For string `json:"for"` // a name that it defines
	By  string `json:"by"`  // the file that needs it first, "" for the entry
}

// mapExternal is a name that no object defines.
type mapExternal struct {
	Name string `json:"name"`
	From string `json:"from"` // a library's file, "-define", "-layout", "-undefined=phony", or "" if it is not known
	Addr hex    `json:"addr"`
}

type mapSection struct {
	File    string `json:"file"`
	Section uint32 `json:"section"` // number in the file's section table, 0 for one the linker made
	Name    string `json:"name"`
	Addr    hex    `json:"addr"`
	Size    uint64 `json:"size"`
	Align   uint64 `json:"align"`
	Kind    string `json:"kind"`
	Bin     string `json:"bin,omitempty"` // file with its bytes, beside the map
}

type mapSymbol struct {
	Name    string `json:"name"`
	Addr    hex    `json:"addr"`
	Size    uint64 `json:"size"`
	File    string `json:"file"`
	Section uint32 `json:"section"`
	Binding string `json:"binding"`
}

type mapStub struct {
	File    string `json:"file"`
	Section string `json:"section"`
	Symbol  string `json:"symbol"`
	Addr    hex    `json:"addr"`
}

type mapGOT struct {
	File   string `json:"file"`
	Symbol string `json:"symbol"`
	Addr   hex    `json:"addr"`
	What   string `json:"what"`
}

type mapCopy struct {
	Symbol string `json:"symbol"`
	Addr   hex    `json:"addr"`
	From   hex    `json:"from"`
	Size   uint64 `json:"size"`
}

type mapCounts struct {
	Files    int    `json:"files"`
	Sections int    `json:"sections"`
	Symbols  int    `json:"symbols"`
	Relocs   uint64 `json:"relocs"`
	Stubs    int    `json:"stubs"`
	GOT      int    `json:"slots"`
	Copies   int    `json:"copies"`
	Bytes    uint64 `json:"bytes"`
}

// hex is an address, in JSON a string like "0x401000".
type hex uint64

func (h hex) String() string               { return fmt.Sprintf("%#x", uint64(h)) }
func (h hex) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// makeMap describes objects that are linked; external names are those that the recorder was asked for. The error is the
// context's.
func makeMap(ctx context.Context, l *rtdyld.Linker, objs []*rtdyld.Object, reasons []rtdyld.Reason, external *recorder) (*linkMap, error) {
	m := &linkMap{Files: []mapFile{}, External: external.names(), Sections: []mapSection{}, Symbols: []mapSymbol{}, Stubs: []mapStub{}, GOT: []mapGOT{}, Copies: []mapCopy{}}
	for _, o := range objs {
		img := o.Image()
		number := func(id objfmt.SectionID) uint32 {
			if uint64(id) < uint64(len(img.Sections)) { // there are ids above any int of 32 bits
				return img.Sections[id].Number
			}
			return 0
		}
		for _, s := range o.Sections() {
			m.Sections = append(m.Sections, mapSection{
				File: o.Name(), Section: number(s.ID), Name: s.Name, Addr: hex(s.Addr), Size: uint64(len(s.Mem)), Align: s.Align, Kind: s.Kind.String(),
			})
		}
		for _, d := range o.Islands() {
			m.Sections = append(m.Sections, mapSection{
				File: o.Name(), Name: d.Name, Addr: hex(d.Addr), Size: uint64(len(d.Mem)), Align: d.Align, Kind: objfmt.KindCode.String(),
			})
		}
		for _, s := range o.Symbols() {
			m.Symbols = append(m.Symbols, mapSymbol{s.Name, hex(s.Addr), s.Size, o.Name(), number(s.Section), s.Bind.String()})
		}
		made, err := o.MadeContext(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range made {
			if e.What == "stub" {
				m.Stubs = append(m.Stubs, mapStub{o.Name(), e.Section, e.Symbol, hex(e.Addr)})
			} else {
				m.GOT = append(m.GOT, mapGOT{o.Name(), e.Symbol, hex(e.Addr), e.What})
			}
		}
		c := o.Counts()
		m.Counts.Sections += c.Sections
		m.Counts.Symbols += c.Symbols
		m.Counts.Relocs += c.Relocs
		m.Counts.Stubs += c.Stubs
		m.Counts.GOT += c.GOTEntries
		m.Counts.Bytes += c.Bytes
	}
	for _, c := range l.Copies() {
		m.Copies = append(m.Copies, mapCopy{c.Name, hex(c.Addr), hex(c.From), c.Size})
	}
	m.Counts.Files, m.Counts.Copies = len(objs), len(m.Copies)
	return m, m.totals(ctx, objs, reasons)
}

// totals adds up what each object takes, and finds the range that all do. The error is the context's.
func (m *linkMap) totals(ctx context.Context, objs []*rtdyld.Object, reasons []rtdyld.Reason) error {
	base := uint64(math.MaxUint64)
	for _, o := range objs {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := mapFile{File: o.Name()}
		for _, s := range o.Sections() {
			n := uint64(len(s.Mem))
			if f.Size += n; s.Kind != objfmt.KindNone && s.Addr != 0 {
				base, m.end = min(base, s.Addr), max(m.end, s.Addr+n)
			}
			switch s.Kind {
			case objfmt.KindCode:
				f.Code += n
			case objfmt.KindReadOnly:
				f.ReadOnly += n
			default:
				f.Data += n
			}
		}
		for _, d := range o.Islands() {
			n := uint64(len(d.Mem))
			f.Size, f.Code = f.Size+n, f.Code+n
			base, m.end = min(base, d.Addr), max(m.end, d.Addr+n)
		}
		if i := slices.IndexFunc(reasons, func(r rtdyld.Reason) bool { return r.Member == f.File }); i >= 0 {
			f.Needed = &reason{reasons[i].Name, reasons[i].By}
			reasons = slices.Delete(slices.Clone(reasons), i, i+1) // another member may have the name
		}
		m.Files = append(m.Files, f)
	}
	slices.SortStableFunc(m.Files, func(a, b mapFile) int { return cmp.Compare(b.Size, a.Size) })
	if m.end > 0 {
		m.Base = hex(base)
	}
	return nil
}

// show is an address as the map has it: from the image's start, so that two maps can be compared.
func (m *linkMap) show(a hex) hex {
	if m.absolute || a < m.Base || uint64(a) > m.end {
		return a
	}
	return a - m.Base
}

func (m *linkMap) writeJSON(w io.Writer) error {
	return encode(w, m)
}

// write prints the map for a reader: what takes how much and why it is there, sections in file
// order, then what is in them, and external names.
func (m *linkMap) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	from := "from the start of the image"
	if m.absolute {
		from = "as chosen"
	}
	fmt.Fprintf(b, "addresses are %s, sizes in bytes\n\n%10s %10s %10s %10s %s\n", from, "TOTAL", "CODE", "READ-ONLY", "DATA", "FILE")
	for _, f := range m.Files {
		fmt.Fprintf(b, "%10d %10d %10d %10d %s%s\n", f.Size, f.Code, f.ReadOnly, f.Data, texts.Name(f.File), f.Needed)
	}
	fmt.Fprintf(b, "\n%-18s %10s %6s %-6s %s\n", "ADDRESS", "SIZE", "ALIGN", "KIND", "SECTION")
	for _, s := range m.Sections {
		fmt.Fprintf(b, "%-18v %#10x %6d %-6s %s: %s\n", m.show(s.Addr), s.Size, s.Align, s.Kind, texts.Name(s.File), texts.Name(s.Name))
	}
	fmt.Fprintf(b, "\n%-18s %10s %-6s %s\n", "ADDRESS", "SIZE", "BIND", "SYMBOL")
	for _, s := range m.Symbols {
		if m.locals || s.Binding != objfmt.BindLocal.String() {
			fmt.Fprintf(b, "%-18v %#10x %-6s %s (%s)\n", m.show(s.Addr), s.Size, s.Binding, texts.Name(s.Name), texts.Name(s.File))
		}
	}
	if len(m.External) > 0 {
		fmt.Fprintf(b, "\n%-36s %s\n", "FROM", "NAME")
	}
	for _, o := range m.External {
		fmt.Fprintf(b, "%-36s %s\n", texts.Name(cmp.Or(o.From, "?")), texts.Name(o.Name))
	}
	if len(m.Stubs)+len(m.GOT) > 0 {
		fmt.Fprintf(b, "\n%-18s %-8s %s\n", "ADDRESS", "MADE", "FOR")
		for _, s := range m.Stubs {
			fmt.Fprintf(b, "%-18v %-8s %s (%s)\n", m.show(s.Addr), "stub", texts.Name(s.Symbol), texts.Name(s.File))
		}
		for _, s := range m.GOT {
			fmt.Fprintf(b, "%-18v %-8s %s (%s)\n", m.show(s.Addr), s.What, texts.Name(s.Symbol), texts.Name(s.File))
		}
	}
	for _, c := range m.Copies {
		fmt.Fprintf(b, "\n%v: copy of %s, %d bytes; its library keeps using its own\n", m.show(c.Addr), texts.Name(c.Symbol), c.Size)
	}
	c := m.Counts
	fmt.Fprintf(b, "\n%d files, %d sections, %d symbols, %d relocations, %d stubs, %d GOT entries, %d copies, %d bytes\n",
		c.Files, c.Sections, c.Symbols, c.Relocs, c.Stubs, c.GOT, c.Copies, c.Bytes)
	return b.Flush()
}

// String gives ", for puts of main.o"; nothing of a file that was named.
func (r *reason) String() string {
	switch {
	case r == nil:
		return ""
	case r.By == "":
		return ", for " + texts.Name(r.For)
	}
	return ", for " + texts.Name(r.For) + " of " + texts.Name(r.By)
}

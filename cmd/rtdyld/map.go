package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// linkMap is what link prints; its JSON names are a promise to programs.
type linkMap struct {
	Sections []mapSection `json:"sections"`
	Symbols  []mapSymbol  `json:"symbols"`
	Stubs    []mapStub    `json:"stubs"`
	Slots    []mapSlot    `json:"slots"`
	Copies   []mapCopy    `json:"copies"`
	Counts   mapCounts    `json:"counts"`
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

type mapSlot struct {
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
	Slots    int    `json:"slots"`
	Copies   int    `json:"copies"`
	Bytes    uint64 `json:"bytes"`
}

// hex is an address, in JSON a string like "0x401000".
type hex uint64

func (h hex) String() string               { return fmt.Sprintf("%#x", uint64(h)) }
func (h hex) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

func makeMap(l *rtdyld.Linker, objs []*rtdyld.Object) *linkMap {
	m := &linkMap{Sections: []mapSection{}, Symbols: []mapSymbol{}, Stubs: []mapStub{}, Slots: []mapSlot{}, Copies: []mapCopy{}}
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
		for _, s := range o.Symbols() {
			m.Symbols = append(m.Symbols, mapSymbol{s.Name, hex(s.Addr), s.Size, o.Name(), number(s.Section), s.Bind.String()})
		}
		for _, e := range o.Made() {
			if e.What == "stub" {
				m.Stubs = append(m.Stubs, mapStub{o.Name(), e.Section, e.Symbol, hex(e.Addr)})
			} else {
				m.Slots = append(m.Slots, mapSlot{o.Name(), e.Symbol, hex(e.Addr), e.What})
			}
		}
		c := o.Counts()
		m.Counts.Sections += c.Sections
		m.Counts.Symbols += c.Symbols
		m.Counts.Relocs += c.Relocs
		m.Counts.Stubs += c.Stubs
		m.Counts.Slots += c.Slots
		m.Counts.Bytes += c.Bytes
	}
	for _, c := range l.Copies() {
		m.Copies = append(m.Copies, mapCopy{c.Name, hex(c.Addr), hex(c.From), c.Size})
	}
	m.Counts.Files, m.Counts.Copies = len(objs), len(m.Copies)
	return m
}

func (m *linkMap) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(m)
}

// write prints the map for a reader: sections in file order, then what is in them.
func (m *linkMap) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%-18s %10s %6s %-6s %s\n", "ADDRESS", "SIZE", "ALIGN", "KIND", "SECTION")
	for _, s := range m.Sections {
		fmt.Fprintf(b, "%-18v %#10x %6d %-6s %s: %s\n", s.Addr, s.Size, s.Align, s.Kind, s.File, s.Name)
	}
	fmt.Fprintf(b, "\n%-18s %10s %-6s %s\n", "ADDRESS", "SIZE", "BIND", "SYMBOL")
	for _, s := range m.Symbols {
		fmt.Fprintf(b, "%-18v %#10x %-6s %s (%s)\n", s.Addr, s.Size, s.Binding, s.Name, s.File)
	}
	if len(m.Stubs)+len(m.Slots) > 0 {
		fmt.Fprintf(b, "\n%-18s %-8s %s\n", "ADDRESS", "MADE", "FOR")
		for _, s := range m.Stubs {
			fmt.Fprintf(b, "%-18v %-8s %s (%s)\n", s.Addr, "stub", s.Symbol, s.File)
		}
		for _, s := range m.Slots {
			fmt.Fprintf(b, "%-18v %-8s %s (%s)\n", s.Addr, s.What, s.Symbol, s.File)
		}
	}
	for _, c := range m.Copies {
		fmt.Fprintf(b, "\n%v: copy of %s, %d bytes from %v; its library keeps using its own\n", c.Addr, c.Symbol, c.Size, c.From)
	}
	c := m.Counts
	fmt.Fprintf(b, "\n%d files, %d sections, %d symbols, %d relocations, %d stubs, %d slots, %d copies, %d bytes\n",
		c.Files, c.Sections, c.Symbols, c.Relocs, c.Stubs, c.Slots, c.Copies, c.Bytes)
	return b.Flush()
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/check/linked"
	"github.com/go-rtdyld/rtdyld/triple"
)

// addJITNames adds what rules for llvm-jitlink may name besides: sections of Mach-O with their segments, as LLVM 15 and later
// have them, the GOT of ELF by its symbol, what the linker makes by the names of JITLink's sections, and pointers to imports by theirs.
func addJITNames(table *check.Table, o *rtdyld.Object) {
	img := o.Image()
	for _, s := range o.Sections() {
		if segment := img.SegmentName(s.ID); segment != "" {
			table.AddSection(linked.Base(o.Name()), segment+","+s.Name, s.Addr, s.Mem, uint64(len(s.Mem)))
		}
	}
	addMadeNames(table, o)
	const got = "_GLOBAL_OFFSET_TABLE_"
	defined := slices.ContainsFunc(o.Symbols(), func(s rtdyld.LoadedSymbol) bool { return s.Name == got })
	if img.Triple.Format() == triple.ELF && !defined {
		table.AddAbsolute(got, o.GOTAddress())
	}
	if arch := rtdyld.Relocations(img).Arch; arch.TableBias != 0 && !arch.SharedTable && len(arch.TableNames) > 0 && arch.TableNames[0] != got {
		table.AddAbsolute(arch.TableNames[0], o.GOTAddress()+arch.TableBias)
	}
}

// addMadeNames adds the sections that the linker makes by JITLink's names, and pointers to imports, which are symbols there.
func addMadeNames(table *check.Table, o *rtdyld.Object) {
	for _, s := range o.Sections() {
		as := map[string]string{"<got>": "$__GOT", "<stubs>": "$__STUBS"}[s.Name]
		if as == "" {
			continue
		}
		ref := table.AddSection(linked.Base(o.Name()), as, s.Addr, s.Mem, uint64(len(s.Mem)))
		for _, m := range o.Made() {
			if _, known := table.Symbol(m.Symbol); m.In == s.ID && !known && strings.HasPrefix(m.Symbol, importPrefix) {
				table.AddSymbol(m.Symbol, ref, m.Addr-s.Addr, false)
			}
		}
	}
}

// importPrefix begins the names of pointers to imports in COFF.
const importPrefix = "__imp_"

// showAddresses is -show-addrs.
func (t *tool) showAddresses(objs []*rtdyld.Object) {
	line := func(name string, addr uint64, mem []byte) {
		fmt.Fprintf(t.stdout, "  \"%s\" target addr = %#016x, content: % x (%d bytes)\n", name, addr, mem[:min(len(mem), 16)], len(mem))
	}
	t.stdout.WriteString("Registered addresses:\nSymbols:\n")
	for _, o := range objs {
		in := map[objfmt.SectionID]*rtdyld.LoadedSection{}
		for _, s := range o.Sections() {
			in[s.ID] = &s
		}
		for _, s := range o.Symbols() {
			if s.Name == "" || s.Type == objfmt.SymSection || s.Type == objfmt.SymFile {
				continue
			}
			var mem []byte
			if sec := in[s.Section]; sec != nil && s.Addr-sec.Addr <= uint64(len(sec.Mem)) {
				mem = sec.Mem[s.Addr-sec.Addr:]
				mem = mem[:min(s.Size, uint64(len(mem)))]
			}
			line(s.Name, s.Addr, mem)
		}
	}
	t.stdout.WriteString("Sections, GOT entries and stubs:\n")
	for _, o := range objs {
		file := linked.Base(o.Name())
		made := o.Made()
		for _, s := range o.Sections() {
			line(file+"/"+s.Name, s.Addr, s.Mem)
			for _, m := range made {
				if m.In == s.ID {
					line(file+"/"+s.Name+"/"+m.What+"/"+m.Symbol, m.Addr, entryBytes(o, &s, m.Addr-s.Addr))
				}
			}
		}
	}
}

// entryBytes is what a GOT entry has, or what a stub begins with.
func entryBytes(o *rtdyld.Object, s *rtdyld.LoadedSection, off uint64) []byte {
	size := uint64(rtdyld.Relocations(o.Image()).Arch.PtrSize)
	return s.Mem[min(off, uint64(len(s.Mem))):min(off+size, uint64(len(s.Mem)))]
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/ppc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// target is a relocation table and the runs that touch its rows.
type target struct {
	name     string // of its first folder in testdata
	table    *reloc.Table
	runs     map[uint32][]touch // by type
	machines map[machine]bool   // that objects of the runs are for
}

// machine is what an object is for; some have a table in common.
type machine struct {
	arch   triple.Arch
	format triple.Format
}

// like are tables that have the rows of another one where their own ABI does not differ.
var like = map[*reloc.Table]*reloc.Table{ppc.V1: ppc.V2}

// inherits reports whether a row is another table's, whose cases are about it: but for branches, which are the ABI's own.
func (a *target) inherits(typ uint32) bool {
	other := like[a.table]
	return other != nil && a.table.Rows[typ] == other.Rows[typ] && other.Rows[typ].Need != reloc.NeedStub
}

// touch is a run that has relocations of a type in loaded sections.
type touch struct {
	c *caseFile
	r *caseRun
}

// findTargets looks into the objects of all runs.
func findTargets(t testing.TB, cases []*caseFile) []*target {
	t.Helper()
	var targets []*target
	for _, c := range cases {
		for i := range c.runs {
			r := &c.runs[i]
			for _, name := range r.objects {
				img, err := objfile.Open(name)
				if err != nil {
					t.Fatalf("%s:%d: %v", c.source, r.line, err)
				}
				table := rtdyld.Relocations(img)
				if table == nil {
					t.Fatalf("%s:%d: %s: the target has no relocations", c.source, r.line, name)
				}
				k := slices.IndexFunc(targets, func(a *target) bool { return a.table == table })
				if k < 0 {
					k = len(targets)
					folder, _, _ := strings.Cut(c.name, "/")
					targets = append(targets, &target{folder, table, map[uint32][]touch{}, map[machine]bool{}})
				}
				targets[k].machines[machine{img.Triple.Arch, img.Triple.Format()}] = true
				for typ := range loadedTypes(t, img, table) {
					targets[k].runs[typ] = append(targets[k].runs[typ], touch{c, r})
				}
				img.Close()
			}
		}
	}
	return targets
}

// loadedTypes are the relocation types in the sections that are in memory at run
// time, and the rows that stand for others there.
func loadedTypes(t testing.TB, img *objfmt.ObjectImage, table *reloc.Table) map[uint32]bool {
	t.Helper()
	types := map[uint32]bool{}
	v := &table.Variants
	at := 0
	add := func(r *objfmt.Reloc) {
		if typ, ok := v.Named[r.Type]; ok && img.SymbolName(r.Sym) == v.Name {
			types[typ] = true
		} else if typ, ok := v.TLS[r.Type]; ok && img.Symbols[r.Sym].Type == objfmt.SymTLS {
			types[typ] = true
		} else if typ, ok := v.Local[r.Type]; ok && img.Symbols[r.Sym].Bind == objfmt.BindLocal {
			types[typ] = true
		} else if quad := v.Quad; int(r.Type) < len(quad) && quad[r.Type] != 0 && table.Arch.Quad(img.Sections[at].Data, r.Offset, bin.Order{Big: img.Big}) {
			types[quad[r.Type]] = true
		} else {
			types[r.Type] = true
		}
	}
	for id := range img.Sections {
		if img.Sections[id].Flags&objfmt.SecLoad == 0 {
			continue
		}
		at = id
		for r, err := range img.Relocs(objfmt.SectionID(id)) {
			if err != nil {
				t.Fatalf("%s: %v", img.Name, err)
			}
			if table.Arch.Packed {
				for rest := r.Type >> 8; rest != 0; rest >>= 8 {
					types[rest&0xff] = true
				}
				r.Type &= 0xff
			}
			add(&r)
		}
	}
	return types
}

// machines are all that the linker has relocations for, with their tables.
func machines() map[machine]*reloc.Table {
	all := map[machine]*reloc.Table{}
	for _, format := range []triple.Format{triple.ELF, triple.COFF, triple.MachO} {
		for arch := triple.UnknownArch + 1; arch.String() != triple.UnknownArch.String(); arch++ {
			img := &objfmt.ObjectImage{Triple: triple.ForObject(arch, format), Is64: arch.Is64Bit()}
			if table := rtdyld.Relocations(img); table != nil {
				all[machine{arch, format}] = table
			}
		}
	}
	return all
}

// refused reports whether no object may hold relocations of a row's type.
func refused(row *reloc.Howto) bool {
	return row.Expr == reloc.Dynamic || row.Expr == reloc.Unknown && row.Name != ""
}

// TestCheckRows names the rows that no case touches, of all that the linker has: a run
// must succeed with a row. Those of types that no object may hold are TestRefusedRows'
// business; a case that has one must name it in its ERR line.
func TestCheckRows(t *testing.T) {
	cases := findCases(t)
	targets := findTargets(t, cases)
	all := machines()
	if len(all) < 15 {
		t.Errorf("only %d machines", len(all))
	}
	for m, table := range all {
		i := slices.IndexFunc(targets, func(a *target) bool { return a.table == table })
		if i < 0 || !targets[i].machines[m] {
			t.Errorf("%v, %v: no case in %s is for it", m.arch, m.format, testdata)
		}
	}
	for _, a := range targets {
		for typ := range a.table.Rows {
			row := &a.table.Rows[typ]
			runs := a.runs[uint32(typ)]
			switch {
			case refused(row):
				if i := slices.IndexFunc(runs, func(u touch) bool { return u.r.err == "" }); i >= 0 {
					t.Errorf("%s: %s:%d succeeds with row %d, %s", a.name, runs[i].c.source, runs[i].r.line, typ, row.Name)
				}
			case row.Expr == reloc.Unknown:
				if row.Name != "" {
					t.Errorf("%s: row %d has the name %s alone", a.name, typ, row.Name)
				}
			case a.inherits(uint32(typ)):
			case !slices.ContainsFunc(runs, func(u touch) bool { return u.r.err == "" }):
				t.Errorf("%s: no case touches row %d, %s", a.name, typ, row.Name)
			}
		}
	}
	foldersHaveCases(t, cases)
}

// foldersHaveCases names the folders FORMAT-MACHINE without a case.
func foldersHaveCases(t *testing.T, cases []*caseFile) {
	t.Helper()
	for _, format := range []string{"elf", "coff", "macho"} {
		paths, err := filepath.Glob(filepath.Join(testdata, format+"-*"))
		if err != nil || len(paths) == 0 {
			t.Fatal(format, paths, err)
		}
		for _, p := range paths {
			folder := filepath.Base(p)
			if strings.HasSuffix(folder, "-link") || strings.HasSuffix(folder, "-parser") {
				continue // have other tests
			}
			if !slices.ContainsFunc(cases, func(c *caseFile) bool { return strings.HasPrefix(c.name, folder+"/") }) {
				t.Errorf("%s: no source has RUN lines", folder)
			}
		}
	}
}

// headers has what headers of objects say for each machine: the machine or CPU, its
// subtype, and in ELF whether records have addends.
var headers = map[machine]struct {
	cpu, sub uint32
	rela     bool
}{
	{triple.X86_64, triple.ELF}: {62, 0, true}, {triple.AArch64, triple.ELF}: {183, 0, true}, {triple.AArch64BE, triple.ELF}: {183, 0, true},
	{triple.X86, triple.ELF}: {3, 0, false}, {triple.ARM, triple.ELF}: {40, 0, false}, {triple.RISCV64, triple.ELF}: {243, 0, true}, {triple.RISCV32, triple.ELF}: {243, 0, true}, {triple.SystemZ, triple.ELF}: {22, 0, true}, {triple.SPARCV9, triple.ELF}: {43, 0, true}, {triple.BPFEL, triple.ELF}: {247, 0, false}, {triple.BPFEB, triple.ELF}: {247, 0, false}, {triple.LoongArch64, triple.ELF}: {258, 0, true}, {triple.LoongArch32, triple.ELF}: {258, 0, true},
	{triple.PPC, triple.ELF}: {20, 0, true}, {triple.PPCLE, triple.ELF}: {20, 0, true}, {triple.PPC64LE, triple.ELF}: {21, 0, true}, {triple.PPC64, triple.ELF}: {21, 0, true},
	{triple.MIPS, triple.ELF}: {8, 0, false}, {triple.MIPSEL, triple.ELF}: {8, 0, false}, {triple.MIPS64, triple.ELF}: {8, 0, true}, {triple.MIPS64EL, triple.ELF}: {8, 0, true},
	{triple.X86_64, triple.COFF}: {0x8664, 0, false}, {triple.AArch64, triple.COFF}: {0xaa64, 0, false},
	{triple.X86, triple.COFF}: {0x14c, 0, false}, {triple.Thumb, triple.COFF}: {0x1c4, 0, false},
	{triple.X86_64, triple.MachO}: {0x01000007, 3, false}, {triple.AArch64, triple.MachO}: {0x0100000c, 0, false}, {triple.AArch64_32, triple.MachO}: {0x0200000c, 1, false},
	{triple.X86, triple.MachO}: {7, 3, false}, {triple.ARM, triple.MachO}: {12, 9, false}, {triple.Thumb, triple.MachO}: {12, 16, false},
}

// oneRecord makes an object with one relocation of a type, at the start of eight bytes
// of data, to a symbol of them. It returns the name of the section.
func oneRecord(m machine, typ uint32) (obj []byte, section string) {
	h := headers[m]
	data := make([]byte, 8)
	switch m.format {
	case triple.ELF:
		f := objgen.ELF{Is64: m.arch.Is64Bit(), Big: m.arch.IsBigEndian(), Machine: uint16(h.cpu)}
		if m.arch == triple.ARM {
			f.Flags = 0x5000000
		}
		n := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: data, Align: 8})
		f.AddRelocs(n, h.rela, []objgen.ELFReloc{{Sym: f.AddSymbol(objgen.ELFSymbol{Name: "there", Section: n, Type: 1, Bind: 1}), Type: typ}})
		return f.Bytes(), ".data"
	case triple.COFF:
		f := objgen.COFF{Machine: uint16(h.cpu)}
		n := f.Add(objgen.COFFSection{Name: ".data", Flags: 0xc0300040, Data: data})
		f.Section(n).Relocs = []objgen.COFFReloc{{Sym: f.AddSymbol(objgen.COFFSymbol{Name: "there", Section: n, Class: 2}), Type: uint16(typ)}}
		return f.Bytes(), ".data"
	}
	f := objgen.MachO{Is64: m.arch.Is64Bit(), CPU: h.cpu, Subtype: h.sub}
	r := objgen.MachOReloc{Symbol: f.AddSymbol(objgen.MachOSymbol{Name: "there", Type: 0x0f, Section: 1}), Type: uint8(typ & 15), PCRel: typ&0x10 != 0, Length: uint8(typ >> 5), Extern: true}
	f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: data, Align: 3, Relocs: []objgen.MachOReloc{r}})
	return f.Bytes(), "__data"
}

// TestRefusedRows: types that no object may hold are refused by name, in both
// layouts, and numbers that no row has by number.
func TestRefusedRows(t *testing.T) {
	count := 0
	for m, table := range machines() {
		if _, ok := headers[m]; !ok {
			t.Errorf("%v, %v: no header", m.arch, m.format)
			continue
		}
		path := filepath.Join(t.TempDir(), "one.o")
		for typ := range uint32(len(table.Rows) + 1) {
			var row reloc.Howto // of no type
			if typ < uint32(len(table.Rows)) {
				row = table.Rows[typ]
			}
			if row.Expr != reloc.Unknown && row.Expr != reloc.Dynamic || !holds(m, typ) || citest.Sample() && row.Name == "" && typ%32 != 0 {
				continue
			}
			obj, section := oneRecord(m, typ)
			if err := os.WriteFile(path, obj, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, layout := range layouts {
				got := ours("-verify", "-triple="+triple.ForObject(m.arch, m.format).String(), "-layout="+layout, path)
				if got.status != 1 || !refusal(m, section, typ, &row, got.errOut) {
					t.Errorf("%v, %v: type %d %s: status %d\n%s", m.arch, m.format, typ, row.Name, got.status, got.errOut)
				}
			}
			count++
		}
	}
	t.Logf("%d types", count)
	if count < 200 {
		t.Errorf("only %d types", count)
	}
}

// refusal reports whether an error says what it should of the record at the start of
// a section.
func refusal(m machine, section string, typ uint32, row *reloc.Howto, text string) bool {
	where := section + "+0x0: "
	switch {
	case row.Expr == reloc.Dynamic:
		return strings.Contains(text, where+row.Name+" to there: type is for dynamic linkers only")
	case row.Name != "":
		return strings.Contains(text, where+row.Name+" to there: not supported")
	case m.format == triple.MachO && strings.Contains(text, ": section 1, relocation 0: "):
		return true // its record breaks the grammar already
	}
	return strings.Contains(text, fmt.Sprintf("%srelocation type %d to there: unknown type", where, typ))
}

// holds reports whether a record has room for a type's number. Those of Mach-O's
// indirect symbol table have no record.
func holds(m machine, typ uint32) bool {
	switch m.format {
	case triple.MachO:
		return typ < 0x80
	case triple.ELF:
		return m.arch.Is64Bit() && !m.arch.IsMIPS() || typ < 0x100
	}
	return true
}

package main

import (
	"bufio"
	"bytes"
	"debug/macho"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

var machoOracles = []oracle{
	machoOracle("macho-x86_64", "x86_64", macho.CpuAmd64, oracle{
		branches: map[string]form{"X86_64_RELOC_BRANCH": x86Jump},
		slots:    map[string]form{"X86_64_RELOC_GOT_LOAD": loadSlot, "X86_64_RELOC_GOT": pcSlot},
		exclude: []exclusion{
			{"X86_64_RELOC_GOT_LOAD", 2, 4, "slot, or none"},
			{"X86_64_RELOC_GOT", 0, 4, "slot"},
		},
		sections: 200, relocs: 2500, slotsSeen: 140,
	}),
	machoOracle("macho-arm64", "arm64", macho.CpuArm64, oracle{
		branches: map[string]form{"ARM64_RELOC_BRANCH26": a64Jump},
		slots: map[string]form{
			"ARM64_RELOC_GOT_LOAD_PAGE21": pageSlot, "ARM64_RELOC_GOT_LOAD_PAGEOFF12": lowSlot, "ARM64_RELOC_POINTER_TO_GOT": pcSlotOnly,
		},
		exclude: []exclusion{
			{"ARM64_RELOC_GOT_LOAD", 0, 4, "slot"},
			{"ARM64_RELOC_POINTER_TO_GOT", 0, 4, "slot"},
		},
		sections: 200, relocs: 2600, slotsSeen: 250,
	}),
}

// machoOracle adds to a row what ld64.lld is called with for both targets.
func machoOracle(target, arch string, cpu macho.Cpu, o oracle) oracle {
	o.target, o.slotSize = target, 8
	o.inputs = []library{
		clang("default", arch+"-apple-macos11", "-fexceptions", "-fcxx-exceptions"),
		clang("hidden", arch+"-apple-macos11", "-fvisibility=hidden", "-fno-exceptions"),
	}
	o.linker = []string{"ld64.lld-14", "-arch", arch, "-platform_version", "macos", "11.0", "11.0", "-e", "_" + oracleEntry, "--no-call-graph-profile-sort"}
	o.outputs = func(out, m string) []string { return []string{"-o", out, "-map", m} }
	o.readMap = readMachOMap
	o.readOut = readMachOOut
	o.object = func(names []undefinedName) []byte { return machoOpen(uint32(cpu), names) }
	o.skip = skipMachO
	o.names = map[string]string{"___dso_handle": "an address for each object"}
	o.absent = map[string]string{
		"__compact_unwind": "compact unwind, which the linker writes anew",
		"__eh_frame":       "__eh_frame, whose functions' addresses the linker leaves as they are in the file",
	}
	return o
}

// skipMachO leaves out what defines a weak name again: the linker takes the part of
// the section that it is in away.
func skipMachO(_ *oracleRun, img *objfmt.ObjectImage, defined nameSet) string {
	for i := range img.Symbols {
		if s := &img.Symbols[i]; s.Bind == objfmt.BindWeak && s.Defined() {
			name := img.SymbolName(objfmt.SymbolID(i))
			if _, ok := defined[name]; ok {
				return "a weak name is defined again"
			}
		}
	}
	return ""
}

// machoOpen is an object that defines names, those that are branched to in code.
func machoOpen(cpu uint32, names []undefinedName) []byte {
	const zeroFill, instructions, section, external, perSymbol = 1, 0x8000_0400, 0xe, 1, 0x2000
	f := &objgen.MachO{Is64: true, CPU: cpu, Subtype: 3, Flags: perSymbol}
	if cpu == uint32(macho.CpuArm64) {
		f.Subtype = 0
	}
	size := 0x40 * len(names)
	code := f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: instructions, Data: make([]byte, size), Align: 4})
	data := f.Add(objgen.MachOSection{Name: "__bss", Segment: "__DATA", Flags: zeroFill, Size: uint64(size), Align: 4})
	for i, n := range append(names, undefinedName{"dyld_stub_binder", true, 0}) {
		at := data
		if n.code {
			at = code
		}
		if n.name == oracleEntry {
			n.name = "_" + n.name
		}
		i = min(i, len(names)-1)
		f.AddSymbol(objgen.MachOSymbol{Name: n.name, Type: section | external, Section: uint8(at), Value: f.Address(at) + uint64(0x40*i)})
	}
	return f.Bytes()
}

// readMachOMap reads the map of ld64.lld, which has addresses of the output's
// sections and of symbols alone. Sections of the inputs lie in the output's in the
// order of the files; whether that is so, symbols tell.
func readMachOMap(r *oracleRun, data []byte) ([]inputPlace, error) {
	m, err := parseMachOMap(data)
	if err != nil {
		return nil, err
	}
	var list []inputPlace
	for i, img := range r.imgs {
		f, err := macho.Open(filepath.Join(r.dir, r.files[i])) // for segments
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for _, id := range r.kept[i] {
			s, name := &img.Sections[id], img.SectionName(id)
			if r.absent[name] != "" {
				continue
			}
			in := f.Sections[s.Number-1]
			out, ok := m.sections[in.Seg+","+in.Name]
			if !ok && in.Name == "__StaticInit" {
				out, ok = m.sections["__TEXT,__text"]
			} else if !ok {
				out, ok = m.sections[in.Seg+"_CONST,"+in.Name] // constants, and addresses of constructors
			}
			if !ok && s.Size > 0 {
				return nil, fmt.Errorf("%s: %s,%s is not in the map", r.files[i], in.Seg, in.Name)
			} else if !ok {
				out = &machoPlace{next: firstAddr}
			}
			if s.Size > 0 {
				out.next = (out.next + s.Alignment() - 1) &^ (s.Alignment() - 1)
			}
			for k := range img.Symbols {
				sym := &img.Symbols[k]
				at, ok := m.symbols[machoSymbol{r.files[i], img.SymbolName(objfmt.SymbolID(k))}]
				switch {
				case !ok || sym.Section != id || sym.Type == objfmt.SymSection:
				case !out.begun && name == "__common": // common symbols come first
					out.next = at - sym.Value
				case at != out.next+sym.Value:
					return nil, fmt.Errorf("%s: %s is at %#x in the map, so %s is not at %#x", r.files[i], img.SymbolName(objfmt.SymbolID(k)), at, name, out.next)
				}
				out.begun = out.begun || ok && sym.Section == id
			}
			list = append(list, inputPlace{r.files[i], name, out.next, s.Size})
			out.next += s.Size
		}
	}
	return list, nil
}

type machoMap struct {
	sections map[string]*machoPlace
	symbols  map[machoSymbol]uint64
}

type machoSymbol struct{ file, name string }

// machoPlace is a section of the output.
type machoPlace struct {
	next  uint64 // where the next input's goes
	begun bool   // some input is there
}

// parseMachOMap reads the parts of a map: object files by number, sections, symbols.
func parseMachOMap(data []byte) (*machoMap, error) {
	m := &machoMap{map[string]*machoPlace{}, map[machoSymbol]uint64{}}
	files, part := map[string]string{}, ""
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		line := sc.Text()
		if strings.HasPrefix(line, "# ") {
			if !strings.HasPrefix(line, "# Address") {
				part = line
			}
			continue
		}
		var err error
		switch part {
		case "# Object files:":
			number, path, _ := strings.Cut(strings.TrimPrefix(line, "["), "] ")
			files[strings.TrimSpace(number)] = filepath.Base(path)
		case "# Sections:":
			f := strings.Fields(line)
			if len(f) != 4 {
				return nil, fmt.Errorf("map: %q", line)
			}
			var addr uint64
			addr, err = strconv.ParseUint(f[0], 0, 64)
			m.sections[f[2]+","+f[3]] = &machoPlace{next: addr}
		case "# Symbols:":
			where, rest, _ := strings.Cut(line, "\t[")
			number, name, ok := strings.Cut(rest, "] ")
			if !ok {
				return nil, fmt.Errorf("map: %q", line)
			}
			var addr uint64
			addr, err = strconv.ParseUint(where, 0, 64)
			m.symbols[machoSymbol{files[strings.TrimSpace(number)], name}] = addr
		}
		if err != nil {
			return nil, fmt.Errorf("map: %q: %w", line, err)
		}
	}
	return m, sc.Err()
}

// machoImage is an executable.
type machoImage struct{ memory }

// readMachOOut reads an executable.
func readMachOOut(path string) (output, error) {
	f, err := macho.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var img machoImage
	for _, s := range f.Sections {
		if s.Flags&0xff == 1 { // zero-filled
			continue
		}
		data, err := s.Data()
		if err != nil {
			return nil, err
		}
		img.memory = append(img.memory, part{s.Addr, data})
	}
	img.sort()
	return &img, nil
}

// base implements output.
func (img *machoImage) base() uint64 { return 0 }

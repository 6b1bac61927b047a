package macho_test

import (
	"bytes"
	"debug/macho"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// programs is how many generated programs each target gets.
func programs() int {
	switch {
	case *fullRun:
		return 200
	case citest.Sample():
		return 2
	}
	return 8
}

// TestClang: what clang makes for every target is as the standard library and
// llvm-readobj have it, and __eh_frame as llvm-dwarfdump has it.
func TestClang(t *testing.T) {
	citest.Need(t, "clang-14", "llvm-readobj-14", "llvm-dwarfdump-14")
	var paths []string
	kinds := map[string]int{}
	compile(t, programs(), func(name, path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareStd(t, name, data)
		count(t, full(t, parse(t, name, data)), kinds)
		paths = append(paths, path)
	})
	readobj(t, paths)
	dwarfdump(t, paths)
	t.Logf("%d objects, kinds of relocations: %v", len(paths), kinds)
	if citest.Sample() {
		return
	}
	for _, kind := range wantKinds {
		if kinds[kind] == 0 {
			t.Errorf("no object has a %s", kind)
		}
	}
}

// wantKinds are the types that compilers make without being asked.
var wantKinds = []string{
	"x86_64 X86_64_RELOC_UNSIGNED 8", "x86_64 X86_64_RELOC_UNSIGNED 8 section", "x86_64 X86_64_RELOC_SIGNED pcrel 4", "x86_64 X86_64_RELOC_SIGNED pcrel 4 section",
	"x86_64 X86_64_RELOC_BRANCH pcrel 4", "x86_64 X86_64_RELOC_GOT_LOAD pcrel 4", "x86_64 X86_64_RELOC_GOT pcrel 4", "x86_64 X86_64_RELOC_TLV pcrel 4",
	"x86_64 X86_64_RELOC_SIGNED_1 pcrel 4", "x86_64 X86_64_RELOC_SIGNED_4 pcrel 4", "x86_64 X86_64_RELOC_SUBTRACTOR 8 section",
	"arm64 ARM64_RELOC_UNSIGNED 8", "arm64 ARM64_RELOC_BRANCH26 pcrel 4", "arm64 ARM64_RELOC_PAGE21 pcrel 4", "arm64 ARM64_RELOC_PAGEOFF12 4",
	"arm64 ARM64_RELOC_GOT_LOAD_PAGE21 pcrel 4", "arm64 ARM64_RELOC_GOT_LOAD_PAGEOFF12 4", "arm64 ARM64_RELOC_TLVP_LOAD_PAGE21 pcrel 4",
	"arm64 ARM64_RELOC_TLVP_LOAD_PAGEOFF12 4", "arm64 ARM64_RELOC_POINTER_TO_GOT pcrel 4", "arm64_32 ARM64_RELOC_UNSIGNED 4",
	"i386 GENERIC_RELOC_VANILLA 4", "i386 GENERIC_RELOC_VANILLA pcrel 4", "i386 GENERIC_RELOC_VANILLA pcrel 4 section", "i386 GENERIC_RELOC_LOCAL_SECTDIFF 4 section",
	"i386 GENERIC_RELOC_TLV pcrel 4", "i386 pointer 4",
	"arm ARM_RELOC_VANILLA 4", "arm ARM_RELOC_VANILLA 4 section", "arm ARM_RELOC_HALF_SECTDIFF thumb low section", "arm ARM_RELOC_HALF_SECTDIFF thumb high section",
	"arm ARM_THUMB_RELOC_BR22 pcrel 4", "arm ARM_RELOC_BR24 pcrel 4", "arm pointer 4",
}

// count counts relocations by machine and type.
func count(t *testing.T, img *objfmt.ObjectImage, kinds map[string]int) {
	machine := ""
	for _, m := range machines {
		if m.cpu == img.Machine {
			machine = m.name
		}
	}
	for i := range img.Sections {
		for _, r := range relocs(t, img, objfmt.SectionID(i)) {
			kind := machine + " " + typeName(img.Machine, r.Type)
			if img.Symbols[r.Sym].Type == objfmt.SymSection {
				kind += " section"
			}
			kinds[kind]++
		}
	}
}

// goObjects are objects that come with Go: of Apple's own tools, partly joined by
// its linker (ld -r).
func goObjects(tb testing.TB) (amd64, arm64 string) {
	tb.Helper()
	citest.Need(tb, "go")
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	race := filepath.Join(strings.TrimSpace(string(out)), "src/runtime/race")
	amd64, arm64 = filepath.Join(race, "internal/amd64v1/race_darwin.syso"), filepath.Join(race, "race_darwin_arm64.syso")
	citest.Need(tb, amd64, arm64)
	return amd64, arm64
}

// TestApple: objects of Apple's tools are as the standard library and LLVM's tools have them.
func TestApple(t *testing.T) {
	amd64, arm64 := goObjects(t)
	paths := []string{amd64, arm64}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareStd(t, path, data)
	}
	citest.Need(t, "llvm-readobj-14")
	readobj(t, paths)
}

// TestReadobj: the project's own objects are what llvm-readobj prints.
func TestReadobj(t *testing.T) {
	citest.Need(t, "llvm-readobj-14", "llvm-dwarfdump-14")
	var paths []string
	for _, path := range fuzz.MachO.Committed(t, testdata) {
		if data, err := os.ReadFile(path); err == nil && !own.IsUniversal(data) {
			paths = append(paths, path)
		}
	}
	readobj(t, paths)
	dwarfdump(t, paths)
}

// run runs a tool on files, some at a time, and cuts what it says by file.
func run(t *testing.T, paths []string, each func(path, text string), head *regexp.Regexp, tool string, args ...string) {
	t.Helper()
	for len(paths) > 0 {
		n := min(len(paths), 50)
		cmd := exec.Command(tool, append(args, paths[:n]...)...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		starts := head.FindAllIndex(out, -1)
		if len(starts) != n {
			t.Fatalf("%s tells of %d of %d files", tool, len(starts), n)
		}
		for i, s := range starts {
			end := len(out)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			each(paths[i], string(out[s[0]:end]))
		}
		paths = paths[n:]
	}
}

var (
	readobjHead = regexp.MustCompile(`(?m)^File: .*$`)
	inParens    = regexp.MustCompile(`\((0x[0-9A-F]+|\d+)\)$`)
)

// readobj compares files with what llvm-readobj prints of them.
func readobj(t *testing.T, paths []string) {
	t.Helper()
	run(t, paths, func(path, text string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := &readobjText{T: t, name: filepath.Base(path), img: full(t, parse(t, path, data))}
		r.read(text)
		r.compare()
	}, readobjHead, "llvm-readobj-14", "--file-headers", "--sections", "--symbols", "--relocs", "--expand-relocs", "--macho-indirect-symbols")
}

// item is a record in the text: a section, a symbol, a relocation.
type item struct {
	kind   string
	parent string // of a relocation: the line "Section __text"
	fields map[string]string
}

// number is a field's number: hexadecimal, decimal, or in parentheses behind a name.
func (it *item) number(t *testing.T, field string) uint64 {
	s := it.fields[field]
	if m := inParens.FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	s = strings.Trim(strings.TrimPrefix(s, "[ "), "()")
	v, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		t.Errorf("%s of %s: %q", field, it.kind, it.fields[field])
	}
	return v
}

type readobjText struct {
	*testing.T
	name     string
	img      *objfmt.ObjectImage
	cpu      uint32
	sections []item
	symbols  []item
	relocs   [][]item // by their heading in the text, which has sections with records alone
	headings []string
	indirect []uint32
}

// read cuts the text in items.
func (r *readobjText) read(text string) {
	var stack []*item
	for line := range strings.SplitSeq(text, "\n") {
		word := strings.TrimSpace(line)
		switch {
		case strings.HasSuffix(word, "{"), strings.HasSuffix(word, "["):
			it := &item{kind: strings.TrimRight(word, " {["), fields: map[string]string{}}
			if n := len(stack); n > 0 {
				it.parent = stack[n-1].kind
			}
			if name, rest, ok := strings.Cut(it.kind, " ["); ok && len(stack) > 0 { // "Attributes [ (0x0)"
				it.kind, stack[len(stack)-1].fields[name] = name, rest
			}
			if strings.HasPrefix(it.kind, "Section ") && it.parent == "Relocations" {
				r.headings = append(r.headings, strings.TrimPrefix(it.kind, "Section "))
				r.relocs = append(r.relocs, nil)
			}
			stack = append(stack, it)
		case strings.HasPrefix(word, "Attributes [ "), strings.HasPrefix(word, "Flags [ "):
			name, rest, _ := strings.Cut(word, " [ ")
			stack[len(stack)-1].fields[name] = rest
			stack = append(stack, &item{kind: name, fields: map[string]string{}})
		case word == "}", word == "]":
			it := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			switch it.kind {
			case "Section":
				r.sections = append(r.sections, *it)
			case "Symbol":
				r.symbols = append(r.symbols, *it)
			case "Relocation":
				n := len(r.relocs) - 1
				r.relocs[n] = append(r.relocs[n], *it)
			case "Entry":
				r.indirect = append(r.indirect, uint32(it.number(r.T, "Symbol Index")))
			case "MachHeader":
				r.cpu = uint32(it.number(r.T, "CpuType"))
			}
		default:
			if name, rest, _ := strings.Cut(word, ":"); len(stack) > 0 {
				stack[len(stack)-1].fields[name] = strings.TrimSpace(rest)
			}
		}
	}
}

func (r *readobjText) compare() {
	r.Helper()
	img := r.img
	if r.cpu != img.Machine || len(r.sections) != len(img.Sections) {
		r.Errorf("%s: machine %#x, %d sections, want %#x, %d", r.name, img.Machine, len(img.Sections), r.cpu, len(r.sections))
		return
	}
	m := &model{TB: r, cpu: r.cpu, nsyms: uint32(len(r.symbols))}
	for i := range r.sections {
		it := &r.sections[i]
		m.addrs, m.sizes = append(m.addrs, it.number(r.T, "Address")), append(m.sizes, it.number(r.T, "Size"))
	}
	for i := range r.symbols {
		it := &r.symbols[i]
		typ := byte(it.number(r.T, "Type"))
		if _, extern := it.fields["Extern"]; extern {
			typ |= 1
		}
		if img.Symbols[i].Other&own.OtherStab == 0 { // llvm-readobj prints other things of them
			m.addThumb(i, typ, uint16(it.number(r.T, "Flags")), it.number(r.T, "Value"))
		}
	}
	next := 0
	for i := range r.sections {
		r.section(m, objfmt.SectionID(i), &r.sections[i], &next)
	}
	if next != len(r.relocs) {
		r.Errorf("%s: relocations of %d sections, want %d", r.name, next, len(r.relocs))
	}
	if len(img.Symbols) < len(r.symbols) {
		r.Errorf("%s: %d symbols, want %d", r.name, len(img.Symbols), len(r.symbols))
		return
	}
	for i := range r.symbols {
		r.symbol(objfmt.SymbolID(i), &r.symbols[i], m)
	}
}

func cutName(s string) string { name, _, _ := strings.Cut(s, " ("); return name }

func (r *readobjText) section(m *model, id objfmt.SectionID, it *item, next *int) {
	r.Helper()
	img := r.img
	sec := &img.Sections[id]
	if img.SectionName(id) != cutName(it.fields["Name"]) || img.SegmentName(id) != cutName(it.fields["Segment"]) ||
		sec.Size != it.number(r.T, "Size") || uint64(sec.Align) != it.number(r.T, "Alignment") {
		r.Errorf("%s: section %+v, want %v", r.name, *sec, it.fields)
	}
	flags := uint32(it.number(r.T, "Type")) | uint32(it.number(r.T, "Attributes"))<<8
	var records []raw
	if it.number(r.T, "RelocationCount") > 0 {
		if *next == len(r.relocs) || r.headings[*next] != img.SectionName(id) {
			r.Errorf("%s: no relocations of %s", r.name, img.SectionName(id))
			return
		}
		for k := range r.relocs[*next] {
			records = append(records, r.record(&r.relocs[*next][k]))
		}
		*next++
	}
	m.at = m.addrs[id]
	compareRelocs(r, r.name, m, img, id, flags, uint32(it.number(r.T, "Reserved1")), records, r.indirect)
}

func (r *readobjText) record(it *item) raw {
	out := raw{
		addr: uint32(it.number(r.T, "Offset")), typ: uint8(it.number(r.T, "Type")), len: uint8(it.number(r.T, "Length")), pcrel: it.fields["PCRel"] == "1",
	}
	switch {
	case it.fields["Symbol"] != "":
		out.extern, out.value = true, uint32(it.number(r.T, "Symbol"))
	case it.fields["Section"] != "":
		out.value = uint32(it.number(r.T, "Section"))
	default:
		out.scattered, out.value = true, uint32(it.number(r.T, "Value"))
	}
	return out
}

// symbol compares with the words of llvm-readobj.
func (r *readobjText) symbol(id objfmt.SymbolID, it *item, m *model) {
	r.Helper()
	s := &r.img.Symbols[id]
	got := fmt.Sprintf("%s extern=%v private=%v", r.img.SymbolName(id), s.Bind != objfmt.BindLocal, s.Vis == objfmt.VisHidden || s.Other&own.OtherPrivate != 0)
	_, extern := it.fields["Extern"]
	_, private := it.fields["PrivateExtern"]
	if s.Other&own.OtherStab != 0 {
		return // llvm-readobj prints other things of them
	}
	want := fmt.Sprintf("%s extern=%v private=%v", cutName(it.fields["Name"]), extern, private)
	if got != want {
		r.Errorf("%s: symbol %d: %s, want %s", r.name, id, got, want)
	}
	value := it.number(r.T, "Value")
	switch typ := it.number(r.T, "Type"); typ {
	case 0xe:
		n := it.number(r.T, "Section")
		thumb := uint64(0)
		if r.cpu == 12 && it.number(r.T, "Flags")&8 != 0 {
			thumb = 1
		}
		if uint64(s.Section)+1 != n || s.Value != (value-m.addrs[n-1])|thumb {
			r.Errorf("%s: symbol %d: %+v, want %v", r.name, id, *s, it.fields)
		}
	case 2:
		if s.Section != objfmt.SecAbs || s.Value != value {
			r.Errorf("%s: symbol %d: %+v, want %v", r.name, id, *s, it.fields)
		}
	case 0:
		if value == 0 && s.Section != objfmt.SecUndef || value != 0 && (s.Section != objfmt.SecCommon || s.Size != value) {
			r.Errorf("%s: symbol %d: %+v, want %v", r.name, id, *s, it.fields)
		}
	}
}

var (
	dwarfHead = regexp.MustCompile(`(?m)^.*:\tfile format .*$`)
	dwarfFDE  = regexp.MustCompile(`(?m)^([0-9a-f]{8,}) [0-9a-f]+ [0-9a-f]+ FDE cie=[0-9a-f]+ pc=([0-9a-f]+)\.\.\.`)
	dwarfLSDA = regexp.MustCompile(`LSDA Address: ([0-9a-f]+)`)
)

// dwarfdump compares the pointers found in __eh_frame with those that
// llvm-dwarfdump follows: a record for each, for the section that has the address.
func dwarfdump(t *testing.T, paths []string) {
	t.Helper()
	total := 0
	run(t, paths, func(path, text string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := macho.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		img := parse(t, path, data)
		want := map[uint64]uint64{} // address of the code by the offset of the pointer to it
		_, frames, _ := strings.Cut(text, ".eh_frame contents:")
		for _, m := range dwarfFDE.FindAllStringSubmatch(frames, -1) {
			at, _ := strconv.ParseUint(m[1], 16, 64)
			pc, _ := strconv.ParseUint(m[2], 16, 64)
			if want[at+8] = pc; !img.Is64 {
				want[at+8] = uint64(uint32(pc))
			}
		}
		tables := len(dwarfLSDA.FindAllString(frames, -1))
		for i := range img.Sections {
			if img.Sections[i].Role != objfmt.RoleEHFrame {
				continue
			}
			given := map[uint64]bool{} // by records of the file, where fields are no distances
			for _, r := range f.Sections[img.Sections[i].Number-1].Relocs {
				given[uint64(r.Addr)] = true
			}
			for _, r := range relocs(t, img, objfmt.SectionID(i)) {
				if given[r.Offset] {
					delete(want, r.Offset)
				}
				if given[r.Offset] || r.Sub == objfmt.NoSymbol {
					continue
				}
				h := f.Sections[img.Sections[img.Symbols[r.Sym].Section].Number-1]
				if pc, ok := want[r.Offset]; ok {
					total++
					delete(want, r.Offset)
					if pc-h.Addr >= h.Size {
						t.Errorf("%s: the pointer at %#x is to %s, want address %#x", path, r.Offset, h.Name, pc)
					}
				} else if h.Name == "__gcc_except_tab" {
					tables--
				}
			}
			tables -= len(given) // some of those are tables
		}
		if len(want) != 0 || tables > 0 {
			t.Errorf("%s: no records for the FDEs at %v; %d tables too few", path, want, tables)
		}
	}, dwarfHead, "llvm-dwarfdump-14", "--eh-frame")
	if total == 0 {
		t.Error("no FDE at all")
	}
}

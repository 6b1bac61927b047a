package elf_test

import (
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestReadobj: symbols and relocations are what llvm-readobj prints, for the
// project's objects, some of this system's archives and those of other machines.
func TestReadobj(t *testing.T) {
	citest.Need(t, "llvm-readobj-14")
	paths := fuzz.ELF.Committed(t, testdata)
	dir := t.TempDir()
	for _, name := range []string{"libc.a", "libcrypto.a"} {
		data, err := os.ReadFile(debian + name)
		if err != nil {
			continue // not installed
		}
		for i, o := range pick(name, members(t, name, data), 2*sampleSize()) {
			path := filepath.Join(dir, fmt.Sprintf("%s.%d.o", name, i))
			if err := os.WriteFile(path, o.data, 0o666); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
	}
	if os.Getenv(corpusVar) != "" {
		for _, set := range corpusSets(t) {
			for _, o := range corpusObjects(t, set, sampleSize()) {
				paths = append(paths, o.name)
			}
		}
	}
	for len(paths) > 0 {
		n := min(len(paths), 100)
		readobj(t, paths[:n])
		paths = paths[n:]
	}
}

// readobj compares a batch of files.
func readobj(t *testing.T, paths []string) {
	t.Helper()
	cmd := exec.Command("llvm-readobj-14", append([]string{"--elf-output-style=GNU", "--symbols", "--relocations"}, paths...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("llvm-readobj-14: %v", err)
	}
	texts := []string{"\n" + string(out)}
	if len(paths) > 1 {
		texts = strings.Split("\n"+string(out), "\nFile: ")[1:]
	}
	if len(texts) != len(paths) {
		t.Fatalf("llvm-readobj-14 tells of %d of %d files", len(texts), len(paths))
	}
	for i, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := &readobjText{t: t, name: path, img: full(t, parse(t, path, data)), data: data, seen: map[uint64]bool{}}
		r.index()
		for line := range strings.SplitSeq(texts[i], "\n") {
			r.line(line)
		}
		if r.symbols != len(r.img.Symbols) && r.symbols > 0 {
			t.Errorf("%s: %d symbols, want %d", path, len(r.img.Symbols), r.symbols)
		}
		for at, rs := range r.relocs {
			if len(rs) > 0 && !r.seen[at] {
				t.Errorf("%s: llvm-readobj has no relocations at %#x", path, at)
			}
		}
	}
}

// readobjText walks the text of one file beside its image.
type readobjText struct {
	t       *testing.T
	name    string
	img     *objfmt.ObjectImage
	data    []byte
	relocs  map[uint64][]objfmt.Reloc // by the offset of their records in the file
	seen    map[uint64]bool
	table   []objfmt.Reloc // what is left of the table being read
	inSyms  bool
	inTable bool
	symbols int
}

// index files relocations by where their records are.
func (r *readobjText) index() {
	r.relocs = map[uint64][]objfmt.Reloc{}
	for i := range r.img.Sections {
		raw := r.img.Sections[i].Raw
		if len(raw) == 0 {
			continue
		}
		at := uint64(uintptr(unsafe.Pointer(&raw[0])) - uintptr(unsafe.Pointer(&r.data[0])))
		for rel, err := range r.img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				r.t.Fatal(err)
			}
			r.relocs[at] = append(r.relocs[at], rel)
		}
	}
}

var (
	tableLine = regexp.MustCompile(`^Relocation section '.*' at offset 0x([0-9a-f]+) contains (\d+) entr`)
	relocLine = regexp.MustCompile(`^([0-9a-f]{8,16}) +([0-9a-f]{8,16}) (\S+) *(.*)$`)
	symLine   = regexp.MustCompile(`^ *(\d+): ([0-9a-f]+) +(\S+) (<[^>]*>: \S+|\S+) +(\S+) +(\S+) +(?:\[.*\] +)?(\S+) ?(.*)$`)
)

func (r *readobjText) line(line string) {
	r.t.Helper()
	if m := tableLine.FindStringSubmatch(line); m != nil {
		at, _ := strconv.ParseUint(m[1], 16, 64)
		r.table, r.seen[at], r.inTable, r.inSyms = r.relocs[at], true, true, false
		if n, _ := strconv.Atoi(m[2]); n != len(r.table) {
			r.t.Errorf("%s: %d relocations, want %s", r.name, len(r.table), line)
			r.inTable = false
		}
		return
	}
	if strings.HasPrefix(line, "Symbol table '.symtab'") {
		r.inSyms, r.inTable = true, false
		return
	}
	if m := symLine.FindStringSubmatch(line); r.inSyms && m != nil {
		r.symbol(m[1:])
	}
	if m := relocLine.FindStringSubmatch(line); r.inTable && m != nil && len(r.table) > 0 {
		r.reloc(m[1:], line)
		r.table = r.table[1:]
	}
}

func (r *readobjText) symbol(m []string) {
	r.t.Helper()
	n, _ := strconv.Atoi(m[0])
	r.symbols++
	if n >= len(r.img.Symbols) {
		return
	}
	s := &r.img.Symbols[n]
	value, _ := strconv.ParseUint(m[1], 16, 64)
	size, _ := strconv.ParseUint(m[2], 0, 64)
	typ := map[objfmt.SymbolType]string{
		objfmt.SymNone: "NOTYPE", objfmt.SymData: "OBJECT", objfmt.SymFunc: "FUNC", objfmt.SymSection: "SECTION",
		objfmt.SymFile: "FILE", objfmt.SymTLS: "TLS", objfmt.SymIFunc: "IFUNC",
	}[s.Type]
	bind := map[objfmt.Binding]string{objfmt.BindLocal: "LOCAL", objfmt.BindGlobal: "GLOBAL", objfmt.BindWeak: "WEAK", objfmt.BindUnique: "UNIQUE"}[s.Bind]
	vis := strings.ToUpper(s.Vis.String())
	if strings.HasSuffix(m[3], ": 13") && strings.HasPrefix(r.img.Triple.Arch.String(), "sparc") { // a register: no reference
		m[4], m[6] = "LOCAL", "ABS"
	}
	place := map[objfmt.SectionID]string{objfmt.SecUndef: "UND", objfmt.SecAbs: "ABS", objfmt.SecCommon: "COM"}[s.Section]
	if s.Section < objfmt.SecSpecial {
		place = fmt.Sprint(r.img.Sections[s.Section].Number)
	}
	known := m[3] == typ || m[3] == "COMMON" && typ == "OBJECT" || strings.HasPrefix(m[3], "<")
	if !known || m[4] != bind || m[5] != vis || !strings.Contains(m[6], place) || place == "" || s.Value != value || s.Size != size {
		r.t.Errorf("%s: symbol %d: %+v, want %q", r.name, n, *s, m)
	}
	if name := r.img.DisplayName(objfmt.SymbolID(n)); n > 0 && strings.TrimSpace(name) != strings.TrimSpace(m[7]) {
		r.t.Errorf("%s: symbol %d: %q, want %q", r.name, n, name, m[7])
	}
}

func (r *readobjText) reloc(m []string, line string) {
	r.t.Helper()
	got := r.table[0]
	offset, _ := strconv.ParseUint(m[0], 16, 64)
	info, _ := strconv.ParseUint(m[1], 16, 64)
	sym, typ := uint32(info>>32), uint32(info)
	switch {
	case !r.img.Is64:
		sym, typ = uint32(info>>8), uint32(info&0xff)
	case r.img.Machine == 8 && !r.img.Big: // the tool prints the eight bytes as one little-endian word
		sym, typ = uint32(info), bits.ReverseBytes32(uint32(info>>32))
	}
	if got.Offset != offset || uint32(got.Sym) != sym || got.Type != typ {
		r.t.Errorf("%s: %+v, want %s", r.name, got, line)
	}
	rest := strings.Fields(m[3])
	if got.HasAddend {
		sign, text := "+", "0"
		switch n := len(rest); {
		case got.Sym == 0 && n > 0:
			text = rest[n-1]
		case n >= 2:
			sign, text = rest[n-2], rest[n-1]
			rest = rest[:n-2]
		}
		addend, err := strconv.ParseInt(strings.TrimPrefix(text, "-"), 16, 64)
		if strings.HasPrefix(text, "-") || sign == "-" {
			addend = -addend
		}
		if err == nil && addend != got.Addend {
			r.t.Errorf("%s: addend %#x, want %s", r.name, got.Addend, line)
		}
	}
	// Spaces of a name (RISC-V's ".L0 ") are lost in the columns.
	if name := strings.Fields(r.img.DisplayName(got.Sym)); got.Sym != 0 && len(rest) > 1 && !slices.Equal(rest[1:], name) {
		r.t.Errorf("%s: relocation of %q, want %s", r.name, r.img.DisplayName(got.Sym), line)
	}
}

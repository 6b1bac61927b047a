package mutant

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// files are the objects of testdata whose path matches.
func files(t *testing.T, pattern string) (list []*File) {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/" + pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, New(path, b))
	}
	return list
}

// entries counts the entries of all tables whose name has a prefix.
func (f *File) entries(prefix string) (n int) {
	for _, t := range f.tables {
		if strings.HasPrefix(t.what, prefix) {
			n += t.n
		}
	}
	return n
}

// TestELF: all headers, symbols and relocations that debug/elf finds are fields.
func TestELF(t *testing.T) {
	for _, f := range files(t, "elf-*/*.o") {
		e, err := elf.NewFile(bytes.NewReader(f.Data))
		if err != nil {
			continue // wrong on purpose
		}
		if got := f.entries("section header"); got != len(e.Sections) {
			t.Errorf("%s: %d section headers of %d", f.Name, got, len(e.Sections))
		}
		want := map[string]int{}
		for _, s := range e.Sections {
			switch s.Type {
			case elf.SHT_SYMTAB, elf.SHT_RELA, elf.SHT_REL, elf.SHT_GROUP:
				if s.Entsize > 0 && s.Size > 0 {
					want[s.Name] += int(s.FileSize / s.Entsize)
				}
			}
		}
		for name, n := range want {
			if got := f.entries("entry of " + name); got < n {
				t.Errorf("%s: %d entries of %s, want %d", f.Name, got, name, n)
			}
		}
		if len(f.texts) == 0 {
			t.Errorf("%s: no names", f.Name)
		}
	}
}

// TestCOFF: as debug/pe finds them.
func TestCOFF(t *testing.T) {
	found := 0
	for _, f := range files(t, "coff-*/*.o") {
		p, err := pe.NewFile(bytes.NewReader(f.Data))
		if err != nil {
			continue // for a machine that it does not know, or an import record
		}
		found++
		relocs := 0
		for _, s := range p.Sections {
			relocs += len(s.Relocs)
		}
		if s, r, n := f.entries("section header"), f.entries("relocation"), f.entries("symbol"); s != len(p.Sections) || r < relocs || n != len(p.COFFSymbols) {
			t.Errorf("%s: %d section headers of %d, %d relocations of %d, %d symbols of %d", f.Name, s, len(p.Sections), r, relocs, n, len(p.COFFSymbols))
		}
	}
	if found < 30 {
		t.Errorf("%d objects", found)
	}
}

// TestMachO: as debug/macho finds them.
func TestMachO(t *testing.T) {
	found := 0
	for _, f := range files(t, "macho-*/*.o") {
		m, err := macho.NewFile(bytes.NewReader(f.Data))
		if err != nil {
			continue
		}
		found++
		relocs, symbols := 0, 0
		for _, s := range m.Sections {
			relocs += len(s.Relocs)
		}
		if m.Symtab != nil {
			symbols = len(m.Symtab.Syms)
		}
		if s, r, n := f.entries("section header"), f.entries("relocation"), f.entries("symbol")-f.entries("symbol table"); s != len(m.Sections) || r < relocs || n != symbols {
			t.Errorf("%s: %d section headers of %d, %d relocations of %d, %d symbols of %d", f.Name, s, len(m.Sections), r, relocs, n, symbols)
		}
	}
	if found < 40 {
		t.Errorf("%d objects", found)
	}
}

// TestMutant: a mutant is the same each time, others are others, and each kind of change is made.
func TestMutant(t *testing.T) {
	f := files(t, "elf-amd64/*.o")[0]
	whole := bytes.Clone(f.Data)
	kinds := map[string]int{" is now ": 0, "bit ": 0, "swapped": 0, "the first is the second": 0, " bytes of ": 0, " bytes more": 0, `\x1b[2J`: 0, " at ": 0}
	same, distinct := 0, map[string]bool{}
	for n := range uint64(3000) {
		b := f.Mutant(7, n)
		if !bytes.Equal(b, New(f.Name, f.Data).Mutant(7, n)) {
			t.Fatalf("mutant %d is another one the second time", n)
		}
		if bytes.Equal(b, f.Data) {
			same++
		}
		distinct[string(b)] = true
		for _, note := range f.Describe(7, n) {
			for kind := range kinds {
				if strings.Contains(note, kind) {
					kinds[kind]++
				}
			}
		}
	}
	for kind, n := range kinds {
		if n < 20 {
			t.Errorf("%q: %d of 3000 mutants", kind, n)
		}
	}
	if same > 300 || len(distinct) < 2000 || !bytes.Equal(f.Data, whole) {
		t.Errorf("%d of 3000 are the file itself, %d are distinct, the file is changed: %v", same, len(distinct), !bytes.Equal(f.Data, whole))
	}
	if bytes.Equal(f.Mutant(7, 1), f.Mutant(8, 1)) {
		t.Error("another seed makes the same mutant")
	}
}

// TestArchive: members' headers, and what lies in members.
func TestArchive(t *testing.T) {
	object := files(t, "elf-amd64/*.o")[0]
	member := func(name string, data []byte) []byte {
		head := []byte(strings.Repeat(" ", 60))
		copy(head, name)
		copy(head[16:], "0")
		copy(head[48:], strconv.Itoa(len(data)))
		copy(head[58:], "`\n")
		head = append(head, data...)
		if len(data)%2 != 0 {
			head = append(head, '\n')
		}
		return head
	}
	data := append([]byte("!<arch>\n"), member("/", []byte{0, 0, 0, 1, 0, 0, 0, 78, 'f', 0})...)
	data = append(data, member("a.o/", object.Data)...)
	f := New("x.a", append(data, member("#1/4", append([]byte("b.o\x00"), object.Data...))...))
	if got, want := f.entries("section header"), 2*object.entries("section header"); got != want {
		t.Errorf("%d section headers in two members, want %d", got, want)
	}
	if a, b, c := f.entries("size of a member"), f.entries("word of /"), f.entries("length of a name"); a != 3 || b != 3 || c != 1 {
		t.Errorf("%d sizes of members, %d words of the index, %d lengths of names", a, b, c)
	}
}

package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// swap turns numbers of these sizes in b round, one behind the other.
func swap(b []byte, sizes ...int) {
	for _, n := range sizes {
		slices.Reverse(b[:n])
		b = b[n:]
	}
}

// bigEndian returns an ELF object of 64 bits whose headers and tables are big-endian
// and whose contents are as they were.
func bigEndian(t testing.TB, little []byte) []byte {
	t.Helper()
	const header, section = 64, 64
	le := binary.LittleEndian
	b := bytes.Clone(little)
	at, count := int(le.Uint64(b[40:])), int(le.Uint16(b[60:]))
	if string(b[:6]) != "\x7fELF\x02\x01" || at+count*section > len(b) {
		t.Fatal("not a little-endian object")
	}
	b[5] = 2
	swap(b[16:header], 2, 2, 4, 8, 8, 8, 4, 2, 2, 2, 2, 2, 2)
	for s := b[at : at+count*section]; len(s) > 0; s = s[section:] {
		typ, off, size := le.Uint32(s[4:]), le.Uint64(s[24:]), le.Uint64(s[32:])
		swap(s, 4, 4, 8, 8, 8, 8, 4, 4, 8, 8)
		var record []int
		switch typ {
		case 2: // SHT_SYMTAB
			record = []int{4, 1, 1, 2, 8, 8}
		case 4: // SHT_RELA
			record = []int{8, 8, 8}
		case 17, 18: // SHT_GROUP, SHT_SYMTAB_SHNDX
			record = []int{4}
		default:
			continue
		}
		n := uint64(0)
		for _, w := range record {
			n += uint64(w)
		}
		for table := b[off : off+size]; uint64(len(table)) >= n; table = table[n:] {
			swap(table, record...)
		}
	}
	return b
}

// TestBigEndian links the cases of AArch64 once more, as big-endian objects, at the same
// addresses. Instructions are the same, those that the linker makes too, and words of
// data have their bytes the other way round. What is refused is so in the same words.
func TestBigEndian(t *testing.T) {
	dir := t.TempDir()
	rows := map[uint32]bool{}
	var table *reloc.Table
	for _, c := range findCases(t) {
		if !strings.HasPrefix(c.name, "elf-arm64/") {
			continue
		}
		for i := range c.runs {
			r := &c.runs[i]
			big := make([]string, len(r.objects))
			for k, p := range r.objects {
				obj, err := os.ReadFile(p)
				if err != nil {
					t.Fatal(err)
				}
				big[k] = filepath.Join(dir, filepath.Base(p))
				if err := os.WriteFile(big[k], bigEndian(t, obj), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, layout := range c.layouts() {
				set := func(triple string, paths []string) inputSet {
					s := inputSet{name: c.name, triple: "-triple=" + triple, place: []string{"-layout=" + layout}, paths: paths}
					for _, w := range r.words {
						if w[0] == '-' && w != "-verify" && !strings.HasPrefix(w, "-check=") && !strings.HasPrefix(w, "-triple=") {
							s.place = append(s.place, w)
						}
					}
					return s
				}
				want, wantObjs, wantErr := linkSet(set("aarch64-linux-gnu", r.objects))
				got, gotObjs, gotErr := linkSet(set("aarch64_be-linux-gnu", big))
				if wantErr != nil || gotErr != nil {
					if wantErr == nil || gotErr == nil || !slices.Equal(noPaths(wantErr.Error(), r.objects), noPaths(gotErr.Error(), big)) {
						t.Errorf("%s:%d: layout %s: %v, little-endian %v", c.source, r.line, layout, gotErr, wantErr)
					}
					continue
				}
				for k, o := range gotObjs {
					table = rtdyld.Relocations(o.Image())
					if !o.Image().Big {
						t.Fatalf("%s: not big-endian", o.Name())
					}
					sameButOrder(t, c.source, o, wantObjs[k], rows)
				}
				want.Close()
				got.Close()
			}
		}
	}
	for typ := range table.Rows {
		if row := &table.Rows[typ]; !rows[uint32(typ)] && row.Expr != reloc.Unknown && row.Expr != reloc.Dynamic {
			t.Errorf("no case links row %d, %s", typ, row.Name)
		}
	}
}

// noPaths splits a text where it mentions a path.
func noPaths(text string, paths []string) []string {
	for _, p := range paths {
		text = strings.ReplaceAll(text, p, "\x00")
	}
	return strings.Split(text, "\x00")
}

// sameButOrder compares the sections of two objects, of which the first is
// big-endian, and notes what relocations they have.
func sameButOrder(t *testing.T, source string, big, little *rtdyld.Object, rows map[uint32]bool) {
	t.Helper()
	img := big.Image()
	table := rtdyld.Relocations(img)
	want := little.Sections()
	for i, s := range big.Sections() {
		if i >= len(want) || s.Name != want[i].Name || s.Addr != want[i].Addr || len(s.Mem) != len(want[i].Mem) {
			t.Errorf("%s: section %s at %#x is not in the little-endian object", source, s.Name, s.Addr)
			return
		}
		mem := bytes.Clone(want[i].Mem)
		switch {
		case s.Kind == objfmt.KindNone:
			continue // tables of the file
		case int(s.ID) < len(img.Sections):
			turned := map[uint64]bool{}
			for r, err := range img.Relocs(s.ID) {
				if err != nil {
					t.Fatal(err)
				}
				rows[r.Type] = true
				if f := table.Rows[r.Type].Field; f < reloc.FieldArch && !turned[r.Offset] {
					turned[r.Offset] = true
					slices.Reverse(mem[r.Offset : r.Offset+uint64(f.Width())])
				}
			}
		case s.Kind != objfmt.KindCode: // slots
			for w := mem; len(w) >= 8; w = w[8:] {
				slices.Reverse(w[:8])
			}
		}
		if !bytes.Equal(mem, s.Mem) {
			t.Errorf("%s: section %s is % x, want % x", source, s.Name, s.Mem, mem)
		}
	}
}

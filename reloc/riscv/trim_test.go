package riscv_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc/riscv"
)

// Numbers of the psABI.
const (
	typ64    = 2
	typJAL   = 17
	typAlign = 43
)

// padded is an object whose .text has an instruction of four bytes, 14 bytes of padding to
// 16, of which 2 are too much, four bytes more, and a label before, in and behind them.
func padded(pads ...objgen.ELFReloc) []byte {
	f := &objgen.ELF{Is64: true, Machine: 243, Flags: 5}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Align: 2, Data: bytes.Repeat([]byte{0x55}, 4+14+8)})
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Align: 8, Data: make([]byte, 16)})
	debug := f.Add(objgen.ELFSection{Name: ".debug_info", Data: make([]byte, 8)})
	section := f.AddSymbol(objgen.ELFSymbol{Section: text, Type: 3})
	before := f.AddSymbol(objgen.ELFSymbol{Name: "before", Section: text, Type: 2, Bind: 1, Value: 0, Size: 4})
	f.AddSymbol(objgen.ELFSymbol{Name: "across", Section: text, Type: 2, Bind: 1, Value: 0, Size: 22})
	f.AddSymbol(objgen.ELFSymbol{Name: "at", Section: text, Bind: 1, Value: 4, Size: 14})
	f.AddSymbol(objgen.ELFSymbol{Name: "in", Section: text, Bind: 1, Value: 17})
	f.AddSymbol(objgen.ELFSymbol{Name: "behind", Section: text, Type: 2, Bind: 1, Value: 18, Size: 8})
	f.AddSymbol(objgen.ELFSymbol{Name: "other", Section: data, Type: 1, Bind: 1, Value: 8, Size: 8})
	f.AddRelocs(text, true, append(pads, objgen.ELFReloc{Offset: 22, Sym: before, Type: typJAL}))
	f.AddRelocs(data, true, []objgen.ELFReloc{{Sym: section, Type: typ64, Addend: 22}, {Offset: 8, Sym: section, Type: typ64, Addend: -1}})
	f.AddRelocs(debug, true, []objgen.ELFReloc{{Sym: section, Type: typ64, Addend: 18}})
	return f.Bytes()
}

// TestTrim: bytes go, and everything that is said about places behind them follows, in the
// full image, too.
func TestTrim(t *testing.T) {
	img, err := objfile.Parse("padded.o", padded(objgen.ELFReloc{Offset: 4, Type: typAlign, Addend: 14}))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	trimmed, err := riscv.ELF.Trim(img)
	if err != nil {
		t.Fatal(err)
	}
	full, err := trimmed.Full()
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	if len(full.Sections) <= len(trimmed.Sections) {
		t.Errorf("%d sections in the full image", len(full.Sections))
	}
	if img.Sections[0].Size != 26 || len(img.Sections[0].Data) != 26 {
		t.Error("the image of the file is changed")
	}
	for _, img := range []*objfmt.ObjectImage{trimmed, full} {
		for id := range img.Sections {
			s := &img.Sections[id]
			file, err := img.Contents(objfmt.SectionID(id))
			if err != nil {
				t.Fatal(err)
			}
			switch img.SectionName(objfmt.SectionID(id)) {
			case ".text":
				want := append([]byte{0x55, 0x55, 0x55, 0x55, 0x13, 0, 0, 0, 0x13, 0, 0, 0, 0x13, 0, 0, 0}, bytes.Repeat([]byte{0x55}, 8)...)
				if !bytes.Equal(s.Data, want) || !bytes.Equal(file, want) || s.Size != 24 || s.Alignment() != 16 {
					t.Errorf("%d bytes aligned to %d: % x", s.Size, s.Alignment(), s.Data)
				}
				expectRelocs(t, img, id, [][2]int64{{4, 14}, {20, 0}})
			case ".data":
				expectRelocs(t, img, id, [][2]int64{{0, 20}, {8, -1}})
			case ".debug_info":
				expectRelocs(t, img, id, [][2]int64{{0, 16}})
			}
		}
		for i := range img.Symbols {
			s := &img.Symbols[i]
			if want, ok := map[string][2]uint64{"before": {0, 4}, "across": {0, 20}, "at": {4, 12}, "in": {16, 0}, "behind": {16, 8}, "other": {8, 8}}[img.SymbolName(objfmt.SymbolID(i))]; ok && want != [2]uint64{s.Value, s.Size} {
				t.Errorf("%s is at %d, %d bytes, want %d", img.SymbolName(objfmt.SymbolID(i)), s.Value, s.Size, want)
			}
		}
	}
}

// TestTrimMany: time is no product of paddings and what is behind them.
func TestTrimMany(t *testing.T) {
	const n = 200_000
	f := &objgen.ELF{Is64: true, Machine: 243}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Align: 4, Data: make([]byte, 6*n)})
	sym := f.AddSymbol(objgen.ELFSymbol{Name: "end", Section: text, Bind: 1, Value: 6 * n})
	var relocs []objgen.ELFReloc
	for i := range uint64(n) { // 4 bytes of code and 2 of padding, which all go
		relocs = append(relocs, objgen.ELFReloc{Offset: 6*i + 4, Type: typAlign, Addend: 2}, objgen.ELFReloc{Offset: 6 * i, Sym: sym, Type: typJAL})
	}
	f.AddRelocs(text, true, relocs)
	img, err := objfile.Parse("many.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	trimmed, err := riscv.ELF.Trim(img)
	if err != nil {
		t.Fatal(err)
	}
	cut, last := img.Sections[0].Size-trimmed.Sections[0].Size, uint64(0)
	for r, err := range trimmed.Relocs(0) {
		if err != nil || r.Offset+8 < last {
			t.Fatal(r.Offset, last, err)
		}
		last = r.Offset
	}
	if cut != 2*n || trimmed.Symbols[sym].Value != trimmed.Sections[0].Size || last >= trimmed.Sections[0].Size {
		t.Errorf("%d bytes less, the end is at %#x, the last relocation at %#x", cut, trimmed.Symbols[sym].Value, last)
	}
}

// expectRelocs compares offsets and addends.
func expectRelocs(t *testing.T, img *objfmt.ObjectImage, id int, want [][2]int64) {
	t.Helper()
	var got [][2]int64
	for r, err := range img.Relocs(objfmt.SectionID(id)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, [2]int64{int64(r.Offset), r.Addend})
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d relocations", img.SectionName(objfmt.SectionID(id)), len(got))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s: relocation %d has offset and addend %d, want %d", img.SectionName(objfmt.SectionID(id)), i, got[i], want[i])
		}
	}
}

// TestTrimNothing: an image without padding that is too much is the same one.
func TestTrimNothing(t *testing.T) {
	img, err := objfile.Parse("plain.o", padded())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	if got, err := riscv.ELF.Trim(img); got != img || err != nil {
		t.Errorf("another image, or %v", err)
	}
}

// TestTrimRefused: padding that is too small, is not there or is there twice.
func TestTrimRefused(t *testing.T) {
	for name, pads := range map[string][]objgen.ELFReloc{
		"too small":    {{Offset: 18, Type: typAlign, Addend: 6}, {Offset: 2, Type: typAlign, Addend: 4}},
		"outside":      {{Offset: 24, Type: typAlign, Addend: 6}},
		"far outside":  {{Offset: 1 << 40, Type: typAlign, Addend: 6}},
		"negative":     {{Offset: 4, Type: typAlign, Addend: -2}},
		"without end":  {{Offset: 4, Type: typAlign, Addend: 1<<63 - 1}},
		"overlapping":  {{Offset: 4, Type: typAlign, Addend: 14}, {Offset: 8, Type: typAlign, Addend: 2}},
		"the same one": {{Offset: 4, Type: typAlign, Addend: 14}, {Offset: 4, Type: typAlign, Addend: 14}},
	} {
		img, err := objfile.Parse("padded.o", padded(pads...))
		if err != nil {
			t.Fatal(err)
		}
		_, err = riscv.ELF.Trim(img)
		var bad *objfmt.FormatError
		if !errors.As(err, &bad) || !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
		img.Close()
	}
}

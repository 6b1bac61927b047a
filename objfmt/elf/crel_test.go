package elf_test

import (
	"bytes"
	"debug/elf"
	"errors"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// randomRelocs has n relocations with values of all sizes that fit the class.
func randomRelocs(rng *rand.Rand, f *objgen.ELF, n int) []objgen.ELFReloc {
	rs := make([]objgen.ELFReloc, n)
	align := rng.Uint64N(5)
	for i := range rs {
		wide := func(most int) uint64 { return rng.Uint64() >> (64 - 1 - rng.IntN(most)) }
		r := &rs[i]
		if f.Is64 {
			*r = objgen.ELFReloc{Offset: wide(64) >> align << align, Sym: uint32(wide(32)), Type: uint32(wide(32)), Addend: int64(wide(64))}
		} else {
			*r = objgen.ELFReloc{Offset: wide(32) >> align << align, Sym: uint32(wide(24)), Type: uint32(wide(8)), Addend: int64(int32(wide(32)))}
		}
		if i > 0 && rng.IntN(2) == 0 { // as compilers write them
			r.Sym, r.Type, r.Addend = rs[i-1].Sym, rs[i-1].Type, rs[i-1].Addend
		}
	}
	return rs
}

// relocsOf is all relocations of a section.
func relocsOf(t *testing.T, img *objfmt.ObjectImage, id objfmt.SectionID) []objfmt.Reloc {
	t.Helper()
	s := &img.Sections[id]
	rs := make([]objfmt.Reloc, len(s.Raw)/8)
	n, rest, err := img.Format.Decode(img, s, rs, s.Raw)
	if err != nil || len(rest) > 0 {
		t.Fatalf("decode: %d bytes left, %v", len(rest), err)
	}
	return rs[:n]
}

// TestCrel: compact relocations read as the same ones in SHT_REL and SHT_RELA do.
func TestCrel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		c := classes[round%len(classes)]
		machine := c.machine()
		if c.is64 && round%3 == 0 {
			machine = elf.EM_MIPS // three types in a record
		}
		addends, n := round%8 >= 4, rng.IntN(40)
		var got [2][]objfmt.Reloc
		for k := range got {
			f := c.file()
			f.Machine = uint16(machine)
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: fA, Data: make([]byte, 8)})
			f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
			relocs := randomRelocs(rand.New(rand.NewPCG(uint64(round), 3)), f, n)
			if k == 0 {
				f.AddRelocs(text, addends, relocs)
			} else {
				f.AddCrel(text, f.Crel(addends, relocs))
			}
			got[k] = relocsOf(t, parse(t, c.String(), f.Bytes()), 0)
		}
		if len(got[0]) != n || !slices.Equal(got[0], got[1]) {
			t.Fatalf("round %d, %v, machine %v, addends %v:\n%+v\ncompact:\n%+v", round, c, machine, addends, got[0], got[1])
		}
	}
}

// TestCrelRefused: what no assembler writes is refused with its place.
func TestCrelRefused(t *testing.T) {
	good := objgen.ELFReloc{Offset: 4, Sym: 1, Type: 2, Addend: 3}
	for _, tt := range []struct {
		name, msg string
		is64      bool
		data      func(f *objgen.ELF) []byte
		at        int // in the section
		support   bool
	}{
		{"no header", "fewer compact relocations", true, func(*objgen.ELF) []byte { return []byte{0x80} }, 0, false},
		{"count", "fewer compact relocations", true, func(f *objgen.ELF) []byte { return f.Crel(true, []objgen.ELFReloc{good, good})[:2] }, 0, false},
		{"count of 2^60", "fewer compact relocations", true, func(*objgen.ELF) []byte { return slices.Repeat([]byte{0xff}, 8) }, 0, false},
		{"cut", "cut off", true, func(f *objgen.ELF) []byte { b := f.Crel(true, []objgen.ELFReloc{good}); return b[:len(b)-1] }, 1, false},
		{"long number", "cut off", true, func(*objgen.ELF) []byte { return append([]byte{8, 1}, slices.Repeat([]byte{0xff}, 30)...) }, 1, false},
		{"more", "behind the last", true, func(f *objgen.ELF) []byte { return append(f.Crel(true, []objgen.ELFReloc{good}), 0) }, 5, false},
		{"type", "more than 8 bits", false, func(f *objgen.ELF) []byte { return f.Crel(false, []objgen.ELFReloc{{Type: 256}}) }, 1, true},
		{"symbol", "more than 8 bits", false, func(f *objgen.ELF) []byte { return f.Crel(false, []objgen.ELFReloc{good, {Sym: 1 << 24}}) }, 4, true},
	} {
		f := class{is64: tt.is64}.file()
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: fA, Data: make([]byte, 8)})
		f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
		n, place := f.AddCrel(text, tt.data(f)), uint64(0)
		f.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
			if i == n {
				place = h.Off
			}
		}
		_, err := own.Parse(objfmt.NewBuffer("crel.o", f.Bytes()))
		var fe *objfmt.FormatError
		if !errors.As(err, &fe) || !strings.Contains(fe.Msg, tt.msg) || fe.Offset != place+uint64(tt.at) || errors.Is(err, objfmt.ErrUnsupported) != tt.support {
			t.Errorf("%s: %v, want %q at %#x", tt.name, err, tt.msg, place+uint64(tt.at))
		}
	}
}

// TestCrelLLVM: LLVM's assembler writes the test objects of processors with SHT_RELA with
// compact relocations as with plain ones, and its bytes are those that objgen writes.
func TestCrelLLVM(t *testing.T) {
	citest.Need(t, "llvm-mc-19")
	total := 0
	for dir, triple := range map[string]string{
		"elf-amd64": "x86_64-linux-gnu", "elf-link": "x86_64-linux-gnu", "elf-arm64": "aarch64-linux-gnu",
		"elf-arm64be": "aarch64_be-linux-gnu", "elf-riscv64": "riscv64-linux-gnu",
	} {
		sources, err := filepath.Glob("../../testdata/" + dir + "/*.s")
		if err != nil || len(sources) == 0 {
			t.Fatal(dir, err)
		}
		step, compared := 1, 0
		if citest.Sample() {
			step = 12
		}
		for i := range citest.OneOf(len(sources), step, *seed) {
			assemble := func(args ...string) []byte {
				args = append(args, "-filetype=obj", "-triple="+triple, "-o", "-", sources[i])
				out, err := exec.Command("llvm-mc-19", args...).Output()
				if err != nil {
					return nil // LLVM 14 takes it
				}
				return out
			}
			if plain := assemble(); plain != nil {
				compared += compareCrel(t, sources[i], plain, assemble("--crel"))
			}
		}
		if compared == 0 {
			t.Errorf("%s: nothing compared", dir)
		}
		total += compared
	}
	t.Logf("%d relocations", total)
}

// compareCrel compares an object with its compact form and counts the relocations.
func compareCrel(t *testing.T, name string, plain, compact []byte) (relocs int) {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(compact))
	if err != nil {
		t.Fatal(name, err)
	}
	for _, s := range f.Sections {
		if s.Type == elf.SHT_REL || s.Type == elf.SHT_RELA {
			t.Fatalf("%s: %s is not compact", name, s.Name)
		}
	}
	x, y := full(t, parse(t, name, plain)), full(t, parse(t, name, compact))
	if len(x.Sections) != len(y.Sections) {
		t.Fatalf("%s: %d sections, compact %d", name, len(x.Sections), len(y.Sections))
	}
	for i := range x.Sections {
		id, r := objfmt.SectionID(i), []objgen.ELFReloc(nil)
		xs, ys := relocsOf(t, x, id), relocsOf(t, y, id)
		if !slices.Equal(xs, ys) {
			t.Errorf("%s, section %s:\n%+v\ncompact:\n%+v", name, x.SectionName(id), xs, ys)
		}
		for _, v := range xs {
			r = append(r, objgen.ELFReloc{Offset: v.Offset, Sym: uint32(v.Sym), Type: v.Type, Addend: v.Addend})
		}
		relocs += len(r)
		for _, s := range f.Sections {
			if s.Type != 0x40000014 || s.Info != y.Sections[i].Number {
				continue
			}
			want, err := s.Data()
			o := objgen.ELF{Is64: y.Is64, Big: y.Big, Machine: uint16(f.Machine)}
			if got := o.Crel(x.Sections[i].Flags&objfmt.SecRelaAddend != 0, r); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, section %s: %x by objgen, %x by llvm-mc, %v", name, s.Name, got, want, err)
			}
		}
	}
	return relocs
}

package macho_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

var show = flag.Bool("show", false, "print what the cases in testdata/macho-parser are")

// typeNames are those of <mach-o/*/reloc.h>, by machine.
var typeNames = map[uint32][]string{
	0x01000007: {"X86_64_RELOC_UNSIGNED", "X86_64_RELOC_SIGNED", "X86_64_RELOC_BRANCH", "X86_64_RELOC_GOT_LOAD", "X86_64_RELOC_GOT",
		"X86_64_RELOC_SUBTRACTOR", "X86_64_RELOC_SIGNED_1", "X86_64_RELOC_SIGNED_2", "X86_64_RELOC_SIGNED_4", "X86_64_RELOC_TLV"},
	0x0100000c: {"ARM64_RELOC_UNSIGNED", "ARM64_RELOC_SUBTRACTOR", "ARM64_RELOC_BRANCH26", "ARM64_RELOC_PAGE21", "ARM64_RELOC_PAGEOFF12",
		"ARM64_RELOC_GOT_LOAD_PAGE21", "ARM64_RELOC_GOT_LOAD_PAGEOFF12", "ARM64_RELOC_POINTER_TO_GOT", "ARM64_RELOC_TLVP_LOAD_PAGE21",
		"ARM64_RELOC_TLVP_LOAD_PAGEOFF12", "ARM64_RELOC_ADDEND", "ARM64_RELOC_AUTHENTICATED_POINTER"},
	7: {"GENERIC_RELOC_VANILLA", "GENERIC_RELOC_PAIR", "GENERIC_RELOC_SECTDIFF", "GENERIC_RELOC_PB_LA_PTR", "GENERIC_RELOC_LOCAL_SECTDIFF", "GENERIC_RELOC_TLV"},
	12: {"ARM_RELOC_VANILLA", "ARM_RELOC_PAIR", "ARM_RELOC_SECTDIFF", "ARM_RELOC_LOCAL_SECTDIFF", "ARM_RELOC_PB_LA_PTR",
		"ARM_RELOC_BR24", "ARM_THUMB_RELOC_BR22", "ARM_THUMB_32BIT_BRANCH", "ARM_RELOC_HALF", "ARM_RELOC_HALF_SECTDIFF"},
}

// typeName spells a type: the header's name, "pcrel" and the field's bytes (for
// halves which half it is).
func typeName(cpu, t uint32) string {
	typ, pcrel, length, made := own.SplitType(t)
	switch t {
	case own.TypePointer32:
		return "pointer 4"
	case own.TypePointer64:
		return "pointer 8"
	case own.TypeStub:
		return "stub 5"
	}
	if cpu == 0x0200000c {
		cpu = 0x0100000c
	}
	names := typeNames[cpu]
	if made || int(typ) >= len(names) {
		return fmt.Sprintf("type %#x", t)
	}
	s := names[typ]
	if pcrel {
		s += " pcrel"
	}
	if cpu == 12 && typ >= own.ARMHalf {
		return s + [...]string{" low", " high", " thumb low", " thumb high"}[length]
	}
	return s + fmt.Sprintf(" %d", 1<<length)
}

// where names a place in an image.
func where(img *objfmt.ObjectImage, id objfmt.SectionID, off uint64) string {
	switch id {
	case objfmt.SecUndef:
		return "undefined"
	case objfmt.SecAbs:
		return fmt.Sprintf("absolute %#x", off)
	case objfmt.SecCommon:
		return fmt.Sprintf("common align %d", off)
	case objfmt.SecUnloaded:
		return "unloaded"
	case objfmt.SecAlias:
		return "alias of " + img.SymbolName(objfmt.SymbolID(off))
	}
	return fmt.Sprintf("%s+%#x", img.SectionName(id), off)
}

// lines describes an image, one thing a line.
func lines(tb testing.TB, img *objfmt.ObjectImage) (all []string) {
	tb.Helper()
	add := func(format string, args ...any) {
		all = append(all, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
	add("triple %v", img.Triple)
	add("flags %#x", img.Flags)
	for i := range img.Sections {
		s, id := &img.Sections[i], objfmt.SectionID(i)
		add("section %s,%s %v %s align %d %s", img.SegmentName(id), img.SectionName(id), s.Kind, s.Role, s.Alignment(), strings.Join(s.Flags.Names(), ","))
	}
	name := func(id objfmt.SymbolID) string { return img.DisplayName(id) }
	for i := range img.Sections {
		rs := relocs(tb, img, objfmt.SectionID(i))
		for _, r := range rs {
			sub, addend := "", "field"
			if r.Sub != objfmt.NoSymbol {
				sub = " - " + name(r.Sub)
			}
			if r.HasAddend {
				addend = ""
			}
			if r.Addend != 0 || r.HasAddend {
				addend += fmt.Sprintf("%+d", r.Addend)
			}
			add("reloc %s+%#x %s: %s%s, %s", img.SectionName(objfmt.SectionID(i)), r.Offset, typeName(img.Machine, r.Type), name(r.Sym), sub, addend)
		}
	}
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if s.Type == objfmt.SymSection || img.SymbolName(objfmt.SymbolID(i)) == "" {
			continue
		}
		other := ""
		for k, word := range []string{"no_dead_strip", "alt_entry", "cold", "can_hide", "private", "stab"} {
			if s.Other>>k&1 != 0 {
				other += " " + word
			}
		}
		size := ""
		if s.Size != 0 {
			size = fmt.Sprintf(" size %d", s.Size)
		}
		add("symbol %s %v %v %v %s%s%s", name(objfmt.SymbolID(i)), s.Type, s.Bind, s.Vis, where(img, s.Section, s.Value), size, other)
	}
	for _, v := range img.Directives {
		add("directive %v %q", v.Kind, v.Name)
	}
	return all
}

// TestCases: each object in testdata/macho-parser is what the "# want:" lines of its
// source say. A kind of line that is there at all is there completely.
func TestCases(t *testing.T) {
	sources, err := filepath.Glob("../../testdata/macho-parser/*.s")
	if err != nil || len(sources) < 10 {
		t.Fatalf("%d sources: %v", len(sources), err)
	}
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".s"), func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(strings.TrimSuffix(source, ".s") + ".o")
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			kinds := map[string]bool{}
			for line := range strings.SplitSeq(string(text), "\n") {
				if w, ok := strings.CutPrefix(line, "# want: "); ok {
					want = append(want, w)
					kind, _, _ := strings.Cut(w, " ")
					kinds[kind] = true
				}
			}
			img := full(t, parse(t, source, data))
			var got []string
			for _, line := range lines(t, img) {
				if *show {
					fmt.Println("# want: " + line)
				}
				if kind, _, _ := strings.Cut(line, " "); kinds[kind] {
					got = append(got, line)
				}
			}
			if len(want) == 0 {
				t.Error("no expectations")
			}
			for i := range max(len(got), len(want)) {
				g, w := "nothing", "nothing"
				if i < len(got) {
					g = got[i]
				}
				if i < len(want) {
					w = want[i]
				}
				if g != w {
					t.Errorf("line %d:\n got %s\nwant %s", i+1, g, w)
				}
			}
		})
	}
}

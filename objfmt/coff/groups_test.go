package coff_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// builder makes COMDAT sections.
type builder struct{ *objgen.COFF }

func (b builder) section(name string, flags uint32) int32 {
	return b.Add(objgen.COFFSection{Name: name, Flags: flags, Data: []byte{0xc3}})
}

// lead adds the symbol of a section and its leader.
func (b builder) lead(sec int32, selection uint8, name string) uint32 {
	b.AddSectionSymbol(sec, selection, 0)
	return b.AddSymbol(objgen.COFFSymbol{Name: name, Section: sec, Class: 2, Type: 0x20})
}

// TestSelections: each way to select, and the leader's record.
func TestSelections(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		b := builder{fl.file()}
		want := map[uint8]objfmt.Selection{1: objfmt.SelectOnly, 2: objfmt.SelectAny, 3: objfmt.SelectSame, 4: objfmt.SelectExact, 6: objfmt.SelectLargest}
		secs, leaders := map[uint8]int32{}, map[uint8]uint32{}
		for _, sel := range []uint8{6, 4, 3, 2, 1} {
			secs[sel] = b.section(".text", text|comdat)
		}
		for sel := range want {
			leaders[sel] = b.lead(secs[sel], sel, fmt.Sprint("leader", sel))
			b.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("later", sel), Section: secs[sel], Class: 2})
		}
		img := parse(t, "select.o", b.Bytes())
		if len(img.Groups) != len(want) || len(img.Members) != len(want) {
			t.Fatalf("%d groups, %d members", len(img.Groups), len(img.Members))
		}
		for sel, w := range want {
			g := group(img, fmt.Sprint("leader", sel))
			if g == nil || g.Select != w || !g.Comdat || g.BySection || g.Number != uint32(secs[sel]) || uint32(g.Signature) != leaders[sel] || !slices.Equal(numbers(img, g), []int32{secs[sel]}) {
				t.Errorf("selection %d: %+v", sel, g)
				continue
			}
			if _, s := byNumber(img, secs[sel]); &img.Groups[s.Group-1] != g {
				t.Errorf("section %d is in group %d", s.Number, s.Group)
			}
		}
	})
}

// TestLeaderLength: the length of a group is what the symbol of its leader says, if
// that is something and the section has as much.
func TestLeaderLength(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		b := builder{fl.file()}
		want := []uint32{16, 16, 4, 16, 1}
		for i, length := range []uint32{16, 0, 4, 17, 1} {
			sec := b.Add(objgen.COFFSection{Name: ".data$x", Flags: data | comdat, Data: make([]byte, 16)})
			aux := make([]byte, 18)
			binary.LittleEndian.PutUint32(aux, length)
			aux[14] = 3
			b.AddSymbol(objgen.COFFSymbol{Name: ".data$x", Section: sec, Class: 3, Aux: [][]byte{aux}})
			b.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("leader", i), Section: sec, Class: 2})
		}
		b.section(".data$alone", data|comdat) // no symbol says anything
		want = append(want, 1)
		img := parse(t, "length.o", b.Bytes())
		for i, w := range want {
			if got := img.Groups[i].Length; got != w {
				t.Errorf("group %s: length %d, want %d", img.GroupName(&img.Groups[i]), got, w)
			}
		}
	})
}

// TestAssociative: sections go with the leader of their leader, whatever the order,
// and with it when it is in no group.
func TestAssociative(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		b := builder{fl.file()}
		chain := b.section(".a", rodata|comdat) // goes with .b
		debug := b.section(".debug$S", rodata|comdat|scnDiscardable)
		middle := b.section(".b", rodata|comdat) // goes with .text
		lead := b.section(".text", text|comdat)
		plain := b.section(".data", data)
		static := b.section(".text$s", text|comdat)
		ofPlain := b.section(".c", rodata|comdat)
		ofPlain2 := b.section(".d", rodata|comdat)
		ofStatic := b.section(".e", rodata|comdat)
		ofDebug := b.section(".f", rodata|comdat) // goes with .debug$S
		alone := b.section(".g", rodata|comdat)   // nothing says how
		b.AddSectionSymbol(chain, 5, middle)
		b.AddSectionSymbol(debug, 5, lead)
		b.AddSectionSymbol(middle, 5, lead)
		b.lead(lead, 2, "leader")
		b.AddSectionSymbol(static, 2, 0)
		b.AddSymbol(objgen.COFFSymbol{Name: "local", Section: static, Class: 3, Type: 0x20})
		b.AddSymbol(objgen.COFFSymbol{Name: "too late", Section: static, Class: 2, Type: 0x20})
		b.AddSectionSymbol(ofPlain, 5, plain)
		b.AddSectionSymbol(ofPlain2, 5, ofPlain)
		b.AddSectionSymbol(ofStatic, 5, static)
		b.AddSectionSymbol(ofDebug, 5, debug)
		img := parse(t, "associative.o", b.Bytes())
		all := full(t, img)
		for _, c := range []struct {
			img     *objfmt.ObjectImage
			members []int32
		}{{img, []int32{lead, chain, middle, ofDebug}}, {all, []int32{lead, chain, debug, middle, ofDebug}}} {
			if got := numbers(c.img, group(c.img, "leader")); !slices.Equal(got, c.members) {
				t.Errorf("members %v, want %v", got, c.members)
			}
			if g := group(c.img, ".g"); len(c.img.Groups) != 2 || !slices.Equal(numbers(c.img, g), []int32{alone}) || !g.BySection || g.Signature != objfmt.NoSymbol || g.Select != objfmt.SelectAny {
				t.Errorf("groups %+v", c.img.Groups)
			}
			for sec, with := range map[int32]int32{chain: middle, middle: lead, ofPlain: plain, ofPlain2: ofPlain, ofStatic: static, lead: 0, plain: 0, static: 0, alone: 0} {
				_, s := byNumber(c.img, sec)
				id := objfmt.SecUndef
				if with != 0 {
					id, _ = byNumber(c.img, with)
				}
				if s.Link != id || (s.Flags&objfmt.SecLinkOrder != 0) != (with != 0) {
					t.Errorf("section %d goes with %d, want %d", sec, s.Link, id)
				}
				if ingroup := s.Group != 0; ingroup != (sec == chain || sec == middle || sec == lead || sec == alone) {
					t.Errorf("section %d is in group %d", sec, s.Group)
				}
			}
		}
		if _, s := byNumber(img, ofDebug); s.Link != objfmt.SecUndef || s.Flags&objfmt.SecLinkOrder != 0 {
			t.Errorf("goes with a section without a record: %+v", s)
		}
	})
}

// TestLongChain: associations in a long row, and back to front.
func TestLongChain(t *testing.T) {
	const n = 20000
	for _, back := range []bool{false, true} {
		b := builder{flavours[0].file()}
		for range n {
			b.section(".a", rodata|comdat)
		}
		lead, step, first := int32(1), int32(-1), int32(2)
		if back {
			lead, step, first = n, 1, 1
		}
		b.lead(lead, 2, "leader")
		for sec := first; sec < first+n-1; sec++ {
			b.AddSectionSymbol(sec, 5, sec+step)
		}
		img := parse(t, "chain.o", b.Bytes())
		if got := numbers(img, group(img, "leader")); len(got) != n || got[0] != lead {
			t.Errorf("%d members, first %v", len(got), got[:min(len(got), 1)])
		}
	}
}

// TestNameless: GNU's COMDAT sections without a leader. What describes code goes
// with it by its name; others are groups by their own names.
func TestNameless(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		for _, near := range []bool{true, false} { // right behind its code, or anywhere
			b := builder{fl.file()}
			var code [3]int32
			rest := map[string][]int32{}
			describe := func(name string) {
				for _, kind := range []string{".xdata", ".pdata", ".eh_frame"} {
					n := b.section(kind+"$"+name, rodata|comdat)
					rest[name] = append(rest[name], n)
				}
			}
			names := []string{"f", "g with a long name", "static"}
			for i, name := range names {
				code[i] = b.section(".text$"+name, text|comdat)
				if near {
					describe(name)
				}
			}
			if !near {
				for _, name := range slices.Backward(names) {
					describe(name)
				}
			}
			lone := b.section(".pdata$h", rodata|comdat) // there is no .text$h
			twin := b.section(".rdata$f", rodata|comdat) // is not about f
			dollar := b.section(".xdata$", rodata|comdat)
			prefix := b.section(".xdatas$f", rodata|comdat)
			b.lead(code[0], 2, "f")
			b.lead(code[1], 3, "g")
			b.AddSectionSymbol(code[2], 2, 0)
			b.AddSymbol(objgen.COFFSymbol{Name: "static", Section: code[2], Class: 3, Type: 0x20})
			b.AddSectionSymbol(rest["f"][0], 2, 0) // .xdata has symbols, .pdata has none
			b.AddSymbol(objgen.COFFSymbol{Name: "GCC_except_table1", Section: rest["f"][0], Class: 3})
			same := b.AddSectionSymbol(twin, 3, 0)
			img := parse(t, "nameless.o", b.Bytes())
			if len(img.Groups) != 6 {
				t.Errorf("%d groups", len(img.Groups))
			}
			for i, name := range []string{"f", "g"} {
				want := append([]int32{code[i]}, rest[names[i]]...)
				if got := numbers(img, group(img, name)); !slices.Equal(got, want) {
					t.Errorf("group %s: %v, want %v", name, got, want)
				}
			}
			for _, sec := range append(rest["static"], code[2]) {
				if _, s := byNumber(img, sec); s.Group != 0 {
					t.Errorf("section %d is in a group", sec)
				}
			}
			for name, sec := range map[string]int32{".pdata$h": lone, ".rdata$f": twin, ".xdata$": dollar, ".xdatas$f": prefix} {
				g := group(img, name)
				if !slices.Equal(numbers(img, g), []int32{sec}) || !g.BySection || !g.Comdat {
					t.Errorf("group %s: %+v", name, g)
				}
			}
			if g := group(img, ".rdata$f"); g.Select != objfmt.SelectSame || uint32(g.Signature) != same {
				t.Errorf("%+v", g)
			}
		}
	})
}

// TestNamelessLeader: a leader without a name leads nothing that others could have.
func TestNamelessLeader(t *testing.T) {
	b := builder{flavours[0].file()}
	sec := b.section(".text$x", text|comdat)
	b.lead(sec, 2, "")
	img := parse(t, "nameless.o", b.Bytes())
	if len(img.Groups) != 0 || img.Sections[0].Group != 0 {
		t.Errorf("%+v", img.Groups)
	}
}

// TestUnloadedSelection: how a section that is not loaded is selected does not matter.
func TestUnloadedSelection(t *testing.T) {
	for _, sel := range []uint8{0, 7, 200} {
		b := builder{flavours[0].file()}
		sec := b.section(".debug$F", rodata|comdat)
		b.AddSectionSymbol(sec, sel, 0)
		img := parse(t, "debug.o", b.Bytes())
		if len(img.Groups) != 0 {
			t.Errorf("%+v", img.Groups)
		}
		if all := full(t, img); len(all.Groups) != 1 || all.Groups[0].Select != objfmt.SelectAny {
			t.Errorf("%+v", all.Groups)
		}
	}
}

// TestLargeAssociation: the upper half of a section number is for large objects
// alone; Microsoft's plain ones have anything there.
func TestLargeAssociation(t *testing.T) {
	for _, big := range []bool{false, true} {
		b := builder{flavour{0x8664, big}.file()}
		lead := b.section(".text", text|comdat)
		with := b.section(".xdata", rodata|comdat)
		b.lead(lead, 2, "f")
		b.AddSymbol(objgen.COFFSymbol{Name: ".xdata", Section: with, Class: 3, Aux: [][]byte{{12: 1, 14: 5, 16: 0xcc, 17: 0xcc}}})
		if !big {
			img := parse(t, "plain.o", b.Bytes())
			if got := numbers(img, group(img, "f")); !slices.Equal(got, []int32{lead, with}) {
				t.Errorf("%v", got)
			}
			continue
		}
		refused(t, b.Bytes(), "associated with section", false)
	}
	if citest.Sample() {
		t.Skip("large")
	}
	b := builder{flavour{0x8664, true}.file()}
	for range 0x10005 {
		b.section(".a", rodata|comdat)
	}
	b.lead(0x10003, 2, "f")
	b.AddSectionSymbol(5, 5, 0x10003)
	img := parse(t, "big.o", b.Bytes())
	if got := numbers(img, group(img, "f")); !slices.Equal(got, []int32{0x10003, 5}) {
		t.Errorf("%v", got)
	}
}

package rtdyld_test

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// madeRelocs are relocations in no file's form: Raw of a section has a byte for each, its
// index.
type madeRelocs []objfmt.Reloc

func (m madeRelocs) Decode(_ *objfmt.ObjectImage, _ *objfmt.Section, dst []objfmt.Reloc, raw []byte) (n int, rest []byte, err error) {
	for n < len(dst) && n < len(raw) {
		dst[n] = m[raw[n]]
		n++
	}
	return n, raw[n:], nil
}

func (m madeRelocs) Layout(*objfmt.ObjectImage, *objfmt.Section) (*objfmt.Layout, uint64) {
	return nil, 0
}

func (m madeRelocs) Full(_ context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	full := *img
	full.Buffer.Retain()
	return &full, nil
}

func (m madeRelocs) ContentsSize(_ *objfmt.ObjectImage, sec *objfmt.Section) (uint64, error) {
	return uint64(len(sec.Data)), nil
}

func (m madeRelocs) Contents(_ context.Context, _ *objfmt.ObjectImage, sec *objfmt.Section) ([]byte, error) {
	return sec.Data, nil
}

// TestMadeImage: a compiler that is part of the program links what it made without a file: an
// image with names, hashes and a Format of its own.
func TestMadeImage(t *testing.T) {
	const pc32 = 4 // R_X86_64_PLT32
	tr, err := triple.Parse("x86_64-unknown-linux-gnu")
	if err != nil {
		t.Fatal(err)
	}
	code := []byte{0xe8, 0, 0, 0, 0, 0xe8, 0, 0, 0, 0, 0xc3, 0xc3} // call inc; call own; ret; own: ret
	img := &objfmt.ObjectImage{
		Name: "made", Triple: tr, Buffer: objfmt.NewBuffer("made", nil), Machine: 62, Is64: true,
		Sections: []objfmt.Section{{
			Data: code, Raw: []byte{0, 1}, Size: uint64(len(code)), Flags: objfmt.SecLoad | objfmt.SecExec, Link: objfmt.SecUndef, Align: 4, Kind: objfmt.KindCode,
		}},
		Symbols: []objfmt.Symbol{
			{Value: 11, Size: 1, Name: 0, NameLen: 3, Section: 0, Type: objfmt.SymFunc},
			{Value: 0, Size: 11, Name: 3, NameLen: 5, Section: 0, Type: objfmt.SymFunc, Bind: objfmt.BindGlobal},
			{Name: 8, NameLen: 3, Section: objfmt.SecUndef, Bind: objfmt.BindGlobal},
		},
		Strings: []byte("owntwiceinc"), SecStrings: []byte(".text\x00"), FirstGlobal: 1,
		Hashes: []uint32{objfmt.HashName("twice"), objfmt.HashName("inc")},
		Format: madeRelocs{
			{Offset: 1, Addend: -4, Type: pc32, Sym: 2, Sub: objfmt.NoSymbol, HasAddend: true},
			{Offset: 6, Addend: -4, Type: pc32, Sym: 0, Sub: objfmt.NoSymbol, HasAddend: true},
		},
	}
	r := newRig(t, rtdyld.Config{Resolver: outside{"inc": {Addr: 0x20000, Kind: rtdyld.Func}}})
	objs, err := r.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	text, at := objs[0].Sections()[0], r.addr("twice")
	field := func(off uint64) uint64 {
		return at + off + 4 + uint64(int32(binary.LittleEndian.Uint32(text.Mem[off:])))
	}
	if text.Name != ".text" || text.Addr != at || field(1) != 0x20000 || field(6) != at+11 {
		t.Errorf("%s at %#x, twice at %#x: calls go to %#x and %#x", text.Name, text.Addr, at, field(1), field(6))
	}
	var names []string
	for s := range objs[0].SymbolSeq() {
		names = append(names, s.Name)
	}
	if len(names) != 2 || names[0] != "own" || names[1] != "twice" {
		t.Errorf("symbols %q", names)
	}
	r.unload(objs...)
}

package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Numbers of the RISC-V psABI.
const (
	riscvJAL     = 17
	riscvPCHigh  = 23
	riscvPCLow   = 24
	riscvHigh    = 26
	riscvLow     = 27
	riscvSetULEB = 60
)

// riscvObject has words in .text, in front of size zero bytes of code, relocations of them
// to symbols, and labels at 0 and 8. Symbols: 1 label, 2 label8, then names; a name that
// begins with ? is weak.
func riscvObject(words []uint32, size uint64, names []string, relocs ...objgen.ELFReloc) []byte {
	f := &objgen.ELF{Is64: true, Machine: 243}
	var data []byte
	for _, w := range words {
		data = binary.LittleEndian.AppendUint32(data, w)
	}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: data, Align: 4})
	f.AddSymbol(objgen.ELFSymbol{Name: ".L0", Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: ".L8", Section: text, Value: 8})
	if size > 0 {
		f.Add(objgen.ELFSection{Name: ".text.fill", Type: 8, Flags: 6, Size: size, Align: 4})
	}
	for _, n := range names {
		s := objgen.ELFSymbol{Name: n, Bind: 1}
		if weak, ok := strings.CutPrefix(n, "?"); ok {
			s.Name, s.Bind = weak, 2
		}
		f.AddSymbol(s)
	}
	f.AddRelocs(text, true, relocs)
	return f.Bytes()
}

// TestRISCVLow: code that has absolute addresses in it is placed below 2 GiB.
func TestRISCVLow(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"out": {Addr: 0x12345ffe, Kind: rtdyld.Data}}})
	pair := []objgen.ELFReloc{{Type: riscvHigh, Sym: 3}, {Offset: 4, Type: riscvLow, Sym: 3}}
	objs, err := r.Load(t.Context(), parse(t, "low.o", riscvObject([]uint32{0x37, 0x13}, 0, []string{"out"}, pair...)))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range r.mem.reqs {
		if !q.Low32 {
			t.Errorf("request %+v", q)
		}
	}
	r.finalize()
	if got := hex(section(t, objs[0], ".text").Mem); got != "37 60 34 12 13 00 e0 ff" {
		t.Errorf("code is % s", got)
	}
}

// TestRISCVWeak: what nobody defines has address 0 wherever the code is.
func TestRISCVWeak(t *testing.T) {
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x7000_0000_0000}})
	pair := []objgen.ELFReloc{{Type: riscvPCHigh, Sym: 3}, {Offset: 4, Type: riscvPCLow, Sym: 1}}
	objs, err := r.Load(t.Context(), parse(t, "weak.o", riscvObject([]uint32{0x517, 0x50513}, 0, []string{"?nobody"}, pair...)))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	if got := hex(section(t, objs[0], ".text").Mem); got != "37 05 00 00 13 05 05 00" { // lui a0, 0; addi a0, a0, 0
		t.Errorf("code is % s", got)
	}
}

// TestRISCVLeave: where the high part of an address is left alone, so is the low one.
func TestRISCVLeave(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: leaving})
	pair := []objgen.ELFReloc{{Type: riscvPCHigh, Sym: 3}, {Offset: 4, Type: riscvPCLow, Sym: 1}, {Offset: 12, Type: riscvPCLow, Sym: 2}, {Offset: 8, Type: riscvPCHigh, Sym: 3}}
	words := []uint32{0xabcde517, 0xabc50513, 0x12345597, 0x12358593}
	objs, err := r.Load(t.Context(), parse(t, "left.o", riscvObject(words, 0, []string{"out"}, pair...)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r.resolve()
		text := section(t, objs[0], ".text")
		for i, want := range words {
			if got := binary.LittleEndian.Uint32(text.Mem[4*i:]); got != want {
				t.Errorf("word %d is %#x, in the file %#x", i, got, want)
			}
		}
		if err := objs[0].MapSectionAddress(text.ID, text.Addr+0x1000); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRISCVPartner: a low part without its high one, and half a difference, are errors
// that say so.
func TestRISCVPartner(t *testing.T) {
	for name, c := range map[string]struct {
		relocs []objgen.ELFReloc
		want   string
	}{
		"no high part":      {[]objgen.ELFReloc{{Type: riscvPCHigh, Sym: 1}, {Offset: 4, Type: riscvPCLow, Sym: 2}}, "low.o: .text+0x4: R_RISCV_PCREL_LO12_I to .L8: its symbol is no label of the relocation that this one has the low part of"},
		"an addend":         {[]objgen.ELFReloc{{Type: riscvPCHigh, Sym: 1}, {Offset: 4, Type: riscvPCLow, Sym: 1, Addend: 4}}, "low.o: .text+0x4: R_RISCV_PCREL_LO12_I to .L0: its symbol is no label"},
		"half a difference": {[]objgen.ELFReloc{{Type: riscvSetULEB, Sym: 1}}, "low.o: .text+0x0: R_RISCV_SET_ULEB128 to .L0: the other half of a difference is not there"},
	} {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), parse(t, "low.o", riscvObject([]uint32{0x17, 0x13, 0x13}, 0, nil, c.relocs...))); err != nil {
			t.Fatal(err)
		}
		err := r.Resolve(t.Context())
		var e *rtdyld.RelocError
		if !errors.As(err, &e) || !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRISCVJAL: a stub stands for what JAL does not reach; behind the code of an object that is larger than its reach, behind
// the section of the instruction.
func TestRISCVJAL(t *testing.T) {
	for _, size := range []uint64{0, 0x2_0000, 0x40_0000} {
		r := newRig(t, rtdyld.Config{Resolver: outside{"out": {Addr: 0x7f12_3456_7890, Kind: rtdyld.Func}}})
		objs, err := r.Load(t.Context(), parse(t, "jal.o", riscvObject([]uint32{0xef, 0x13}, size, []string{"out"}, objgen.ELFReloc{Type: riscvJAL, Sym: 3})))
		if err != nil {
			t.Fatal(err)
		}
		err = r.Resolve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		text := section(t, objs[0], ".text")
		w := binary.LittleEndian.Uint32(text.Mem)
		d := uint64(int64(int32(w))>>31)<<20 | uint64(w>>12&0xff)<<12 | uint64(w>>20&1)<<11 | uint64(w>>21&0x3ff)<<1
		stub := r.bytes(text.Addr+d, 16)
		if hex(stub[:4]) != "17 00 00 00" || hex(stub[12:]) != "67 00 0e 00" { // lpad 0; auipc t3; ld t3; jr t3
			t.Errorf("the stub is % x", stub)
		}
		at := binary.LittleEndian.Uint32(stub[4:])&^0xfff + uint32(int32(binary.LittleEndian.Uint32(stub[8:]))>>20)
		if slot := r.bytes(text.Addr+d+4+uint64(int64(int32(at))), 8); binary.LittleEndian.Uint64(slot) != 0x7f12_3456_7890 {
			t.Errorf("the stub jumps to %x", slot)
		}
	}
}

// TestRISCVFloatABI: objects that pass floating-point numbers otherwise are refused, in a
// batch and later.
func TestRISCVFloatABI(t *testing.T) {
	object := func(flags uint32) *objfmt.ObjectImage {
		f := &objgen.ELF{Is64: true, Machine: 243, Flags: flags}
		f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4), Align: 4})
		return parse(t, []string{"soft.o", "single.o", "double.o", "quad.o"}[flags>>1&3], f.Bytes())
	}
	const rvc, rve, tso = 1, 8, 16
	for _, c := range []struct {
		first, second uint32
		want          string
	}{
		{4, 4 | rvc, ""}, {4 | tso, 4, ""}, {0, 0, ""},
		{4, 0, "soft.o: floating-point ABI EF_RISCV_FLOAT_ABI_SOFT, not EF_RISCV_FLOAT_ABI_DOUBLE as double.o has it"},
		{2 | rvc, 6, "quad.o: floating-point ABI EF_RISCV_FLOAT_ABI_QUAD, not EF_RISCV_FLOAT_ABI_SINGLE as single.o has it"},
		{0, rve, "soft.o: for 16 registers (EF_RISCV_RVE), not 32 as soft.o has it"},
		{rve, 0, "soft.o: for 32 registers, not 16 (EF_RISCV_RVE) as soft.o has it"},
	} {
		check := func(err error) {
			t.Helper()
			if (err == nil) != (c.want == "") || err != nil && (!errors.Is(err, rtdyld.ErrTarget) || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%#x and %#x: %v", c.first, c.second, err)
			}
		}
		r := newRig(t, rtdyld.Config{})
		_, err := r.Load(t.Context(), object(c.first), object(c.second))
		check(err)
		r = newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), object(c.first)); err != nil {
			t.Fatal(err)
		}
		_, err = r.Load(t.Context(), object(c.second))
		check(err)
	}
}

// TestRISCVShort: what a branch does not reach, and what has no stub near it, is refused: conditional and compressed
// branches, JAL in a section that is larger than its reach, JAL to labels that are no functions, since a stub
// changes registers.
func TestRISCVShort(t *testing.T) {
	for i := range 4 {
		policy, is64 := []rtdyld.StubPolicy{rtdyld.StubsExternal, rtdyld.StubsByAddress}[i%2], i < 2
		out := uint64(0x7f12_3456)
		if is64 {
			out = 0x7f12_3456_7890
		}
		for _, c := range []struct {
			name, want string
			typ, sym   uint32
			label      byte // type of the label in another section
			own        int  // bytes behind the instruction in its own section
			calls      bool
		}{
			{"branch", "R_RISCV_BRANCH to out: ", 16, 3, 0, 0, false},
			{"compressed branch", "R_RISCV_RVC_BRANCH to out: ", 44, 3, 0, 0, false},
			{"compressed jump", "R_RISCV_RVC_JUMP to out: ", 45, 3, 0, 0, false},
			{"large section", "R_RISCV_JAL to out: ", riscvJAL, 3, 0, 1<<20 + 4096, false},
			{"label", "R_RISCV_JAL to far: ", riscvJAL, 4, 0, 0, false},
			{"function", "", riscvJAL, 4, 2, 0, true},
		} {
			if policy == rtdyld.StubsByAddress && (c.own > 0 || c.calls) {
				continue // needs memory near the code, which this manager does not look for
			}
			f := &objgen.ELF{Is64: is64, Machine: 243}
			f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8+c.own), Align: 4})
			other := f.Add(objgen.ELFSection{Name: ".text.other", Flags: 6, Data: make([]byte, 0x20_0000), Align: 4})
			f.AddSymbol(objgen.ELFSymbol{Name: ".L0", Section: 1})
			f.AddSymbol(objgen.ELFSymbol{Name: ".L8", Section: 1, Value: 8})
			far := f.AddSymbol(objgen.ELFSymbol{Name: "far", Section: other, Value: 0x1f_0000, Type: c.label})
			sym := f.AddSymbol(objgen.ELFSymbol{Name: "out", Bind: 1})
			f.AddRelocs(1, true, []objgen.ELFReloc{{Type: c.typ, Sym: map[uint32]uint32{3: sym, 4: far}[c.sym]}})
			r := newRig(t, rtdyld.Config{Stubs: policy, Resolver: outside{"out": {Addr: out, Kind: rtdyld.Func}}})
			_, err := r.Load(t.Context(), parse(t, "short.o", f.Bytes()))
			if err == nil {
				err = r.Resolve(t.Context())
			}
			var e *reloc.RangeError
			if c.calls {
				if err != nil {
					t.Errorf("%v: %s: %v", policy, c.name, err)
				}
			} else if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "does not fit signed ") {
				t.Errorf("%v: %s: %v", policy, c.name, err)
			}
		}
	}
}

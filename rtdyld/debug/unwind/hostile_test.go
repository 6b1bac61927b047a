package unwind

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

var le = binary.LittleEndian

// at is where the parts of made-up objects lie.
const (
	atCode  = 0x10000
	atTable = 0x20000
	atInfo  = 0x30000
)

// madeUp reads an object of three parts.
func madeUp(arch triple.Arch, format triple.Format, code []byte, role objfmt.Role, table, info []byte) (*Table, error) {
	r, err := newReader("o", triple.ForObject(arch, format), machineOf(arch).slot == 8, false)
	if err != nil {
		return nil, err
	}
	r.image = atCode
	r.parts = []part{{name: "code", addr: atCode, mem: code, code: true}, {name: "table", addr: atTable, mem: table, role: role}}
	if len(info) > 0 {
		r.parts = append(r.parts, part{name: "info", addr: atInfo, mem: info})
	}
	r.ownBlocks(nil)
	return r.table()
}

// soundCIE has version 1, augmentation "zR", factors 1 and -8, column 16, pcrel sdata4.
var soundCIE = []byte{20, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0}

// frameSection is a .eh_frame of a CIE and one FDE for the first 16 bytes of code.
func frameSection(cie []byte, prog ...byte) []byte {
	b := bytes.Clone(cie)
	at := len(b)
	b = le.AppendUint32(b, 0)
	b = le.AppendUint32(b, uint32(at+4))
	b = le.AppendUint32(b, uint32(0x1_0000_0000+atCode-atTable-int64(at)-8))
	b = le.AppendUint32(b, 16)
	b = append(append(b, 0), prog...)
	le.PutUint32(b[at:], uint32(len(b)-at-4))
	return append(b, 0, 0, 0, 0)
}

// edit is a copy of b with bytes from off on replaced.
func edit(b []byte, off int, with ...byte) []byte {
	b = bytes.Clone(b)
	copy(b[off:], with)
	return b
}

// TestBadFrames: what is wrong with a record of .eh_frame is said, and nothing is made of it.
func TestBadFrames(t *testing.T) {
	code := make([]byte, 64)
	if table, err := madeUp(triple.X86_64, triple.ELF, code, objfmt.RoleEHFrame, frameSection(soundCIE), nil); err != nil || table.Len() != 1 || table.Row(atCode) != "7+8 16=c-8" {
		t.Fatalf("a sound record: %v, %v", table, err)
	}
	sound := frameSection(soundCIE, 0x41, 0x0e, 16)
	for want, eh := range map[string][]byte{
		"length reaches beyond the section":                     edit(sound, 0, 0xf0),
		"section ends within a length":                          sound[:len(sound)-2],
		"version is not 1, 3 or 4":                              edit(sound, 8, 2),
		"unknown augmentation":                                  edit(sound, 9, 'Q'),
		"augmentation data is cut off":                          edit(sound, 15, 0x70),
		"column of the return address is no register":           edit(sound, 14, 99),
		"alignment factor makes no sense":                       edit(sound, 12, 0),
		"program has an instruction that is unknown or cut off": frameSection(soundCIE, 0x3f),
		"no common record where its pointer leads":              edit(sound, 28, 27),
		"addresses are written in an unknown way":               edit(sound, 16, 0x3b),
		"describes what is no code of the object":               edit(sound, 36, 65),
		"DW_CFA_set_loc leads nowhere":                          frameSection(soundCIE, cfaSetLoc, 0, 0, 0, 0xf0),
		"addresses of another size than the target's":           edit(sound, 8, 4, 0, 4, 0),
	} {
		table, err := madeUp(triple.X86_64, triple.ELF, code, objfmt.RoleEHFrame, eh, nil)
		var rec *RecordError
		if !errors.As(err, &rec) || !errors.Is(err, ErrRecord) || !strings.Contains(err.Error(), want) || rec.Section != "table" || rec.Object != "o" {
			t.Errorf("want %q: %v", want, err)
		}
		if n := table.Len(); n > 1 || n == 1 && want != "section ends within a length" {
			t.Errorf("%q: %d ranges", want, n)
		}
	}
}

// TestSetLoc: a program may name the addresses where it goes on.
func TestSetLoc(t *testing.T) {
	const loc = 24 + 17 + 1 // of the address in the section
	prog := le.AppendUint32([]byte{cfaSetLoc}, uint32(0x1_0000_0000+atCode+5-atTable-loc))
	table, err := madeUp(triple.X86_64, triple.ELF, make([]byte, 64), objfmt.RoleEHFrame, frameSection(soundCIE, append(prog, 0x0e, 16, 0x41, 0x0e, 24)...), nil)
	if err != nil {
		t.Fatal(err)
	}
	for pc, want := range map[uint64]string{0: "7+8 16=c-8", 4: "7+8 16=c-8", 5: "7+16 16=c-8", 6: "7+24 16=c-8", 15: "7+24 16=c-8"} {
		if got := table.Row(atCode + pc); got != want {
			t.Errorf("%d: %s, want %s", pc, got, want)
		}
	}
}

// TestBadFunctions: the same of .pdata and .xdata.
func TestBadFunctions(t *testing.T) {
	code := make([]byte, 64)
	pdata := func(words ...uint32) (b []byte) {
		for _, w := range words {
			b = le.AppendUint32(b, w)
		}
		return b
	}
	const info = atInfo - atCode
	for _, c := range []struct {
		want  string
		arch  triple.Arch
		table []byte
		info  []byte
	}{
		{"", triple.X86_64, pdata(0, 16, info), []byte{1, 4, 1, 0, 4, 0x42, 0, 0}},
		{"function ends before it begins", triple.X86_64, pdata(16, 8, info), []byte{1, 0, 0, 0}},
		{"size of the table is no multiple of an entry", triple.X86_64, append(pdata(0, 16, info), 0), []byte{1, 0, 0, 0}},
		{"describes what is no code of the object", triple.X86_64, pdata(0, 65, info), []byte{1, 0, 0, 0}},
		{"describes code that another entry is about", triple.X86_64, pdata(0, 16, info, 15, 20, info), []byte{1, 0, 0, 0}},
		{"unwind information lies outside the object", triple.X86_64, pdata(0, 16, info+4), []byte{1, 0, 0, 0}},
		{"unwind information is not aligned", triple.X86_64, pdata(0, 16, info+1), []byte{1, 0, 0, 0}},
		{"unwind information of a version that is not 1 or 2", triple.X86_64, pdata(0, 16, info), []byte{3, 0, 0, 0}},
		{"unwind information is cut off", triple.X86_64, pdata(0, 16, info), []byte{1, 0, 9, 0}},
		{"unwind operation that is not known", triple.X86_64, pdata(0, 16, info), []byte{1, 4, 1, 0, 4, 0x0f, 0, 0}},
		{"unwind operation is cut off or makes no sense", triple.X86_64, pdata(0, 16, info), []byte{1, 4, 1, 0, 4, 0x01, 0, 0}},
		{"unwind operations are out of order", triple.X86_64, pdata(0, 16, info), []byte{1, 4, 1, 0, 5, 0x42, 0, 0}},
		{"chained unwind information does not end", triple.X86_64, pdata(0, 16, info), append([]byte{0x21, 0, 0, 0}, pdata(0, 16, info)...)},
		{"chained unwind information is cut off", triple.X86_64, pdata(0, 16, info), []byte{0x21, 0, 0, 0}},
		{"", triple.X86_64, pdata(0, 16, info), []byte{1, 0, 0, 0}},

		{"", triple.AArch64, pdata(0, info), pdata(4|1<<27, 0xe4e4e4e1)},
		{"", triple.AArch64, pdata(0, 1|8<<2|1<<23), nil},
		{"packed unwind information of a kind that is not known", triple.AArch64, pdata(0, 3|8<<2), nil},
		{"packed unwind information saves more registers than there are", triple.AArch64, pdata(0, 1|8<<2|15<<16|9<<23), nil},
		{"packed unwind information has a frame that is smaller than what is saved", triple.AArch64, pdata(0, 1|8<<2|4<<16|1<<23), nil},
		{"epilog is longer than its function", triple.AArch64, pdata(0, 1|1<<2|1<<23), nil},
		{"unwind information of a version that is not 0", triple.AArch64, pdata(0, info), pdata(4|1<<18|1<<27, 0xe4)},
		{"unwind information is cut off", triple.AArch64, pdata(0, info), pdata(4 | 2<<27)},
		{"unwind codes have one that is not known, or no end", triple.AArch64, pdata(0, info), pdata(4|1<<27, 0xe8)},
		{"unwind codes have one that is not known, or no end", triple.AArch64, pdata(0, info), pdata(4|1<<27, 0xe3e3e3e3)},
		{"unwind code stores the pair after one that is not there", triple.AArch64, pdata(0, info), pdata(4|1<<27, 0xe4e1e6)},
		{"unwind codes begin outside the record", triple.AArch64, pdata(0, info), pdata(4|1<<21|9<<22|1<<27, 0xe4e4e4e4)},
		{"prolog is longer than its function", triple.AArch64, pdata(0, info), pdata(2|1<<27, 0xe4010101)},
		{"epilogs overlap or reach beyond their function", triple.AArch64, pdata(0, info), pdata(4|1<<22|1<<27, 4, 0xe4010101)},
		{"function tables of this processor are not read", triple.X86, pdata(0, 16, info), []byte{1, 0, 0, 0}},
	} {
		table, err := madeUp(c.arch, triple.COFF, code, objfmt.RolePData, c.table, c.info)
		switch {
		case c.want == "" && err == nil:
			if _, end, ok := table.Find(atCode); !ok || end == atCode+64 {
				t.Errorf("a sound record of %v makes nothing: %#x", c.arch, end)
			}
		case c.want == "":
			t.Errorf("a sound record of %v: %v", c.arch, err)
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("want %q: %v", c.want, err)
		}
	}
}

// TestBadIndex: the same of .ARM.exidx.
func TestBadIndex(t *testing.T) {
	code := make([]byte, 64)
	const fn = 0x7fff0000 // prel31 from atTable to atCode
	for want, words := range map[string][]uint32{
		"": {fn, 0x80b0b0b0},
		"index table entry has the highest bit set":     {fn | 1<<31, 0x80b0b0b0},
		"personality routine that is not known":         {fn, 0x83b0b0b0},
		"unwinding instructions lie outside the object": {fn, 0x1000},
		"unwinding instruction that is not known":       {fn, 0x80b6b0b0},
		"stack pointer is restored after registers":     {fn, 0x80a09bb0},
		"size of the table is no multiple of an entry":  {fn},
	} {
		var b []byte
		for _, w := range words {
			b = le.AppendUint32(b, w)
		}
		table, err := madeUp(triple.ARM, triple.ELF, code, objfmt.RoleExidx, b, nil)
		if want == "" && (err != nil || table.Len() != 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// TestShared: records that share what describes them, or what they describe, cost no more
// than a small multiple of the tables.
func TestShared(t *testing.T) {
	const n = 1 << 16
	code := make([]byte, n)
	for i := range code {
		code[i] = 0x58
	}
	var pdata, compact []byte
	for i := range uint32(n) {
		for _, w := range []uint32{i, i + 1, 0x100000} {
			pdata = le.AppendUint32(pdata, w)
		}
	}
	for range n / 8 {
		for _, w := range []uint32{atCode, 0, n, 0x01000000, 0, 0, 0, 0} {
			compact = le.AppendUint32(compact, w)
		}
	}
	info := []byte{1, 0, 255, 0}
	for range 255 {
		info = append(info, 0, 0x30)
	}
	for _, c := range []struct {
		format triple.Format
		role   objfmt.Role
		table  []byte
	}{{triple.COFF, objfmt.RolePData, pdata}, {triple.MachO, objfmt.RoleCompactUnwind, compact}} {
		r, _ := newReader("o", triple.ForObject(triple.X86_64, c.format), true, false)
		r.image = atCode
		r.parts = []part{{name: "code", addr: atCode, mem: code, code: true}, {name: "info", addr: atCode + 0x100000, mem: info}, {name: "table", addr: atCode + 0x200000, mem: c.table, role: c.role}}
		table, err := r.table()
		if err == nil || !strings.Contains(err.Error(), "many others") && !strings.Contains(err.Error(), "is shared") {
			t.Errorf("%v: %v", c.format, err)
		}
		if size := len(table.prog); size > 20*(len(c.table)+n) {
			t.Errorf("%v: %d bytes make %d", c.format, len(c.table), size)
		}
	}
}

// TestExpressions: each operation does what DWARF says.
func TestExpressions(t *testing.T) {
	cases := []struct {
		want uint64
		expr []byte
	}{
		{5, []byte{opLit0 + 5}}, {0x1234, []byte{opConst2u, 0x34, 0x12}}, {^uint64(0), []byte{opConst1s, 0xff}}, {255, []byte{opConst1u, 0xff}},
		{300, []byte{opConstu, 0xac, 2}}, {^uint64(0) - 1, []byte{opConsts, 0x7e}}, {8, []byte{opAddr, 8, 0, 0, 0, 0, 0, 0, 0}},
		{0x1000 + 16, []byte{opBreg0 + 7, 16}}, {0x1000 - 8, []byte{opBregx, 7, 0x78}},
		{7, []byte{opLit0 + 3, opLit0 + 4, opPlus}}, {1, []byte{opLit0 + 4, opLit0 + 3, opMinus}}, {12, []byte{opLit0 + 3, opLit0 + 4, opMul}},
		{3, []byte{opLit0 + 7, opLit0 + 2, opDiv}}, {1, []byte{opLit0 + 7, opLit0 + 2, opMod}}, {^uint64(2), []byte{opLit0 + 3, opNeg, opLit0 + 1, opDiv}},
		{3, []byte{opLit0 + 3, opNeg, opLit0 + 1, opNeg, opDiv}},
		{2, []byte{opLit0 + 3, opLit0 + 6, opAnd}}, {7, []byte{opLit0 + 3, opLit0 + 6, opOr}}, {5, []byte{opLit0 + 3, opLit0 + 6, opXor}},
		{24, []byte{opLit0 + 3, opLit0 + 3, opShl}}, {0, []byte{opLit0 + 3, opConst1u, 200, opShl}}, {1, []byte{opLit0 + 8, opLit0 + 3, opShr}},
		{^uint64(0), []byte{opLit0 + 8, opNeg, opLit0 + 3, opShra}}, {^uint64(3), []byte{opLit0 + 3, opNot}}, {3, []byte{opLit0 + 3, opNeg, opAbs}},
		{9, []byte{opLit0 + 4, opPlusUconst, 5}}, {8, []byte{opLit0 + 4, opDup, opPlus}}, {4, []byte{opLit0 + 4, opLit0 + 5, opDrop}},
		{4, []byte{opLit0 + 4, opLit0 + 5, opOver}}, {4, []byte{opLit0 + 4, opLit0 + 5, opPick, 1}}, {1, []byte{opLit0 + 4, opLit0 + 5, opSwap, opMinus}},
		{2, []byte{opLit0 + 1, opLit0 + 2, opLit0 + 3, opRot}}, {3, []byte{opLit0 + 1, opLit0 + 2, opLit0 + 3, opRot, opDrop, opDrop, opNop}},
		{1, []byte{opLit0 + 4, opLit0 + 4, opEq}}, {0, []byte{opLit0 + 4, opLit0 + 4, opNe}}, {1, []byte{opLit0 + 1, opNeg, opLit0 + 4, opLt}},
		{0, []byte{opLit0 + 1, opNeg, opLit0 + 4, opGe}}, {1, []byte{opLit0 + 4, opLit0 + 4, opLe}}, {0, []byte{opLit0 + 4, opLit0 + 4, opGt}},
		{6, []byte{opLit0 + 6, opSkip, 1, 0, opNop, opLit0 + 1, opBra, 1, 0, opDrop}}, {0x2000 ^ 0xff, []byte{opConst2u, 0, 0x20, opDeref}},
		{0xff, []byte{opConst2u, 0, 0x20, opDerefSize, 1}},
	}
	rs := Regs{Arch: triple.X86_64}
	rs.SetSP(0x1000)
	table := &Table{arch: triple.X86_64, m: machineOf(triple.X86_64), addr: 8}
	s := stepper{t: table, m: table.m, r: &rs, read: func(addr uint64, dst []byte) error {
		var b [8]byte
		le.PutUint64(b[:], addr^0xff)
		copy(dst, b[:])
		return nil
	}}
	for _, c := range cases {
		if v, err := s.eval(c.expr, nil); err != nil || v != c.want {
			t.Errorf("% x: %#x, %v, want %#x", c.expr, v, err, c.want)
		}
	}
	for want, expr := range map[string][]byte{
		"has no value":   {},
		"makes no sense": {opPlus},
		"does not end":   {opSkip, 0xfd, 0xff},
		"is unknown":     {opBreg0, 0},
		"operation 0xff": {0xff},
		"operation 0x1b": {opLit0, opLit0, opDiv},
		"operation 0xe":  {opConst8u, 1},
		"operation 0x94": {opLit0, opDerefSize, 3},
		"operation 0x2f": {opSkip, 0x10, 0},
		"operation 0x12": append(bytes.Repeat([]byte{opLit0}, maxExprStack), opDup),
		"operation 0x15": {opLit0, opPick, 5},
	} {
		if _, err := s.eval(expr, nil); err == nil || !errors.Is(err, ErrRule) || !strings.Contains(err.Error(), want) {
			t.Errorf("% x: %v, want %q", expr, err, want)
		}
	}
}

// TestOutermost: a frame without a return address is the last.
func TestOutermost(t *testing.T) {
	table, err := madeUp(triple.X86_64, triple.ELF, make([]byte, 64), objfmt.RoleEHFrame, frameSection(soundCIE, cfaUndefined, 16), nil)
	if err != nil {
		t.Fatal(err)
	}
	rs := Regs{Arch: triple.X86_64}
	rs.SetPC(atCode)
	rs.SetSP(0x1000)
	if err := table.Step(&rs, nil); err != ErrOutermost {
		t.Error(err)
	}
}

// TestSignalFrame: what a signal has interrupted is looked up at its own address, and all
// its registers are kept.
func TestSignalFrame(t *testing.T) {
	cie := bytes.Clone(soundCIE)
	copy(cie[9:], []byte{'z', 'R', 'S', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1})
	table, err := madeUp(triple.X86_64, triple.ELF, make([]byte, 64), objfmt.RoleEHFrame, frameSection(cie), nil)
	if err != nil {
		t.Fatal(err)
	}
	rs := Regs{Arch: triple.X86_64}
	rs.SetPC(atCode)
	rs.SetSP(0x1000)
	rs.Set(1, 77)
	if err := table.Step(&rs, func(_ uint64, dst []byte) error { clear(dst); dst[0] = 9; return nil }); err != nil {
		t.Fatal(err)
	}
	if v, ok := rs.Get(1); rs.Caller || rs.PC() != 9 || rs.Lookup() != 9 || !ok || v != 77 {
		t.Errorf("%+v", rs)
	}
}

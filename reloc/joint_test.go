package reloc_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// A made-up instruction set, in the byte order of data: words whose upper byte is an
// opcode, "high" and "low" halves of an address, and bytes with a number of six bits.
const (
	half   = FieldArch + iota // upper 16 bits of a value less its signed low ones, in the low half of a word
	low                       // low 16 bits, likewise
	sixths                    // six bits of a byte
)

var madeFields = [...]Insn{
	half - FieldArch: {Text: "signed 24", Width: 4, Min: -1 << 23, Max: 1<<23 - 1,
		Put: func(mem []byte, o bin.Order, v uint64) {
			o.PutU32(mem, o.U32(mem)&0xffff0000|uint32(v+0x8000)>>16&0xffff)
		},
		Get: func(mem []byte, o bin.Order) int64 { return int64(int16(o.U32(mem))) << 16 },
		Absolute: func(mem []byte, o bin.Order, v uint64) bool {
			if v >= 1<<23 {
				return false
			}
			o.PutU32(mem, 0xab000000|uint32(v+0x8000)>>16&0xffff)
			return true
		},
	},
	low - FieldArch: {Text: "64 bits", Width: 4, Min: -1 << 63, Max: 1<<63 - 1,
		Put: func(mem []byte, o bin.Order, v uint64) { o.PutU32(mem, o.U32(mem)&0xffff0000|uint32(v)&0xffff) },
		Get: func(mem []byte, o bin.Order) int64 { return int64(int16(o.U32(mem))) },
	},
	sixths - FieldArch: {Text: "6 bits", Width: 1, Min: -1 << 63, Max: 1<<63 - 1,
		Put: func(mem []byte, _ bin.Order, v uint64) { mem[0] = mem[0]&0xc0 | byte(v)&0x3f },
		Get: func(mem []byte, _ bin.Order) int64 { return int64(mem[0] & 0x3f) },
	},
}

// The made-up rows.
const (
	add8 = iota
	add16
	add32
	add64
	sub8
	sub16
	sub32
	sub64
	add6
	sub6
	set6
	addULEB
	subULEB
	setULEBPair
	subULEBPair
	highPC
	highGOT
	lowPart
	low32Part
	far
	call
)

var madeRows = []Howto{
	add8: Row("ADD8", Add, Wrap8, NeedNone), add16: Row("ADD16", Add, Wrap16, NeedNone), add32: Row("ADD32", Add, Wrap32, NeedNone), add64: Row("ADD64", Add, Word64, NeedNone),
	sub8: Row("SUB8", Sub, Wrap8, NeedNone), sub16: Row("SUB16", Sub, Wrap16, NeedNone), sub32: Row("SUB32", Sub, Wrap32, NeedNone), sub64: Row("SUB64", Sub, Word64, NeedNone),
	add6: Row("ADD6", Add, sixths, NeedNone), sub6: Row("SUB6", Sub, sixths, NeedNone), set6: Row("SET6", Abs, sixths, NeedNone),
	addULEB: Row("ADD_ULEB128", Add, ULEB128, NeedNone), subULEB: Row("SUB_ULEB128", Sub, ULEB128, NeedNone),
	setULEBPair: Row("SET_ULEB128", Minuend, ULEB128, NeedNone), subULEBPair: Row("SUB_ULEB128", Subtrahend, ULEB128, NeedNone),
	highPC: Row("HIGH", PCLead, half, NeedNone), highGOT: Row("HIGH_GOT", PCLead, half, NeedGOT),
	lowPart: Row("LOW", OfPartner, low, NeedNone), low32Part: {Name: "LOW32", Expr: OfPartner, Field: Signed32, Need: NeedNone, Adjust: -0x8000},
	far:  {Name: "FAR", Expr: Abs, Field: Word64, Need: NeedNone, Adjust: 0x12345678},
	call: {Name: "CALL", Expr: PC, Field: low, Need: NeedStub, Branch: 1},
}

var made = NewTable(&Arch{Name: "made", PtrSize: 8, Fields: madeFields[:], BranchTail: 4, Branch: madeBranch}, madeRows)

// What follows a call: code that does not, and what the call makes of it when it goes far.
const idle, restore = 0x60000000, 0xe8410018

// madeBranch reaches 32 KiB, and farther where an idle instruction is behind it.
func madeBranch(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool) {
	insn := code.Insn
	o := bin.Order{}
	if v+0x8000 >= 0x10000 {
		if len(insn) < 8 || o.U32(insn[4:]) != idle {
			return v, false
		}
		o.PutU32(insn[4:], restore)
	}
	madeFields[low-FieldArch].Put(insn, o, v)
	return v, true
}

// Symbols of the tests, and where they are.
const (
	null objfmt.SymbolID = iota
	symA
	symB
	label0 // the first byte of the section
	label8
	distant
	tiny
	numSyms
)

const sectionAt = 0x7000_0000_0000

var madeAddr = [numSyms]uint64{symA: sectionAt + 0x123456, symB: sectionAt + 0x23456, label0: sectionAt, label8: sectionAt + 8, distant: 1 << 40, tiny: 0x1234}

// apply scans and applies the records of one section n at a time, twice, and returns the
// section, and the first fault with its record's offset.
func apply(t *testing.T, big bool, n int, file []byte, rs ...Reloc) ([]byte, uint64, Fault) {
	t.Helper()
	return applyBy(t, made, big, n, file, rs)
}

func applyBy(t *testing.T, made *Table, big bool, n int, file []byte, rs []Reloc) ([]byte, uint64, Fault) {
	t.Helper()
	for i := range rs {
		rs[i].HasAddend, rs[i].Sub = true, objfmt.NoSymbol
	}
	var sc stubstest.Scanner
	var plan stubs.Plan
	syms := make([]objfmt.Symbol, numSyms)
	sc.Begin(len(syms))
	if k, why := sc.Scan(made, uint64(len(file)), rs); why != OK {
		return nil, rs[k].Offset, why
	}
	sc.End(made, syms, func(objfmt.SymbolID) bool { return false }, make(Firsts, FirstsLen(len(syms))), &plan)
	addr := append([]uint64(nil), madeAddr[:]...)
	for range plan.List {
		addr = append(addr, sectionAt+0x345678) // G
	}
	var j Joints
	env := Env{Table: made, Made: &plan.Entries, Order: bin.Order{Big: big}, Addr: addr, Joints: &j}
	at := Contents{Mem: bytes.Clone(file), File: file, Addr: sectionAt, Section: 7}
	var first []byte
	for again := range 2 {
		j.Begin()
		if again == 1 {
			first = bytes.Clone(at.Mem)
			env.Restore(&at, rs)
		}
		for left := rs; len(left) > 0; left = left[min(n, len(left)):] {
			chunk := left[:min(n, len(left))]
			if k, _, why := env.Apply(&at, chunk); why != OK {
				return at.Mem, chunk[k].Offset, why
			}
		}
		if sec, r, _, why, err := env.Finish(t.Context()); why != OK || err != nil {
			if sec != at.Section {
				t.Errorf("the record that is wrong is said to be in section %d", sec)
			}
			return at.Mem, r.Offset, why
		}
	}
	if !bytes.Equal(at.Mem, first) {
		t.Errorf("applied again: % x, at first % x", at.Mem, first)
	}
	return at.Mem, 0, OK
}

// TestInPlace: where the instruction set says so, a difference is added to what the field holds, once however often it is applied.
func TestInPlace(t *testing.T) {
	arch := *made.Arch
	arch.InPlace = true
	table := NewTable(&arch, madeRows)
	for _, c := range []struct {
		file, want string
		a, b       int64
		why        Fault
	}{
		{"8100aa", "8900aa", 8, 0, OK},
		{"8100aa", "ff7faa", 0x3ffe, 0, OK},
		{"8900aa", "8100aa", 0, 8, OK},
		{"8100aa", "8100aa", 0x3fff, 0, OutOfRange},
		{"8100aa", "8100aa", 0, 2, OutOfRange},
	} {
		file, _ := hex.DecodeString(c.file)
		got, _, why := applyBy(t, table, false, 1, file, []Reloc{{Type: setULEBPair, Sym: label0, Addend: c.a}, {Type: subULEBPair, Sym: label0, Addend: c.b}})
		if hex.EncodeToString(got) != c.want || why != c.why {
			t.Errorf("%s + %#x - %#x: %x, fault %d; want %s, %d", c.file, c.a, c.b, got, why, c.want, c.why)
		}
	}
}

// TestSums: sums and differences of several records at one place, in the order of the
// table, from what the file holds.
func TestSums(t *testing.T) {
	for _, c := range []struct {
		name       string
		file, want string
		rs         []Reloc
	}{
		{"32", "10000000ff", "10001000ff", []Reloc{{Type: add32, Sym: symA}, {Type: sub32, Sym: symB}}},
		{"other order", "10000000ff", "10001000ff", []Reloc{{Type: sub32, Sym: symB}, {Type: add32, Sym: symA}}},
		{"addends", "00000000", "03001000", []Reloc{{Type: add32, Sym: symA, Addend: 5}, {Type: sub32, Sym: symB, Addend: 2}}},
		{"64, below 0", "0000000000000000", "0000f0ffffffffff", []Reloc{{Type: add64, Sym: symB}, {Type: sub64, Sym: symA}}},
		{"16 wraps", "01000a", "79750a", []Reloc{{Type: add16, Sym: symB}, {Type: sub16, Sym: symA, Addend: 0x8a88}}},
		{"8", "01ee", "57ee", []Reloc{{Type: add8, Sym: symA}}},
		{"8 less", "01ee", "abee", []Reloc{{Type: sub8, Sym: symA}}},
		{"6 of a byte", "c3", "d1", []Reloc{{Type: add6, Sym: label8}, {Type: add6, Sym: label0, Addend: 6}}},
		{"6 set, then less", "c3", "fd", []Reloc{{Type: set6, Sym: label0, Addend: 5}, {Type: sub6, Sym: label8}}},
		{"two sums", "0000", "0805", []Reloc{{Type: add8, Sym: label8}, {Offset: 1, Type: add8, Sym: label0, Addend: 5}, {Type: sub8, Sym: label0}}},
		{"ULEB128", "8100aa", "8900aa", []Reloc{{Type: addULEB, Sym: label8}}},
		{"ULEB128 wraps", "8100aa", "f97faa", []Reloc{{Type: subULEB, Sym: label8}}},
		{"pair of ULEB128", "ff7f05", "88" + "0005", []Reloc{{Type: setULEBPair, Sym: label8}, {Type: subULEBPair, Sym: label0}}},
		{"pair of ULEB128 in all its bytes", "8000", "ff7f", []Reloc{{Type: setULEBPair, Sym: label0, Addend: 0x3fff}, {Type: subULEBPair, Sym: label0}}},
		{"an addend of 32 bits", "0000000000000000", "7856341200010000", []Reloc{{Type: far, Sym: distant}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, _ := hex.DecodeString(c.file)
			for _, n := range []int{1, 2, 64} {
				got, off, why := apply(t, false, n, file, append([]Reloc(nil), c.rs...)...)
				if hex.EncodeToString(got) != c.want || why != OK {
					t.Errorf("%d at once: % x, want %s; fault %d at %#x", n, got, c.want, why, off)
				}
			}
		})
	}
}

// TestSumsRefused: a difference that has no room, or no other half.
func TestSumsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		file string
		why  Fault
		rs   []Reloc
	}{
		{"too large", "8000", OutOfRange, []Reloc{{Type: setULEBPair, Sym: label0, Addend: 0x4000}, {Type: subULEBPair, Sym: label0}}},
		{"negative", "8000", OutOfRange, []Reloc{{Type: setULEBPair, Sym: label0}, {Type: subULEBPair, Sym: label8}}},
		{"no end", "80808080", BadOffset, []Reloc{{Type: setULEBPair, Sym: label0}, {Type: subULEBPair, Sym: label0}}},
		{"no end of a sum", "80808080", BadOffset, []Reloc{{Type: addULEB, Sym: label8}}},
		{"no subtrahend", "0000", NoPartner, []Reloc{{Type: setULEBPair, Sym: label0}}},
		{"no minuend", "0000", NoPartner, []Reloc{{Type: subULEBPair, Sym: label0}}},
		{"another place", "0000", NoPartner, []Reloc{{Type: setULEBPair, Sym: label0}, {Offset: 1, Type: subULEBPair, Sym: label0}}},
		{"two minuends", "0000", NoPartner, []Reloc{{Type: setULEBPair, Sym: label0}, {Type: setULEBPair, Sym: label0}, {Type: subULEBPair, Sym: label0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, _ := hex.DecodeString(c.file)
			if got, _, why := apply(t, false, 64, file, c.rs...); why != c.why {
				t.Errorf("fault %d, want %d: % x", why, c.why, got)
			}
		})
	}
}

// TestPartners: the low half is that of the record at its label, whatever kind that is,
// wherever it stands in the table, in either byte order.
func TestPartners(t *testing.T) {
	high := Reloc{Offset: 0, Type: highPC, Sym: symA, Addend: 2}
	got := Reloc{Offset: 8, Type: highGOT, Sym: symB}
	low0, low8 := Reloc{Offset: 4, Type: lowPart, Sym: label0}, Reloc{Offset: 12, Type: lowPart, Sym: label8}
	crowd := make([]Reloc, 40) // others between the two
	for i := range crowd {
		crowd[i] = Reloc{Offset: uint64(16 + 4*i), Type: highPC, Sym: symA}
	}
	for name, rs := range map[string][]Reloc{
		"in order":     {high, low0, got, low8},
		"behind":       {low8, low0, got, high},
		"far behind":   append(append([]Reloc{low0, low8}, crowd...), high, got),
		"far in front": append(append([]Reloc{high, got}, crowd...), low0, low8),
	} {
		for _, big := range []bool{false, true} {
			order := bin.Order{Big: big}
			file := bytes.Repeat([]byte{0x55}, 16+4*len(crowd))
			mem, _, why := apply(t, big, 3, file, append([]Reloc(nil), rs...)...)
			if why != OK {
				t.Fatalf("%s: fault %d", name, why)
			}
			// 0x123458 - 0, 0x345678 - 8
			for i, want := range []uint32{0x55550012, 0x55553458, 0x55550034, 0x55555670} {
				if w := order.U32(mem[4*i:]); w != want {
					t.Errorf("%s, big %v: word %d is %#x, want %#x", name, big, i, w, want)
				}
			}
		}
	}

	// Where S is far away and small, the instruction takes it as it is.
	file := bytes.Repeat([]byte{0x55}, 12)
	mem, _, why := apply(t, false, 64, file, Reloc{Type: highPC, Sym: tiny, Addend: 0x18000}, Reloc{Offset: 4, Type: lowPart, Sym: label0},
		Reloc{Offset: 8, Type: low32Part, Sym: label0})
	if le := binary.LittleEndian; why != OK || le.Uint32(mem) != 0xab000002 || le.Uint32(mem[4:]) != 0x55559234 || le.Uint32(mem[8:]) != 0x19234-0x8000 {
		t.Errorf("an address out of reach: fault %d, % x", why, mem)
	}

	for name, c := range map[string]struct {
		rs  []Reloc
		why Fault
	}{
		"no such place":    {[]Reloc{high, {Offset: 4, Type: lowPart, Sym: label8}}, NoPartner},
		"no label":         {[]Reloc{high, {Offset: 4, Type: lowPart, Sym: symA}}, NoPartner},
		"an addend":        {[]Reloc{high, {Offset: 4, Type: lowPart, Sym: label0, Addend: 4}}, NoPartner},
		"out of reach":     {[]Reloc{{Type: highPC, Sym: distant}, low0}, OutOfRange},
		"low out of reach": {[]Reloc{low0, {Type: highPC, Sym: distant}}, OutOfRange},
	} {
		if mem, _, why := apply(t, false, 64, file, c.rs...); why != c.why {
			t.Errorf("%s: fault %d, want %d: % x", name, why, c.why, mem)
		}
	}
}

// TestBranchTail: a branch sees the instruction behind it, as far as the section goes, and
// may rewrite it; applied again it begins with what the file has.
func TestBranchTail(t *testing.T) {
	word := binary.LittleEndian.AppendUint32
	for _, c := range []struct {
		name       string
		file, want []byte
		sym        objfmt.SymbolID
		why        Fault
	}{
		{"near", word(word(nil, 0x48000000), idle), word(word(nil, 0x48000008), idle), label8, OK},
		{"far", word(word(nil, 0x48000000), idle), word(word(nil, 0x48003456), restore), symA, OK},
		{"far, other code behind", word(word(nil, 0x48000000), 0x12345678), nil, symA, NoRestore},
		{"far, at the end", word(nil, 0x48000000), nil, symA, NoRestore},
		{"near, at the end", word(nil, 0x48000000), word(nil, 0x48000008), label8, OK},
	} {
		got, _, why := apply(t, false, 64, c.file, Reloc{Type: call, Sym: c.sym})
		if why != c.why || why == OK && !bytes.Equal(got, c.want) {
			t.Errorf("%s: fault %d, % x, want % x", c.name, why, got, c.want)
		}
	}
}

// Package reloc has the words that all instruction sets share to say what a
// relocation does, and the two loops that act on them: [Notes.Scan], which finds
// out what an object needs before memory exists, and [Env.Apply], which writes
// the fields once addresses are known.
//
// A relocation type is one row, a [Howto]: its psABI name, a formula, a field and
// what is made for the symbol. The letters are those of the psABIs: S is the
// address of the symbol, A the addend, P the address of the field, G the address
// of the symbol's entry in the global offset table, T the base of that table
// (which the psABIs also call GOT, .TOC. or gp): its start or, see Arch.TableBias, a
// place behind that, L the address of a stub (PLT entry), Z the
// size of the symbol, B the image base of COFF.
//
// Law: this package knows no file format and no memory but the bytes it is given;
// an address is a uint64 beside the bytes, so that any target is computed on any
// host. Nothing here allocates for each relocation, looks up a name or calls
// through an interface.
package reloc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// Expr is a formula. S is whatever Need makes of the symbol.
type Expr uint8

const (
	Unknown    Expr = iota // no such type
	None                   // nothing is written
	Dynamic                // only a dynamic linker's input has this type
	Abs                    // S + A
	PC                     // S + A - P
	Base                   // S + A - T
	Size                   // Z + A
	Page                   // page(S + A) - page(P); a page is 4 KiB
	PCWord                 // S + A - P, P rounded down to a multiple of 4
	BasePage               // S + A - page(T)
	RVA                    // S + A - B
	SecRel                 // S + A - the start of the section of S, S without the bit that tells instruction sets apart
	SecNumber              // the number of the section of S + A
	Diff                   // S + A - S2, the second symbol
	Negative               // A - S
	Minus                  // S - A
	BaseOrAbs              // S + A - T, or S + A in an instruction that adds no register, see Arch.NoRegister
	AbsEven                // S + A, S without the bit that tells functions of two instruction sets apart
	PCEven                 // S + A - P, likewise
	PCWordEven             // S + A - P, likewise, P rounded down to a multiple of 4
	PCDouble               // S + A - P, P rounded down to a multiple of 8
	FromPage               // S + A - page(P), P less Howto.Back
	LowPlus                // bits 9:0 of S + A, and another addend, see WithPlus

	LocalEntry // S + A, S where branches enter a function that has the T of the object: one of others is refused

	// Sums: several records at one place, in the order of the table, make one value.

	Add        // V + S + A, V is what the field holds; it wraps
	Sub        // V - S - A, likewise
	Minuend    // S + A of a Subtrahend at the same place, which follows; nothing is written
	Subtrahend // the Minuend - S - A, see Arch.InPlace

	// Partners: one record computes a value of which others, wherever they stand in the
	// table, hold a part. Their symbols are labels at the first one's place.

	PCLead    // S + A - P, which is the value of all whose partner is at P
	OfPartner // the value of the PCLead at S
	numExprs
)

// firstJoint is the first formula whose value takes more than one record, or that there may be none of.
const firstJoint = LocalEntry

// Need says what S is: the symbol itself or something the linker makes
// for it, numbered in the object's address table.
type Need uint8

const (
	NeedNone      Need = iota // the symbol
	NeedStub                  // the symbol, or a stub of it where that is out of reach
	NeedGOT                   // G: a GOT entry with S
	NeedBase                  // T, whatever the symbol
	NeedTLSGD                 // two words: module and offset of the thread-local symbol
	NeedTLSLD                 // two words: module of the object and 0
	NeedGOTTPOff              // a GOT entry with the offset from the thread pointer
	NeedTLSDesc               // two words: a TLS descriptor
	NeedTPOff                 // the offset of the symbol from the thread pointer
	NeedDTPOff                // the offset of the symbol in its module's block
	NeedDTPMod                // the number of the symbol's module
	NeedGOTDTPOff             // a GOT entry with the offset of the symbol in its module's block; for PerAddend rows alone
	NumNeeds
)

// Field is where and how the value is written. Fields from FieldArch on belong to
// the instruction set: FieldArch+i is Arch.Fields[i].
type Field uint8

const (
	FieldNone  Field = iota
	Word64           // 8 bytes, any value
	Signed32         // 4 bytes, -1<<31 to 1<<31-1
	Unsigned32       // 4 bytes, 0 to 1<<32-1
	Signed16         // 2 bytes, signed
	Any16            // 2 bytes, signed or unsigned
	Signed8          // 1 byte, signed
	Any8             // 1 byte, signed or unsigned
	Any32            // 4 bytes, signed or unsigned
	Wrap32           // 4 bytes of an address space of 4 GiB, in which all sums wrap
	Wrap16           // 2 bytes, the low bits of any value
	Wrap8            // 1 byte, likewise
	ULEB128          // as many bytes as the field in the file has, 7 bits of the value in each
	FieldArch        // first field of an instruction set
)

var fields = [FieldArch]struct {
	width    uint8 // bytes
	min, max int64
	text     string
}{
	FieldNone:  {0, 0, 0, "nothing"},
	Word64:     {8, -1 << 63, 1<<63 - 1, "64 bits"},
	Signed32:   {4, -1 << 31, 1<<31 - 1, "signed 32"},
	Unsigned32: {4, 0, 1<<32 - 1, "unsigned 32"},
	Signed16:   {2, -1 << 15, 1<<15 - 1, "signed 16"},
	Any16:      {2, -1 << 15, 1<<16 - 1, "16 bits"},
	Signed8:    {1, -1 << 7, 1<<7 - 1, "signed 8"},
	Any8:       {1, -1 << 7, 1<<8 - 1, "8 bits"},
	Any32:      {4, -1 << 31, 1<<32 - 1, "32 bits"},
	Wrap32:     {4, -1 << 63, 1<<63 - 1, "32 bits"},
	Wrap16:     {2, -1 << 63, 1<<63 - 1, "16 bits"},
	Wrap8:      {1, -1 << 63, 1<<63 - 1, "8 bits"},
	ULEB128:    {1, 0, 1<<63 - 1, "7 bits a byte"},
}

// Insn is a field in an instruction. Put and Get are pure: get(put(v)) is v for
// every v within the limits, and all other bits stay.
type Insn struct {
	Text     string // how errors call it: "signed 28"
	Width    uint8  // bytes of the instruction
	Min, Max int64  // limits of the value
	Align    uint8  // the value must be a multiple of it, a power of two; 0: any
	// Takes reports whether the instruction can say a value within the limits; nil: any.
	Takes func(v uint64) bool
	// Put and Get get the bytes of the instruction and the byte order of the object.
	Put func(mem []byte, order bin.Order, v uint64)
	Get func(mem []byte, order bin.Order) int64 // the addend that the field holds in the file
	// Scale, if not nil, is what the value must be a multiple of in the instruction at
	// hand; Align is then what it is at most, and not checked.
	Scale func(mem []byte) uint64
	// Low32 is set where an address in the field is below 2 GiB, or in the last 2 GiB.
	Low32 bool
	// Near is set where a symbol that the field has the distance of is within Arch.Reach.
	Near bool
	// Rest reports whether the instructions behind the field's, with which code begins, have the
	// rest of a value that is outside the limits; nil: not.
	Rest func(code []byte) bool
	// Absolute, if not nil, makes the instruction of a PCLead row, as it is in the file,
	// one that takes S + A itself, for an S + A - P that is out of reach: the value is v
	// then, for its partners, too. It reports whether that fits, and writes nothing if not.
	Absolute func(mem []byte, order bin.Order, v uint64) bool
}

// fits reports whether the field takes v.
func (f *Insn) fits(v uint64) bool {
	return int64(v) >= f.Min && int64(v) <= f.Max && (f.Align == 0 || f.Scale != nil || v&uint64(f.Align-1) == 0) && (f.Takes == nil || f.Takes(v))
}

// Width is the number of bytes of a data field, 0 for one of an instruction set.
func (f Field) Width() int {
	if f >= FieldArch {
		return 0
	}
	return int(fields[f].width)
}

// Limits returns the least and greatest value that a data field takes.
func (f Field) Limits() (least, greatest int64) {
	if f >= FieldArch {
		return 0, 0
	}
	return fields[f].min, fields[f].max
}

// String describes the field as errors do: "signed 32". One of an instruction set is
// just that; [Table.FieldText] knows more.
func (f Field) String() string {
	if f >= FieldArch {
		return "field of an instruction"
	}
	return fields[f].text
}

// Howto is the row of one relocation type.
type Howto struct {
	Name  string // as the psABI spells it; empty where the number is not assigned
	Expr  Expr
	Field Field
	Need  Need // what S is
	// Numbers of the arch's own; 0: not.
	Relax  uint8 // NeedGOT: how to do without the GOT entry, see Arch.Relax
	Branch uint8 // NeedStub: how the branch gets to S, see Arch.Branch; NeedBase: it goes to what is in front of T, see Arch.TableHead

	Adjust int32 // added to the value
	// PerAddend is set where relocations share S with those of the same
	// symbol and addend alone, see Arch.EntryAddend: it leads to S + A, and the formula's
	// A is what the entry does not have.
	PerAddend bool
	// Back is how many bytes in front of the field the instruction is from whose address a FromPage
	// counts.
	Back uint8
	// PerPage is set where the GOT entry has a page of 64 KiB for whatever is in it: the
	// upper bits of S + A, which another instruction adds signed lower ones to.
	PerPage bool
}

// Row makes the row of a type that needs no more than these. Others are composite literals, which the compiler lays out, too, so that
// no table is made when a program starts.
func Row(name string, e Expr, f Field, n Need) Howto {
	return Howto{Name: name, Expr: e, Field: f, Need: n}
}

// kind is the number that a row's need has.
func (h *Howto) kind() uint8 {
	if h.Need == NeedStub || h.Need == NeedBase {
		return h.Branch
	}
	return h.Relax
}

// how says what is to be done with a row's value if adding it up and writing it is all.
func (h *Howto) how() (how uint8) {
	switch {
	case h.Need > NeedStub || h.kind() != 0:
	case h.Field == Word64:
		how = plainWord
	case h.Field == Wrap32:
		how = plainWrap
	case h.Field == Signed32, h.Field == Any32: // the latter takes more than that
		how = plainSigned
	case h.Field >= FieldArch:
		how = plainInsn
	}
	switch {
	case h.Expr == Abs:
	case h.Expr == PC:
		how |= plainPC
	case h.Expr == Page && how == plainInsn && h.Adjust == 0:
		how |= plainPage
	default:
		how = 0
	}
	if h.Need == NeedStub {
		how |= plainStub
	}
	if h.Adjust != 0 {
		how |= adjusted
	}
	return how
}

// DynamicRow makes the row of a type that no relocatable object may hold.
func DynamicRow(name string) Howto { return Howto{Name: name, Expr: Dynamic} }

// Package reloc has the words that all instruction sets share to say what a
// relocation does, and the two loops that act on them: [Plan.Scan], which finds
// out what an object needs before memory exists, and [Env.Apply], which writes
// the fields once addresses are known.
//
// A relocation type is one row, a [Howto]: its psABI name, a formula, a field and
// what stands behind the symbol. The letters are those of the psABIs: S is the
// address of the symbol, A the addend, P the address of the field, G the address
// of the symbol's slot in the global offset table, T the start of that table
// (which the psABIs also call GOT), L the address of a stub (PLT entry), Z the
// size of the symbol, B the image base of COFF.
//
// Law: this package knows no file format and no memory but the bytes it is given;
// an address is a uint64 beside the bytes, so that any target is computed on any
// host. Nothing here allocates for each relocation, looks up a name or calls
// through an interface.
package reloc

import "github.com/go-rtdyld/rtdyld/objfmt"

// Expr is a formula. S stands for whatever Need makes of the symbol.
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
	Image                  // S + A - B
	SecRel                 // S + A - the start of the section of S, S without the bit that tells ARM and Thumb apart
	SecNumber              // the number of the section of S + A
	Diff                   // S + A - S2, the second symbol
	Negative               // A - S
	BaseOrAbs              // S + A - T, or S + A in an instruction that adds no register, see Arch.NoRegister
	AbsEven                // S + A, S without the bit that tells ARM and Thumb functions apart
	PCEven                 // S + A - P, likewise
	PCWordEven             // S + A - P, likewise, P rounded down to a multiple of 4
	numExprs
)

// Need says what stands for S: the symbol itself or something the linker makes
// for it, numbered in the object's address table.
type Need uint8

const (
	NeedNone    Need = iota // the symbol
	NeedStub                // the symbol, or a stub of it where that is out of reach
	NeedGOT                 // G: a slot with S
	NeedBase                // T, whatever the symbol
	NeedTLSGD               // two words: module and offset of the thread-local symbol
	NeedTLSLD               // two words: module of the object and 0
	NeedTPSlot              // a slot with the offset from the thread pointer
	NeedTLSDesc             // two words: a TLS descriptor
	NeedTPOff               // the offset of the symbol from the thread pointer
	NeedDTPOff              // the offset of the symbol in its module's block
	NeedDTPMod              // the number of the symbol's module
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
	Put   func(mem []byte, v uint64)
	Get   func(mem []byte) int64 // the addend that the field holds in the file
	// Scale, if not nil, is what the value must be a multiple of in the instruction at
	// hand; Align is then what it is at most, and not checked.
	Scale func(mem []byte) uint64
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
	Need  Need  // what stands for S
	Relax uint8 // the arch's own number: NeedGOT: how to do without the slot; NeedStub: how the branch gets to S, see Arch.Branch

	Adjust int8 // added to the value
}

// Row makes the row of a type that needs no adjustment.
func Row(name string, e Expr, f Field, n Need) Howto {
	return Howto{Name: name, Expr: e, Field: f, Need: n}
}

// DynamicRow makes the row of a type that no relocatable object may hold.
func DynamicRow(name string) Howto { return Howto{Name: name, Expr: Dynamic} }

// Relaxed returns the row with the arch's way to do without the slot, or to branch.
func (h Howto) Relaxed(kind uint8) Howto { h.Relax = kind; return h }

// Adjusted returns the row with a constant that is added to the value.
func (h Howto) Adjusted(n int8) Howto { h.Adjust = n; return h }

// Table has the rows of one format and instruction set, indexed by type number.
type Table struct {
	Arch    *Arch
	Rows    []Howto
	Classic Classic
	ops     []op // what the loops read: eight bytes a row
	quick   []quick
}

// Classic is what LLVM's RuntimeDyld does for branches of a target, for those who
// want the same bytes. The zero Classic is a target without stubs.
type Classic struct {
	Size, Align uint64 // bytes of a stub, alignment of the first one
	// Room says which types of relocations make room for a stub; nil: all do.
	Room func(typ uint32) bool
	// Stub says which types have stubs; nil: those whose row needs one.
	Stub func(typ uint32) bool
	// Always is set where branches to symbols of the object itself have stubs, too.
	Always bool
	// PerSite is set where each place that needs a stub has its own.
	PerSite bool
	// Slot is set where stubs jump through the symbol's slot, so that Write's target
	// is the slot's address, and a branch's addend is added to the stub's address;
	// else it is added to the symbol's.
	Slot bool
	// ShareSlots is set where references to one symbol and addend share a slot.
	ShareSlots bool
	// InSection is set where slots lie among the stubs of the section that uses them,
	// shared within it, each of Size bytes.
	InSection bool
	// Entry is what a branch of a type adds to a stub's address to enter it; bit 0 says
	// that it does so in Thumb state. Branches with another one have another stub. nil: 0.
	Entry func(typ uint32) uint8
	// Write writes a stub that branches with that entry go to, at addr, and reports
	// whether its target is within reach.
	Write func(dst []byte, entry uint8, addr, target uint64) bool
}

// Reserves reports whether a relocation of the type makes room for a stub.
func (c *Classic) Reserves(typ uint32) bool {
	return c.Size > 0 && (c.Room == nil || c.Room(typ))
}

type op struct {
	mark   uint16 // what Scan notes for the symbol
	expr   Expr
	field  Field
	need   Need
	relax  uint8
	width  uint8 // of the field, bytes
	adjust int8
}

// quick is what Apply reads of a field of an instruction: a value with v - min <=
// span and v & mask == 0 fits, and nothing else is to be asked. Others may fit, too.
type quick struct {
	put             func(mem []byte, v uint64)
	min, span, mask uint64
}

// NewTable prepares rows for the loops.
func NewTable(arch *Arch, rows []Howto) *Table {
	t := &Table{Arch: arch, Rows: rows, ops: make([]op, len(rows))}
	for i := range rows {
		h := &rows[i]
		t.ops[i] = op{t.mark(h), h.Expr, h.Field, h.Need, h.Relax, uint8(t.Width(h.Field)), h.Adjust}
	}
	t.quick = make([]quick, len(arch.Fields))
	for i := range arch.Fields {
		f := &arch.Fields[i]
		q := quick{f.Put, uint64(f.Min), uint64(f.Max - f.Min), uint64(max(f.Align, 1) - 1)}
		if f.Takes != nil || f.Scale != nil || f.Width != 4 || arch.PtrSize == 4 && !arch.Wide {
			q.min, q.span, q.mask = 1, 0, 1 // no value passes
		}
		t.quick[i] = q
	}
	return t
}

// Width is the number of bytes that a field of the table's rows is in.
func (t *Table) Width(f Field) int {
	if f >= FieldArch {
		return int(t.Arch.Fields[f-FieldArch].Width)
	}
	return f.Width()
}

// FieldText describes a field of the table's rows as errors do: "signed 32".
func (t *Table) FieldText(f Field) string {
	if f >= FieldArch {
		return t.Arch.Fields[f-FieldArch].Text
	}
	return f.String()
}

// FieldAlign is what the values of a field are multiples of; where the instruction
// says it, see [Table.AlignAt], at most.
func (t *Table) FieldAlign(f Field) uint64 {
	if f >= FieldArch {
		return max(uint64(t.Arch.Fields[f-FieldArch].Align), 1)
	}
	return 1
}

// AlignAt is FieldAlign in the instruction that code begins with.
func (t *Table) AlignAt(f Field, code []byte) uint64 {
	if f >= FieldArch {
		if i := &t.Arch.Fields[f-FieldArch]; i.Scale != nil && len(code) >= int(i.Width) {
			return i.Scale(code)
		}
	}
	return t.FieldAlign(f)
}

// WithClassic returns the table with RuntimeDyld's way to make stubs.
func (t *Table) WithClassic(c Classic) *Table { t.Classic = c; return t }

// Name returns the psABI name of a type, or "" if the table has none.
func (t *Table) Name(typ uint32) string {
	if uint64(typ) < uint64(len(t.Rows)) {
		return t.Rows[typ].Name
	}
	return ""
}

// Arch is what an instruction set adds to the shared words.
type Arch struct {
	Name     string
	PtrSize  uint64 // bytes of a GOT slot
	StubSize uint64 // bytes of a stub
	// StubAlign is the alignment of the stub area and of each stub, in bytes.
	StubAlign uint64
	// Reach is how far a PC-relative data reference gets, in bytes; 0: everywhere.
	Reach uint64
	// BranchReach is how far a branch gets that goes through a stub otherwise; 0:
	// as Reach.
	BranchReach uint64
	// Shorter is set where some branches that go through a stub otherwise do not get
	// that far by themselves.
	Shorter bool
	// Fields are the fields of the instruction set, from FieldArch on.
	Fields []Insn
	// Wide is set where instructions compute with 64 bits though PtrSize is 4, so that
	// sums in them do not wrap.
	Wide bool
	// Direct is set where stubs hold the address that they jump to: they need no
	// slot, and target is that address.
	Direct bool
	// WriteStub writes a stub at addr that jumps to the address in the slot at
	// target, or to target itself if Direct; it reports whether target is within reach.
	// It is nil where every branch gets everywhere.
	WriteStub func(dst []byte, addr, target uint64) bool
	// Exchange says, for each value of Relax of a NeedStub row, from which
	// instruction set its branches cannot get to the other one by themselves: bit 0
	// of an address tells the sets apart (ARM, Thumb).
	Exchange []Exchange
	// Entry is what such a branch adds, likewise, to a stub's address to enter it.
	Entry []uint8
	// Way says where a branch of a NeedStub row h leads whose instruction has the file's
	// bytes insn, and whose A is a: so far behind its symbol; set is 1 if it gets there in
	// Thumb state unless the symbol is a function, which knows better. It is nil where a
	// branch leads to S + A.
	Way func(h *Howto, insn []byte, a int64) (beyond int64, set uint8)
	// Branch writes the field of a NeedStub row h whose Relax is not 0, in an
	// instruction with the file's bytes at p. v is what the row's formula gives for s:
	// the branch goes that far or, where that is out of reach or of the wrong
	// instruction set, or s is 0, through the stub, which is asked for by failing with
	// the stub 0; it may rewrite the instruction. Where it fails it writes nothing and
	// returns the value that did not fit. See IsFunc for the rest.
	Branch func(h *Howto, insn []byte, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (value uint64, ok bool)
	// NegativeTP is set where slots with the offset from the thread pointer have its
	// negative in a second word.
	NegativeTP bool
	// NoRegister reports whether the instruction with the 32-bit displacement at off
	// adds no register to it; only BaseOrAbs asks.
	NoRegister func(file []byte, off uint64) bool
	// WriteTLSDescStub writes the function that TLS descriptors of static
	// thread-locals call, or is nil. It takes StubSize bytes at most.
	WriteTLSDescStub func(dst []byte)
	// IFuncThunk and IFuncSize are the bytes of the code that all indirect functions
	// of an object share and of the code of each. WriteIFunc writes either; the code
	// of one function, at addr, must reach its two words at data.
	// The first word is the function to jump to, at first the shared code; that calls
	// the resolver in the second word and stores what it returns. It is nil where
	// indirect functions are not supported.
	IFuncThunk, IFuncSize uint64
	WriteIFunc            func(dst []byte, shared bool, addr, data uint64) bool
	// Relax rewrites the instruction around a GOT load so that it refers to S
	// directly. mem and file are the section's bytes in memory and in the file. It
	// first restores from file what an earlier call may have changed, so that
	// applying again gives the same bytes, and reports false, with the original
	// bytes in place, where it cannot or kind is 0: the caller then writes the slot's
	// distance.
	Relax func(kind uint8, mem, file []byte, off uint64, s uint64, a int64, p uint64) bool
}

// BranchDistance is how far a branch gets by itself, in bytes.
func (a *Arch) BranchDistance() uint64 {
	if a.BranchReach != 0 {
		return a.BranchReach
	}
	return a.Reach
}

// Exchange says whether a branch can change the instruction set.
type Exchange uint8

const (
	ExchangeOK Exchange = iota // it can
	FromARM                    // it stays in ARM state
	FromThumb                  // it stays in Thumb state
)

// Reloc is the neutral relocation, see [objfmt.Reloc].
type Reloc = objfmt.Reloc

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
	"github.com/go-rtdyld/rtdyld/objfmt"
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

	// Sums: several records at one place, in the order of the table, make one value.

	Add        // V + S + A, V is what the field holds; it wraps
	Sub        // V - S - A, likewise
	Minuend    // S + A of a Subtrahend at the same place, which follows; nothing is written
	Subtrahend // the Minuend - S - A

	// Partners: one record computes a value of which others, wherever they stand in the
	// table, hold a part. Their symbols are labels at the first one's place.

	PCLead    // S + A - P, which is the value of all whose partner is at P
	OfPartner // the value of the PCLead at S
	numExprs
)

// firstJoint is the first formula whose value takes more than one record.
const firstJoint = Add

// Need says what S is: the symbol itself or something the linker makes
// for it, numbered in the object's address table.
type Need uint8

const (
	NeedNone     Need = iota // the symbol
	NeedStub                 // the symbol, or a stub of it where that is out of reach
	NeedGOT                  // G: a GOT entry with S
	NeedBase                 // T, whatever the symbol
	NeedTLSGD                // two words: module and offset of the thread-local symbol
	NeedTLSLD                // two words: module of the object and 0
	NeedGOTTPOff             // a GOT entry with the offset from the thread pointer
	NeedTLSDesc              // two words: a TLS descriptor
	NeedTPOff                // the offset of the symbol from the thread pointer
	NeedDTPOff               // the offset of the symbol in its module's block
	NeedDTPMod               // the number of the symbol's module
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
	Branch uint8 // NeedStub: how the branch gets to S, see Arch.Branch

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

// Row makes the row of a type that needs no adjustment.
func Row(name string, e Expr, f Field, n Need) Howto {
	return Howto{Name: name, Expr: e, Field: f, Need: n}
}

// kind is the number that a row's need has.
func (h *Howto) kind() uint8 {
	if h.Need == NeedStub {
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

// Relaxed returns the row with the arch's way to do without the GOT entry.
func (h Howto) Relaxed(kind uint8) Howto { h.Relax = kind; return h }

// Branching returns the row with the arch's way to branch.
func (h Howto) Branching(kind uint8) Howto { h.Branch = kind; return h }

// Adjusted returns the row with a constant that is added to the value.
func (h Howto) Adjusted(n int32) Howto { h.Adjust = n; return h }

// ByAddend returns the row with entries that relocations of one addend share.
func (h Howto) ByAddend() Howto { h.PerAddend = true; return h }

// Behind returns the row with its address counting from an instruction in front of the field.
func (h Howto) Behind(back uint8) Howto { h.Back = back; return h }

// ByPage returns the row with GOT entries of pages.
func (h Howto) ByPage() Howto { h.PerPage = true; return h }

// Table has the rows of one format and instruction set, indexed by type number.
type Table struct {
	Arch *Arch
	Rows []Howto
	// RuntimeDyld is what LLVM's RuntimeDyld makes.
	RuntimeDyld RuntimeDyld
	Padding     *Padding // nil: objects are not padded
	notes       []note   // what Scan reads of most rows
	ops         []op     // what Apply reads, and Scan of few rows
	quick       []quick
	chains      bool // records may be links of chains
	sums        bool // some rows build on what the field holds
	perAddend   bool // some row is, or by page
	// Variants are rows that stand for others.
	Variants Variants
}

// Variants say which row a relocation means by more than its type. A row that stands for
// others has a number above those of types.
type Variants struct {
	// Low is, by type, that of the record which has the low part of the addend, where
	// fields hold addends: the next one with the same symbol.
	Low map[uint32]uint32
	// Alone is the row of a relocation with the high part where there is no such record.
	Alone uint32
	// Halves are the types of instructions that have an offset's halves and no part of an
	// addend: with one in the field they are Alone, too.
	Halves map[uint32]bool
	// Local is, by type, the row where the symbol is local to the object.
	Local map[uint32]uint32
	// Quad is, by type, the row where Arch.Quad says so of the instruction; 0: the type.
	Quad []uint32
	// Named is, by type, the row where the symbol is called Name.
	Name  string
	Named map[uint32]uint32
	// TLS is, by type, the row where the symbol is thread-local.
	TLS map[uint32]uint32
}

// RuntimeDyld is what LLVM's RuntimeDyld makes for relocations of a target, for those
// who want the same bytes. The zero RuntimeDyld is a target without stubs.
type RuntimeDyld struct {
	Size, Align uint64 // bytes of a stub, alignment of the first one
	// Reserve says for which types of relocations a stub is reserved; nil: all do.
	Reserve func(typ uint32) bool
	// Pairs is set where a difference, and a relocation with an addend of its own, are two
	// records, for each of which a stub is reserved.
	Pairs bool
	// Stub says which types have stubs; nil: those whose row needs one.
	Stub func(typ uint32) bool
	// Always is set where branches to symbols of the object itself have stubs, too.
	Always bool
	// AddendInPlace is set where such branches share a stub by the place that they lead to,
	// whatever of it is the addend.
	AddendInPlace bool
	// PerSite is set where each place that needs a stub has its own.
	PerSite bool
	// ThroughGOT is set where stubs jump through a GOT entry of the symbol, so that
	// Write's target is the entry's address, and a branch's addend is added to the stub's
	// address; else it is added to the symbol's.
	ThroughGOT bool
	// ShareGOT is set where references to one symbol and addend share a GOT entry.
	ShareGOT bool
	// InSection is set where GOT entries lie among the stubs of the section that uses them,
	// shared within it, each of Size bytes.
	InSection bool
	// EntryPoint is what a branch of a type adds to the address of a stub to enter it; bit 0 says
	// that it does so in the instruction set of odd addresses. Branches with another one have another stub. nil: 0.
	EntryPoint func(typ uint32) uint8
	// Word is set where stubs hold the address of their symbol alone and an addend counts from what is
	// referred to: the stub or, for types for which it is not 0, the word so many bytes behind its start.
	Word func(typ uint32) uint8
	// Write writes a stub that branches with that entry go to, at addr, and reports
	// whether its target is within reach.
	Write func(dst []byte, entry uint8, addr, target uint64) bool
}

// Reserves reports whether a stub is reserved for a relocation of the type.
func (c *RuntimeDyld) Reserves(typ uint32) bool {
	return c.Size > 0 && (c.Reserve == nil || c.Reserve(typ))
}

// note is what Scan reads of a row: four bytes.
type note struct {
	mark  Marks // noted for the symbol
	width uint8 // of the field, bytes
	rare  bool  // Scan asks op what else is noted, or why the row is refused
}

// op is what Apply reads of a row.
type op struct {
	expr  Expr
	field Field
	need  Need
	kind  uint8 // Howto.Relax or Branch
	width uint8 // of the field, bytes
	how   uint8 // what Apply has a short way for, see plain
}

// How Apply adds up and writes most of what it meets: rows with a bit of plain.
const (
	plainWord   = 1 << iota // 8 bytes
	plainWrap               // 4 bytes
	plainSigned             // 4 bytes, if the value fits
	plainInsn               // in an instruction, if the value fits
	plainPC                 // relative to P
	plainPage               // relative to the page of P
	plainStub               // unless S is 0
	adjusted                // Howto.Adjust is not 0

	plainData = plainWord | plainWrap | plainSigned
	plain     = plainData | plainInsn
)

// quick is what Apply reads of a field of an instruction: a value with v - min <=
// span and v & mask == 0 fits, and nothing else is to be asked. Others may fit, too.
type quick struct {
	put             func(mem []byte, order bin.Order, v uint64)
	min, span, mask uint64
}

// NewTable prepares rows for the loops.
func NewTable(arch *Arch, rows []Howto) *Table {
	t := &Table{Arch: arch, Rows: rows, notes: make([]note, len(rows)), ops: make([]op, len(rows)), chains: arch.Packed || arch.Runs}
	for i := range rows {
		h := &rows[i]
		t.ops[i] = op{h.Expr, h.Field, h.Need, h.kind(), uint8(t.Width(h.Field)), h.how()}
		t.notes[i] = note{t.mark(h), t.ops[i].width, t.rare(h)}
		t.sums = t.sums || h.Expr == Add || h.Expr == Sub
		t.perAddend = t.perAddend || h.PerAddend || h.PerPage
		if t.chains {
			t.ops[i].how &= adjusted // no short way: the value may be another's addend
		}
	}
	t.quick = make([]quick, len(arch.Fields))
	for i := range arch.Fields {
		f := &arch.Fields[i]
		q := quick{f.Put, uint64(f.Min), uint64(f.Max - f.Min), uint64(max(f.Align, 1) - 1)}
		if f.Takes != nil || f.Scale != nil || f.Width != 4 || arch.PtrSize == 4 && !arch.Wide {
			q.min, q.span, q.mask = 1, 0, 1 // no value passes: the only one within the limits is odd
		}
		t.quick[i] = q
	}
	for i := range rows {
		if h := &rows[i]; h.Expr == PCLead && h.Field >= FieldArch {
			t.quick[h.Field-FieldArch] = quick{min: 1, mask: 1} // its value is to be kept
		}
	}
	return t
}

// adjust is what is added to the values of a type.
func (t *Table) adjust(typ uint32) uint64 { return uint64(int64(t.Rows[typ].Adjust)) }

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

// WithVariants returns the table with rows that stand for others.
func (t *Table) WithVariants(v Variants) *Table { t.Variants = v; return t }

// WithRuntimeDyld returns the table with what RuntimeDyld makes.
func (t *Table) WithRuntimeDyld(c RuntimeDyld) *Table { t.RuntimeDyld = c; return t }

// PerAddend reports whether some row has entries that relocations of one addend, or to
// one page, share.
func (t *Table) PerAddend() bool { return t.perAddend }

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
	PtrSize  uint64 // bytes of a GOT entry
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
	// TableBias is how far behind the start of the GOT T is, in bytes, where code has a
	// register with T and reaches as far below it as above.
	TableBias uint64
	// TableNames are the names of T by which each object refers to its own, as
	// _GLOBAL_OFFSET_TABLE_ is that of the start of its GOT. Empty: it has none.
	TableNames []string
	// LocalEntry is how many bytes behind S branches enter a function that expects T in the
	// register, for the Other of its definition: those of NeedStub rows whose Branch is
	// not 0, in the object that has the definition. All others have another T, and enter
	// at S through a stub, even where S is within reach. nil: there is one way to enter.
	LocalEntry func(other uint8) uint64
	// SharedTable is set where all objects of a batch have one T, which counts from the first of their
	// GOTs and sections with objfmt.RoleTOC. Then LocalEntry is for definitions of the batch.
	SharedTable bool
	// Descriptors is set where S of a function is that of a descriptor: the address of its code, its T, and a word for its
	// environment. Branches to one with the same T lead to its code, see Symbols.Code; stubs read it.
	Descriptors bool
	// EnteredByStub reports whether branches of some of the kinds, a bit for each Branch, enter a function of
	// their own object by a stub, for the Other of its definition. nil: none do.
	EnteredByStub func(kinds uint16, other uint8) bool
	// Supplies are functions that linkers make for objects that refer to them, unless the batch has
	// definitions. They need no T, change no register of it, and are within reach or a branch to them is refused.
	Supplies []Supplied
	// Packed is set where a record has up to three types: each gives the addend of the next
	// one, and the last one's field is written. Runs is set where records in a row that are at
	// one place are such a chain.
	Packed, Runs bool
	// Fields are the fields of the instruction set, from FieldArch on.
	Fields []Insn
	// Wide is set where instructions compute with 64 bits though PtrSize is 4, so that
	// sums in them do not wrap.
	Wide bool
	// Direct is set where stubs hold the address that they jump to: they need no
	// GOT entry, and target is that address.
	Direct bool
	// PlainEntry is how many bytes behind its start a stub is entered that is a function's address.
	PlainEntry uint64
	// WriteStub writes a stub at addr that jumps to the address in the GOT entry at
	// target, or to target itself if Direct, in the byte order of the object; it reports
	// whether target is within reach. It is nil where every branch gets everywhere.
	WriteStub func(dst []byte, order bin.Order, addr, target uint64) bool
	// Interworking says, for each value of Branch of a NeedStub row, from which
	// instruction set its branches cannot get to the other one by themselves: bit 0
	// of an address tells the sets apart.
	Interworking []Interworking
	// EntryPoint is what such a branch adds, likewise, to a stub's address to enter it.
	EntryPoint []uint8
	// BranchTarget says where a branch of a NeedStub row h leads whose instruction has the file's
	// bytes insn, and whose A is a: so far behind its symbol; set is 1 if it gets there in
	// the instruction set of odd addresses unless the symbol is a function, which knows better. It is nil where a
	// branch leads to S + A.
	BranchTarget func(h *Howto, insn []byte, a int64) (beyond int64, set uint8)
	// Quad reports whether an instruction has another form of the field that a halfword of it is: halfword
	// is the offset of the field in code, the section's bytes. Only for types of Variants.Quad is it called.
	Quad func(code []byte, halfword uint64, order bin.Order) bool
	// BranchTail is how many bytes behind the field Branch sees, and may rewrite, in code:
	// the instruction after a call. It has fewer of them at the end of the section.
	BranchTail uint64
	// Branch writes the field of a NeedStub row h whose Branch is not 0, in an
	// instruction with the file's bytes at p. v is what the row's formula gives for s:
	// the branch goes that far or, where that is out of reach or of the wrong
	// instruction set, or s is 0, through the stub, which is asked for by failing with
	// the stub 0; it may rewrite the instruction. Where it fails it writes nothing and
	// returns the value that did not fit; one that fits says that behind the branch there is no
	// instruction to restore what the stub changes. See IsFunc for the rest.
	Branch func(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (value uint64, ok bool)
	// EntryAddend is the part of an addend that the entry of a PerAddend row h has, for
	// processors that put the rest into the instruction. nil: all of it.
	EntryAddend func(h *Howto, addend int64) int64
	// Conflict says why code of objects whose headers have these flags cannot call each
	// other (ELF e_flags); empty if it can. nil: not called.
	Conflict func(flags, others uint32) string
	// Refuses says why objects whose headers have these flags are not supported; empty if
	// they are. nil: all are.
	Refuses func(flags uint32) string
	// DTPBias is how far into a module's block of thread-locals the place is that offsets
	// in it count from, bytes.
	DTPBias uint64
	// NegativeTP is set where GOT entries with the offset from the thread pointer have its
	// negative in a second word.
	NegativeTP bool
	// NoRegister reports whether the instruction with the 32-bit displacement at off
	// adds no register to it; only BaseOrAbs asks.
	NoRegister func(file []byte, off uint64) bool
	// InsnEnd is how many bytes behind the PC-relative field at off in code, of four bytes, its
	// instruction ends, from where the value counts; less than 0 where it counts from the
	// instruction's start. nil: values count from the field.
	InsnEnd func(code []byte, off uint64) int64
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
	WriteIFunc            func(dst []byte, order bin.Order, shared bool, addr, data uint64) bool
	// Relax rewrites the instruction around a GOT load so that it refers to S
	// directly. mem and file are the section's bytes in memory and in the file. It
	// first restores from file what an earlier call may have changed, so that
	// applying again gives the same bytes, and reports false, with the original
	// bytes in place, where it cannot or kind is 0: the caller then writes the GOT
	// entry's distance.
	Relax func(kind uint8, mem, file []byte, off uint64, s uint64, a int64, p uint64) bool
}

// BranchDistance is how far a branch gets by itself, in bytes.
func (a *Arch) BranchDistance() uint64 {
	if a.BranchReach != 0 {
		return a.BranchReach
	}
	return a.Reach
}

// Code is an instruction: its bytes in memory, those of the file, and the byte order of data.
type Code struct {
	Insn  []byte
	Order bin.Order
}

// Interworking says whether a branch can change the instruction set.
type Interworking uint8

const (
	InterworkingOK Interworking = iota // it can
	StaysEven                          // it stays in the set of even addresses
	StaysOdd                           // it stays in that of odd ones
)

// Reloc is the neutral relocation, see [objfmt.Reloc].
type Reloc = objfmt.Reloc

package reloc

import (
	"fmt"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Table has the rows of one format and instruction set, indexed by type number.
type Table struct {
	Arch *Arch
	Rows []Howto
	// RuntimeDyld is what LLVM's RuntimeDyld makes.
	RuntimeDyld RuntimeDyld
	Padding     *Padding // nil: objects are not padded
	Shared      *Shared  // nil: no shared objects are made
	chains      bool     // records may be links of chains
	once        *sync.Once
	notes       []note // what Scan reads of most rows
	ops         []op   // what Apply reads, and Scan of few rows
	quick       []quick
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
	// Anywhere are the types of Low whose other record may also stand before them, since assemblers do not
	// sort these. That counts if all such records of the symbol have one addend.
	Anywhere map[uint32]bool
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
	// NoAddend are the types of records whose addend says nothing about where they lead.
	NoAddend map[uint32]bool
	// TLS is, by type, the row where the symbol is thread-local.
	TLS map[uint32]uint32
	// Callee is the function that branches of the types Calls go to, whatever they name.
	Callee string
	Calls  map[uint32]bool
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
	// Elsewhere is set where those to other sections of the object have, and Untyped where those to symbols without a type have.
	Elsewhere, Untyped bool
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
	// Imports is set where pointers to imports ("__imp_" and a name, in COFF) lie among the stubs of the section that uses them,
	// shared within it, at multiples of their size from its start.
	Imports bool
	// EntryPoint is what a branch of a type adds to the address of a stub to enter it; bit 0 says
	// that it does so in the instruction set of odd addresses. Branches with another one have another stub. nil: 0.
	EntryPoint func(typ uint32) uint8
	// Word is set where stubs hold the address of their symbol alone and an addend counts from what is
	// referred to: the stub or, for types for which it is not 0, the word so many bytes behind its start.
	Word func(typ uint32) uint8
	// Leaves says which types' fields stay as they are in the file; nil: none do.
	Leaves func(typ uint32) bool
	// Write writes a stub that branches with that entry go to, at addr, and reports
	// whether its target is within reach.
	Write func(dst []byte, entry uint8, addr, target uint64) bool
	// Branch is Arch.Branch where branches are written in another way; nil: they are not.
	Branch func(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool)
	// WriteFor is Write where stubs differ by byte order and by e_flags; nil: Write.
	WriteFor func(dst []byte, o bin.Order, flags uint32, target uint64) bool
	// Direct is set where branches that have no stub lead to their symbols as they are, also to those of other
	// objects, and where pages of GOT entries ([Howto].PerPage) are entries of one word for symbol and addend.
	Direct bool
	// EvenImage is set where image-relative fields leave bit 0 of a function out, which says in which instruction set it is.
	EvenImage bool
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
	short bool  // a branch that does not get as far as Arch.BranchDistance
}

// How Apply adds up and writes most of what it meets: rows with a bit of plain.
const (
	plainWord   = 1 << iota // 8 bytes
	plainWrap               // 4 bytes
	plainSigned             // 4 bytes, if the value fits
	plainInsn               // in an instruction, if the value fits
	plainPC                 // relative to P
	plainPage               // relative to the page of P
	plainStub               // unless S is 0, which branches and Arch.Nowhere ask about
	adjusted                // Howto.Adjust is not 0

	pcBit = 4 // plainPC is 1<<pcBit

	plainData = plainWord | plainWrap | plainSigned
	plain     = plainData | plainInsn
)

// quick is what Apply reads of a field of an instruction: a value with v - min <=
// span and v & mask == 0 fits, and nothing else is to be asked. Others may fit, too.
type quick struct {
	put             func(mem []byte, order bin.Order, v uint64)
	min, span, mask uint64
}

// NewTable is a table of rows. What the loops read is made of them when the first of them begins: a program
// links for few targets.
func NewTable(arch *Arch, rows []Howto) *Table {
	return &Table{Arch: arch, Rows: rows, once: new(sync.Once), chains: arch.Packed || arch.Runs}
}

// ready makes what the loops read, once. They call it, too.
func (t *Table) ready() { t.once.Do(t.prepare) }

func (t *Table) prepare() {
	arch, rows := t.Arch, t.Rows
	t.notes, t.ops = make([]note, len(rows)), make([]op, len(rows))
	for i := range rows {
		h := &rows[i]
		t.ops[i] = op{h.Expr, h.Field, h.Need, h.kind(), uint8(t.Width(h.Field)), h.how(), t.shorter(h)}
		if arch.Nowhere != 0 && (h.Expr == PC || h.Expr == Page) {
			t.ops[i].how |= plainStub
		}
		t.notes[i] = note{t.mark(h), t.ops[i].width, t.rare(h)}
		if h.Need >= numMarks && !h.PerAddend && h.Expr != None { // no entry would be made
			t.ops[i].expr, t.notes[i].rare = Unknown, true
		}
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

// Short reports whether a row is of a branch that gets no further than Arch.ShortReach.
func (t *Table) Short(typ uint32) bool {
	h := &t.Rows[typ]
	return h.Need == NeedStub && h.Field >= FieldArch && t.Arch.ShortReach != 0 && uint64(t.Arch.Fields[h.Field-FieldArch].Max) <= t.Arch.ShortReach
}

// shorter reports whether a row is of a branch that does not get Arch.BranchDistance less Slack far, in either direction.
func (t *Table) shorter(h *Howto) bool {
	if h.Need != NeedStub {
		return false
	}
	least, most := h.Field.Limits()
	if h.Field >= FieldArch {
		f := &t.Arch.Fields[h.Field-FieldArch]
		least, most = f.Min, f.Max
	}
	if t.Arch.PtrSize == 4 && !t.Arch.Wide && uint64(most-least) >= 1<<32-1 {
		return false // sums wrap
	}
	dist := t.Arch.BranchDistance()
	return dist == 0 || h.Expr != PC || most < int64(dist-Slack) || least > -int64(dist-Slack)
}

// PerAddend reports whether some row has entries that relocations of one addend, or to
// one page, share.
func (t *Table) PerAddend() bool { t.ready(); return t.perAddend }

// Name returns the psABI name of a type, or "" if the table has none. To the name of one that has a second
// addend that is added.
func (t *Table) Name(typ uint32) string {
	if uint64(typ) < uint64(len(t.Rows)) {
		return t.Rows[typ].Name
	}
	if t.Arch.SplitType != nil {
		if number, more := t.Arch.SplitType(typ); number != typ {
			return t.Name(number) + fmt.Sprintf("(%+d)", more)
		}
	}
	return ""
}

// WithPlus is the addend of a LowPlus relocation: the bits of a that count, and the second addend above.
func WithPlus(a int64, more int32) int64 { return int64(more)<<10 | a&0x3ff }

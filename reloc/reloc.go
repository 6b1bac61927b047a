// Package reloc has the words that all instruction sets share to say what a
// relocation does, and the two loops that act on them: [Plan.Scan], which finds
// out what an object needs before memory exists, and [Env.Apply], which writes
// the fields once addresses are known.
//
// A relocation type is one row, a [Howto]: its psABI name, a formula, a field and
// what stands behind the symbol. The letters are those of the psABIs: S is the
// address of the symbol, A the addend, P the address of the field, G the address
// of the symbol's slot in the global offset table, T the start of that table
// (which the x86-64 psABI also calls GOT), L the address of a stub (PLT entry),
// Z the size of the symbol.
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
	Unknown Expr = iota // no such type
	None                // nothing is written
	Dynamic             // only a dynamic linker's input has this type
	Abs                 // S + A
	PC                  // S + A - P
	Base                // S + A - T
	Size                // Z + A
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
// the instruction set.
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
}

// Width is the number of bytes of a data field.
func (f Field) Width() int { return int(fields[f].width) }

// Limits returns the least and greatest value that the field takes.
func (f Field) Limits() (least, greatest int64) { return fields[f].min, fields[f].max }

// String describes the field as errors do: "signed 32".
func (f Field) String() string { return fields[f].text }

// Howto is the row of one relocation type.
type Howto struct {
	Name  string // as the psABI spells it; empty where the number is not assigned
	Expr  Expr
	Field Field
	Need  Need  // what stands for S
	Relax uint8 // for NeedGOT: the arch may rewrite the instruction to do without the slot; its own number
}

// Row makes the row of a type that needs no adjustment.
func Row(name string, e Expr, f Field, n Need) Howto {
	return Howto{Name: name, Expr: e, Field: f, Need: n}
}

// DynamicRow makes the row of a type that no relocatable object may hold.
func DynamicRow(name string) Howto { return Howto{Name: name, Expr: Dynamic} }

// Relaxed returns the row with the arch's way to do without the slot.
func (h Howto) Relaxed(kind uint8) Howto { h.Relax = kind; return h }

// Table has the rows of one format and instruction set, indexed by type number.
type Table struct {
	Arch    *Arch
	Rows    []Howto
	Classic Classic
	ops     []op // what the loops read: four bytes a row
}

// Classic is what LLVM's RuntimeDyld does for branches of a target, for those who
// want the same bytes. The zero Classic is a target without stubs.
type Classic struct {
	Size, Align uint64 // bytes of a stub, alignment of the first one
	// Room says which types of relocations make room for a stub; nil: all do.
	Room func(typ uint32) bool
	// Always is set where branches to symbols of the object itself have stubs, too.
	Always bool
	// Slot is set where stubs jump through the symbol's slot, so that Write's target
	// is the slot's address, and a branch's addend is added to the stub's address;
	// else it is added to the symbol's.
	Slot bool
	// ShareSlots is set where references to one symbol and addend share a slot.
	ShareSlots bool
	// Write writes a stub, at addr, and reports whether its target is within reach.
	Write func(dst []byte, addr, target uint64) bool
}

// Reserves reports whether a relocation of the type makes room for a stub.
func (c *Classic) Reserves(typ uint32) bool {
	return c.Size > 0 && (c.Room == nil || c.Room(typ))
}

type op struct {
	expr  Expr
	field Field
	need  Need
	relax uint8
}

// NewTable prepares rows for the loops.
func NewTable(arch *Arch, rows []Howto) *Table {
	t := &Table{Arch: arch, Rows: rows, ops: make([]op, len(rows))}
	for i := range rows {
		t.ops[i] = op{rows[i].Expr, rows[i].Field, rows[i].Need, rows[i].Relax}
	}
	return t
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
	// Reach is how far a branch and a PC-relative data reference get, in bytes.
	Reach uint64
	// WriteStub writes a stub that jumps to the address in the slot at slotAddr;
	// it reports whether the slot is within reach of the stub at addr.
	WriteStub func(dst []byte, addr, slotAddr uint64) bool
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

// Reloc is the neutral relocation, see [objfmt.Reloc].
type Reloc = objfmt.Reloc

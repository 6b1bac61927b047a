package reloc

import "strings"

// DynamicKind is what a record of a shared object asks of what maps it.
type DynamicKind uint8

const (
	DynamicOther    DynamicKind = iota // something else, which is not supported
	DynamicNone                        // nothing
	DynamicRelative                    // B + A, the load bias and the addend
	DynamicAddress                     // S + A, a word
	DynamicCopy                        // the contents of S, copied
	DynamicTPOff                       // the offset of S from the thread pointer, + A
	DynamicDTPMod                      // the number of the module that S is in
	DynamicDTPOff                      // the offset of S in its module's block, + A
)

// dynamicNames are how psABIs' names of such types end. They have no rows of their own elsewhere: relocatable objects do not hold them.
var dynamicNames = [...]struct {
	end  string
	kind DynamicKind
}{
	{"_IRELATIVE", DynamicOther},
	{"_RELATIVE", DynamicRelative},
	{"_GLOB_DAT", DynamicAddress},
	{"_JUMP_SLOT", DynamicAddress},
	{"_JMP_SLOT", DynamicAddress},
	{"_COPY", DynamicCopy},
	{"_TLS_TPREL", DynamicTPOff},
	{"_TLS_DTPMOD", DynamicDTPMod},
	{"_TLS_DTPREL", DynamicDTPOff},
}

// Dynamic says what a type of relocation means in a shared object of 64 bits: that it is one of those alone, or writes a word as in an object.
func (t *Table) Dynamic(typ uint32) DynamicKind {
	if uint64(typ) >= uint64(len(t.Rows)) || t.Rows[typ].Name == "" {
		return DynamicOther
	}
	row := &t.Rows[typ]
	switch {
	case row.Expr == Dynamic:
		for _, n := range dynamicNames {
			if strings.HasSuffix(row.Name, n.end) {
				return n.kind
			}
		}
	case row.Expr == None:
		return DynamicNone
	case row.Expr != Abs || row.Field != Word64 || row.Adjust != 0:
	case row.Need == NeedNone:
		return DynamicAddress
	case row.Need == NeedTPOff:
		return DynamicTPOff
	case row.Need == NeedDTPMod:
		return DynamicDTPMod
	case row.Need == NeedDTPOff:
		return DynamicDTPOff
	}
	return DynamicOther
}

// Shared says how shared objects of a target are made, of 64 bits.
type Shared struct {
	Machine uint16 // e_machine
	Page    uint64 // bytes: the largest page that there may be
	// Base is the lowest address that images are linked for, and Bases how many there are, 1<<28 bytes from one to the next; a power of two.
	Base, Bases uint64
}

// WithShared is the table with what says how shared objects are made.
func (t *Table) WithShared(s Shared) *Table {
	t.Shared = &s
	return t
}

// DynamicType is the type that asks that of what maps a shared object: for a GOT entry the one that psABIs have for these. 0: there is none.
func (t *Table) DynamicType(kind DynamicKind, got bool) uint32 {
	for typ := range t.Rows {
		if t.Dynamic(uint32(typ)) == kind && (!got || t.Rows[typ].Expr == Dynamic) {
			return uint32(typ)
		}
	}
	return 0
}

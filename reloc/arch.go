package reloc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

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
	// ShortReach, if not 0, is how far some of the branches get that go through a stub otherwise, where all
	// others get as far as BranchDistance: only those have stubs near the code that they are in. Such a stub changes registers
	// that the instruction set keeps for no linker, so that only calls may go through it: branches to names that others see, and to functions.
	ShortReach uint64
	// TableBias is how far behind the start of the GOT T is, in bytes, where code has a
	// register with T and reaches as far below it as above.
	TableBias uint64
	// TableNames are the names of T by which each object refers to its own, as
	// _GLOBAL_OFFSET_TABLE_ is that of the start of its GOT unless it is one of these. Empty: it has none.
	TableNames []string
	// TableHead is the instruction that is the first word of the GOT of objects that branch to it, and in front of their T. Such a GOT is
	// constant, and in memory of code. 0: nothing branches there.
	TableHead uint32
	// TableBehind is set where code computes the address of the GOT as its own and an offset without a sign: that
	// of an object that has none is the end of the object.
	TableBehind bool
	// LocalEntry is how many bytes behind S branches enter a function that expects T in the
	// register, for the Other of its definition: those of NeedStub rows whose Branch is
	// not 0, in the object that has the definition. All others have another T, and enter
	// at S through a stub, even where S is within reach. nil: there is one way to enter.
	LocalEntry func(other uint8) uint64
	// SharedTable is set where all objects of a batch have one T, which counts from the first of their
	// GOTs and sections with objfmt.RoleTOC. Then LocalEntry is for definitions of the batch.
	SharedTable bool
	// EntersOthers reports whether branches of other objects enter functions as those of their own object do, whose
	// header has these flags (ELF e_flags): the functions take nothing from what a stub leaves in registers. nil: not called,
	// none does.
	EntersOthers func(flags uint32) bool
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
	// InPlace is set where the value of a Subtrahend is added to what its field holds.
	InPlace bool
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
	// SplitType takes a record's type apart where that has more than a number: a second addend, of LowPlus
	// rows. nil: it has not.
	SplitType func(typ uint32) (number uint32, more int32)
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
	// Nowhere is set where PC-relative records that name a weak symbol that nobody defines refer to their own place, and
	// branches to the instruction so many bytes behind it. 0: such a symbol is at address 0.
	Nowhere uint64
	// EntryAddend is the part of an addend that the entry of a PerAddend row h has, for
	// processors that put the rest into the instruction. nil: all of it.
	EntryAddend func(h *Howto, addend int64) int64
	// Conflict says why code of objects whose headers have these flags cannot call each
	// other (ELF e_flags); empty if it can. Objects that have Descriptors and objects that do not are kept apart where it is
	// there, whatever it says. nil: not called.
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
	// Jumps are what code may end with, for [Table.EndJump]. Empty: it is not known.
	Jumps []Jump
	// CodeAlign is what code has to be aligned to at most that other code falls through to, in bytes, a power of two. 0: as its section says.
	CodeAlign uint64
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
	// Fragments is the code around fragments of .init and .fini. nil: programs for the processor run none.
	Fragments *Fragments
	// Relax rewrites the instruction around a GOT load so that it refers to S
	// directly. mem and file are the section's bytes in memory and in the file. It
	// first restores from file what an earlier call may have changed, so that
	// applying again gives the same bytes, and reports false, with the original
	// bytes in place, where it cannot or kind is 0: the caller then writes the GOT
	// entry's distance.
	Relax func(kind uint8, mem, file []byte, off uint64, s uint64, a int64, p uint64) bool
	// RelaxReads is, by kind, how many bytes in front of the field Relax reads at most. Where there are fewer it reads none of them.
	RelaxReads []uint8
}

// Slack is kept between a symbol and the end of reach, for addends and the field
// itself.
const Slack = 1 << 20

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

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
	"github.com/go-rtdyld/rtdyld/reloc/bpf"
	"github.com/go-rtdyld/rtdyld/reloc/loong64"
	"github.com/go-rtdyld/rtdyld/reloc/mips"
	"github.com/go-rtdyld/rtdyld/reloc/ppc"
	"github.com/go-rtdyld/rtdyld/reloc/riscv"
	"github.com/go-rtdyld/rtdyld/reloc/s390x"
	"github.com/go-rtdyld/rtdyld/reloc/sparc64"
)

// mutant is a row with one property changed.
type mutant struct {
	typ    uint32
	was    reloc.Howto
	row    reloc.Howto
	column string
	table  *reloc.Table
}

func (m *mutant) String() string {
	f := func(h reloc.Howto) any { return reflect.ValueOf(h).FieldByName(m.column).Interface() }
	return fmt.Sprintf("row %d, %s: %s %v instead of %v", m.typ, m.was.Name, m.column, word(f(m.row)), word(f(m.was)))
}

// descriptorCall are rows of instructions that become others, whatever the symbol is.
var descriptorCall = regexp.MustCompile(`^R_ARM_(THM_)?TLS_(CALL|DESCSEQ)$`)

// equivalent lists the mutants that make no difference, each kind with the reason.
// One that a case notices must not be here.
var equivalent = []struct {
	reason string
	is     func(m *mutant) bool
}{
	{"nothing is written, whatever stands behind the symbol",
		func(m *mutant) bool {
			return m.was.Expr == reloc.None && m.column != "Expr" && !(m.sharing() && (m.table != ppc.ELF32 || strings.HasPrefix(m.was.Name, "R_PPC_PLT")) && m.column == "PerAddend" && !strings.HasPrefix(m.was.Name, "R_SPARC_TLS_"))
		}},
	{"no stub of MIPS stands for what is no branch",
		func(m *mutant) bool {
			chain := m.table != mips.O32 && chained.MatchString(m.was.Name) || m.table == mips.N64 && alone.MatchString(m.was.Name)
			return m.mips() && m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub && !chain
		}},
	{"what is written does not depend on the value, unless that is no offset of a thread-local",
		func(m *mutant) bool {
			offset := m.column == "Adjust" || m.row.Expr == reloc.AbsEven || m.row.Expr == reloc.Size || m.row.Need == reloc.NeedNone || m.row.Need == reloc.NeedDTPOff || m.row.Need == reloc.NeedDTPMod
			return offset && m.was.Field == m.row.Field && descriptorCall.MatchString(m.was.Name) || m.was.Name == "R_ARM_TLS_GOTDESC" && m.row.Expr == reloc.AbsEven // which is no function
		}},
	{"nothing is written in the middle of a chain",
		func(m *mutant) bool {
			return m.column == "Field" && m.mips() && (m.was.Name == "R_MIPS_SUB" || m.was.Name == "R_MIPS_GPREL32" && m.table == mips.N64)
		}},
	{"instructions of MIPS lie at multiples of 4",
		func(m *mutant) bool {
			return m.mips() && m.was.Field >= reloc.FieldArch && (m.was.Expr == reloc.PC && m.row.Expr == reloc.PCWord || m.was.Expr == reloc.PCWord && m.row.Expr == reloc.PC)
		}},
	{"the name in a row for it is that of the table's base",
		func(m *mutant) bool {
			return strings.HasSuffix(m.was.Name, "(_gp_disp)") && m.row.Need == reloc.NeedBase
		}},
	{"an entry with a page is shared by page, whatever else is said, and a GOT entry alone has one",
		func(m *mutant) bool {
			return m.was.PerPage && m.column == "PerAddend" || m.column == "PerPage" && m.was.Need != reloc.NeedGOT
		}},
	{"distances of GOT entries are 16 bits, in fields that put the same there and hold no addend in the file",
		func(m *mutant) bool {
			entry := m.was.Need >= reloc.NeedGOT && m.was.Need < reloc.NeedTPOff && !(m.table == mips.O32 && m.was.PerPage)
			return m.mips() && m.column == "Field" && m.lower(m.was.Field) && m.lower(m.row.Field) &&
				(entry || m.table != mips.O32 && m.was.Name == "R_MIPS_GPREL16" && m.table.FieldText(m.row.Field) == "signed 16")
		}},
	{"an entry by addend has what a value and the addend are",
		func(m *mutant) bool {
			return m.sharing() && m.column == "PerAddend" && (m.was.Need == reloc.NeedTPOff || m.was.Need == reloc.NeedDTPOff || m.was.Need == reloc.NeedDTPMod && m.table != ppc.ELF32)
		}},
	{"a GOT entry is so near to the table's base that the upper half of the distance is 0, also of a little more, as the field is that could hold an addend",
		func(m *mutant) bool {
			return (m.was.Name == "R_MIPS_GOT_HI16" || m.was.Name == "R_MIPS_CALL_HI16") && (m.column == "Adjust" || m.row.Expr == reloc.BasePage || m.column == "PerPage" ||
				m.row.Expr == reloc.None && m.table == mips.O32 ||
				m.column == "Field" && m.row.Field >= reloc.FieldArch && m.table.FieldText(m.row.Field) == "64 bits" && m.row.Field != m.lowField())
		}},
	{"the size of a symbol is the same wherever it is, and neither a stub nor the table's start asks for more than a symbol",
		func(m *mutant) bool {
			return m.was.Expr == reloc.Size && (m.row.Need == reloc.NeedStub || m.row.Need == reloc.NeedBase)
		}},
	{"where branches reach everything there are no stubs",
		func(m *mutant) bool {
			return m.table.Arch.WriteStub == nil && m.was.Name != "R_BPF_64_64" && m.column == "Need" && max(m.was.Need, m.row.Need) == reloc.NeedStub && m.was.Field != reloc.Signed32
		}},
	{"no stub stands for data of other than 32 bits, nor for a field that takes every value, and RuntimeDyld's layout has stubs by type",
		func(m *mutant) bool {
			c := &m.table.RuntimeDyld
			return c.Stub != nil && (c.PerSite || c.InSection) && m.column == "Need" && m.row.Need == reloc.NeedStub && m.was.Need == reloc.NeedNone && m.was.Field != reloc.Signed32 &&
				m.table.Arch.WriteStub != nil && (m.was.Field < reloc.FieldArch || m.everyValue())
		}},
	{"the number of a section is the same wherever the table starts",
		func(m *mutant) bool { return m.was.Expr == reloc.SecNumber && m.row.Need == reloc.NeedBase }},
	{"the number of a section and an addend of 16 bits fit 16 bits",
		func(m *mutant) bool { return m.was.Expr == reloc.SecNumber && m.row.Field == reloc.Wrap16 }},
	{"the field of the instruction is its lowest byte",
		func(m *mutant) bool { return m.was.Name == "R_ARM_THM_ALU_ABS_G0_NC" && m.row.Field == reloc.Wrap8 }},
	{"a slot is far below 2 GiB behind the table's start, so that the distance and an addend fit 32 bits",
		func(m *mutant) bool {
			return m.was.Expr == reloc.Base && m.was.Need >= reloc.NeedTLSGD && m.was.Field == reloc.Wrap32 && m.row.Field == reloc.Any32
		}},
	{"an address to which nothing can be added has 32 bits where addresses have",
		func(m *mutant) bool {
			return m.table.Arch.PtrSize == 4 && (strings.HasPrefix(m.was.Name, "indirect symbol") || m.was.Name == "GENERIC_RELOC_TLV") && m.was.Expr == reloc.Abs && m.column == "Field" &&
				(m.row.Field == reloc.Any32 || m.row.Field == reloc.Unsigned32 || m.wholeWord())
		}},
	{"what the indirect symbol table names has no addend in its field",
		func(m *mutant) bool {
			return m.was.Name == "indirect symbol" && m.column == "Field" && m.was.Field == reloc.Word64 && m.table.FieldText(m.row.Field) == m.table.FieldText(m.was.Field) && m.table.Width(m.row.Field) == 8
		}},
	{"every page of 4 GiB is in reach of each other",
		func(m *mutant) bool {
			return m.table.Arch.PtrSize == 4 && m.was.Expr == reloc.Page && m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub
		}},
	{"no stub of Arm stands for data, and RuntimeDyld's layout has stubs by type",
		func(m *mutant) bool {
			return m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub && (m.table == arm.ELF && m.was.Field < reloc.FieldArch ||
				m.table == arm.COFF && (m.was.Field < reloc.FieldArch && m.was.Field != reloc.Signed32 || m.table.FieldText(m.was.Field) == "32 bits"))
		}},
	{"what the linker makes has even addresses",
		func(m *mutant) bool {
			return m.was.Need > reloc.NeedStub && m.was.Need < reloc.NeedTPOff && (m.was.Expr == reloc.Abs && m.row.Expr == reloc.AbsEven || m.was.Expr == reloc.PC && m.row.Expr == reloc.PCEven)
		}},
	{"the offset of a slot is far below 2 GiB, so that it and an addend fit 32 bits",
		func(m *mutant) bool { return m.was.Name == "R_ARM_GOT_BREL" && m.row.Field == reloc.Any32 }},
	{"the lowest byte of an address is that of its distance from a page",
		func(m *mutant) bool {
			return m.row.Expr == reloc.BasePage && slices.Contains([]string{"R_ARM_THM_ALU_ABS_G0_NC", "R_RISCV_SET6", "R_RISCV_SET8"}, m.was.Name)
		}},
	{"a sum in a field without bytes is none",
		func(m *mutant) bool {
			return m.was.Expr == reloc.None && (m.row.Expr == reloc.Add || m.row.Expr == reloc.Sub)
		}},
	{"sums wrap, whatever else the field takes",
		func(m *mutant) bool {
			return (m.was.Expr == reloc.Add || m.was.Expr == reloc.Sub) && m.column == "Field" && max(m.was.Field, m.row.Field) < reloc.ULEB128 && m.was.Field.Width() == m.row.Field.Width()
		}},
	{"nothing is written for the first half of a difference",
		func(m *mutant) bool {
			return m.was.Expr == reloc.Minuend && m.column == "Field" && m.table.Width(m.row.Field) < 2
		}},
	{"the value of a field is the same whether others take a part of it",
		func(m *mutant) bool { return m.was.Expr == reloc.PC && m.row.Expr == reloc.PCLead }},
	{"no instruction has a rest of the distance that others have the low part of",
		func(m *mutant) bool {
			return m.loong() && m.was.Expr == reloc.PCLead && m.column == "Field" && m.was.Field >= reloc.FieldArch && m.row.Field >= reloc.FieldArch && m.sameHalf()
		}},
	{"what does not count from a page counts from no other instruction",
		func(m *mutant) bool { return m.column == "Back" && m.was.Expr != reloc.FromPage }},
	{"no stub of LoongArch stands for a field that takes every value",
		func(m *mutant) bool {
			return m.loong() && m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub && m.was.Field >= reloc.FieldArch && m.everyValue()
		}},
	{"instructions of LoongArch lie at multiples of 4",
		func(m *mutant) bool {
			return m.loong() && m.was.Field >= reloc.FieldArch && m.was.Expr == reloc.PC && m.row.Expr == reloc.PCWord && m.was.Need != reloc.NeedStub && m.was.Name != "R_LARCH_CALL30"
		}},
	{"the ten bits of a value are the same where there could be a second addend",
		func(m *mutant) bool {
			return m.row.Expr == reloc.LowPlus && (m.was.Name == "R_SPARC_LO10" || m.was.Name == "R_SPARC_LOPLT10" || m.was.Name == "R_SPARC_LOX10" || m.was.Name == "R_SPARC_TLS_LE_LOX10")
		}},
	{"a slot is less than 2 GiB behind T, at a multiple of 8",
		func(m *mutant) bool {
			slot := m.was.Name == "R_SPARC_GOT22" || m.was.Name == "R_SPARC_GOTDATA_OP_HIX22"
			name := func(of string) reloc.Field {
				return m.table.Rows[slices.IndexFunc(m.table.Rows, func(h reloc.Howto) bool { return h.Name == of })].Field
			}
			return slot && (m.column == "Adjust" && m.row.Adjust == 1 ||
				m.column == "Field" && slices.Contains([]reloc.Field{name("R_SPARC_HI22"), name("R_SPARC_LM22"), name("R_SPARC_GOTDATA_HIX22")}, m.row.Field))
		}},
	{"instructions of eBPF lie at multiples of 8",
		func(m *mutant) bool {
			return m.table == bpf.ELF && m.was.Expr == reloc.PC && m.row.Expr == reloc.PCWord
		}},
	{"instructions of SPARC lie at multiples of 4",
		func(m *mutant) bool {
			return m.table == sparc64.ELF && m.was.Field >= reloc.FieldArch && m.was.Expr == reloc.PC && m.row.Expr == reloc.PCWord
		}},
	{"no stub of RISC-V, LoongArch, SPARC or s390x stands for data of other than 32 bits, nor in what several records make",
		func(m *mutant) bool {
			return (m.table == riscv.ELF || m.table == riscv.ELF32 || m.loong() || m.table == sparc64.ELF || m.table == s390x.ELF && m.was.Expr != reloc.Base) && m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub &&
				(m.was.Field < reloc.FieldArch && m.was.Field != reloc.Signed32 || m.was.Expr >= reloc.Add && m.was.Expr != reloc.PCLead)
		}},
	{"no stub of PowerPC stands for data of other than 32 bits, and its distance has zeros in its upper half, as nobody's address has",
		func(m *mutant) bool {
			data := m.was.Field < reloc.FieldArch && m.was.Field != reloc.Signed32
			return m.ppc64() && m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub && (data || strings.HasPrefix(m.was.Name, "R_PPC64_ADDR16_HIGH") || strings.HasPrefix(m.was.Name, "R_PPC64_D34_H"))
		}},
	{"displacements of the same bits are in the lower half of a word, whether they are a field of it or a halfword",
		func(m *mutant) bool {
			if !m.ppc64() {
				return false
			}
			branch, ds := m.table.Rows[7].Field, m.table.Rows[56].Field
			return m.was.Field == branch && m.row.Field == ds && m.was.Need != reloc.NeedStub || m.was.Field == ds && m.row.Field == branch && m.was.Need != reloc.NeedGOT && m.was.Need != reloc.NeedGOTTPOff && m.was.Need != reloc.NeedGOTDTPOff
		}},
	{"instructions of PowerPC lie at multiples of 4, and branches lead to what descriptors say",
		func(m *mutant) bool { return m.table == ppc.V1 && m.was.Expr == reloc.PC && m.row.Expr == reloc.PCWord }},
	{"instructions of 32-bit PowerPC lie at multiples of 4",
		func(m *mutant) bool {
			return m.table == ppc.ELF32 && (m.was.Need == reloc.NeedStub || m.was.Need == reloc.NeedBase) && m.was.Expr == reloc.PC && m.row.Expr == reloc.PCWord
		}},
	{"no stub of 32-bit PowerPC stands for data of other than 32 bits, nor for a field that takes every value",
		func(m *mutant) bool {
			return m.table == ppc.ELF32 && m.was.Need == reloc.NeedNone && m.row.Need == reloc.NeedStub &&
				(m.was.Field < reloc.FieldArch && m.was.Field != reloc.Signed32 || m.was.Field >= reloc.FieldArch && m.everyValue())
		}},
	{"parts of 32 bits are the same in fields that take more",
		func(m *mutant) bool {
			return (m.table == ppc.ELF32 || m.table == loong64.ELF32) && m.column == "Field" && m.was.Field >= reloc.FieldArch && m.row.Field >= reloc.FieldArch && m.sameHalf()
		}},
	{"an offset in a block and an addend of 32 bits fit 32 bits",
		func(m *mutant) bool {
			return m.table == loong64.ELF32 && m.was.Name == "R_LARCH_TLS_DTPREL32" && m.row.Field == reloc.Any32
		}},
	{"a GOT entry is at a multiple of 4, so that the upper half of one byte more is the same",
		func(m *mutant) bool {
			return m.table == ppc.ELF32 && strings.HasSuffix(m.was.Name, " (addis)") && m.column == "Adjust" && m.row.Adjust == 1
		}},
	{"the number of a module and an addend fit 32 bits",
		func(m *mutant) bool { return m.was.Name == "R_PPC_DTPMOD32" && m.row.Field == reloc.Any32 }},
	{"the low 12 bits of an address are those of its distance from a page",
		func(m *mutant) bool {
			return m.was.Expr == reloc.Abs && (m.row.Expr == reloc.BasePage || m.row.Expr == reloc.FromPage) && low12.MatchString(m.was.Name)
		}},
}

// mips reports whether the table is one of MIPS.
func (m *mutant) mips() bool {
	return m.table == mips.O32 || m.table == mips.N32 || m.table == mips.N64
}

// ppc reports whether the table is one of PowerPC.
func (m *mutant) ppc() bool { return m.ppc64() || m.table == ppc.ELF32 }

// ppc64 reports whether the table is one of 64-bit PowerPC.
func (m *mutant) ppc64() bool { return m.table == ppc.V1 || m.table == ppc.V2 }

// loong reports whether the table is one of LoongArch.
func (m *mutant) loong() bool { return m.table == loong64.ELF || m.table == loong64.ELF32 }

// sharing reports whether the table has entries by addend.
func (m *mutant) sharing() bool { return m.mips() || m.ppc() || m.table == sparc64.ELF }

// wholeWord reports whether the mutant's field is one of the processor's that is a word and takes whatever has 32 bits.
func (m *mutant) wholeWord() bool {
	if m.row.Field < reloc.FieldArch {
		return false
	}
	f := &m.table.Arch.Fields[m.row.Field-reloc.FieldArch]
	for _, v := range []uint32{0x12347fff, 0x87654321, 0xffffffff, 1} {
		var x, want [4]byte
		binary.LittleEndian.PutUint32(want[:], v)
		if f.Width != 4 || int64(v) < f.Min || int64(v) > f.Max {
			return false
		}
		if f.Put(x[:], bin.Order{}, uint64(v)); x != want {
			return false
		}
	}
	return true
}

// sameHalf reports whether both fields of a mutant put the same half of any value of 32 bits.
func (m *mutant) sameHalf() bool {
	a, b := &m.table.Arch.Fields[m.was.Field-reloc.FieldArch], &m.table.Arch.Fields[m.row.Field-reloc.FieldArch]
	for _, v := range []int64{0x12347fff, 0x12348000, 0x7fff9000, -0x56789abd} {
		var x, y [8]byte
		a.Put(x[:], bin.Order{}, uint64(v))
		b.Put(y[:], bin.Order{}, uint64(v))
		if x != y || a.Width != b.Width || v < a.Min || v > a.Max || v < b.Min || v > b.Max {
			return false
		}
	}
	return true
}

// lowField is the field of lower halves.
func (m *mutant) lowField() reloc.Field { return m.table.Rows[6].Field }

// lower reports whether a field has the lower half of what is put in it, in all 16 bits.
func (m *mutant) lower(f reloc.Field) bool {
	return f == m.lowField() || m.table.Width(f) == 4 && m.table.FieldText(f) == "signed 16"
}

// chained are types that records of n32 and n64 have chains of; alone are others of n64 that notice a stub:
// in chains, or in a field of signed 32 bits.
var (
	chained = regexp.MustCompile(`^R_MIPS_(HI16|LO16|GPREL16|SUB)$`)
	alone   = regexp.MustCompile(`^R_MIPS_(GPREL32|64|PC32)$`)
)

// everyValue reports whether the field of an instruction set takes every value, or is
// less than a word, for which no branch goes through a stub.
func (m *mutant) everyValue() bool {
	f := m.table.Arch.Fields[m.was.Field-reloc.FieldArch]
	return f.Width < 4 || f.Min == math.MinInt64 && f.Max == math.MaxInt64
}

// low12 are the types that take the low 12 bits of any value.
var low12 = regexp.MustCompile(`^R_AARCH64_((ADD|LDST8)_ABS|TLS[GL]D_ADD|TLS(LD|LE)_(ADD|LDST8)_D?TPREL)_LO12_NC$|^R_RISCV_(TPREL_)?LO12_[IS]$|^R_AARCH64_TLSDESC_ADD_LO12$|^IMAGE_REL_ARM64_PAGEOFFSET_12A$|^R_LARCH_(ABS|GOT|GOT_PC|TLS_[A-Z_]+)_LO12(_R| .*)?$|^R_SPARC_(LO10|LOPLT10|L44|LOX10|TLS_LE_LOX10)$`)

// rowWords name the values of a row's columns, for messages.
var rowWords = map[reflect.Type][]string{
	reflect.TypeFor[reloc.Expr](): {"Unknown", "None", "Dynamic", "Abs", "PC", "Base", "Size", "Page", "PCWord", "BasePage", "Image", "SecRel", "SecNumber", "Diff", "Negative", "Minus", "BaseOrAbs", "AbsEven", "PCEven", "PCWordEven", "PCDouble", "FromPage", "LowPlus", "LocalEntry",
		"Add", "Sub", "Minuend", "Subtrahend", "PCLead", "OfPartner"},
	reflect.TypeFor[reloc.Need]():  {"NeedNone", "NeedStub", "NeedGOT", "NeedBase", "NeedTLSGD", "NeedTLSLD", "NeedGOTTPOff", "NeedTLSDesc", "NeedTPOff", "NeedDTPOff", "NeedDTPMod", "NeedGOTDTPOff"},
	reflect.TypeFor[reloc.Field](): {"FieldNone", "Word64", "Signed32", "Unsigned32", "Signed16", "Any16", "Signed8", "Any8", "Any32", "Wrap32", "Wrap16", "Wrap8", "ULEB128"},
}

func word(v any) string {
	if w, r := rowWords[reflect.TypeOf(v)], reflect.ValueOf(v); w != nil && r.Uint() < uint64(len(w)) {
		return w[r.Uint()]
	}
	if f, ok := v.(reloc.Field); ok && f >= reloc.FieldArch {
		return fmt.Sprintf("field %d of the instruction set", f-reloc.FieldArch)
	}
	return fmt.Sprint(v)
}

// addressExprs are the formulas that have a meaning in every format.
var addressExprs = []reloc.Expr{
	reloc.None, reloc.Dynamic, reloc.Abs, reloc.PC, reloc.Base, reloc.Size, reloc.Page, reloc.PCWord, reloc.BasePage,
}

// mutants makes every row that differs from one of the table in one column. The
// values are those of the table's rows, all fields and needs there are, all formulas that
// are not for another format, and of a number also one more and one less. A way to
// rewrite instructions is given to rows that compute what those compute that have it.
func mutants(table *reloc.Table) []mutant {
	var list []mutant
	shape := reflect.TypeFor[reloc.Howto]()
	for typ := range table.Rows {
		was := table.Rows[typ]
		if was.Expr == reloc.Unknown {
			continue
		}
		for col := range shape.NumField() {
			column := shape.Field(col)
			if column.Name == "Name" || was.Expr == reloc.Dynamic && column.Name != "Expr" {
				continue
			}
			seen := map[any]bool{reflect.ValueOf(was).Field(col).Interface(): true}
			add := func(v reflect.Value) {
				if seen[v.Interface()] {
					return
				}
				seen[v.Interface()] = true
				m := mutant{uint32(typ), was, was, column.Name, table}
				reflect.ValueOf(&m.row).Elem().Field(col).Set(v)
				list = append(list, m)
			}
			for _, other := range table.Rows {
				if way := other.Relax | other.Branch; (column.Name == "Relax" || column.Name == "Branch") && way != 0 && (other.Expr != was.Expr || other.Need != was.Need) {
					continue
				}
				add(reflect.ValueOf(other).Field(col))
			}
			switch column.Type {
			case reflect.TypeFor[reloc.Field]():
				for f := range int(reloc.FieldArch) + len(table.Arch.Fields) {
					add(reflect.ValueOf(reloc.Field(f)))
				}
			case reflect.TypeFor[reloc.Expr]():
				for _, e := range addressExprs {
					add(reflect.ValueOf(e))
				}
			case reflect.TypeFor[reloc.Need]():
				for n := range reloc.NumNeeds {
					add(reflect.ValueOf(n))
				}
			case reflect.TypeFor[int32]():
				n := reflect.ValueOf(was).Field(col).Int()
				add(reflect.ValueOf(int32(n + 1)))
				add(reflect.ValueOf(int32(n - 1)))
			}
		}
	}
	return list
}

// install puts a row in a table's place and returns what undoes that.
func (m *mutant) install(table *reloc.Table) (undo func()) {
	was := *table
	rows := slices.Clone(table.Rows)
	rows[m.typ] = m.row
	changed := *reloc.NewTable(table.Arch, rows)
	from, to := reflect.ValueOf(was), reflect.ValueOf(&changed).Elem()
	for i := range to.NumField() {
		if f := to.Type().Field(i); f.IsExported() && f.Name != "Rows" {
			to.Field(i).Set(from.Field(i))
		}
	}
	*table = changed
	return func() { *table = was }
}

// noticed reports whether a run is not what it should be, in some layout. A linker
// that panics over a row is noticed, too.
func (u *touch) noticed() (failed bool) {
	defer func() {
		if recover() != nil {
			failed = true
		}
	}()
	return slices.ContainsFunc(u.c.layouts(), func(layout string) bool { return u.r.verify(layout) != nil })
}

// TestMutations changes each row of each table in every way, one at a time: some
// rule of the cases that touch the row fails.
func TestMutations(t *testing.T) {
	step := 1
	if citest.Sample() {
		step = 8 // CI has them all where there are no tools
	}
	for _, a := range findTargets(t, findCases(t)) {
		table, runs := a.table, a.runs
		tried, survived, same := 0, 0, map[string]int{}
		all := mutants(table)
		for i := range citest.OneOf(len(all), step, *sampleSeed) {
			m := &all[i]
			if a.inherits(m.typ) {
				continue
			}
			reason := m.reason()
			if reason != "" {
				same[reason]++
			} else {
				tried++
			}
			undo := m.install(table)
			i := slices.IndexFunc(runs[m.typ], func(u touch) bool { return u.noticed() })
			undo()
			switch {
			case i < 0 && reason == "":
				survived++
				t.Errorf("%s: no case notices %v", a.name, m)
			case i >= 0 && reason != "":
				u := runs[m.typ][i]
				t.Errorf("%s: %v is said to make no difference (%s), and %s:%d notices it", a.name, m, reason, u.c.source, u.r.line)
			}
		}
		t.Logf("%s: %d mutants, %d noticed by no case; %v make no difference", a.name, tried, survived, same)
	}
}

// reason is why a mutant makes no difference, empty if it does.
func (m *mutant) reason() string {
	for _, e := range equivalent {
		if e.is(m) {
			return e.reason
		}
	}
	return ""
}

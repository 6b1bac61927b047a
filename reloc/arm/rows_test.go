package arm_test

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

// The addresses that all row tests use.
const (
	fieldP = 0x100010   // P
	tableT = 0x40000000 // GOT_ORG
	at     = 0x10       // offset of the field in its section
	stubAt = 0x100800   // of the stub that a branch may go through
)

// made has the address or value of what the linker makes for the symbol.
var made = [reloc.NumNeeds]uint64{
	reloc.NeedStub: stubAt, reloc.NeedGOT: tableT + 0x18,
	reloc.NeedTLSGD: tableT + 0x100, reloc.NeedTLSLD: tableT + 0x200, reloc.NeedTPSlot: tableT + 0x300,
	reloc.NeedTPOff: 1<<64 - 0x40, reloc.NeedDTPOff: 0x28,
}

// mode is an instruction set.
type mode string

const (
	inARM   mode = ".arm"
	inThumb mode = ".thumb"
)

// rowCases have, for each type that is applied, an instruction or datum before and
// after, and its bytes as llvm-mc 14 writes them: the operands are what the formula
// of AAELF32 gives for S, the addend that the bytes before hold and the addresses
// above, computed outside Go. Bit 0 of S says that it is a Thumb function.
var rowCases = []struct {
	name                    string
	s                       uint64
	mode                    mode
	before, file, after, as string
}{
	{"R_ARM_ABS32", 0x12345679, inARM, ".word 0x10", "10000000", ".word 0x12345689", "89563412"},                             // (S + A) | T
	{"R_ARM_REL32", 0x12345679, inARM, ".word 0x10", "10000000", ".word 0x12245679", "79562412"},                             // ((S + A) | T) - P
	{"R_ARM_ABS16", 0xfff0, inARM, ".short 0x5", "0500", ".short 0xfff5", "f5ff"},                                            // S + A
	{"R_ARM_ABS8", 0xf0, inARM, ".byte 0x3", "03", ".byte 0xf3", "f3"},                                                       // S + A
	{"R_ARM_GOTOFF32", 0x12345679, inARM, ".word 0x4", "04000000", ".word 0xd234567d", "7d5634d2"},                           // ((S + A) | T) - GOT_ORG
	{"R_ARM_BASE_PREL", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x3feffff4", "f4ffef3f"},                          // GOT_ORG + A - P
	{"R_ARM_GOT_BREL", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x1c", "1c000000"},                                 // GOT(S) + A - GOT_ORG
	{"R_ARM_BASE_ABS", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x40000004", "04000040"},                           // GOT_ORG + A
	{"R_ARM_TARGET1", 0x12345679, inARM, ".word 0x8", "08000000", ".word 0x12345681", "81563412"},                            // as ABS32
	{"R_ARM_TARGET2", 0x12345678, inARM, ".word 0x8", "08000000", ".word 0x3ff00010", "1000f03f"},                            // as GOT_PREL
	{"R_ARM_PREL31", 0x101235, inARM, ".word 0x7ffffff0", "f0ffff7f", ".word 0x1215", "15120000"},                            // ((S + A) | T) - P, bit 31 stays
	{"R_ARM_PREL31", 0x101235, inARM, ".word 0xfffffff0", "f0ffffff", ".word 0x80001215", "15120080"},                        // bit 31 set
	{"R_ARM_ABS32_NOI", 0x12345679, inARM, ".word 0x8", "08000000", ".word 0x12345680", "80563412"},                          // S + A
	{"R_ARM_REL32_NOI", 0x12345679, inARM, ".word 0x8", "08000000", ".word 0x12245670", "70562412"},                          // S + A - P
	{"R_ARM_PLT32_ABS", 0x12345679, inARM, ".word 0x4", "04000000", ".word 0x1234567d", "7d563412"},                          // the function serves as its PLT entry
	{"R_ARM_GOT_ABS", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x4000001c", "1c000040"},                            // GOT(S) + A
	{"R_ARM_GOT_PREL", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x3ff0000c", "0c00f03f"},                           // GOT(S) + A - P
	{"R_ARM_TLS_GD32", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x3ff000f4", "f400f03f"},                           // GOT(S) + A - P
	{"R_ARM_TLS_LDM32", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x3ff001f4", "f401f03f"},                          // GOT(S) + A - P
	{"R_ARM_TLS_LDO32", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x2c", "2c000000"},                                // S + A - TLS
	{"R_ARM_TLS_IE32", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0x3ff002f4", "f402f03f"},                           // GOT(S) + A - P
	{"R_ARM_TLS_LE32", 0x12345678, inARM, ".word 0x4", "04000000", ".word 0xffffffc4", "c4ffffff"},                           // S + A - tp
	{"R_ARM_PC24", 0x101000, inARM, "bl #-8", "feffffeb", "bl #0xfe8", "fa0300eb"},                                           // ((S + A) | T) - P
	{"R_ARM_PC24", 0x101000, inARM, "b #-8", "feffffea", "b #0xfe8", "fa0300ea"},                                             // of a jump
	{"R_ARM_XPC25", 0x101003, inARM, "blx #-8", "fefffffa", "blx #0xfea", "fa0300fb"},                                        // ((S + A) | T) - P
	{"R_ARM_PLT32", 0xff000, inARM, "blne #-8", "feffff1b", "blne #-0x1018", "fafbff1b"},                                     // ((S + A) | T) - P
	{"R_ARM_CALL", 0x20fffc0, inARM, "bl #-8", "feffffeb", "bl #0x1ffffa8", "eaff7feb"},                                      // ((S + A) | T) - P
	{"R_ARM_CALL", 0x101003, inARM, "bl #-8", "feffffeb", "blx #0xfea", "fa0300fb"},                                          // to Thumb code: BLX
	{"R_ARM_CALL", 0x101000, inARM, "blx #-8", "fefffffa", "bl #0xfe8", "fa0300eb"},                                          // BLX to ARM code: BL
	{"R_ARM_JUMP24", 0xff000, inARM, "beq #-8", "feffff0a", "beq #-0x1018", "fafbff0a"},                                      // ((S + A) | T) - P
	{"R_ARM_MOVW_ABS_NC", 0x1234abcd, inARM, "movw r3, #0xfff0", "f03f0fe3", "movw r3, #0xabbd", "bd3b0ae3"},                 // low half of S + A
	{"R_ARM_MOVT_ABS", 0x1234abcd, inARM, "movt r3, #0x7ff0", "f03f47e3", "movt r3, #0x1235", "353241e3"},                    // high half of S + A
	{"R_ARM_MOVW_PREL_NC", 0x5678abcd, inARM, "movw r3, #0xfff0", "f03f0fe3", "movw r3, #0xabad", "ad3b0ae3"},                // low half of S + A - P
	{"R_ARM_MOVT_PREL", 0x5678abcd, inARM, "movt r3, #0xfff0", "f03f4fe3", "movt r3, #0x5668", "683645e3"},                   // high half of S + A - P
	{"R_ARM_THM_MOVW_ABS_NC", 0x1234abcd, inThumb, "movw r3, #0xfff0", "4ff6f073", "movw r3, #0xabbd", "4af6bd33"},           // low half of S + A
	{"R_ARM_THM_MOVT_ABS", 0x1234abcd, inThumb, "movt r3, #0x7ff0", "c7f6f073", "movt r3, #0x1235", "c1f23523"},              // high half of S + A
	{"R_ARM_THM_MOVW_PREL_NC", 0x5678abcd, inThumb, "movw r3, #0xfff0", "4ff6f073", "movw r3, #0xabad", "4af6ad33"},          // low half of S + A - P
	{"R_ARM_THM_MOVT_PREL", 0x5678abcd, inThumb, "movt r3, #0xfff0", "cff6f073", "movt r3, #0x5668", "c5f26863"},             // high half of S + A - P
	{"R_ARM_ALU_PC_G0_NC", 0xbb1317, inARM, "sub r2, r1, #0x8", "082041e2", "add r2, r1, #0xab0000", "ab2881e2"},             // group 0 of S + A - P
	{"R_ARM_ALU_PC_G0", 0xff650018, inARM, "sub r2, r1, #0x8", "082041e2", "sub r2, r1, #0xab0000", "ab2841e2"},              // group 0 of S + A - P
	{"R_ARM_ALU_PC_G1_NC", 0x910417, inARM, "sub r2, r1, #0x8", "082041e2", "add r2, r1, #0x3fc", "ff2f81e2"},                // group 1 of S + A - P
	{"R_ARM_ALU_PC_G1", 0xff8eff19, inARM, "sub r2, r1, #0x8", "082041e2", "sub r2, r1, #0xff", "ff2041e2"},                  // group 1 of S + A - P
	{"R_ARM_LDR_PC_G0", 0xff55c, inARM, "ldr r5, [pc, #-0x8]", "08501fe5", "ldr r5, [pc, #-0xabc]", "bc5a1fe5"},              // S + A - P
	{"R_ARM_LDR_PC_G1", 0x910ad4, inARM, "ldrb r5, [r6, #-0x8]", "085056e5", "ldrb r5, [r6, #0xabc]", "bc5ad6e5"},            // what 1 groups leave of S + A - P
	{"R_ARM_LDR_PC_G2", 0xdf8ef55c, inARM, "str r5, [r6, #-0x8]", "085006e5", "str r5, [r6, #-0x2bc]", "bc5206e5"},           // what 2 groups leave of S + A - P
	{"R_ARM_LDRS_PC_G0", 0xfff6e, inARM, "ldrh r5, [pc, #-0x8]", "b8505fe1", "ldrh r5, [pc, #-0xaa]", "ba5a5fe1"},            // S + A - P
	{"R_ARM_LDRS_PC_G1", 0x9100c2, inARM, "ldrsb r5, [r6, #-0x8]", "d85056e1", "ldrsb r5, [r6, #0xaa]", "da5ad6e1"},          // what 1 groups leave of S + A - P
	{"R_ARM_LDRS_PC_G2", 0xdf8eff6e, inARM, "ldrd r4, r5, [r6, #-0x8]", "d84046e1", "ldrd r4, r5, [r6, #-0xaa]", "da4a46e1"}, // what 2 groups leave of S + A - P
	{"R_ARM_LDC_PC_G0", 0xffd70, inARM, "vldr d1, [pc, #-0x8]", "021b1fed", "vldr d1, [pc, #-0x2a8]", "aa1b1fed"},            // S + A - P
	{"R_ARM_LDC_PC_G1", 0x9102c0, inARM, "vldr d1, [r6, #-0x8]", "021b16ed", "vldr d1, [r6, #0x2a8]", "aa1b96ed"},            // what 1 groups leave of S + A - P
	{"R_ARM_LDC_PC_G2", 0xdf8efd70, inARM, "vstr s2, [r6, #-0x8]", "021a06ed", "vstr s2, [r6, #-0x2a8]", "aa1a06ed"},         // what 2 groups leave of S + A - P
	{"R_ARM_ALU_PC_G2", 0x2091009d, inARM, "sub r2, r1, #0x8", "082041e2", "add r2, r1, #0x85", "852081e2"},                  // group 2 of S + A - P
	{"R_ARM_ABS12", 0xab0, inARM, "ldr r5, [r6, #0xc]", "0c5096e5", "ldr r5, [r6, #0xabc]", "bc5a96e5"},                      // S + A
	{"R_ARM_GOT_BREL12", 0x12345678, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #0x1c]", "1c5096e5"},             // GOT(S) + A - GOT_ORG
	{"R_ARM_GOTOFF12", 0x3ffffedc, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #-0x120]", "205116e5"},             // S + A - GOT_ORG
	{"R_ARM_TLS_LDO12", 0x12345678, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #0x2c]", "2c5096e5"},              // S + A - TLS
	{"R_ARM_TLS_LE12", 0x12345678, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #-0x3c]", "3c5016e5"},              // S + A - tp
	{"R_ARM_TLS_IE12GP", 0x12345678, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #0x304]", "045396e5"},            // GOT(S) + A - GOT_ORG
	{"R_ARM_THM_CALL", 0x1100001, inThumb, "bl #-4", "fff7feff", "bl #0xffffec", "fff3f6d7"},                                 // ((S + A) | T) - P
	{"R_ARM_THM_CALL", 0xff001, inThumb, "bl #-4", "fff7feff", "bl #-0x1014", "fef7f6ff"},                                    // backwards
	{"R_ARM_THM_CALL", 0x101000, inThumb, "bl #-4", "fff7feff", "blx #0xfec", "00f0f6ef"},                                    // to ARM code: BLX
	{"R_ARM_THM_CALL", 0x101003, inThumb, "blx #-4", "fff7feef", "bl #0xfee", "00f0f7ff"},                                    // BLX to Thumb code: BL
	{"R_ARM_THM_XPC22", 0x101000, inThumb, "blx #-4", "fff7feef", "blx #0xfec", "00f0f6ef"},                                  // ((S + A) | T) - P
	{"R_ARM_THM_JUMP24", 0xff8ff001, inThumb, "b.w #-4", "fff7febf", "b.w #-0x801014", "fef7f69f"},                           // ((S + A) | T) - P
	{"R_ARM_THM_JUMP19", 0x112345, inThumb, "beq.w #-4", "3ff4feaf", "beq.w #0x12330", "12f09881"},                           // ((S + A) | T) - P
	{"R_ARM_THM_JUMP19", 0x1011, inThumb, "bne.w #-4", "7ff4feaf", "bne.w #-0xff004", "40f4fe87"},                            // backwards
	{"R_ARM_THM_JUMP11", 0x100803, inThumb, "b.n #-4", "fee7", "b.n #0x7ee", "f7e3"},                                         // S + A - P
	{"R_ARM_THM_JUMP8", 0xfff95, inThumb, "bne.n #-4", "fed1", "bne.n #-0x80", "c0d1"},                                       // S + A - P
	{"R_ARM_THM_JUMP6", 0x10007b, inThumb, ".short 0xbbf5", "f5bb", "cbnz r5, #102", "9dbb"},                                 // S + A - P, A = -4
	{"R_ARM_THM_ABS5", 0x78, inThumb, "ldr r1, [r2, #4]", "5168", "ldr r1, [r2, #0x7c]", "d16f"},                             // S + A
	{"R_ARM_THM_PC8", 0x1003e4, inThumb, ".short 0x49ff", "ff49", "ldr r1, [pc, #0x3d0]", "f449"},                            // S + A - Pa, A = -4
	{"R_ARM_THM_PC12", 0x100134, inThumb, "ldr.w r1, [pc, #-4]", "5ff80410", "ldr.w r1, [pc, #0x120]", "dff82011"},           // S + A - Pa
	{"R_ARM_THM_PC12", 0xffeed, inThumb, "ldrb.w r1, [pc, #-4]", "1ff80410", "ldrb.w r1, [pc, #-0x128]", "1ff82811"},         // S + A - Pa
	{"R_ARM_THM_ALU_PREL_11_0", 0x100a04, inThumb, ".short 0xf2af, 0x0104", "aff20401", "adr.w r1, #0x9f0", "0ff6f011"},      // ((S + A) | T) - Pa
	{"R_ARM_THM_ALU_PREL_11_0", 0xffeed, inThumb, "adr.w r1, #4", "0ff20401", "adr.w r1, #-0x11f", "aff21f11"},               // ((S + A) | T) - Pa
	{"R_ARM_THM_GOT_BREL12", 0x12345678, inThumb, "ldr.w r1, [r2, #4]", "d2f80410", "ldr.w r1, [r2, #0x1c]", "d2f81c10"},     // GOT(S) + A - GOT_ORG
	{"R_ARM_THM_ALU_ABS_G0_NC", 0x12345679, inThumb, "movs r1, #3", "0321", "movs r1, #0x7c", "7c21"},                        // byte 0 of S + A
	{"R_ARM_THM_ALU_ABS_G1_NC", 0x12345679, inThumb, "adds r1, #3", "0331", "adds r1, #0x56", "5631"},                        // byte 1 of S + A
	{"R_ARM_THM_ALU_ABS_G2_NC", 0x12345679, inThumb, "adds r1, #3", "0331", "adds r1, #0x34", "3431"},                        // byte 2 of S + A
	{"R_ARM_THM_ALU_ABS_G3", 0x12345679, inThumb, "adds r1, #3", "0331", "adds r1, #0x12", "1231"},                           // byte 3 of S + A
}

// dynamicTypes are those that AAELF32 gives dynamic linkers alone.
var dynamicTypes = []string{
	"R_ARM_BREL_ADJ", "R_ARM_TLS_DESC", "R_ARM_TLS_DTPMOD32", "R_ARM_TLS_DTPOFF32", "R_ARM_TLS_TPOFF32", "R_ARM_COPY", "R_ARM_GLOB_DAT",
	"R_ARM_JUMP_SLOT", "R_ARM_RELATIVE", "R_ARM_IRELATIVE",
}

// writeNothing are those that only mark a place.
var writeNothing = []string{"R_ARM_NONE", "R_ARM_V4BX", "R_ARM_GOTRELAX", "R_ARM_GNU_VTENTRY", "R_ARM_GNU_VTINHERIT"}

// refusedTypes are obsolete, count from a static base, are of TLS descriptors or of
// branch futures.
var refusedTypes = strings.Fields(`R_ARM_THM_SWI8 R_ARM_ALU_PCREL_7_0 R_ARM_ALU_PCREL_15_8 R_ARM_ALU_PCREL_23_15 R_ARM_ME_TOO
	R_ARM_SBREL32 R_ARM_SBREL31 R_ARM_LDR_SBREL_11_0_NC R_ARM_ALU_SBREL_19_12_NC R_ARM_ALU_SBREL_27_20_CK
	R_ARM_ALU_SB_G0_NC R_ARM_ALU_SB_G0 R_ARM_ALU_SB_G1_NC R_ARM_ALU_SB_G1 R_ARM_ALU_SB_G2 R_ARM_LDR_SB_G0 R_ARM_LDR_SB_G1 R_ARM_LDR_SB_G2
	R_ARM_LDRS_SB_G0 R_ARM_LDRS_SB_G1 R_ARM_LDRS_SB_G2 R_ARM_LDC_SB_G0 R_ARM_LDC_SB_G1 R_ARM_LDC_SB_G2
	R_ARM_MOVW_BREL_NC R_ARM_MOVT_BREL R_ARM_MOVW_BREL R_ARM_THM_MOVW_BREL_NC R_ARM_THM_MOVT_BREL R_ARM_THM_MOVW_BREL
	R_ARM_TLS_GOTDESC R_ARM_TLS_CALL R_ARM_TLS_DESCSEQ R_ARM_THM_TLS_CALL R_ARM_THM_TLS_DESCSEQ16 R_ARM_THM_TLS_DESCSEQ32
	R_ARM_THM_BF16 R_ARM_THM_BF12 R_ARM_THM_BF18`)

// typeOf finds a type's number by its name.
func typeOf(t testing.TB, table *reloc.Table, name string) uint32 {
	t.Helper()
	for i := range table.Rows {
		if table.Rows[i].Name == name {
			return uint32(i)
		}
	}
	t.Fatalf("no row is called %s", name)
	return 0
}

// world is one object with one symbol and one section.
type world struct {
	t     testing.TB
	table *reloc.Table
	plan  reloc.Plan
	env   reloc.Env
	place reloc.Place
	entry [reloc.NumNeeds]int // index in env.Addr, 0 for none
}

// functions says that every symbol is a function.
type symbols bool

func (symbols) SizeOf(objfmt.SymbolID) uint64               { return 0 }
func (symbols) SectionOf(objfmt.SymbolID) (addr, nr uint64) { return 0x12340000, 7 }
func (s symbols) IsFunc(objfmt.SymbolID) bool               { return bool(s) }
func row(t testing.TB, table *reloc.Table, name string) reloc.Reloc {
	return reloc.Reloc{Offset: at, Type: typeOf(t, table, name), Sym: 1, Sub: objfmt.NoSymbol}
}

// newWorld scans relocations of one section to symbol 1, which is away or not.
func newWorld(t testing.TB, table *reloc.Table, file []byte, away bool, rs ...reloc.Reloc) *world {
	t.Helper()
	w := &world{t: t, table: table}
	syms := make([]objfmt.Symbol, 3)
	var sc reloc.Scanner
	sc.Begin(len(syms))
	if n, why := sc.Scan(table, uint64(len(file)), rs); why != reloc.OK {
		t.Fatalf("scan refuses relocation %d: %v", n, why)
	}
	sc.End(table, syms, func(objfmt.SymbolID) bool { return away }, make([]uint32, len(syms)), &w.plan)
	w.env = reloc.Env{
		Table: table, Plan: &w.plan, Base: tableT, Image: 0x10000000, Addr: make([]uint64, len(syms)+len(w.plan.Entries)), About: symbols(true),
	}
	for i, e := range w.plan.Entries {
		w.env.Addr[len(syms)+i] = made[e.Need]
		w.entry[e.Need] = len(syms) + i
	}
	w.place = reloc.Place{Mem: bytes.Clone(file), File: file, Addr: fieldP - at}
	return w
}

// apply writes the fields, which must be accepted, twice, and returns the section.
func (w *world) apply(s uint64, rs ...reloc.Reloc) string {
	w.t.Helper()
	w.env.Addr[1] = s
	var last string
	for range 2 {
		if n, v, why := w.env.Apply(w.place, rs); why != reloc.OK || n != len(rs) {
			w.t.Fatalf("relocation %d: value %#x: fault %d", n, v, why)
		}
		got := hex.EncodeToString(w.place.Mem)
		if last != "" && got != last {
			w.t.Errorf("applied twice:\n got %s\nwant %s", got, last)
		}
		last = got
	}
	return last
}

// surrounded is a section with bytes around the field, so that one written beside it
// is seen.
func surrounded(t testing.TB, field string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Repeat("a5", at) + field + strings.Repeat("a5", 0x10))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRows(t *testing.T) {
	for _, c := range rowCases {
		t.Run(c.name+"/"+c.before, func(t *testing.T) {
			r := row(t, arm.ELF, c.name)
			want := hex.EncodeToString(surrounded(t, c.as))
			if got := newWorld(t, arm.ELF, surrounded(t, c.file), false, r).apply(c.s, r); got != want {
				t.Errorf("S %#x P %#x: %s:\n got %s\nwant %s (%s)", c.s, uint64(fieldP), c.before, got, want, c.after)
			}
			// A record that carries its addend does not read the field.
			w := newWorld(t, arm.ELF, surrounded(t, c.as), false, r)
			r.HasAddend, r.Addend = true, addend(t, c.name, c.file)
			if got := w.apply(c.s, r); got != want {
				t.Errorf("with addend %#x:\n got %s\nwant %s", r.Addend, got, want)
			}
		})
	}
	for _, name := range writeNothing {
		t.Run(name, func(t *testing.T) {
			r := row(t, arm.ELF, name)
			file := surrounded(t, "a5a5a5a5")
			if got := newWorld(t, arm.ELF, file, true, r).apply(1, r); got != hex.EncodeToString(file) {
				t.Errorf("wrote %s", got)
			}
		})
	}
}

// addend is what a row's field holds.
func addend(t testing.TB, name, file string) int64 {
	t.Helper()
	b, err := hex.DecodeString(file)
	if err != nil {
		t.Fatal(err)
	}
	if f := arm.ELF.Rows[typeOf(t, arm.ELF, name)].Field; f >= reloc.FieldArch {
		return arm.ELF.Arch.Fields[f-reloc.FieldArch].Get(b)
	}
	v := int64(0)
	for i := range b {
		v |= int64(b[i]) << (8 * i)
	}
	return v
}

// assemble has llvm-mc 14 write instructions, one a line, each at a multiple of 4.
func assemble(t testing.TB, lines []string) []byte {
	t.Helper()
	citest.Need(t, "llvm-mc-14")
	dir := t.TempDir()
	source, object := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(source, []byte(".syntax unified\n"+strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("llvm-mc-14", "-triple=armv7-linux-gnueabihf", "-filetype=obj", "-o", object, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := f.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestRowsAssembled: the bytes of the cases are those that an assembler writes.
func TestRowsAssembled(t *testing.T) {
	var lines []string
	for _, c := range rowCases {
		for _, text := range []string{c.before, c.after} {
			lines = append(lines, string(c.mode), text, ".arm\n.balign 8, 0")
		}
	}
	b := assemble(t, lines)
	for i, c := range rowCases {
		for k, want := range []string{c.file, c.as} {
			off := 16*i + 8*k
			if got := hex.EncodeToString(b[off : off+len(want)/2]); got != want {
				t.Errorf("%s: %s is %s, the case has %s", c.name, []string{c.before, c.after}[k], got, want)
			}
		}
	}
}

// TestRowsAllTouched names the rows that no case above touches.
func TestRowsAllTouched(t *testing.T) {
	touched := map[string]bool{"": true}
	for _, c := range rowCases {
		touched[c.name] = true
	}
	for _, n := range append(dynamicTypes, writeNothing...) {
		touched[n] = true
	}
	for _, n := range refusedTypes {
		touched[n] = true
		var sc reloc.Scanner
		sc.Begin(2)
		if _, why := sc.Scan(arm.ELF, 64, []reloc.Reloc{{Type: typeOf(t, arm.ELF, n), Sym: 1}}); why != reloc.UnknownType {
			t.Errorf("%s: fault %d", n, why)
		}
	}
	for _, n := range dynamicTypes {
		var sc reloc.Scanner
		sc.Begin(2)
		if _, why := sc.Scan(arm.ELF, 64, []reloc.Reloc{{Type: typeOf(t, arm.ELF, n), Sym: 1}}); why != reloc.DynamicType {
			t.Errorf("%s: fault %d", n, why)
		}
	}
	names := map[string]bool{"": true}
	for i := range arm.ELF.Rows {
		n := arm.ELF.Rows[i].Name
		if !touched[n] {
			t.Errorf("type %d: row %q has no case", i, n)
		}
		names[n] = true
	}
	if len(touched) != len(names) {
		t.Errorf("%d names for %d rows", len(touched), len(names))
	}
}

// TestNumbers compares names and numbers with the standard library's, which has
// older names for some and lacks the latest.
func TestNumbers(t *testing.T) {
	older := map[string]string{
		"R_ARM_LDR_PC_G0": "R_ARM_PC13", "R_ARM_THM_CALL": "R_ARM_THM_PC22", "R_ARM_BREL_ADJ": "R_ARM_AMP_VCALL9", "R_ARM_TLS_DESC": "R_ARM_SWI24",
		"R_ARM_LDR_SBREL_11_0_NC": "R_ARM_LDR_SBREL_11_10_NC", "R_ARM_GOTOFF32": "R_ARM_GOTOFF", "R_ARM_BASE_PREL": "R_ARM_GOTPC", "R_ARM_GOT_BREL": "R_ARM_GOT32",
	}
	for i := range arm.ELF.Rows {
		got, want := arm.ELF.Rows[i].Name, elf.R_ARM(i).String()
		if got == "" || strings.HasPrefix(want, "elf.") || strings.HasPrefix(got, "R_ARM_THM_BF") {
			continue
		}
		if got != want && older[got] != want {
			t.Errorf("type %d is %s, want %s", i, got, want)
		}
	}
	if n := len(arm.ELF.Rows); n != 161 || arm.ELF.Name(161) != "" {
		t.Errorf("%d rows", n)
	}
}

// symbolsOf are the addresses of a linked program's symbols.
func symbolsOf(t testing.TB, path string) map[string]uint64 {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]uint64{}
	for _, s := range list {
		m[s.Name] = s.Value
	}
	return m
}

package arm_test

import (
	"debug/elf"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

// The addresses that all row tests use.
const (
	fieldP = 0x100010   // P
	tableT = 0x40000000 // GOT_ORG
	at     = rowtest.At // offset of the field in its section
	stubAt = 0x100800   // of the stub that a branch may go through
)

// made has the address or value of what the linker makes for the symbol.
var made = [reloc.NumNeeds]uint64{
	reloc.NeedStub: stubAt, reloc.NeedGOT: tableT + 0x18,
	reloc.NeedTLSGD: tableT + 0x100, reloc.NeedTLSLD: tableT + 0x200, reloc.NeedGOTTPOff: tableT + 0x300,
	reloc.NeedTPOff: 1<<64 - 0x40, reloc.NeedDTPOff: 0x28,
}

// suite has the tests of a table's rows.
func suite(table *reloc.Table) *rowtest.Suite {
	s := &rowtest.Suite{Table: table, P: fieldP, GOT: tableT, ImageBase: 0x10000000, Section: 0x12340000, Number: 7, Second: 0x200000, Away: true, Made: &made}
	if table == arm.ELF { // no formula asks for S2
		s.Away, s.Second = false, 0x2468ace1
	}
	return s
}

var elfRows, coffRows, machoRows = suite(arm.ELF), suite(arm.COFF), suite(arm.MachO)

// mode is an instruction set.
type mode string

const (
	inARM   mode = ".arm"
	inThumb mode = ".thumb"
)

// rowCase is an instruction or datum before and after, and its bytes as llvm-mc 14 writes
// them: the operands are what the formula gives for S, the addend that the bytes before hold
// with that of the record, and the addresses above, computed outside Go. Bit 0 of S says
// that it is a Thumb function.
type rowCase struct {
	name                    string
	s                       uint64
	addend                  int64 // of the record
	mode                    mode
	before, file, after, as string
}

// testRows has a table's cases applied, and asks the assembler for their bytes.
func testRows(t *testing.T, s *rowtest.Suite, list []rowCase, nothing, refused, dynamic []string) {
	var cases []rowtest.Case
	var code []rowtest.Code
	for _, c := range list {
		cases = append(cases, rowtest.InField(c.name, c.s, "", c.addend, c.file, c.as))
		code = append(code, rowtest.Code{Type: c.name, Mode: string(c.mode), Text: c.before, Hex: c.file}, rowtest.Code{Type: c.name, Mode: string(c.mode), Text: c.after, Hex: c.as})
	}
	s.Rows(t, cases)
	s.Touched(t, cases, nothing, refused, dynamic)
	t.Run("assembled", func(t *testing.T) { rowtest.Assembled(t, assembler, code) })
}

var assembler = []string{"-triple=armv7-linux-gnueabihf"}

// elfCases are of AAELF32.
var elfCases = []rowCase{
	{"R_ARM_ABS32", 0x12345679, 0, inARM, ".word 0x10", "10000000", ".word 0x12345689", "89563412"},                             // (S + A) | T
	{"R_ARM_REL32", 0x12345679, 0, inARM, ".word 0x10", "10000000", ".word 0x12245679", "79562412"},                             // ((S + A) | T) - P
	{"R_ARM_ABS16", 0xfff0, 0, inARM, ".short 0x5", "0500", ".short 0xfff5", "f5ff"},                                            // S + A
	{"R_ARM_ABS8", 0xf0, 0, inARM, ".byte 0x3", "03", ".byte 0xf3", "f3"},                                                       // S + A
	{"R_ARM_GOTOFF32", 0x12345679, 0, inARM, ".word 0x4", "04000000", ".word 0xd234567d", "7d5634d2"},                           // ((S + A) | T) - GOT_ORG
	{"R_ARM_BASE_PREL", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x3feffff4", "f4ffef3f"},                          // GOT_ORG + A - P
	{"R_ARM_GOT_BREL", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x1c", "1c000000"},                                 // GOT(S) + A - GOT_ORG
	{"R_ARM_BASE_ABS", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x40000004", "04000040"},                           // GOT_ORG + A
	{"R_ARM_TARGET1", 0x12345679, 0, inARM, ".word 0x8", "08000000", ".word 0x12345681", "81563412"},                            // as ABS32
	{"R_ARM_TARGET2", 0x12345678, 0, inARM, ".word 0x8", "08000000", ".word 0x3ff00010", "1000f03f"},                            // as GOT_PREL
	{"R_ARM_PREL31", 0x101235, 0, inARM, ".word 0x7ffffff0", "f0ffff7f", ".word 0x1215", "15120000"},                            // ((S + A) | T) - P, bit 31 stays
	{"R_ARM_PREL31", 0x101235, 0, inARM, ".word 0xfffffff0", "f0ffffff", ".word 0x80001215", "15120080"},                        // bit 31 set
	{"R_ARM_ABS32_NOI", 0x12345679, 0, inARM, ".word 0x8", "08000000", ".word 0x12345680", "80563412"},                          // S + A
	{"R_ARM_REL32_NOI", 0x12345679, 0, inARM, ".word 0x8", "08000000", ".word 0x12245670", "70562412"},                          // S + A - P
	{"R_ARM_PLT32_ABS", 0x12345679, 0, inARM, ".word 0x4", "04000000", ".word 0x1234567d", "7d563412"},                          // the function serves as its PLT entry
	{"R_ARM_GOT_ABS", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x4000001c", "1c000040"},                            // GOT(S) + A
	{"R_ARM_GOT_PREL", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x3ff0000c", "0c00f03f"},                           // GOT(S) + A - P
	{"R_ARM_TLS_GD32", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x3ff000f4", "f400f03f"},                           // GOT(S) + A - P
	{"R_ARM_TLS_LDM32", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x3ff001f4", "f401f03f"},                          // GOT(S) + A - P
	{"R_ARM_TLS_LDO32", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x2c", "2c000000"},                                // S + A - TLS
	{"R_ARM_TLS_IE32", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0x3ff002f4", "f402f03f"},                           // GOT(S) + A - P
	{"R_ARM_TLS_LE32", 0x12345678, 0, inARM, ".word 0x4", "04000000", ".word 0xffffffc4", "c4ffffff"},                           // S + A - tp
	{"R_ARM_PC24", 0x101000, 0, inARM, "bl #-8", "feffffeb", "bl #0xfe8", "fa0300eb"},                                           // ((S + A) | T) - P
	{"R_ARM_PC24", 0x101000, 0, inARM, "b #-8", "feffffea", "b #0xfe8", "fa0300ea"},                                             // of a jump
	{"R_ARM_XPC25", 0x101003, 0, inARM, "blx #-8", "fefffffa", "blx #0xfea", "fa0300fb"},                                        // ((S + A) | T) - P
	{"R_ARM_PLT32", 0xff000, 0, inARM, "blne #-8", "feffff1b", "blne #-0x1018", "fafbff1b"},                                     // ((S + A) | T) - P
	{"R_ARM_CALL", 0x20fffc0, 0, inARM, "bl #-8", "feffffeb", "bl #0x1ffffa8", "eaff7feb"},                                      // ((S + A) | T) - P
	{"R_ARM_CALL", 0x101003, 0, inARM, "bl #-8", "feffffeb", "blx #0xfea", "fa0300fb"},                                          // to Thumb code: BLX
	{"R_ARM_CALL", 0x101000, 0, inARM, "blx #-8", "fefffffa", "bl #0xfe8", "fa0300eb"},                                          // BLX to ARM code: BL
	{"R_ARM_JUMP24", 0xff000, 0, inARM, "beq #-8", "feffff0a", "beq #-0x1018", "fafbff0a"},                                      // ((S + A) | T) - P
	{"R_ARM_MOVW_ABS_NC", 0x1234abcd, 0, inARM, "movw r3, #0xfff0", "f03f0fe3", "movw r3, #0xabbd", "bd3b0ae3"},                 // low half of S + A
	{"R_ARM_MOVT_ABS", 0x1234abcd, 0, inARM, "movt r3, #0x7ff0", "f03f47e3", "movt r3, #0x1235", "353241e3"},                    // high half of S + A
	{"R_ARM_MOVW_PREL_NC", 0x5678abcd, 0, inARM, "movw r3, #0xfff0", "f03f0fe3", "movw r3, #0xabad", "ad3b0ae3"},                // low half of S + A - P
	{"R_ARM_MOVT_PREL", 0x5678abcd, 0, inARM, "movt r3, #0xfff0", "f03f4fe3", "movt r3, #0x5668", "683645e3"},                   // high half of S + A - P
	{"R_ARM_THM_MOVW_ABS_NC", 0x1234abcd, 0, inThumb, "movw r3, #0xfff0", "4ff6f073", "movw r3, #0xabbd", "4af6bd33"},           // low half of S + A
	{"R_ARM_THM_MOVT_ABS", 0x1234abcd, 0, inThumb, "movt r3, #0x7ff0", "c7f6f073", "movt r3, #0x1235", "c1f23523"},              // high half of S + A
	{"R_ARM_THM_MOVW_PREL_NC", 0x5678abcd, 0, inThumb, "movw r3, #0xfff0", "4ff6f073", "movw r3, #0xabad", "4af6ad33"},          // low half of S + A - P
	{"R_ARM_THM_MOVT_PREL", 0x5678abcd, 0, inThumb, "movt r3, #0xfff0", "cff6f073", "movt r3, #0x5668", "c5f26863"},             // high half of S + A - P
	{"R_ARM_ALU_PC_G0_NC", 0xbb1317, 0, inARM, "sub r2, r1, #0x8", "082041e2", "add r2, r1, #0xab0000", "ab2881e2"},             // group 0 of S + A - P
	{"R_ARM_ALU_PC_G0", 0xff650018, 0, inARM, "sub r2, r1, #0x8", "082041e2", "sub r2, r1, #0xab0000", "ab2841e2"},              // group 0 of S + A - P
	{"R_ARM_ALU_PC_G1_NC", 0x910417, 0, inARM, "sub r2, r1, #0x8", "082041e2", "add r2, r1, #0x3fc", "ff2f81e2"},                // group 1 of S + A - P
	{"R_ARM_ALU_PC_G1", 0xff8eff19, 0, inARM, "sub r2, r1, #0x8", "082041e2", "sub r2, r1, #0xff", "ff2041e2"},                  // group 1 of S + A - P
	{"R_ARM_LDR_PC_G0", 0xff55c, 0, inARM, "ldr r5, [pc, #-0x8]", "08501fe5", "ldr r5, [pc, #-0xabc]", "bc5a1fe5"},              // S + A - P
	{"R_ARM_LDR_PC_G1", 0x910ad4, 0, inARM, "ldrb r5, [r6, #-0x8]", "085056e5", "ldrb r5, [r6, #0xabc]", "bc5ad6e5"},            // what 1 groups leave of S + A - P
	{"R_ARM_LDR_PC_G2", 0xdf8ef55c, 0, inARM, "str r5, [r6, #-0x8]", "085006e5", "str r5, [r6, #-0x2bc]", "bc5206e5"},           // what 2 groups leave of S + A - P
	{"R_ARM_LDRS_PC_G0", 0xfff6e, 0, inARM, "ldrh r5, [pc, #-0x8]", "b8505fe1", "ldrh r5, [pc, #-0xaa]", "ba5a5fe1"},            // S + A - P
	{"R_ARM_LDRS_PC_G1", 0x9100c2, 0, inARM, "ldrsb r5, [r6, #-0x8]", "d85056e1", "ldrsb r5, [r6, #0xaa]", "da5ad6e1"},          // what 1 groups leave of S + A - P
	{"R_ARM_LDRS_PC_G2", 0xdf8eff6e, 0, inARM, "ldrd r4, r5, [r6, #-0x8]", "d84046e1", "ldrd r4, r5, [r6, #-0xaa]", "da4a46e1"}, // what 2 groups leave of S + A - P
	{"R_ARM_LDC_PC_G0", 0xffd70, 0, inARM, "vldr d1, [pc, #-0x8]", "021b1fed", "vldr d1, [pc, #-0x2a8]", "aa1b1fed"},            // S + A - P
	{"R_ARM_LDC_PC_G1", 0x9102c0, 0, inARM, "vldr d1, [r6, #-0x8]", "021b16ed", "vldr d1, [r6, #0x2a8]", "aa1b96ed"},            // what 1 groups leave of S + A - P
	{"R_ARM_LDC_PC_G2", 0xdf8efd70, 0, inARM, "vstr s2, [r6, #-0x8]", "021a06ed", "vstr s2, [r6, #-0x2a8]", "aa1a06ed"},         // what 2 groups leave of S + A - P
	{"R_ARM_ALU_PC_G2", 0x2091009d, 0, inARM, "sub r2, r1, #0x8", "082041e2", "add r2, r1, #0x85", "852081e2"},                  // group 2 of S + A - P
	{"R_ARM_ABS12", 0xab0, 0, inARM, "ldr r5, [r6, #0xc]", "0c5096e5", "ldr r5, [r6, #0xabc]", "bc5a96e5"},                      // S + A
	{"R_ARM_GOT_BREL12", 0x12345678, 0, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #0x1c]", "1c5096e5"},             // GOT(S) + A - GOT_ORG
	{"R_ARM_GOTOFF12", 0x3ffffedc, 0, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #-0x120]", "205116e5"},             // S + A - GOT_ORG
	{"R_ARM_TLS_LDO12", 0x12345678, 0, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #0x2c]", "2c5096e5"},              // S + A - TLS
	{"R_ARM_TLS_LE12", 0x12345678, 0, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #-0x3c]", "3c5016e5"},              // S + A - tp
	{"R_ARM_TLS_IE12GP", 0x12345678, 0, inARM, "ldr r5, [r6, #0x4]", "045096e5", "ldr r5, [r6, #0x304]", "045396e5"},            // GOT(S) + A - GOT_ORG
	{"R_ARM_THM_CALL", 0x1100001, 0, inThumb, "bl #-4", "fff7feff", "bl #0xffffec", "fff3f6d7"},                                 // ((S + A) | T) - P
	{"R_ARM_THM_CALL", 0xff001, 0, inThumb, "bl #-4", "fff7feff", "bl #-0x1014", "fef7f6ff"},                                    // backwards
	{"R_ARM_THM_CALL", 0x101000, 0, inThumb, "bl #-4", "fff7feff", "blx #0xfec", "00f0f6ef"},                                    // to ARM code: BLX
	{"R_ARM_THM_CALL", 0x101003, 0, inThumb, "blx #-4", "fff7feef", "bl #0xfee", "00f0f7ff"},                                    // BLX to Thumb code: BL
	{"R_ARM_THM_XPC22", 0x101000, 0, inThumb, "blx #-4", "fff7feef", "blx #0xfec", "00f0f6ef"},                                  // ((S + A) | T) - P
	{"R_ARM_THM_JUMP24", 0xff8ff001, 0, inThumb, "b.w #-4", "fff7febf", "b.w #-0x801014", "fef7f69f"},                           // ((S + A) | T) - P
	{"R_ARM_THM_JUMP19", 0x112345, 0, inThumb, "beq.w #-4", "3ff4feaf", "beq.w #0x12330", "12f09881"},                           // ((S + A) | T) - P
	{"R_ARM_THM_JUMP19", 0x1011, 0, inThumb, "bne.w #-4", "7ff4feaf", "bne.w #-0xff004", "40f4fe87"},                            // backwards
	{"R_ARM_THM_JUMP11", 0x100803, 0, inThumb, "b.n #-4", "fee7", "b.n #0x7ee", "f7e3"},                                         // S + A - P
	{"R_ARM_THM_JUMP8", 0xfff95, 0, inThumb, "bne.n #-4", "fed1", "bne.n #-0x80", "c0d1"},                                       // S + A - P
	{"R_ARM_THM_JUMP6", 0x10007b, 0, inThumb, ".short 0xbbf5", "f5bb", "cbnz r5, #102", "9dbb"},                                 // S + A - P, A = -4
	{"R_ARM_THM_ABS5", 0x78, 0, inThumb, "ldr r1, [r2, #4]", "5168", "ldr r1, [r2, #0x7c]", "d16f"},                             // S + A
	{"R_ARM_THM_PC8", 0x1003e4, 0, inThumb, ".short 0x49ff", "ff49", "ldr r1, [pc, #0x3d0]", "f449"},                            // S + A - Pa, A = -4
	{"R_ARM_THM_PC12", 0x100134, 0, inThumb, "ldr.w r1, [pc, #-4]", "5ff80410", "ldr.w r1, [pc, #0x120]", "dff82011"},           // S + A - Pa
	{"R_ARM_THM_PC12", 0xffeed, 0, inThumb, "ldrb.w r1, [pc, #-4]", "1ff80410", "ldrb.w r1, [pc, #-0x128]", "1ff82811"},         // S + A - Pa
	{"R_ARM_THM_ALU_PREL_11_0", 0x100a04, 0, inThumb, ".short 0xf2af, 0x0104", "aff20401", "adr.w r1, #0x9f0", "0ff6f011"},      // ((S + A) | T) - Pa
	{"R_ARM_THM_ALU_PREL_11_0", 0xffeed, 0, inThumb, "adr.w r1, #4", "0ff20401", "adr.w r1, #-0x11f", "aff21f11"},               // ((S + A) | T) - Pa
	{"R_ARM_THM_GOT_BREL12", 0x12345678, 0, inThumb, "ldr.w r1, [r2, #4]", "d2f80410", "ldr.w r1, [r2, #0x1c]", "d2f81c10"},     // GOT(S) + A - GOT_ORG
	{"R_ARM_TLS_GOTDESC", 0x12345678, 0, inARM, ".word 0x18", "18000000", ".word 0xffffffc0", "c0ffffff"},                       // the offset itself
	{"R_ARM_TLS_CALL", 0x12345678, 0, inARM, "bl #0", "000000eb", "mov r0, r0", "0000a0e1"},                                     // as GNU ld has these
	{"R_ARM_TLS_DESCSEQ", 0x12345678, 0, inARM, "add r3, pc, r2", "02308fe0", "mov r3, r2", "0230a0e1"},
	{"R_ARM_TLS_DESCSEQ", 0x12345678, 0, inARM, "ldr r3, [r2, #4]", "043092e5", "mov r0, r0", "0000a0e1"},
	{"R_ARM_TLS_DESCSEQ", 0x12345678, 0, inARM, "blx r3", "33ff2fe1", "mov r0, r0", "0000a0e1"},
	{"R_ARM_THM_TLS_CALL", 0x12345678, 0, inThumb, "bl #0", "00f000f8", "nop.w", "aff30080"},
	{"R_ARM_THM_ALU_ABS_G0_NC", 0x12345679, 0, inThumb, "movs r1, #3", "0321", "movs r1, #0x7c", "7c21"}, // byte 0 of S + A
	{"R_ARM_THM_ALU_ABS_G1_NC", 0x12345679, 0, inThumb, "adds r1, #3", "0331", "adds r1, #0x56", "5631"}, // byte 1 of S + A
	{"R_ARM_THM_ALU_ABS_G2_NC", 0x12345679, 0, inThumb, "adds r1, #3", "0331", "adds r1, #0x34", "3431"}, // byte 2 of S + A
	{"R_ARM_THM_ALU_ABS_G3", 0x12345679, 0, inThumb, "adds r1, #3", "0331", "adds r1, #0x12", "1231"},    // byte 3 of S + A
}

// dynamicTypes are those that AAELF32 gives dynamic linkers alone.
var dynamicTypes = []string{
	"R_ARM_BREL_ADJ", "R_ARM_TLS_DESC", "R_ARM_TLS_DTPMOD32", "R_ARM_TLS_DTPOFF32", "R_ARM_TLS_TPOFF32", "R_ARM_COPY", "R_ARM_GLOB_DAT",
	"R_ARM_JUMP_SLOT", "R_ARM_RELATIVE", "R_ARM_IRELATIVE",
}

// writeNothing are those that only mark a place.
var writeNothing = []string{"R_ARM_NONE", "R_ARM_V4BX", "R_ARM_GOTRELAX", "R_ARM_GNU_VTENTRY", "R_ARM_GNU_VTINHERIT"}

// refusedTypes are obsolete, count from a static base, are of sequences of Thumb for TLS descriptors that no assembler writes,
// or of branch futures.
var refusedTypes = strings.Fields(`R_ARM_THM_SWI8 R_ARM_ALU_PCREL_7_0 R_ARM_ALU_PCREL_15_8 R_ARM_ALU_PCREL_23_15 R_ARM_ME_TOO
	R_ARM_SBREL32 R_ARM_SBREL31 R_ARM_LDR_SBREL_11_0_NC R_ARM_ALU_SBREL_19_12_NC R_ARM_ALU_SBREL_27_20_CK
	R_ARM_ALU_SB_G0_NC R_ARM_ALU_SB_G0 R_ARM_ALU_SB_G1_NC R_ARM_ALU_SB_G1 R_ARM_ALU_SB_G2 R_ARM_LDR_SB_G0 R_ARM_LDR_SB_G1 R_ARM_LDR_SB_G2
	R_ARM_LDRS_SB_G0 R_ARM_LDRS_SB_G1 R_ARM_LDRS_SB_G2 R_ARM_LDC_SB_G0 R_ARM_LDC_SB_G1 R_ARM_LDC_SB_G2
	R_ARM_MOVW_BREL_NC R_ARM_MOVT_BREL R_ARM_MOVW_BREL R_ARM_THM_MOVW_BREL_NC R_ARM_THM_MOVT_BREL R_ARM_THM_MOVW_BREL
	R_ARM_THM_TLS_DESCSEQ16 R_ARM_THM_TLS_DESCSEQ32
	R_ARM_THM_BF16 R_ARM_THM_BF12 R_ARM_THM_BF18`)

func TestRows(t *testing.T) {
	testRows(t, elfRows, elfCases, writeNothing, refusedTypes, dynamicTypes)
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

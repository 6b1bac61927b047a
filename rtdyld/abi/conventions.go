package abi

import (
	"runtime"
	"slices"
)

// systemV is the convention of the x86-64 psABI (version 1.0, section 3.2.3,
// "Parameter Passing") for INTEGER and SSE arguments of up to eight bytes:
//
//	Reg[0..5]   rdi rsi rdx rcx r8 r9
//	Reg[6..13]  xmm0 ... xmm7
//	al          number of xmm registers used, for variadic functions
//
// Stack words begin at rsp when the call instruction is reached, and rsp is then
// a multiple of 16. Results are in rax and xmm0.
var systemV = Convention{
	Name:       "System V x86-64",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3, 4, 5},
	Float:      []uint8{6, 7, 8, 9, 10, 11, 12, 13},
	MaxStack:   maxStack,
	Entry:      entry("amd64"),
	QuickEntry: quickEntry("amd64"),
	rules:      newSystemV,
	goos:       "linux", goarch: "amd64",
}

// aapcs64 is the convention of the Procedure Call Standard for the Arm 64-bit
// Architecture (2022Q3, section 6.8.2, "Parameter passing rules"), as Linux and
// Windows have it:
//
//	Reg[0..7]   x0 ... x7
//	Reg[8..15]  d0 ... d7
//
// Stack words begin at sp, a multiple of 16. Results are in x0 and d0. Variadic
// functions take their arguments as others do, but for Windows.
var aapcs64 = Convention{
	Name:       "AAPCS64",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	Float:      []uint8{8, 9, 10, 11, 12, 13, 14, 15},
	MaxStack:   maxStack,
	Entry:      entry("arm64"),
	QuickEntry: quickEntry("arm64"),
	rules:      newAAPCS64,
	goos:       "linux", goarch: "arm64",
}

// appleArm64 is Apple's variant ("Writing ARM64 code for Apple platforms"): an
// argument on the stack takes the bytes of its type.
var appleArm64 = Convention{
	Name:       "Apple ARM64",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	Float:      []uint8{8, 9, 10, 11, 12, 13, 14, 15},
	Packed:     true,
	MaxStack:   maxStack,
	Entry:      entry("arm64"),
	QuickEntry: quickEntry("arm64"),
}

// aapcs32 is the base standard of the Procedure Call Standard for the Arm
// Architecture (2022Q3, section 6.5, "Parameter Passing"), which soft-float code
// and all variadic functions have:
//
//	Reg[0] Reg[1]  r0 r1, r2 r3
//
// Stack words begin at sp, a multiple of 8. Results are in r0, and in r0 and r1 if
// they take two words. The function may be ARM or, if its address is odd, Thumb.
var aapcs32 = Convention{
	Name:      "AAPCS32",
	Word:      4,
	Int:       []uint8{0, 1, 2, 3},
	Pairs:     true,
	SoftFloat: true,
	MaxStack:  maxStack,
	Entry:     entry("arm"),
	rules:     newAAPCS32,
	goos:      "linux", goarch: "arm",
}

// aapcs32VFP is its variant for floating point registers (section 7, "The standard
// variants"), which armhf systems have. Besides what aapcs32 has:
//
//	Reg[2..9]  s0 s1, s2 s3, ... s14 s15; or d0 ... d7
var aapcs32VFP = Convention{
	Name:     "AAPCS32-VFP",
	Word:     4,
	Int:      []uint8{0, 1, 2, 3},
	Float:    []uint8{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19},
	Pairs:    true,
	MaxStack: maxStack,
	Entry:    entry("arm"),
	rules:    newAAPCS32VFP,
	goos:     "linux", goarch: "arm",
}

// cdecl386 is the convention of the i386 psABI (version 1.1, section 2.2.3,
// "Parameter Passing and Return Values"): all arguments are on the stack, at a
// multiple of 4 bytes each. Stack words begin at esp when the call instruction is
// reached, and esp is then a multiple of 16. Results are in eax, or eax and edx, or
// st0; of the last the entry stores a double and a float.
var cdecl386 = Convention{
	Name:      "cdecl i386",
	Word:      4,
	SingleRet: 1,
	MaxStack:  maxStack,
	Entry:     entry("386"),
	rules:     newCdecl386,
	goos:      "linux", goarch: "386",
}

// lp64d is the convention of the RISC-V psABI ("Procedure Calling Convention",
// "Hardware Floating-point Calling Convention") for 64-bit code that passes doubles in
// registers, as Linux has it:
//
//	Reg[0..7]   a0 ... a7
//	Reg[8..15]  fa0 ... fa7
//
// Stack words begin at sp, a multiple of 16. Results are in a0 and fa0.
var lp64d = Convention{
	Name:       "RISC-V LP64D",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	Float:      []uint8{8, 9, 10, 11, 12, 13, 14, 15},
	FloatInInt: true,
	Single:     SingleBoxed,
	Signed32:   true,
	MaxStack:   maxStack,
	Entry:      entry("riscv64"),
}

// lp64 is the base convention there ("Integer Calling Convention"), which soft-float code
// and the lists of variadic functions have.
var lp64 = Convention{
	Name:      "RISC-V LP64",
	Word:      8,
	Int:       []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	SoftFloat: true,
	Signed32:  true,
	MaxStack:  maxStack,
	Entry:     entry("riscv64"),
}

// loong64 is the convention of the LoongArch psABI ("Procedure Calling Convention") for
// 64-bit code that passes doubles in registers (lp64d):
//
//	Reg[0..7]   a0 ... a7
//	Reg[8..15]  fa0 ... fa7
//
// Stack words begin at sp, a multiple of 16. Results are in a0 and fa0.
var loong64 = Convention{
	Name:       "LoongArch LP64D",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	Float:      []uint8{8, 9, 10, 11, 12, 13, 14, 15},
	FloatInInt: true,
	Signed32:   true,
	MaxStack:   maxStack,
	Entry:      entry("loong64"),
}

// loong64Soft is the convention there of code without floating point registers (lp64s), and
// of the lists of variadic functions.
var loong64Soft = Convention{
	Name:      "LoongArch LP64S",
	Word:      8,
	Int:       []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	SoftFloat: true,
	Signed32:  true,
	MaxStack:  maxStack,
	Entry:     entry("loong64"),
}

// elfv2 is the convention of the 64-bit ELF V2 ABI for Power (revision 1.5, section 2.2,
// "Function Call Linkage Protocols"), which Linux has on ppc64le:
//
//	Reg[0..7]   r3 ... r10
//	Reg[8..20]  f1 ... f13
//
// Stack words begin with the ninth of the parameter save area, 96 bytes above r1, which is
// a multiple of 16. Results are in r3 and f1; the entry stores the latter as a double and
// as a float. The function is entered by its global entry point, with its address in r12.
var elfv2 = Convention{
	Name:      "ELFv2",
	Word:      8,
	Int:       []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	Float:     []uint8{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20},
	Shadow:    true,
	Single:    SingleDouble,
	SingleRet: 1,
	MaxStack:  maxStack,
	Entry:     entry("ppc64le"),
}

// elfv2Soft is the convention there of code without floating point registers, and of the
// lists of variadic functions.
var elfv2Soft = Convention{
	Name:      "ELFv2 soft float",
	Word:      8,
	Int:       []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	SoftFloat: true,
	MaxStack:  maxStack,
	Entry:     entry("ppc64le"),
}

// s390x is the convention of the s390x ELF ABI (version 1.6, section 1.2.3, "Parameter
// Passing"):
//
//	Reg[0..4]  r2 ... r6
//	Reg[5..8]  f0 f2 f4 f6
//
// Stack words begin 160 bytes above r15, which is a multiple of 8. Results are in r2 and f0;
// the entry stores the latter as a double and as a float. Variadic functions take their
// arguments as others do.
var s390x = Convention{
	Name:      "s390x",
	Word:      8,
	Int:       []uint8{0, 1, 2, 3, 4},
	Float:     []uint8{5, 6, 7, 8},
	Single:    SingleHigh,
	SingleRet: 1,
	MaxStack:  maxStack,
	Entry:     entry("s390x"),
}

// mips64 is the convention of MIPS's n64 ABI ("MIPSpro N32 ABI Handbook", chapter 2), which
// Linux has on mips64le and mips64:
//
//	Reg[0..7]   a0 ... a7 (r4 ... r11)
//	Reg[8..15]  f12 ... f19
//
// Stack words begin at sp, a multiple of 16; a float32 there is in the first half of its word.
// Results are in v0 (r2) and f0. The function has its address in t9 (r25).
var mips64 = Convention{
	Name:       "MIPS n64",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3, 4, 5, 6, 7},
	Float:      []uint8{8, 9, 10, 11, 12, 13, 14, 15},
	Positional: true,
	Signed32:   true,
	MaxStack:   maxStack,
	Entry:      entry("mips64le", "mips64"),

	SingleStack: mips64Single,
}

// mips32 is the convention of MIPS's o32 ABI ("System V ABI, MIPS RISC Processor Supplement",
// third edition, chapter 3, "Function Calling Sequence"), which Linux has on mipsle:
//
//	Reg[0] Reg[1]  a0 a1, a2 a3
//	Reg[2] Reg[3]  f12 f13, f14 f15
//
// Stack words begin 16 bytes above sp, which is a multiple of 8. Results are in v0 (r2), v0 and
// v1 if they take two words, and f0, f0 and f1. The function has its address in t9 (r25).
var mips32 = Convention{
	Name:       "MIPS o32",
	Word:       4,
	Int:        []uint8{0, 1, 2, 3},
	Float:      []uint8{4, 5, 6, 7},
	Leading:    true,
	Pairs:      true,
	FloatInInt: true,
	Shadow:     true,
	MaxStack:   maxStack,
	Entry:      entry("mipsle"),
}

// mips64Single is the first half of a word of the stack on mips64, where that is the upper one.
var mips64Single = map[string]SingleForm{"mips64": SingleHigh}[runtime.GOARCH]

// entry is the address of the entry of a machine's conventions, 0 on other machines.
func quickEntry(goarch string) uintptr {
	if runtime.GOARCH == goarch {
		return quickEntryAddr
	}
	return 0
}

func entry(goarch ...string) uintptr {
	if !slices.Contains(goarch, runtime.GOARCH) {
		return 0
	}
	return entryAddr
}

// SystemV returns the convention of Linux, macOS and the BSDs on x86-64. Its
// Entry is 0 on other machines.
func SystemV() *Convention { return &systemV }

// AAPCS64 returns the convention of Linux and Windows on arm64. Its Entry is 0 on
// other machines.
func AAPCS64() *Convention { return &aapcs64 }

// AppleARM64 returns the convention of macOS on arm64, but for variadic functions.
// It differs from [AAPCS64] in arguments on the stack alone. Its Entry is 0 on other
// machines.
func AppleARM64() *Convention { return &appleArm64 }

// AAPCS32 returns the convention of 32-bit ARM without floating point registers:
// that of armel systems, of code for -mfloat-abi=soft and softfp, and of variadic
// functions everywhere. Its Entry is 0 on other machines.
func AAPCS32() *Convention { return &aapcs32 }

// AAPCS32VFP returns the convention of 32-bit ARM with floating point registers:
// that of armhf systems and of code for -mfloat-abi=hard. Variadic functions are
// called by [AAPCS32]. Its Entry is 0 on other machines.
func AAPCS32VFP() *Convention { return &aapcs32VFP }

// Cdecl386 returns the convention of C on i386. Its Entry is 0 on other machines.
func Cdecl386() *Convention { return &cdecl386 }

// RISCV64 returns the convention of C on 64-bit RISC-V with registers for doubles (LP64D).
// Variadic functions are called by [RISCV64Soft]. Its Entry is 0 on other machines.
func RISCV64() *Convention { return &lp64d }

// RISCV64Soft returns the convention of 64-bit RISC-V without floating point registers
// (LP64): that of code for -mabi=lp64, and of variadic functions everywhere, if they have no
// floating point numbers in front of their lists. Its Entry is 0 on other machines.
func RISCV64Soft() *Convention { return &lp64 }

// Loong64 returns the convention of C on 64-bit LoongArch with registers for doubles (LP64D).
// Variadic functions are called by [Loong64Soft]. Its Entry is 0 on other machines.
func Loong64() *Convention { return &loong64 }

// Loong64Soft returns the convention of 64-bit LoongArch without floating point registers
// (LP64S): that of code for -mabi=lp64s, and of variadic functions everywhere, if they have
// no floating point numbers in front of their lists. Its Entry is 0 on other machines.
func Loong64Soft() *Convention { return &loong64Soft }

// ELFv2 returns the convention of C on ppc64le. Variadic functions are called by
// [ELFv2Soft]. Its Entry is 0 on other machines.
func ELFv2() *Convention { return &elfv2 }

// ELFv2Soft returns the convention of ppc64le without floating point registers: that of
// variadic functions, if they have no floating point numbers in front of their lists. Its
// Entry is 0 on other machines.
func ELFv2Soft() *Convention { return &elfv2Soft }

// S390X returns the convention of C on s390x. Its Entry is 0 on other machines.
func S390X() *Convention { return &s390x }

// MIPS64 returns the convention of C on mips64le and mips64 (n64). Its Entry is 0 on other machines.
func MIPS64() *Convention { return &mips64 }

// MIPS32 returns the convention of C on mipsle (o32, with registers for doubles). Its Entry is 0
// on other machines.
func MIPS32() *Convention { return &mips32 }

// Native returns the usual convention of C on the machine that the program is
// built for: [SystemV], [Win64], [AAPCS64], [RISCV64], [Loong64], [ELFv2], [S390X], [MIPS64],
// [MIPS32], [AAPCS32VFP] or [Cdecl386]; nil if this package has none.
func Native() *Convention {
	if runtime.GOOS == "windows" && win64.Entry != 0 {
		return &win64
	}
	for _, c := range [...]*Convention{&systemV, &aapcs64, &lp64d, &loong64, &elfv2, &s390x, &mips64, &mips32, &aapcs32VFP, &cdecl386} {
		if c.Entry != 0 {
			return c
		}
	}
	return nil
}

package triple

import "strings"

// SubArch is a revision or variant of an instruction set as its word in a triple says it: "v7a" of armv7a,
// "i686", "arm64e", "r6" of mipsisa32r6, "v1.5" of spirv1.5. Empty where the word says none. Two words for
// one thing have the same [SubArch.Canonical].
type SubArch string

// Variants that programs ask for by name. For Arm any "v" name of the architecture is one: "v4t" to "v9.7a",
// "v6m", "v7em", "v8m.main", "v8.1m.main".
const (
	SubI486    SubArch = "i486"
	SubI586    SubArch = "i586"
	SubI686    SubArch = "i686"
	SubX86_64H SubArch = "x86_64h" // Haswell and later, a slice of its own in Mach-O
	SubLFI     SubArch = "lfi"     // lightweight fault isolation
	SubARM64E  SubArch = "arm64e"  // pointer authentication ABI
	SubARM64EC SubArch = "arm64ec" // Windows emulation compatible
	SubSPE     SubArch = "spe"     // PowerPC signal processing engine
	SubR6      SubArch = "r6"      // MIPS release 6
	SubN32     SubArch = "n32"     // MIPS 64-bit with the n32 ABI
	SubN32R6   SubArch = "n32r6"
)

// archWord is one spelling of an instruction set.
type archWord struct {
	word string
	arch Arch
	sub  SubArch
}

// archWords are all fixed spellings but for row 0, which is none. Arm's versions, the GPU generations of
// amdgpu and what follows "kalimba" are read by rule (see parseArch).
var archWords = [...]archWord{
	{},
	{"aarch64", AArch64, ""},
	{"aarch64_32", AArch64_32, ""},
	{"aarch64_be", AArch64BE, ""},
	{"aarch64_lfi", AArch64, SubLFI},
	{"amd64", X86_64, ""},
	{"amdgcn", AMDGCN, ""},
	{"amdgpu", AMDGCN, ""},
	{"amdil", AMDIL, ""},
	{"amdil64", AMDIL64, ""},
	{"arc", ARC, ""},
	{"arm", ARM, ""},
	{"arm64", AArch64, ""},
	{"arm64_32", AArch64_32, ""},
	{"arm64e", AArch64, SubARM64E},
	{"arm64ec", AArch64, SubARM64EC},
	{"armeb", ARMEB, ""},
	{"avr", AVR, ""},
	{"bpf", BPFEL, ""},
	{"bpf_be", BPFEB, ""},
	{"bpf_le", BPFEL, ""},
	{"bpfeb", BPFEB, ""},
	{"bpfel", BPFEL, ""},
	{"csky", CSKY, ""},
	{"dxil", DXIL, ""},
	{"dxilv1.0", DXIL, "v1.0"},
	{"dxilv1.1", DXIL, "v1.1"},
	{"dxilv1.2", DXIL, "v1.2"},
	{"dxilv1.3", DXIL, "v1.3"},
	{"dxilv1.4", DXIL, "v1.4"},
	{"dxilv1.5", DXIL, "v1.5"},
	{"dxilv1.6", DXIL, "v1.6"},
	{"dxilv1.7", DXIL, "v1.7"},
	{"dxilv1.8", DXIL, "v1.8"},
	{"dxilv1.9", DXIL, "v1.9"},
	{"hexagon", Hexagon, ""},
	{"hsail", HSAIL, ""},
	{"hsail64", HSAIL64, ""},
	{"i386", X86, ""},
	{"i486", X86, SubI486},
	{"i586", X86, SubI586},
	{"i686", X86, SubI686},
	{"i786", X86, "i786"},
	{"i886", X86, "i886"},
	{"i986", X86, "i986"},
	{"kalimba", Kalimba, ""},
	{"kalimba3", Kalimba, "v3"},
	{"kalimba4", Kalimba, "v4"},
	{"kalimba5", Kalimba, "v5"},
	{"lanai", Lanai, ""},
	{"loongarch32", LoongArch32, ""},
	{"loongarch64", LoongArch64, ""},
	{"m68k", M68k, ""},
	{"mips", MIPS, ""},
	{"mips64", MIPS64, ""},
	{"mips64eb", MIPS64, ""},
	{"mips64el", MIPS64EL, ""},
	{"mips64r6", MIPS64, SubR6},
	{"mips64r6el", MIPS64EL, SubR6},
	{"mipsallegrex", MIPS, "allegrex"},
	{"mipsallegrexel", MIPSEL, "allegrex"},
	{"mipseb", MIPS, ""},
	{"mipsel", MIPSEL, ""},
	{"mipsisa32r6", MIPS, SubR6},
	{"mipsisa32r6el", MIPSEL, SubR6},
	{"mipsisa64r6", MIPS64, SubR6},
	{"mipsisa64r6el", MIPS64EL, SubR6},
	{"mipsn32", MIPS64, SubN32},
	{"mipsn32el", MIPS64EL, SubN32},
	{"mipsn32r6", MIPS64, SubN32R6},
	{"mipsn32r6el", MIPS64EL, SubN32R6},
	{"mipsr6", MIPS, SubR6},
	{"mipsr6el", MIPSEL, SubR6},
	{"msp430", MSP430, ""},
	{"nvptx", NVPTX, ""},
	{"nvptx64", NVPTX64, ""},
	{"powerpc", PPC, ""},
	{"powerpc64", PPC64, ""},
	{"powerpc64le", PPC64LE, ""},
	{"powerpcle", PPCLE, ""},
	{"powerpcspe", PPC, SubSPE},
	{"ppc", PPC, ""},
	{"ppc32", PPC, ""},
	{"ppc32le", PPCLE, ""},
	{"ppc64", PPC64, ""},
	{"ppc64le", PPC64LE, ""},
	{"ppcle", PPCLE, ""},
	{"ppu", PPC64, ""},
	{"r600", R600, ""},
	{"renderscript32", RenderScript32, ""},
	{"renderscript64", RenderScript64, ""},
	{"riscv32", RISCV32, ""},
	{"riscv32be", RISCV32BE, ""},
	{"riscv64", RISCV64, ""},
	{"riscv64be", RISCV64BE, ""},
	{"s390x", SystemZ, ""},
	{"sh", SH, ""},
	{"sh_le", SHLE, ""},
	{"shave", SHAVE, ""},
	{"sparc", SPARC, ""},
	{"sparc64", SPARCV9, ""},
	{"sparcel", SPARCEL, ""},
	{"sparcv9", SPARCV9, ""},
	{"spir", SPIR, ""},
	{"spir64", SPIR64, ""},
	{"spirv", SPIRVLogical, ""},
	{"spirv1.5", SPIRVLogical, "v1.5"},
	{"spirv1.6", SPIRVLogical, "v1.6"},
	{"spirv32", SPIRV32, ""},
	{"spirv32v1.0", SPIRV32, "v1.0"},
	{"spirv32v1.1", SPIRV32, "v1.1"},
	{"spirv32v1.2", SPIRV32, "v1.2"},
	{"spirv32v1.3", SPIRV32, "v1.3"},
	{"spirv32v1.4", SPIRV32, "v1.4"},
	{"spirv32v1.5", SPIRV32, "v1.5"},
	{"spirv32v1.6", SPIRV32, "v1.6"},
	{"spirv64", SPIRV64, ""},
	{"spirv64v1.0", SPIRV64, "v1.0"},
	{"spirv64v1.1", SPIRV64, "v1.1"},
	{"spirv64v1.2", SPIRV64, "v1.2"},
	{"spirv64v1.3", SPIRV64, "v1.3"},
	{"spirv64v1.4", SPIRV64, "v1.4"},
	{"spirv64v1.5", SPIRV64, "v1.5"},
	{"spirv64v1.6", SPIRV64, "v1.6"},
	{"systemz", SystemZ, ""},
	{"tce", TCE, ""},
	{"tcele", TCELE, ""},
	{"tcele64", TCELE64, ""},
	{"thumb", Thumb, ""},
	{"thumbeb", ThumbEB, ""},
	{"ve", VE, ""},
	{"wasm32", Wasm32, ""},
	{"wasm64", Wasm64, ""},
	{"x86_64", X86_64, ""},
	{"x86_64_lfi", X86_64, SubLFI},
	{"x86_64h", X86_64, SubX86_64H},
	{"xcore", XCore, ""},
	{"xscale", ARM, "xscale"},
	{"xscaleeb", ARMEB, "xscale"},
	{"xtensa", Xtensa, ""},
}

// subSynonyms are the pairs of variant names that mean the same, after LLVM's ARM::getArchSynonym.
var subSynonyms = [...][2]SubArch{
	{"v5t", "v5"}, {"v5e", "v5te"}, {"v5tej", "v5te"}, {"xscale", "v5te"},
	{"v6j", "v6"}, {"v6hl", "v6k"}, {"v6z", "v6k"}, {"v6zk", "v6k"}, {"v6kz", "v6k"}, {"v6sm", "v6m"},
	{"v7a", "v7"}, {"v7l", "v7"}, {"v7hl", "v7"}, {"v7r", "v7"},
	{"v8a", "v8"}, {"v8l", "v8"}, {"v9a", "v9"},
	{"i486", ""}, {"i586", ""}, {"i686", ""}, {"i786", ""}, {"i886", ""}, {"i986", ""},
	{"x86_64h", ""}, {"n32", ""}, {"n32r6", "r6"}, {"allegrex", ""},
}

// Canonical returns the name under which LLVM knows the variant: "v7" for v7a, v7r, v7l and v7hl, "v6k" for
// v6kz, "" for those of which it makes no variant (i686, x86_64h).
func (s SubArch) Canonical() SubArch {
	for i := range subSynonyms {
		if subSynonyms[i][0] == s {
			return subSynonyms[i][1]
		}
	}
	return s
}

// archByLetter finds the spellings by their first letter.
var archByLetter = chain(len(archWords), func(i int) string { return archWords[i].word })

// parseArch returns the instruction set that w names, and its variant.
func parseArch(w string) (Arch, SubArch) {
	if w == "" {
		return UnknownArch, ""
	}
	for i := archByLetter.first(w[0]); i != 0; i = archByLetter.next[i] {
		if row := &archWords[i]; row.word == w {
			return row.arch, row.sub
		}
	}
	switch {
	case strings.HasPrefix(w, "aarch64_be"):
		return parseARM(w[10:], AArch64BE, UnknownArch)
	case strings.HasPrefix(w, "aarch64"):
		return parseARM(w[7:], AArch64, UnknownArch)
	case strings.HasPrefix(w, "arm64"):
		return parseARM(w[5:], AArch64, UnknownArch)
	case strings.HasPrefix(w, "arm"):
		return parseARM(w[3:], ARM, ARMEB)
	case strings.HasPrefix(w, "thumb"):
		return parseARM(w[5:], Thumb, ThumbEB)
	case strings.HasPrefix(w, "amdgpu") && isDigit(w[len("amdgpu")]):
		return AMDGCN, SubArch(w[6:])
	case strings.HasPrefix(w, "kalimba"):
		return Kalimba, SubArch(w[7:])
	}
	return UnknownArch, ""
}

// parseARM reads what follows "arm", "thumb" or "aarch64": a version that begins with v and a digit, and eb
// for big-endian before or after it, if there is such a machine. A version that is not known is still
// Arm's, as in LLVM.
func parseARM(w string, little, big Arch) (Arch, SubArch) {
	arch := little
	if big != UnknownArch {
		if strings.HasPrefix(w, "eb") {
			arch, w = big, w[2:]
		} else if n := len(w) - 2; n > 0 && w[n:] == "eb" {
			arch, w = big, w[:n]
		}
	}
	if len(w) < 2 || w[0] != 'v' || !isDigit(w[1]) {
		return UnknownArch, ""
	}
	for i := 2; i+1 < len(w); i++ {
		if w[i] == 'e' && w[i+1] == 'b' {
			return UnknownArch, "" // eb twice, or on A64
		}
	}
	switch {
	case little == Thumb && (w[1] == '2' || w[1] == '3'):
		return UnknownArch, "" // Thumb begins with v4T
	case big == ARMEB && (w == "v6m" || w == "v6sm"):
		arch += Thumb - little // ARMv6-M has no A32 state
	}
	return arch, SubArch(w)
}

func isDigit(c byte) bool { return c-'0' < 10 }

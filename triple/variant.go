package triple

// widths pairs the 32-bit and the 64-bit form of an instruction set, widest use first.
var widths = [...]struct{ narrow, wide Arch }{
	{X86, X86_64}, {ARM, AArch64}, {ARMEB, AArch64BE}, {RISCV32, RISCV64}, {RISCV32BE, RISCV64BE},
	{PPC, PPC64}, {PPCLE, PPC64LE}, {MIPS, MIPS64}, {MIPSEL, MIPS64EL}, {LoongArch32, LoongArch64},
	{SPARC, SPARCV9}, {Wasm32, Wasm64}, {NVPTX, NVPTX64}, {SPIRV32, SPIRV64}, {SPIR, SPIR64},
	{AMDIL, AMDIL64}, {HSAIL, HSAIL64}, {RenderScript32, RenderScript64}, {TCELE, TCELE64},
	{Thumb, AArch64}, {ThumbEB, AArch64BE}, {AArch64_32, AArch64}, {SPIRV32, SPIRVLogical},
}

// orders pairs the byte orders of an instruction set.
var orders = [...]struct{ little, big Arch }{
	{AArch64, AArch64BE}, {RISCV32, RISCV32BE}, {RISCV64, RISCV64BE}, {PPCLE, PPC}, {PPC64LE, PPC64},
	{MIPSEL, MIPS}, {MIPS64EL, MIPS64}, {BPFEL, BPFEB}, {SPARCEL, SPARC}, {TCELE, TCE}, {SHLE, SH},
}

// otherOrder returns the machine with the other byte order, UnknownArch if there is none. 32-bit Arm is left
// out as in LLVM: a version in the word would be lost.
func (a Arch) otherOrder() Arch {
	for _, p := range orders {
		switch a {
		case p.little:
			return p.big
		case p.big:
			return p.little
		}
	}
	return UnknownArch
}

// ArchVariant32 returns t for the 32-bit form of its architecture: i386 for x86_64, arm for aarch64. The
// architecture is unknown if it has none. All other components stay.
func (t Triple) ArchVariant32() Triple {
	if t.IsArch32Bit() {
		return t
	}
	for _, p := range widths {
		if p.wide == t.Arch {
			return t.withArch(p.narrow)
		}
	}
	return t.withArch(UnknownArch)
}

// ArchVariant64 returns t for the 64-bit form of its architecture, as [Triple.ArchVariant32].
func (t Triple) ArchVariant64() Triple {
	if t.Arch == SPIRVLogical {
		return t.withArch(SPIRV64)
	}
	if t.IsArch64Bit() {
		return t
	}
	for _, p := range widths {
		if p.narrow == t.Arch {
			return t.withArch(p.wide)
		}
	}
	return t.withArch(UnknownArch)
}

// ArchVariantBig returns t for the big-endian form of its architecture: aarch64_be for aarch64. The
// architecture is unknown if it has none, and for 32-bit Arm, whose words carry a version.
func (t Triple) ArchVariantBig() Triple {
	if t.IsBigEndian() {
		return t
	}
	return t.withArch(t.Arch.otherOrder())
}

// ArchVariantLittle returns t for the little-endian form of its architecture, as [Triple.ArchVariantBig].
func (t Triple) ArchVariantLittle() Triple {
	if t.IsLittleEndian() {
		return t
	}
	return t.withArch(t.Arch.otherOrder())
}

// withArch replaces the architecture. A variant stays where both have it (r6 of MIPS, versions of SPIR-V).
func (t Triple) withArch(a Arch) Triple {
	if !(t.Arch.IsMIPS() && a.IsMIPS() && t.SubArch == SubR6 || t.Arch.IsSPIRV() && a.IsSPIRV()) {
		t.SubArch = ""
	}
	t.Arch, t.archName = a, ""
	return t
}

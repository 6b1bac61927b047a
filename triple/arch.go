package triple

// Arch is an instruction set with its register width and byte order: one value an LLVM ArchType, under
// Go names. The zero value is an instruction set that the tables do not know.
type Arch uint8

// Instruction sets. The name that [Arch.String] prints is LLVM's.
const (
	UnknownArch    Arch = iota
	X86_64              // x86-64, AMD64
	X86                 // IA-32: i386 to i686
	ARM                 // A32, little-endian
	ARMEB               // A32, big-endian
	Thumb               // T32, little-endian
	ThumbEB             // T32, big-endian
	AArch64             // A64, little-endian
	AArch64BE           // A64, big-endian
	AArch64_32          // A64 with 32-bit pointers (watchOS)
	RISCV32             // RV32, little-endian
	RISCV64             // RV64, little-endian
	RISCV32BE           // RV32, big-endian
	RISCV64BE           // RV64, big-endian
	PPC                 // PowerPC 32-bit, big-endian
	PPCLE               // PowerPC 32-bit, little-endian
	PPC64               // PowerPC 64-bit, big-endian
	PPC64LE             // PowerPC 64-bit, little-endian
	MIPS                // MIPS 32-bit, big-endian
	MIPSEL              // MIPS 32-bit, little-endian
	MIPS64              // MIPS 64-bit, big-endian
	MIPS64EL            // MIPS 64-bit, little-endian
	SystemZ             // z/Architecture
	LoongArch32         // LA32
	LoongArch64         // LA64
	BPFEL               // eBPF, little-endian
	BPFEB               // eBPF, big-endian
	SPARC               // SPARC V8, big-endian
	SPARCEL             // SPARC V8, little-endian
	SPARCV9             // SPARC V9
	Hexagon             // Qualcomm Hexagon
	AVR                 // Atmel AVR
	MSP430              // TI MSP430
	M68k                // Motorola 680x0
	Wasm32              // WebAssembly with 32-bit addresses
	Wasm64              // WebAssembly with 64-bit addresses
	AMDGCN              // AMD GPUs from GCN on
	R600                // AMD GPUs HD2000 to HD6000
	NVPTX               // NVIDIA PTX with 32-bit addresses
	NVPTX64             // NVIDIA PTX with 64-bit addresses
	SPIRVLogical        // SPIR-V with logical addressing (graphics)
	SPIRV32             // SPIR-V with 32-bit addresses
	SPIRV64             // SPIR-V with 64-bit addresses
	DXIL                // DirectX bytecode
	SPIR                // SPIR for OpenCL, 32-bit
	SPIR64              // SPIR for OpenCL, 64-bit
	AMDIL               // AMDIL, 32-bit
	AMDIL64             // AMDIL, 64-bit
	HSAIL               // HSAIL, 32-bit
	HSAIL64             // HSAIL, 64-bit
	RenderScript32      // RenderScript, 32-bit
	RenderScript64      // RenderScript, 64-bit
	ARC                 // Synopsys ARC
	CSKY                // C-SKY
	Kalimba             // CSR Kalimba DSP
	Lanai               // Google Lanai
	SH                  // SuperH, big-endian
	SHLE                // SuperH, little-endian
	SHAVE               // Movidius SHAVE
	TCE                 // OpenASIP, big-endian
	TCELE               // OpenASIP, little-endian
	TCELE64             // OpenASIP, little-endian, 64-bit
	VE                  // NEC SX-Aurora vector engine
	XCore               // XMOS XCore
	Xtensa              // Tensilica Xtensa

	archEnd // one past the last
)

// archRow states what an instruction set fixes.
type archRow struct {
	name    string
	bits    uint8     // width of a pointer
	big     bool      // most significant byte first
	natural Format    // the container where the operating system implies none
	implied formatSet // what an operating system may imply instead
	extra   formatSet // what must be asked for explicitly
}

// Sets of formats that rows share: in which containers a toolchain writes objects for the machine.
const (
	appleMS = 1<<MachO | 1<<COFF
	power   = 1<<MachO | 1<<XCOFF
)

// archTable has a row for each Arch. Widths and byte orders: the psABI of each.
var archTable = [archEnd]archRow{
	UnknownArch:    {"unknown", 0, false, ELF, anyFormat, anyFormat},
	X86_64:         {"x86_64", 64, false, ELF, appleMS, 0},
	X86:            {"i386", 32, false, ELF, appleMS, 0},
	ARM:            {"arm", 32, false, ELF, appleMS, 0},
	ARMEB:          {"armeb", 32, true, ELF, 0, 0},
	Thumb:          {"thumb", 32, false, ELF, appleMS, 0},
	ThumbEB:        {"thumbeb", 32, true, ELF, 0, 0},
	AArch64:        {"aarch64", 64, false, ELF, appleMS, 0},
	AArch64BE:      {"aarch64_be", 64, true, ELF, 0, 0},
	AArch64_32:     {"aarch64_32", 32, false, ELF, appleMS, 0},
	RISCV32:        {"riscv32", 32, false, ELF, 0, 1 << MachO},
	RISCV64:        {"riscv64", 64, false, ELF, 0, 0},
	RISCV32BE:      {"riscv32be", 32, true, ELF, 0, 0},
	RISCV64BE:      {"riscv64be", 64, true, ELF, 0, 0},
	PPC:            {"powerpc", 32, true, ELF, power, 0},
	PPCLE:          {"powerpcle", 32, false, ELF, 0, 0},
	PPC64:          {"powerpc64", 64, true, ELF, power, 0},
	PPC64LE:        {"powerpc64le", 64, false, ELF, 0, 0},
	MIPS:           {"mips", 32, true, ELF, 0, 0},
	MIPSEL:         {"mipsel", 32, false, ELF, 1 << COFF, 0},
	MIPS64:         {"mips64", 64, true, ELF, 0, 0},
	MIPS64EL:       {"mips64el", 64, false, ELF, 0, 0},
	SystemZ:        {"s390x", 64, true, ELF, 1 << GOFF, 0},
	LoongArch32:    {"loongarch32", 32, false, ELF, 0, 0},
	LoongArch64:    {"loongarch64", 64, false, ELF, 0, 0},
	BPFEL:          {"bpfel", 64, false, ELF, 0, 0},
	BPFEB:          {"bpfeb", 64, true, ELF, 0, 0},
	SPARC:          {"sparc", 32, true, ELF, 0, 0},
	SPARCEL:        {"sparcel", 32, false, ELF, 0, 0},
	SPARCV9:        {"sparcv9", 64, true, ELF, 0, 0},
	Hexagon:        {"hexagon", 32, false, ELF, 0, 0},
	AVR:            {"avr", 16, false, ELF, 0, 0},
	MSP430:         {"msp430", 16, false, ELF, 0, 0},
	M68k:           {"m68k", 32, true, ELF, 0, 0},
	Wasm32:         {"wasm32", 32, false, Wasm, 0, 0},
	Wasm64:         {"wasm64", 64, false, Wasm, 0, 0},
	AMDGCN:         {"amdgcn", 64, false, ELF, 0, 0},
	R600:           {"r600", 32, false, ELF, 0, 0},
	NVPTX:          {"nvptx", 32, false, ELF, 0, 0},
	NVPTX64:        {"nvptx64", 64, false, ELF, 0, 0},
	SPIRVLogical:   {"spirv", 64, false, SPIRV, 0, 0},
	SPIRV32:        {"spirv32", 32, false, SPIRV, 0, 0},
	SPIRV64:        {"spirv64", 64, false, SPIRV, 0, 0},
	DXIL:           {"dxil", 32, false, DXContainer, 0, 0},
	SPIR:           {"spir", 32, false, ELF, 0, 0},
	SPIR64:         {"spir64", 64, false, ELF, 0, 0},
	AMDIL:          {"amdil", 32, false, ELF, 0, 0},
	AMDIL64:        {"amdil64", 64, false, ELF, 0, 0},
	HSAIL:          {"hsail", 32, false, ELF, 0, 0},
	HSAIL64:        {"hsail64", 64, false, ELF, 0, 0},
	RenderScript32: {"renderscript32", 32, false, ELF, 0, 0},
	RenderScript64: {"renderscript64", 64, false, ELF, 0, 0},
	ARC:            {"arc", 32, false, ELF, 0, 0},
	CSKY:           {"csky", 32, false, ELF, 0, 0},
	Kalimba:        {"kalimba", 32, false, ELF, 0, 0},
	Lanai:          {"lanai", 32, true, ELF, 0, 0},
	SH:             {"sh", 32, true, ELF, 0, 0},
	SHLE:           {"sh_le", 32, false, ELF, 0, 0},
	SHAVE:          {"shave", 32, false, ELF, 0, 0},
	TCE:            {"tce", 32, true, ELF, 0, 0},
	TCELE:          {"tcele", 32, false, ELF, 0, 0},
	TCELE64:        {"tcele64", 64, false, ELF, 0, 0},
	VE:             {"ve", 64, false, ELF, 0, 0},
	XCore:          {"xcore", 32, false, ELF, 0, 0},
	Xtensa:         {"xtensa", 32, false, ELF, 0, 0},
}

// row returns a's row; a value outside the table gets the unknown one.
func (a Arch) row() *archRow {
	if a >= archEnd {
		a = UnknownArch
	}
	return &archTable[a]
}

// String returns LLVM's name: "x86_64", "i386", "aarch64", "powerpc64le"; "unknown" for [UnknownArch].
func (a Arch) String() string { return a.row().name }

// PointerBits returns the width of the machine's addresses: 16, 32 or 64, and 0 where unknown. ABIs
// with narrower pointers (x32, n32, ILP32) are the environment's: [Triple.PointerBits] counts them in.
func (a Arch) PointerBits() int { return int(a.row().bits) }

// IsBigEndian reports whether data has its most significant byte first.
func (a Arch) IsBigEndian() bool { return a.row().big }

// Supports reports whether objects of the machine come in container f: ELF and Mach-O for x86-64, Wasm
// alone for WebAssembly. An unknown machine supports every format.
func (a Arch) Supports(f Format) bool {
	r := a.row()
	return (r.implied | r.extra | 1<<r.natural).has(f)
}

// Is16Bit reports whether pointers have 16 bits.
func (a Arch) Is16Bit() bool { return a.row().bits == 16 }

// Is32Bit reports whether pointers have 32 bits.
func (a Arch) Is32Bit() bool { return a.row().bits == 32 }

// Is64Bit reports whether pointers have 64 bits.
func (a Arch) Is64Bit() bool { return a.row().bits == 64 }

// IsX86 reports whether a is IA-32 or x86-64.
func (a Arch) IsX86() bool { return a == X86 || a == X86_64 }

// IsARM reports whether a is 32-bit Arm in the A32 state, of either byte order.
func (a Arch) IsARM() bool { return a == ARM || a == ARMEB }

// IsThumb reports whether a is 32-bit Arm in the T32 state, of either byte order.
func (a Arch) IsThumb() bool { return a == Thumb || a == ThumbEB }

// CodeBit is the bit of a function's value in a symbol table that is no part of its
// address but says in which of two instruction sets it is: 1 for 32-bit Arm, 0 for what has
// none.
func (a Arch) CodeBit() uint64 {
	if a.IsARM() || a.IsThumb() {
		return 1
	}
	return 0
}

// IsAArch64 reports whether a is A64 of any byte order and pointer width.
func (a Arch) IsAArch64() bool { return a >= AArch64 && a <= AArch64_32 }

// IsRISCV reports whether a is RISC-V of any width and byte order.
func (a Arch) IsRISCV() bool { return a >= RISCV32 && a <= RISCV64BE }

// IsPPC reports whether a is PowerPC of any width and byte order.
func (a Arch) IsPPC() bool { return a >= PPC && a <= PPC64LE }

// IsMIPS reports whether a is MIPS of any width and byte order.
func (a Arch) IsMIPS() bool { return a >= MIPS && a <= MIPS64EL }

// IsLoongArch reports whether a is LoongArch of either width.
func (a Arch) IsLoongArch() bool { return a == LoongArch32 || a == LoongArch64 }

// IsBPF reports whether a is eBPF of either byte order.
func (a Arch) IsBPF() bool { return a == BPFEL || a == BPFEB }

// IsSPARC reports whether a is SPARC of any width and byte order.
func (a Arch) IsSPARC() bool { return a >= SPARC && a <= SPARCV9 }

// IsWasm reports whether a is WebAssembly of either width.
func (a Arch) IsWasm() bool { return a == Wasm32 || a == Wasm64 }

// IsAMDGPU reports whether a is an AMD GPU.
func (a Arch) IsAMDGPU() bool { return a == AMDGCN || a == R600 }

// IsNVPTX reports whether a is NVIDIA PTX of either width.
func (a Arch) IsNVPTX() bool { return a == NVPTX || a == NVPTX64 }

// IsSPIR reports whether a is SPIR of either width.
func (a Arch) IsSPIR() bool { return a == SPIR || a == SPIR64 }

// IsSPIRV reports whether a is SPIR-V of any addressing.
func (a Arch) IsSPIRV() bool { return a >= SPIRVLogical && a <= SPIRV64 }

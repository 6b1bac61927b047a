package mips

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// What the three ABIs add to the shared words.
var (
	archO32 = archOf(reloc.Arch{PtrSize: 4, StubSize: 16, Fields: fieldsOf(32, 32), WriteStub: writeStub32, Fragments: &fragmentsO32})
	archN32 = archOf(reloc.Arch{PtrSize: 4, StubSize: 16, Fields: fieldsOf(64, 32), WriteStub: writeStub32, Runs: true, Fragments: &fragmentsN32})
	archN64 = archOf(reloc.Arch{PtrSize: 8, StubSize: 32, Reach: 1<<31 - 1, Fields: fieldsOf(64, 64), WriteStub: writeStub64, Packed: true, Fragments: &fragmentsN64})
)

// archOf adds what all have.
func archOf(a reloc.Arch) reloc.Arch {
	a.Name = "MIPS"
	a.StubAlign = 8
	a.Direct, a.Shorter = true, true
	a.TableBias = 0x7ff0
	a.TableNames = []string{"_gp", "_gp_disp", "__gnu_local_gp"}
	a.LocalEntry = func(uint8) uint64 { return 0 } // a function that another object calls finds its own address in $t9
	a.EntersOthers = func(flags uint32) bool { return flags&efPIC == 0 }
	a.Branch, a.BranchTarget = branchOf(uint(8*a.PtrSize)), branchTarget
	a.Conflict, a.Refuses = conflict, refuses
	a.DTPBias = 0x8000 // "ELF Handling For Thread-Local Storage", MIPS
	return a
}

// How branches get to their targets, see [reloc.Arch].Branch.
const (
	toRegion = 1 + iota // JAL: in the 256 MiB that the instruction behind it is in
	behind              // the value counts from there, too: the addend makes up for it
)

const delay = 4 // bytes of the instruction behind a branch, which is done before it

// branchTarget is [reloc.Arch].BranchTarget.
func branchTarget(h *reloc.Howto, _ []byte, a int64) (beyond int64, set uint8) {
	if h.Branch == behind {
		a += delay
	}
	return a, 0
}

// stoPIC is the bit of st_other of functions that expect their address in $t9.
const (
	stoPIC    = 0x20
	stoMIPS16 = 0xf0 // the bits of the instruction set, and that
)

// branchFields are those of all ABIs.
var branchFields = fieldsOf(64, 64)

// branchOf is [reloc.Arch].Branch where addresses have so many bits. It leads to a stub for everything
// out of reach, and for what is in another object of position-independent code. A weak name that nobody defines is at 0, as anything may be.
func branchOf(bits uint) func(h *reloc.Howto, code reloc.Code, s, v, p, stub uint64, sym objfmt.SymbolID, about reloc.Symbols) (uint64, bool) {
	wrap := func(a uint64) uint64 { return uint64(int64(a<<(64-bits)) >> (64 - bits)) }
	return func(h *reloc.Howto, code reloc.Code, s, v, p, stub uint64, sym objfmt.SymbolID, about reloc.Symbols) (uint64, bool) {
		next := p + delay
		to := v
		if h.Branch == behind {
			to += next
		}
		switch other, here := about.Other(sym); {
		case stub != 0 && wrap(to-s) != 0: // nothing is behind a stub
			return v, false
		case stub != 0:
			to = stub
		case !here, other&stoMIPS16 == stoPIC && h.Branch == toRegion:
			return v, false
		}
		x := wrap(to)
		if h.Branch == behind {
			x = wrap(to - next)
		} else if wrap(to^next)>>28 != 0 {
			return v, false
		}
		f := &branchFields[h.Field-reloc.FieldArch]
		if int64(x) < f.Min || int64(x) > f.Max || x%delay != 0 {
			return v, false
		}
		f.Put(code.Insn, code.Order, x)
		return x, true
	}
}

// Bits of e_flags (GNU binutils' include/elf/mips.h).
const (
	efPIC       = 0x2  // functions find their own address in $t9
	efABI2      = 0x20 // n32
	efFP64      = 0x200
	efNAN2008   = 0x400
	efABI       = 0xf000
	efO32       = 0x1000
	efMICROMIPS = 0x2000000
	efM16       = 0x4000000
	efArch      = 0xf0000000
	ef32R6      = 0x90000000
	ef64R6      = 0xa0000000
)

// refuses is [reloc.Arch].Refuses.
func refuses(flags uint32) string {
	switch abi := flags & efABI; {
	case flags&efMICROMIPS != 0:
		return "microMIPS code (EF_MIPS_MICROMIPS)"
	case flags&efM16 != 0:
		return "MIPS16 code (EF_MIPS_ARCH_ASE_M16)"
	case abi == 0x2000:
		return "ABI o64 (EF_MIPS_ABI_O64)"
	case abi == 0x3000:
		return "ABI EABI32 (EF_MIPS_ABI_EABI32)"
	case abi == 0x4000:
		return "ABI EABI64 (EF_MIPS_ABI_EABI64)"
	case abi > efO32:
		return "an ABI that e_flags does not name"
	}
	return ""
}

// revision6 reports whether e_flags say that the instructions are those of revision 6.
func revision6(flags uint32) bool { return flags&efArch == ef32R6 || flags&efArch == ef64R6 }

// conflict compares what e_flags say about calls.
func conflict(flags, others uint32) string {
	r6 := revision6
	switch differ := flags ^ others; {
	case differ&efABI2 != 0 && flags&efABI2 != 0:
		return "ABI n32 (EF_MIPS_ABI2), not another"
	case differ&efABI2 != 0:
		return "another ABI, not n32 (EF_MIPS_ABI2)"
	case r6(flags) && !r6(others):
		return "instruction set of revision 6, not before it"
	case r6(others) && !r6(flags):
		return "instruction set before revision 6, not of it"
	case differ&efNAN2008 != 0 && flags&efNAN2008 != 0:
		return "NaNs of IEEE 754-2008 (EF_MIPS_NAN2008), not older ones"
	case differ&efNAN2008 != 0:
		return "NaNs before IEEE 754-2008, not those (EF_MIPS_NAN2008)"
	case differ&efFP64 != 0 && flags&efFP64 != 0:
		return "floating-point registers of 64 bits (EF_MIPS_FP64), not 32"
	case differ&efFP64 != 0:
		return "floating-point registers of 32 bits, not 64 (EF_MIPS_FP64)"
	}
	return ""
}

// Instructions without their immediates.
const (
	luiT9    = 0x3c190000 // lui    $t9, 0
	addiuT9  = 0x27390000 // addiu  $t9, $t9, 0
	daddiuT9 = 0x67390000 // daddiu $t9, $t9, 0
	dsllT9   = 0x0019cc38 // dsll   $t9, $t9, 16
	jrT9     = 0x03200009 // jalr   $zero, $t9: JR, which revision 6 writes so
	nop      = 0x00000000
)

func put(dst []byte, o bin.Order, words ...uint32) {
	for i, w := range words {
		o.PutU32(dst[4*i:], w)
	}
}

// writeStub32 writes
//
//	lui   $t9, %hi(target)
//	addiu $t9, $t9, %lo(target)
//	jr    $t9
//	nop
func writeStub32(dst []byte, o bin.Order, addr, target uint64) bool {
	put(dst, o, luiT9, addiuT9, jrT9, nop)
	putHigh(dst, o, target)
	put16(dst[4:], o, target)
	return true
}

// writeStub64 writes
//
//	lui    $t9, %highest(target)
//	daddiu $t9, $t9, %higher(target)
//	dsll   $t9, $t9, 16
//	daddiu $t9, $t9, %hi(target)
//	dsll   $t9, $t9, 16
//	daddiu $t9, $t9, %lo(target)
//	jr     $t9
//	nop
func writeStub64(dst []byte, o bin.Order, addr, target uint64) bool {
	put(dst, o, luiT9, daddiuT9, dsllT9, daddiuT9, dsllT9, daddiuT9, jrT9, nop)
	putHighest(dst, o, target)
	putHigher(dst[4:], o, target)
	putHigh(dst[12:], o, target)
	put16(dst[20:], o, target)
	return true
}

// What RuntimeDyld makes: a stub for each R_MIPS_26, whatever it leads to, that jumps as the object's revision of the instruction set
// does. Other branches lead to their symbols.
var (
	runtimeDyld32 = runtimeDyld(16, writeStub32)
	runtimeDyld64 = runtimeDyld(32, writeStub64)
)

func runtimeDyld(size uint64, write func(dst []byte, o bin.Order, addr, target uint64) bool) reloc.RuntimeDyld {
	return reloc.RuntimeDyld{
		Size: size, Align: 1, Always: true, Direct: true,
		Stub: func(typ uint32) bool { return typ == typ26 },
		WriteFor: func(dst []byte, o bin.Order, flags uint32, target uint64) bool {
			write(dst, o, 0, target)
			if !revision6(flags) {
				o.PutU32(dst[size-8:], jrT9Before6)
			}
			return true
		},
	}
}

const (
	typ26       = 4
	jrT9Before6 = 0x03200008 // jr $t9
)

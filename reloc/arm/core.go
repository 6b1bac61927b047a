package arm

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// core is what branches of a processor can do. Thumb-2 (ARMv6T2) gave BL and BLX in Thumb two more bits of displacement, and ARMv5T
// brought BLX, and loads of the program counter that change the instruction set.
type core struct {
	blx    bool
	fields []Insn
}

// Processors by what an object's build attributes say that its code runs on.
var (
	latest = core{true, fields[:]} // those with Thumb-2
	v5     = core{true, short[:]}
	v4     = core{false, short[:]}
)

// short are the fields of processors without Thumb-2.
var short = shortFields()

func shortFields() [numFields - FieldArch]Insn {
	f := fields
	f[thmBranch-FieldArch].Text, f[thmBranch-FieldArch].Min, f[thmBranch-FieldArch].Max = "signed 23", -1<<22, 1<<22-1
	f[thmDescCall-FieldArch].Put = putThumbTwoNOP
	return f
}

// ELF5 and ELF4 are ELF for objects whose build attributes say that their code runs on older processors: on those from ARMv5T on,
// and on ARMv4T, where calls from one instruction set to the other go through stubs. What an ARMv4 without Thumb calls is ARM code.
//
// Source: Addenda to, and Errata in, the ABI for the Arm Architecture, "Target-related attributes", Tag_CPU_arch.
var (
	ELF5 = NewTable(&arch5, elfRows[:]).WithRuntimeDyld(elfRuntimeDyld)
	ELF4 = NewTable(&arch4, elfRows[:]).WithRuntimeDyld(elfRuntimeDyld)
)

var arch5, arch4 = older()

func older() (a5, a4 Arch) {
	a5 = arch
	a5.Fields, a5.Branch, a5.BranchReach, a5.WriteStub = v5.fields, v5.branch, 1<<22, writeStub5
	a4 = a5
	a4.Fields, a4.Branch, a4.Interworking, a4.WriteStub, a4.StubSize = v4.fields, v4.branch, interworking4[:], writeStub4, stubSize4
	a4.WriteIFunc = nil // a jump by a word would have to keep the instruction set, which the functions may not
	return a5, a4
}

// interworking4 is interworking without BLX.
var interworking4 = [numKinds]Interworking{
	armCall: StaysEven, armJump: StaysEven, armAny: StaysEven, thmCall: StaysOdd, thmJump: StaysOdd, thmAny: StaysOdd, thmOnly: StaysOdd,
}

// writeStub5 writes a stub of ARM code, to which BX leads from Thumb:
//
//	4778         bx pc                  in Thumb
//	46c0         nop
//	e51ff004     ldr pc, [pc, #-4]      in ARM
//	S            .word
func writeStub5(dst []byte, _ bin.Order, addr, target uint64) bool {
	putBXPC(dst)
	le.PutUint32(dst[stubARM:], 0xe51ff004)
	le.PutUint32(dst[stubWord:], uint32(target))
	return target>>32 == 0
}

// stubSize4 is the size of what writeStub4 writes.
const stubSize4 = 16

// writeStub4 writes a stub to a Thumb function, where loads of the program counter keep the instruction set:
//
//	4778         bx pc                  in Thumb
//	46c0         nop
//	e59fc000     ldr ip, [pc]           in ARM
//	e12fff1c     bx ip
//	S            .word
//
// or to an ARM function, where there may be no BX, as writeStub5 does.
func writeStub4(dst []byte, order bin.Order, addr, target uint64) bool {
	if target&1 == 0 {
		clear(dst[stubSize:stubSize4])
		return writeStub5(dst, order, addr, target)
	}
	putBXPC(dst)
	le.PutUint32(dst[stubARM:], 0xe59fc000)
	le.PutUint32(dst[stubARM+4:], 0xe12fff1c)
	le.PutUint32(dst[stubARM+8:], uint32(target))
	return target>>32 == 0
}

// putBXPC writes what leads from Thumb to the ARM code behind it.
func putBXPC(dst []byte) {
	le.PutUint16(dst[stubThumb:], 0x4778)
	le.PutUint16(dst[stubThumb+2:], 0x46c0)
}

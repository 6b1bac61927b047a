package arm

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what 32-bit Arm adds to the shared words.
var arch = reloc.Arch{
	Name:         "arm",
	PtrSize:      4,
	StubSize:     stubSize,
	StubAlign:    4,
	BranchReach:  1 << 24, // of Thumb, the shorter one
	Fields:       latest.fields,
	Direct:       true,
	WriteStub:    writeStub,
	Interworking: interworking[:],
	EntryPoint:   entry[:],
	BranchTarget: branchTarget,
	Branch:       latest.branch,
	IFuncThunk:   48,
	IFuncSize:    16,
	WriteIFunc:   writeIFunc,
	Fragments:    &fragments,
	Jumps:        jumps[:],
	CodeAlign:    4, // of words among the code
}

// jumps has B, always, of ARM and B.W of Thumb.
var jumps = [...]reloc.Jump{{Size: 4, Mask: 0xff000000, Bits: 0xea000000}, {Size: 4, Mask: 0xd000f800, Bits: 0x9000f000}}

// Where a stub is entered, by the instruction set of the branch.
const (
	stubThumb = 0
	stubARM   = 4
	stubWord  = 8
	stubSize  = 12
)

// writeStub writes a stub, which begins at a multiple of 4 and keeps all registers.
// The load of the program counter sets the instruction set by bit 0 of the word:
//
//	f8df f004    ldr.w pc, [pc, #4]    in Thumb
//	e51ff004     ldr pc, [pc, #-4]     in ARM
//	S            .word
func writeStub(dst []byte, _ bin.Order, addr, target uint64) bool {
	le.PutUint16(dst[stubThumb:], 0xf8df)
	le.PutUint16(dst[stubThumb+2:], 0xf004)
	le.PutUint32(dst[stubARM:], 0xe51ff004)
	le.PutUint32(dst[stubWord:], uint32(target))
	return target>>32 == 0
}

// ifuncThunk is what an indirect function's first call goes through, in ARM state,
// with the address of its two words in ip. It keeps all registers that can carry
// arguments but those of the floating-point unit, which not every processor has and
// a resolver has no use for. Resolvers get what a processor can do in r0 (the
// AT_HWCAP of Linux): here 0, so that they choose what runs everywhere.
//
//	push {r0, r1, r2, r3, ip, lr}
//	mov r0, #0
//	ldr ip, [ip, #4]
//	blx ip
//	ldr ip, [sp, #16]
//	str r0, [ip]
//	pop {r0, r1, r2, r3, ip, lr}
//	ldr pc, [ip]
var ifuncThunk = [...]uint32{
	0xe92d500f, 0xe3a00000, 0xe59cc004, 0xe12fff3c, 0xe59dc010, 0xe58c0000, 0xe8bd500f, 0xe59cf000,
}

// writeIFunc writes the thunk or, in ARM state,
//
//	e59fc000    ldr ip, [pc]
//	e59cf000    ldr pc, [ip]
//	data        .word
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		for i, w := range ifuncThunk {
			le.PutUint32(dst[4*i:], w)
		}
		return true
	}
	le.PutUint32(dst, 0xe59fc000)
	le.PutUint32(dst[4:], 0xe59cf000)
	le.PutUint32(dst[8:], uint32(data))
	return data>>32 == 0
}

// elfRuntimeDyld has RuntimeDyld's stubs, in ARM state. Every branch that it knows has one,
// and room is kept for each relocation. GOT entries are ours.
var elfRuntimeDyld = reloc.RuntimeDyld{
	Size: 8, Align: 1, Always: true, ShareGOT: true,
	Stub:  func(typ uint32) bool { return typ == 1 || typ == 28 || typ == 29 }, // PC24, CALL, JUMP24
	Write: writeRuntimeDyld,
}

// writeRuntimeDyld writes one of RuntimeDyld's stubs, of which each instruction set has
// its own. That of Thumb begins at a multiple of 4:
//
//	e51ff004     ldr pc, [pc, #-4]
//	S            .word
//
//	f8df f000    ldr.w pc, [pc]
//	S            .word
func writeRuntimeDyld(dst []byte, entry uint8, addr, target uint64) bool {
	le.PutUint32(dst, 0xe51ff004)
	if entry != 0 {
		le.PutUint32(dst, 0xf000f8df)
	}
	le.PutUint32(dst[4:], uint32(target))
	return target>>32 == 0
}

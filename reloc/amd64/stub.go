package amd64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what x86-64 adds to the shared words.
var arch = reloc.Arch{
	Name:             "x86-64",
	PtrSize:          8,
	StubSize:         8,
	StubAlign:        8,
	Reach:            1<<31 - 1,
	WriteStub:        writeStub,
	WriteTLSDescStub: writeTLSDescStub,
	IFuncThunk:       ifuncThunkSize,
	IFuncSize:        16,
	WriteIFunc:       writeIFunc,
	Relax:            relax,
	RelaxReads:       []uint8{relaxAny: 4, relaxLoad: 2}, // opcode and ModRM, and the prefixes of a call
	InsnEnd:          insnEnd,
	Jumps:            []reloc.Jump{{Before: 1, Size: 5, Mask: 0xff, Bits: 0xe9}}, // jmp rel32
	CodeAlign:        1,
	Fields:           insns[:],
	Fragments:        &fragments,
}

// writeStub writes
//
//	ff 25 disp32    jmp *entry(%rip)
//	66 90           xchg %ax,%ax
func writeStub(dst []byte, _ bin.Order, addr, entry uint64) bool {
	disp := int64(entry - (addr + 6))
	if disp != int64(int32(disp)) {
		return false
	}
	dst[0], dst[1] = 0xff, 0x25
	binary.LittleEndian.PutUint32(dst[2:], uint32(disp))
	dst[6], dst[7] = 0x66, 0x90
	return true
}

// writeTLSDescStub writes the function of a descriptor whose second word is the
// offset from the thread pointer. It is called with the descriptor's address in
// %rax and must keep every other register:
//
//	48 8b 40 08     mov 8(%rax),%rax
//	c3              ret
func writeTLSDescStub(dst []byte) { copy(dst, "\x48\x8b\x40\x08\xc3\xcc\xcc\xcc") }

// How a GOT load may be relaxed.
const (
	relaxAny  uint8 = 1 + iota // mov, or call and jmp through the GOT entry
	relaxLoad                  // mov alone: a prefix of the others would change meaning
)

// relax rewrites the instruction whose 32-bit displacement is at off (psABI
// appendix B.2):
//
//	8b modrm disp   mov entry(%rip),%reg    ->  8d modrm disp   lea S(%rip),%reg
//	ff 15 disp      call *entry(%rip)       ->  67 e8 disp      addr32 call S
//	ff 25 disp      jmp *entry(%rip)        ->  e9 disp 90      jmp S; nop
//
// Forms that would need the address as an immediate (test, add, ...) stay: an
// immediate is sign-extended, and an address that only fits 32 bits unsigned
// would be changed silently.
func relax(kind uint8, mem, file []byte, off, s uint64, a int64, p uint64) bool {
	if off < 2 || off+4 > uint64(len(file)) {
		return false
	}
	copy(mem[off-2:off+4], file[off-2:off+4])
	if kind == 0 || a != -4 {
		return false // not wanted, or the displacement does not end the instruction as expected
	}
	opcode, modrm := file[off-2], file[off-1]
	disp := int64(s - (p + 4))
	near := disp == int64(int32(disp))
	switch {
	case opcode == 0x8b && modrm&0xc7 == 0x05 && near:
		mem[off-2] = 0x8d
	case kind == relaxAny && opcode == 0xff && modrm == 0x15 && off >= 4 && file[off-4] == 0x66 && file[off-3] == 0x48:
		return false // a padded call of __tls_get_addr: with 67 before the opcode REX.W would not count but 66 would
	case kind == relaxAny && opcode == 0xff && modrm == 0x15 && near:
		mem[off-2], mem[off-1] = 0x67, 0xe8
	case kind == relaxAny && opcode == 0xff && modrm == 0x25:
		disp++ // the displacement moves one byte down, the end of the instruction too
		if disp != int64(int32(disp)) {
			return false
		}
		mem[off-2] = 0xe9
		binary.LittleEndian.PutUint32(mem[off-1:], uint32(disp))
		mem[off+3] = 0x90
		return true
	default:
		return false
	}
	binary.LittleEndian.PutUint32(mem[off:], uint32(disp))
	return true
}

// elfRuntimeDyld has RuntimeDyld's stubs: 6 bytes, jmp *entry(%rip), through the GOT. Room is kept for
// every type that it does not know to be a plain field or a GOT entry.
var elfRuntimeDyld = reloc.RuntimeDyld{
	Size: 6, Align: 1, ThroughGOT: true,
	Reserve: func(typ uint32) bool {
		switch typ {
		case 1, 2, 9, 24, 25, 27, 29, 41, 42: // 64, PC32, GOTPCREL, PC64, GOTOFF64, GOT64, GOTPC64, (REX_)GOTPCRELX
			return false
		}
		return true
	},
	Write: func(dst []byte, _ uint8, addr, entry uint64) bool {
		disp := int64(entry - (addr + 6))
		dst[0], dst[1] = 0xff, 0x25
		binary.LittleEndian.PutUint32(dst[2:], uint32(disp))
		return disp == int64(int32(disp))
	},
}

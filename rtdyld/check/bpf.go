package check

import "encoding/binary"

// bpf decodes instructions of BPF, of either byte order. An instruction has a byte of operation, one of two registers, a distance of 16 bits and an
// immediate of 32; that which loads 64 bits has a second one, with their upper half.
//
// Source: RFC 9669; operands from LLVM 14.
type bpf struct{ order binary.ByteOrder }

// Classes of instructions, the lowest three bits of the operation, and bits of the others.
const (
	bpfLDX, bpfSTX, bpfALU, bpfJMP, bpfJMP32, bpfALU64 = 1, 3, 4, 5, 6, 7

	bpfLoad64 = 0x18 // the operation that loads 64 bits
	bpfMem    = 0x60 // of loads and stores: of memory
	bpfX      = 0x08 // the source is a register

	bpfJA, bpfCall, bpfExit = 0x00, 0x80, 0x90 // of jumps
	bpfMov                  = 0xb0             // of arithmetic

	// Bits are kinds, the upper four bits of the operation.
	bpfCompares = 0x3cee // jumps by a comparison
	bpfTwo      = 0x14ff // arithmetic of two operands
)

// Decode implements [Decoder].
func (d bpf) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) < 8 {
		return Inst{}, false
	}
	op, class, kind := code[0], code[0]&7, code[0]&0xf0
	off := int64(int16(d.order.Uint16(code[2:])))
	jump, imm := off&0xffff, int64(d.order.Uint32(code[4:])) // LLVM knows no sign there
	source := func() {
		if op&bpfX != 0 {
			inst.reg()
		} else {
			inst.imm(imm)
		}
	}
	inst.Len = 8
	switch {
	case op == bpfLoad64 && len(code) >= 16 && d.src(code[1]) == 0 && off == 0:
		inst.Len = 16
		inst.reg()
		inst.imm(int64(uint64(d.order.Uint32(code[12:]))<<32 | uint64(imm)))
	case class == bpfLDX && op&0xe0 == bpfMem, class == bpfSTX && op&0xe0 == bpfMem:
		inst.reg()
		inst.reg()
		inst.imm(off)
	case op == bpfJMP|bpfJA:
		inst.imm(jump)
	case op == bpfJMP|bpfCall:
		inst.imm(imm)
	case op == bpfJMP|bpfExit && off == 0 && imm == 0 && code[1] == 0:
	case (class == bpfJMP || class == bpfJMP32) && bpfCompares>>(op>>4)&1 != 0:
		inst.reg()
		source()
		inst.imm(jump)
	case (class == bpfALU || class == bpfALU64) && kind == bpfMov:
		inst.reg()
		source()
	case (class == bpfALU || class == bpfALU64) && bpfTwo>>(op>>4)&1 != 0:
		inst.reg()
		inst.reg()
		source()
	default:
		return Inst{}, false
	}
	return inst, true
}

// src is the second register, by which loads of 64 bits are told apart.
func (d bpf) src(regs byte) byte {
	if d.order == binary.ByteOrder(binary.BigEndian) {
		return regs & 15
	}
	return regs >> 4
}

// Bias implements [Decoder].
func (bpf) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (bpf) Text(code []byte, _ bool) string { return byteText(code) }

package bpf

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what eBPF adds to the shared words.
var arch = reloc.Arch{
	Name:    "eBPF",
	PtrSize: 8,
	Fields:  fields[:],
}

// Fields of instructions.
const (
	wide64 = reloc.FieldArch + iota // LD_IMM64
	call32                          // CALL
)

const insn = 8 // bytes of an instruction

var fields = [...]reloc.Insn{
	// opcode, registers, offset, X[31:0], 0, 0, 0, X[63:32]
	wide64 - reloc.FieldArch: {
		Text: "64 bits", Width: 2 * insn, Min: -1 << 63, Max: 1<<63 - 1,
		Put: func(mem []byte, o bin.Order, v uint64) {
			o.PutU32(mem[4:], uint32(v))
			o.PutU32(mem[insn+4:], uint32(v>>32))
		},
		Get: func(mem []byte, o bin.Order) int64 {
			return int64(uint64(o.U32(mem[4:])) | uint64(o.U32(mem[insn+4:]))<<32)
		},
	},
	// opcode, registers, offset, X / 8 - 1
	call32 - reloc.FieldArch: {
		Text: "signed 32 instructions", Width: insn, Min: (-1<<31 + 1) * insn, Max: 1 << 31 * insn, Align: insn,
		Put: func(mem []byte, o bin.Order, v uint64) { o.PutU32(mem[4:], uint32(int64(v)/insn-1)) },
		Get: func(mem []byte, o bin.Order) int64 { return (int64(int32(o.U32(mem[4:]))) + 1) * insn },
	},
}

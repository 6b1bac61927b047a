package check

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/triple"
)

// ErrDecode says that there is no instruction, or none that the decoder knows.
var ErrDecode error = message("Couldn't decode instruction")

// ErrNoDecoder says that there is no decoder for a target.
var ErrNoDecoder = errors.New("no instruction decoder")

// NewDecoder returns the decoder for a target: x86-64, i386, AArch64, and ARM with
// Thumb, of either byte order, RISC-V and LoongArch of 64 and 32 bits, s390x, 64-bit SPARC, PowerPC, BPF, and MIPS, for whose revision 6 the triple says so. The error is ErrNoDecoder for any other. Decoders have no state: use
// one from many goroutines.
func NewDecoder(t triple.Triple) (Decoder, error) {
	switch t.Arch {
	case triple.X86_64:
		return x86{1}, nil
	case triple.X86:
		return x86{0}, nil
	case triple.AArch64, triple.AArch64BE, triple.AArch64_32:
		return a64{}, nil
	case triple.ARM, triple.ARMEB, triple.Thumb, triple.ThumbEB:
		return arm{big: t.IsBigEndian(), thumb: t.Arch == triple.Thumb || t.Arch == triple.ThumbEB}, nil
	case triple.RISCV64:
		return riscv{}, nil
	case triple.RISCV32:
		return riscv{narrow: true}, nil
	case triple.LoongArch64:
		return loong{}, nil
	case triple.LoongArch32:
		return loong{narrow: true}, nil
	case triple.SystemZ:
		return s390x{}, nil
	case triple.SPARCV9:
		return sparc{}, nil
	case triple.PPC, triple.PPC64:
		return ppc{binary.BigEndian}, nil
	case triple.PPCLE, triple.PPC64LE:
		return ppc{binary.LittleEndian}, nil
	case triple.MIPS, triple.MIPS64:
		return mips{binary.BigEndian, t.Arch == triple.MIPS64, t.SubArch == triple.SubR6 || t.SubArch == triple.SubN32R6}, nil
	case triple.MIPSEL, triple.MIPS64EL:
		return mips{binary.LittleEndian, t.Arch == triple.MIPS64EL, t.SubArch == triple.SubR6 || t.SubArch == triple.SubN32R6}, nil
	case triple.BPFEL:
		return bpf{binary.LittleEndian}, nil
	case triple.BPFEB:
		return bpf{binary.BigEndian}, nil
	}
	return nil, fmt.Errorf("%w for %v", ErrNoDecoder, t)
}

// NewDecoderFor is NewDecoder for a CPU by LLVM's name: those of MIPS that end with r6 have the instructions of revision
// 6. Of other targets the instructions of all CPUs are known.
func NewDecoderFor(t triple.Triple, cpu string) (Decoder, error) {
	if t.Arch.IsMIPS() && strings.HasSuffix(cpu, "r6") {
		t.SubArch = triple.SubR6
	}
	return NewDecoder(t)
}

// maxInst is how many bytes a [Decoder] is given at most.
const maxInst = 16

// Kind is what an operand is.
type Kind uint8

// Kinds of operands.
const (
	None Kind = iota
	Reg
	Imm
)

// Operand is an operand of an instruction.
type Operand struct {
	Kind  Kind
	Value int64 // of an Imm; else 0
}

// Inst is a decoded instruction. Its operands stand in the order of LLVM's MCInst:
// results, then sources, a source that is also the result twice, memory in its parts
// (x86: base, scale, index, displacement, segment), predicates counted.
type Inst struct {
	Len int // bytes
	n   int
	ops [16]Operand
}

// Operands returns the operands; they belong to the Inst.
func (i *Inst) Operands() []Operand { return i.ops[:i.n] }

// reg adds a register.
func (i *Inst) reg() { i.add(Operand{Kind: Reg}) }

// imm adds an immediate.
func (i *Inst) imm(v int64) { i.add(Operand{Kind: Imm, Value: v}) }

// add adds an operand. The decoders' tables never have more than there is room for, which
// their tests hold.
func (i *Inst) add(o Operand) {
	i.ops[i.n] = o
	i.n++
}

// Decoder decodes the instructions of one target.
type Decoder interface {
	// Decode decodes the instruction that code begins with, false if there is none
	// or if it is not one that the decoder knows to the last operand. code may be
	// shorter than the instruction. Relative operands are as at address 0: distances.
	Decode(code []byte, thumb bool) (Inst, bool)

	// Text returns the instruction in the GNU assembler's language, or its bytes where
	// that is not known. It is for messages alone.
	Text(code []byte, thumb bool) string

	// Bias is what next_pc is more than the address of the next instruction.
	Bias(thumb bool) uint64
}

// OperandError says that a rule asks for an operand that the instruction does not
// have, or that is no immediate.
type OperandError struct {
	Symbol string // whose instruction
	Index  uint64
	Count  int    // of operands
	Text   string // the instruction
}

func (e *OperandError) Error() string {
	i := strconv.FormatUint(e.Index, 10)
	if e.Index >= uint64(e.Count) {
		return fmt.Sprintf("Invalid operand index '%s' for instruction '%s'. Instruction has only %d operands.\nInstruction is:\n  %s",
			i, e.Symbol, e.Count, e.Text)
	}
	return fmt.Sprintf("Operand '%s' of instruction '%s' is not an immediate.\nInstruction is:\n  %s", i, e.Symbol, e.Text)
}

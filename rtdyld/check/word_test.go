package check

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestA64 proves operands against llvm-mc: of each row, with whatever is in the
// other bits, and of any word.
func TestA64(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 64))
	for _, target := range []mcTarget{mcA64, mcA64BE} { // code is little-endian in both
		proveRows(t, target, a64{}, false, a64Rows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w) }, rnd)
	}
}

// TestRISCV does the same for RISC-V, both sizes of instructions and of registers.
func TestRISCV(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 243))
	proveRows(t, mcRISCV, riscv{}, false, riscvRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w|3) }, rnd)
	proveRows(t, mcRISCV, riscv{}, false, riscvHalfRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(w)) }, rnd)
	proveRows(t, mcRISCV32, riscv{narrow: true}, false, riscv32Rows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w|3) }, rnd)
	proveRows(t, mcRISCV32, riscv{narrow: true}, false, riscv32HalfRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(w)) }, rnd)
}

// TestLoong does it for LoongArch, both sizes of registers.
func TestLoong(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 258))
	proveRows(t, mcLoong, loong{}, false, loong64Rows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w) }, rnd)
	proveRows(t, mcLoong32, loong{narrow: true}, false, loong32Rows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w) }, rnd)
}

// TestS390X does it for s390x, whose instructions are no words.
func TestS390X(t *testing.T) {
	const perRow = 300
	rnd := rand.New(rand.NewPCG(2, 22))
	used := make([]int, len(zRows))
	proveDecoder(t, mcS390X, s390x{}, false, perRow*len(zRows)*3/2, func(i int) []byte {
		w := rnd.Uint64() >> 16
		if row := i / perRow; row < len(zRows) {
			used[row]++
			digits := zRows[row].digits
			for shift := 44; digits != ""; shift -= 4 {
				choice, rest := digits[:1], digits[1:]
				if choice == "[" {
					choice, rest, _ = strings.Cut(rest, "]")
				}
				if n := strings.IndexByte("0123456789abcdef", choice[rnd.IntN(len(choice))]); n >= 0 {
					w = w&^(15<<shift) | uint64(n)<<shift
				}
				digits = rest
			}
		}
		return binary.BigEndian.AppendUint64(nil, w<<16)[:6]
	})
	for i, n := range used {
		if n == 0 {
			t.Errorf("nothing fits row %s", zRows[i].digits)
		}
	}
}

// TestSPARC does it for SPARC V9.
func TestSPARC(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 43))
	proveRows(t, mcSPARC, sparc{}, false, sparcRows, func(w uint32) []byte { return binary.BigEndian.AppendUint32(nil, w) }, rnd)
}

// TestBPF does it for BPF, in either byte order, with all operations and with registers that there are.
func TestBPF(t *testing.T) {
	const perOp = 20
	rnd := rand.New(rand.NewPCG(2, 247))
	for _, c := range []struct {
		target mcTarget
		order  binary.AppendByteOrder
		d      bpf
	}{{mcBPF, binary.LittleEndian, bpf{binary.LittleEndian}}, {mcBPFBE, binary.BigEndian, bpf{binary.BigEndian}}} {
		proveDecoder(t, c.target, c.d, false, 256*perOp, func(i int) []byte {
			code := []byte{byte(i / perOp), byte(rnd.IntN(11)<<4 | rnd.IntN(11))}
			if _, ok := c.d.Decode(append(code[:1:1], make([]byte, 15)...), false); !ok { // half of them are nothing
				code[0] = bpfLoad64
			}
			if code[0] != bpfLoad64 {
				code = c.order.AppendUint16(code, uint16(rnd.Uint32()))
				return c.order.AppendUint32(code, rnd.Uint32())
			}
			for c.d.src(code[1]) != 0 {
				code[1] = byte(rnd.IntN(11)<<4 | rnd.IntN(11))
			}
			code = c.order.AppendUint32(append(code, 0, 0), rnd.Uint32())
			return c.order.AppendUint32(append(code, 0, 0, 0, 0), rnd.Uint32())
		})
	}
}

// TestPPC does the same for PowerPC, in either byte order.
func TestPPC(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 21))
	proveRows(t, mcPPC, ppc{binary.LittleEndian}, false, ppcRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w) }, rnd)
	proveRows(t, mcPPCBE, ppc{binary.BigEndian}, false, ppcRows, func(w uint32) []byte { return binary.BigEndian.AppendUint32(nil, w) }, rnd)
}

// TestMIPS does the same for MIPS, in either byte order, with 32 and 64 bits, before revision 6 and of it.
func TestMIPS(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 8))
	for _, c := range []struct {
		target mcTarget
		d      mips
		rows   [][]wordRow
	}{
		{mcMIPS, mips{binary.BigEndian, false, false}, [][]wordRow{mipsRows, mips5Rows}},
		{mcMIPSEL, mips{binary.LittleEndian, false, false}, [][]wordRow{mips5Rows}},
		{mcMIPS64, mips{binary.LittleEndian, true, false}, [][]wordRow{mipsRows, mips64Rows, mips5Rows, mips645Rows}},
		{mcMIPS6, mips{binary.BigEndian, false, true}, [][]wordRow{mipsRows, mips6Rows}},
		{mcMIPS646, mips{binary.BigEndian, true, true}, [][]wordRow{mipsRows, mips64Rows, mips6Rows, mips646Rows}},
	} {
		for _, rows := range c.rows {
			proveRows(t, c.target, c.d, false, rows, func(w uint32) []byte {
				var b [4]byte
				c.d.order.PutUint32(b[:], w)
				return b[:]
			}, rnd)
		}
	}
}

// proveRows puts words of each row and some more to llvm-mc.
func proveRows(t *testing.T, target mcTarget, d Decoder, thumb bool, rows []wordRow, code func(w uint32) []byte, rnd *rand.Rand) {
	t.Helper()
	const perRow = 300
	n := perRow * len(rows) * 3 / 2
	used := make([]int, len(rows))
	defer func() {
		for i, n := range used {
			if n == 0 && (rows[i].ok == nil || len(rows[i].fields) > 0) {
				t.Errorf("%s: nothing fits row %#x", target.triple, rows[i].value)
			}
		}
	}()
	proveDecoder(t, target, d, thumb, n, func(i int) []byte {
		w := rnd.Uint32()
		if row := i / perRow; row < len(rows) {
			r := rows[row]
			for range 20 { // most are refused by a condition here and there
				w = rnd.Uint32()&^r.mask | r.value
				if _, ok := d.Decode(code(w), thumb); ok {
					used[row]++
					break
				}
			}
		}
		return code(w)
	})
}

// TestARM does the same for ARM.
func TestARM(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 32))
	proveRows(t, mcARM, arm{}, false, armRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w) }, rnd)
}

// TestThumb does it for Thumb, both sizes.
func TestThumb(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 16))
	half := binary.LittleEndian.AppendUint16
	proveRows(t, mcThumb, arm{}, true, thumbRows, func(w uint32) []byte { return half(nil, uint16(w)) }, rnd)
	proveRows(t, mcThumb, arm{}, true, thumb2Rows, func(w uint32) []byte { return half(half(nil, uint16(w>>16)), uint16(w)) }, rnd)
}

package check

import (
	"encoding/binary"
	"math/rand/v2"
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

// TestRISCV does the same for RISC-V, both sizes.
func TestRISCV(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 243))
	proveRows(t, mcRISCV, riscv{}, false, riscvRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint32(nil, w|3) }, rnd)
	proveRows(t, mcRISCV, riscv{}, false, riscvHalfRows, func(w uint32) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(w)) }, rnd)
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

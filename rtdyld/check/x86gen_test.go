package check

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
)

// The table of x86 instructions, x86.tab, is made here: every opcode with every
// combination of what may choose among instructions is put to llvm-mc, and the
// combinations that have the same operands are gathered into rows.

// cell is one such combination.
type cell struct {
	op       x86Op
	mode     int // 0: 32 bits, 1: 64
	pp, w, l int
	b, z, v  int // EVEX.b; no mask, mask, zeroing mask; vvvv used
	reg, rm  int // ModRM: reg; rm 0-7 register, 8 memory, 9 memory with SIB
	modrm    bool
	operands string
}

// Unlike bytes for the fields, all with their top bit set.
const (
	probeDisp = -0x2d4c3b5a // with SIB or without
	probeMem  = 9
)

var probeImm = []byte{0xb7, 0xa6, 0x95, 0x84, 0xf3, 0xe2, 0xd1, 0xc8}

// TestX86Table makes the table and compares it with the one in the source.
func TestX86Table(t *testing.T) {
	citest.Need(t, mcTool)
	if f := flag.Lookup("update"); (!citest.CI() || testing.Short()) && f.Value.String() == "false" {
		t.Skip("asks llvm-mc two million times; runs where " + citest.Variable + " is set and -short is not, and with -update")
	}
	var boxes []x86Row
	for enc := encLegacy; enc <= encEVEX; enc++ {
		for m := 0; m < x86Maps; m++ {
			for op := 0; op < 256; op++ {
				k := x86Op{enc, m, op}
				boxes = append(boxes, gather(k, probeCells(t, k))...)
			}
		}
	}
	flushProbes(t)
	for _, q := range probed {
		boxes = append(boxes, gather(q.op, q.cells)...)
	}
	slices.SortStableFunc(boxes, func(a, b x86Row) int {
		return cmp.Or(cmp.Compare(a.op.enc, b.op.enc), cmp.Compare(a.op.mp, b.op.mp), cmp.Compare(a.op.code, b.op.code))
	})
	var out bytes.Buffer
	out.WriteString(x86Header)
	for i := range boxes {
		fmt.Fprintln(&out, boxes[i].String())
	}
	golden.Check(t, "x86.tab", out.Bytes())
}

// gather covers cells by boxes: sets of values in each dimension.
func gather(k x86Op, cells []cell) []x86Row {
	scaleByLength(cells)
	by := map[string][]x86Row{}
	var shapes []string
	for _, c := range cells {
		if c.operands == "" {
			continue
		}
		if by[c.operands] == nil {
			shapes = append(shapes, c.operands)
		}
		r := x86Row{op: k, text: c.operands}
		for d, x := range [...]int{c.mode, c.pp, c.w, c.l, c.b, c.z, c.v, c.reg, c.rm} {
			r.dims[d] = 1 << x
		}
		regs, rms := probeRange(k)
		switch {
		case !c.modrm:
			r.dims[dimReg], r.dims[dimRM] = 0, 0
		case len(regs) == 1: // asked for one, true for all
			r.dims[dimReg] = 0xff
		}
		if c.modrm && c.rm < 8 && len(rms) == 3 {
			r.dims[dimRM] = 0xff
		}
		if k.enc == encLegacy && c.mode == 0 {
			r.dims[dimW] = 3 // there is none
		}
		by[c.operands] = append(by[c.operands], r)
	}
	var all []x86Row
	for _, s := range shapes {
		rows := by[s]
		for d := numDims - 1; d >= 0; d-- {
			seen := map[[numDims]uint16]int{}
			var merged []x86Row
			for _, r := range rows {
				k := r.dims
				k[d] = 0
				if i, ok := seen[k]; ok {
					merged[i].dims[d] |= r.dims[d]
					continue
				}
				seen[k] = len(merged)
				merged = append(merged, r)
			}
			rows = merged
		}
		all = append(all, rows...)
	}
	return all
}

// probes wait until there are enough for a run of llvm-mc.
type question struct {
	op    x86Op
	cells []cell
}

var (
	probed  []question
	waiting []probe
)

type probe struct {
	q, c int // of probed
	n    int // bytes of immediates
	code []byte
	m    int64 // with disp8: the displacement, to find the scale
}

// probeCells queues the questions of an opcode; their answers come by flushProbes.
func probeCells(t *testing.T, k x86Op) []cell {
	if k.enc == encLegacy && k.mp == 0 && slices.Contains([]int{0x0f, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3}, k.code) ||
		k.enc != encLegacy && k.mp == 0 || k.enc != encEVEX && k.mp > 3 || k.mp == 4 || k.enc == encLegacy && k.mp == 1 && (k.code == 0x38 || k.code == 0x3a || k.code == 0x0f) {
		return nil
	}
	q := question{op: k}
	regs, rms := probeRange(k)
	for mode := range 2 {
		if k.enc == encLegacy && k.mp == 0 && mode == 1 && k.code&0xf0 == 0x40 {
			continue // REX
		}
		for pp := range []int{6, 4, 4}[k.enc] {
			for w := range 2 {
				if k.enc == encLegacy && mode == 0 && w == 1 {
					continue
				}
				for l := range []int{1, 2, 4}[k.enc] {
					for b := range []int{1, 1, 2}[k.enc] {
						for z := range []int{1, 1, 3}[k.enc] {
							for v := range []int{1, 2, 2}[k.enc] {
								c := cell{op: k, mode: mode, pp: pp, w: w, l: l, b: b, z: z, v: v, modrm: k.hasModRM(mode)}
								if !c.modrm {
									q.cells = append(q.cells, c)
									continue
								}
								for _, c.reg = range regs {
									for _, c.rm = range rms {
										q.cells = append(q.cells, c)
									}
								}
							}
						}
					}
				}
			}
		}
	}
	probed = append(probed, q)
	for i := range q.cells {
		for _, n := range immSizes(k, &q.cells[i]) {
			waiting = append(waiting, probe{len(probed) - 1, i, n, q.cells[i].bytes(n, false), 0})
		}
	}
	if len(waiting) > 400000 {
		flushProbes(t)
	}
	return nil
}

// probeRange returns the values of ModRM to try; what is not a group of
// instructions needs two registers.
func probeRange(k x86Op) (regs, rms []int) {
	regs, rms = []int{0, 1, 2, 3, 4, 5, 6, 7}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	switch {
	case k.enc == encLegacy && k.mp < 2:
	case k.enc == encLegacy:
		rms = []int{1, 8, 9}
	case k.mp == 1 && (k.code >= 0x71 && k.code <= 0x73 || k.code == 0xae), k.mp == 2 && (k.code == 0xf3 || k.code&^1 == 0xc6 || k.code == 0x49 || k.code == 0x4b):
	default:
		regs, rms = []int{1}, []int{1, 8, 9}
	}
	return regs, rms
}

// immSizes are how many bytes of immediates an opcode may have, the least first.
func immSizes(k x86Op, c *cell) []int {
	o := k.code
	switch {
	case k.mp == 3:
		return []int{1}
	case k.mp >= 2:
		return []int{0}
	case k.mp == 1:
		switch {
		case o >= 0x70 && o <= 0x73, o == 0xa4, o == 0xac, o == 0xba, o == 0xc2, o >= 0xc4 && o <= 0xc6:
			return []int{1}
		case o >= 0x80 && o < 0x90 && k.enc == encLegacy:
			return []int{2, 4}
		case o == 0x78 && k.enc == encLegacy:
			return []int{0, 2}
		}
		return []int{0}
	}
	switch {
	case o < 0x40 && o&7 == 4, o == 0x6a, o == 0x6b, o&0xf0 == 0x70, o == 0x80, o == 0x82, o == 0x83, o == 0xa8, o&0xf8 == 0xb0,
		o == 0xc0, o == 0xc1, o == 0xc6, o == 0xcd, o == 0xd4, o == 0xd5, o&0xf8 == 0xe0, o == 0xeb:
		return []int{1}
	case o < 0x40 && o&7 == 5, o == 0x68, o == 0x69, o == 0x81, o == 0xa9, o == 0xc7, o == 0xe8, o == 0xe9:
		return []int{2, 4}
	case o&0xf8 == 0xb8, o&0xfc == 0xa0:
		return []int{2, 4, 8}
	case o == 0xf6 && c.reg < 2:
		return []int{1}
	case o == 0xf7 && c.reg < 2:
		return []int{2, 4}
	case o == 0xc2, o == 0xca:
		return []int{2}
	case o == 0xc8:
		return []int{3}
	case o == 0x9a, o == 0xea:
		return []int{4, 6}
	}
	return []int{0}
}

// bytes assembles the cell with n bytes of immediates, or with a displacement of one
// byte, 1.
func (c *cell) bytes(n int, disp8 bool) []byte {
	var code []byte
	v := []int{15, 12}[c.v]
	switch c.op.enc {
	case encLegacy:
		code = append(code, [][]byte{{}, {0x66}, {0xf3}, {0xf2}, {0x66, 0xf3}, {0x66, 0xf2}}[c.pp]...)
		if c.w == 1 {
			code = append(code, 0x48)
		}
		code = append(code, [][]byte{{}, {0x0f}, {0x0f, 0x38}, {0x0f, 0x3a}}[c.op.mp]...)
	case encVEX:
		code = append(code, 0xc4, 0xe0|byte(c.op.mp), byte(c.w<<7|v<<3|c.l<<2|c.pp))
	case encEVEX:
		code = append(code, 0x62, 0xf0|byte(c.op.mp), byte(c.w<<7|v<<3|4|c.pp), byte(c.z&2<<6|c.l<<5|c.b<<4|8|[]int{0, 5, 5}[c.z]))
	}
	code = append(code, byte(c.op.code))
	if c.modrm {
		switch {
		case c.rm < 8:
			code = append(code, byte(0xc0|c.reg<<3|c.rm))
		case disp8 && c.rm == 8:
			code = append(code, byte(0x40|c.reg<<3|3), 1)
		case disp8:
			code = append(code, byte(0x40|c.reg<<3|4), 0x8b, 1)
		default:
			d := int32(probeDisp)
			if c.rm == 8 {
				code = append(code, byte(0x80|c.reg<<3|3))
			} else {
				code = append(code, byte(0x80|c.reg<<3|4), 0x8b)
			}
			code = append(code, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
		}
	}
	return append(code, probeImm[:n]...)
}

// flushProbes puts what waits to llvm-mc and fills in the operands.
func flushProbes(t *testing.T) {
	for mode, target := range [...]mcTarget{mcI386, mcX64} {
		ask := func(ps []probe) []*mcInst {
			codes := make([][]byte, len(ps))
			for i := range ps {
				codes[i] = ps[i].code
			}
			return mcDecode(t, target, codes)
		}
		var mine, scale, extended []probe
		for _, p := range waiting {
			if probed[p.q].cells[p.c].mode == mode {
				mine = append(mine, p)
			}
		}
		for i, in := range ask(mine) {
			p := mine[i]
			c := &probed[p.q].cells[p.c]
			if in == nil || c.operands != "" {
				continue
			}
			c.operands = explain(t, c, in, p.n)
			if c.operands == "" {
				continue
			}
			if c.op.enc == encEVEX && c.rm >= 8 && c.modrm {
				short := p
				short.code = c.bytes(p.n, true)
				scale = append(scale, short)
			}
			code := p.code
			for b := range int64(len(x86Extensions)) {
				if code := extend(c, code, b); code != nil {
					p.code, p.m = code, b
					extended = append(extended, p)
				}
			}
		}
		for i, in := range ask(scale) {
			p := scale[i]
			c := &probed[p.q].cells[p.c]
			if in == nil {
				t.Errorf("% x: no instruction with a short displacement", p.code)
				c.operands = ""
				continue
			}
			at := slices.Index(strings.Split(c.operands, ","), "m") // all before are one operand each
			if n := in.ops[at+3].Value; n != 1 {
				c.operands = strings.Replace(c.operands, "m", fmt.Sprintf("m*%d", n), 1)
			}
		}
		for i, in := range ask(extended) {
			if in == nil {
				p := extended[i]
				probed[p.q].cells[p.c].operands += "," + x86Extensions[p.m]
			}
		}
	}
	waiting = waiting[:0]
}

// extend sets a bit that extends a register's number, nil if the cell has no such
// bit or no register there.
func extend(c *cell, code []byte, bit int64) []byte {
	code = slices.Clone(code)
	word := x86Extensions[bit]
	flip := func(i int, mask byte) []byte {
		code[i] ^= mask
		return code
	}
	switch {
	case !c.modrm || c.mode == 0, c.rm >= 8 && (word == "!b" || word == "!x"), c.v == 0 && (word == "!v" || word == "!w"):
	case c.op.enc == encLegacy:
		i := [...]int{0, 1, 1, 1, 2, 2}[c.pp]
		if c.w == 0 {
			code = slices.Insert(code, i, 0x40)
		}
		switch word {
		case "!r":
			return flip(i, 4)
		case "!b":
			return flip(i, 1)
		}
	case word == "!r":
		return flip(1, 0x80)
	case word == "!b":
		return flip(1, 0x20)
	case word == "!v": // the probes have vvvv 3, inverted 1100
		return flip(2, 0x40)
	case c.op.enc == encVEX:
	case word == "!s":
		return flip(1, 0x10)
	case word == "!x":
		return flip(1, 0x40)
	case word == "!w":
		return flip(3, 8)
	}
	return nil
}

// explain finds where the operands of llvm-mc come from.
func explain(t *testing.T, c *cell, in *mcInst, n int) string {
	var out []string
	rest := probeImm[:n]
	ops := in.ops
	if len(ops) == 0 && n > 0 { // a prefix that swallows what follows it
		return ""
	}
	for len(ops) > 0 {
		if c.modrm && c.rm >= 8 && len(ops) >= 5 && ops[0].Kind == Reg && ops[1].Kind == Imm && ops[2].Kind == Reg && ops[3].Kind == Imm && ops[3].Value == probeDisp && ops[4].Kind == Reg {
			out = append(out, "m")
			ops = ops[5:]
			continue
		}
		o := ops[0]
		ops = ops[1:]
		if o.Kind == Reg {
			out = append(out, "r")
			continue
		}
		if o.Kind != Imm {
			t.Errorf("% x: %s: operand is neither register nor number", c.bytes(n, false), in.name)
			return ""
		}
		word := explainImm(c, o.Value, &rest, ops)
		if word == "" {
			t.Logf("% x: %s %s: where is %d from?", c.bytes(n, false), in.name, show(in.ops), o.Value)
			return ""
		}
		out = append(out, word)
	}
	for len(rest) > 0 { // the last ones name a register, or nothing
		out = append(out, "skip8")
		rest = rest[1:]
	}
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, ",")
}

// explainImm names the source of a number; the bytes it takes go from rest. more are the
// operands behind it.
func explainImm(c *cell, v int64, rest *[]byte, more []Operand) string {
	imms := 0
	for _, o := range more {
		if o.Kind == Imm {
			imms++
		}
	}
	for _, w := range x86Words {
		if w.size == 0 || w.size > len(*rest) || imms == 0 && w.size != len(*rest) {
			continue
		}
		if w.value((*rest)[:w.size]) == v {
			*rest = (*rest)[w.size:]
			return w.name
		}
	}
	switch {
	case c.op.enc == encEVEX && c.b == 1 && c.rm < 8 && v == int64(c.l):
		return "rc"
	case c.op.enc == encLegacy && v == int64(c.op.code&15):
		return "cc"
	}
	return ""
}

// scaleByLength writes scales that follow the length of vectors as such.
func scaleByLength(cells []cell) {
	sets := map[cell][]int{} // the same but for length and scale
	for i, c := range cells {
		pre, rest, ok := strings.Cut(c.operands, "m*")
		if !ok {
			continue
		}
		c.l = 0
		c.operands = pre + "m*" + strings.TrimLeft(rest, "0123456789")
		sets[c] = append(sets[c], i)
	}
	for _, set := range sets {
		base, lengths, ok := 0, 0, true
		for _, i := range set {
			_, rest, _ := strings.Cut(cells[i].operands, "m*")
			var n int
			fmt.Sscanf(rest, "%d", &n)
			b := n >> min(cells[i].l, 2)
			if lengths > 0 && b != base || b == 0 {
				ok = false
			}
			base = b
			lengths |= 1 << min(cells[i].l, 2)
		}
		if !ok || lengths&(lengths-1) == 0 {
			continue
		}
		for _, i := range set {
			pre, rest, _ := strings.Cut(cells[i].operands, "m*")
			cells[i].operands = fmt.Sprintf("%sm*%dl%s", pre, base, strings.TrimLeft(rest, "0123456789"))
		}
	}
}

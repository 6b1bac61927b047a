package unwind

import (
	"encoding/binary"
	"slices"
)

// Source: "ARM64 exception handling" in Microsoft's documentation of its C++ compiler.
// An unwind code stands for one instruction of a prolog or an epilog; the codes of a
// prolog come in the reverse order, those of an epilog in its own.

// arm64Entry reads an entry of .pdata for arm64.
func (r *reader) arm64Entry(f *function, b []byte) (msg string) {
	le := binary.LittleEndian
	f.start, f.info = r.image+uint64(le.Uint32(b)), le.Uint32(b[4:])
	words := f.info >> 2 & 0x7ff
	switch f.info & 3 {
	case 0: // the place of an .xdata record
		head := r.at(r.image+uint64(f.info), 4)
		if head == nil {
			return "unwind information lies outside the object"
		}
		words = le.Uint32(head) & 0x3ffff
	case 3:
		return "packed unwind information of a kind that is not known"
	}
	f.end = f.start + 4*uint64(words)
	return ""
}

// a64Kind is what an instruction does, as far as frames go.
type a64Kind uint8

const (
	a64Nop   a64Kind = iota
	a64Save          // sub sp, sp, #n; then registers are stored at sp + off
	a64SetFP         // add x29, sp, #off
	a64Sign          // pacibsp
	a64Next          // stores the pair that follows that of the instruction before
	a64EndC          // none: the end of the prolog of a part; what follows has run elsewhere
	a64End
)

// a64Op is an unwind code.
type a64Op struct {
	kind a64Kind
	n    uint32    // bytes
	off  uint32    // bytes
	regs [2]uint16 // DWARF numbers, 0 for none
}

const (
	a64FP = 29
	a64LR = 30
	a64SP = 31
	a64X  = 19 // first register that is preserved
	a64D  = 72 // d8, the same of floating point
)

// a64Code reads an unwind code. One that is not known sets bad.
func (c *cursor) a64Code() a64Op {
	b := uint32(c.U8())
	short := func(n, off uint32, regs ...uint16) a64Op {
		op := a64Op{kind: a64Save, n: n, off: off}
		copy(op.regs[:], regs)
		return op
	}
	switch {
	case b < 0x20: // alloc_s
		return short(b&31*16, 0)
	case b < 0x40: // save_r19r20_x
		return short(b&31*8, 0, 19, 20)
	case b < 0x80: // save_fplr
		return short(0, b&63*8, a64FP, a64LR)
	case b < 0xc0: // save_fplr_x
		return short((b&63+1)*8, 0, a64FP, a64LR)
	case b >= 0xe0:
		return c.a64Other(b)
	}
	w := b<<8 | uint32(c.U8())
	x, z := uint16(w>>6), w&63*8
	pre := z + 8
	switch {
	case b < 0xc8: // alloc_m
		return short(w&0x7ff*16, 0)
	case b < 0xcc: // save_regp
		return short(0, z, a64X+x&15, a64X+x&15+1)
	case b < 0xd0: // save_regp_x
		return short(pre, 0, a64X+x&15, a64X+x&15+1)
	case b < 0xd4: // save_reg
		return short(0, z, a64X+x&15)
	case b < 0xd6: // save_reg_x
		return short((w&31+1)*8, 0, a64X+uint16(w>>5&15))
	case b < 0xd8: // save_lrpair
		return short(0, z, a64X+x&7*2, a64LR)
	case b < 0xda: // save_fregp
		return short(0, z, a64D+x&7, a64D+x&7+1)
	case b < 0xdc: // save_fregp_x
		return short(pre, 0, a64D+x&7, a64D+x&7+1)
	case b < 0xde: // save_freg
		return short(0, z, a64D+x&7)
	case b < 0xdf: // save_freg_x
		return short((w&31+1)*8, 0, a64D+uint16(w>>5&7))
	}
	c.Bad = true
	return a64Op{}
}

// a64Other reads the rest of a code that begins with b, at least e0.
func (c *cursor) a64Other(b uint32) a64Op {
	switch b {
	case 0xe0: // alloc_l
		hi, mid, lo := c.U8(), c.U8(), c.U8()
		return a64Op{kind: a64Save, n: (uint32(hi)<<16 | uint32(mid)<<8 | uint32(lo)) * 16}
	case 0xe1: // set_fp
		return a64Op{kind: a64SetFP}
	case 0xe2: // add_fp
		return a64Op{kind: a64SetFP, off: uint32(c.U8()) * 8}
	case 0xe3:
		return a64Op{kind: a64Nop}
	case 0xe4:
		return a64Op{kind: a64End}
	case 0xe5:
		return a64Op{kind: a64EndC}
	case 0xe6:
		return a64Op{kind: a64Next}
	case 0xfc: // pac_sign_lr
		return a64Op{kind: a64Sign}
	}
	c.Bad = true
	return a64Op{}
}

// a64Codes reads codes from byte at on up to the one that ends them, which is left out.
func a64Codes(codes []byte, at int) (ops []a64Op, msg string) {
	if at > len(codes) {
		return nil, "unwind codes begin outside the record"
	}
	c := over(codes[at:], false)
	next := 0 // codes before that store what follows
	for {
		op := c.a64Code()
		if c.Bad {
			return nil, "unwind codes have one that is not known, or no end"
		}
		if op.kind == a64Next {
			next++
		} else if next > 0 {
			if op.kind != a64Save || op.regs[1] == 0 {
				return nil, "unwind code stores the pair after one that is not there"
			}
			for i := range next {
				follower := a64Op{kind: a64Save, off: op.off + uint32(i+1)*16, regs: op.regs}
				follower.regs[0] += uint16(i+1) * 2
				follower.regs[1] += uint16(i+1) * 2
				if follower.regs[0] > a64FP && follower.regs[0] < a64D || follower.regs[1] > a64D+7 {
					return nil, "unwind code stores a pair that is not preserved"
				}
				ops[len(ops)-1-i] = follower
			}
			next = 0
		}
		if op.kind == a64End {
			return ops, ""
		}
		if len(ops) >= len(codes) {
			return nil, "unwind codes do not end"
		}
		ops = append(ops, op)
	}
}

// a64Epilog is an epilog of a function.
type a64Epilog struct {
	at  uint64 // offset in the function
	ops []a64Op
}

// arm64Function adds the entry of a function.
func (r *reader) arm64Function(f *function) (msg string) {
	w := a64Writer{p: program{data: r.t.m.data}, size: f.end - f.start}
	var prolog []a64Op
	var epilogs []a64Epilog
	if f.info&3 == 0 {
		if prolog, epilogs, msg = r.a64Record(f); msg != "" {
			return msg
		}
	} else if prolog, epilogs, msg = a64Packed(f); msg != "" {
		return msg
	}
	if msg := w.prolog(prolog); msg != "" {
		return msg
	}
	for _, e := range epilogs {
		if r.budget -= 16 * len(e.ops); r.budget < 0 {
			return "too much unwind information is shared"
		}
		if msg := w.epilog(&e); msg != "" {
			return msg
		}
	}
	if r.budget -= 16*len(prolog) + len(w.p.b); r.budget < 0 {
		return "too much unwind information is shared"
	}
	if !r.add(f.start, f.end, r.own(), w.p.b, rankTables) {
		return "too many records"
	}
	return ""
}

// a64Record reads an .xdata record.
func (r *reader) a64Record(f *function) (prolog []a64Op, epilogs []a64Epilog, msg string) {
	at := r.image + uint64(f.info)
	word := func() uint32 {
		b := r.at(at, 4)
		if b == nil {
			msg = "unwind information is cut off"
			return 0
		}
		at += 4
		return binary.LittleEndian.Uint32(b)
	}
	head := word()
	if head>>18&3 != 0 {
		return nil, nil, "unwind information of a version that is not 0"
	}
	packed := head>>21&1 != 0 // the only epilog ends the function
	count, words := head>>22&31, head>>27
	if count == 0 && words == 0 {
		more := word()
		count, words = more&0xffff, more>>16&0xff
	}
	scopes := uint32(0)
	if !packed {
		scopes = count
	}
	rest := r.at(at, 4*uint64(scopes)+4*uint64(words))
	if rest == nil || msg != "" {
		return nil, nil, "unwind information is cut off"
	}
	if r.budget -= 4 * len(rest); r.budget < 0 {
		return nil, nil, "too much unwind information is shared"
	}
	codes := rest[4*scopes:]
	if prolog, msg = a64Codes(codes, 0); msg != "" {
		return nil, nil, msg
	}
	if packed {
		ops, msg := a64Codes(codes, int(count))
		if msg != "" {
			return nil, nil, msg
		}
		size := 4 * uint64(len(ops)+1)
		if size > f.end-f.start {
			return nil, nil, "epilog is longer than its function"
		}
		return prolog, []a64Epilog{{f.end - f.start - size, ops}}, ""
	}
	for i := range scopes {
		s := binary.LittleEndian.Uint32(rest[4*i:])
		ops, msg := a64Codes(codes, int(s>>22))
		if msg != "" {
			return nil, nil, msg
		}
		if r.budget -= 16 * len(ops); r.budget < 0 {
			return nil, nil, "too much unwind information is shared"
		}
		epilogs = append(epilogs, a64Epilog{4 * uint64(s&0x3ffff), ops})
	}
	slices.SortFunc(epilogs, func(a, b a64Epilog) int { return int(a.at) - int(b.at) })
	return prolog, epilogs, ""
}

// a64Packed is the prolog, in reverse order, and the epilog of a function whose unwind
// information is packed in the second word of its entry ("Packed unwind data").
func a64Packed(f *function) (prolog []a64Op, epilogs []a64Epilog, msg string) {
	regF, regI := f.info>>13&7, f.info>>16&15
	home, chain, frame := f.info>>20&1, f.info>>21&3, f.info>>23*16
	if regI > 10 {
		return nil, nil, "packed unwind information saves more registers than there are"
	}
	if regI == 1 && chain == 1 { // no unwind code stands for that
		return nil, nil, "packed unwind information saves x19 and the link register as a pair"
	}
	ints := 8 * regI
	if chain == 1 {
		ints += 8
	}
	floats := uint32(0)
	if regF > 0 {
		floats = 8 * (regF + 1)
	}
	saved := (ints + floats + 64*home + 15) &^ 15
	if saved > frame {
		return nil, nil, "packed unwind information has a frame that is smaller than what is saved"
	}
	locals := frame - saved

	var ops []a64Op // in order
	down := saved   // what the first store moves the stack pointer by
	store := func(off uint32, regs ...uint16) {
		op := a64Op{kind: a64Save, n: down, off: off}
		copy(op.regs[:], regs)
		down = 0
		ops = append(ops, op)
	}
	if chain == 2 {
		ops = append(ops, a64Op{kind: a64Sign})
	}
	lr := chain == 1
	for i := uint32(0); i < regI; i += 2 {
		switch reg := uint16(a64X + i); {
		case i+1 < regI:
			store(8*i, reg, reg+1)
		case lr:
			store(8*i, reg, a64LR)
			lr = false
		default:
			store(8*i, reg)
		}
	}
	if lr {
		store(ints-8, a64LR)
	}
	if regF > 0 {
		for i := uint32(0); i <= regF; i += 2 {
			if reg := uint16(a64D + i); i+1 <= regF {
				store(ints+8*i, reg, reg+1)
			} else {
				store(ints+8*i, reg)
			}
		}
	}
	for i := range 4 * home { // arguments go to their homes
		ops = append(ops, a64Op{kind: a64Nop})
		if i == 0 && down > 0 {
			ops[len(ops)-1] = a64Op{kind: a64Save, n: down}
			down = 0
		}
	}
	chained := chain >= 2
	switch {
	case chained && locals <= 512:
		ops = append(ops, a64Op{kind: a64Save, n: locals, regs: [2]uint16{a64FP, a64LR}})
	case locals > 4080:
		ops = append(ops, a64Op{kind: a64Save, n: 4080}, a64Op{kind: a64Save, n: locals - 4080})
	case locals > 0:
		ops = append(ops, a64Op{kind: a64Save, n: locals})
	}
	if chained && locals > 512 {
		ops = append(ops, a64Op{kind: a64Save, regs: [2]uint16{a64FP, a64LR}})
	}
	if chained {
		ops = append(ops, a64Op{kind: a64SetFP})
	}
	prolog = slices.Clone(ops)
	slices.Reverse(prolog)
	if f.info&3 == 2 { // a part without a prolog and an epilog
		return append([]a64Op{{kind: a64EndC}}, prolog...), nil, ""
	}
	var undo []a64Op
	for _, op := range prolog {
		if op.kind != a64Nop && op.kind != a64SetFP {
			undo = append(undo, op)
		}
	}
	size := 4 * uint64(len(undo)+1)
	if size > f.end-f.start {
		return nil, nil, "epilog is longer than its function"
	}
	return prolog, []a64Epilog{{f.end - f.start - size, undo}}, ""
}

// a64Writer writes rules of prologs and epilogs.
type a64Writer struct {
	p    program
	size uint64 // of the function
	at   uint64 // offset that the program has come to
	sp   int64  // distance from the stack pointer to the frame's address
	fp   bool   // the frame is found by x29
}

// prolog writes the rules of the instructions of a prolog, given in reverse order, one
// after the other from the function's start.
func (w *a64Writer) prolog(ops []a64Op) (msg string) {
	done := 0 // the first of them that are no instructions here, in their order
	if i := slices.IndexFunc(ops, func(op a64Op) bool { return op.kind == a64EndC }); i >= 0 {
		done = len(ops) - i
	}
	at := uint64(0)
	for i, op := range slices.Backward(ops) {
		if op.kind == a64EndC {
			continue
		}
		if len(ops)-i > done {
			if at += 4; at > w.size {
				return "prolog is longer than its function"
			}
		}
		w.to(at)
		w.sp += int64(op.n)
		if op.n > 0 && !w.fp {
			w.p.defCFA(a64SP, w.sp)
		}
		for k, reg := range op.regs {
			if reg != 0 {
				w.p.offset(reg, int64(op.off)+8*int64(k)-w.sp)
			}
		}
		switch op.kind {
		case a64SetFP:
			w.fp = true
			w.p.defCFA(a64FP, w.sp-int64(op.off))
		case a64Sign:
			w.p.b = append(w.p.b, cfaNegateRAState)
		}
		if w.sp > uwMaxSize {
			return "frame makes no sense"
		}
	}
	return ""
}

// to has the program come to an offset.
func (w *a64Writer) to(at uint64) {
	w.p.advance(at - w.at)
	w.at = at
}

// epilog writes the rules of an epilog, after which those of the function's body hold
// again.
func (w *a64Writer) epilog(e *a64Epilog) (msg string) {
	size := 4 * uint64(len(e.ops)+1)
	if e.at < w.at || e.at > w.size || size > w.size-e.at {
		return "epilogs overlap or reach beyond their function"
	}
	if len(e.ops) == 0 {
		return ""
	}
	left, frames := int64(0), 0 // what the stack pointer is yet to be moved by, and whether by x29
	for _, op := range e.ops {
		left += int64(op.n)
		if op.kind == a64SetFP {
			frames++
		}
	}
	again := e.at+size < w.size
	for i, op := range e.ops {
		w.to(e.at + 4*uint64(i+1))
		if i == 0 && again {
			w.p.remember()
		}
		left -= int64(op.n)
		if op.kind == a64SetFP {
			frames--
		}
		for _, reg := range op.regs {
			if reg != 0 {
				w.p.same(reg)
			}
		}
		if op.kind == a64Sign {
			w.p.b = append(w.p.b, cfaNegateRAState)
		}
		if frames == 0 && (op.n > 0 || op.kind == a64SetFP || w.fp) {
			w.p.defCFA(a64SP, left)
		}
	}
	if again {
		w.to(e.at + size)
		w.p.restore()
	}
	return ""
}

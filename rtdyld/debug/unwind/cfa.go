package unwind

// Call frame instructions, DWARF 5, section 6.4.2 and table 7.29. The three that have
// an operand in the opcode byte come with their two highest bits alone.
const (
	cfaNop            = 0x00
	cfaSetLoc         = 0x01
	cfaAdvanceLoc1    = 0x02
	cfaAdvanceLoc2    = 0x03
	cfaAdvanceLoc4    = 0x04
	cfaOffsetExt      = 0x05
	cfaRestoreExt     = 0x06
	cfaUndefined      = 0x07
	cfaSameValue      = 0x08
	cfaRegister       = 0x09
	cfaRemember       = 0x0a
	cfaRestoreState   = 0x0b
	cfaDefCFA         = 0x0c
	cfaDefCFAReg      = 0x0d
	cfaDefCFAOff      = 0x0e
	cfaDefCFAExpr     = 0x0f
	cfaExpression     = 0x10
	cfaOffsetExtSF    = 0x11
	cfaDefCFASF       = 0x12
	cfaDefCFAOffSF    = 0x13
	cfaValOffset      = 0x14
	cfaValOffsetSF    = 0x15
	cfaValExpression  = 0x16
	cfaAdvanceLoc8    = 0x1d // DW_CFA_MIPS_advance_loc8
	cfaNegateRAState  = 0x2d // DW_CFA_AARCH64_negate_ra_state
	cfaWindowSave     = 0x2d // DW_CFA_GNU_window_save, the same on SPARC
	cfaArgsSize       = 0x2e // DW_CFA_GNU_args_size
	cfaNegativeOffset = 0x2f // DW_CFA_GNU_negative_offset_extended
	cfaAdvanceLoc     = 0x40
	cfaOffset         = 0x80
	cfaRestore        = 0xc0
)

// cfaShapes are the operands of the instructions: r a register, u an unsigned and s a
// signed LEB128 number, b a block (an expression), 1 2 4 8 a number of so many bytes, a an
// address. What is missing is no instruction.
var cfaShapes = [0x40]string{
	cfaNop: " ", cfaSetLoc: "a", cfaAdvanceLoc1: "1", cfaAdvanceLoc2: "2", cfaAdvanceLoc4: "4", cfaOffsetExt: "ru",
	cfaRestoreExt: "r", cfaUndefined: "r", cfaSameValue: "r", cfaRegister: "ru", cfaRemember: " ", cfaRestoreState: " ",
	cfaDefCFA: "ru", cfaDefCFAReg: "r", cfaDefCFAOff: "u", cfaDefCFAExpr: "b", cfaExpression: "rb", cfaOffsetExtSF: "rs",
	cfaDefCFASF: "rs", cfaDefCFAOffSF: "s", cfaValOffset: "ru", cfaValOffsetSF: "rs", cfaValExpression: "rb",
	cfaAdvanceLoc8: "8", cfaNegateRAState: " ", cfaArgsSize: "u", cfaNegativeOffset: "ru",
}

// maxStates is how many remembered states a program may have at a time.
const maxStates = 64

// inst is a call frame instruction.
type inst struct {
	op   uint8
	reg  uint64 // the register
	arg  uint64 // the number that follows, signed ones as two's complement
	expr []byte // the block
}

// inst reads the next instruction of a program. It is not called for DW_CFA_set_loc,
// whose operand is not told by the instruction alone. What is no instruction sets bad.
func (c *cursor) inst() (in inst) {
	b := c.U8()
	if op := b & 0xc0; op != 0 {
		in.op, in.arg = op, uint64(b&0x3f)
		if op != cfaAdvanceLoc {
			in.reg = in.arg
		}
		if op == cfaOffset {
			in.arg = c.ULEB()
		}
		return in
	}
	in.op = b
	shape := cfaShapes[b]
	if shape == "" {
		c.Bad = true
	}
	for i := 0; i < len(shape); i++ {
		switch s := shape[i]; s {
		case 'r':
			in.reg = c.ULEB()
		case 'u':
			in.arg = c.ULEB()
		case 's':
			in.arg = uint64(c.SLEB())
		case 'b':
			in.expr = c.Take(c.ULEB())
		case '1', '2', '4', '8':
			in.arg = c.Uint(int(s - '0'))
		case 'a':
			c.Bad = true
		}
	}
	return in
}

// checked is what a look at a whole program tells.
type checked struct {
	end    int  // where the padding begins
	setLoc bool // it has DW_CFA_set_loc: what follows the first is not looked at
	states int  // most states remembered at a time
	ok     bool
}

// checkProgram looks at each instruction of a program.
func checkProgram(prog []byte, big bool) (r checked) {
	c := over(prog, big)
	depth := 0
	for c.Left() > 0 {
		if prog[c.At] == cfaSetLoc {
			r.setLoc, r.ok = true, true
			return r
		}
		in := c.inst()
		switch in.op {
		case cfaNop:
			continue
		case cfaRemember:
			depth++
			r.states = max(r.states, depth)
		case cfaRestoreState:
			depth--
		}
		if c.Bad || depth < 0 || depth > maxStates {
			return r
		}
		r.end = c.At
	}
	r.ok = !c.Bad
	return r
}

// program writes call frame instructions, with a code alignment factor of 1.
type program struct {
	b    []byte
	data int64 // data alignment factor
	big  bool
}

func (p *program) advance(delta uint64) {
	switch {
	case delta == 0:
	case delta < 0x40:
		p.b = append(p.b, cfaAdvanceLoc|byte(delta))
	case delta < 1<<8:
		p.b = append(p.b, cfaAdvanceLoc1, byte(delta))
	case delta < 1<<16:
		p.b = appendUint(append(p.b, cfaAdvanceLoc2), delta, 2, p.big)
	default:
		p.b = appendUint(append(p.b, cfaAdvanceLoc4), delta, 4, p.big)
	}
}

// defCFA: the frame's address is register reg plus off.
func (p *program) defCFA(reg uint8, off int64) {
	if off < 0 {
		if off%p.data != 0 {
			p.defCFAExpr(reg, off)
			return
		}
		p.b = appendSLEB(append(p.b, cfaDefCFASF, reg), off/p.data)
		return
	}
	p.b = appendULEB(append(p.b, cfaDefCFA, reg), uint64(off))
}

func (p *program) defCFAExpr(reg uint8, off int64) {
	e := appendSLEB([]byte{opBreg0 + reg}, off)
	p.b = append(appendULEB(append(p.b, cfaDefCFAExpr), uint64(len(e))), e...)
}

// offset: register reg is saved at the frame's address plus off.
func (p *program) offset(reg uint16, off int64) {
	if off%p.data != 0 {
		e := appendSLEB([]byte{opConsts}, off)
		e = append(e, opPlus)
		p.b = appendULEB(append(p.b, cfaExpression), uint64(reg))
		p.b = append(appendULEB(p.b, uint64(len(e))), e...)
		return
	}
	n := off / p.data
	switch {
	case n < 0:
		p.b = appendSLEB(appendULEB(append(p.b, cfaOffsetExtSF), uint64(reg)), n)
	case reg < 0x40:
		p.b = appendULEB(append(p.b, cfaOffset|byte(reg)), uint64(n))
	default:
		p.b = appendULEB(appendULEB(append(p.b, cfaOffsetExt), uint64(reg)), uint64(n))
	}
}

// same: register reg is as the caller had it.
func (p *program) same(reg uint16) {
	p.b = appendULEB(append(p.b, cfaSameValue), uint64(reg))
}

func (p *program) remember() { p.b = append(p.b, cfaRemember) }

func (p *program) restore() { p.b = append(p.b, cfaRestoreState) }

package unwind

import "github.com/go-rtdyld/rtdyld/triple"

// swapped reports whether .eh_frame numbers esp and ebp the other way round: Apple's
// for i386 has 4 for ebp and 5 for esp.
func (r *reader) swapped() bool { return r.format == triple.MachO && r.t.arch == triple.X86 }

// swap is the usual number of a register.
func (r *reader) swap(reg uint64) uint64 {
	if r.swapped() && (reg == 4 || reg == 5) {
		return 9 - reg
	}
	return reg
}

// rewrite is instructions for a program that cannot stand as it is.
func (r *reader) rewrite(c *cursor, p *part, body uint64, fc *frameCommon, factor, start uint64) ([]byte, string) {
	out := program{data: 1, big: r.t.big}
	at := start // address that the program has come to
	depth := 0
	for c.Left() > 0 && !c.Bad {
		from := c.At
		if c.B[from] == cfaSetLoc {
			c.At++
			to, ok := c.pointer(fc.encoding, p.addr+body+uint64(c.At), r.t.addr)
			if !ok || to < at || (to-at)%factor != 0 || (to-at)/factor > 0xffff_ffff {
				return nil, "DW_CFA_set_loc leads nowhere"
			}
			out.advance((to - at) / factor)
			at = to
			continue
		}
		in := c.inst()
		switch in.op {
		case cfaAdvanceLoc, cfaAdvanceLoc1, cfaAdvanceLoc2, cfaAdvanceLoc4, cfaAdvanceLoc8:
			at += in.arg * factor
		case cfaRemember:
			depth++
		case cfaRestoreState:
			depth--
		}
		if depth < 0 || depth > maxStates {
			c.Bad = true
		}
		if c.Bad {
			break
		}
		if in.op == cfaNop {
			continue
		}
		if msg := r.renumber(&out, c.B[from:c.At], in); msg != "" {
			return nil, msg
		}
	}
	if c.Bad {
		return nil, "program has an instruction that is unknown or cut off"
	}
	return out.b, ""
}

// renumber appends an instruction, whose bytes are raw, with the usual numbers of registers.
func (r *reader) renumber(out *program, raw []byte, in inst) (msg string) {
	if !r.swapped() {
		out.b = append(out.b, raw...)
		return ""
	}
	if in.expr != nil {
		return "expression with registers of Apple's numbering"
	}
	reg := r.swap(in.reg)
	switch {
	case in.op == cfaRegister:
		out.b = appendULEB(appendULEB(append(out.b, in.op), reg), r.swap(in.arg))
	case in.op == cfaRestore:
		out.b = append(out.b, cfaRestore|byte(reg))
	case in.op == cfaOffset:
		out.b = appendULEB(append(out.b, cfaOffset|byte(reg)), in.arg)
	case in.op < 0x40 && cfaShapes[in.op][0] == 'r':
		old := over(raw[1:], false)
		old.ULEB()
		out.b = append(appendULEB(append(out.b, in.op), reg), raw[1+old.At:]...)
	default:
		out.b = append(out.b, raw...)
	}
	return ""
}

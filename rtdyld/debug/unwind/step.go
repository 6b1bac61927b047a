package unwind

import "fmt"

// A rule says where a register of the caller is (DWARF 5, section 6.4.1).
type rule struct {
	kind ruleKind
	arg  int64  // offset from the CFA, or a register
	expr []byte // of the table
}

type ruleKind uint8

const (
	ruleDefault ruleKind = iota // by the processor's ABI
	ruleUndefined
	ruleSame
	ruleOffset    // saved at CFA + arg
	ruleValOffset // is CFA + arg
	ruleRegister  // is in register arg
	ruleExpr      // saved at what expr computes
	ruleValExpr   // is what expr computes
)

// row is the state of a call frame program: the rules at an address.
type row struct {
	cfaReg   uint64
	cfaOff   int64
	cfaExpr  []byte        // instead of the two before, if not nil
	regs     [maxRegs]rule // by machine.place
	raSigned bool          // the return address carries an authentication code (arm64)
	windowed bool          // the caller's window of registers is in memory (SPARC)
}

// Step replaces the registers of a frame by those of its caller. read copies target
// memory at addr to dst, all of it or it returns an error. Registers that a function need not
// preserve are unknown in its caller, where the table does not say otherwise.
//
// An error leaves r as it was. It is ErrOutermost, or matches ErrNoRule, ErrRead, ErrRule
// or ErrTarget. A caller that steps in a loop must limit it: a stack that was overwritten
// may lead in circles.
func (t *Table) Step(r *Regs, read func(addr uint64, dst []byte) error) error {
	if machineOf(r.Arch) != t.m {
		return &TargetError{r.Arch, t.arch}
	}
	pc := r.Lookup()
	e := t.find(pc)
	if e == nil {
		return &NoRuleError{r.PC()}
	}
	s := stepper{t: t, m: t.m, r: r, read: read, c: &t.commons[e.common]}
	if err := s.run(e, pc); err != nil {
		return err
	}
	return s.apply()
}

// stepper goes one frame up.
type stepper struct {
	t    *Table
	m    *machine
	c    *common
	r    *Regs
	read func(addr uint64, dst []byte) error
	row  row
	cfa  uint64
}

func (s *stepper) fail(format string, args ...any) error {
	return &RuleError{s.r.PC(), fmt.Sprintf(format, args...)}
}

// run finds the row for pc.
func (s *stepper) run(e *entry, pc uint64) error {
	first := over(s.t.program(s.c.prog, s.c.n), s.t.big)
	if err := s.exec(&first, e.start, ^uint64(0), nil); err != nil {
		return err
	}
	initial := s.row
	rest := over(s.t.program(e.prog, e.n), s.t.big)
	return s.exec(&rest, e.start, pc, &initial)
}

// exec runs instructions until they come to what is behind pc. initial is the state
// that DW_CFA_restore goes back to.
func (s *stepper) exec(c *cursor, at, pc uint64, initial *row) error {
	var stack []row
	w := &s.row
	for c.Left() > 0 {
		in := c.inst()
		if c.Bad {
			return s.fail("call frame program is cut off")
		}
		switch in.op {
		case cfaAdvanceLoc, cfaAdvanceLoc1, cfaAdvanceLoc2, cfaAdvanceLoc4, cfaAdvanceLoc8:
			if at += in.arg * s.c.code; at > pc {
				return nil
			}
		case cfaDefCFA:
			w.cfaReg, w.cfaOff, w.cfaExpr = in.reg, int64(in.arg), nil
		case cfaDefCFASF:
			w.cfaReg, w.cfaOff, w.cfaExpr = in.reg, int64(in.arg)*s.c.data, nil
		case cfaDefCFAReg:
			w.cfaReg, w.cfaExpr = in.reg, nil
		case cfaDefCFAOff:
			w.cfaOff = int64(in.arg)
		case cfaDefCFAOffSF:
			w.cfaOff = int64(in.arg) * s.c.data
		case cfaDefCFAExpr:
			w.cfaExpr = in.expr
		case cfaRemember:
			if len(stack) >= maxStates {
				return s.fail("call frame program remembers too many states")
			}
			stack = append(stack, *w)
		case cfaRestoreState:
			if len(stack) == 0 {
				return s.fail("call frame program goes back to no state")
			}
			*w = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
		case cfaNegateRAState: // or cfaWindowSave
			if s.m.window != 0 {
				w.windowed = true
			} else {
				w.raSigned = !w.raSigned
			}
		case cfaRestore, cfaRestoreExt:
			if at, ok := s.m.place(in.reg); ok && initial != nil {
				w.regs[at] = initial.regs[at]
			}
		default:
			if at, ok := s.m.place(in.reg); ok {
				w.regs[at] = s.ruleOf(in, w.regs[at])
			}
		}
	}
	return nil
}

// ruleOf is the rule that an instruction gives a register which had another.
func (s *stepper) ruleOf(in inst, old rule) rule {
	factored := int64(in.arg) * s.c.data
	switch in.op {
	case cfaUndefined:
		return rule{kind: ruleUndefined}
	case cfaSameValue:
		return rule{kind: ruleSame}
	case cfaOffset, cfaOffsetExt, cfaOffsetExtSF:
		return rule{kind: ruleOffset, arg: factored}
	case cfaNegativeOffset:
		return rule{kind: ruleOffset, arg: -factored}
	case cfaValOffset, cfaValOffsetSF:
		return rule{kind: ruleValOffset, arg: factored}
	case cfaRegister:
		return rule{kind: ruleRegister, arg: int64(in.arg)}
	case cfaExpression:
		return rule{kind: ruleExpr, expr: in.expr}
	case cfaValExpression:
		return rule{kind: ruleValExpr, expr: in.expr}
	}
	return old
}

// apply computes the caller's registers.
func (s *stepper) apply() error {
	if s.row.cfaExpr != nil {
		v, err := s.eval(s.row.cfaExpr, nil)
		if err != nil {
			return err
		}
		s.cfa = v
	} else {
		v, ok := s.get(s.row.cfaReg)
		if !ok {
			return s.fail("the frame is found by register %d, which is unknown", s.row.cfaReg)
		}
		s.cfa = v + uint64(s.row.cfaOff)
	}
	if s.m.slot == 4 {
		s.cfa = uint64(uint32(s.cfa))
	}
	up := Regs{Arch: s.r.Arch, Caller: !s.c.signal}
	sp, _ := s.m.place(uint64(s.m.sp))
	ra, _ := s.m.place(uint64(s.c.ra))
	for at := range s.m.kept() {
		v, ok, err := s.value(at, sp, ra)
		if err != nil {
			return err
		}
		if ok {
			up.put(s.m, at, v)
		}
	}
	how := s.row.regs[ra].kind
	if how == ruleUndefined {
		return ErrOutermost
	}
	if up.known>>ra&1 == 0 || s.c.ra == s.m.pc && how == ruleDefault {
		return s.fail("the return address, register %d, is unknown", s.c.ra)
	}
	pc := up.val[ra] + s.m.beyond
	if s.row.raSigned {
		pc &= addressBits
		up.put(s.m, ra, pc)
	}
	up.SetPC(pc)
	*s.r = up
	return nil
}

// addressBits are those of a signed return address that are no authentication code: 48
// bits, as Linux and macOS give to programs that do not ask for more.
const addressBits = 1<<48 - 1

// get is a register of the frame that is left.
func (s *stepper) get(reg uint64) (v uint64, ok bool) {
	at, ok := s.m.place(reg)
	return s.r.val[at], ok && s.r.known>>at&1 != 0
}

// value is the register in the caller that is kept at a place; sp and ra are the places of
// the stack pointer and the return address.
func (s *stepper) value(at, sp, ra int) (v uint64, ok bool, err error) {
	ru := &s.row.regs[at]
	switch ru.kind {
	case ruleDefault:
		if at == sp {
			return s.cfa - uint64(s.m.bias), true, nil
		}
		if first := int(s.m.window); s.row.windowed && at >= first && at < int(s.m.n) {
			v, err = s.load(s.cfa+uint64((at-first)*s.m.slot), s.m.slot)
			return v, true, err
		}
		if at == ra || s.t.keep>>at&1 != 0 || s.c.signal {
			v, ok = s.r.val[at], s.r.known>>at&1 != 0
		}
		return v, ok, nil
	case ruleUndefined:
		return 0, false, nil
	case ruleSame:
		return s.r.val[at], s.r.known>>at&1 != 0, nil
	case ruleRegister:
		v, ok = s.get(uint64(ru.arg))
		return v, ok, nil
	case ruleOffset:
		v, err = s.load(s.cfa+uint64(ru.arg), s.m.slot)
		return v, true, err
	case ruleValOffset:
		return s.cfa + uint64(ru.arg), true, nil
	}
	v, err = s.eval(ru.expr, &s.cfa)
	if err == nil && ru.kind == ruleExpr {
		v, err = s.load(v, s.m.slot)
	}
	return v, true, err
}

// load reads a number of target memory.
func (s *stepper) load(addr uint64, size int) (uint64, error) {
	var buf [8]byte
	if s.m.slot == 4 {
		addr = uint64(uint32(addr))
	}
	if err := s.read(addr, buf[:size]); err != nil {
		return 0, &ReadError{s.r.PC(), addr, err}
	}
	return uintAt(buf[:size], s.t.big), nil
}

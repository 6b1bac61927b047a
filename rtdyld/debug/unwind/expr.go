package unwind

// DWARF expressions (DWARF 5, section 2.5), as far as call frame instructions may have
// them (section 6.4.2): no locations, no calls, nothing of a compilation unit.
const (
	opAddr       = 0x03
	opDeref      = 0x06
	opConst1u    = 0x08
	opConst1s    = 0x09
	opConst2u    = 0x0a
	opConst2s    = 0x0b
	opConst4u    = 0x0c
	opConst4s    = 0x0d
	opConst8u    = 0x0e
	opConst8s    = 0x0f
	opConstu     = 0x10
	opConsts     = 0x11
	opDup        = 0x12
	opDrop       = 0x13
	opOver       = 0x14
	opPick       = 0x15
	opSwap       = 0x16
	opRot        = 0x17
	opAbs        = 0x19
	opAnd        = 0x1a
	opDiv        = 0x1b
	opMinus      = 0x1c
	opMod        = 0x1d
	opMul        = 0x1e
	opNeg        = 0x1f
	opNot        = 0x20
	opOr         = 0x21
	opPlus       = 0x22
	opPlusUconst = 0x23
	opShl        = 0x24
	opShr        = 0x25
	opShra       = 0x26
	opXor        = 0x27
	opBra        = 0x28
	opEq         = 0x29
	opGe         = 0x2a
	opGt         = 0x2b
	opLe         = 0x2c
	opLt         = 0x2d
	opNe         = 0x2e
	opSkip       = 0x2f
	opLit0       = 0x30
	opBreg0      = 0x70
	opBregx      = 0x92
	opDerefSize  = 0x94
	opNop        = 0x96
)

const (
	maxExprStack = 64   // values
	maxExprSteps = 4096 // operations
)

// exprStack is a stack machine's stack; what it has not got sets bad.
type exprStack struct {
	v   [maxExprStack]uint64
	n   int
	bad bool
}

func (k *exprStack) push(v uint64) {
	if k.n == len(k.v) {
		k.bad = true
		return
	}
	k.v[k.n] = v
	k.n++
}

func (k *exprStack) pop() uint64 {
	if k.n == 0 {
		k.bad = true
		return 0
	}
	k.n--
	return k.v[k.n]
}

// pick is the value i below the top.
func (k *exprStack) pick(i int) uint64 {
	if i >= k.n {
		k.bad = true
		return 0
	}
	return k.v[k.n-1-i]
}

// eval computes an expression. first is what is on the stack before, nil for nothing.
func (s *stepper) eval(expr []byte, first *uint64) (uint64, error) {
	var k exprStack
	if first != nil {
		k.push(*first)
	}
	c := over(expr, s.t.big)
	for steps := 0; c.Left() > 0; steps++ {
		if steps >= maxExprSteps {
			return 0, s.fail("expression does not end")
		}
		op := c.U8()
		if err := s.operation(op, &c, &k); err != nil {
			return 0, err
		}
		if c.Bad || k.bad {
			return 0, s.fail("expression makes no sense: operation %#x", op)
		}
		if s.t.addr == 4 && k.n > 0 {
			k.v[k.n-1] = uint64(uint32(k.v[k.n-1]))
		}
	}
	v := k.pop()
	if k.bad {
		return 0, s.fail("expression has no value")
	}
	return v, nil
}

// operation does one operation, whose operands c reads.
func (s *stepper) operation(op uint8, c *cursor, k *exprStack) error {
	switch {
	case op >= opLit0 && op < opLit0+32:
		k.push(uint64(op - opLit0))
		return nil
	case op >= opBreg0 && op < opBreg0+32, op == opBregx:
		reg := uint64(op - opBreg0)
		if op == opBregx {
			reg = c.ULEB()
		}
		off := c.SLEB()
		v, ok := s.get(reg)
		if !ok && !c.Bad {
			return s.fail("expression uses register %d, which is unknown", reg)
		}
		k.push(v + uint64(off))
		return nil
	case op >= opConst1u && op <= opConst8s:
		size := 1 << ((op - opConst1u) / 2)
		v := c.Uint(size)
		if op&1 != 0 {
			v = signed(v, size)
		}
		k.push(v)
		return nil
	case op >= opAnd && op <= opXor && op != opNeg && op != opNot && op != opPlusUconst, op >= opEq && op <= opNe:
		b := k.pop()
		k.push(s.binary(op, k.pop(), b, k))
		return nil
	}
	switch op {
	case opAddr:
		k.push(c.Uint(s.t.addr))
	case opConstu:
		k.push(c.ULEB())
	case opConsts:
		k.push(uint64(c.SLEB()))
	case opPlusUconst:
		k.push(k.pop() + c.ULEB())
	case opDup:
		k.push(k.pick(0))
	case opDrop:
		k.pop()
	case opOver:
		k.push(k.pick(1))
	case opPick:
		k.push(k.pick(int(c.U8())))
	case opSwap:
		a, b := k.pop(), k.pop()
		k.push(a)
		k.push(b)
	case opRot:
		a, b, d := k.pop(), k.pop(), k.pop()
		k.push(a)
		k.push(d)
		k.push(b)
	case opAbs:
		if v := k.pop(); s.signed(v) < 0 {
			k.push(-v)
		} else {
			k.push(v)
		}
	case opNeg:
		k.push(-k.pop())
	case opNot:
		k.push(^k.pop())
	case opSkip, opBra:
		to := int(int16(c.Uint(2)))
		if op == opBra && k.pop() == 0 {
			return nil
		}
		if to += c.At; to < 0 || to > len(c.B) {
			c.Bad = true
			return nil
		}
		c.At = to
	case opDeref, opDerefSize:
		size := s.t.addr
		if op == opDerefSize {
			size = int(c.U8())
		}
		addr := k.pop()
		if c.Bad || k.bad || size != 1 && size != 2 && size != 4 && size != 8 || size > s.t.addr {
			c.Bad = true
			return nil
		}
		v, err := s.load(addr, size)
		if err != nil {
			return err
		}
		k.push(v)
	case opNop:
	default:
		c.Bad = true
	}
	return nil
}

// signed is a value of an address's size as a signed number.
func (s *stepper) signed(v uint64) int64 { return int64(signed(v, s.t.addr)) }

// binary is what an operation makes of two values.
func (s *stepper) binary(op uint8, a, b uint64, k *exprStack) uint64 {
	truth := func(is bool) uint64 {
		if is {
			return 1
		}
		return 0
	}
	switch op {
	case opAnd:
		return a & b
	case opMinus:
		return a - b
	case opMul:
		return a * b
	case opOr:
		return a | b
	case opPlus:
		return a + b
	case opXor:
		return a ^ b
	case opShl:
		return a << min(b, 64)
	case opShr:
		return a >> min(b, 64)
	case opShra:
		return uint64(s.signed(a) >> min(b, 63))
	case opDiv, opMod:
		if b == 0 {
			k.bad = true
			return 0
		}
		if op == opMod {
			return a % b
		}
		if s.signed(b) == -1 { // the lowest number has no quotient
			return -a
		}
		return uint64(s.signed(a) / s.signed(b))
	case opEq:
		return truth(a == b)
	case opNe:
		return truth(a != b)
	case opGe:
		return truth(s.signed(a) >= s.signed(b))
	case opGt:
		return truth(s.signed(a) > s.signed(b))
	case opLe:
		return truth(s.signed(a) <= s.signed(b))
	case opLt:
		return truth(s.signed(a) < s.signed(b))
	}
	k.bad = true
	return 0
}

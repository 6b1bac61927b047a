package main

import (
	"math"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
)

// machine has the registers, and one above the last.
type machine struct {
	ints   [registers + 1]int64
	floats [registers + 1]float64
}

// interpret counts the rows that code lets through, instruction by instruction for each row.
func interpret(code []instruction, t *filter.Table) (count int64) {
	ints := [...][]int32{nil, t.Qty, t.Region}
	var m machine
	for row, price := range t.Price {
		for k := range code {
			in := &code[k]
			d := int(in.register)
			var y int64
			var g float64
			switch in.operand {
			case above:
				y, g = m.ints[d+1], m.floats[d+1]
			case column:
				if in.value == 0 {
					g = price
				} else {
					y = int64(ints[in.value][row])
				}
			case literal:
				y, g = int64(in.value), math.Float64frombits(in.value)
			}
			if in.operation == real && in.operand == above {
				y = m.ints[d]
			}
			m.do(in.operation, d, y, g)
		}
		count += m.ints[0]
	}
	return count
}

// do does what an operation does with register d and an operand, which is y or g.
func (m *machine) do(op operation, d int, y int64, g float64) {
	i, f := &m.ints[d], &m.floats[d]
	switch op {
	case iload:
		*i = y
	case fload:
		*f = g
	case real:
		*f = float64(y)
	case rem:
		*i %= y
	case and:
		*i &= y
	case or:
		*i |= y
	case iadd:
		*i += y
	case isub:
		*i -= y
	case irsub:
		*i = y - *i
	case imul:
		*i *= y
	case ieq:
		*i = truth(*i == y)
	case ine:
		*i = truth(*i != y)
	case ilt:
		*i = truth(*i < y)
	case ile:
		*i = truth(*i <= y)
	case igt:
		*i = truth(*i > y)
	case ige:
		*i = truth(*i >= y)
	case fadd:
		*f += g
	case fsub:
		*f -= g
	case frsub:
		*f = g - *f
	case fmul:
		*f *= g
	case fdiv:
		*f /= g
	case frdiv:
		*f = g / *f
	case feq:
		*i = truth(*f == g)
	case fne:
		*i = truth(*f != g)
	case flt:
		*i = truth(*f < g)
	case fle:
		*i = truth(*f <= g)
	case fgt:
		*i = truth(*f > g)
	case fge:
		*i = truth(*f >= g)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

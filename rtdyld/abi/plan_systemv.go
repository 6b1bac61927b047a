package abi

import "github.com/go-rtdyld/rtdyld/rtdyld/ctype"

// The x86-64 psABI, version 1.0, section 3.2.3: the class of each eightbyte of a value.
type eightbyte uint8

const (
	noClass8 eightbyte = iota
	integer8
	sse8
	sseUp8
	x87of8
	x87Up8
	complexX87
	memory8
)

// eightbytes is the classes of a value of at most 64 bytes.
type eightbytes [8]eightbyte

// systemVRules places by them.
type systemVRules struct{ *planner }

func newSystemV(p *planner) rules { return systemVRules{p} }

func (s systemVRules) result(t *ctype.Type, a *Arg) *planError {
	cls, err := s.classes(t)
	if err != nil {
		return err
	}
	switch cls[0] {
	case memory8:
		a.Indirect, a.Align = true, int(max(t.Align, 8))
		s.plan.Hidden = Move{In: InInt, Extend: ExtendZero, Size: 8}
		a.Moves = []Move{{In: InInt, Extend: ExtendZero, Size: 8}}
		s.ints = 1
	case x87of8:
		a.Moves = []Move{{In: InX87, Size: 10}}
	case complexX87:
		a.Moves = []Move{{In: InX87, Size: 10}, {In: InX87, Reg: 1, Size: 10, Offset: 16}}
	default:
		s.registers(t, a, cls, 0, 0)
	}
	return nil
}

func (s systemVRules) param(t *ctype.Type, a *Arg) *planError {
	cls, err := s.classes(t)
	if err != nil {
		return err
	}
	ints, vecs, memory := 0, 0, false
	if s.base && cls[0] == sse8 && t.Size > 16 {
		// Section 3.5.7: va_list has 16 bytes of each vector register, so that larger ones
		// behind "..." are in memory. In front of it compilers differ.
		if !s.listed {
			return s.noRule(t)
		}
		memory = true
	}
	for _, c := range cls {
		switch c {
		case integer8:
			ints++
		case sse8:
			vecs++
		case x87of8, complexX87, memory8:
			memory = true
		}
	}
	if memory || s.ints+ints > 6 || s.vecs+vecs > 8 {
		s.onStack(t, a, t.Align)
		return nil
	}
	s.registers(t, a, cls, s.ints, s.vecs)
	s.ints += ints
	s.vecs += vecs
	s.plan.Vecs = s.vecs
	return nil
}

// registers has a value in registers from those on.
func (s systemVRules) registers(t *ctype.Type, a *Arg, cls eightbytes, ints, vecs int) {
	for i := range cls {
		off := uint64(i) * 8
		if off >= t.Size {
			break
		}
		size := min(8, t.Size-off)
		switch cls[i] {
		case integer8:
			s.inInts(t, a, ints, off, size)
			ints++
		case sse8:
			a.Moves = append(a.Moves, Move{In: InVec, Reg: uint8(vecs), Size: uint32(size), Offset: uint32(off)})
			vecs++
		case sseUp8:
			a.Moves[len(a.Moves)-1].Size += uint32(size)
		}
	}
}

// classes classifies a value, memory8 first if it is in memory.
func (s systemVRules) classes(t *ctype.Type) (cls eightbytes, err *planError) {
	inMemory := eightbytes{memory8}
	if t.Size > 64 {
		return inMemory, nil
	}
	if err := s.classify(t, 0, &cls); err != nil {
		return cls, err
	}
	for i := range cls {
		switch c := cls[i]; {
		case c == memory8, c == x87Up8 && (i == 0 || cls[i-1] != x87of8):
			return inMemory, nil
		case cls[0] == complexX87 && t.Kind == ctype.Complex:
			return cls, nil
		case t.Size > 16 && (i == 0 && c != sse8 || i > 0 && uint64(i)*8 < t.Size && c != sseUp8):
			return inMemory, nil
		case c == sseUp8 && (i == 0 || cls[i-1] != sse8 && cls[i-1] != sseUp8):
			cls[i] = sse8
		}
	}
	return cls, nil
}

// classify merges what is at an offset of a value into its classes.
func (s systemVRules) classify(t *ctype.Type, off uint64, cls *eightbytes) *planError {
	if t.Size == 0 {
		return nil
	}
	if !composite(t) && t.Kind != ctype.Array && off%max(t.Align, 1) != 0 {
		cls.merge(off, memory8) // not aligned
		return nil
	}
	switch t.Kind {
	case ctype.Struct, ctype.Union:
		for _, f := range t.Fields {
			if f.BitSize != 0 {
				bit := (off+f.Offset)*8 + uint64(f.BitOffset)
				for at := bit / 64; at <= (bit+uint64(f.BitSize)-1)/64; at++ {
					cls.merge(at*8, integer8)
				}
			} else if err := s.classify(f.Type, off+f.Offset, cls); err != nil {
				return err
			}
		}
	case ctype.Array:
		for i := range t.Len {
			if err := s.classify(t.Elem, off+i*t.Elem.Size, cls); err != nil {
				return err
			}
		}
	case ctype.Complex:
		if t.Elem.Format == ctype.Extended80 {
			cls.merge(off, complexX87)
			return nil
		}
		for i := range uint64(2) {
			if err := s.classify(t.Elem, off+i*t.Elem.Size, cls); err != nil {
				return err
			}
		}
	case ctype.Vector:
		// Of the vector of one double compilers think differently.
		if t.Size != 8 && t.Size != 16 && t.Size != 32 && t.Size != 64 || t.Len == 1 && t.Elem.Kind == ctype.Float {
			return s.noRule(t)
		}
		cls.up(off, t.Size)
	case ctype.Float:
		switch t.Format {
		case ctype.Extended80:
			cls.merge(off, x87of8)
			cls.merge(off+8, x87Up8)
		case ctype.Binary128:
			cls.up(off, 16)
		case ctype.DoubleDouble:
			return s.noRule(t)
		default:
			cls.merge(off, sse8)
		}
	default:
		for at := uint64(0); at < t.Size; at += 8 {
			cls.merge(off+at, integer8)
		}
	}
	return nil
}

// up merges what takes one vector register.
func (c *eightbytes) up(off, size uint64) {
	c.merge(off, sse8)
	for at := uint64(8); at < size; at += 8 {
		c.merge(off+at, sseUp8)
	}
}

// merge merges the class of what is at an offset.
func (c *eightbytes) merge(off uint64, n eightbyte) {
	if off >= 64 {
		c[0] = memory8
		return
	}
	o := &c[off/8]
	switch {
	case *o == n || n == noClass8:
	case *o == noClass8:
		*o = n
	case *o == memory8 || n == memory8:
		*o = memory8
	case *o == integer8 || n == integer8:
		*o = integer8
	case *o >= x87of8 || n >= x87of8:
		*o = memory8
	default:
		*o = sse8
	}
}

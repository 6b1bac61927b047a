package traceback

import (
	"encoding/binary"
	"math"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// rule says how the caller's registers follow from those of a frame, from an offset of
// the object's code on.
type rule struct {
	off  uint32
	base uint8 // what cfa counts from: baseNone, baseSP, baseFP
	ra   uint8 // where the return address is: inRegister or inMemory
	fp   uint8 // where the caller's frame pointer is: inRegister or inMemory
	// signed says that the return address carries an authentication code: a frame that is
	// not left. No rule of a table has it.
	signed bool
	cfa    int32 // from the base to the caller's stack pointer
	raAt   int32 // from there to the return address
	fpAt   int32 // from there to the frame pointer
}

const (
	baseNone = iota // the frame cannot be left
	baseSP
	baseFP
)

const (
	inRegister = iota
	inMemory
)

// processor has the DWARF numbers of the registers that rules are about.
type processor struct {
	sp, fp, ra uint64
}

// frames reads a .debug_frame that package unwind has written, for 64-bit processors with
// little-endian words. What a rule cannot express is a frame that cannot be left.
type frames struct {
	b    []byte
	cpu  processor
	base uint64 // what offsets of rules count from
	out  []rule
}

// common is what a CIE says.
type common struct {
	code, data int64
	program    []byte
	signal     bool
}

// read reads all records and returns the rules by offset.
func (f *frames) read() []rule {
	commons := map[uint64]common{}
	for off := 0; off+8 <= len(f.b); {
		n := int(binary.LittleEndian.Uint32(f.b[off:]))
		if n < 4 || n > len(f.b)-off-4 {
			break
		}
		id := binary.LittleEndian.Uint32(f.b[off+4:])
		body := f.b[off+8 : off+4+n]
		if id == 0xffffffff {
			commons[uint64(off)] = readCommon(body)
		} else if c, ok := commons[uint64(id)]; ok && len(body) >= 16 {
			start, size := binary.LittleEndian.Uint64(body), binary.LittleEndian.Uint64(body[8:])
			if off := start - f.base; off <= math.MaxUint32 && size <= math.MaxUint32-off {
				f.entry(c, off, size, body[16:])
			}
		}
		off += 4 + n
	}
	return f.out
}

func readCommon(body []byte) (c common) {
	r := bin.Cursor{B: body}
	r.Uint(1) // version
	sized := false
	for x := r.Uint(1); x != 0; x = r.Uint(1) {
		switch x {
		case 'z':
			sized = true
		case 'S':
			c.signal = true
		}
	}
	c.code, c.data = int64(r.ULEB()), r.SLEB()
	r.Uint(1) // column of the return address
	if sized {
		r.Take(r.ULEB())
	}
	c.program = r.B[r.At:]
	return c
}

// state are the rules at a place of a call frame program.
type state struct {
	rule
	lost   bool // the CFA is not one that a rule can say
	signed bool // the return address carries an authentication code
	raLost bool
	fpLost bool
}

// entry appends the rules of a function.
func (f *frames) entry(c common, start, size uint64, program []byte) {
	initial := state{rule: rule{base: baseNone}}
	f.run(c, c.program, &initial, nil, func() {})
	s := initial
	s.off = uint32(start)
	add := func() {
		r := s.rule
		if s.lost || s.raLost || s.fpLost || s.signed || c.signal {
			r = rule{off: s.off}
		}
		if n := len(f.out); n > 0 && f.out[n-1].off == r.off {
			f.out = f.out[:n-1]
		}
		f.out = append(f.out, r)
	}
	f.run(c, program, &s, &initial, add)
	add()
	f.out = append(f.out, rule{off: uint32(start + size)})
}

// run runs a program; add is called before the place changes.
func (f *frames) run(c common, program []byte, s, initial *state, add func()) {
	var stack []state
	r := bin.Cursor{B: program}
	advance := func(n uint64) {
		add()
		s.off += uint32(n * uint64(c.code))
	}
	offset := func(reg uint64, at int64) {
		if at > math.MaxInt32 || at < math.MinInt32 {
			s.lost = true
		}
		switch reg {
		case f.cpu.ra:
			s.ra, s.raAt, s.raLost = inMemory, int32(at), false
		case f.cpu.fp:
			s.fp, s.fpAt, s.fpLost = inMemory, int32(at), false
		}
	}
	define := func(reg uint64, off int64) {
		s.base, s.cfa, s.lost = baseNone, int32(off), off != int64(int32(off))
		switch reg {
		case f.cpu.sp:
			s.base = baseSP
		case f.cpu.fp:
			s.base = baseFP
		}
	}
	same := func(reg uint64) {
		switch reg {
		case f.cpu.ra:
			s.ra, s.raAt, s.raLost = inRegister, 0, false
		case f.cpu.fp:
			s.fp, s.fpAt, s.fpLost = inRegister, 0, false
		}
	}
	lose := func(reg uint64) {
		switch reg {
		case f.cpu.ra:
			s.raLost = true
		case f.cpu.fp:
			s.fpLost = true
		case f.cpu.sp:
			s.lost = true
		}
	}
	for r.Left() > 0 {
		op := r.Uint(1)
		switch op >> 6 {
		case 1:
			advance(op & 63)
			continue
		case 2:
			offset(op&63, int64(r.ULEB())*c.data)
			continue
		case 3:
			f.restore(s, initial, op&63)
			continue
		}
		switch op {
		case 0x00: // nop
		case 0x02:
			advance(r.Uint(1))
		case 0x03:
			advance(r.Uint(2))
		case 0x04:
			advance(r.Uint(4))
		case 0x05: // offset_extended
			reg := r.ULEB()
			offset(reg, int64(r.ULEB())*c.data)
		case 0x11: // offset_extended_sf
			reg := r.ULEB()
			offset(reg, r.SLEB()*c.data)
		case 0x06: // restore_extended
			f.restore(s, initial, r.ULEB())
		case 0x07: // undefined
			lose(r.ULEB())
		case 0x08: // same_value
			same(r.ULEB())
		case 0x09: // register
			lose(r.ULEB())
			r.ULEB()
		case 0x0a: // remember_state
			if len(stack) < 64 {
				stack = append(stack, *s)
			}
		case 0x0b: // restore_state
			if n := len(stack); n > 0 {
				off := s.off
				*s, stack = stack[n-1], stack[:n-1]
				s.off = off
			}
		case 0x0c: // def_cfa
			reg := r.ULEB()
			define(reg, int64(r.ULEB()))
		case 0x12: // def_cfa_sf
			reg := r.ULEB()
			define(reg, r.SLEB()*c.data)
		case 0x0d: // def_cfa_register
			define(r.ULEB(), int64(s.cfa))
		case 0x0e: // def_cfa_offset
			s.cfa = int32(r.ULEB())
		case 0x13: // def_cfa_offset_sf
			s.cfa = int32(r.SLEB() * c.data)
		case 0x0f: // def_cfa_expression
			s.lost = true
			r.Take(r.ULEB())
		case 0x10, 0x16: // expression, val_expression
			lose(r.ULEB())
			r.Take(r.ULEB())
		case 0x14: // val_offset
			lose(r.ULEB())
			r.ULEB()
		case 0x15:
			lose(r.ULEB())
			r.SLEB()
		case 0x2d: // AARCH64_negate_ra_state
			s.signed = !s.signed
		case 0x2e: // GNU_args_size
			r.ULEB()
		default: // nothing that unwind writes
			s.lost = true
			return
		}
	}
}

// restore gives a register the rule that it has at the function's start.
func (f *frames) restore(s, initial *state, reg uint64) {
	if initial == nil {
		return
	}
	switch reg {
	case f.cpu.ra:
		s.ra, s.raAt, s.raLost = initial.ra, initial.raAt, initial.raLost
	case f.cpu.fp:
		s.fp, s.fpAt, s.fpLost = initial.fp, initial.fpAt, initial.fpLost
	}
}

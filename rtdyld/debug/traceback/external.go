//go:build linux && (amd64 || arm64 || ppc64le)

package traceback

import "unsafe"

// Frames of code that no linker loaded (the C library's, say) are left by call frame
// information as it lies in memory, which is read when it is needed: in a signal handler,
// see walk.go. What there is to say of libraries beforehand is where it is, see libraries.go.

// cursor reads what may be gone: it asks before it reads, a word at a time.
type cursor struct {
	at    uintptr
	known *known // nil: nothing is
	word  uintptr
	of    uintptr // address of word, 0 for none
	bad   bool    // something could not be read, or makes no sense; the rest reads as 0
}

// known is memory that is there for certain: size bytes for the address from, at mem.
type known struct{ from, size, mem uintptr }

// u8 reads a byte.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *cursor) u8() uintptr {
	if w := c.at &^ 7; w != c.of || c.of == 0 {
		if k := c.known; k != nil && w-k.from < k.size && k.size-(w-k.from) >= 8 {
			c.word = *(*uintptr)(foreign(k.mem + (w - k.from)))
		} else {
			v, ok := loadCall(w)
			if !ok || c.bad {
				c.bad = true
				return 0
			}
			c.word = v
		}
		c.of = w
	}
	b := c.word >> (c.at % 8 * 8) & 0xff
	c.at++
	return b
}

// number reads n bytes, the lowest first.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *cursor) number(n uintptr) (v uintptr) {
	for i := uintptr(0); i < n; i++ {
		v |= c.u8() << (8 * i)
	}
	return v
}

// leb reads a number of the LEB128 forms.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *cursor) leb(signed bool) (v uintptr) {
	for shift := uintptr(0); shift < 64; {
		b := c.u8()
		v |= b & 0x7f << shift
		shift += 7
		if b < 0x80 {
			if signed && b&0x40 != 0 && shift < 64 {
				v |= ^uintptr(0) << shift
			}
			break
		}
	}
	return v
}

// encoded reads a pointer (LSB Core, "DWARF Exception Header Encoding"). relative says
// whether what it counts from counts: it does not for a length.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *cursor) encoded(enc uintptr, relative bool) (v uintptr) {
	from := c.at
	switch enc & 0xf {
	case 0x0, 0x4, 0xc: // absptr, udata8, sdata8
		v = c.number(8)
	case 0x3: // udata4
		v = c.number(4)
	case 0xb: // sdata4
		v = uintptr(int32(c.number(4)))
	default:
		c.bad = true
	}
	switch {
	case !relative:
		if enc&0xf == 0xb {
			v &= 0xffff_ffff
		}
	case enc&0x70 == 0x10: // pcrel
		v += from
	case enc&0x70 != 0:
		c.bad = true
	}
	return v
}

// entryFor finds the frame description entry for a pc by the header, 0 for none.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (s *section) entryFor(pc uintptr) uintptr {
	// Version 1, .eh_frame's address in 4 bytes, a count in 4, a sorted table of two
	// offsets from the header each: as all linkers write it.
	c := cursor{at: s.header}
	if c.number(4) != 0x3b031b01 {
		return 0
	}
	c.at += 4
	n, table := c.number(4), c.at
	want := int32(pc - s.header)
	low, high := uintptr(0), n
	for low < high && !c.bad {
		mid := (low + high) / 2
		c.at = table + 8*mid
		if int32(c.number(4)) > want {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low == 0 || c.bad {
		return 0
	}
	c.at = table + 8*(low-1) + 4
	return s.header + uintptr(int32(c.number(4)))
}

// scan looks at all records.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (s *section) scan(pc uintptr) uintptr {
	r := records{cursor: cursor{at: s.frames}}
	for {
		if at := r.next(); at == 0 || pc-r.start < r.length {
			return at
		}
	}
}

// records goes through the records of a section.
type records struct {
	cursor
	enc, of       uintptr // the encoding of pointers, by the common record with this address
	start, length uintptr // of the code that the entry is about
}

// next finds the next frame description entry, 0 if there is none.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (r *records) next() uintptr {
	for r.known == nil || r.at-r.known.from < r.known.size {
		at := r.at
		n := r.number(4)
		if r.bad || n < 4 || n >= 0xffff_fff0 {
			return 0
		}
		back := r.at
		id := r.number(4)
		if id != 0 {
			if common := back - id; common != r.of {
				info := cie{known: r.known}
				if !info.read(common) {
					return 0
				}
				r.enc, r.of = info.enc, common
			}
			r.start = r.encoded(r.enc, true)
			r.length = r.encoded(r.enc, false)
		}
		if r.at = at + 4 + n; id != 0 {
			return at
		}
	}
	return 0
}

// cie is a common record (CIE).
type cie struct {
	known        *known
	code, data   uintptr
	enc          uintptr // of pointers in entries
	sized        bool    // entries have augmentation data
	signal       bool
	program, end uintptr
}

// read reads a record.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (x *cie) read(at uintptr) bool {
	c := cursor{at: at, known: x.known}
	n := c.number(4)
	x.end = c.at + n
	if id := c.number(4); id != 0 || n >= 0xffff_fff0 {
		return false
	}
	version, letters := c.u8(), c.at
	for c.u8() != 0 {
	}
	x.code, x.data = c.leb(false), c.leb(true)
	if version == 1 {
		c.u8()
	} else {
		c.leb(false)
	}
	text := cursor{at: letters, known: x.known}
	for {
		switch l := text.u8(); l {
		case 0:
			if x.program == 0 {
				x.program = c.at
			}
			return !c.bad && !text.bad
		case 'z':
			x.sized = true
			n := c.leb(false)
			x.program = c.at + n
		case 'R':
			x.enc = c.u8()
		case 'P':
			c.encoded(c.u8(), false)
		case 'L':
			c.u8()
		case 'S':
			x.signal = true
		case 'B': // which of two keys signs return addresses
		default:
			return false
		}
	}
}

// unknown is for rule.ra and rule.fp: the register is lost.
const unknown = 2

// libraryCall is outside, and loadCall load, behind variables: the linker counts the stack
// that a chain of calls takes up to there, and allows 800 bytes where there are the 32 KB of
// a signal handler. Code that the fuzzer has instrumented takes more.
var libraryCall, loadCall = library, load

// library finds the rule for a pc in a library and writes it to the rule at to.
//
//go:nosplit
//go:norace
//go:nocheckptr
func library(x *index, pc, to uintptr) bool {
	base := unsafe.Pointer(unsafe.SliceData(x.sections))
	for i := uintptr(0); i < uintptr(len(x.sections)); i++ {
		s := (*section)(unsafe.Add(base, i*unsafe.Sizeof(section{})))
		if pc < s.lo || pc >= s.hi {
			continue
		}
		at := uintptr(0)
		if s.header == 0 {
			at = s.scan(pc)
		} else {
			at = s.entryFor(pc)
		}
		if at != 0 {
			return ruleOf(at, pc, (*rule)(foreign(to)))
		}
	}
	return false
}

// ruleOf finds the rule that an entry has for a pc.
//
//go:nosplit
//go:norace
//go:nocheckptr
func ruleOf(at, pc uintptr, r *rule) bool {
	c := cursor{at: at}
	end := c.number(4)
	end += c.at
	back := c.at
	var info cie
	if !info.read(back-c.number(4)) || info.signal {
		return false
	}
	start := c.encoded(info.enc, true)
	if size := c.encoded(info.enc, false); c.bad || pc-start >= size {
		return false
	}
	if info.sized {
		n := c.leb(false)
		c.at += n
	}
	*r = rule{}
	first := cursor{at: info.program}
	if !first.program(info.end, &info, ^uintptr(0), r, r) {
		return false
	}
	initial := *r
	return c.program(end, &info, pc-start, r, &initial) && r.base != baseNone && r.ra != unknown && !r.signed
}

// program runs a call frame program up to the instruction at an offset. Rules that it does
// not know make the frame one that cannot be left.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *cursor) program(end uintptr, info *cie, pc uintptr, r, initial *rule) bool {
	var kept [4]rule
	depth, loc := uintptr(0), uintptr(0)
	for c.at < end && !c.bad {
		op := c.u8()
		reg, delta := op&63, uintptr(0)
		switch op >> 6 {
		case 1:
			op, delta = 0x02, reg
		case 2:
			op = 0x05
		case 3:
			op = 0x06
		default:
			reg = 0
			switch op {
			case 0x02, 0x03, 0x04:
				delta = c.number(1 << (op - 2))
				op = 0x02
			case 0x05, 0x06, 0x07, 0x08, 0x09, 0x10, 0x11, 0x14, 0x15, 0x16, 0x0c, 0x0d, 0x12:
				reg = c.leb(false)
			}
		}
		switch op {
		case 0x00, 0x2e: // nop, GNU_args_size
			if op != 0 {
				c.leb(false)
			}
		case 0x02: // advance_loc
			if loc += delta * info.code; loc > pc {
				return true
			}
		case 0x05, 0x11: // offset
			off := c.leb(op == 0x11) * info.data
			r.saved(uint64(reg), inMemory, int32(off))
		case 0x06: // restore
			switch uint64(reg) {
			case cpu.ra:
				r.ra, r.raAt = initial.ra, initial.raAt
			case cpu.fp:
				r.fp, r.fpAt = initial.fp, initial.fpAt
			}
		case 0x2d: // AARCH64_negate_ra_state
			r.signed = !r.signed
		case 0x07: // undefined: of a return address where a thread begins
			r.saved(uint64(reg), unknown, 0)
		case 0x08: // same_value
			r.saved(uint64(reg), inRegister, 0)
		case 0x09: // register
			c.leb(false)
			r.saved(uint64(reg), unknown, 0)
		case 0x14, 0x15: // val_offset
			c.leb(false)
			r.saved(uint64(reg), unknown, 0)
		case 0x10, 0x16: // expression
			n := c.leb(false)
			c.at += n
			r.saved(uint64(reg), unknown, 0)
		case 0x0a: // remember_state
			if depth == 4 {
				return false
			}
			kept[depth&3] = *r
			depth++
		case 0x0b: // restore_state
			if depth == 0 {
				return false
			}
			depth--
			*r = kept[depth&3]
		case 0x0c, 0x12: // def_cfa
			off := c.leb(op == 0x12)
			if op == 0x12 {
				off *= info.data
			}
			r.cfa = int32(off)
			r.counts(uint64(reg))
		case 0x0d: // def_cfa_register
			r.counts(uint64(reg))
		case 0x0e: // def_cfa_offset
			r.cfa = int32(c.leb(false))
		case 0x13:
			r.cfa = int32(c.leb(true) * info.data)
		case 0x0f: // def_cfa_expression, as of linkage tables
			n := c.leb(false)
			c.at += n
			r.base = baseNone
		default:
			return false
		}
	}
	return !c.bad
}

// saved notes where a register of the caller is.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (r *rule) saved(reg uint64, how uint8, at int32) {
	switch reg {
	case cpu.ra:
		r.ra, r.raAt = how, at
	case cpu.fp:
		r.fp, r.fpAt = how, at
	}
}

// counts notes what the CFA counts from.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (r *rule) counts(reg uint64) {
	r.base = baseNone
	switch reg {
	case cpu.sp:
		r.base = baseSP
	case cpu.fp:
		r.base = baseFP
	}
}

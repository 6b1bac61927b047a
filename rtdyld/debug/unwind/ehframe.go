package unwind

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/triple"
)

// Pointer encodings, LSB Core, "DWARF Exception Header Encoding".
const (
	peAbs     = 0x00
	peUData2  = 0x02
	peUData4  = 0x03
	peUData8  = 0x04
	peSData2  = 0x0a
	peSData4  = 0x0b
	peSData8  = 0x0c
	pePCRel   = 0x10
	peDataRel = 0x30
	peOmit    = 0xff
)

// frameCommon is a CIE of a section that is read.
type frameCommon struct {
	off      uint64 // of the record in the section
	common   int    // in the table, -1 if it is not sound
	encoding uint8  // of FDE addresses
	aug      bool   // records have augmentation data
}

// frames reads a .eh_frame section (LSB Core, "The .eh_frame section").
func (r *reader) frames(p *part) {
	var commons []frameCommon
	c := over(p.mem, r.t.big)
	for c.Left() >= 4 {
		at := uint64(c.At)
		n := c.Uint(4)
		if n == 0 {
			return
		}
		wide := n == 0xffff_ffff
		if wide {
			n = c.Uint(8)
		}
		body := uint64(c.At)
		rec := over(c.Take(n), c.Big)
		id := rec.Uint(4)
		if c.Bad || rec.Bad {
			r.bad(p, at, "length reaches beyond the section")
			return // what follows has no meaning
		}
		if id == 0 {
			fc, msg := r.frameCommon(&rec, p, body)
			if msg != "" {
				r.bad(p, at, msg)
				fc.common = -1
			}
			fc.off = at
			commons = append(commons, fc)
			continue
		}
		i, ok := slices.BinarySearchFunc(commons, body-id, func(fc frameCommon, off uint64) int {
			if fc.off < off {
				return -1
			} else if fc.off > off {
				return 1
			}
			return 0
		})
		if !ok {
			r.bad(p, at, "no common record where its pointer leads")
		} else if commons[i].common < 0 {
			r.bad(p, at, "its common record is not sound")
		} else if msg := r.frame(&rec, p, body, &commons[i]); msg != "" {
			r.bad(p, at, msg)
		}
	}
	if c.Left() > 0 {
		r.bad(p, uint64(c.At), "section ends within a length")
	}
}

// frameCommon reads a CIE behind its id.
func (r *reader) frameCommon(c *cursor, p *part, body uint64) (fc frameCommon, msg string) {
	var out common
	version := c.U8()
	if version != 1 && version != 3 && version != 4 {
		return fc, "version is not 1, 3 or 4"
	}
	aug := c.CString()
	if len(aug) >= 2 && aug[0] == 'e' && aug[1] == 'h' { // an address of old GNU tools
		c.Take(uint64(r.t.addr))
		aug = aug[2:]
	}
	if version == 4 && (int(c.U8()) != r.t.addr || c.U8() != 0) {
		return fc, "addresses of another size than the target's, or in segments"
	}
	out.code, out.data = c.ULEB(), c.SLEB()
	ra := uint64(0)
	if version == 1 {
		ra = uint64(c.U8())
	} else {
		ra = c.ULEB()
	}
	end := uint64(0)
	fc.encoding = peAbs
	for i, a := range aug {
		switch {
		case a == 'z' && i == 0:
			fc.aug = true
			n := c.ULEB()
			if n > uint64(c.Left()) {
				return fc, "augmentation data is cut off"
			}
			end = uint64(c.At) + n
		case a == 'R':
			fc.encoding = c.U8()
		case a == 'P':
			enc := c.U8()
			if enc != peOmit {
				c.pointer(enc, 0, r.t.addr) // its value is of no account
			}
		case a == 'L':
			c.U8()
		case a == 'S':
			out.signal = true
		case a == 'B':
			out.bkey = true
		case !fc.aug:
			return fc, "unknown augmentation"
		}
	}
	switch {
	case fc.aug && uint64(c.At) > end:
		return fc, "augmentation data is cut off"
	case fc.aug:
		c.At = int(end)
	}
	if c.Bad {
		return fc, "common record is cut off"
	}
	if _, ok := r.t.m.place(ra); !ok {
		return fc, "column of the return address is no register"
	}
	if out.code == 0 || out.code > 1<<16 || out.data > 1<<16 || out.data < -1<<16 {
		return fc, "alignment factor makes no sense"
	}
	out.ra = uint8(ra)
	prog, msg := r.instructions(c, p, body, &fc, out.code, 0)
	if msg != "" {
		return fc, msg
	}
	if fc.common = r.commonOf(out, prog); fc.common < 0 {
		return fc, "too many records"
	}
	return fc, ""
}

// frame reads an FDE behind the pointer to its CIE. body is the offset of that pointer.
func (r *reader) frame(c *cursor, p *part, body uint64, fc *frameCommon) (msg string) {
	start, ok := c.pointer(fc.encoding, p.addr+body+uint64(c.At), r.t.addr)
	size, ok2 := c.pointer(fc.encoding&0x0f, 0, r.t.addr)
	if !ok || !ok2 {
		if c.Bad {
			return "record is cut off"
		}
		return "addresses are written in an unknown way"
	}
	if fc.aug {
		c.Take(c.ULEB())
	}
	if c.Bad {
		return "record is cut off"
	}
	if size == 0 {
		return "" // describes nothing
	}
	code := r.codeAt(start)
	if code == nil || size > uint64(len(code.mem))-(start-code.addr) {
		return "describes what is no code of the object"
	}
	prog, msg := r.instructions(c, p, body, fc, r.t.commons[fc.common].code, start)
	rank := uint8(rankFrames)
	if r.format == triple.MachO && r.t.arch.IsX86() && !undone(prog, uint64(r.t.m.slot)) {
		rank = rankProlog
	}
	if msg == "" && !r.add(start, start+size, fc.common, prog, rank) {
		msg = "too many records"
	}
	return msg
}

// undone reports whether a program says where its frame goes away again: by a state that
// comes back, or because the last rule is that of a function's first instruction. LLVM's
// for Apple's x86 systems do not.
func undone(prog []byte, slot uint64) bool {
	last := slot
	for c := over(prog, false); c.Left() > 0 && !c.Bad; {
		switch in := c.inst(); in.op {
		case cfaRestoreState, cfaDefCFAExpr:
			return true
		case cfaDefCFA, cfaDefCFAOff:
			last = in.arg
		}
	}
	return last == slot
}

// instructions returns the program that is the rest of a record, as it can stand
// anywhere: without padding and DW_CFA_set_loc, which becomes an advance, and with the
// usual numbers of registers.
func (r *reader) instructions(c *cursor, p *part, body uint64, fc *frameCommon, factor, start uint64) ([]byte, string) {
	prog := c.B[c.At:]
	is := checkProgram(prog, r.t.big)
	if !is.ok {
		return nil, "program has an instruction that is unknown or cut off"
	}
	if !is.setLoc && !r.swapped() {
		return prog[:is.end], ""
	}
	return r.rewrite(c, p, body, fc, factor, start)
}

// pointer reads a pointer that lies at address at, and reports whether its encoding is
// one that sections of objects have.
func (c *cursor) pointer(enc uint8, at uint64, addr int) (uint64, bool) {
	size := addr
	switch enc & 0x0f {
	case peAbs:
	case peUData2, peSData2:
		size = 2
	case peUData4, peSData4:
		size = 4
	case peUData8, peSData8:
		size = 8
	default:
		return 0, false
	}
	v := c.Uint(size)
	if enc&0x08 != 0 {
		v = signed(v, size)
	}
	switch enc & 0xf0 {
	case peAbs:
	case pePCRel:
		v += at
	default:
		return 0, false
	}
	if addr == 4 {
		v = uint64(uint32(v))
	}
	return v, !c.Bad
}

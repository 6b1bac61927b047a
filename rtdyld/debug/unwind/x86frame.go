package unwind

// x86Frame is what the stack of an x86 function is like once its prolog has run, and
// how it comes there.
type x86Frame struct {
	m     *machine
	sp    int64     // distance from the stack pointer to the frame's address (CFA), -1 if it is not known
	fp    uint8     // register that the frame is found by, DWARF number; fpNone: the stack pointer
	fpOff int64     // distance from it to the frame's address
	saved [17]int64 // by DWARF number: distance from where it is saved to the frame's address, 0: it is not
	start uint64    // address of the function
	end   uint64    // address behind it
}

const fpNone = 0xff

// x86Numbers are the DWARF numbers of registers as instructions name them.
var x86Numbers = [16]uint8{0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15}

// number is the DWARF number of the register that instructions name n. Those for
// i386 are the same.
func (f *x86Frame) number(n uint8) uint8 {
	if f.m.slot == 4 {
		return n
	}
	return x86Numbers[n]
}

// maxPops is more than any epilog has.
const maxPops = 16

// epilog is a sequence of instructions that takes a frame down and leaves the function:
// the stack pointer is set or moved, registers are popped, then comes a return or a jump.
type epilog struct {
	first int   // bytes of the first instruction if that is no pop, else 0
	leave bool  // the first is leave: it pops the frame pointer, too
	dist  int64 // from the stack pointer before the pops to the frame's address, -1 if it is not known
	pops  [maxPops]uint8
	size  [maxPops]uint8 // bytes of each pop
	n     int
	last  int // bytes of the return or jump
}

// epilogs appends the rules for all epilogs in code, which begins at address at, to a
// program that has come to address from and to the rules of the function's body. An
// epilog is told by its bytes alone, wherever they are; they must undo exactly what the
// prolog has done. That holds for no other instructions of a sound function; what lies
// across instructions is never the address of one with other rules.
func (f *x86Frame) epilogs(p *program, code []byte, at, from uint64) {
	for i := 0; i < len(code); {
		if !f.mayBegin(code[i]) {
			i++
			continue
		}
		var e epilog
		n := e.match(f, code[i:], at+uint64(i))
		if n == 0 {
			i++
			continue
		}
		from = f.write(p, &e, at+uint64(i), from, i+n < len(code))
		i += n
	}
}

// mayBegin reports whether an epilog that matters may begin with a byte.
func (f *x86Frame) mayBegin(b byte) bool {
	switch {
	case f.m.slot == 8 && b >= 0x40 && b < 0x50, b >= 0x58 && b < 0x60, b == 0xc9:
		return true
	}
	return f.m.slot == 4 && (b == 0x83 || b == 0x81 || b == 0x8d || b == 0x89 || b == 0x8b)
}

// write writes the rules of an epilog at address at. It returns the address that the
// program has come to.
func (f *x86Frame) write(p *program, e *epilog, at, from uint64, more bool) uint64 {
	slot := int64(f.m.slot)
	off := slot * int64(1+e.n) // from the stack pointer to the frame's address, before the pops
	remembered := false
	after := func(size int) { // an instruction
		at += uint64(size)
		p.advance(at - from)
		from = at
		if more && !remembered {
			p.remember()
		}
		remembered = true
	}
	if e.first > 0 {
		after(e.first)
		p.defCFA(f.m.sp, off)
		if e.leave {
			p.same(uint16(f.fp))
		}
	}
	for i := range e.n {
		after(int(e.size[i]))
		off -= slot
		p.defCFA(f.m.sp, off)
		if reg := e.pops[i]; f.saved[reg] != 0 {
			p.same(uint16(reg))
		}
	}
	p.advance(at + uint64(e.last) - from)
	if more {
		p.restore()
	}
	return at + uint64(e.last)
}

// match recognizes an epilog of f at the beginning of b, which lies at address at. It
// returns its size, 0 if there is none.
func (e *epilog) match(f *x86Frame, b []byte, at uint64) int {
	n, ok := e.begin(f, b)
	if !ok {
		return 0
	}
	for e.n < maxPops {
		size, reg := f.pop(b[n:])
		if size == 0 {
			break
		}
		e.pops[e.n], e.size[e.n] = reg, uint8(size)
		e.n, n = e.n+1, n+size
	}
	if e.n == 0 && e.first == 0 || !e.undoes(f) {
		return 0
	}
	if e.last = f.leaves(b[n:], at+uint64(n)); e.last == 0 {
		return 0
	}
	return n + e.last
}

// begin recognizes the instruction that moves the stack pointer, if there is one. It is
// false if that leads elsewhere than to the registers that are popped next; the distance
// from there to the frame's address is checked by undoes.
func (e *epilog) begin(f *x86Frame, b []byte) (n int, ok bool) {
	e.dist = f.sp
	rex := byte(0)
	i := 0
	if f.m.slot == 8 && len(b) > 0 && b[0]&0xf8 == 0x48 {
		rex, i = b[0], 1
	}
	at := func(k int) byte {
		if i+k < len(b) {
			return b[i+k]
		}
		return 0
	}
	disp := func(k, size int) (v int64) {
		if i+k+size > len(b) {
			return 0
		}
		return int64(signed(uintAt(b[i+k:i+k+size], false), size))
	}
	fp, fpHigh := byte(0), byte(0) // as instructions name the frame pointer
	if f.fp != fpNone {
		for k := range x86Numbers {
			if f.number(uint8(k)) == f.fp && (f.m.slot == 8 || k < 8) {
				fp, fpHigh = byte(k&7), byte(k>>3)
				break
			}
		}
	}
	plain := f.m.slot == 4 || rex == 0x48
	switch op, modrm := at(0), at(1); {
	case op == 0xc9 && rex == 0 && f.fp == f.m.fp: // leave
		e.first, e.leave, e.dist = 1, true, f.fpOff-int64(f.m.slot)
	case op == 0x83 && modrm == 0xc4 && plain: // add esp, imm8
		e.first = 3
		e.add(f, disp(2, 1))
	case op == 0x83 && modrm == 0xec && plain && disp(2, 1) < 0: // sub esp, -128: shorter than add
		e.first = 3
		e.add(f, -disp(2, 1))
	case op == 0x81 && modrm == 0xc4 && plain: // add esp, imm32
		e.first = 6
		e.add(f, disp(2, 4))
	case f.fp == fpNone:
	case op == 0x89 && modrm == 0xc4|fp<<3 && (f.m.slot == 4 || rex == 0x48|fpHigh<<2), // mov esp, ebp
		op == 0x8b && modrm == 0xe0|fp && (f.m.slot == 4 || rex == 0x48|fpHigh):
		e.first, e.dist = 2, f.fpOff
	case op == 0x8d && modrm&0x3f == 0x20|fp && (f.m.slot == 4 || rex == 0x48|fpHigh): // lea esp, [ebp+disp]
		k := 2
		if fp == 4 {
			if at(2) != 0x24 {
				return 0, false
			}
			k = 3
		}
		switch modrm >> 6 {
		case 0:
			if fp == 5 {
				return 0, false
			}
			e.first, e.dist = k, f.fpOff
		case 1:
			e.first, e.dist = k+1, f.fpOff-disp(k, 1)
		case 2:
			e.first, e.dist = k+4, f.fpOff-disp(k, 4)
		}
	}
	if e.first == 0 {
		return 0, true
	}
	e.first += i
	return e.first, e.first <= len(b)
}

// add notes that the stack pointer is moved up by n.
func (e *epilog) add(f *x86Frame, n int64) {
	if f.sp >= 0 {
		e.dist = f.sp - n
	}
}

// pop recognizes the pop of a register.
func (f *x86Frame) pop(b []byte) (size int, reg uint8) {
	if len(b) > 0 && b[0]&0xf8 == 0x58 {
		return 1, f.number(b[0] & 7)
	}
	if f.m.slot == 8 && len(b) > 1 && b[0] == 0x41 && b[1]&0xf8 == 0x58 {
		return 2, f.number(b[1]&7 | 8)
	}
	return 0, 0
}

// undoes reports whether an epilog takes down the frame, neither more nor less.
func (e *epilog) undoes(f *x86Frame) bool {
	slot := int64(f.m.slot)
	if e.dist >= 0 && e.dist != slot*int64(1+e.n) || e.dist < 0 && e.n == 0 {
		return false
	}
	for i, reg := range e.pops[:e.n] {
		where := slot * int64(1+e.n-i)
		if was := f.saved[reg]; was != where && (was != 0 || e.dist < 0) {
			return false
		}
	}
	return true
}

// leaves recognizes a return, or a jump out of the function, at address at. It returns its
// size, 0 if there is none.
func (f *x86Frame) leaves(b []byte, at uint64) int {
	n := 0
	if f.m.slot == 8 && len(b) > 1 && b[0]&0xf0 == 0x40 && b[1] == 0xff {
		n, b = 1, b[1:]
	}
	switch {
	case len(b) >= 1 && b[0] == 0xc3: // ret
		return 1
	case len(b) >= 2 && b[0] == 0xf3 && b[1] == 0xc3: // rep ret
		return 2
	case len(b) >= 3 && b[0] == 0xc2: // ret imm16
		return 3
	case len(b) >= 2 && b[0] == 0xeb && f.outside(at+2+signed(uint64(b[1]), 1)): // jmp rel8
		return 2
	case len(b) >= 5 && b[0] == 0xe9 && f.outside(at+5+signed(uintAt(b[1:5], false), 4)): // jmp rel32
		return 5
	case len(b) >= 2 && b[0] == 0xff && b[1]>>3&7 == 4: // jmp r/m
		size := 2
		mod, rm := b[1]>>6, b[1]&7
		if rm == 4 && mod != 3 {
			size++
			if mod == 0 && len(b) > 2 && b[2]&7 == 5 {
				size += 4
			}
		}
		switch {
		case mod == 1:
			size++
		case mod == 2, mod == 0 && rm == 5:
			size += 4
		}
		if size <= len(b) {
			return n + size
		}
	}
	return 0
}

// outside reports whether a jump to an address leaves the function.
func (f *x86Frame) outside(to uint64) bool {
	if f.m.slot == 4 {
		to = uint64(uint32(to))
	}
	return to <= f.start || to >= f.end
}

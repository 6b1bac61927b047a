package unwind

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// function is an entry of .pdata.
type function struct {
	start, end uint64
	info       uint32 // x86-64: where its UNWIND_INFO is, from the image base; arm64: the second word
	from       *part
	off        uint64 // in from
}

// functions reads all .pdata sections of an object for x86-64 or arm64 and adds what they
// say. Code between the functions leaves the stack alone.
func (r *reader) functions() {
	read := r.x64Entry
	size := uint64(12)
	if r.t.arch == triple.AArch64 {
		read, size = r.arm64Entry, 8
	} else if r.t.arch != triple.X86_64 {
		for i := range r.parts {
			if p := &r.parts[i]; p.role == objfmt.RolePData && len(p.mem) > 0 {
				r.bad(p, 0, "function tables of this processor are not read")
			}
		}
		return
	}
	var fs []function
	for i := range r.parts {
		p := &r.parts[i]
		if p.role != objfmt.RolePData {
			continue
		}
		if uint64(len(p.mem))%size != 0 {
			r.bad(p, uint64(len(p.mem))/size*size, "size of the table is no multiple of an entry")
		}
		for off := uint64(0); uint64(len(p.mem))-off >= size; off += size {
			f := function{from: p, off: off}
			if msg := read(&f, p.mem[off:off+size]); msg != "" {
				r.bad(p, off, msg)
			} else if f.start != f.end {
				fs = append(fs, f)
			}
		}
	}
	slices.SortStableFunc(fs, func(a, b function) int { return cmp.Compare(a.start, b.start) })
	end := uint64(0)
	for i := range fs {
		f := &fs[i]
		code := r.codeAt(f.start)
		switch {
		case code == nil || f.end-f.start > uint64(len(code.mem))-(f.start-code.addr):
			r.bad(f.from, f.off, "describes what is no code of the object")
			continue
		case f.start < end:
			r.bad(f.from, f.off, "describes code that another entry is about")
			continue
		}
		end = f.end
		mem := code.mem[f.start-code.addr:][:f.end-f.start]
		msg := ""
		if r.t.arch == triple.AArch64 {
			msg = r.arm64Function(f)
		} else {
			msg = r.x64Function(f, mem)
		}
		if msg != "" {
			r.bad(f.from, f.off, msg)
		}
	}
}

// leaves adds entries for the code that no other entry is about.
func (r *reader) leaves() {
	r.t.settle()
	entries := r.t.entries
	for i := range r.parts {
		p := &r.parts[i]
		if !p.code || p.made {
			continue
		}
		at, end := p.addr, p.addr+uint64(len(p.mem))
		k, _ := slices.BinarySearchFunc(entries, at, func(e entry, a uint64) int { return cmp.Compare(e.start, a) })
		for ; at < end; k++ {
			next := end
			if k < len(entries) {
				next = min(entries[k].start, end)
			}
			if next > at {
				r.leaf(at, next)
			}
			if k == len(entries) || next == end {
				break
			}
			at = max(at, entries[k].end)
		}
	}
}

// x64Entry reads a RUNTIME_FUNCTION of x86-64.
func (r *reader) x64Entry(f *function, b []byte) (msg string) {
	le := binary.LittleEndian
	begin, end := le.Uint32(b), le.Uint32(b[4:])
	f.info = le.Uint32(b[8:])
	f.start, f.end = r.image+uint64(begin), r.image+uint64(end)
	if end < begin {
		return "function ends before it begins"
	}
	return ""
}

// Unwind operations (PE format, "x64 exception handling", UNWIND_CODE).
const (
	uwopPushNonvol    = 0
	uwopAllocLarge    = 1
	uwopAllocSmall    = 2
	uwopSetFPReg      = 3
	uwopSaveNonvol    = 4
	uwopSaveNonvolFar = 5
	uwopEpilog        = 6 // version 2
	uwopSpare         = 7
	uwopSaveXMM       = 8
	uwopSaveXMMFar    = 9
	uwopPushMachFrame = 10
)

const (
	unwChain  = 4
	maxChain  = 32
	xmm0      = 17 // DWARF number
	uwMaxSize = 1 << 30
)

// x64Op is an operation of a prolog.
type x64Op struct {
	at    uint8 // offset of the end of its instruction
	op    uint8
	info  uint8
	value uint32 // what follows: bytes
}

// x64Info is an UNWIND_INFO.
type x64Info struct {
	prolog  uint8
	frame   uint8 // register, as instructions name it; 0 for none
	offset  int64 // of the stack pointer then
	ops     []x64Op
	chained bool
	next    uint32 // UNWIND_INFO of the function that this is a part of, from the image base
}

// x64Info reads an UNWIND_INFO into ops.
func (r *reader) x64Info(rva uint32, ops []x64Op) (in x64Info, msg string) {
	if rva&3 != 0 {
		return in, "unwind information is not aligned"
	}
	head := r.at(r.image+uint64(rva), 4)
	if head == nil {
		return in, "unwind information lies outside the object"
	}
	version, flags, count := head[0]&7, head[0]>>3, int(head[2])
	if version != 1 && version != 2 {
		return in, "unwind information of a version that is not 1 or 2"
	}
	in.prolog, in.frame, in.offset = head[1], head[3]&15, int64(head[3]>>4)*16
	codes := r.at(r.image+uint64(rva)+4, uint64(2*count))
	if codes == nil {
		return in, "unwind information is cut off"
	}
	for c := over(codes, false); c.Left() > 0; {
		at, b := c.U8(), c.U8()
		op := x64Op{at: at, op: b & 15, info: b >> 4}
		switch {
		case op.op == uwopAllocLarge && op.info == 0:
			op.value = uint32(c.Uint(2)) * 8
		case op.op == uwopAllocLarge && op.info == 1, op.op == uwopSaveNonvolFar, op.op == uwopSaveXMMFar:
			op.value = uint32(c.Uint(4))
		case op.op == uwopAllocSmall:
			op.value = uint32(op.info)*8 + 8
		case op.op == uwopSaveNonvol:
			op.value = uint32(c.Uint(2)) * 8
		case op.op == uwopSaveXMM:
			op.value = uint32(c.Uint(2)) * 16
		case op.op == uwopPushNonvol, op.op == uwopSetFPReg, op.op == uwopPushMachFrame && op.info < 2:
		case op.op == uwopEpilog && version == 2:
			continue
		default:
			return in, "unwind operation that is not known"
		}
		if c.Bad || op.value > uwMaxSize {
			return in, "unwind operation is cut off or makes no sense"
		}
		ops = append(ops, op)
	}
	in.ops = ops
	if in.chained = flags&unwChain != 0; in.chained {
		b := r.at(r.image+uint64(rva)+4+uint64(2*(count+count&1)), 12)
		if b == nil {
			return in, "chained unwind information is cut off"
		}
		in.next = binary.LittleEndian.Uint32(b[8:])
	}
	return in, ""
}

// x64Function adds the entry of a function whose code is given.
func (r *reader) x64Function(f *function, code []byte) (msg string) {
	var room [4]x64Info
	chain := room[:0] // the function itself, then what it is chained to
	ops := r.ops[:0]
	for rva := f.info; ; {
		in, msg := r.x64Info(rva, ops)
		if msg != "" {
			return msg
		}
		if r.budget -= 16 + 16*len(in.ops); r.budget < 0 {
			return "too much unwind information is shared"
		}
		if len(chain) == 0 {
			r.ops, ops = in.ops, nil // the room is for the next function, too
		}
		chain = append(chain, in)
		if !in.chained {
			break
		}
		if len(chain) == maxChain {
			return "chained unwind information does not end"
		}
		rva = in.next
	}
	w := x64Writer{
		p: program{b: r.prog[:0], data: r.t.m.data},
		f: x86Frame{m: r.t.m, sp: 8, fp: fpNone, start: f.start, end: f.end},
	}
	for i, in := range slices.Backward(chain) {
		if msg := w.prolog(&in, i > 0); msg != "" {
			return msg
		}
	}
	body := code[min(uint64(chain[0].prolog), uint64(len(code))):]
	if len(w.f.savedRegs()) > 0 || w.f.sp != 8 {
		w.f.epilogs(&w.p, body, f.end-uint64(len(body)), f.start+w.at)
	}
	r.prog = w.p.b
	if r.budget -= len(w.p.b); r.budget < 0 {
		return "too much unwind information is shared"
	}
	common := r.own()
	if w.machine {
		common = r.machineFrame()
	}
	if !r.add(f.start, f.end, common, w.p.b, rankTables) {
		return "too many records"
	}
	return ""
}

// machineFrame is what entries share whose frames the processor has made for an
// interrupt: the address in them is where the caller goes on.
func (r *reader) machineFrame() int {
	p := program{data: r.t.m.data}
	p.defCFA(r.t.m.sp, 8)
	p.offset(uint16(r.t.m.ra), -8)
	return r.commonOf(common{code: 1, data: r.t.m.data, ra: r.t.m.ra, signal: true}, p.b)
}

// savedRegs lists the registers that a frame has saved.
func (f *x86Frame) savedRegs() (regs []uint8) {
	for i, off := range f.saved {
		if off != 0 {
			regs = append(regs, uint8(i))
		}
	}
	return regs
}

// x64Writer writes the rules of a prolog.
type x64Writer struct {
	p       program
	f       x86Frame
	at      uint64 // offset in the function that the program has come to
	machine bool
}

// prolog writes what the operations do; all of it at once if they are of the function that
// this one is chained to.
func (w *x64Writer) prolog(in *x64Info, done bool) (msg string) {
	m := w.f.m
	total := w.f.sp // from the stack pointer to the frame's address, in the end
	for _, op := range in.ops {
		switch op.op {
		case uwopPushNonvol:
			total += 8
		case uwopAllocLarge, uwopAllocSmall:
			total += int64(op.value)
		case uwopPushMachFrame:
			total += 32 + 8*int64(op.info)
		}
	}
	last := uint8(0)
	for _, op := range slices.Backward(in.ops) {
		if op.at < last || op.at > in.prolog {
			return "unwind operations are out of order"
		}
		if last = op.at; !done && uint64(op.at) > w.at {
			w.p.advance(uint64(op.at) - w.at)
			w.at = uint64(op.at)
		}
		reg := x86Numbers[op.info]
		switch op.op {
		case uwopPushNonvol:
			w.move(8)
			w.save(reg, w.f.sp)
		case uwopAllocLarge, uwopAllocSmall:
			w.move(int64(op.value))
		case uwopSetFPReg:
			w.f.fp, w.f.fpOff = x86Numbers[in.frame], w.f.sp-in.offset
			w.p.defCFA(w.f.fp, w.f.fpOff)
		case uwopSaveNonvol, uwopSaveNonvolFar:
			w.save(reg, total-int64(op.value))
		case uwopSaveXMM, uwopSaveXMMFar:
			w.p.offset(xmm0+uint16(op.info), int64(op.value)-total)
		case uwopPushMachFrame:
			w.machine = true
			w.move(32 + 8*int64(op.info)) // ss, rsp, flags, cs, rip, an error code
			w.p.offset(uint16(m.ra), -40)
			w.p.offset(uint16(m.sp), -16)
		}
	}
	return ""
}

// move notes that the stack pointer goes down by n.
func (w *x64Writer) move(n int64) {
	w.f.sp += n
	if w.f.fp == fpNone {
		w.p.defCFA(w.f.m.sp, w.f.sp)
	}
}

// save notes that a register is saved so far below the frame's address.
func (w *x64Writer) save(reg uint8, below int64) {
	w.f.saved[reg] = below
	w.p.offset(uint16(reg), -below)
}

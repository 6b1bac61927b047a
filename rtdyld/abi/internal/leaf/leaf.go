// Package leaf proves of machine code that it may run on a goroutine's stack, as if it were a part of Go that
// is not interrupted: it follows all ways through a function and shows how far the stack goes at most, and that there
// is no call, no jump out of the function, no system call, and no write to what Go keeps in registers.
//
// What is not on its lists is refused: an instruction that it does not know is a reason. The proof is of
// instructions, not of memory: a store through a wrong pointer is as bad as it is anywhere. That the
// function returns soon is not proved.
//
// Law: bytes in, a number or a reason out. It runs nothing and knows no file.
package leaf

import "fmt"

// Machine is whose instructions are decoded.
type Machine uint8

const (
	AMD64 Machine = iota
	ARM64
)

// Refusal is why a function cannot be proved.
type Refusal struct {
	At   int    // offset of the instruction in the function's code
	Size int    // its bytes, 0: they end within it
	Text string // the instruction
	Why  string
}

// maxCode is how many bytes of code are looked at.
const maxCode = 1 << 20

// Prove gives how many bytes below the stack pointer at entry the function may use. addr is where the code runs, for texts.
func Prove(m Machine, code []byte, addr uint64) (depth int, refused *Refusal) {
	if len(code) == 0 || len(code) > maxCode {
		return 0, &Refusal{Text: "function", Why: fmt.Sprintf("has %d bytes; 1 to %d can be looked at", len(code), maxCode)}
	}
	w := walker{code: code, addr: addr, at: make([]int32, len(code)), step: stepAMD64}
	first := state{}
	for i := range first.regs {
		first.regs[i] = unknown
	}
	first.sp, first.red = 0, -redZoneAMD64
	if m == ARM64 {
		w.step, first.red = stepARM64, 0
	}
	w.low = int32(first.red)
	if !w.reach(0, &first) {
		return 0, w.refused
	}
	for len(w.todo) > 0 {
		off := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if !w.follow(off) {
			return 0, w.refused
		}
	}
	return -int(w.low), nil
}

// value is what is known of a register: an offset from the stack pointer at entry, times two; one more if
// alignment has taken up to maxAlign bytes from it, nobody knows how many.
type value int32

// unknown is the value of a register that has nothing to do with the stack, or of which nothing is known.
const unknown value = -1 << 31

func (v value) offset() int32 { return int32(v) >> 1 }

// plus is the value with n added. It is unknown if it gets too large to be a part of a stack.
func (v value) plus(n int64) value {
	if v == unknown || n < -maxDepth || n > maxDepth {
		return unknown
	}
	if o := int64(v.offset()) + n; o < -maxDepth || o > maxDepth {
		return unknown
	}
	return v + value(2*n)
}

// maxDepth is more than any stack that is proved.
const maxDepth = 1 << 24

// state is what is known before an instruction runs.
type state struct {
	sp   value
	regs [32]value // what the others hold of the stack pointer
	red  int32     // what lies below the stack pointer and may be used
}

// forget notes that a register has something else.
func (s *state) forget(reg int) { s.regs[reg] = unknown }

// kind is how control goes on behind an instruction.
type kind uint8

const (
	goesOn kind = iota
	branches
	jumps
	returns
	stops // the process ends there
	refuse
)

// outcome is what an instruction does.
type outcome struct {
	kind   kind
	size   int
	target int64 // offset in the function, of branches and jumps
	text   string
	why    string // of refuse
	low    value  // the lowest address relative to the stack that it uses, if any; unknown: none
}

// walker goes all ways through a function.
type walker struct {
	code    []byte
	addr    uint64
	at      []int32 // for each byte: 1 + the index in states of the instruction there, 0: no way has come there
	states  []state
	todo    []int
	low     int32
	step    func(w *walker, off int, s *state) outcome
	refused *Refusal
}

// deny ends the proof.
func (w *walker) deny(off int, o outcome) bool {
	size := o.size
	if off+size > len(w.code) {
		size = 0
	}
	w.refused = &Refusal{At: off, Size: size, Text: o.text, Why: o.why}
	return false
}

// reach notes that a way comes to an instruction with a state.
func (w *walker) reach(off int, s *state) bool {
	i := w.at[off]
	if i == 0 {
		w.states = append(w.states, *s)
		w.at[off] = int32(len(w.states))
		w.todo = append(w.todo, off)
		return true
	}
	old := &w.states[i-1]
	if old.sp != s.sp {
		return w.deny(off, outcome{text: "instruction", why: "is reached with different depths of the stack"})
	}
	changed := false
	for r := range old.regs {
		if old.regs[r] != s.regs[r] && old.regs[r] != unknown {
			old.regs[r], changed = unknown, true
		}
	}
	if changed {
		w.todo = append(w.todo, off)
	}
	return true
}

// follow does what one instruction does.
func (w *walker) follow(off int) bool {
	s := w.states[w.at[off]-1]
	o := w.step(w, off, &s)
	if o.kind == refuse {
		return w.deny(off, o)
	}
	if s.sp == unknown {
		o.text, o.why = named(o.text), "sets the stack pointer to what is not known before it runs"
		return w.deny(off, o)
	}
	w.low = min(w.low, s.sp.offset()+s.red)
	if o.low != unknown {
		w.low = min(w.low, o.low.offset())
	}
	if o.kind == stops {
		return true
	}
	if o.kind == returns {
		if s.sp != 0 {
			o.text, o.why = named(o.text), "returns with a stack pointer other than the one at entry"
			return w.deny(off, o)
		}
		return true
	}
	if o.kind != goesOn {
		if o.target < 0 || o.target >= int64(len(w.code)) {
			o.why = "jumps out of the function"
			return w.deny(off, o)
		}
		if !w.reach(int(o.target), &s) {
			return false
		}
	}
	if o.kind == jumps {
		return true
	}
	next := off + o.size
	if next >= len(w.code) {
		o.text, o.why = named(o.text), "is the last instruction, and control goes on behind it"
		return w.deny(off, o)
	}
	return w.reach(next, &s)
}

func named(text string) string {
	if text == "" {
		return "instruction"
	}
	return text
}

// to is the address of an offset, for texts.
func (w *walker) to(text string, off int64) string {
	return fmt.Sprintf("%s %#x", text, w.addr+uint64(off))
}

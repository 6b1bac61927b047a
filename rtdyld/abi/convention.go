package abi

import (
	"fmt"
	"math/bits"
	"slices"
)

// Convention is a calling convention: where arguments go. It is a table; a new
// convention is a new table and an entry in assembly.
type Convention struct {
	// Name is how errors call it.
	Name string
	// Word is the size of a register and of a word on the stack in bytes: 8 (or 0), or
	// 4, where Frame.Reg is an array of twice as many 4-byte registers, the lower half
	// of each element first. An argument of 8 bytes then takes two registers or two
	// words on the stack, the lower half first, never one of each.
	Word int
	// Int and Float list the registers, as words of Frame.Reg, that take integers and
	// pointers, and floating point numbers, in order. Each class counts for itself;
	// what finds no register left takes the next word on the stack, and so does all
	// of its class after it.
	Int, Float []uint8
	// Positional says that argument n takes register n of its class or, beyond them,
	// the next word on the stack, so that one counter serves both classes.
	Positional bool
	// Leading says that floating point registers are for the first parameters alone, as long
	// as all are floating point numbers: parameter n takes the n-th pair of words of Float.
	Leading bool
	// Pairs says that an argument of two words begins at an even register and an even
	// word on the stack. An integer register that is skipped stays unused; a
	// floating point register that is skipped takes the next float32.
	Pairs bool
	// SoftFloat says that floating point numbers are passed and returned as integers
	// of their size are.
	SoftFloat bool
	// Packed says that an argument on the stack takes only the bytes of its type, at
	// a multiple of its size.
	Packed bool
	// FloatInInt says that a floating point number that finds no register of its class
	// goes where an integer of its size would.
	FloatInInt bool
	// Shadow says that a floating point number in a register of its class leaves the
	// register or the word of the stack unused that an integer would have taken.
	Shadow bool
	// Signed32 says that integers of 32 bits are sign-extended to a register, unsigned
	// ones, too.
	Signed32 bool
	// Single is how a float32 lies in a floating point register.
	Single SingleForm
	// SingleStack is how one lies in a word of the stack of 8 bytes.
	SingleStack SingleForm
	// SingleRet is the word of Frame.FloatRet that has a float32 result.
	SingleRet uint8
	// MaxStack is the largest number of stack words.
	MaxStack int
	// Entry is the address of a C function void(*Frame) of this machine that loads
	// registers and stack from a frame, calls, and stores the result registers. It
	// needs about 100 bytes of stack and the stack words. 0: this machine has none.
	Entry uintptr
	// QuickEntry is the address of a C function void(*Quick) that does the same for a
	// [Quick]. It is called on another stack than the goroutine's, of which it needs
	// about 100 bytes. 0: there is none.
	QuickEntry uintptr

	// rules begins a plan for all of C's types, nil: there are rules for numbers alone.
	rules func(p *planner) rules
	// goos and goarch name the model of the C that it is for.
	goos, goarch string
}

// SingleForm is how a float32 lies in a floating point register, or a word of the stack, of 8 bytes.
type SingleForm uint8

const (
	// SingleLow: in its lower half.
	SingleLow SingleForm = iota
	// SingleBoxed: in its lower half, with ones above (the RISC-V manual's NaN boxing).
	SingleBoxed
	// SingleDouble: as the double of its value.
	SingleDouble
	// SingleHigh: in its upper half.
	SingleHigh
)

// maxStack bounds stack arguments to 64 KiB, or 32 KiB where their places are counted
// in bytes (maxBytes), which fits every stack that loaded code runs on.
const (
	maxStack = 1 << 13
	maxBytes = 1 << 15
)

// place is where an argument goes. With size 0 that is the 8-byte word at: below
// NumReg a register, else on the stack. Otherwise it is the size bytes from byte at
// on of what begins with the registers and goes on with the stack.
type place struct {
	kind   Kind
	size   uint8
	at     uint16
	narrow bool // extend changes words of the kind
	other  bool // kind is not the parameter's
}

// regBytes is where the stack begins in a place of bytes.
const regBytes = NumReg * 8

// layout places the arguments of a function. It returns the number of floating
// point registers and of stack words of 8 bytes that they take.
func (c *Convention) layout(sig Signature) (plan []place, floats, stack int, err error) {
	return c.layoutIn(sig, nil)
}

// layoutIn is layout with memory for the plan, which has to be zero.
func (c *Convention) layoutIn(sig Signature, room []place) (plan []place, floats, stack int, err error) {
	if sig.Result >= numKinds {
		return nil, 0, 0, &SignatureError{Type: sig.String(), Param: -1, Msg: "invalid kind of result"}
	}
	plan = slices.Grow(room[:0], len(sig.Params))[:len(sig.Params)]
	l := layouter{c: c, word: c.word()}
	for i, k := range sig.Params {
		if k == None || k >= numKinds {
			return nil, 0, 0, &SignatureError{Type: sig.String(), Param: i, Msg: "invalid kind"}
		}
		if !l.place(k, &plan[i]) {
			return nil, 0, 0, &SignatureError{
				Type: fmt.Sprintf("function of %d parameters", len(sig.Params)), Param: i,
				Msg: fmt.Sprintf("more than %d words on the stack (%s)", min(c.MaxStack, maxStack), c.Name),
			}
		}
	}
	return plan, bits.OnesCount64(l.floats), (l.stack + 7) / 8, nil
}

// layouter is the state of a layout.
type layouter struct {
	c      *Convention
	word   int    // bytes
	ints   int    // registers used or skipped
	floats uint64 // registers used, a bit each
	closed bool   // no other floating point number takes a register of its class
	before int    // parameters that have a place
	stack  int    // bytes
}

// place finds the place of the next argument. It reports false if there is none.
func (l *layouter) place(k Kind, p *place) bool {
	c := l.c
	p.kind = c.kind(k)
	if k == Uint32 && c.Signed32 {
		p.kind = Int32
	}
	size := p.kind.size()
	words := (size + l.word - 1) / l.word
	before := l.before
	l.before++
	if k.float() && !c.SoftFloat {
		if c.Positional {
			l.floats = 1<<min(l.ints, len(c.Float)) - 1
			l.ints++
		}
		if i, ok := l.float(words, before); ok {
			c.register(c.Float[i], words, p)
			if k == Float32 {
				p.kind = singleKinds[c.Single]
			}
			if c.Shadow {
				l.shadow(words)
			}
			return true
		}
		l.closed = true
		if c.FloatInInt && l.integer(words, p) {
			return true
		}
	} else {
		l.closed = l.closed || c.Leading
		if l.integer(words, p) {
			return true
		}
	}
	if !c.Packed {
		size = words * l.word
	}
	if c.Pairs || c.Packed {
		l.stack = (l.stack + size - 1) &^ (size - 1)
	}
	at := l.stack
	l.stack += size
	if k == Float32 && !c.SoftFloat {
		p.kind = singleKinds[c.SingleStack]
	}
	whole := l.word == 8 && !c.Packed
	if l.stack > min(c.MaxStack, maxStack)*l.word || !whole && l.stack > maxBytes {
		return false
	}
	if whole {
		p.at = uint16(NumReg + at/8)
	} else {
		p.size, p.at = uint8(size), uint16(regBytes+at)
	}
	return true
}

// integer takes the next integer registers.
func (l *layouter) integer(words int, p *place) bool {
	if words > 1 && l.c.Pairs {
		l.ints += l.ints & 1
	}
	i := l.ints
	l.ints += words
	if l.ints > len(l.c.Int) {
		return false
	}
	l.c.register(l.c.Int[i], words, p)
	return true
}

// shadow passes over the integer registers or the words of the stack that an integer
// would take.
func (l *layouter) shadow(words int) {
	if words > 1 && l.c.Pairs {
		l.ints += l.ints & 1
	}
	if l.ints+words > len(l.c.Int) {
		l.stack += words * l.word
	}
	l.ints += words
}

// float takes the first floating point register that is free, or the first pair; n
// parameters are before it.
func (l *layouter) float(words, n int) (i int, ok bool) {
	if l.closed {
		return 0, false
	}
	if l.c.Leading {
		if 2*n >= len(l.c.Float) {
			return 0, false
		}
		l.floats |= 3 << (2 * n)
		return 2 * n, true
	}
	for i := 0; i+words <= len(l.c.Float); i += words {
		if mask := uint64(1)<<words - 1; l.floats>>i&mask == 0 {
			l.floats |= mask << i
			return i, true
		}
	}
	return 0, false
}

// register has p be a register, or two from r on.
func (c *Convention) register(r uint8, words int, p *place) {
	if word := c.word(); word == 8 {
		p.at = uint16(r)
	} else {
		p.size, p.at = uint8(words*word), uint16(r)*uint16(word)
	}
}

// word is c.Word with its default.
func (c *Convention) word() int {
	if c.Word == 0 {
		return 8
	}
	return c.Word
}

// kind is what the convention sees of a kind: a pointer is an integer of a word.
func (c *Convention) kind(k Kind) Kind {
	if k == Pointer && c.Word == 4 {
		return Uint32
	}
	return k
}

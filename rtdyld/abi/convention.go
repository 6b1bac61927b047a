package abi

import "fmt"

// Convention is a calling convention: where arguments go. It is a table; a new
// convention is a new table and an entry in assembly.
type Convention struct {
	// Name is how errors call it.
	Name string
	// Int and Float list the words of Frame.Reg that are the argument registers for
	// integers and pointers, and for floating point numbers, in order. Each class
	// counts for itself; what finds no register left takes the next stack word.
	Int, Float []uint8
	// MaxStack is the largest number of stack words.
	MaxStack int
	// Entry is the address of a C function void(*Frame) of this machine that loads
	// registers and stack from a frame, calls, and stores the result registers. It
	// needs about 100 bytes of stack and the stack words. 0: this machine has none.
	Entry uintptr
}

// maxStack bounds stack arguments to 64 KiB, which fits every stack that loaded
// code runs on.
const maxStack = 1 << 13

// systemV is the convention of the x86-64 psABI (version 1.0, section 3.2.3,
// "Parameter Passing") for INTEGER and SSE arguments of up to eight bytes:
//
//	Reg[0..5]   rdi rsi rdx rcx r8 r9
//	Reg[6..13]  xmm0 ... xmm7
//	al          number of xmm registers used, for variadic functions
//
// Stack words begin at rsp when the call instruction is reached, and rsp is then
// a multiple of 16.
var systemV = Convention{
	Name:     "System V x86-64",
	Int:      []uint8{0, 1, 2, 3, 4, 5},
	Float:    []uint8{6, 7, 8, 9, 10, 11, 12, 13},
	MaxStack: maxStack,
	Entry:    sysvEntryAddr,
}

// SystemV returns the convention of Linux, macOS and the BSDs on x86-64. Its
// Entry is 0 on other machines.
func SystemV() *Convention { return &systemV }

// place is where an argument goes: below NumReg a register, else a stack word.
type place struct {
	kind Kind
	at   uint16
}

// layout places the arguments of a function. It returns the number of floating
// point registers and of stack words that they take.
func (c *Convention) layout(sig Signature) (plan []place, floats, stack int, err error) {
	if sig.Result >= numKinds {
		return nil, 0, 0, &SignatureError{Type: sig.String(), Param: -1, Msg: "invalid kind of result"}
	}
	plan = make([]place, len(sig.Params))
	ints := 0
	for i, k := range sig.Params {
		if k == None || k >= numKinds {
			return nil, 0, 0, &SignatureError{Type: sig.String(), Param: i, Msg: "invalid kind"}
		}
		plan[i].kind = k
		switch {
		case !k.float() && ints < len(c.Int):
			plan[i].at = uint16(c.Int[ints])
			ints++
		case k.float() && floats < len(c.Float):
			plan[i].at = uint16(c.Float[floats])
			floats++
		case stack < min(c.MaxStack, maxStack):
			plan[i].at = uint16(NumReg + stack)
			stack++
		default:
			return nil, 0, 0, &SignatureError{
				Type: fmt.Sprintf("function of %d parameters", len(sig.Params)), Param: i,
				Msg: fmt.Sprintf("more than %d words on the stack (%s)", stack, c.Name),
			}
		}
	}
	return plan, floats, stack, nil
}

package traceback

// Where ucontext_t of Linux has registers, and their DWARF numbers (DWARF for the Arm
// 64-bit Architecture, section 4.1).
const (
	contextFP = 184 + 8*29
	contextLR = 184 + 8*30
	contextSP = 432
	contextPC = 440
	hasLR     = true
)

// bare is the rule of a stub, which has nothing on the stack.
var bare = rule{base: baseSP}

var cpu = processor{sp: 31, fp: 29, ra: 30}

// leaf returns where a function goes back to that has nothing on the stack, and the stack
// pointer there.
//
//go:nosplit
//go:norace
//go:nocheckptr
func leaf(sp, lr uintptr) (pc, up uintptr, ok bool) { return lr, sp, true }

// calls reports whether the instruction before pc is a call: BL or BLR.
//
//go:nosplit
//go:norace
//go:nocheckptr
func calls(pc uintptr) bool {
	word, ok := load((pc - 4) &^ 7)
	if !ok || pc%4 != 0 {
		return false
	}
	inst := uint32(word >> ((pc - 4) % 8 * 8))
	return inst>>26 == 0x25 || inst&0xfffffc1f == 0xd63f0000
}

// target returns where the call before pc goes, if the instruction says: BL.
//
//go:nosplit
//go:norace
//go:nocheckptr
func target(pc uintptr) (to uintptr, ok bool) {
	inst := *(*uint32)(foreign(pc - 4)) // calls has looked whether it is there
	return pc - 4 + uintptr(int64(int32(inst<<6)>>4)), inst>>26 == 0x25
}

// jumps reports whether the code at from jumps to another function: B.
//
//go:nosplit
//go:norace
//go:nocheckptr
func jumps(from, to uintptr) bool {
	for at := from; at < from+maxJump; at += 4 {
		if inst := *(*uint32)(foreign(at)); inst>>26 == 0x05 && at+uintptr(int64(int32(inst<<6)>>4)) == to {
			return true
		}
	}
	return false
}

// register is one that a report tells, and where ucontext_t has it.
type register struct {
	name [4]byte
	at   uintptr
}

// registers are filled at the start: x0 to x30, sp, pc.
var registers [33]register

func init() {
	for i := range 31 {
		r := &registers[i]
		r.name[0], r.at = 'x', 184+8*uintptr(i)
		if i < 10 {
			r.name[1] = '0' + byte(i)
		} else {
			r.name[1], r.name[2] = '0'+byte(i/10), '0'+byte(i%10)
		}
	}
	registers[31], registers[32] = register{[4]byte{'s', 'p'}, contextSP}, register{[4]byte{'p', 'c'}, contextPC}
}

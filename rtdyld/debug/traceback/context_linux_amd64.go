package traceback

// Where ucontext_t of Linux has registers, and their DWARF numbers (System V ABI AMD64,
// figure 3.36).
const (
	contextFP = 120
	contextSP = 160
	contextPC = 168
	contextLR = contextPC // there is none
	hasLR     = false
)

// bare is the rule of a stub, which has nothing on the stack.
var bare = rule{base: baseSP, ra: inMemory, cfa: 8, raAt: -8}

var cpu = processor{sp: 7, fp: 6, ra: 16}

// leaf returns where a function goes back to that has nothing on the stack, and the stack
// pointer there.
//
//go:nosplit
//go:norace
//go:nocheckptr
func leaf(sp, _ uintptr) (pc, up uintptr, ok bool) {
	pc, ok = load(sp)
	return pc, sp + 8, ok
}

// calls reports whether the instruction before pc is a call.
//
//go:nosplit
//go:norace
//go:nocheckptr
func calls(pc uintptr) bool {
	low, ok := load((pc - 8) &^ 7)
	if !ok {
		return false
	}
	if shift := pc % 8 * 8; shift != 0 {
		high, ok := load(pc &^ 7)
		if !ok {
			return false
		}
		low = low>>shift | high<<(64-shift)
	}
	// low has the eight bytes before pc, the nearest in its highest bits.
	modrm := func(n uintptr) uintptr { return low >> (64 - 8*n) & 0x38ff } // opcode and /digit of one of n bytes
	return low>>24&0xff == 0xe8 || modrm(2) == 0x10ff || modrm(3) == 0x10ff || modrm(6) == 0x10ff || modrm(7) == 0x10ff
}

// target returns where the call before pc goes, if the instruction says: CALL rel32.
//
//go:nosplit
//go:norace
//go:nocheckptr
func target(pc uintptr) (to uintptr, ok bool) {
	// Both words are there: calls has looked.
	low := *(*uintptr)(foreign((pc - 8) &^ 7))
	if shift := pc % 8 * 8; shift != 0 {
		low = low>>shift | *(*uintptr)(foreign(pc &^ 7))<<(64-shift)
	}
	return pc + uintptr(int32(low>>32)), low>>24&0xff == 0xe8
}

// jumps reports whether the code at from jumps to another function: JMP rel32.
//
//go:nosplit
//go:norace
//go:nocheckptr
func jumps(from, to uintptr) bool {
	for at := from; at < from+maxJump-5; at++ {
		if *(*byte)(foreign(at)) == 0xe9 && at+5+uintptr(*(*int32)(foreign(at + 1))) == to {
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

var registers = [...]register{
	{[4]byte{'r', 'a', 'x'}, 144}, {[4]byte{'r', 'b', 'x'}, 128}, {[4]byte{'r', 'c', 'x'}, 152}, {[4]byte{'r', 'd', 'x'}, 136},
	{[4]byte{'r', 's', 'i'}, 112}, {[4]byte{'r', 'd', 'i'}, 104}, {[4]byte{'r', 'b', 'p'}, 120}, {[4]byte{'r', 's', 'p'}, 160},
	{[4]byte{'r', '8'}, 40}, {[4]byte{'r', '9'}, 48}, {[4]byte{'r', '1', '0'}, 56}, {[4]byte{'r', '1', '1'}, 64},
	{[4]byte{'r', '1', '2'}, 72}, {[4]byte{'r', '1', '3'}, 80}, {[4]byte{'r', '1', '4'}, 88}, {[4]byte{'r', '1', '5'}, 96},
	{[4]byte{'r', 'i', 'p'}, 168},
}

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

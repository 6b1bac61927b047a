package traceback

// Where ucontext_t of Linux has registers, and their DWARF numbers (64-bit ELF V2 ABI,
// section 2.4).
const (
	contextFP = 232 + 8*31
	contextLR = 232 + 8*36
	contextSP = 232 + 8*1
	contextPC = 232 + 8*32
	hasLR     = true
)

// bare is the rule of a stub, which has nothing on the stack.
var bare = rule{base: baseSP}

var cpu = processor{sp: 1, fp: 31, ra: 65}

// leaf returns where a function goes back to that has nothing on the stack, and the stack
// pointer there.
//
//go:nosplit
//go:norace
//go:nocheckptr
func leaf(sp, lr uintptr) (pc, up uintptr, ok bool) { return lr, sp, true }

// calls reports whether the instruction before pc is a call: bl or bctrl.
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
	return inst>>26 == 18 && inst&3 == 1 || inst == 0x4e800421
}

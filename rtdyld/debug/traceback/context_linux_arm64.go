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

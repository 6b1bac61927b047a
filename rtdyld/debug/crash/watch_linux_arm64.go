package crash

// Where ucontext_t has the program counter and registers.
const (
	contextPC  = 440
	contextX17 = 320
	contextX18 = 328
)

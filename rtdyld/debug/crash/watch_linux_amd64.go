package crash

// Where ucontext_t has the program counter and registers.
const (
	contextPC  = 168
	contextR10 = 56
	contextR11 = 64
)

package crash

// contextPC is where ucontext_t has the program counter.
const contextPC = 168

//go:build linux && (ppc64 || ppc64le)

#include "textflag.h"

// void __jit_debug_register_code(void): a debugger has a breakpoint here.
TEXT __jit_debug_register_code(SB), NOSPLIT|NOFRAME, $0-0
	NOP
	RET

DATA __jit_debug_descriptor+0(SB)/4, $1
GLOBL __jit_debug_descriptor(SB), NOPTR, $24

// func notify()
TEXT ·notify(SB), NOSPLIT, $16-0
	CALL __jit_debug_register_code(SB)
	RET

// func address() uintptr
TEXT ·address(SB), NOSPLIT, $0-8
	MOVD $__jit_debug_descriptor(SB), R3
	MOVD R3, ret+0(FP)
	RET

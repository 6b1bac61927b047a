//go:build !cgo

#include "textflag.h"

// What runtime/cgo has in C. A program without cgo gets it from here.

// void callers(uintptr sig, void *info, void *context, void (*traceback)(struct cgoTracebackArg *),
//	uintptr *buf, void (*sigtramp)(uintptr, void *, void *))
// is called by the runtime instead of a signal handler, on the signal's stack.
TEXT callersEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	SUBQ $72, SP
	MOVQ DI, 32(SP)
	MOVQ SI, 40(SP)
	MOVQ DX, 48(SP)
	MOVQ R9, 56(SP)
	MOVQ $0, 0(SP)  // context
	MOVQ DX, 8(SP)  // sigContext
	MOVQ R8, 16(SP) // buf
	MOVQ $32, 24(SP) // len(runtime.cgoCallers)
	MOVQ SP, DI
	CALL CX
	MOVQ 32(SP), DI
	MOVQ 40(SP), SI
	MOVQ 48(SP), DX
	MOVQ 56(SP), R9
	ADDQ $72, SP
	JMP  R9

// void set(struct { void *traceback, *context, *symbolizer; } *)
TEXT setEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 0(DI), AX
	MOVQ AX, tracebackSet<>(SB)
	MOVQ 16(DI), AX
	MOVQ AX, symbolizerSet<>(SB)
	RET

// void callTraceback(struct cgoTracebackArg *)
TEXT callTracebackEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ tracebackSet<>(SB), AX
	TESTQ AX, AX
	JEQ  none
	JMP  AX
none:
	RET

// void callSymbolizer(struct cgoSymbolizerArg *)
TEXT callSymbolizerEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ symbolizerSet<>(SB), AX
	TESTQ AX, AX
	JEQ  none
	JMP  AX
none:
	RET

GLOBL tracebackSet<>(SB), NOPTR, $8
GLOBL symbolizerSet<>(SB), NOPTR, $8

// func substitutes() (callers, set, callTraceback, callSymbolizer uintptr)
TEXT ·substitutes(SB), NOSPLIT, $0-32
	LEAQ callersEntry<>(SB), AX
	MOVQ AX, callers+0(FP)
	LEAQ setEntry<>(SB), AX
	MOVQ AX, set+8(FP)
	LEAQ callTracebackEntry<>(SB), AX
	MOVQ AX, callTraceback+16(FP)
	LEAQ callSymbolizerEntry<>(SB), AX
	MOVQ AX, callSymbolizer+24(FP)
	RET

//go:build !cgo

#include "textflag.h"

// What runtime/cgo has in C. A program without cgo gets it from here.

// void callers(uintptr sig, void *info, void *context, void (*traceback)(struct cgoTracebackArg *),
//	uintptr *buf, void (*sigtramp)(uintptr, void *, void *))
// is called by the runtime instead of a signal handler, on the signal's stack.
TEXT callersEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	SUB  $96, RSP
	STP  (R29, R30), 80(RSP)
	STP  (R0, R1), 48(RSP)
	STP  (R2, R5), 64(RSP)
	MOVD ZR, 16(RSP)  // context
	MOVD R2, 24(RSP)  // sigContext
	MOVD R4, 32(RSP)  // buf
	MOVD $32, R6      // len(runtime.cgoCallers)
	MOVD R6, 40(RSP)
	ADD  $16, RSP, R0
	BL   (R3)
	LDP  48(RSP), (R0, R1)
	LDP  64(RSP), (R2, R5)
	LDP  80(RSP), (R29, R30)
	ADD  $96, RSP
	B    (R5)

// void set(struct { void *traceback, *context, *symbolizer; } *)
TEXT setEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 0(R0), R1
	MOVD $tracebackSet<>(SB), R2
	MOVD R1, (R2)
	MOVD 16(R0), R1
	MOVD $symbolizerSet<>(SB), R2
	MOVD R1, (R2)
	RET

// void callTraceback(struct cgoTracebackArg *)
TEXT callTracebackEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $tracebackSet<>(SB), R2
	MOVD (R2), R2
	CBZ  R2, none
	B    (R2)
none:
	RET

// void callSymbolizer(struct cgoSymbolizerArg *)
TEXT callSymbolizerEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $symbolizerSet<>(SB), R2
	MOVD (R2), R2
	CBZ  R2, none
	B    (R2)
none:
	RET

GLOBL tracebackSet<>(SB), NOPTR, $8
GLOBL symbolizerSet<>(SB), NOPTR, $8

// func substitutes() (callers, set, callTraceback, callSymbolizer uintptr)
TEXT ·substitutes(SB), NOSPLIT, $0-32
	MOVD $callersEntry<>(SB), R0
	MOVD R0, callers+0(FP)
	MOVD $setEntry<>(SB), R0
	MOVD R0, set+8(FP)
	MOVD $callTracebackEntry<>(SB), R0
	MOVD R0, callTraceback+16(FP)
	MOVD $callSymbolizerEntry<>(SB), R0
	MOVD R0, callSymbolizer+24(FP)
	RET

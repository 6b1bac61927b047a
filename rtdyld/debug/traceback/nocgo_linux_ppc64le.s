//go:build !cgo

#include "textflag.h"

// What runtime/cgo has in C. A program without cgo gets it from here.

// void callers(uintptr sig, void *info, void *context, void (*traceback)(struct cgoTracebackArg *),
//	uintptr *buf, void (*sigtramp)(uintptr, void *, void *))
// is called by the runtime instead of a signal handler, on the signal's stack.
TEXT callersEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD  LR, R9
	MOVD  R9, 16(R1)
	MOVDU R1, -112(R1)
	MOVD  R3, 64(R1)
	MOVD  R4, 72(R1)
	MOVD  R5, 80(R1)
	MOVD  R8, 88(R1)
	MOVD  $0, R9
	MOVD  R9, 32(R1) // context
	MOVD  R5, 40(R1) // sigContext
	MOVD  R7, 48(R1) // buf
	MOVD  $32, R9    // len(runtime.cgoCallers)
	MOVD  R9, 56(R1)
	ADD   $32, R1, R3
	MOVD  R6, R12
	MOVD  R12, CTR
	BL    (CTR)
	MOVD  64(R1), R3
	MOVD  72(R1), R4
	MOVD  80(R1), R5
	MOVD  88(R1), R12
	ADD   $112, R1
	MOVD  16(R1), R9
	MOVD  R9, LR
	MOVD  R12, CTR
	BR    (CTR)

// void set(struct { void *traceback, *context, *symbolizer; } *)
TEXT setEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 0(R3), R4
	MOVD $tracebackSet<>(SB), R5
	MOVD R4, (R5)
	MOVD 16(R3), R4
	MOVD $symbolizerSet<>(SB), R5
	MOVD R4, (R5)
	RET

// void callTraceback(struct cgoTracebackArg *)
TEXT callTracebackEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $tracebackSet<>(SB), R5
	BR   call<>(SB)

// void callSymbolizer(struct cgoSymbolizerArg *)
TEXT callSymbolizerEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $symbolizerSet<>(SB), R5
	BR   call<>(SB)

// call goes on in the function at R5, if there is one.
TEXT call<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD (R5), R12
	CMP  R12, $0
	BEQ  none
	MOVD R12, CTR
	BR   (CTR)
none:
	RET

GLOBL tracebackSet<>(SB), NOPTR, $8
GLOBL symbolizerSet<>(SB), NOPTR, $8

// func substitutes() (callers, set, callTraceback, callSymbolizer uintptr)
TEXT ·substitutes(SB), NOSPLIT, $0-32
	MOVD $callersEntry<>(SB), R3
	MOVD R3, callers+0(FP)
	MOVD $setEntry<>(SB), R3
	MOVD R3, set+8(FP)
	MOVD $callTracebackEntry<>(SB), R3
	MOVD R3, callTraceback+16(FP)
	MOVD $callSymbolizerEntry<>(SB), R3
	MOVD R3, callSymbolizer+24(FP)
	RET

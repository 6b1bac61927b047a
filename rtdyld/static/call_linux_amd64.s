//go:build !cgo && !rtdyld_nolinkname

#include "textflag.h"

// The thread pointer is at its own address.
#define THREAD_POINTER_AX BYTE $0x64; BYTE $0x48; BYTE $0x8b; BYTE $0x04; BYTE $0x25; LONG $0 // movq %fs:0, %rax
#define G_CX BYTE $0x64; BYTE $0x48; BYTE $0x8b; BYTE $0x0c; BYTE $0x25; LONG $-8 // movq %fs:-8, %rcx

// Words below the thread pointer, as in glue.h.
#define STACK -16

// func enter(entry uintptr, f unsafe.Pointer) uintptr
//
// entry keeps rbx and rbp, as C functions do. The C stack begins with Go's stack pointer, for handlers of signals, and a
// word that stays 0: debuggers, which take it for a return address, end there.
TEXT ·enter(SB), NOSPLIT, $0-24
	MOVQ entry+0(FP), DX
	MOVQ f+8(FP), DI
	THREAD_POINTER_AX
	TESTQ AX, AX
	JEQ  none
	MOVQ STACK(AX), CX
	MOVQ SP, BX
	MOVQ BX, -16(CX)
	LEAQ -16(CX), SP
	CALL DX
	MOVQ BX, SP
	MOVQ $0, ret+16(FP)
	RET

none:
	MOVQ $1, ret+16(FP)
	RET

// func enterOn(entry uintptr, arg unsafe.Pointer, top uintptr)
TEXT ·enterOn(SB), NOSPLIT, $0-24
	MOVQ entry+0(FP), DX
	MOVQ arg+8(FP), DI
	MOVQ top+16(FP), CX
	MOVQ SP, BX
	MOVQ BX, -16(CX)
	LEAQ -16(CX), SP
	CALL DX
	MOVQ BX, SP
	RET

// func isAdopted() bool
TEXT ·isAdopted(SB), NOSPLIT, $0-1
	THREAD_POINTER_AX
	TESTQ AX, AX
	SETNE ret+0(FP)
	RET

// func goroutineAt() (tls, fixed, register uintptr)
//
// Where Go has the goroutine: by the linker's word for it, at -8 from the thread pointer, in its register.
TEXT ·goroutineAt(SB), NOSPLIT, $0-24
	MOVQ (TLS), AX
	MOVQ AX, tls+0(FP)
	G_CX
	MOVQ CX, fixed+8(FP)
	MOVQ R14, register+16(FP)
	RET

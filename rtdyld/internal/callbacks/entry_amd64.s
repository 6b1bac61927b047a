//go:build linux || windows

#include "textflag.h"

// What is saved is an abi.Saved, of 304 bytes.
#define INT(n) (n*8)
#define NUMBER 72
#define VEC(n) (80+n*16)
#define STACK 288
#define RETURNED 296
#define SAVED 304

#ifdef GOOS_linux
DATA ·nativeEntry(SB)/8, $sysvCallback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $8

// sysvCallback is where thunks lead that C of System V calls (x86-64 psABI, section 3.2). R11 is the number.
TEXT sysvCallback<>(SB), NOSPLIT|NOFRAME, $0-0
	LEAQ   8(SP), R10
	ADJSP  $(SAVED+24)
	MOVQ   DI, INT(0)(SP)
	MOVQ   SI, INT(1)(SP)
	MOVQ   DX, INT(2)(SP)
	MOVQ   CX, INT(3)(SP)
	MOVQ   R8, INT(4)(SP)
	MOVQ   R9, INT(5)(SP)
	MOVQ   R11, NUMBER(SP)
	MOVUPS X0, VEC(0)(SP)
	MOVUPS X1, VEC(1)(SP)
	MOVUPS X2, VEC(2)(SP)
	MOVUPS X3, VEC(3)(SP)
	MOVUPS X4, VEC(4)(SP)
	MOVUPS X5, VEC(5)(SP)
	MOVUPS X6, VEC(6)(SP)
	MOVUPS X7, VEC(7)(SP)
	MOVQ   R10, STACK(SP)
	MOVQ   $0, RETURNED(SP)
	MOVQ   ·enterGoCall(SB), DI
	MOVQ   (DI), DI
	MOVQ   SP, SI
	XORL   CX, CX
	CALL   crosscall2(SB)
	MOVQ   INT(0)(SP), AX
	MOVQ   INT(1)(SP), DX
	MOVUPS VEC(0)(SP), X0
	MOVUPS VEC(1)(SP), X1
	MOVQ   RETURNED(SP), R11
	TESTQ  R11, R11
	JNE    x87

done:
	ADJSP  $-(SAVED+24)
	RET

x87:
	TESTQ  $4, R11          // abi.ReturnedX87Two
	JEQ    one
	FMOVX  VEC(1)(SP), F0

one:
	FMOVX  VEC(0)(SP), F0
	JMP    done
#endif

#ifdef GOOS_linux
// WIDE is what is behind an abi.Saved for vector registers as they are, at abi.SavedWide.
#define WIDE(n) (320+n*64)
#define WIDEFRAME (WIDE(8)+8)

// SAVEWORDS saves what both wideEntries save alike. (The stack is C's: what the linker knows of Go's, it need not check here.)
#define SAVEWORDS \
	LEAQ   8(SP), R10 \
	LEAQ   -WIDEFRAME(SP), SP \
	MOVQ   DI, INT(0)(SP) \
	MOVQ   SI, INT(1)(SP) \
	MOVQ   DX, INT(2)(SP) \
	MOVQ   CX, INT(3)(SP) \
	MOVQ   R8, INT(4)(SP) \
	MOVQ   R9, INT(5)(SP) \
	MOVQ   R11, NUMBER(SP) \
	MOVQ   R10, STACK(SP) \
	MOVQ   $0, RETURNED(SP)

// ENTERGO calls Go, and loads the registers of results up to 16 bytes; flags tell whether there is more.
#define ENTERGO \
	VZEROUPPER \
	MOVQ   ·enterGoCall(SB), DI \
	MOVQ   (DI), DI \
	MOVQ   SP, SI \
	XORL   CX, CX \
	CALL   crosscall2(SB) \
	MOVQ   INT(0)(SP), AX \
	MOVQ   INT(1)(SP), DX \
	MOVUPS WIDE(0)(SP), X0 \
	MOVUPS WIDE(1)(SP), X1 \
	MOVQ   RETURNED(SP), R11 \
	TESTQ  R11, R11

DATA ·wideEntries+0(SB)/8, $sysvCallback32<>(SB)
DATA ·wideEntries+8(SB)/8, $sysvCallback64<>(SB)
GLOBL ·wideEntries(SB), NOPTR, $16

// sysvCallback32 is sysvCallback for functions that have vectors of 32 bytes in registers.
TEXT sysvCallback32<>(SB), NOSPLIT|NOFRAME, $0-0
	SAVEWORDS
	VMOVDQU Y0, WIDE(0)(SP)
	VMOVDQU Y1, WIDE(1)(SP)
	VMOVDQU Y2, WIDE(2)(SP)
	VMOVDQU Y3, WIDE(3)(SP)
	VMOVDQU Y4, WIDE(4)(SP)
	VMOVDQU Y5, WIDE(5)(SP)
	VMOVDQU Y6, WIDE(6)(SP)
	VMOVDQU Y7, WIDE(7)(SP)
	ENTERGO
	JNE more

done:
	LEAQ WIDEFRAME(SP), SP
	RET

more:
	TESTQ $16, R11          // abi.ReturnedWide
	JEQ   x87
	VMOVDQU WIDE(0)(SP), Y0
	JMP   done

x87:
	TESTQ  $4, R11          // abi.ReturnedX87Two
	JEQ    one
	FMOVX  VEC(1)(SP), F0

one:
	FMOVX  VEC(0)(SP), F0
	JMP    done

// sysvCallback64 is sysvCallback for functions that have vectors of 64 bytes in registers.
TEXT sysvCallback64<>(SB), NOSPLIT|NOFRAME, $0-0
	SAVEWORDS
	VMOVDQU64 Z0, WIDE(0)(SP)
	VMOVDQU64 Z1, WIDE(1)(SP)
	VMOVDQU64 Z2, WIDE(2)(SP)
	VMOVDQU64 Z3, WIDE(3)(SP)
	VMOVDQU64 Z4, WIDE(4)(SP)
	VMOVDQU64 Z5, WIDE(5)(SP)
	VMOVDQU64 Z6, WIDE(6)(SP)
	VMOVDQU64 Z7, WIDE(7)(SP)
	ENTERGO
	JNE more

done:
	LEAQ WIDEFRAME(SP), SP
	RET

more:
	TESTQ $16, R11          // abi.ReturnedWide
	JEQ   x87
	VMOVDQU64 WIDE(0)(SP), Z0
	JMP   done

x87:
	TESTQ  $4, R11          // abi.ReturnedX87Two
	JEQ    one
	FMOVX  VEC(1)(SP), F0

one:
	FMOVX  VEC(0)(SP), F0
	JMP    done
#endif

DATA ·win64Entry(SB)/8, $win64Callback<>(SB)
GLOBL ·win64Entry(SB), NOPTR, $8

// Above what is saved are the registers that Windows' convention keeps and System V's does not, and below it is room for what
// Windows' functions save.
#define KEPT (SAVED+0)
#define FRAME (KEPT+184)

// win64Callback is where thunks lead that C for Windows calls (Microsoft, "x64 calling convention").
TEXT win64Callback<>(SB), NOSPLIT|NOFRAME, $0-0
	LEAQ   40(SP), R10
	ADJSP  $FRAME
	MOVQ   CX, INT(0)(SP)
	MOVQ   DX, INT(1)(SP)
	MOVQ   R8, INT(2)(SP)
	MOVQ   R9, INT(3)(SP)
	MOVQ   R11, NUMBER(SP)
	MOVUPS X0, VEC(0)(SP)
	MOVUPS X1, VEC(1)(SP)
	MOVUPS X2, VEC(2)(SP)
	MOVUPS X3, VEC(3)(SP)
	MOVQ   R10, STACK(SP)
	MOVQ   $0, RETURNED(SP)
	MOVQ   DI, (KEPT+160)(SP)
	MOVQ   SI, (KEPT+168)(SP)
#ifdef GOOS_windows
	MOVQ   SP, CX
	MOVQ   ·enterGoAddr(SB), AX
	ADJSP  $32
	CALL   AX
	ADJSP  $-32
#else
	MOVUPS X6, (KEPT+0)(SP)
	MOVUPS X7, (KEPT+16)(SP)
	MOVUPS X8, (KEPT+32)(SP)
	MOVUPS X9, (KEPT+48)(SP)
	MOVUPS X10, (KEPT+64)(SP)
	MOVUPS X11, (KEPT+80)(SP)
	MOVUPS X12, (KEPT+96)(SP)
	MOVUPS X13, (KEPT+112)(SP)
	MOVUPS X14, (KEPT+128)(SP)
	MOVUPS X15, (KEPT+144)(SP)
	MOVQ   ·enterGoCall(SB), DI
	MOVQ   (DI), DI
	MOVQ   SP, SI
	XORL   CX, CX
	CALL   crosscall2(SB)
	MOVUPS (KEPT+0)(SP), X6
	MOVUPS (KEPT+16)(SP), X7
	MOVUPS (KEPT+32)(SP), X8
	MOVUPS (KEPT+48)(SP), X9
	MOVUPS (KEPT+64)(SP), X10
	MOVUPS (KEPT+80)(SP), X11
	MOVUPS (KEPT+96)(SP), X12
	MOVUPS (KEPT+112)(SP), X13
	MOVUPS (KEPT+128)(SP), X14
	MOVUPS (KEPT+144)(SP), X15
#endif
	MOVQ   (KEPT+160)(SP), DI
	MOVQ   (KEPT+168)(SP), SI
	MOVQ   INT(0)(SP), AX
	MOVUPS VEC(0)(SP), X0
	ADJSP  $-FRAME
	RET

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

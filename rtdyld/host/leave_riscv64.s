//go:build linux

#include "textflag.h"

// void enterMain(struct leaving *l), a C function: see leave.go. X9 (s1) is l.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	ADD  $-16, X2
	MOV  X1, 8(X2)
	MOV  X9, 0(X2)
	MOV  X10, X9
	ADD  $72, X9, X10
	MOV  X0, X11
	MOV  0(X9), X5
	CALL X5           // __sigsetjmp(buf, 0)
	BNEZ X10, left
	ADD  $72, X9, X10
	MOV  8(X9), X5
	CALL X5           // __pthread_register_cancel(buf)
	WORD $0x00101073  // fsflags x0
	MOV  32(X9), X10
	MOV  40(X9), X11
	MOV  48(X9), X12
	MOV  24(X9), X5
	CALL X5           // main(argc, argv, envp)
	MOV  X10, 56(X9)
	JMP  done

left:
	MOV $1, X10
	MOV X10, 64(X9)

done:
	WORD $0x00301073  // fscsr x0
	ADD  $72, X9, X10
	MOV  16(X9), X5
	CALL X5           // __pthread_unregister_cancel(buf)
	MOV  8(X2), X1
	MOV  0(X2), X9
	ADD  $16, X2
	RET

DATA ·enterMain+0(SB)/8, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $8

//go:build linux && go1.27

#include "textflag.h"

// void enterMain(struct leaving *l), a C function: see leave.go. R12 is l.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	STMG R6, R15, 48(R15)
	MOVD R15, R1
	ADD  $-160, R15
	MOVD R1, 0(R15)
	MOVD R2, R12
	ADD  $72, R12, R2
	MOVD $0, R3
	MOVD 0(R12), R1
	BL   (R1)                 // __sigsetjmp(buf, 0)
	CMPW R2, $0
	BNE  left
	ADD  $72, R12, R2
	MOVD 8(R12), R1
	BL   (R1)                 // __pthread_register_cancel(buf)
	WORD $0xb38c0010          // efpc %r1
	MOVD $0xff07ffff, R5
	AND  R5, R1
	WORD $0xb3840010          // sfpc %r1
	MOVD 32(R12), R2
	MOVD 40(R12), R3
	MOVD 48(R12), R4
	MOVD 24(R12), R1
	BL   (R1)                 // main(argc, argv, envp)
	MOVD R2, 56(R12)
	BR   done

left:
	MOVD $1, R2
	MOVD R2, 64(R12)

done:
	MOVD $0, R1
	WORD $0xb3840010          // sfpc %r1
	ADD  $72, R12, R2
	MOVD 16(R12), R1
	BL   (R1)                 // __pthread_unregister_cancel(buf)
	LMG  (160+48)(R15), R6, R15
	RET

DATA ·enterMain+0(SB)/8, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $8

//go:build linux

#include "textflag.h"

#define CALL_C(from) MOVD from, R12; MOVD R12, CTR; BL (CTR)

// void enterMain(struct leaving *l), a C function: see leave.go. R29 is l. The buffer is
// aligned to 16, as that of vectors.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD  LR, R0
	MOVD  R0, 16(R1)
	MOVD  R29, -8(R1)
	MOVDU R1, -112(R1)
	MOVD  R3, R29
	ADD   $80, R29, R3
	MOVD  $0, R4
	CALL_C(0(R29))            // __sigsetjmp(buf, 0)
	CMPW  R3, $0
	BNE   left
	ADD   $80, R29, R3
	CALL_C(8(R29))            // __pthread_register_cancel(buf)
	WORD  $0xfc00010c         // mtfsfi 0,0: all fields of the FPSCR with exceptions
	WORD  $0xfc80010c         // mtfsfi 1,0
	WORD  $0xfd00010c         // mtfsfi 2,0
	WORD  $0xfd80010c         // mtfsfi 3,0
	WORD  $0xfe80010c         // mtfsfi 5,0
	MOVD  32(R29), R3
	MOVD  40(R29), R4
	MOVD  48(R29), R5
	CALL_C(24(R29))           // main(argc, argv, envp)
	MOVD  R3, 56(R29)
	BR    done

left:
	MOVD $1, R3
	MOVD R3, 64(R29)

done:
	WORD $0xff00010c          // mtfsfi 6,0: no exception traps, and the usual rounding
	WORD $0xff80010c          // mtfsfi 7,0
	ADD  $80, R29, R3
	CALL_C(16(R29))           // __pthread_unregister_cancel(buf)
	ADD  $112, R1
	MOVD -8(R1), R29
	MOVD 16(R1), R0
	MOVD R0, LR
	RET

DATA ·enterMain+0(SB)/8, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $8

//go:build linux

#include "textflag.h"

// void enterMain(struct leaving *l), a C function: see leave.go. R19 is l.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	STP.W (R29, R30), -32(RSP)
	MOVD  R19, 16(RSP)
	MOVD  RSP, R29
	MOVD  R0, R19
	ADD   $72, R19, R0
	MOVD  $0, R1
	MOVD  0(R19), R9
	CALL  (R9)                 // __sigsetjmp(buf, 0)
	CBNZW R0, left
	ADD   $72, R19, R0
	MOVD  8(R19), R9
	CALL  (R9)                 // __pthread_register_cancel(buf)
	MSR   ZR, FPSR
	MOVD  32(R19), R0
	MOVD  40(R19), R1
	MOVD  48(R19), R2
	MOVD  24(R19), R9
	CALL  (R9)                 // main(argc, argv, envp)
	MOVD  R0, 56(R19)
	B     done

left:
	MOVD $1, R0
	MOVD R0, 64(R19)

done:
	MOVD  $0, R0
	MOVD  $·mainBlocks(SB), R1
	MOVD  $0, R2
	MOVD  $8, R3
	MOVD  $135, R8
	SVC                       // rt_sigprocmask(SIG_BLOCK, &mainBlocks, NULL, 8)
	MSR   ZR, FPCR
	ADD   $72, R19, R0
	MOVD  16(R19), R9
	CALL  (R9)                // __pthread_unregister_cancel(buf)
	MOVD  16(RSP), R19
	LDP.P 32(RSP), (R29, R30)
	RET

DATA ·enterMain+0(SB)/8, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $8

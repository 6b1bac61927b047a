#include "textflag.h"

// void report(int, siginfo_t *, ucontext_t *, struct { uintptr low, high, only_loaded, with_registers; } *): see Reporter. It keeps what C functions keep.
TEXT reportC<>(SB), NOSPLIT|NOFRAME, $0-0
	SUB  $256, RSP
	STP  (R29, R30), 240(RSP)
	STP  (R19, R20), 32(RSP)
	STP  (R21, R22), 48(RSP)
	STP  (R23, R24), 64(RSP)
	STP  (R25, R26), 80(RSP)
	STP  (R27, g), 96(RSP)
	FSTPD (F8, F9), 112(RSP)
	FSTPD (F10, F11), 128(RSP)
	FSTPD (F12, F13), 144(RSP)
	FSTPD (F14, F15), 160(RSP)
	MOVWU R0, R0
	STP  (R0, R1), 176(RSP)
	LDP  0(R3), (R4, R5)
	STP  (R2, R4), 192(RSP)
	LDP  16(R3), (R6, R7)
	STP  (R5, R6), 208(RSP)
	MOVD R7, 224(RSP)
	MOVD $·readers(SB), R3
again:
	LDAXR (R3), R4
	ADD   $1, R4
	STLXR R4, (R3), R5
	CBNZ  R5, again
	DMB   $0xb
	MOVD  $·root(SB), R1
	LDAR  (R1), R1
	ADD   $176, RSP, R0
	MOVD  ·reportCall(SB), R26
	MOVD  (R26), R3
	BL    (R3)
	MOVD $·readers(SB), R3
down:
	LDAXR (R3), R4
	SUB   $1, R4
	STLXR R4, (R3), R5
	CBNZ  R5, down
	LDP  240(RSP), (R29, R30)
	LDP  32(RSP), (R19, R20)
	LDP  48(RSP), (R21, R22)
	LDP  64(RSP), (R23, R24)
	LDP  80(RSP), (R25, R26)
	LDP  96(RSP), (R27, g)
	FLDPD 112(RSP), (F8, F9)
	FLDPD 128(RSP), (F10, F11)
	FLDPD 144(RSP), (F12, F13)
	FLDPD 160(RSP), (F14, F15)
	ADD  $256, RSP
	RET

// func reportEntry() uintptr
TEXT ·reportEntry(SB), NOSPLIT, $0-8
	MOVD $reportC<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func writeOut(p unsafe.Pointer, n uintptr): write to 2, until all is written or there is an error.
TEXT ·writeOut(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R1
	MOVD n+8(FP), R2
more:
	CBZ  R2, done
	MOVD $2, R0
	MOVD $64, R8
	SVC
	CMN  $4, R0 // EINTR
	BEQ  more
	CMP  $0, R0
	BLE  done
	ADD  R0, R1
	SUB  R0, R2
	B    more
done:
	RET

// func yield()
TEXT ·yield(SB), NOSPLIT, $0-0
	MOVD $124, R8
	SVC
	RET

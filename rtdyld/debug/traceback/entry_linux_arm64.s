#include "textflag.h"

// Functions of C: their argument is in R0, they keep R19 to R29 and the low halves of V8 to
// V15. Go's functions take R0 and R1.

#define SAVE \
	STP (R29, R30), 16(RSP) \
	STP (R19, R20), 32(RSP) \
	STP (R21, R22), 48(RSP) \
	STP (R23, R24), 64(RSP) \
	STP (R25, R26), 80(RSP) \
	STP (R27, g), 96(RSP) \
	FSTPD (F8, F9), 112(RSP) \
	FSTPD (F10, F11), 128(RSP) \
	FSTPD (F12, F13), 144(RSP) \
	FSTPD (F14, F15), 160(RSP)

#define RESTORE \
	LDP 16(RSP), (R29, R30) \
	LDP 32(RSP), (R19, R20) \
	LDP 48(RSP), (R21, R22) \
	LDP 64(RSP), (R23, R24) \
	LDP 80(RSP), (R25, R26) \
	LDP 96(RSP), (R27, g) \
	FLDPD 112(RSP), (F8, F9) \
	FLDPD 128(RSP), (F10, F11) \
	FLDPD 144(RSP), (F12, F13) \
	FLDPD 160(RSP), (F14, F15)

// enter counts a reader, before it loads root. It uses R3 to R5.
TEXT enter<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $·readers(SB), R3
again:
	LDAXR (R3), R4
	ADD   $1, R4
	STLXR R4, (R3), R5
	CBNZ  R5, again
	DMB   $0xb
	MOVD  $·root(SB), R1
	LDAR  (R1), R1
	RET

// leave is its opposite.
TEXT leave<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $·readers(SB), R3
again:
	LDAXR (R3), R4
	SUB   $1, R4
	STLXR R4, (R3), R5
	CBNZ  R5, again
	RET

// void collect(struct cgoTracebackArg *)
TEXT collectEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	SUB  $192, RSP
	SAVE
	BL   enter<>(SB)
	MOVD ·collectCall(SB), R26
	MOVD (R26), R3
	BL   (R3)
	BL   leave<>(SB)
	RESTORE
	ADD  $192, RSP
	RET

// void describe(struct cgoSymbolizerArg *): the last call, with pc 0, says that nobody uses
// the answers any more.
TEXT describeEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 0(R0), R1
	CBNZ R1, ask
	MOVD 48(R0), R1 // data
	TBZ  $0, R1, none
	MOVD ZR, 48(R0)
	B    leave<>(SB)
none:
	RET
ask:
	SUB  $192, RSP
	SAVE
	MOVD 48(R0), R1
	AND  $1, R1
	MOVD R1, 176(RSP)
	BL   enter<>(SB)
	MOVD ·describeCall(SB), R26
	MOVD (R26), R3
	BL   (R3)
	// Counted once as long as the answers are used.
	TBZ  $0, R0, leave
	MOVD 176(RSP), R1
	CBZ  R1, stay
leave:
	BL   leave<>(SB)
stay:
	RESTORE
	ADD  $192, RSP
	RET

// func entries() (collect, describe uintptr)
TEXT ·entries(SB), NOSPLIT, $0-16
	MOVD $collectEntry<>(SB), R0
	MOVD R0, collect+0(FP)
	MOVD $describeEntry<>(SB), R0
	MOVD R0, describe+8(FP)
	RET

// func probe(addr uintptr) uintptr: the error of rt_sigprocmask(-1, addr, NULL, 8).
TEXT ·probe(SB), NOSPLIT, $0-16
	MOVD $-1, R0
	MOVD addr+0(FP), R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $135, R8
	SVC
	NEG  R0, R0
	MOVD R0, ret+8(FP)
	RET

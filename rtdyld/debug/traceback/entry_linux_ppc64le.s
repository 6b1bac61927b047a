#include "textflag.h"

// Functions of C (64-bit ELF V2 ABI, section 2.2): their argument is in R3, they keep R14 to
// R31, F14 to F31 and CR2 to CR4, and V20 to V31, which code compiled by Go does not use. Go's
// functions take R3 and R4, with room for them 32 bytes above R1, and R0 is 0 for them.

#define FRAME 368

#define SAVE \
	MOVD  LR, R0 \
	MOVD  R0, 16(R1) \
	MOVW  CR, R0 \
	MOVD  R0, 8(R1) \
	MOVDU R1, -FRAME(R1) \
	MOVD  R2, 48(R1) \
	MOVD  R14, 64(R1) \
	MOVD  R15, 72(R1) \
	MOVD  R16, 80(R1) \
	MOVD  R17, 88(R1) \
	MOVD  R18, 96(R1) \
	MOVD  R19, 104(R1) \
	MOVD  R20, 112(R1) \
	MOVD  R21, 120(R1) \
	MOVD  R22, 128(R1) \
	MOVD  R23, 136(R1) \
	MOVD  R24, 144(R1) \
	MOVD  R25, 152(R1) \
	MOVD  R26, 160(R1) \
	MOVD  R27, 168(R1) \
	MOVD  R28, 176(R1) \
	MOVD  R29, 184(R1) \
	MOVD  g, 192(R1) \
	MOVD  R31, 200(R1) \
	FMOVD F14, 208(R1) \
	FMOVD F15, 216(R1) \
	FMOVD F16, 224(R1) \
	FMOVD F17, 232(R1) \
	FMOVD F18, 240(R1) \
	FMOVD F19, 248(R1) \
	FMOVD F20, 256(R1) \
	FMOVD F21, 264(R1) \
	FMOVD F22, 272(R1) \
	FMOVD F23, 280(R1) \
	FMOVD F24, 288(R1) \
	FMOVD F25, 296(R1) \
	FMOVD F26, 304(R1) \
	FMOVD F27, 312(R1) \
	FMOVD F28, 320(R1) \
	FMOVD F29, 328(R1) \
	FMOVD F30, 336(R1) \
	FMOVD F31, 344(R1) \
	MOVD  $0, R0

#define RESTORE \
	MOVD  48(R1), R2 \
	MOVD  64(R1), R14 \
	MOVD  72(R1), R15 \
	MOVD  80(R1), R16 \
	MOVD  88(R1), R17 \
	MOVD  96(R1), R18 \
	MOVD  104(R1), R19 \
	MOVD  112(R1), R20 \
	MOVD  120(R1), R21 \
	MOVD  128(R1), R22 \
	MOVD  136(R1), R23 \
	MOVD  144(R1), R24 \
	MOVD  152(R1), R25 \
	MOVD  160(R1), R26 \
	MOVD  168(R1), R27 \
	MOVD  176(R1), R28 \
	MOVD  184(R1), R29 \
	MOVD  192(R1), g \
	MOVD  200(R1), R31 \
	FMOVD 208(R1), F14 \
	FMOVD 216(R1), F15 \
	FMOVD 224(R1), F16 \
	FMOVD 232(R1), F17 \
	FMOVD 240(R1), F18 \
	FMOVD 248(R1), F19 \
	FMOVD 256(R1), F20 \
	FMOVD 264(R1), F21 \
	FMOVD 272(R1), F22 \
	FMOVD 280(R1), F23 \
	FMOVD 288(R1), F24 \
	FMOVD 296(R1), F25 \
	FMOVD 304(R1), F26 \
	FMOVD 312(R1), F27 \
	FMOVD 320(R1), F28 \
	FMOVD 328(R1), F29 \
	FMOVD 336(R1), F30 \
	FMOVD 344(R1), F31 \
	ADD   $FRAME, R1 \
	MOVD  16(R1), R0 \
	MOVD  R0, LR \
	MOVD  8(R1), R0 \
	MOVFL R0, $0x38

// enter counts a reader, before it loads root to R4. It uses R5 and R6.
TEXT enter<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $·readers(SB), R5
again:
	LDAR   (R5), R6
	ADD    $1, R6
	STDCCC R6, (R5)
	BNE    again
	SYNC
	MOVD   $·root(SB), R5
	MOVD   (R5), R4
	CMP    R4, R4, CR7
	BC     4, 30, 1(PC) // never: the load has come to an end
	ISYNC
	RET

// leave is its opposite.
TEXT leave<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $·readers(SB), R5
	LWSYNC
again:
	LDAR   (R5), R6
	ADD    $-1, R6
	STDCCC R6, (R5)
	BNE    again
	RET

// void collect(struct cgoTracebackArg *)
TEXT collectEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	SAVE
	BL   enter<>(SB)
	MOVD ·collectCall(SB), R11
	MOVD (R11), R12
	MOVD R12, CTR
	BL   (CTR)
	BL   leave<>(SB)
	RESTORE
	RET

// void describe(struct cgoSymbolizerArg *): the last call, with pc 0, says that nobody uses
// the answers any more.
TEXT describeEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 0(R3), R4
	CMP  R4, $0
	BNE  ask
	MOVD 48(R3), R4 // data
	ANDCC $1, R4, R5
	BEQ  none
	MOVD $0, R4
	MOVD R4, 48(R3)
	BR   leave<>(SB)
none:
	RET
ask:
	SAVE
	MOVD  48(R3), R4
	ANDCC $1, R4, R4
	MOVD  R4, 56(R1)
	BL    enter<>(SB)
	MOVD  ·describeCall(SB), R11
	MOVD  (R11), R12
	MOVD  R12, CTR
	BL    (CTR)
	// Counted once as long as the answers are used.
	ANDCC $1, R3, R3
	BEQ   leave
	MOVD  56(R1), R4
	CMP   R4, $0
	BEQ   stay
leave:
	BL leave<>(SB)
stay:
	RESTORE
	RET

// func entries() (collect, describe uintptr)
TEXT ·entries(SB), NOSPLIT, $0-16
	MOVD $collectEntry<>(SB), R3
	MOVD R3, collect+0(FP)
	MOVD $describeEntry<>(SB), R3
	MOVD R3, describe+8(FP)
	RET

// func probe(addr uintptr) uintptr: the error of rt_sigprocmask(-1, addr, NULL, 8).
TEXT ·probe(SB), NOSPLIT, $0-16
	MOVD $-1, R3
	MOVD addr+0(FP), R4
	MOVD $0, R5
	MOVD $8, R6
	SYSCALL $174
	XOR  R0, R0
	MOVD R3, ret+8(FP)
	RET

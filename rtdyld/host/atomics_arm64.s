//go:build linux

#include "textflag.h"

// Atomic operations as the compilers' own library (libgcc.a, compiler-rt) has them for
// code that is to run on processors with and without the instructions of ARMv8.1: C
// functions, here by load and store exclusive, which all have. Each reads with acquire
// and writes with release semantics, whatever weaker order is asked for; those for
// __sync built-ins end with a full barrier.

#define NONE
#define FULL DMB $0xb

// type name(type value, type *p) returns what *p was.
#define CHANGE(name, LOAD, STORE, OP, BARRIER) \
TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0; \
	MOVD R0, R16; \
again: ; \
	LOAD (R1), R0; \
	OP; \
	STORE R17, (R1), R15; \
	CBNZW R15, again; \
	BARRIER; \
	RET

// type name(type expected, type desired, type *p) returns what *p was.
#define SWAP(name, LOAD, STORE, EXTEND, BARRIER) \
TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0; \
	EXTEND R0, R16; \
again: ; \
	LOAD (R2), R0; \
	CMP R16, R0; \
	BNE done; \
	STORE R1, (R2), R15; \
	CBNZW R15, again; \
done: ; \
	BARRIER; \
	RET

// __int128 name(__int128 expected, __int128 desired, __int128 *p) returns what *p was.
#define SWAP16(name, BARRIER) \
TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0; \
	MOVD R0, R16; \
	MOVD R1, R17; \
again: ; \
	LDAXP (R4), (R0, R1); \
	CMP R16, R0; \
	BNE done; \
	CMP R17, R1; \
	BNE done; \
	STLXP (R2, R3), (R4), R15; \
	CBNZW R15, again; \
done: ; \
	BARRIER; \
	RET

#define ADD_ ADD R16, R0, R17
#define BIC_ BIC R16, R0, R17
#define EOR_ EOR R16, R0, R17
#define ORR_ ORR R16, R0, R17
#define SWP_ MOVD R16, R17

SWAP(cas1, LDAXRB, STLXRB, MOVBU, NONE)

SWAP(cas2, LDAXRH, STLXRH, MOVHU, NONE)

SWAP(cas4, LDAXRW, STLXRW, MOVWU, NONE)

SWAP(cas8, LDAXR, STLXR, MOVD, NONE)

SWAP16(cas16, NONE)

CHANGE(ldadd1, LDAXRB, STLXRB, ADD_, NONE)

CHANGE(ldadd2, LDAXRH, STLXRH, ADD_, NONE)

CHANGE(ldadd4, LDAXRW, STLXRW, ADD_, NONE)

CHANGE(ldadd8, LDAXR, STLXR, ADD_, NONE)

CHANGE(ldclr1, LDAXRB, STLXRB, BIC_, NONE)

CHANGE(ldclr2, LDAXRH, STLXRH, BIC_, NONE)

CHANGE(ldclr4, LDAXRW, STLXRW, BIC_, NONE)

CHANGE(ldclr8, LDAXR, STLXR, BIC_, NONE)

CHANGE(ldeor1, LDAXRB, STLXRB, EOR_, NONE)

CHANGE(ldeor2, LDAXRH, STLXRH, EOR_, NONE)

CHANGE(ldeor4, LDAXRW, STLXRW, EOR_, NONE)

CHANGE(ldeor8, LDAXR, STLXR, EOR_, NONE)

CHANGE(ldset1, LDAXRB, STLXRB, ORR_, NONE)

CHANGE(ldset2, LDAXRH, STLXRH, ORR_, NONE)

CHANGE(ldset4, LDAXRW, STLXRW, ORR_, NONE)

CHANGE(ldset8, LDAXR, STLXR, ORR_, NONE)

CHANGE(swp1, LDAXRB, STLXRB, SWP_, NONE)

CHANGE(swp2, LDAXRH, STLXRH, SWP_, NONE)

CHANGE(swp4, LDAXRW, STLXRW, SWP_, NONE)

CHANGE(swp8, LDAXR, STLXR, SWP_, NONE)

SWAP(cas1_sync, LDAXRB, STLXRB, MOVBU, FULL)

SWAP(cas2_sync, LDAXRH, STLXRH, MOVHU, FULL)

SWAP(cas4_sync, LDAXRW, STLXRW, MOVWU, FULL)

SWAP(cas8_sync, LDAXR, STLXR, MOVD, FULL)

SWAP16(cas16_sync, FULL)

CHANGE(ldadd1_sync, LDAXRB, STLXRB, ADD_, FULL)

CHANGE(ldadd2_sync, LDAXRH, STLXRH, ADD_, FULL)

CHANGE(ldadd4_sync, LDAXRW, STLXRW, ADD_, FULL)

CHANGE(ldadd8_sync, LDAXR, STLXR, ADD_, FULL)

CHANGE(ldclr1_sync, LDAXRB, STLXRB, BIC_, FULL)

CHANGE(ldclr2_sync, LDAXRH, STLXRH, BIC_, FULL)

CHANGE(ldclr4_sync, LDAXRW, STLXRW, BIC_, FULL)

CHANGE(ldclr8_sync, LDAXR, STLXR, BIC_, FULL)

CHANGE(ldeor1_sync, LDAXRB, STLXRB, EOR_, FULL)

CHANGE(ldeor2_sync, LDAXRH, STLXRH, EOR_, FULL)

CHANGE(ldeor4_sync, LDAXRW, STLXRW, EOR_, FULL)

CHANGE(ldeor8_sync, LDAXR, STLXR, EOR_, FULL)

CHANGE(ldset1_sync, LDAXRB, STLXRB, ORR_, FULL)

CHANGE(ldset2_sync, LDAXRH, STLXRH, ORR_, FULL)

CHANGE(ldset4_sync, LDAXRW, STLXRW, ORR_, FULL)

CHANGE(ldset8_sync, LDAXR, STLXR, ORR_, FULL)

CHANGE(swp1_sync, LDAXRB, STLXRB, SWP_, FULL)

CHANGE(swp2_sync, LDAXRH, STLXRH, SWP_, FULL)

CHANGE(swp4_sync, LDAXRW, STLXRW, SWP_, FULL)

CHANGE(swp8_sync, LDAXR, STLXR, SWP_, FULL)

DATA ·atomicPC+0(SB)/8, $cas1<>(SB)
DATA ·atomicPC+8(SB)/8, $cas2<>(SB)
DATA ·atomicPC+16(SB)/8, $cas4<>(SB)
DATA ·atomicPC+24(SB)/8, $cas8<>(SB)
DATA ·atomicPC+32(SB)/8, $cas16<>(SB)
DATA ·atomicPC+40(SB)/8, $ldadd1<>(SB)
DATA ·atomicPC+48(SB)/8, $ldadd2<>(SB)
DATA ·atomicPC+56(SB)/8, $ldadd4<>(SB)
DATA ·atomicPC+64(SB)/8, $ldadd8<>(SB)
DATA ·atomicPC+72(SB)/8, $ldclr1<>(SB)
DATA ·atomicPC+80(SB)/8, $ldclr2<>(SB)
DATA ·atomicPC+88(SB)/8, $ldclr4<>(SB)
DATA ·atomicPC+96(SB)/8, $ldclr8<>(SB)
DATA ·atomicPC+104(SB)/8, $ldeor1<>(SB)
DATA ·atomicPC+112(SB)/8, $ldeor2<>(SB)
DATA ·atomicPC+120(SB)/8, $ldeor4<>(SB)
DATA ·atomicPC+128(SB)/8, $ldeor8<>(SB)
DATA ·atomicPC+136(SB)/8, $ldset1<>(SB)
DATA ·atomicPC+144(SB)/8, $ldset2<>(SB)
DATA ·atomicPC+152(SB)/8, $ldset4<>(SB)
DATA ·atomicPC+160(SB)/8, $ldset8<>(SB)
DATA ·atomicPC+168(SB)/8, $swp1<>(SB)
DATA ·atomicPC+176(SB)/8, $swp2<>(SB)
DATA ·atomicPC+184(SB)/8, $swp4<>(SB)
DATA ·atomicPC+192(SB)/8, $swp8<>(SB)
DATA ·atomicPC+200(SB)/8, $cas1_sync<>(SB)
DATA ·atomicPC+208(SB)/8, $cas2_sync<>(SB)
DATA ·atomicPC+216(SB)/8, $cas4_sync<>(SB)
DATA ·atomicPC+224(SB)/8, $cas8_sync<>(SB)
DATA ·atomicPC+232(SB)/8, $cas16_sync<>(SB)
DATA ·atomicPC+240(SB)/8, $ldadd1_sync<>(SB)
DATA ·atomicPC+248(SB)/8, $ldadd2_sync<>(SB)
DATA ·atomicPC+256(SB)/8, $ldadd4_sync<>(SB)
DATA ·atomicPC+264(SB)/8, $ldadd8_sync<>(SB)
DATA ·atomicPC+272(SB)/8, $ldclr1_sync<>(SB)
DATA ·atomicPC+280(SB)/8, $ldclr2_sync<>(SB)
DATA ·atomicPC+288(SB)/8, $ldclr4_sync<>(SB)
DATA ·atomicPC+296(SB)/8, $ldclr8_sync<>(SB)
DATA ·atomicPC+304(SB)/8, $ldeor1_sync<>(SB)
DATA ·atomicPC+312(SB)/8, $ldeor2_sync<>(SB)
DATA ·atomicPC+320(SB)/8, $ldeor4_sync<>(SB)
DATA ·atomicPC+328(SB)/8, $ldeor8_sync<>(SB)
DATA ·atomicPC+336(SB)/8, $ldset1_sync<>(SB)
DATA ·atomicPC+344(SB)/8, $ldset2_sync<>(SB)
DATA ·atomicPC+352(SB)/8, $ldset4_sync<>(SB)
DATA ·atomicPC+360(SB)/8, $ldset8_sync<>(SB)
DATA ·atomicPC+368(SB)/8, $swp1_sync<>(SB)
DATA ·atomicPC+376(SB)/8, $swp2_sync<>(SB)
DATA ·atomicPC+384(SB)/8, $swp4_sync<>(SB)
DATA ·atomicPC+392(SB)/8, $swp8_sync<>(SB)
GLOBL ·atomicPC(SB), NOPTR|RODATA, $400

@ Functions, labels and a section in code, and what refers to them, for a comparison with lld-link: bit 0 of all their addresses is set.
	.syntax unified
	.thumb
	.text
	.def fn; .scl 2; .type 32; .endef
	.globl fn
	.thumb_func
.Lfn:
fn:	bx lr
	nop
	.globl lab
lab:	bx lr
loc:	bx lr
	movw r0, :lower16:lab
	movt r0, :upper16:lab
	movw r0, :lower16:loc
	movt r0, :upper16:loc
	movw r0, :lower16:.Lfn
	movt r0, :upper16:.Lfn
	.p2align 2
	.long	indata - .
	.data
indata:	.long lab
	.long loc
	.long .Lfn
	.long loc+4
	.long loc+1
	.rva lab
	.rva loc
	.rva .Lfn
	.long lab - .
	.long loc - .
	.secrel32 loc
	.secrel32 lab
	.long ext
	.section .pdata,"dr"
	.rva lab
	.rva xd
	.section .xdata,"dr"
xd:	.long 0
	.section .mine,"xd"
	.long 0
inmine:	.long 0
	.globl gmine
gmine: .long 0
	.data
	.long inmine
	.long gmine
	.rva gmine

/* getcontext, setcontext, swapcontext: a structure as the kernel lays it down for signal handlers, of which
   what a call preserves is filled. Signals that are blocked belong to it. */
	.section .note.GNU-stack, "", %progbits
	.text
#define FUNCTION(name) .globl name; .type name, %function; .balign 16; name
#define END(name) .size name, . - name

#ifdef __x86_64__
#define R8 40
#define R9 48
#define R12 72
#define R13 80
#define R14 88
#define R15 96
#define RDI 104
#define RSI 112
#define RBP 120
#define RBX 128
#define RDX 136
#define RCX 152
#define RSP 160
#define RIP 168
#define FPREGS 224
#define MASK 296
#define FPSTATE 424 /* as fxsave writes it; MXCSR is its seventh word */
#define MXCSR 448

.macro save
	movq %rbx, RBX(%rdi)
	movq %rbp, RBP(%rdi)
	movq %r12, R12(%rdi)
	movq %r13, R13(%rdi)
	movq %r14, R14(%rdi)
	movq %r15, R15(%rdi)
	movq (%rsp), %rcx
	movq %rcx, RIP(%rdi)
	leaq 8(%rsp), %rcx
	movq %rcx, RSP(%rdi)
	leaq FPSTATE(%rdi), %rcx
	movq %rcx, FPREGS(%rdi)
	fnstenv (%rcx)
	fldenv (%rcx)
	stmxcsr MXCSR(%rdi)
.endm

/* set goes on with the context that rdi has; its signals are set. */
.macro set
	leaq FPSTATE(%rdi), %rcx
	fldenv (%rcx)
	ldmxcsr MXCSR(%rdi)
	movq RBX(%rdi), %rbx
	movq RBP(%rdi), %rbp
	movq R12(%rdi), %r12
	movq R13(%rdi), %r13
	movq R14(%rdi), %r14
	movq R15(%rdi), %r15
	movq R8(%rdi), %r8
	movq R9(%rdi), %r9
	movq RSP(%rdi), %rsp
	movq RDX(%rdi), %rdx
	movq RCX(%rdi), %rcx
	movq RSI(%rdi), %rsi
	pushq RIP(%rdi)
	movq RDI(%rdi), %rdi
	xorl %eax, %eax
	ret
.endm

/* Masks go through pthread_sigmask(how, new, old), which knows what C has blocked. */
FUNCTION(getcontext):
	save
	leaq MASK(%rdi), %rdx
	xorl %esi, %esi
	xorl %edi, %edi
	jmp pthread_sigmask@PLT
	END(getcontext)

FUNCTION(setcontext):
	movq %rdi, %r12
	leaq MASK(%rdi), %rsi
	xorl %edx, %edx
	movl $2, %edi
	andq $-16, %rsp
	call pthread_sigmask@PLT
	movq %r12, %rdi
	set
	END(setcontext)

FUNCTION(swapcontext):
	save
	movq %rsi, %r12
	leaq MASK(%rdi), %rdx
	leaq MASK(%rsi), %rsi
	movl $2, %edi
	andq $-16, %rsp
	call pthread_sigmask@PLT
	movq %r12, %rdi
	set
	END(swapcontext)

/* Where a function of makecontext's returns to: rbx has what comes then. */
	.hidden rtdyld_context_end
FUNCTION(rtdyld_context_end):
	movq %rbx, %rdi
	testq %rdi, %rdi
	jz 1f
	call setcontext@PLT
1:	xorl %edi, %edi
	call exit@PLT
	hlt
	END(rtdyld_context_end)

#else
#define MASK 40
#define REGS 184
#define SP 432
#define PC 440
#define FPSIMD 464 /* the first record behind the registers: FPSIMD_MAGIC, its size, FPSR, FPCR, V0 to V31 */
#define VREGS 480

.macro save
	stp x0, x1, [x0, REGS]
	stp x18, x19, [x0, REGS + 8 * 18]
	stp x20, x21, [x0, REGS + 8 * 20]
	stp x22, x23, [x0, REGS + 8 * 22]
	stp x24, x25, [x0, REGS + 8 * 24]
	stp x26, x27, [x0, REGS + 8 * 26]
	stp x28, x29, [x0, REGS + 8 * 28]
	str x30, [x0, REGS + 8 * 30]
	str xzr, [x0, REGS]
	mov x9, sp
	str x9, [x0, SP]
	str x30, [x0, PC]
	str xzr, [x0, PC + 8]
	movz w9, #0x8001
	movk w9, #0x4650, lsl 16
	movz w10, #528
	add x11, x0, FPSIMD
	stp w9, w10, [x11]
	mrs x9, fpsr
	mrs x10, fpcr
	stp w9, w10, [x11, 8]
	add x9, x0, VREGS
	stp q8, q9, [x9, 16 * 8]
	stp q10, q11, [x9, 16 * 10]
	stp q12, q13, [x9, 16 * 12]
	stp q14, q15, [x9, 16 * 14]
	str xzr, [x9, 16 * 32]
.endm

/* set goes on with the context that x9 has; its signals are set. */
.macro set
	add x10, x9, VREGS
	ldp q8, q9, [x10, 16 * 8]
	ldp q10, q11, [x10, 16 * 10]
	ldp q12, q13, [x10, 16 * 12]
	ldp q14, q15, [x10, 16 * 14]
	add x12, x9, FPSIMD
	ldp w10, w11, [x12, 8]
	msr fpsr, x10
	msr fpcr, x11
	ldp x19, x20, [x9, REGS + 8 * 19]
	ldp x21, x22, [x9, REGS + 8 * 21]
	ldp x23, x24, [x9, REGS + 8 * 23]
	ldp x25, x26, [x9, REGS + 8 * 25]
	ldp x27, x28, [x9, REGS + 8 * 27]
	ldp x29, x30, [x9, REGS + 8 * 29]
	ldr x10, [x9, SP]
	mov sp, x10
	ldr x16, [x9, PC]
	ldp x0, x1, [x9, REGS]
	ldp x2, x3, [x9, REGS + 8 * 2]
	ldp x4, x5, [x9, REGS + 8 * 4]
	ldp x6, x7, [x9, REGS + 8 * 6]
	br x16
.endm

FUNCTION(getcontext):
	save
	add x2, x0, MASK
	mov x1, xzr
	mov w0, wzr
	b pthread_sigmask
	END(getcontext)

FUNCTION(setcontext):
	mov x19, x0
	add x1, x0, MASK
	mov x2, xzr
	mov w0, 2
	bl pthread_sigmask
	mov x9, x19
	set
	END(setcontext)

FUNCTION(swapcontext):
	save
	mov x19, x1
	add x2, x0, MASK
	add x1, x1, MASK
	mov w0, 2
	bl pthread_sigmask
	mov x9, x19
	set
	END(swapcontext)

/* Where a function of makecontext's returns to: x19 has what comes then. */
	.hidden rtdyld_context_end
FUNCTION(rtdyld_context_end):
	mov x0, x19
	cbz x0, 1f
	bl setcontext
1:	mov w0, wzr
	bl exit
	brk 1
	END(rtdyld_context_end)
#endif

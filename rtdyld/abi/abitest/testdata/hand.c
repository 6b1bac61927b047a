/*
 * Functions for the conformance tests of package abitest: no library, no data.
 * internal/objgen/regen joins types.h, them, and what gen.go writes.
 */

/* The whole register or stack word, whatever the caller thinks it passes. */
u64 word(uptr a) { return a; }
u64 word7(uptr a, uptr b, uptr c, uptr d, uptr e, uptr f, uptr g) { return g; }

/* Compilers compare registers, whose upper halves callers have extended. */
i32 largest(u32 a) { return a == 0xffffffff; }

/* Garbage above a narrow result. */
u64 garbage(u64 a) { return a; }
double fgarbage(double a) { return a; }
float fsame(float a) { return a; }
void nothing(void) {}
i64 add(i64 a, i64 b) { return a + b; }
double fma3(double a, double b, double c) { return a * b + c; }
double sum4(double a, i64 b, float c, i32 d) { return a + (double)b + (double)c + (double)d; }

/*
 * misaligned: how far the stack is from what the convention wants; sp: where it is;
 * clobber: changes all that a function may change, and returns all ones; al: what a
 * variadic function finds there.
 */
#define NAKED __attribute__((naked))
#if defined(WIN64)
NAKED u64 misaligned(void) { __asm__("lea 8(%rsp), %rax; and $15, %eax; ret"); }
NAKED u64 sp(void) { __asm__("mov %rsp, %rax; ret"); }
/* The 32 bytes above the return address are the function's own. */
NAKED u64 clobber(void)
{
	__asm__("mov $-1, %rax; mov %rax, %rcx; mov %rax, %rdx;"
		"mov %rax, %r8; mov %rax, %r9; mov %rax, %r10; mov %rax, %r11;"
		"movq %rax, %xmm0; movq %rax, %xmm1; movq %rax, %xmm2; movq %rax, %xmm3;"
		"movq %rax, %xmm4; movq %rax, %xmm5;"
		"mov %rax, 8(%rsp); mov %rax, 16(%rsp); mov %rax, 24(%rsp); mov %rax, 32(%rsp); ret");
}
/* Calls f and tells whether it kept what it has to keep: 0 if it did. */
NAKED u64 keeps(void (*f)(void))
{
	__asm__("push %rbx; push %rdi; push %rsi; sub $192, %rsp;"
		".irp i,6,7,8,9,10,11,12,13,14,15;"
		"movups %xmm\\i, \\i*16-64(%rsp); mov $\\i*0x123456, %eax; movq %rax, %xmm\\i; punpcklqdq %xmm\\i, %xmm\\i; .endr;"
		"mov $0x1234567, %edi; mov $0x89abcde, %esi; mov $0x1111, %ebx;"
		"call *%rcx;"
		"xor $0x1111, %ebx; sub $0x1234567, %rdi; or %rdi, %rbx; sub $0x89abcde, %rsi; or %rsi, %rbx;"
		".irp i,6,7,8,9,10,11,12,13,14,15;"
		"mov $\\i*0x123456, %eax; movq %rax, %xmm0; punpcklqdq %xmm0, %xmm0; pcmpeqd %xmm\\i, %xmm0; movmskps %xmm0, %edx;"
		"xor $15, %edx; shl $\\i, %rdx; or %rdx, %rbx; movups \\i*16-64(%rsp), %xmm\\i; .endr;"
		"mov %rbx, %rax; add $192, %rsp; pop %rsi; pop %rdi; pop %rbx; ret");
}
/* Takes rax bytes of stack as compilers do, with all registers in use. */
NAKED u64 probes(u64 size, void (*probe)(void))
{
	__asm__("push %rbp; mov %rsp, %rbp; mov %rcx, %rax; mov %rcx, %r8; mov %rdx, %r9; mov $77, %r10; mov $88, %r11;"
		"call *%rdx; sub %rax, %rsp; lea (%rsp,%rax), %r9; cmp %r9, %rbp; jne 1f;"
		"cmp %rcx, %rax; jne 1f; cmp %r8, %rax; jne 1f; cmp $77, %r10; jne 1f; cmp $88, %r11; jne 1f;"
		"movb $1, (%rsp); mov %rbp, %rsp; pop %rbp; ret; 1: mov %rbp, %rsp; pop %rbp; mov $-1, %rax; ret");
}
#elif defined(__x86_64__)
NAKED u64 al(void) { __asm__("movzbl %al, %eax; ret"); }
NAKED u64 misaligned(void) { __asm__("lea 8(%rsp), %rax; and $15, %eax; ret"); }
NAKED u64 sp(void) { __asm__("mov %rsp, %rax; ret"); }
NAKED u64 clobber(void)
{
	__asm__("mov $-1, %rax; mov %rax, %rcx; mov %rax, %rdx; mov %rax, %rsi; mov %rax, %rdi;"
		"mov %rax, %r8; mov %rax, %r9; mov %rax, %r10; mov %rax, %r11;"
		"movq %rax, %xmm0; movq %rax, %xmm1; movq %rax, %xmm2; movq %rax, %xmm3;"
		"movq %rax, %xmm4; movq %rax, %xmm5; movq %rax, %xmm6; movq %rax, %xmm7;"
		"movq %rax, %xmm8; movq %rax, %xmm9; movq %rax, %xmm10; movq %rax, %xmm11;"
		"movq %rax, %xmm12; movq %rax, %xmm13; movq %rax, %xmm14; movq %rax, %xmm15; ret");
}
#elif defined(__i386__)
NAKED u64 misaligned(void) { __asm__("lea 4(%esp), %eax; and $15, %eax; xor %edx, %edx; ret"); }
NAKED u64 sp(void) { __asm__("mov %esp, %eax; xor %edx, %edx; ret"); }
NAKED u64 clobber(void)
{
	__asm__("mov $-1, %eax; mov %eax, %ecx; mov %eax, %edx;"
		"movd %eax, %xmm0; movd %eax, %xmm1; movd %eax, %xmm2; movd %eax, %xmm3;"
		"movd %eax, %xmm4; movd %eax, %xmm5; movd %eax, %xmm6; movd %eax, %xmm7; ret");
}
#elif defined(__aarch64__)
NAKED u64 misaligned(void) { __asm__("mov x0, sp; and x0, x0, #15; ret"); }
NAKED u64 sp(void) { __asm__("mov x0, sp; ret"); }
NAKED u64 clobber(void)
{
	__asm__("mov x0, #-1; mov x1, x0; mov x2, x0; mov x3, x0; mov x4, x0; mov x5, x0; mov x6, x0; mov x7, x0;"
		"mov x8, x0; mov x9, x0; mov x10, x0; mov x11, x0; mov x12, x0; mov x13, x0; mov x14, x0; mov x15, x0;"
		"mov x16, x0; mov x17, x0; fmov d0, x0; fmov d1, x0; fmov d2, x0; fmov d3, x0; fmov d4, x0; fmov d5, x0;"
		"fmov d6, x0; fmov d7, x0; fmov d16, x0; fmov d17, x0; fmov d18, x0; fmov d19, x0; fmov d20, x0;"
		"fmov d31, x0; ret");
}
/* What the Go runtime's signal handlers look at: loaded code may use it. */
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__("mov x2, x28; mov x28, #0; 1: add x28, x28, #1; ldar x3, [x0]; cbz x3, 1b;"
		"str x28, [x1]; mov x28, x2; mov x0, #1; ret");
}
#elif defined(__arm__)
NAKED u64 misaligned(void) { __asm__("mov r0, sp; and r0, r0, #7; mov r1, #0; bx lr"); }
NAKED u64 sp(void) { __asm__("mov r0, sp; mov r1, #0; bx lr"); }
NAKED u64 clobber(void)
{
	__asm__("mvn r0, #0; mov r1, r0; mov r2, r0; mov r3, r0; mov r12, r0; mov lr, lr;"
#ifndef __SOFTFP__
		"vmov d0, r0, r0; vmov d1, r0, r0; vmov d2, r0, r0; vmov d3, r0, r0; vmov d4, r0, r0; vmov d5, r0, r0;"
		"vmov d6, r0, r0; vmov d7, r0, r0;"
#endif
		"bx lr");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__("mov r2, r10; mov r10, #0; 1: add r10, r10, #1; ldr r3, [r0]; cmp r3, #0; beq 1b;"
		"str r10, [r1]; mov r10, r2; mov r0, #1; mov r1, #0; bx lr");
}
#elif defined(__riscv)
NAKED u64 misaligned(void) { __asm__("andi a0, sp, 15; ret"); }
NAKED u64 sp(void) { __asm__("mv a0, sp; ret"); }
NAKED u64 clobber(void)
{
	__asm__("li a0, -1; .irp r,t0,t1,t2,t3,t4,t5,t6,a1,a2,a3,a4,a5,a6,a7; mv \\r, a0; .endr;"
		".irp r,ft0,ft1,ft2,ft3,ft4,ft5,ft6,ft7,ft8,ft9,ft10,ft11,fa0,fa1,fa2,fa3,fa4,fa5,fa6,fa7;"
		"fmv.d.x \\r, a0; .endr; ret");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__("mv a2, s11; li s11, 0; 1: addi s11, s11, 1; ld a3, 0(a0); fence r, rw; beqz a3, 1b;"
		"sd s11, 0(a1); mv s11, a2; li a0, 1; ret");
}
#elif defined(__loongarch__)
NAKED u64 misaligned(void) { __asm__("andi $a0, $sp, 15; ret"); }
NAKED u64 sp(void) { __asm__("move $a0, $sp; ret"); }
NAKED u64 clobber(void)
{
	__asm__("addi.d $a0, $zero, -1; .irp r,t0,t1,t2,t3,t4,t5,t6,t7,t8,a1,a2,a3,a4,a5,a6,a7; move $\\r, $a0; .endr;"
		".irp r,ft0,ft1,ft2,ft3,ft4,ft5,ft6,ft7,ft8,ft9,ft10,ft11,ft12,ft13,ft14,ft15,fa0,fa1,fa2,fa3,fa4,fa5,fa6,fa7;"
		"movgr2fr.d $\\r, $a0; .endr; ret");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__("move $a2, $fp; move $fp, $zero; 1: addi.d $fp, $fp, 1; ld.d $a3, $a0, 0; dbar 0; beqz $a3, 1b;"
		"st.d $fp, $a1, 0; move $fp, $a2; ori $a0, $zero, 1; ret");
}
#elif defined(__powerpc64__)
NAKED u64 misaligned(void) { __asm__("andi. 3, 1, 15; blr"); }
NAKED u64 sp(void) { __asm__("mr 3, 1; blr"); }
/* r2 is saved by who calls through a pointer; what is in the caller's frame is the callee's. */
NAKED u64 clobber(void)
{
	__asm__("li 3, -1; .irp r,0,2,4,5,6,7,8,9,10,11,12; mr \\r, 3; .endr; mtctr 3; mtxer 3; mtcrf 0xc3, 3; std 3, -8(1);"
		".irp o,8,16,32,40,48,56,64,72,80,88; std 3, \\o(1); .endr; ld 0, -8(1);"
		".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13; lfd \\r, -8(1); .endr; blr");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__("mr 5, 30; li 30, 0; 1: addi 30, 30, 1; ld 6, 0(3); sync; cmpdi 6, 0; beq 1b;"
		"std 30, 0(4); mr 30, 5; li 3, 1; blr");
}
#elif defined(__s390x__)
NAKED u64 misaligned(void) { __asm__("lgr %r2, %r15; nill %r2, 7; llghr %r2, %r2; br %r14"); }
NAKED u64 sp(void) { __asm__("lgr %r2, %r15; br %r14"); }
NAKED u64 clobber(void)
{
	__asm__("lghi %r2, -1; lgr %r0, %r2; lgr %r1, %r2; lgr %r3, %r2; lgr %r4, %r2; lgr %r5, %r2; xc 16(144,%r15), 16(%r15);"
		"ldgr %f0, %r2; ldgr %f1, %r2; ldgr %f2, %r2; ldgr %f3, %r2; ldgr %f4, %r2; ldgr %f5, %r2; ldgr %f6, %r2; ldgr %f7, %r2; br %r14");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__("lgr %r4, %r13; lghi %r13, 0; 1: aghi %r13, 1; lg %r5, 0(%r2); cghi %r5, 0; je 1b;"
		"stg %r13, 0(%r3); lgr %r13, %r4; lghi %r2, 1; br %r14");
}
#elif defined(__mips64)
NAKED u64 misaligned(void) { __asm__(".set push; .set noreorder; .set noat; jr $31; andi $2, $29, 15; .set pop"); }
NAKED u64 sp(void) { __asm__(".set push; .set noreorder; .set noat; jr $31; move $2, $29; .set pop"); }
NAKED u64 clobber(void)
{
	__asm__(".set push; .set noreorder; .set noat; li $2, -1; .irp r,1,3,4,5,6,7,8,9,10,11,12,13,14,15,24,25; move $\\r, $2; .endr; mthi $2; mtlo $2;"
		".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23; dmtc1 $2, $f\\r; .endr; jr $31; nop; .set pop");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__(".set push; .set noreorder; .set noat; move $6, $30; move $30, $0; 1: daddiu $30, $30, 1; ld $7, 0($4); sync; beqz $7, 1b; nop;"
		"sd $30, 0($5); move $30, $6; jr $31; li $2, 1; .set pop");
}
#elif defined(__mips__)
NAKED u64 misaligned(void) { __asm__(".set push; .set noreorder; .set noat; andi $2, $29, 7; jr $31; li $3, 0; .set pop"); }
NAKED u64 sp(void) { __asm__(".set push; .set noreorder; .set noat; move $2, $29; jr $31; li $3, 0; .set pop"); }
/* The 16 bytes above the stack pointer are the callee's. */
NAKED u64 clobber(void)
{
	__asm__(".set push; .set noreorder; .set noat; li $2, -1; .irp r,1,3,4,5,6,7,8,9,10,11,12,13,14,15,24,25,28; move $\\r, $2; .endr; mthi $2; mtlo $2;"
		".irp o,0,4,8,12; sw $2, \\o($29); .endr;"
		".irp r,0,2,4,6,8,10,12,14,16,18; ldc1 $f\\r, 0($29); .endr; jr $31; nop; .set pop");
}
NAKED u64 borrow(volatile u64 *flag, u64 *n)
{
	__asm__(".set push; .set noreorder; .set noat; move $6, $30; move $30, $0; 1: addiu $30, $30, 1; lw $7, 0($4); sync; beqz $7, 1b; nop;"
		"sw $30, 0($5); sw $0, 4($5); move $30, $6; li $2, 1; jr $31; li $3, 0; .set pop");
}
#endif

/* Stack: size bytes of it, all touched. */
u64 deep(u64 size)
{
	volatile u8 here[4096];
	here[0] = (u8)size;
	here[4095] = 1;
	if (size <= 4096)
		return here[4095];
	return here[4095] + deep(size - 4096);
}

/* Runs until *flag is not zero; counts. */
u64 spin(volatile uptr *flag)
{
	u64 n = 0;
	while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
		n++;
	return n;
}

/* nanosleep by system call, without the C library. */
i64 nap(i64 ns)
{
	long ts[2] = { (i32)ns / 1000000000, (i32)ns % 1000000000 };
#if defined(__x86_64__)
	i64 r;
	__asm__ volatile("syscall" : "=a"(r) : "0"(35), "D"(ts), "S"(0) : "rcx", "r11", "memory");
	return r;
#elif defined(__i386__)
	i32 r;
	__asm__ volatile("int $0x80" : "=a"(r) : "0"(162), "b"(ts), "c"(0) : "memory");
	return r;
#elif defined(__aarch64__)
	register i64 x0 __asm__("x0") = (i64)ts, x1 __asm__("x1") = 0, x8 __asm__("x8") = 101;
	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x8) : "memory");
	return x0;
#elif defined(__loongarch__)
	register i64 a0 __asm__("$a0") = (i64)ts, a1 __asm__("$a1") = 0, a7 __asm__("$a7") = 101;
	__asm__ volatile("syscall 0" : "+r"(a0) : "r"(a1), "r"(a7)
		: "memory", "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8");
	return a0;
#elif defined(__riscv)
	register i64 a0 __asm__("a0") = (i64)ts, a1 __asm__("a1") = 0, a7 __asm__("a7") = 101;
	__asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
	return a0;
#elif defined(__powerpc64__)
	register i64 r0 __asm__("r0") = 162, r3 __asm__("r3") = (i64)ts, r4 __asm__("r4") = 0;
	__asm__ volatile("sc" : "+r"(r0), "+r"(r3), "+r"(r4) : : "memory", "cr0", "ctr", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12");
	return r3;
#elif defined(__s390x__)
	register i64 r1 __asm__("r1") = 162, r2 __asm__("r2") = (i64)ts, r3 __asm__("r3") = 0;
	__asm__ volatile("svc 0" : "+r"(r2) : "r"(r1), "r"(r3) : "memory", "cc");
	return r2;
#elif defined(__mips64)
	register i64 v0 __asm__("$2") = 5034, a0 __asm__("$4") = (i64)ts, a1 __asm__("$5") = 0, a3 __asm__("$7");
	__asm__ volatile("syscall" : "+r"(v0), "=r"(a3) : "r"(a0), "r"(a1)
		: "memory", "hi", "lo", "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25");
	return a3 ? -v0 : v0;
#elif defined(__mips__)
	register i32 v0 __asm__("$2") = 4166, a0 __asm__("$4") = (i32)ts, a1 __asm__("$5") = 0, a3 __asm__("$7");
	__asm__ volatile("syscall" : "+r"(v0), "=r"(a3) : "r"(a0), "r"(a1)
		: "memory", "hi", "lo", "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25");
	return a3 ? -v0 : v0;
#elif defined(__arm__)
	i32 r;
	__asm__ volatile("push {r7}; mov r7, #162; mov r0, %1; mov r1, #0; svc #0; mov %0, r0; pop {r7}"
		: "=r"(r) : "r"(ts) : "r0", "r1", "memory");
	return r;
#endif
}

/* Stores through a pointer; returns what was there. */
u64 swap(u64 *p, u64 v) { u64 old = *p; *p = v; return old; }
void *same(void *p) { return p; }

/* Calls back. */
u64 apply(u64 (*f)(u64), u64 x) { return f(x) + 1; }
u64 repeat(u64 (*f)(u64), u64 n) { u64 s = 0; while (n--) s += f(n); return s; }
double fapply(double (*f)(double), double x) { return f(x); }
u64 apply9(u64 (*f)(u64, i8, double, float, u64, u64, u64, u64, i32))
{ return f(1, -2, 3.0, 4.0f, 5, 6, 7, 8, -9); }

/* Faults. */
u64 fault(void) { return *(volatile u64 *)8; }


/*
 * Functions for the conformance tests of package abitest: no library, no data.
 * regen.sh joins them with what gen.go writes.
 */
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

#define MIX(x) h = (h ^ (x)) * 0x9E3779B97F4A7C15u; h ^= h >> 29;

static inline u64 bits32(float f) { u32 u; __builtin_memcpy(&u, &f, 4); return u; }
static inline u64 bits64(double f) { u64 u; __builtin_memcpy(&u, &f, 8); return u; }

/* The whole register or stack word, whatever the caller thinks it passes. */
u64 word(u64 a) { return a; }
u64 word7(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g) { return g; }

/* Garbage above a narrow result. */
u64 garbage(u64 a) { return a; }
double fgarbage(double a) { return a; }
void nothing(void) {}
i64 add(i64 a, i64 b) { return a + b; }
double fma3(double a, double b, double c) { return a * b + c; }
double sum4(double a, i64 b, float c, i32 d) { return a + (double)b + (double)c + (double)d; }

/* What a variadic function finds in al, and the stack's alignment. */
__attribute__((naked)) u64 al(void) { __asm__("movzbl %al, %eax; ret"); }
__attribute__((naked)) u64 misaligned(void) { __asm__("lea 8(%rsp), %rax; and $15, %eax; ret"); }
/* The same of a function with one stack word. */
__attribute__((naked)) u64 misaligned7(void) { __asm__("lea 8(%rsp), %rax; and $15, %eax; ret"); }
__attribute__((naked)) u64 sp(void) { __asm__("mov %rsp, %rax; ret"); }
/* Changes all that a function may change. */
__attribute__((naked)) u64 clobber(void)
{
	__asm__("mov $-1, %rax; mov %rax, %rcx; mov %rax, %rdx; mov %rax, %rsi; mov %rax, %rdi;"
		"mov %rax, %r8; mov %rax, %r9; mov %rax, %r10; mov %rax, %r11;"
		"movq %rax, %xmm0; movq %rax, %xmm1; movq %rax, %xmm2; movq %rax, %xmm3;"
		"movq %rax, %xmm4; movq %rax, %xmm5; movq %rax, %xmm6; movq %rax, %xmm7;"
		"movq %rax, %xmm8; movq %rax, %xmm9; movq %rax, %xmm10; movq %rax, %xmm11;"
		"movq %rax, %xmm12; movq %rax, %xmm13; movq %rax, %xmm14; movq %rax, %xmm15; ret");
}

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
u64 spin(volatile u64 *flag)
{
	u64 n = 0;
	while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
		n++;
	return n;
}

/* nanosleep by system call, without the C library. */
i64 nap(i64 ns)
{
	i64 ts[2] = { ns / 1000000000, ns % 1000000000 };
	i64 r;
	__asm__ volatile("syscall" : "=a"(r) : "0"(35), "D"(ts), "S"(0) : "rcx", "r11", "memory");
	return r;
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


// What programs of fragments say, without a library.
#if defined __mips__
static long sys(long n, long a, long b, long c)
{
	register long r2 __asm__("$2") = n;
	register long r4 __asm__("$4") = a;
	register long r5 __asm__("$5") = b;
	register long r6 __asm__("$6") = c;

	__asm__ volatile("syscall" : "+r"(r2) : "r"(r4), "r"(r5), "r"(r6)
		: "memory", "$1", "$3", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25");
	return r2;
}
#if _MIPS_SIM == _ABIO32
#define FIRST 4000
#elif _MIPS_SIM == _ABIN32
#define FIRST 6000
#else
#define FIRST 5000
#endif
#define WRITE (FIRST + (FIRST == 4000 ? 4 : 1))
#define EXIT (FIRST + (FIRST == 4000 ? 1 : 58))
#elif defined __powerpc__
static long sys(long n, long a, long b, long c)
{
	register long r0 __asm__("r0") = n;
	register long r3 __asm__("r3") = a;
	register long r4 __asm__("r4") = b;
	register long r5 __asm__("r5") = c;

	__asm__ volatile("sc" : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5) : : "memory", "cr0", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "ctr");
	return r3;
}
#define WRITE 4
#define EXIT 1
#elif defined __sparc__
static long sys(long n, long a, long b, long c)
{
	register long g1 __asm__("g1") = n;
	register long o0 __asm__("o0") = a;
	register long o1 __asm__("o1") = b;
	register long o2 __asm__("o2") = c;

	__asm__ volatile("ta 0x6d" : "+r"(o0), "+r"(g1) : "r"(o1), "r"(o2) : "memory", "cc", "o3", "o4", "o5", "o7");
	return o0;
}
#define WRITE 4
#define EXIT 1
#endif

void say(const char *text, long number)
{
	char line[32];
	long n = 0;

	for (; text[n]; n++)
		line[n] = text[n];
	line[n++] = ' ';
	line[n++] = '0' + number;
	line[n++] = '\n';
	sys(WRITE, 1, (long)line, n);
}

#ifdef ALONE
void (*constructors[16])(void) = {0}, (*destructors[16])(void) = {0}; // which the test writes

void begin(void)
{
	for (void (**f)(void) = constructors; *f; f++)
		(*f)();
	say("main", 0);
	for (void (**f)(void) = destructors; *f; f++)
		(*f)();
	sys(EXIT, 3, 0, 0);
}
#else
int main(void)
{
	say("main", 0);
	return 3;
}
#endif

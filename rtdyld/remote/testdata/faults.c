/* Functions that end the process that they run in, for which they need no C library. */
typedef unsigned long word;

volatile int zero, seven = 7;

/* A word that cannot be read at an address below 64 KiB. */
__attribute__((noinline)) int fault_read(word addr) { return *(volatile int *)addr; }

/* Calls fault_read a few bytes into itself. */
int fault_deep(word addr) { return fault_read(addr) + seven; }

int fault_write_code(void) { *(volatile char *)(word)fault_read = 1; return zero; }

int fault_illegal(void)
{
#if defined __x86_64__ || defined __i386__
	__asm__ volatile("ud2");
#elif defined __aarch64__
	__asm__ volatile(".inst 0x00000000");
#elif !defined __arm__
	__asm__ volatile(".long 0"); /* no instruction of RISC-V, PowerPC and s390x */
#else
	__asm__ volatile(".inst 0xe7f000f0");
#endif
	return zero;
}

int fault_divide(void)
{
#if defined __x86_64__ || defined __i386__
	return seven / zero;
#else
	return fault_illegal(); /* these machines have no fault for it */
#endif
}

int fault_stack(int n)
{
	volatile char room[4096];
	room[n & 4095] = (char)n;
	return fault_stack(n + 1) + room[n & 4095];
}

int fault_jump(word addr) { return ((int (*)(void))addr)(); }

int endless(void)
{
	for (;;)
		zero = zero;
}

int add(int a, int b) { return a + b; }

static int calls;
int count(void) { return ++calls; }

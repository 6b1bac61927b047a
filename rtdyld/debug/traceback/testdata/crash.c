/* A crash some calls deep, one of them inlined, and a loop to be profiled. */
volatile int zero, sink;

static inline __attribute__((always_inline)) int poke(int *at)
{
	return *(volatile int *)at;
}

__attribute__((noinline)) int inner(int *at, int n)
{
	volatile char room[100];
	room[n & 63] = (char)n;
	return poke(at) + room[zero];
}

__attribute__((noinline)) int middle(long at)
{
	return inner((int *)at, (int)at) + 1;
}

int outer(long at)
{
	return middle(at) + zero;
}

__attribute__((noinline)) int spin_inner(int n)
{
	for (int i = 0; i < n; i++)
		sink += i ^ n;
	return sink;
}

int spin(int n)
{
	return spin_inner(n) + zero;
}

/* What it calls is outside. */
extern unsigned long strlen(const char *);
int outside(long at)
{
	return (int)strlen((const char *)at) + zero;
}

/* Ends in the C library, some frames above. */
extern void abort(void) __attribute__((noreturn));
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));

__attribute__((noinline)) static int deeper(long at)
{
	if (at == 0x40)
		abort();
	__assert_fail("at == 0x40", "crash.c", (unsigned)at, "deeper");
}

int aborts(long at)
{
	return deeper(at) + zero;
}

int asserts(long at)
{
	return deeper(at + 1) + zero;
}

/* The C library calls back what crashes. */
static int compare(const void *a, const void *b)
{
	return *(volatile int *)0x40 + (a < b);
}

int sorts(long at)
{
	int all[4] = {3, 2, 1, (int)at};
	qsort(all, 4, sizeof all[0], compare);
	return all[0] + zero;
}

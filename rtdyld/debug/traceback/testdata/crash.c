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

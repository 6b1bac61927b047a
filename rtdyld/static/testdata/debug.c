/* What debuggers and profilers watch, and what crashes. */
typedef unsigned long size_t;
typedef unsigned long pthread_t;
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void abort(void);
void __assert_fail(const char *, const char *, int, const char *);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int sched_yield(void);
int running;
int count_running(void) { return __atomic_load_n(&running, __ATOMIC_ACQUIRE); }

static int table[4] = {3, 1, 2, 0};
static volatile int zero;
static volatile int *nowhere = (int *)16;

__attribute__((noinline)) int inner(int x)
{
	int y = x * 2;
	table[0] = y + table[x & 3]; /* line 19 */
	return table[0];
}
__attribute__((noinline)) int outer(int n)
{
	return inner(n + 21) + 1; /* line 24 */
}

/* Through libc and back. */
static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b + *nowhere; /* line 30 */
}
int sorts(int n)
{
	qsort(table, 4, sizeof *table, compare);
	return table[n & 3];
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int sorted(int n)
{
	qsort(table, 4, sizeof *table, ascending);
	return table[n & 3];
}

/* Ends. */
__attribute__((noinline)) static int deeper(int n)
{
	if (n == 3)
		return *nowhere; /* line 42 */
	return n + zero;
}
int faults(int n) { return deeper(n) + 1; }
int aborts(int n)
{
	if (n)
		abort();
	return n + 1;
}
__attribute__((noinline)) int asserts(int n)
{
	if (n)
		__assert_fail("n == 0", "debug.c", 55, "asserts");
	return n + 1;
}
int divides(int n) { return n / zero + 1; }
int overflows(int n)
{
	volatile char room[4096];
	room[n & 4095] = n;
	return overflows(n + 1) + room[(n + 1) & 4095];
}
int traps(int n)
{
	__builtin_trap();
}
int jumps(int n)
{
	int (*volatile f)(int) = 0;
	return f(n) + 1;
}
int touches(const volatile char *at) { return *at; }

/* On a thread of C's. */
static void *body(void *p) { return (void *)(long)deeper((int)(long)p); }
static void *ends(void *p) { return (void *)(long)asserts((int)(long)p); }
static int run(void *(*f)(void *), int n)
{
	pthread_t t;
	void *r = 0;
	if (pthread_create(&t, 0, f, (void *)(long)n))
		return -1;
	pthread_join(t, &r);
	return (int)(long)r;
}
int in_thread(int n) { return run(body, n); }
int asserts_in_thread(int n) { return run(ends, n); }

/* Uses all registers, in depth. */
int mixes(int n)
{
	unsigned long a = n, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, i = 8, j = 9, k = 10, l = 11;
	double x = 1, y = 2;
	for (int m = 0; m < n; m++) {
		a += b * 3; b ^= c + a; c += d >> 3; d ^= e * 5; e += f ^ a; f ^= g + b; g += h * 7; h ^= i + c; i += j ^ d; j ^= k + e; k += l * 9; l ^= a + f;
		x = x * 0.5 + (a & 7);
		y = y * 0.25 + x;
	}
	return (n > 10 ? mixes(n / 2) : 0) + (int)(a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l) + (int)(x + y);
}
static void *mix(void *p) { return (void *)(long)mixes((int)(long)p); }
int mixes_in_thread(int n) { return run(mix, n); }

/* Takes time. */
__attribute__((noinline)) static int spin_inner(int n)
{
	for (int i = 0; i < n; i++)
		zero = 0;
	return n;
}
int spins(int n)
{
	for (int i = 0; i < 300; i++)
		n += spin_inner(1 << 20) & zero;
	return n;
}
int stays(int n)
{
	__atomic_add_fetch(&running, 1, __ATOMIC_RELEASE);
	for (;;)
		sched_yield();
}
static void *stay(void *p) { return (void *)(long)stays(0); }
int waits(int n)
{
	pthread_t t;
	if (pthread_create(&t, 0, stay, 0))
		return -1;
	pthread_join(t, 0);
	return 0;
}

/* A program without a library, for TestBarePowerPC: calls of all kinds between two files, and numbers of what they return. */
#ifdef __powerpc__
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
#else
extern long syscall(long, ...);
#define sys syscall
#define WRITE 1
#define EXIT 60
#endif

static void put(const char *s)
{
	long n = 0;

	while (s[n])
		n++;
	sys(WRITE, 1, (long)s, n);
}

static void number(long v)
{
	char b[24];
	int i = 23, negative = v < 0;

	b[i] = 0;
	b[--i] = '\n';
	if (negative)
		v = -v;
	do {
		b[--i] = '0' + v % 10;
		v /= 10;
	} while (v);
	if (negative)
		b[--i] = '-';
	put(b + i);
}

extern long other(long, long), turns(long);
extern long chosen(long, long, long, long, long, long, long, long, double, double);
extern long (*table[])(long, long);
extern const char message[];
int zeros[4];

static __attribute__((noinline)) long own(long x) { return other(x, 2) + 1; }

long (*own_pointer)(long) = own;
long (*chosen_pointer)(long, long, long, long, long, long, long, long, double, double) = chosen;

long many(long a, long b, long c, long d)
{
	long x = other(a, 1), y = other(b, 2), z = other(c, 3), w = other(d, 4);

	return x * y + z * w + other(x, y) + other(z, w) + a + b + c + d;
}

double product(double a, double b) { return a * b + 1.5; }

void begin(void)
{
	put(message);
	number(own(40));
	number(own_pointer(1));
	number(chosen(1, 2, 3, 4, 5, 6, 7, 8, 1.5, 2.5)); /* its resolver runs now */
	number(chosen(1, 2, 3, 4, 5, 6, 7, 8, 1.5, 2.5));
	number(chosen_pointer(8, 7, 6, 5, 4, 3, 2, 1, 0.5, 0.25));
	number(table[0](3, 4));
	number(table[1](4, 9));
	number(many(1, 2, 3, 4));
	number((long)product(3, 4));
	zeros[2] = 7;
	number(zeros[2]);
	number(turns(5));
	sys(EXIT, 3, 0, 0);
}

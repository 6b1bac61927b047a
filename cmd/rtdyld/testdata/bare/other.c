/* The other file of main.c. */
extern long many(long, long, long, long);

long other(long a, long b) { return a + 10 * b; }

static long choice(long a, long b, long c, long d, long e, long f, long g, long h, double x, double y)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + (long)(x * 1000) + (long)(y * 100);
}

static volatile double changed = 99.5;

static void *choose(void)
{
	changed = changed * 2; /* in registers that carry arguments */
	return (void *)choice;
}

long chosen(long, long, long, long, long, long, long, long, double, double) __attribute__((ifunc("choose")));

static long less(long a, long b) { return a - b; }

long (*table[])(long, long) = {other, less};
const char message[] = "hello from loaded code\n";

long turns(long x)
{
	switch (x) {
	case 0: return many(1, 1, 1, 1);
	case 1: return 7;
	case 2: return 9;
	case 3: return other(1, 2);
	case 4: return 11;
	case 5: return other(5, 5) + many(x, x, x, x);
	}
	return 0;
}

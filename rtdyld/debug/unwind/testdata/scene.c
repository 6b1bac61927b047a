// Frames of all kinds, for each compiler and target: scene(n) calls them.
// Nothing outside is needed.
#define NOINLINE __attribute__((noinline))

volatile int sink;

// probe is where a test looks at its callers: on SPARC behind the instruction that writes their registers to memory.
NOINLINE void probe(void)
{
#ifdef __sparc__
	__asm__ volatile("flushw");
#endif
	sink = sink + 1;
}

static NOINLINE int leaf(int a, int b) { return a * 3 + b; }

// Many values live across calls: as many saved registers as there are.
static NOINLINE int many(int a, int b, int c, int d, int e, int f, int g, int h)
{
	int s = leaf(a, b), t = leaf(c, d), u = leaf(e, f), v = leaf(g, h);
	probe();
	return a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11 + g * 13 + h * 17 + s * t + u * v;
}

// The same in floating point.
static NOINLINE double floats(double a, double b, double c, double d)
{
	double s = a * b, t = c * d, u = a + d, v = b - c;
	probe();
	return a + b + c + d + s * t + u * v;
}

// The size of the frame is known late.
static NOINLINE int variable(int n)
{
	volatile int x[n];
	for (int i = 0; i < n; i++)
		x[i] = leaf(i, n);
	probe();
	return x[n - 1] + n;
}

static NOINLINE int recursive(int n)
{
	if (n <= 0) {
		probe();
		return 1;
	}
	return recursive(n - 1) * 3 + n;
}

static NOINLINE int large(int n)
{
	volatile char x[1 << 10];
	x[n] = n;
	probe();
	return x[n] + 1;
}

static NOINLINE int larger(int n)
{
	volatile char x[1 << 14];
	x[n] = n;
	probe();
	return x[n] + 2;
}

// Several ways out, some without a frame of its own.
static NOINLINE int ways(int n)
{
	if (n < 3)
		return 7;
	int s = leaf(n, n);
	if (n & 1) {
		probe();
		return s;
	}
	probe();
	return leaf(s, n) + s;
}

// Ends with a jump.
static NOINLINE int jumps(int n)
{
	probe();
	return ways(n + 1);
}

// Aligns the stack.
static NOINLINE int aligned(int n)
{
	volatile int x[16] __attribute__((aligned(64)));
	x[n & 15] = n;
	probe();
	return x[n & 15];
}

static NOINLINE __attribute__((cold)) int unusual(int n)
{
	probe();
	return n * 5;
}

// Compilers may put what is rarely done elsewhere.
static NOINLINE int rarely(int n, int m)
{
	int s = leaf(n, m), t = leaf(m, n);
	if (n == 3 && s != t)
		s += unusual(t) + unusual(s);
	return s * t + leaf(s, t);
}

int scene(int n)
{
	int s = many(n, 1, 2, 3, 4, 5, 6, 7);
	s += (int)floats(n, 2, 3, 4);
	s += variable(n + 3);
	s += recursive(4);
	s += large(n) + larger(n);
	s += ways(1) + ways(4) + ways(5);
	s += jumps(n);
	s += aligned(n) + rarely(n, n + 1);
	return s;
}

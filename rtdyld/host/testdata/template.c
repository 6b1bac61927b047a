// A function whose numbers are addresses of names, for instances with numbers of their own.
extern char HOLE_a, HOLE_b;
extern int abs(int);
static int calls;

long long stencil(long long x) {
	long long b = (long)&HOLE_b;
	if (++calls > 1)
		b = -b; // each instance has calls of its own
	return abs((int)x) * (long)&HOLE_a + b;
}

// Stencils that are joined into functions: each is compiled from here by the name of its instruction.
extern char HOLE_a;
extern int abs(int);
extern long CONTINUE(long x, long n), AGAIN(long x, long n);
static int calls;

long stencil(long x, long n) {
#if defined ADD
	return CONTINUE(x + (long)&HOLE_a, n);
#elif defined LOOP
	if (--n > 0)
		return AGAIN(x, n);
	return CONTINUE(x, n);
#elif defined ABS
	calls++; // each part has calls of its own
	return CONTINUE(abs((int)x) + calls, n);
#elif defined RETURN
	return x * (long)&HOLE_a;
#endif
}

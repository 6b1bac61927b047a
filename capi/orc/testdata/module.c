/*
 * A module of the size of those that a database's compiler makes of an expression: CALLS steps, each of which calls a function
 * elsewhere with constants of its own.
 */
#define STEP(n) { extern double step##n(double, long); x = step##n(x * 0.##n, (long)x ^ n); }
#define STEPS8(n) STEP(n##0) STEP(n##1) STEP(n##2) STEP(n##3) STEP(n##4) STEP(n##5) STEP(n##6) STEP(n##7)
#define STEPS32(n) STEPS8(n##0) STEPS8(n##1) STEPS8(n##2) STEPS8(n##3)

double evaluate(double x)
{
#if CALLS == 1
	STEP(1)
#elif CALLS == 8
	STEPS8(1)
#elif CALLS == 32
	STEPS32(1)
#elif CALLS == 128
	STEPS32(1) STEPS32(2) STEPS32(3) STEPS32(4)
#endif
	return x;
}

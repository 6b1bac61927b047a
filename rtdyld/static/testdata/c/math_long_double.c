// functions of long double.
#include <math.h>
#include <stdio.h>
#define F(f) for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf(#f "(%La) %La\n", v[i], f(v[i]));
int main(void)
{
	long double v[] = {0.0L, -0.0L, 1, 0.1L, 2.5L, -0.75L, 1e10L, INFINITY, 1e-4000L};
	F(sinl) F(cosl) F(tanl) F(expl) F(logl) F(sqrtl) F(cbrtl) F(floorl) F(roundl) F(atanl) F(exp2l) F(log2l) F(log10l) F(expm1l) F(tanhl)
	printf("%La %La %La %La\n", powl(1.5L, 10.25L), fmodl(10.75L, 3), hypotl(3e4000L, 4e4000L), fmal(1.5L, 2.5L, -3.75L));
	int e;
	long double m = frexpl(1e100L, &e);
	printf("%La %d %La\n", m, e, ldexpl(0.75L, -100));
	return 0;
}

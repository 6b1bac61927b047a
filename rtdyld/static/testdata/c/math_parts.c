// frexp, modf, ldexp, ilogb, remquo, nextafter, scalbn.
#include <math.h>
#include <stdio.h>
int main(void)
{
	double v[] = {0.0, 1, -2.75, 1e300, 1e-310, 0.1, -1e15}, ip;
	int e, q;
	for (int i = 0; i < 7; i++) {
		double fr = frexp(v[i], &e), mo = modf(v[i], &ip), rq = remquo(v[i], 0.7, &q);
		printf("%a %d %a %a %a %d\n", fr, e, mo, ip, rq, q & 7);
		printf("%a %a %d %a %a\n", ldexp(v[i], 3), scalbn(v[i], -5), v[i] ? ilogb(v[i]) : 0, nextafter(v[i], INFINITY), nexttoward(v[i], -1e400L));
		printf("%ld %ld %lld %d %d %d\n", lround(v[i] < 1e18 ? v[i] : 0), lrint(v[i] < 1e18 ? v[i] : 0), llround(-v[i] < 1e18 && v[i] < 1e18 ? -v[i] : 0), fpclassify(v[i]) == FP_NORMAL, signbit(v[i]) != 0, isfinite(v[i]));
	}
	return 0;
}

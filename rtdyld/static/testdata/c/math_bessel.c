// Bessel functions and gamma with signs.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
int main(void)
{
	for (double x = -5; x < 40; x += 1.37) {
		int s;
		printf("%a %a %a %a %a %a", j0(x), j1(x), jn(3, x), x > 0 ? y0(x) : 0, x > 0 ? y1(x) : 0, x > 0 ? yn(2, x) : 0);
		double g = lgamma_r(x, &s);
		printf(" %a %d %a %a\n", g, s, tgamma(x), exp10(x / 10));
	}
	return 0;
}

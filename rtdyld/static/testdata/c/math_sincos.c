// sincos, fma and functions of whole numbers.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
int main(void)
{
	double s, c;
	float f, g;
	for (double x = 1; x < 1e300; x *= 12345.678)
		sincos(x, &s, &c), sincosf((float)(x < 1e38 ? x : 1), &f, &g), printf("%a %a %a %a\n", s, c, f, g);
	printf("%a %a\n", fma(0x1.0000001p0, 0x1.0000001p0, -1), fma(1e308, 10, -1e308));
	printf("%a %a %a %d\n", significand(12.5), drem(10, 3), scalb(1.5, 4), finite(1.0));
	return 0;
}

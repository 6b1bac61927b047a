// numbers of all kinds out of text.
#include <stdio.h>
int main(void)
{
	int a = 0, b = 0, c = 0, n = 0, r;
	long l = 0; short s = 0; signed char h = 0; unsigned u = 0; double d = 0; float f = 0; long double ld = 0; size_t z = 0;
	r = sscanf("12 -34 0x56 077", "%d %i %i %i", &a, &b, &c, &n), printf("%d %d %d %d %d\n", r, a, b, c, n);
	r = sscanf("123456789012 300 -5 4294967295", "%ld %hd %hhd %u", &l, &s, &h, &u), printf("%d %ld %d %d %u\n", r, l, s, h, u);
	r = sscanf("1.5 -2.5e3 0x1.8p1 inf", "%lf %f %Lf", &d, &f, &ld), printf("%d %g %g %Lg\n", r, d, f, ld);
	r = sscanf("nan", "%lf", &d), printf("%d %d\n", r, d != d);
	r = sscanf("12345", "%2d%3d%n", &a, &b, &n), printf("%d %d %d %d\n", r, a, b, n);
	r = sscanf("7,8;9", "%d,%d;%zu", &a, &b, &z), printf("%d %d %d %zu\n", r, a, b, z);
	r = sscanf("x", "%d", &a), printf("%d\n", r);
	r = sscanf("", "%d", &a), printf("%d\n", r);
	r = sscanf("5%6", "%d%%%d", &a, &b), printf("%d %d %d\n", r, a, b);
	r = sscanf("10 20 30", "%*d %d %*d%n", &a, &n), printf("%d %d %d\n", r, a, n);
	r = sscanf("1e", "%lf", &d), printf("%d\n", r);
	r = sscanf("ff FF", "%x %X", &u, &a), printf("%d %u %d\n", r, u, a);
	return 0;
}

// many texts as double, float and long double.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	const char *t[] = {"0", "-0", "1", "0.1", "1e308", "1e309", "-1e400", "1e-308", "1e-320", "1e-400", "4.9406564584124654e-324", "2.4703282292062327e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308", "9007199254740993", "0x1p-1074", "0x1.fffffffffffff8p0", "0x.8", "0x", "inf", "-Infinity", "nan", "nan(123)", " \t12.5abc", "1e", "1e+", ".5", "5.", ".", "+.e1", "123456789012345678901234567890", "0.000000000000000000000000000000123456789", "8.5e-1x"};
	for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
		char *e;
		errno = 0;
		double d = strtod(t[i], &e);
		printf("%s: %a %ld %d", t[i], d, (long)(e - t[i]), errno);
		errno = 0;
		float f = strtof(t[i], &e);
		printf(" %a %d", f, errno);
		errno = 0;
		long double l = strtold(t[i], &e);
		printf(" %La %d %g\n", l, errno, atof(t[i]));
	}
	return 0;
}

// va_list of many types, passed on and copied.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
struct s { double a; int b; };
static double sum(const char *f, ...)
{
	va_list a, b;
	double r = 0;
	va_start(a, f), va_copy(b, a);
	for (int twice = 0; twice < 2; twice++, va_end(a), va_copy(a, b))
		for (const char *p = f; *p; p++)
			switch (*p) {
			case 'i': r += va_arg(a, int); break;
			case 'l': r += va_arg(a, long); break;
			case 'd': r += va_arg(a, double); break;
			case 'L': r += va_arg(a, long double); break;
			case 's': { struct s v = va_arg(a, struct s); r += v.a + v.b; break; }
			case 'p': r += atof(va_arg(a, char *)); break;
			}
	va_end(a), va_end(b);
	return r;
}
int main(void)
{
	struct s v = {1.5, 2};
	printf("%g\n", sum("ildLspiiiiiiiiddddddddddLs", 1, 2L, 3.0, 4.0L, v, "5.5", 1, 2, 3, 4, 5, 6, 7, 8, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0L, v));
	return 0;
}

/* What compilers call functions of their own for: integers of 128 bits, and on arm64 long double. */
#include <stdio.h>

typedef unsigned __int128 wide;

__attribute__((noinline)) static wide divide(wide a, wide b) { return a / b; }
__attribute__((noinline)) static wide rest(wide a, wide b) { return a % b; }
__attribute__((noinline)) static __int128 divide_signed(__int128 a, __int128 b) { return a / b; }
__attribute__((noinline)) static double to_double(wide a) { return a; }
__attribute__((noinline)) static wide from_double(double a) { return a; }
__attribute__((noinline)) static long double sum(long double a, long double b) { return a + b / 3 - a * b; }
__attribute__((noinline)) static _Complex double product(_Complex double a, _Complex double b) { return a * b; }

static void show(const char *what, wide a) { printf("%s %016llx%016llx\n", what, (unsigned long long)(a >> 64), (unsigned long long)a); }

int main(void)
{
	wide a = (wide)0x123456789abcdef0 << 64 | 0x0fedcba987654321, b = (wide)0x1234 << 64 | 77;
	show("quotient", divide(a, 1000000007));
	show("quotient", divide(a, b));
	show("rest", rest(a, b));
	show("signed", (wide)divide_signed(-(__int128)a, 12345678901234567));
	printf("double %.17g\n", to_double(a));
	show("integer", from_double(1e30));
	printf("long double %.18Lg %.18Lg\n", sum(1.5L, 2.25L), sum(1e300L, -7));
	_Complex double p = product(1 + 2.0i, 3 - 4.5i);
	printf("complex %g %g\n", __real__ p, __imag__ p);
	return (int)rest(a, 100);
}

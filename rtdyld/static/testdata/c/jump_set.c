// setjmp and longjmp out of deep calls, with registers kept.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf b;
static int deep(int n) { char pad[100]; pad[n % 100] = n; if (n == 0) longjmp(b, 7); return deep(n - 1) + pad[n % 100]; }
int main(void)
{
	volatile int times = 0;
	double kept[4] = {1.5, 2.5, 3.5, 4.5};
	int r = setjmp(b);
	printf("%d %d %g\n", r, times, kept[0] + kept[3]);
	if (times++ < 3)
		deep(100 * times);
	r = _setjmp(b);
	if (r == 0)
		_longjmp(b, 0);
	printf("%d\n", r);
	return 0;
}

// a sieve, and what it finds.
#include <stdio.h>
#include <string.h>
static char c[200000];
int main(void)
{
	long n = 0, sum = 0;
	for (int i = 2; i < 200000; i++)
		if (!c[i]) {
			n++, sum += i;
			for (long k = (long)i * i; k < 200000; k += i)
				c[k] = 1;
		}
	printf("%ld %ld\n", n, sum);
	return 0;
}

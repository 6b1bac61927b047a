// alloca, arrays of variable size, deep calls: a megabyte.
#include <alloca.h>
#include <stdio.h>
#include <string.h>
static long deep(int n) { char b[1024]; memset(b, n, sizeof b); return n ? deep(n - 1) + b[n % 1024] : 0; }
int main(void)
{
	long s = 0;
	for (int i = 1; i < 200; i++) {
		char v[i * 100], *p = alloca(500);
		memset(v, i, sizeof v), memset(p, 1, 500), s += v[i * 100 - 1] + p[499];
	}
	printf("%ld %ld\n", s, deep(1000));
	return 0;
}

// rand, random, drand48 and their kin with seeds.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	char s[64];
	srand(7), printf("%d %d\n", rand(), rand());
	srandom(7), printf("%ld %ld\n", random(), random());
	initstate(5, s, sizeof s), printf("%ld\n", random()), setstate(s), printf("%ld\n", random());
	srand48(7), printf("%a %ld %ld\n", drand48(), lrand48(), mrand48());
	unsigned short x[3] = {1, 2, 3}, c[7] = {1, 2, 3, 4, 5, 6, 7};
	printf("%a %ld %ld\n", erand48(x), nrand48(x), jrand48(x)), lcong48(c), printf("%ld %u\n", lrand48(), *seed48(x));
	unsigned seed = 5;
	int a = rand_r(&seed), b = rand_r(&seed);
	printf("%d %d\n", a, b);
	return 0;
}

// encoding of a64l and of old passwords' salts by hand.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	for (long v = 0; v < 100000000; v = v * 3 + 17)
		printf("%ld %s %ld\n", v, l64a(v), a64l(l64a(v)));
	return 0;
}

// strlen and strnlen at all alignments.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void)
{
	static char b[200];
	long sum = 0;
	for (int at = 0; at < 16; at++)
		for (int n = 0; n < 100; n++) {
			memset(b, 'x', sizeof b), b[at + n] = 0;
			sum = sum * 31 + strlen(b + at) + 7 * strnlen(b + at, 50);
		}
	printf("%ld\n", sum);
	return 0;
}

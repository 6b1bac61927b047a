// strstr and memmem by many random needles.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void)
{
	static char h[3000];
	unsigned x = 1;
	long sum = 0;
	for (int i = 0; i < 2999; i++)
		x = x * 1664525 + 1013904223, h[i] = "ab"[x >> 31] + ((x >> 20) % 17 == 0);
	for (int n = 1; n < 400; n++)
		for (int k = 0; k < 5; k++) {
			x = x * 1664525 + 1013904223;
			char needle[400];
			int at = (x >> 12) % 2500;
			memcpy(needle, h + at, n), needle[n] = 0;
			if (k == 4)
				needle[n - 1] = 'z';
			char *p = strstr(h, needle), *q = memmem(h, 2999, needle, n);
			sum = sum * 3 + (p ? p - h : -1) + (p == q);
		}
	printf("%ld\n", sum);
	return 0;
}

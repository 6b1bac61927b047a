// many texts as integers of all sizes and bases.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	const char *t[] = {"0", "-1", "+7", " 42x", "0x1F", "0X", "010", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "zz", "", "-", "--1", "1_0"};
	int bases[] = {0, 2, 8, 10, 16, 36, 1};
	for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
		for (int b = 0; b < 7; b++) {
			char *e = NULL, *e2 = NULL;
			errno = 0;
			long v = strtol(t[i], &e, bases[b]);
			int er = errno;
			errno = 0;
			unsigned long u = strtoul(t[i], &e2, bases[b]);
			printf("%s %d: %ld %d %lu %d %ld %" PRIdMAX "\n", t[i], bases[b], v, er, u, errno, e ? (long)(e - t[i]) : -1, strtoimax(t[i], NULL, bases[b]));
		}
	printf("%d %ld %lld\n", atoi("-12x"), atol("99"), atoll("-1"));
	return 0;
}

// widths, precisions, signs and lengths of integers.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <inttypes.h>
#include <stddef.h>
int main(void)
{
	long v[] = {0, 1, -1, 42, -42, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, 123456789};
	for (int i = 0; i < 10; i++) {
		printf("%ld|%5ld|%-5ld|%05ld|%+ld|% ld|%.3ld|%8.3ld|%-8.3ld|%lx|%#lx|%lX|%lo|%#lo|%lu\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
		printf("%hhd %hd %d %lld %jd %zd %td %hhu %hu %u\n", (signed char)v[i], (short)v[i], (int)v[i], (long long)v[i], (intmax_t)v[i], (size_t)v[i], (ptrdiff_t)v[i], (unsigned char)v[i], (unsigned short)v[i], (unsigned)v[i]);
		printf("%*d|%-*d|%.*d|%" PRId64 "\n", 7, (int)v[i], 7, (int)v[i], 4, (int)v[i], (int64_t)v[i]);
	}
	printf("%.0d|%5.0d|%#x|%#o\n", 0, 0, 0, 0);
	printf("%2$s %1$d %2$5s\n", 5, "pos");
	return 0;
}

// memset, memcmp and memmove of all small sizes and overlaps.
#include <stdio.h>
#include <string.h>
int main(void)
{
	static unsigned char b[400], c[400];
	unsigned h = 0;
	for (int n = 0; n < 130; n++)
		for (int at = 0; at < 9; at++) {
			for (int i = 0; i < 400; i++)
				b[i] = i * 7;
			memmove(b + 100 + at, b + 104, n), memcpy(c, b, 400), memset(c + at, n, n);
			for (int i = 0; i < 400; i++)
				h = h * 31 + b[i] + 3 * c[i];
			h += memcmp(b, c, 400) > 0;
		}
	printf("%u\n", h);
	return 0;
}

// doubles out of texts and back, by their bits.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	uint64_t x = 88172645463325252u, bad = 0, h = 0;
	for (int i = 0; i < 5000; i++) {
		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		double d, e;
		memcpy(&d, &x, 8);
		if (d != d)
			continue;
		char b[400];
		snprintf(b, sizeof b, "%.17g", d), e = strtod(b, NULL), bad += memcmp(&d, &e, 8) != 0;
		for (char *p = b; *p; p++)
			h = h * 31 + *p;
		snprintf(b, sizeof b, "%a", d), e = strtod(b, NULL), bad += memcmp(&d, &e, 8) != 0;
	}
	printf("%d %016llx\n", (int)bad, (unsigned long long)h);
	return 0;
}

// many blocks of many sizes, with contents checked.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	static struct { unsigned char *p; size_t n; } b[512];
	unsigned x = 12345;
	long bad = 0, live = 0;
	for (int i = 0; i < 40000; i++) {
		x = x * 1103515245 + 12345;
		int k = (x >> 8) % 512;
		if (b[k].p) {
			bad += b[k].p[0] != (unsigned char)k || b[k].p[b[k].n - 1] != (unsigned char)k;
			if (x >> 30 == 0) {
				size_t m = (x >> 4) % 5000 + 1;
				b[k].p = realloc(b[k].p, m), bad += b[k].p[0] != (unsigned char)k, b[k].n = m, memset(b[k].p, k, m);
				continue;
			}
			free(b[k].p), b[k].p = NULL, live--;
		} else {
			b[k].n = (x >> 12) % 100 == 0 ? 300000 : (x >> 12) % 2000 + 1;
			b[k].p = (x >> 29) == 1 ? calloc(1, b[k].n) : malloc(b[k].n);
			bad += (uintptr_t)b[k].p % 16 != 0, memset(b[k].p, k, b[k].n), live++;
		}
	}
	printf("%ld %ld\n", bad, live);
	return 0;
}

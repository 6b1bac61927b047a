// qsort of many sizes and orders, and bsearch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int calls;
static int up(const void *a, const void *b) { calls++; return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b); }
int main(void)
{
	for (int n = 0; n < 3000; n = n * 2 + 1)
		for (int kind = 0; kind < 4; kind++) {
			int *v = malloc((n + 1) * sizeof *v);
			unsigned x = n + kind;
			for (int i = 0; i < n; i++)
				x = x * 1664525 + 1013904223, v[i] = kind == 0 ? i : kind == 1 ? n - i : kind == 2 ? (int)(x >> 8) % 10 : (int)(x >> 4);
			qsort(v, n, sizeof *v, up);
			int ok = 1, found = 0;
			for (int i = 1; i < n; i++)
				ok &= v[i - 1] <= v[i];
			for (int i = 0; i < n; i++)
				found += *(int *)bsearch(&v[i], v, n, sizeof *v, up) == v[i];
			printf("%d %d %d %d\n", n, kind, ok, found == n);
			free(v);
		}
	printf("%d\n", calls);
	return 0;
}

// fmemopen, open_memstream and fopencookie.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static ssize_t rd(void *c, char *b, size_t n) { int *left = c; size_t k = *left < (int)n ? *left : n; memset(b, 'k', k); *left -= k; return k; }
static int cl(void *c) { printf("closed %d\n", *(int *)c); return 0; }
int main(void)
{
	char b[32] = "some text here", *m;
	size_t n;
	FILE *f = fmemopen(b, sizeof b, "r+");
	char w[10];
	fscanf(f, "%9s", w), fseek(f, 5, SEEK_SET), fputs("TEXT", f), fclose(f), printf("%s %s\n", w, b);
	f = open_memstream(&m, &n);
	for (int i = 0; i < 500; i++)
		fprintf(f, "%d ", i);
	fflush(f), printf("%zu %.10s\n", n, m), fclose(f), free(m);
	int left = 10;
	f = fopencookie(&left, "r", (cookie_io_functions_t){.read = rd, .close = cl});
	printf("%s\n", fgets(b, sizeof b, f)), fclose(f);
	return 0;
}

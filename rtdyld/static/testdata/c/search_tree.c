// tsearch, tfind, tdelete, twalk.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return (long)a < (long)b ? -1 : (long)a > (long)b; }
static long seen, depth;
static void walk(const void *n, VISIT v, int d) { if (v == postorder || v == leaf) seen = seen * 31 + *(long *)n; if (d > depth) depth = d; }
int main(void)
{
	void *root = NULL;
	for (long i = 1; i < 500; i++)
		tsearch((void *)(i * 7919 % 1009 + 1), &root, cmp);
	twalk(root, walk);
	printf("%ld %d\n", seen, depth < 20);
	int found = 0;
	for (long i = 1; i < 1011; i++)
		found += tfind((void *)i, &root, cmp) != NULL;
	for (long i = 1; i < 250; i++)
		tdelete((void *)(i * 7919 % 1009 + 1), &root, cmp);
	seen = 0, twalk(root, walk);
	printf("%d %ld\n", found, seen);
	tdestroy(root, (void (*)(void *))abs);
	return 0;
}

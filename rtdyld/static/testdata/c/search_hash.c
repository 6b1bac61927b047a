// hsearch, lsearch, insque.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }
int main(void)
{
	struct hsearch_data h = {0};
	hcreate_r(100, &h);
	static char keys[300][8];
	for (long i = 0; i < 300; i++) {
		sprintf(keys[i], "k%ld", i * 3);
		ENTRY e = {keys[i], (void *)i}, *r;
		hsearch_r(e, ENTER, &r, &h);
	}
	long sum = 0, missing = 0;
	for (int i = 0; i < 900; i++) {
		char k[8];
		sprintf(k, "k%d", i);
		ENTRY e = {k}, *r;
		if (hsearch_r(e, FIND, &r, &h))
			sum += (long)r->data;
		else
			missing++;
	}
	printf("%ld %ld\n", sum, missing);
	hdestroy_r(&h);
	int v[10] = {5, 3}, x = 7;
	size_t n = 2;
	lsearch(&x, v, &n, sizeof *v, cmp), lsearch(&x, v, &n, sizeof *v, cmp), x = 3;
	printf("%zu %d %ld\n", n, v[2], (long)((int *)lfind(&x, v, &n, sizeof *v, cmp) - v));
	struct q { struct q *next, *prev; int v; } a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
	insque(&a, NULL), insque(&b, &a), insque(&c, &a), remque(&c);
	printf("%d %d\n", a.next->v, b.prev->v);
	return 0;
}

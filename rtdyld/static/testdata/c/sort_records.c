// qsort of large records and qsort_r with an argument.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec { char name[21]; int key; char pad[300]; };
static int by(const void *a, const void *b, void *way) { const struct rec *p = a, *q = b; return *(int *)way * (p->key - q->key); }
static int name(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
int main(void)
{
	static struct rec r[200];
	for (int i = 0; i < 200; i++)
		r[i].key = i * 7919 % 211, sprintf(r[i].name, "n%d", i), memset(r[i].pad, i, 300);
	for (int way = -1; way < 2; way += 2) {
		qsort_r(r, 200, sizeof *r, by, &way);
		for (int i = 0; i < 200; i += 17)
			printf("%s %d %d ", r[i].name, r[i].key, r[i].pad[299]);
		puts("");
	}
	char *words[] = {"pear", "apple", "fig", "cherry", "date", "banana"};
	qsort(words, 6, sizeof *words, name);
	for (int i = 0; i < 6; i++)
		printf("%s ", words[i]);
	puts("");
	return 0;
}

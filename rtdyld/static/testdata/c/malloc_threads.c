// blocks that threads make and others free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *_Atomic slot[64];
static void *run(void *p)
{
	unsigned x = (unsigned)(long)p + 1;
	long bad = 0;
	for (int i = 0; i < 20000; i++) {
		x = x * 1664525 + 1013904223;
		size_t n = (x >> 10) % 3000 + 24;
		size_t *m = malloc(n);
		*m = n, memset((char *)m + n - 1, 1, 1);
		m = atomic_exchange(&slot[x >> 26], (void *)m);
		if (m)
			bad += *m < 24 || *m > 3024, free(m);
	}
	return (void *)bad;
}
int main(void)
{
	pthread_t t[6];
	for (long i = 0; i < 6; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < 6; i++) {
		void *r;
		pthread_join(t[i], &r), printf("%ld ", (long)r);
	}
	for (int i = 0; i < 64; i++)
		free(slot[i]);
	puts("");
	return 0;
}
